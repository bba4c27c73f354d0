"""What a module passes on under its own name: definitions that it imports, by name or by a star.

Read off the graph: the edges of a module's imports say where each leads, and the names that it binds say which name
means which import. A star brings what its module's `__all__` lists, else all public names, and a module that a star
leads to may pass on what it imports itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from weakref import WeakKeyDictionary

from packlens.graph.shard import Shard
from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import EdgeKind
from packlens.symbols.symbol import MODULE_QUALNAME, path_of, qualname_of, symbol_id
from packlens.symbols.table import FileTable
from packlens.syntax.facts import Term

_STAR = "*"

_Leads = dict[tuple[int, str, str], tuple[str, ...]]
_leads: WeakKeyDictionary[Shard, _Leads] = WeakKeyDictionary()


def reexported(snapshot: Snapshot, asked: str, modules: Sequence[tuple[str, tuple[str, ...]]]) -> list[str]:
    """What `package.Name.rest` means when `package` only imports `Name`: the definitions behind the import."""
    found: dict[str, None] = {}
    for path, names in modules:
        for module in names:
            if asked.startswith(f"{module}."):
                found |= dict.fromkeys(_behind(snapshot, path, asked[len(module) + 1 :], frozenset()))
    return list(found)


def brought(snapshot: Snapshot, path: str) -> Iterator[tuple[str, str, bool]]:
    """What the `from` imports at the top of a file bring: the name, what it stands for, whether under a condition."""
    table = snapshot.table(path)
    if table is None:
        return
    leads = _imports_of(snapshot, path)
    names = set(table.bindings)
    for name, bound in table.bindings.items():
        binding = bound[-1][1]
        if binding[0] == "f":
            for target in leads.get((binding[1], binding[2], binding[3]), ()):
                yield name, target, binding[4]
    for level, module in reversed(table.stars):
        for target in leads.get((level, module, _STAR), ()):
            for name in sorted(_passed_on(snapshot, path_of(target), frozenset()) - names):
                names.add(name)
                identifier = symbol_id(path_of(target), name)
                found = (
                    [identifier]
                    if snapshot.symbol(identifier) is not None
                    else _behind(snapshot, path_of(target), name, frozenset())
                )
                yield from ((name, each, False) for each in found)


def _behind(snapshot: Snapshot, path: str, asked: str, seen: frozenset[tuple[str, str]]) -> Iterator[str]:
    """The definitions that a module's imports give for `Name.rest`."""
    table = snapshot.table(path)
    if table is None or (path, asked) in seen:
        return
    seen |= {(path, asked)}
    name, _, rest = asked.partition(".")
    leads = _imports_of(snapshot, path)
    bound = table.bindings.get(name, ())
    for _, binding in bound:
        if binding[0] == "f":
            for target in leads.get((binding[1], binding[2], binding[3]), ()):
                yield from _inside(snapshot, target, rest, seen)
    for level, module in () if bound else reversed(table.stars):
        for target in leads.get((level, module, _STAR), ()):
            source = path_of(target)
            if name in _passed_on(snapshot, source, frozenset()):
                identifier = symbol_id(source, asked)
                if snapshot.symbol(identifier) is not None:
                    found = [identifier]
                else:
                    found = list(_behind(snapshot, source, asked, seen))
                yield from found
                if found:
                    return  # the last star that brings a name wins; one that leads back here brings nothing new


def _inside(snapshot: Snapshot, target: str, rest: str, seen: frozenset[tuple[str, str]]) -> Iterator[str]:
    """`rest` in what an import leads to: a part of a definition, or a name of a module."""
    if qualname_of(target) != MODULE_QUALNAME:
        identifier = f"{target}.{rest}" if rest else target
    else:
        identifier = symbol_id(path_of(target), rest) if rest else target
    if snapshot.symbol(identifier) is not None:
        yield identifier
    elif rest and qualname_of(target) == MODULE_QUALNAME:
        yield from _behind(snapshot, path_of(target), rest, seen)


def _imports_of(snapshot: Snapshot, path: str) -> _Leads:
    """(level, module, name) of each `from` import at the top of a file -> what its edges lead to."""
    shard = snapshot.shards[path]
    known = _leads.get(shard)
    if known is not None:
        return known
    module = symbol_id(path, MODULE_QUALNAME)
    sites: list[Term] = [term for block in shard.table.blocks for _, term, _ in block.facts.scopes[0].sites]
    found: _Leads = {}
    for row in shard.rows[module].edges if module in shard.rows else ():
        term = sites[row.site] if 0 <= row.site < len(sites) else None
        if row.kind is EdgeKind.IMPORTS and term is not None and term[0] == "f":
            key = term[1], term[2], term[3]
            found[key] = (*found.get(key, ()), row.target)
    _leads[shard] = found
    return found


def _passed_on(snapshot: Snapshot, path: str, seen: frozenset[str]) -> frozenset[str]:
    """The names that `from module import *` brings."""
    table = snapshot.table(path)
    if table is None or path in seen:
        return frozenset()
    if "__all__" in table.bindings and table.exported:
        return frozenset(name for _, term in table.exported for name in _listed(snapshot, table, term, seen))
    names = set(table.bindings)
    for source in _stars_of(snapshot, table):
        names |= _passed_on(snapshot, source, seen | {path})
    return frozenset(name for name in names if not name.startswith("_"))


def _listed(snapshot: Snapshot, table: FileTable, term: Term, seen: frozenset[str]) -> Iterator[str]:
    """The names in a term that builds `__all__`. A list of another module counts for all that its star would bring."""
    if not isinstance(term, tuple) or not term:
        return
    if term[0] == "k":
        yield term[1]
    elif term[0] in ("n", "a"):
        for source in _stars_of(snapshot, table):
            yield from _passed_on(snapshot, source, seen | {table.path})
    else:
        for part in term[1:]:
            for inner in part if isinstance(part, tuple) and part and isinstance(part[0], tuple) else (part,):
                yield from _listed(snapshot, table, inner, seen)


def _stars_of(snapshot: Snapshot, table: FileTable) -> Iterator[str]:
    """The files that a module's star imports lead to."""
    leads = _imports_of(snapshot, table.path)
    for level, module in table.stars:
        for target in leads.get((level, module, _STAR), ()):
            yield path_of(target)
