"""Uses that no longer fit what they use, with the reason.

A call is read in the text: which arguments are given, by place and by name. It is held against the parameters that
the signature says, or the fields of a class (`taken`). What a star spreads could be anything, so nothing is said of
what it may give. A call that did not fit before either is not the change's doing and is left out.

A property that becomes a method, or the other way, breaks those who read or call it; one that loses its setter or its
deleter those who set or delete it. A function that becomes a coroutine breaks those who use what it returns without
awaiting it, at once or under a name that is bound once; where the coroutine is handed on or returned, nothing is said.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from packlens.base.counted import counted, plural
from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import Edge, EdgeKind, Through
from packlens.symbols.symbol import Symbol, SymbolKind, path_of, simple_name
from packlens.views.impact.taken import Parameters, function_of, statements_of, taken_by

Earlier: TypeAlias = tuple[Snapshot | None, str]
"""The graph before a change, and the id there of what a call led to; `None` where nobody knows."""

_PLAIN_DECORATORS = frozenset({"staticmethod", "classmethod", "abstractmethod", "override"})
_USES_VALUE = (
    *(
        ast.Expr,
        ast.Attribute,
        ast.Subscript,
        ast.BinOp,
        ast.UnaryOp,
        ast.BoolOp,
        ast.Compare,
        ast.FormattedValue,
    ),
    *(ast.For, ast.If, ast.While, ast.Assert, ast.withitem, ast.IfExp),
)

_OF_COROUTINE = frozenset({"close", "send", "throw"})

_ACCESSORS: dict[type[ast.expr_context], str] = {ast.Store: "setter", ast.Del: "deleter"}
_ACCESSES = {"setter": "sets", "deleter": "deletes"}


@dataclass(frozen=True, slots=True)
class Unfit:
    """One place that a change breaks: `id` uses `target` at `line`, and `reason` says what does not fit."""

    id: str
    path: str
    line: int
    target: str
    reason: str


def unfit_calls(
    snapshot: Snapshot, target: str, edges: Sequence[Edge], earlier: Earlier, reader: Reader
) -> Iterator[Unfit]:
    """The uses among `edges`, all of `target`, that do not fit what it takes and is now, and fitted what it was."""
    graph, before_id = earlier
    symbol, former = snapshot.symbol(target), graph.symbol(before_id) if graph is not None else None
    if symbol is None:
        return
    starts_async = former is not None and _is_async(snapshot, target) and not _is_async(graph, before_id)
    for edge in edges:
        if edge.through is Through.DECORATED or edge.kind not in (EdgeKind.CALLS, EdgeKind.REFERENCES):
            continue
        found = reader.call_at(edge.source, edge.line, edge.column)
        reason = ""
        if former is not None and SymbolKind.PROPERTY in (symbol.kind, former.kind):
            reason = _changed_kind(symbol, former, is_called=found is not None)
            accessor = reader.accessor_at(edge.source, edge.line, edge.column)
            if accessor and symbol.kind is former.kind and graph is not None:
                now, before = snapshot.signature(target), graph.signature(before_id)
                if _has_accessor(before, accessor) and not _has_accessor(now, accessor):
                    reason = f"{_ACCESSES[accessor]} `{symbol.name}`, which has no {accessor} any more"
        elif found is not None and edge.kind is EdgeKind.CALLS:
            reason = new_misfit(found.call, snapshot, target, earlier)
            if not reason and starts_async and isinstance(found.around, _USES_VALUE):
                reason = f"does not await `{symbol.name}`, which is a coroutine now"
        if reason:
            yield Unfit(edge.source, path_of(edge.source), edge.line, target, reason)


def new_misfit(call: ast.Call, snapshot: Snapshot, target: str, earlier: Earlier) -> str:
    """Why a call does not fit what `target` takes; "" where it does, or did not fit what it led to earlier either."""
    on_class = _is_on_class(call, snapshot, simple_name(target))
    now = taken_by(snapshot, target, on_class=on_class)
    graph, before_id = earlier
    before = taken_by(graph, before_id, on_class=on_class) if graph is not None else None
    if now is None or now == before:
        return ""
    reason = misfit(call, now, before)
    return "" if before is not None and misfit(call, before) else reason


class Written(NamedTuple):
    """A call as it is written, and the node that it stands in."""

    call: ast.Call
    around: ast.AST


class Reader:
    """What is written in the symbols of one snapshot, by where the name of what is called, set or deleted stands."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._written: dict[str, dict[tuple[int, int], Written | str]] = {}

    def call_at(self, source: str, line: int, column: int) -> Written | None:
        """The call at a place in a symbol; `None` for what is no plain call, or cannot be read."""
        found = self._at(source, line, column)
        return found if isinstance(found, Written) else None

    def accessor_at(self, source: str, line: int, column: int) -> str:
        """What of a property an attribute at a place in a symbol needs: `setter`, `deleter`, or "" for neither."""
        found = self._at(source, line, column)
        return found if isinstance(found, str) else ""

    def _at(self, source: str, line: int, column: int) -> Written | str | None:
        known = self._written.get(source)
        if known is None:
            known = self._written[source] = {}
            symbol = self._snapshot.symbol(source)
            document = self._snapshot.documents.get(path_of(source))
            if symbol is not None and document is not None:
                for first, last in symbol.spans:
                    known.update(_written(document.lines.between(first, last), first))
        return known.get((line, column))


