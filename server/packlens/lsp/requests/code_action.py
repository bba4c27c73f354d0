"""`textDocument/codeAction`: the context and the impact of what the cursor or the selection is in."""

from __future__ import annotations

from lsprotocol import types

from packlens.graph.snapshot import Snapshot
from packlens.lsp.commands import copy_context, show_impact
from packlens.lsp.protocol import CODE_ACTION_KIND, IMPACT_ACTION_KIND
from packlens.lsp.server import Server
from packlens.symbols.symbol import qualname_of


async def code_action(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Actions for the enclosing symbol, or for the selected lines; none before the first index.

    Lines are those of the client's text, so what was just typed is waited for.
    """
    uri, context = params.text_document.uri, params.context
    path = ls.path(uri)
    copies = _wanted(CODE_ACTION_KIND, context)
    shows = ls.shows_impact and _wanted(IMPACT_ACTION_KIND, context)
    if path is None or not (copies or shows) or not ls.first_index.done:
        return []
    snapshot = await ls.snapshot()
    if path not in snapshot.documents:
        return []
    target, name, position = _asked(ls, snapshot, path, params.range)
    actions = []
    if copies:
        title = f"Copy context of {name}"
        actions.append(_action(CODE_ACTION_KIND, copy_context(ls, title, uri, target)))
    if shows:
        title = f"Show impact of {name}"
        actions.append(_action(IMPACT_ACTION_KIND, show_impact(ls, title, uri, target, position)))
    return actions


def lines_target(path: str, first: int, first_character: int, last: int, last_character: int) -> str:
    """The lines an LSP range touches, as a target; a line at whose beginning it ends is left out."""
    (first, _), (last, last_character) = sorted(
        ((max(first, 0), first_character), (max(last, 0), last_character))
    )
    if last > first and last_character == 0:
        last -= 1
    return f"{path}:{first + 1}" if first == last else f"{path}:{first + 1}-{last + 1}"


def _asked(ls: Server, snapshot: Snapshot, path: str, where: types.Range) -> tuple[str, str, types.Position]:
    """The target that a range means, what a person calls it, and where its name stands or its lines begin."""
    from packlens.views.targets import definition_at

    start, end = where.start, where.end
    if (start.line, start.character) != (end.line, end.character):
        target = lines_target(path, start.line, start.character, end.line, end.character)
        return target, target.rpartition("/")[2], start
    lines = snapshot.documents[path].lines
    definition = definition_at(snapshot, path, ls.positions.inward(lines, start.line, start.character)[0])
    symbol = None if definition is None else snapshot.symbol(definition)
    if symbol is None:
        return path, path, start
    position = ls.positions.outward(lines, symbol.name_line, symbol.name_column)
    return symbol.id, qualname_of(symbol.id), position


def _action(kind: str, command: types.Command) -> types.CodeAction:
    return types.CodeAction(title=command.title, kind=kind, command=command)


def _wanted(kind: str, context: types.CodeActionContext) -> bool:
    only = context.only
    return only is None or any(f"{kind}.".startswith(f"{_name(each)}.") for each in only)


def _name(kind: types.CodeActionKind | str) -> str:
    return kind.value if isinstance(kind, types.CodeActionKind) else kind
