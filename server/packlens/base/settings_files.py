"""The two settings files of a workspace: pyproject.toml and packlens.toml in, layers and warnings out.

A file that is absent says nothing. One that cannot be read, is no regular file, leads out of the root or is
not TOML costs a warning, and the session goes on without it. pyproject.toml is parsed only when it mentions
packlens, so that most workspaces never pay for a TOML parser.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from packlens.base.layers import Layer
from packlens.base.regular_file import read_regular_file

_MAX_BYTES = 1_000_000


def workspace_layers(root: Path) -> tuple[list[Layer], list[str]]:
    """The layers of the root's settings files, weakest first, and what is wrong with the files themselves."""
    layers: list[Layer] = []
    warnings: list[str] = []
    for name in ("pyproject.toml", "packlens.toml"):
        try:
            raw = read_settings(root, name)
            if b"packlens" not in raw and name == "pyproject.toml":
                continue
            values = _table(raw, name)
        except FileNotFoundError:
            continue
        except UnicodeDecodeError:
            warnings.append(f"{name}: not read: not UTF-8")
            continue
        except (OSError, ValueError) as error:
            reason = (getattr(error, "strerror", None) or str(error)).splitlines()[0]
            warnings.append(f"{name}: not read: {reason}")
            continue
        layers.append(Layer(name, values))
    return layers, warnings


def read_settings(root: Path, name: str) -> bytes:
    """The bytes of a settings file of a root.

    Raises `OSError` or `ValueError` for one that is absent, is no regular file, leads out of the root or is too large.
    """
    inside = os.path.realpath(root)
    path = os.path.realpath(root / name)
    if not Path(path).is_relative_to(inside):
        raise ValueError("it is a symlink out of the root")
    return read_regular_file(path, _MAX_BYTES)


def _table(raw: bytes, name: str) -> Mapping[str, Any]:
    """`[tool.packlens]`; packlens.toml may also hold the settings at its top level."""
    import tomllib

    document = tomllib.loads(raw.decode("utf-8-sig"))
    tool = document.get("tool", {})
    section = tool.get("packlens", {}) if isinstance(tool, dict) else {}
    if not isinstance(section, dict):
        raise ValueError("[tool.packlens] should be a table")
    if name == "pyproject.toml":
        return section
    document.pop("tool", None)
    return {**document, **section}