def _written(source: str, first: int) -> Iterator[tuple[tuple[int, int], Written | str]]:
    # Indented lines stand in a block of their own, so that columns stay what they are.
    text, first = (f"if 1:\n{source}", first - 1) if source[:1].isspace() else (source, first)
    tree = ast.Module(statements_of(text), [])
    lines = re.split(r"\r\n|\r|\n", text)
    around = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        accessor = ""
        if isinstance(node, ast.Attribute):
            accessor = _ACCESSORS.get(type(node.ctx), "")
        if not accessor and not isinstance(node, ast.Call):
            continue
        callee = node.func if isinstance(node, ast.Call) else node
        if isinstance(callee, ast.Name):
            line, column = callee.lineno, callee.col_offset
        elif isinstance(callee, ast.Attribute) and callee.end_lineno is not None:
            line = callee.end_lineno
            column = (callee.end_col_offset or 0) - len(callee.attr.encode())
        else:
            continue
        column = len(lines[line - 1].encode()[:column].decode("utf-8", "replace"))
        here = (line + first - 1, column)
        yield here, Written(node, _use_of(node, tree, around)) if isinstance(node, ast.Call) else accessor


def _use_of(call: ast.Call, tree: ast.Module, around: Mapping[int, ast.AST]) -> ast.AST:
    """What uses the value of a call: the node it stands in, or a use of its name, where all of them use its value."""
    place = around[id(call)]
    if (
        not isinstance(place, ast.Assign)
        or len(place.targets) != 1
        or not isinstance(place.targets[0], ast.Name)
    ):
        return place
    kept = place.targets[0]
    named = [each for each in ast.walk(tree) if isinstance(each, ast.Name) and each.id == kept.id]
    uses = [around[id(each)] for each in named if each is not kept]
    if any(not isinstance(each.ctx, ast.Load) for each in named if each is not kept):
        return place
    if any(isinstance(each, ast.Attribute) and each.attr in _OF_COROUTINE for each in uses):
        return place
    return uses[0] if uses and all(isinstance(each, _USES_VALUE) for each in uses) else place


def misfit(call: ast.Call, parameters: Parameters, before: Parameters | None = None) -> str:
    """Why a call does not fit the parameters; "" where it does. `before` are those that there were."""
    spread = any(isinstance(each, ast.Starred) for each in call.args)
    spread_names = any(each.arg is None for each in call.keywords)
    given = len([each for each in call.args if not isinstance(each, ast.Starred)])
    if given > len(parameters.places) and not parameters.any_place:
        taken = len(parameters.places)
        return f"gives {counted(given, 'argument')} by place, {taken or 'none'} {plural(taken, 'is', 'are')} taken"
    filled = set(parameters.places[:given])
    for keyword in call.keywords:
        if keyword.arg is None:
            continue
        if keyword.arg in filled:
            return f"gives `{keyword.arg}` twice, by place and by name"
        if keyword.arg not in parameters.names and not parameters.any_name:
            known = before is not None and keyword.arg in before.names
            return f"gives `{keyword.arg}`, which is {'no longer' if known else 'not'} a parameter"
        filled.add(keyword.arg)
    missing = [
        name for name in (*parameters.places, *sorted(parameters.names)) if name in parameters.required
    ]
    missing = [name for name in dict.fromkeys(missing) if name not in filled]
    if spread or spread_names or not missing:
        return ""
    return f"does not give {', '.join(f'`{name}`' for name in missing)}"


def _is_on_class(call: ast.Call, snapshot: Snapshot, name_called: str) -> bool:
    """Whether what is called is looked up on a class: `Base.go(self)`, `lib.Base.go(self)`."""
    callee = call.func
    if not isinstance(callee, ast.Attribute) or callee.attr != name_called:
        return False
    holder = callee.value
    name = (
        holder.id
        if isinstance(holder, ast.Name)
        else holder.attr
        if isinstance(holder, ast.Attribute)
        else ""
    )
    return bool(name) and any(
        symbol is not None and symbol.kind is SymbolKind.CLASS
        for symbol in map(snapshot.symbol, snapshot.named(name))
    )


def _changed_kind(symbol: Symbol, former: Symbol, *, is_called: bool) -> str:
    """What is wrong with a use where a method has become a property, or a property a method."""
    if former.kind is SymbolKind.METHOD and is_called:
        return f"calls `{symbol.name}`, which is a property now"
    if symbol.kind is SymbolKind.METHOD and not is_called:
        return f"reads `{symbol.name}`, which is a method now"
    return ""


def _has_accessor(signature: str, accessor: str) -> bool:
    """Whether a property has a function that is decorated `@name.setter`, or `@name.deleter`."""
    return any(line.startswith("@") and line.endswith(f".{accessor}") for line in signature.split("\n"))


def _is_async(snapshot: Snapshot | None, identifier: str) -> bool:
    """Whether a call of a symbol surely gives a coroutine."""
    symbol = snapshot.symbol(identifier) if snapshot is not None else None
    if snapshot is None or symbol is None or not _PLAIN_DECORATORS.issuperset(symbol.decorators):
        return False
    return isinstance(function_of(snapshot.signature(identifier)), ast.AsyncFunctionDef)
