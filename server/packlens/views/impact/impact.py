"""What breaks when something changes, with the path that proves each answer.

The changed symbols come from targets that a person names, which may change in any way, or from a diff, which says how
they changed. From them the graph is walked backwards (`affected`). A change of a body leaves contracts as they are, so
that only behaviour may differ; a change of a docstring affects nobody. Where a name went away or came to mean something
else, the graph of the earlier state says who used it.

What the graph cannot say is counted apart and never taken for "nobody": calls that no resolver settled (`possible`),
and files and changes that cannot be read (`unknown`). docs/impact.md has the rule by which all of it is weighed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from packlens.base.errors import UsageError
from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import EdgeKind
from packlens.symbols.diff import Change, SymbolChange
from packlens.symbols.symbol import SymbolKind, path_of
from packlens.text.diff import Diff
from packlens.views.affected import MIN_CONFIDENCE, Affected, Backwards, Step, affected, backwards_of, way
from packlens.views.changed import changed_symbols
from packlens.views.impact.classes_used import constructed_otherwise, demanded_anew
from packlens.views.impact.fit import Reader, Unfit, unfit_calls
from packlens.views.impact.model import (
    NOTHING_ELSE,
    TARGET,
    Changed,
    Contract,
    Impact,
    ImpactInputs,
    Row,
    Unknown,
)
from packlens.views.impact.not_known import (
    changed_beside,
    possible_users,
    unreadable_changes,
    unreadable_users,
)
from packlens.views.impact.on_import import lost, steps_of_imports
from packlens.views.impact.rerouted import rerouted
from packlens.views.impact.risk import risk_of
from packlens.views.impact.unbound import unbound
from packlens.views.pack.neighbours import family
from packlens.views.targets import resolve_target
from packlens.views.testing.likeliest import likeliest_first
from packlens.views.testing.recorded import Recorded
from packlens.views.testing.recorded_tests import recorded_tests
from packlens.views.testing.to_run import TestRow, tests_to_run

DEPTH = 3

_CONTRACTS = frozenset({Change.SIGNATURE, Change.REMOVED, Change.RENAMED, Change.MOVED})
_VALUES = frozenset({SymbolKind.VARIABLE, SymbolKind.CONSTANT})


def impact_of_targets(
    snapshot: Snapshot,
    targets: Sequence[str],
    depth: int = DEPTH,
    min_confidence: float = MIN_CONFIDENCE,
    inputs: ImpactInputs = NOTHING_ELSE,
) -> Impact:
    """What a change of these symbols or files reaches. Raises as `resolve_target` does."""
    if not targets:
        raise UsageError("impact: nothing named; give a symbol, a file or a diff")
    ids = dict.fromkeys(each for text in targets for each in resolve_target(snapshot, text).ids)
    changed = tuple(Changed(identifier, TARGET) for identifier in ids)
    seeds = {inner: True for identifier in ids for inner in family(snapshot, identifier)}
    return _answer(
        _Case(snapshot, " ".join(targets), Contract.OPEN, changed, seeds), depth, min_confidence, inputs
    )


def impact_of_diff(
    snapshot: Snapshot,
    diff: Diff,
    depth: int = DEPTH,
    min_confidence: float = MIN_CONFIDENCE,
    inputs: ImpactInputs = NOTHING_ELSE,
) -> Impact:
    """What the changes of a diff reach, whose later texts are those of `snapshot`."""
    changes = changed_symbols(snapshot, diff)
    earlier_ids = {change.id: change.before for change in changes if change.before}
    contracts = {change.id for change in changes if change.change in _CONTRACTS}
    makes_otherwise = constructed_otherwise(snapshot, inputs.earlier, changes)
    contracts |= makes_otherwise & {change.id for change in changes}
    demanded = demanded_anew(snapshot, inputs.earlier, changes)
    contracts |= {each.target for each in demanded}
    seeds = {
        change.id: change.id in contracts
        for change in changes
        if change.change is not Change.DOC and not _said_by_its_parts(snapshot, change, changes)
    }
    differs = bool(seeds or lost(snapshot, diff))
    contract = Contract.CHANGED if contracts else Contract.BEHAVIOUR if differs else Contract.NONE
    changed = tuple(Changed(change.id, change.change.value, change.before) for change in changes)
    case = _Case(snapshot, diff.text, contract, changed, seeds, diff)
    reader = Reader(snapshot)
    if inputs.earlier is not None:
        gone = rerouted(snapshot, inputs.earlier, changes, reader)
        case.given += gone.steps
        # What stands in a file that cannot be read may still be there.
        unread = {file.path for file in diff.files if file.unread}
        case.unfit += [each for each in gone.unfit if path_of(each.target) not in unread]
        imports = unbound(snapshot, inputs.earlier, [file.path for file in diff.files])
        case.given += imports.steps
        told = {(each.id, each.line) for each in case.unfit}
        case.unfit += [each for each in imports.unfit if (each.id, each.line) not in told]
    for identifier in sorted(contracts | makes_otherwise):
        earlier = inputs.earlier, earlier_ids.get(identifier, identifier)
        edges = snapshot.incoming(identifier)
        case.unfit += unfit_calls(snapshot, identifier, edges, earlier, reader)
    case.on_import = steps_of_imports(snapshot, inputs.earlier, diff, case.unfit)
    case.unfit += demanded
    case.given += [
        Step(each.id, each.target, EdgeKind.OVERRIDES.value, 0.9, line=each.line) for each in demanded
    ]
    beside = changed_beside(snapshot, diff)
    case.other += [path for path, why in beside.items() if not why]
    case.unknown += [Unknown(path, f"changed, and {why}") for path, why in beside.items() if why]
    case.unknown += unreadable_changes(snapshot, diff)
    return _answer(case, depth, min_confidence, inputs)


def needs_earlier(snapshot: Snapshot, diff: Diff) -> bool:
    """Whether the graph before a diff has something to say: not where bodies of functions alone have changed."""
    if lost(snapshot, diff):
        return True
    for change in changed_symbols(snapshot, diff):
        symbol = snapshot.symbol(change.id)
        if change.change is Change.DOC:
            continue
        if symbol is None or change.change not in (Change.BODY, Change.ADDED):
            return True
        if change.change is Change.BODY and symbol.kind in (SymbolKind.MODULE, SymbolKind.CLASS):
            return True
    return False


@dataclass(slots=True)
class _Case:
    """A question on its way to the answer."""

    snapshot: Snapshot
    asked: str
    contract: Contract
    changed: tuple[Changed, ...]
    seeds: dict[str, bool]
    diff: Diff | None = None
    given: list[Step] = field(default_factory=list)
    on_import: tuple[Step, ...] = ()
    unfit: list[Unfit] = field(default_factory=list)
    unknown: list[Unknown] = field(default_factory=list)
    other: list[str] = field(default_factory=list)


def _answer(case: _Case, depth: int, min_confidence: float, inputs: ImpactInputs) -> Impact:
    if depth < 1:
        raise UsageError(f"depth {depth}: must be at least 1")
    if not 0 <= min_confidence <= 1:
        raise UsageError(f"confidence {min_confidence}: must be from 0 to 1")
    snapshot = case.snapshot
    backwards = backwards_of(snapshot)
    found = affected(backwards, case.seeds, depth, min_confidence, case.given)
    rows = tuple(_row(found, each) for each in _telling(found, {each.id for each in case.unfit}))
    tests, recording = _tests(case, backwards, min_confidence, inputs)
    possible = possible_users(snapshot, case.seeds)
    by_path = {each.path: each for each in unreadable_users(snapshot, case.seeds, inputs.blind)}
    by_path |= {each.path: each for each in case.unknown}
    unknown = tuple(by_path[path] for path in sorted(by_path))
    unfit = tuple(sorted(set(case.unfit), key=lambda each: (each.path, each.line, each.target, each.reason)))
    open_sites = snapshot.pending_for(case.seeds, inside=False)
    risk = risk_of(
        contract=case.contract.value,
        users=len(rows),
        files=len({path_of(row.id) for row in rows}),
        direct=sum(row.depth == 1 for row in rows),
        unfit=len(unfit),
        tests=len(tests),
        possible=len(possible),
        unknown=len(unknown),
        pending=len(open_sites),
    )
    return Impact(
        case.asked,
        case.contract,
        depth,
        case.changed,
        rows,
        unfit,
        tests,
        possible,
        unknown,
        tuple(sorted(case.other)),
        risk,
        open_sites,
        recording,
    )


def _tests(
    case: _Case, backwards: Backwards, min_confidence: float, inputs: ImpactInputs
) -> tuple[tuple[TestRow, ...], str]:
    """The tests to run, the likeliest first, and what became of the recording."""
    given = (*case.given, *case.on_import)
    if inputs.recording is None:
        tests, told = tests_to_run(backwards, case.seeds, given, min_confidence), inputs.without
    else:
        recorded = Recorded(inputs.recording, case.snapshot, case.diff)
        before = {each.id: each.before for each in case.changed if each.before}
        tests = recorded_tests(backwards, case.seeds, given, min_confidence, recorded, before)
        told = recorded.told
    changed = [each.id for each in case.changed]
    return likeliest_first(case.snapshot, tests, changed, case.diff), told


def _telling(found: Mapping[str, Affected], broken: set[str]) -> Iterable[Affected]:
    """What is reached, without the imports of files in which something is reached that uses what they import."""
    using = {path_of(each.id) for each in found.values() if each.step.kind != EdgeKind.IMPORTS}
    for each in found.values():
        if each.step.kind != EdgeKind.IMPORTS or each.id in broken or path_of(each.id) not in using:
            yield each


def _row(found: Mapping[str, Affected], each: Affected) -> Row:
    return Row(each.id, each.depth, round(each.confidence, 4), way(found, each.id))


def _said_by_its_parts(snapshot: Snapshot, change: SymbolChange, changes: Iterable[SymbolChange]) -> bool:
    """Whether a changed body of a module or class is that of variables in it, whose own users are known."""
    symbol = snapshot.symbol(change.id)
    if change.change is not Change.BODY or symbol is None:
        return False
    if symbol.kind is SymbolKind.CLASS and (symbol.decorators or "(" in snapshot.signature(change.id)):
        return False  # a decorator or a base may make anything of it
    if symbol.kind not in (SymbolKind.MODULE, SymbolKind.CLASS):
        return False
    parts = set(snapshot.children(change.id))
    for other in changes:
        part = snapshot.symbol(other.id)
        if other.id in parts and part is not None and part.kind in _VALUES:
            return True
        if other.change is Change.REMOVED and other.id.rpartition(".")[0] == change.id:
            return True
    return False
