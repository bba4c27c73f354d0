"""What the change of a file that is not Python can mean for Python code.

Code reads a file by its name, or all files of a kind by their suffix (`*.sql`, `f"{name}.golden"`). A changed file that
some code names in one of these ways may change what that code does, and nobody can say how. So may a file that says
what Python is installed or how it is run, and a file that is compiled to be imported. Of any other file no code knows:
it is counted, and says nothing about the risk.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fnmatch import fnmatch
from pathlib import PurePosixPath

from packlens.graph.snapshot import Snapshot

_PROSE = frozenset({".md", ".rst", ".txt", ".adoc"})
_SETS_UP = (
    *("pyproject.toml", "setup.cfg", "tox.ini", "pytest.ini", "pipfile", "pylock*.toml", "environment.y*ml"),
    *("requirements*.txt", "*requirements.txt", "constraints*.txt", "pipfile.lock", "poetry.lock", "uv.lock"),
)
_COMPILED = frozenset(
    {*(".pyx", ".pxd", ".so", ".pyd", ".rs", ".f90"), *(".c", ".cc", ".cpp", ".cxx", ".h", ".hpp", ".pyc")}
)


def why_it_matters(snapshot: Snapshot, paths: Iterable[str]) -> Mapping[str, str]:
    """Path -> why its change may be one of behaviour ("" where nothing says so), of changed files that are not Python.

    Prose is left out, unless it says what is installed.
    """
    found: dict[str, str] = {}
    wanted: dict[str, list[str]] = {}
    for path in paths:
        file = PurePosixPath(path)
        name, suffix = file.name.lower(), file.suffix.lower()
        if any(fnmatch(name, pattern) for pattern in _SETS_UP):
            found[path] = "it says what Python is run with"
        elif suffix in _COMPILED:
            found[path] = "it may be compiled for Python"
        elif suffix not in _PROSE:
            found[path] = ""
            ends = (file.name, file.suffix) if file.suffix else ("/".join(file.parts[-2:]),)
            for end in ends:
                wanted.setdefault(end, []).append(path)
    if not wanted:
        return found
    written = re.compile(
        rf"""(?<=["'/\\}}*])({"|".join(map(re.escape, sorted(wanted, key=len, reverse=True)))})(?=["'])"""
    )
    for place in snapshot.paths():
        for end in dict.fromkeys(written.findall(snapshot.documents[place].text)):
            for path in wanted[end]:
                found[path] = found[path] or f"{place} names {end}"
    return found
