"""The attributes and special methods that the sites of a scope name.

A site whose name nothing in the workspace has is not drawn. That a name comes to be bound, or ceases to be, is
therefore a change of every scope that mentions it. It is rare, and looked for only then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from packlens.resolve.static.nodes import Key
from packlens.symbols.table import BlockTable, FileTable
from packlens.syntax.facts import Role, Site

_WITH_MORE = (Role.CALL_WITH, Role.STORE, Role.PUT)  # the terms of these hold the place and what goes there
_FALLBACKS = {
    "__str__": ("__repr__",),
    "__format__": ("__str__", "__repr__"),
    "__bool__": ("__len__",),
    "__contains__": ("__iter__", "__getitem__"),
    "__iter__": ("__getitem__",),
    "__ne__": ("__eq__",),
}
_CALLED_FOR: dict[str, tuple[str, ...]] = {
    "__next__": ("__iter__", "__next__", "__getitem__"),
    "__anext__": ("__aiter__", "__anext__"),
    "__getitem__": ("__getitem__", "__class_getitem__"),
}


def fallbacks(dunder: str) -> tuple[str, ...]:
    """The special methods that the language tries after `dunder`."""
    return _FALLBACKS.get(dunder, ())


def called_for(dunder: str) -> tuple[str, ...]:
    """The special methods that may answer for `dunder`."""
    names = _CALLED_FOR.get(dunder)
    if names is None:
        plain = (f"__{dunder[3:]}",) if dunder.startswith("__i") else ()
        names = _CALLED_FOR[dunder] = (dunder, *fallbacks(dunder), *plain)
    return names


def mentioning(table: FileTable, names: set[str]) -> set[Key]:
    """The facts of the file's scopes that mention any of `names`."""
    found: set[Key] = set()
    if names.isdisjoint(mentioned_in(table)):
        return found
    for block in table.blocks:
        if not names.isdisjoint(_mentioned(block)):
            for entry in block.entries:
                if not names.isdisjoint(_names_in(entry.scope.sites)):
                    found.add(("facts", entry.id) if entry.index else ("top", table.path))
    return found


def mentioned_in(table: FileTable) -> frozenset[str]:
    """All that a file mentions, kept with its table."""
    known = table.mentioned
    if known is None:
        known = table.mentioned = frozenset[str]().union(*map(_mentioned, table.blocks))
    return known


class Recorded:
    """Which files mention a name, as an earlier run has recorded it of the files that have not changed since.

    lookup   gives the paths of those that may
    """

    def __init__(self, files: Iterable[str], lookup: Callable[[str], Iterable[str]]) -> None:
        self._files = set(files)
        self._lookup = lookup

    def forget(self, path: str) -> None:
        """A file is not what it was."""
        self._files.discard(path)

    def mentioning(self, names: Iterable[str], tables: Mapping[str, FileTable]) -> list[FileTable]:
        """The files that may mention any of these names: those known to, and those of which nothing is known."""
        found = {path for name in names for path in self._lookup(name)} & self._files
        return [table for path, table in tables.items() if path in found or path not in self._files]


def all_sites(table: FileTable) -> Iterator[Key]:
    """The facts of all scopes of a file that have sites."""
    yield ("top", table.path)
    for block in table.blocks:
        for entry in block.entries[1:]:
            yield ("facts", entry.id)


def stored(block: BlockTable) -> frozenset[str]:
    """The attributes that a block assigns to what is not `self`, kept with the block."""
    known = block.stored
    if known is None:
        known = block.stored = frozenset(
            term[1][2]
            for entry in block.entries
            for role, term, _ in entry.scope.sites
            if role == Role.STORE and term is not None
        )
    return known


def _mentioned(block: BlockTable) -> frozenset[str]:
    """All that a block mentions, kept with the block."""
    known = block.mentioned
    if known is None:
        known = block.mentioned = frozenset().union(
            *(_names_in(entry.scope.sites) for entry in block.entries)
        )
    return known


def _names_in(sites: tuple[Site, ...]) -> set[str]:
    names: set[str] = set()
    for role, term, _ in sites:
        if role[0] == "o":
            names.update(called_for(role[3:]))
        elif term is not None:
            if role in _WITH_MORE:
                term = term[1]
            if term is not None and term[0] == "a":
                names.add(term[2])
    return names
