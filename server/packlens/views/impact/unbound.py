"""What an import that was taken out, or that now brings something else, means for the code that uses its name.

No edge stands for what is outside the workspace, and none for a name that nothing binds. So the imports at the top of a
file are held against those it had: who uses a name that is gone breaks, and who uses one that is imported from
elsewhere, from outside as before, does something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from packlens.graph.shard import Shard
from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import EdgeKind
from packlens.resolve.static.builtin_names import BUILTINS
from packlens.symbols.scope import ScopeEntry
from packlens.symbols.table import FileTable, whole
from packlens.syntax.facts import Binding, Role, Term
from packlens.views.affected import Step
from packlens.views.impact.fit import Unfit
from packlens.views.impact.rerouted import Rerouted
from packlens.views.reexports import brought


def unbound(later: Snapshot, earlier: Snapshot, paths: Iterable[str]) -> Rerouted:
    """The uses, in some files that both states have, of imports that are gone or lead elsewhere outside."""
    found = Rerouted()
    for path in paths:
        before, after = earlier.table(path), later.table(path)
        if before is None or after is None or before is after:
            continue
        gone = _gone(before, after)
        names = gone | _elsewhere(earlier, later, before, after)
        module = after.module
        for scope, number, name in _uses(later.shards[path], names) if names else ():
            source = whole(scope)
            line, _ = later.shards[path].site(scope, number)
            if source != module:
                found.steps.append(Step(source, module, EdgeKind.REFERENCES.value, 0.9, line=line))
            if name in gone:
                found.unfit.append(
                    Unfit(source, path, line, module, f"uses `{name}`, which is no longer imported")
                )
    return found


def _imports(table: FileTable) -> dict[str, Binding]:
    """Name -> the import that binds it last, at the top of a file."""
    return {
        name: bound[-1][1]
        for name, bound in table.bindings.items()
        if bound and bound[-1][1][0] in ("f", "m")
    }


def _gone(before: FileTable, after: FileTable) -> set[str]:
    """The names that a file imported and that nothing in it binds any more."""
    if after.stars:
        return set()
    return _imports(before).keys() - after.bindings.keys() - BUILTINS


def _elsewhere(earlier: Snapshot, later: Snapshot, before: FileTable, after: FileTable) -> set[str]:
    """The names that a file takes from another place outside the workspace than it did."""
    old, new = _imports(before), _imports(after)
    changed = {
        name
        for name in old.keys() & new.keys()
        if old[name][0] == new[name][0] == "f" and old[name][:-1] != new[name][:-1]
    }
    for state in (earlier, later) if changed else ():
        changed.difference_update(name for name, *_ in brought(state, after.path))
    return changed


def _uses(shard: Shard, names: set[str]) -> Iterator[tuple[str, int, str]]:
    """(scope, number of the site, name) of each use of a module's name, annotations aside."""
    table = shard.table
    number = 0
    for block in table.blocks:
        for role, term, _ in block.facts.scopes[0].sites:
            if role != Role.ANNOTATION:
                yield from ((table.module, number, name) for name in sorted(names.intersection(_names(term))))
            number += 1
    for scope, entry in table.scopes.items():
        for number, (role, term, _) in enumerate(entry.scope.sites):
            if role != Role.ANNOTATION:
                for name in sorted(names.intersection(_names(term))):
                    if not _is_bound_inside(entry, name):
                        yield scope, number, name


def _is_bound_inside(entry: ScopeEntry, name: str) -> bool:
    """Whether a scope, or one around it below the module, binds a name itself."""
    around: ScopeEntry | None = entry
    while around is not None:
        if name in around.scope.bindings:
            return True
        around = around.parent
    return False


def _names(term: Term | Any) -> Iterator[str]:
    """The names that are looked up for a term."""
    if isinstance(term, tuple):
        if len(term) == 2 and term[0] == "n" and isinstance(term[1], str):
            yield term[1]
        for part in term:
            yield from _names(part)
