"""Where the packages are that the workspace imports from outside: found by looking, no interpreter is run.

The environment that the person's settings name, else the workspace's own (`.venv` or `venv`), else none: Jedi then sees
the packages beside Packlens. Only Python text is read from these folders; nothing in them is loaded.
"""

from __future__ import annotations

import os
import sysconfig
from contextlib import suppress
from pathlib import Path

_OWN = (".venv", "venv")
_MARK = "pyvenv.cfg"
_PACKAGES = ("lib/python3*/site-packages", "Lib/site-packages")


def outside_packages(root: Path, named: str | None) -> tuple[str, ...] | None:
    """Folders of installed packages, sorted; `None` where there is no environment to take them from.

    `named` is an interpreter or the folder of an environment; one that has no packages counts as none.
    """
    if named is not None:
        place = Path(os.path.expanduser(named))  # noqa: PTH111 - leaves the name of an unknown person as it is
        is_folder = os.path.isdir(place)  # noqa: PTH112 - false too for a name that no file can have
        prefixes = [place if is_folder else place.parent.parent]
    else:
        prefixes = [root / name for name in _OWN if (root / name / _MARK).is_file()]
    for prefix in prefixes:
        with suppress(OSError):  # no file can have such a name
            found = sorted(
                str(folder) for pattern in _PACKAGES for folder in prefix.glob(pattern) if folder.is_dir()
            )
            if found:
                return tuple(dict.fromkeys(found))
    return None


def packages_state(outside: tuple[str, ...] | None) -> str:
    """What changes when a package comes, goes or changes its version in these folders, or beside Packlens."""
    folders = outside if outside is not None else (sysconfig.get_path("purelib"),)
    found = []
    for folder in folders:
        try:
            found.append((folder, Path(folder).stat().st_mtime_ns))
        except OSError:
            found.append((folder, 0))
    return repr(found)
