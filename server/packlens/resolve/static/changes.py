"""Which facts differ between two tables of a file."""

from __future__ import annotations

from collections.abc import Iterator

from packlens.resolve.static.mentions import stored
from packlens.resolve.static.nodes import Key
from packlens.symbols.scope import ScopeEntry
from packlens.symbols.table import FileTable, ModuleBinding
from packlens.syntax.facts import Scope, ScopeKind, Trait

BASE = "<base> "
"""Before the name of a base, among the names of methods."""


def changed_facts(path: str, before: FileTable | None, after: FileTable | None) -> set[Key]:
    """The keys of all facts of a file that are not what they were."""
    changed: set[Key] = set()
    old = before.scopes if before is not None else {}
    new = after.scopes if after is not None else {}
    for scope in old.keys() | new.keys():
        first, second = old.get(scope), new.get(scope)
        if first is second:
            continue
        if first is None or second is None or first.scope.kind is not second.scope.kind:
            changed.update((("facts", scope), ("head", scope), ("parameters", scope)))
            for entry in (first, second):
                if entry is not None and entry.scope.kind == ScopeKind.CLASS:
                    changed.update(("own", scope, name) for name in _class_names(entry.scope))
            continue
        if _around(first) is not _around(second):
            changed.update((("facts", scope), ("head", scope), ("parameters", scope)))
        if first.scope.decorators != second.scope.decorators or first.scope.traits != second.scope.traits:
            changed.update((("head", scope), ("parameters", scope)))
        if first.scope.parameters != second.scope.parameters:
            changed.add(("parameters", scope))
        if first.scope.traits & Trait.GENERIC and _type_parameters(first.scope) != _type_parameters(
            second.scope
        ):
            changed.add(("facts", scope))
        if not first.same_meaning(second):
            if first.scope.kind == ScopeKind.CLASS:
                changed |= _class_changes(first, second)
            else:
                changed.add(("facts", scope))
    changed.update(_variable_changes(path, before, after))
    old_names = before.bindings if before is not None else {}
    new_names = after.bindings if after is not None else {}
    for name in old_names.keys() | new_names.keys():
        if not _same_bindings(old_names.get(name, ()), new_names.get(name, ())):
            changed.add(("global", path, name))
    if before is None or after is None:
        changed.update((("stars", path), ("names", path), ("top", path)))
    else:
        if before.stars != after.stars:
            changed.add(("stars", path))
        if old_names.keys() != new_names.keys() or not _same_terms(before, after):
            changed.add(("names", path))
        if not _same_tops(before, after):
            changed.add(("top", path))
    return changed


def stub_facts(
    path: str,
    old: FileTable | None,
    old_stub: FileTable | None,
    new: FileTable | None,
    new_stub: FileTable | None,
) -> set[Key]:
    """The facts of the module at `path` that read otherwise since a stub stands beside it, or stands no more."""
    changed: set[Key] = set()
    for table in (old, new):
        if table is not None:
            changed |= changed_facts(path, None, table)
    for table in (old_stub, new_stub):
        if table is not None:
            for kind, place, *rest in changed_facts(table.path, None, table):
                changed.add((kind, path + place[len(table.path) :], *rest))
    return changed


def _variable_changes(path: str, before: FileTable | None, after: FileTable | None) -> Iterator[Key]:
    """The names that are bound as before and come to be, or cease to be, variables with a symbol of their own."""
    if before is None or after is None:
        return
    for identifier in before.variables ^ after.variables:
        holder, _, name = identifier[len(path) + 2 :].rpartition(".")
        yield ("own", f"{path}::{holder}", name) if holder else ("global", path, name)


def _around(entry: ScopeEntry) -> int | None:
    """What kind of scope an entry stands in: a function in a class is a method."""
    return entry.parent.scope.kind if entry.parent is not None else None


def _class_names(scope: Scope) -> set[str]:
    return scope.bindings.keys() | (scope.attributes or {}).keys()


def _class_changes(first: ScopeEntry, second: ScopeEntry) -> set[Key]:
    """A class's head and sites are one fact, each of its names another."""
    changed: set[Key] = set()
    old, new = first.scope, second.scope
    if (
        old.bases != new.bases
        or old.sites != new.sites
        or old.decorators != new.decorators
        or old.traits != new.traits
        or (first.places != second.places and _nameless(first) != _nameless(second))
    ):
        changed.add(("facts", first.id))
    for name in _class_names(old) | _class_names(new):
        mine = _meaning(old.bindings.get(name, ()), first), _attribute_meaning(old, name, first)
        other = _meaning(new.bindings.get(name, ()), second), _attribute_meaning(new, name, second)
        if mine != other:
            changed.add(("own", first.id, name))
    return changed


