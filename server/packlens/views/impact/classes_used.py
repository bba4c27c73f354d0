"""What a change of a class means for those who make its instances, where no signature says so.

The fields of a dataclass, of a class of attrs and of a `NamedTuple` are what it takes, its subclasses too. A method
that comes to be abstract must be defined by every class below that is not abstract itself, else none can be made of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import EdgeKind
from packlens.symbols.diff import Change, SymbolChange
from packlens.symbols.symbol import SymbolKind, path_of
from packlens.views.impact.fit import Unfit
from packlens.views.impact.taken import taken_by

_ENFORCED_BY = ("ABC", "ABCMeta", "Protocol")


def constructed_otherwise(
    snapshot: Snapshot, earlier: Snapshot | None, changes: Iterable[SymbolChange]
) -> frozenset[str]:
    """The changed classes, and those below them, that take other arguments than before."""
    if earlier is None:
        return frozenset()
    found: set[str] = set()
    for change in changes:
        symbol = snapshot.symbol(change.id)
        if symbol is None or symbol.kind is not SymbolKind.CLASS or change.change not in _OF_CLASSES:
            continue
        for each in (change.id, *_below(snapshot, change.id)):
            before_id = change.before if each == change.id and change.before else each
            now, before = taken_by(snapshot, each), taken_by(earlier, before_id)
            if now is not None and before is not None and now != before:
                found.add(each)
    return frozenset(found)


_OF_CLASSES = (Change.BODY, Change.SIGNATURE, Change.RENAMED, Change.MOVED)


def demanded_anew(
    snapshot: Snapshot, earlier: Snapshot | None, changes: Iterable[SymbolChange]
) -> tuple[Unfit, ...]:
    """The classes that do not define a method which has come to be abstract, and are not abstract themselves."""
    found: dict[Unfit, None] = {}
    for change in changes:
        if change.change not in (Change.ADDED, Change.SIGNATURE) or not _is_abstract(snapshot, change.id):
            continue
        if earlier is None or _is_abstract(earlier, change.id):
            continue
        symbol = snapshot.symbol(change.id)
        holder = symbol.parent if symbol is not None else None
        if symbol is None or holder is None or not _is_enforced(snapshot, holder, frozenset()):
            continue
        for below in _below(snapshot, holder):
            if not _defines(snapshot, below, symbol.name, holder, frozenset()) and not _is_open(
                snapshot, below
            ):
                known = snapshot.symbol(below)
                line = known.name_line if known is not None else 0
                reason = f"does not define `{symbol.name}`, which is abstract now"
                found[Unfit(below, path_of(below), line, change.id, reason)] = None
    return tuple(found)


def _below(snapshot: Snapshot, identifier: str) -> Iterator[str]:
    """The classes that extend a class, however far."""
    seen = {identifier}
    waiting = [identifier]
    while waiting:
        for edge in snapshot.incoming(waiting.pop()):
            if edge.kind is EdgeKind.EXTENDS and edge.source not in seen:
                seen.add(edge.source)
                waiting.append(edge.source)
                yield edge.source


def _is_abstract(snapshot: Snapshot, identifier: str) -> bool:
    symbol = snapshot.symbol(identifier)
    return symbol is not None and any(
        name.rpartition(".")[2].startswith("abstract") for name in symbol.decorators
    )


def _is_enforced(snapshot: Snapshot, identifier: str, seen: frozenset[str]) -> bool:
    """Whether a class, or one that it extends, has the metaclass that refuses to make what is abstract."""
    header = snapshot.signature(identifier).rpartition("class ")[2]
    if any(word in header.partition("(")[2] for word in _ENFORCED_BY):
        return True
    bases = snapshot.bases(identifier) - seen
    return any(_is_enforced(snapshot, base, seen | {identifier}) for base in bases)


def _defines(snapshot: Snapshot, identifier: str, name: str, holder: str, seen: frozenset[str]) -> bool:
    """Whether a class has a name by itself or by a base other than `holder`."""
    if identifier == holder or identifier in seen:
        return False
    if name in snapshot.class_attributes(identifier) or snapshot.symbol(f"{identifier}.{name}") is not None:
        return True
    return any(
        _defines(snapshot, base, name, holder, seen | {identifier}) for base in snapshot.bases(identifier)
    )


def _is_open(snapshot: Snapshot, identifier: str) -> bool:
    """Whether a class is abstract itself, or may have more than the graph shows: a decorator, a base from elsewhere."""
    symbol = snapshot.symbol(identifier)
    header = snapshot.signature(identifier).rpartition("class ")[2].partition("(")[2].rpartition(")")[0]
    if symbol is None or symbol.decorators or header.count(",") + 1 != len(snapshot.bases(identifier)):
        return True
    return any(_is_abstract(snapshot, child) for child in snapshot.children(identifier))
