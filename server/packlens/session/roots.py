"""Which folder is the root, and where in it imports start.

The root is the folder asked for, or the enclosing git work tree, or the current folder. Its import roots
are found by the graph from the layout of the packages; what a build system is told about source folders
(`pyproject.toml`) only says which of several readings the author means. What the root says of its layout, and of the
names of its tests, goes to the graph as hints.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from packlens.base.errors import UsageError
from packlens.base.settings_files import read_settings
from packlens.session.pytest_settings import pytest_hints


def find_root(given: str | os.PathLike[str] | None, cwd: Path) -> Path:
    """The resolved root folder. Raises `UsageError` for a path that is no readable folder."""
    if given is None:
        return _work_tree(cwd) or cwd.resolve()
    if not os.fspath(given):
        raise UsageError("cannot open the folder '': nothing named; give a folder, '.' for this one")
    if "\0" in os.fspath(given):
        raise UsageError(f"cannot open the folder {os.fspath(given)!r}: a path cannot hold a NUL character")
    folder = cwd / given
    try:
        resolved = folder.resolve(strict=True)
        if not resolved.is_dir():
            raise UsageError(
                f"cannot open {os.fspath(given)!r}: it is a file; give the folder that holds it, "
                f"and the file as a target ({resolved.name})"
            )
        with os.scandir(resolved):
            return resolved
    except FileNotFoundError:
        raise UsageError(
            f"cannot open the folder {os.fspath(given)!r}: it does not exist; check the spelling"
        ) from None
    except PermissionError:
        raise UsageError(
            f"cannot open the folder {os.fspath(given)!r}: no permission to read it; "
            "give yourself read access or choose another folder"
        ) from None
    except (OSError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise UsageError(f"cannot open the folder {os.fspath(given)!r}: {reason.lower()}") from None


def current_folder() -> Path:
    """The folder the program was started in. Raises `UsageError` when it has been deleted since."""
    try:
        return Path.cwd()
    except OSError:
        raise UsageError(
            "cannot open the current folder: it was deleted or cannot be read; change to one that exists"
        ) from None


def _work_tree(folder: Path) -> Path | None:
    """The nearest folder at or above `folder` that holds a `.git` (a folder, or a worktree's file)."""
    resolved = folder.resolve()
    for candidate in (resolved, *resolved.parents):
        if (candidate / ".git").exists():
            return candidate
    return None


def import_hints(root: Path) -> tuple[str, ...]:
    """What the settings of a root say about its layout.

    Folders that `pyproject.toml` names as holding top packages, relative to the root, `""` for the root itself: in the
    order in which they are written, without those outside the root or absent. Then what pytest is told to collect
    (`TestNames`).
    """

    def read(name: str) -> str | None:
        try:
            return read_settings(root, name).decode("utf-8")
        except (OSError, ValueError):
            return None

    return hints_in(read, lambda folder: (root / folder).is_dir())


def hints_in(read: Callable[[str], str | None], is_folder: Callable[[str], bool]) -> tuple[str, ...]:
    """The folders that a `pyproject.toml` names, of those that are there, and what tests are called.

    `read` gives the text of a settings file in the root, `None` where there is none.
    """
    tools = _tools_in(read("pyproject.toml") or "")
    return (*_folders_in(tools, is_folder), *pytest_hints(read, tools))


def _tools_in(settings: str) -> Mapping[str, Any]:
    """What a `pyproject.toml` says to each tool; nothing where it cannot be read."""
    try:
        tools = tomllib.loads(settings).get("tool")
    except (ValueError, RecursionError):
        return {}
    return tools if isinstance(tools, dict) else {}


def _folders_in(tools: Mapping[str, Any], is_folder: Callable[[str], bool]) -> tuple[str, ...]:
    folders: dict[str, None] = {}
    for written in _source_folders(tools):
        folder = _inside(written)
        if folder is not None and is_folder(folder):
            folders[folder] = None
    return tuple(folders)


def _source_folders(tools: Mapping[str, Any]) -> Iterator[str]:
    setuptools = tools.get("setuptools")
    yield from _texts(_at(setuptools, "packages", "find", "where"))
    package_folders = _at(setuptools, "package-dir")
    for package, folder in package_folders.items() if isinstance(package_folders, dict) else ():
        if isinstance(folder, str):
            yield folder if package == "" else _above(folder, package)
    wheel = _at(tools, "hatch", "build", "targets", "wheel")
    for package in _texts(_at(wheel, "packages")):
        yield _above(package)
    yield from _texts(_at(wheel, "sources"))
    packages = _at(tools, "poetry", "packages")
    for entry in packages if isinstance(packages, list) else ():
        if isinstance(_at(entry, "from"), str):
            yield entry["from"]


def _at(table: Any, *keys: str) -> Any:
    for key in keys:
        if not isinstance(table, dict):
            return None
        table = table.get(key)
    return table


def _texts(value: Any) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _above(folder: str, package: str = "") -> str:
    """The folder above a package's own folder: as many levels up as the package's name has parts."""
    path = PurePosixPath(folder.replace("\\", "/"))
    for _ in range(package.count(".") + 1):
        path = path.parent
    return str(path)


def _inside(written: str) -> str | None:
    path = PurePosixPath(written.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or "\0" in written:
        return None
    return "" if str(path) == "." else str(path)
