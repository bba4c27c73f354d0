"""Packages from the registry, for replays and figures. Fetched once, by pip, into a folder outside the tree.

`PACKLENS_CORPUS` names the folder; the default is `packlens-corpus` in the user's cache folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

import platformdirs

from packlens.text.document import Document

# What the figures of the README are measured on.
PINNED = {"django": "5.2.19", "flask": "3.1.3", "requests": "2.32.5", "click": "8.1.7"}


def corpus_folder() -> Path:
    """The folder that holds everything fetched."""
    return Path(os.environ.get("PACKLENS_CORPUS") or platformdirs.user_cache_path("packlens-corpus"))


def release(name: str, version: str | None = None, *, sdist: bool = False) -> Path:
    """The unpacked wheel (or sdist) of a package, without its dependencies. Fetched if not there."""
    version = version or PINNED[name.lower()]
    target = corpus_folder() / f"{name.lower()}-{version}{'-sdist' if sdist else ''}"
    if not target.is_dir():
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
            downloads, unpacked = Path(scratch, "downloads"), Path(scratch, "unpacked")
            kind = "--no-binary" if sdist else "--only-binary"
            command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", kind, ":all:"]
            subprocess.run([*command, "-d", str(downloads), f"{name}=={version}"], check=True)
            [archive] = downloads.iterdir()
            _unpack(archive, unpacked)
            unpacked.replace(target)
    return target


def package(name: str, version: str | None = None) -> Path:
    """The folder that holds the package's own modules: `.../django` of the unpacked wheel."""
    root = release(name, version)
    return root / name.lower()


def sources(name: str, version: str | None = None) -> Path:
    """The folder of everything that the sdist of a package holds, its tests too."""
    [root] = release(name, version, sdist=True).iterdir()
    return root


def python_texts(root: Path) -> dict[str, Document]:
    """Every Python file below `root` that is UTF-8, by path relative to it."""
    documents = {}
    for path in sorted(root.rglob("*.py*")):
        if path.suffix in (".py", ".pyi") and path.is_file():
            try:
                text = path.read_bytes().decode("utf-8-sig")
            except UnicodeDecodeError:
                continue
            name = path.relative_to(root).as_posix()
            documents[name] = Document.of_text(name, text)
    return documents


def _unpack(archive: Path, target: Path) -> None:
    target.mkdir()
    if archive.suffix in (".whl", ".zip"):
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(target)
    else:
        with tarfile.open(archive) as sdist:
            sdist.extractall(target, filter="data")
