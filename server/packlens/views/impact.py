"""What breaks when something changes, with the path that proves each answer.

The changed symbols come from targets that a person names, which may change in any way, or from a diff, which says how
they changed. From them the graph is walked backwards (`affected`). A change of a body leaves contracts as they are, so
that only behaviour may differ; a change of a docstring affects nobody. Where a name went away or came to mean something
else, the graph of the earlier state says who used it.

What the graph cannot say is counted apart and never taken for "nobody": calls that no resolver settled (`possible`),
and files and changes that cannot be read (`unknown`). docs/impact.md has the rule by which all of it is weighed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from packlens.base.errors import UsageError
from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import EdgeKind
from packlens.symbols.diff import Change, SymbolChange
from packlens.symbols.symbol import SymbolKind, path_of, simple_name
from packlens.text.diff import NOT_PYTHON, Diff
from packlens.views.affected import MIN_CONFIDENCE, Affected, Step, affected, backwards_of, is_module, way
from packlens.views.changed import changed_symbols
from packlens.views.fit import Reader, Unfit, unfit_calls
from packlens.views.neighbours import family
from packlens.views.other_files import why_it_matters
from packlens.views.possible import PossibleUse
from packlens.views.rerouted import rerouted
from packlens.views.risk import Risk, risk_of
from packlens.views.targets import resolve_target
from packlens.views.tests_to_run import TestRow, tests_to_run

DEPTH = 3

TARGET = "target"
"""The change of what a person named: any."""

_CONTRACTS = frozenset({Change.SIGNATURE, Change.REMOVED, Change.RENAMED, Change.MOVED})
_VALUES = frozenset({SymbolKind.VARIABLE, SymbolKind.CONSTANT})


class Contract(StrEnum):
    """What a change means for those who use what changed.

    NONE       nothing: documentation
    BEHAVIOUR  contracts hold, only behaviour may differ
    CHANGED    a signature, a name or a base is not what it was
    OPEN       it is not said how the symbol changes
    """

    NONE = "none"
    BEHAVIOUR = "behaviour"
    CHANGED = "contract"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Changed:
    """One changed symbol; `change` is one of `Change`, or "target". `before`: its earlier id, if another."""

    id: str
    change: str
    before: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A symbol that the change reaches, by `steps` from a changed one."""

    id: str
    depth: int
    confidence: float
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """A file of which it is not known what the change means for it, or what its change means."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Impact:
    """The answer. Rows of the nearest hop come first, the surest of a hop first.

    asked       the targets or the diff, as written
    unfit       places that the change breaks
    other       changed files that are not Python, and that no Python code names
    open_sites  (scope, site) of the sites that could still change it
    """

    asked: str
    contract: Contract
    depth: int
    changed: tuple[Changed, ...]
    rows: tuple[Row, ...]
    unfit: tuple[Unfit, ...]
    tests: tuple[TestRow, ...]
    possible: tuple[PossibleUse, ...]
    unknown: tuple[Unknown, ...]
    other: tuple[str, ...]
    risk: Risk
    open_sites: frozenset[tuple[str, int]] = frozenset()

    @property
    def pending(self) -> int:
        """How many sites could still change the answer."""
        return len(self.open_sites)


@dataclass(frozen=True, slots=True)
class ImpactInputs:
    """What the graph alone does not say.

    earlier  the graph before the diff; `None` where no name went away, or nobody knows
    blind    files of the root that give no text, by path, with the reason
    """

    earlier: Snapshot | None = None
    blind: Mapping[str, str] = field(default_factory=dict)


def impact_of_targets(
    snapshot: Snapshot,
    targets: Sequence[str],
    depth: int = DEPTH,
    min_confidence: float = MIN_CONFIDENCE,
    inputs: ImpactInputs = ImpactInputs(),
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
    inputs: ImpactInputs = ImpactInputs(),
) -> Impact:
    """What the changes of a diff reach, whose later texts are those of `snapshot`."""
    changes = changed_symbols(snapshot, diff)
    contracts = {change.id for change in changes if change.change in _CONTRACTS}
    seeds = {
        change.id: change.id in contracts
        for change in changes
        if change.change is not Change.DOC and not _said_by_its_parts(snapshot, change, changes)
    }
    contract = Contract.CHANGED if contracts else Contract.BEHAVIOUR if seeds else Contract.NONE
    changed = tuple(Changed(change.id, change.change.value, change.before) for change in changes)
    case = _Case(snapshot, diff.text, contract, changed, seeds)
    if inputs.earlier is not None:
        gone = rerouted(snapshot, inputs.earlier, changes)
        case.given += gone.steps
        case.unfit += gone.unfit
    reader = Reader(snapshot)
    for identifier in sorted(contracts):
        earlier = _earlier_signature(inputs.earlier, identifier, changes)
        edges = snapshot.incoming(identifier)
        case.unfit += unfit_calls(snapshot, identifier, edges, earlier, reader)
    unread = {file.path: file.unread for file in diff.files if file.unread}
    foreign = why_it_matters(snapshot, (path for path, why in unread.items() if why == NOT_PYTHON))
    case.other += [path for path, why in foreign.items() if not why]
    case.unknown += [
        Unknown(path, f"changed, and {why}") for path, why in unread.items() if why != NOT_PYTHON
    ]
    case.unknown += [Unknown(path, f"changed, and {why}") for path, why in foreign.items() if why]
    paths = {file.path for file in diff.files}
    case.unknown += [
        Unknown(problem.path, f"changed, and cannot be read whole (line {problem.line})")
        for problem in snapshot.problems
        if problem.path in paths
    ]
    return _answer(case, depth, min_confidence, inputs)


def needs_earlier(snapshot: Snapshot, diff: Diff) -> bool:
    """Whether the graph before a diff has something to say: not where bodies of functions alone have changed."""
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
    given: list[Step] = field(default_factory=list)
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
    tests = tests_to_run(backwards, case.seeds, case.given, min_confidence)
    possible = _possible(snapshot, case.seeds)
    by_path = {each.path: each for each in _blind(snapshot, case.seeds, inputs.blind)}
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
    )


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


def _earlier_signature(earlier: Snapshot | None, identifier: str, changes: Iterable[SymbolChange]) -> str:
    if earlier is None:
        return ""
    before = next((each.before for each in changes if each.id == identifier and each.before), identifier)
    return earlier.signature(before)


def _possible(snapshot: Snapshot, seeds: Iterable[str]) -> tuple[PossibleUse, ...]:
    found = {
        PossibleUse(use.source, path_of(use.source), use.line, use.name)
        for identifier in seeds
        for use in snapshot.possible_callers(identifier)
    }
    return tuple(sorted(found, key=lambda use: (use.path, use.line, use.name, use.id)))


def _blind(snapshot: Snapshot, seeds: Iterable[str], unread: Mapping[str, str]) -> Iterable[Unknown]:
    """Files that may use what changed and that nobody can read, whole or in part."""
    names = sorted({simple_name(each) for each in seeds if not is_module(each)})
    if not names:
        return
    for path, reason in unread.items():
        yield Unknown(path, reason)
    written = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
    for problem in snapshot.problems:
        found = written.search(snapshot.documents[problem.path].text)
        if found is not None:
            yield Unknown(
                problem.path, f"cannot be read whole (line {problem.line}), and names {found.group()}"
            )
