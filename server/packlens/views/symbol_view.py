"""One symbol: where it is, its signature, its docstring, what it encloses, and its body when asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace

from packlens.base.counted import counted
from packlens.base.errors import AmbiguousError
from packlens.graph.possible import possible_callers
from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import MODULE_QUALNAME, Symbol, symbol_id
from packlens.views.callers import count_callers
from packlens.views.json_text import json_text
from packlens.views.layout.common import fence_for, lines_label
from packlens.views.pack.item_text import full_ranges, verbatim
from packlens.views.redact import Redactor, visible
from packlens.views.targets import TargetKind, resolve_target

_SCHEMA = "packlens.symbol/1"
_SHOWN_CHILDREN = 200


@dataclass(frozen=True, slots=True)
class SymbolView:
    """The answer. Texts are without secrets.

    callers  how many symbols use it
    body     its source lines; `None` when not asked for
    lines_left_out   how many lines of the body were too many
    open_sites   (scope, site) of the sites that could still change the number of callers
    """

    symbol: Symbol
    signature: str
    docstring: str | None
    children: tuple[str, ...]
    callers: int
    possible_callers: int
    body: str | None
    open_sites: frozenset[tuple[str, int]]
    lines_left_out: int = 0


def symbol_view(snapshot: Snapshot, name: str, *, body: bool = False) -> SymbolView:
    """The one symbol that `name` stands for; a file stands for its module."""
    target = resolve_target(snapshot, name)
    if target.kind is TargetKind.FILE:
        assert target.path is not None
        identifier = symbol_id(target.path, MODULE_QUALNAME)
    elif len(target.ids) == 1:
        identifier = target.ids[0]
    else:
        raise AmbiguousError(
            f"target {visible(name)!r}: holds {len(target.ids)} symbols; give one of "
            f"{', '.join(visible(each) for each in target.ids[:10])}",
            asked=name,
            candidates=target.ids,
        )
    symbol = snapshot.symbol(identifier)
    assert symbol is not None
    redactor = Redactor()
    docstring = snapshot.docstring(identifier)
    document = snapshot.documents[symbol.path]
    source = None
    if body:
        pieces = verbatim(document, full_ranges(symbol))
        source = "\n".join(redactor.piece(piece, document) for piece in pieces)
    return SymbolView(
        symbol,
        redactor.text(snapshot.signature(identifier), document),
        None if docstring is None else redactor.text(docstring, document),
        snapshot.children(identifier),
        count_callers(snapshot, identifier),
        len({(use.source, use.line, use.column) for use in possible_callers(snapshot, identifier)}),
        source,
        snapshot.pending_for((identifier,), inside=False),
    )


def first_lines(view: SymbolView, limit: int) -> SymbolView:
    """`view` with no more than the first `limit` lines of the body."""
    lines = [] if view.body is None else view.body.rstrip("\n").split("\n")
    if len(lines) <= limit:
        return view
    return replace(view, body="\n".join(lines[:limit]) + "\n", lines_left_out=len(lines) - limit)


def to_json(view: SymbolView) -> str:
    """`packlens.symbol/1`."""
    symbol = view.symbol
    answer = {
        "schema": _SCHEMA,
        "id": symbol.id,
        "path": symbol.path,
        "qualname": symbol.qualname,
        "name": symbol.name,
        "kind": symbol.kind.value,
        "parent": symbol.parent,
        "start_line": symbol.start_line,
        "end_line": symbol.end_line,
        "signature": view.signature,
        "docstring": view.docstring,
        "children": list(view.children),
        "callers": view.callers,
        "possible_callers": view.possible_callers,
    }
    if view.body is not None:
        answer["body"] = view.body
    return json_text(answer)


def to_text(view: SymbolView) -> str:
    """For a person."""
    symbol = view.symbol
    possible = f", {view.possible_callers} possible" if view.possible_callers else ""
    lines = [
        f"{visible(symbol.id)}  {symbol.kind.value}, lines {lines_label(full_ranges(symbol))}, "
        f"{counted(view.callers, 'caller')}{possible}"
    ]
    if view.body is not None:
        lines += ["", *_fenced("python", view.body)]
        if view.lines_left_out:
            lines.append(f"and {counted(view.lines_left_out, 'line')} more")
    else:
        if view.signature:
            lines += ["", *_fenced("python", view.signature)]
        if view.docstring:
            lines += ["", *_fenced("docstring", view.docstring)]
    if view.children:
        lines += ["", *(visible(child) for child in view.children[:_SHOWN_CHILDREN])]
        if len(view.children) > _SHOWN_CHILDREN:
            lines.append(f"and {len(view.children) - _SHOWN_CHILDREN} more")
    return "\n".join(lines) + "\n"


def _fenced(title: str, text: str) -> tuple[str, str, str]:
    """Text of the repository between fences that it cannot close."""
    fence = fence_for(text, "`", 3)
    return f"{fence}{title}", text.strip("\n"), fence