def _type_parameters(scope: Scope) -> list[str]:
    """The names of a class's type parameters in order, which says which argument is whose."""
    return [name for name, rows in scope.bindings.items() if any(row[0] == "T" for row in rows)]


def _nameless(entry: ScopeEntry) -> list[tuple[int, str]]:
    """The lambdas and comprehensions among the places of a class."""
    return [(at, scope) for at, scope in enumerate(entry.places) if "<" in scope.rpartition(".")[2]]


def _mentions_places(term: object) -> bool:
    if not isinstance(term, tuple):
        return False
    if term and term[0] in ("l", "g"):
        return True
    return any(_mentions_places(part) for part in term)


def _meaning(bindings: tuple[tuple[object, ...], ...], entry: ScopeEntry) -> tuple[object, ...]:
    """Bindings with places replaced by the scopes they stand for."""
    rows: list[object] = []
    for binding in bindings:
        if binding[0] == "d":
            place = binding[1]
            assert isinstance(place, int)
            rows.append(("d", entry.places[place], binding[2]))
        elif binding[0] == "=" and (binding[3] or _mentions_places(binding[1])):
            rows.append((binding, entry.places))
        else:
            rows.append(binding)
    return tuple(rows)


def _attribute_meaning(scope: Scope, name: str, entry: ScopeEntry) -> tuple[object, ...]:
    rows: list[object] = []
    for binding in (scope.attributes or {}).get(name, ()):
        path = binding[3]
        first = entry.places[path[0]] if path else ""
        rows.append((binding[1], binding[2], first, path[1:]))
    return tuple(rows)


def _same_bindings(old: tuple[ModuleBinding, ...], new: tuple[ModuleBinding, ...]) -> bool:
    if old is new:
        return True
    if len(old) != len(new):
        return False
    for (first, mine), (second, other) in zip(old, new, strict=True):
        if first is second and mine is other:
            continue
        if mine != other or first.places != second.places:
            return False
    return True


def _same_terms(before: FileTable, after: FileTable) -> bool:
    mine = [(term, fragment.places) for fragment, term in before.exported]
    return mine == [(term, fragment.places) for fragment, term in after.exported]


def _same_tops(before: FileTable, after: FileTable) -> bool:
    old = [block.entries[0] for block in before.blocks]
    new = [block.entries[0] for block in after.blocks]
    if len(old) != len(new):
        return False
    return all(
        first is second
        or (
            first.scope.sites == second.scope.sites
            and first.places == second.places
            and first.scope.bindings.keys() == second.scope.bindings.keys()
        )
        for first, second in zip(old, new, strict=True)
    )


def bound_names(table: FileTable | None) -> set[str]:
    """The names by which something of a file can be reached: its own and its folders', of the module, its classes
    and their instances.
    """
    if table is None:
        return set()
    names = set(table.path.rpartition(".")[0].split("/")) | table.bindings.keys()
    for entry in table.scopes.values():
        if entry.scope.kind == ScopeKind.CLASS:
            names.update(entry.scope.bindings)
            if entry.scope.attributes:
                names.update(entry.scope.attributes)
    for block in table.blocks:
        names |= stored(block)
    return names


def method_names(table: FileTable | None) -> Iterator[tuple[str, str]]:
    """(class, method) of each method that a file's classes define, and (class, `BASE` + name) of each name that a base
    of theirs has or was imported by."""
    if table is None:
        return
    for entry in table.scopes.values():
        if entry.scope.kind == ScopeKind.CLASS:
            for name, bindings in entry.scope.bindings.items():
                if any(binding[0] == "d" for binding in bindings):
                    yield entry.id, name
            for term in entry.scope.bases:
                while term is not None and term[0] == "s":
                    term = term[1]
                if term is None or term[0] not in ("n", "v", "a"):
                    continue
                name = term[2] if term[0] == "a" else term[1]
                yield entry.id, BASE + name
                for _, binding in table.bindings.get(name, ()) if term[0] == "n" else ():
                    if binding[0] == "f" and binding[3] != name:
                        yield entry.id, BASE + binding[3]
