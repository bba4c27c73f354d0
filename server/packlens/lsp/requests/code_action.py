"""`textDocument/codeAction`: copy the context of what the cursor or the selection is in."""

from __future__ import annotations

from lsprotocol import types

from packlens.lsp.commands import copy_context
from packlens.lsp.protocol import CODE_ACTION_KIND
from packlens.lsp.server import Server
from packlens.symbols.symbol import qualname_of
from packlens.views.targets import definition_at


async def code_action(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    """One action for the enclosing symbol, or for the selected lines; none before the first index.

    Lines are those of the client's text, so what was just typed is waited for.
    """
    path = ls.path(params.text_document.uri)
    if path is None or not _wanted(params.context) or not ls.first_index.done:
        return []
    snapshot = await ls.snapshot()
    document = snapshot.documents.get(path)
    if document is None:
        return []
    start, end = params.range.start, params.range.end
    if (start.line, start.character) == (end.line, end.character):
        line, _ = ls.positions.inward(document.lines, start.line, start.character)
        definition = definition_at(snapshot, path, line)
        target = definition or path
        title = f"Copy context of {qualname_of(definition) if definition else path}"
    else:
        target = lines_target(path, start.line, start.character, end.line, end.character)
        title = f"Copy context of {target.rpartition('/')[2]}"
    command = copy_context(ls, title, params.text_document.uri, target)
    return [types.CodeAction(title=title, kind=CODE_ACTION_KIND, command=command)]


def lines_target(path: str, first: int, first_character: int, last: int, last_character: int) -> str:
    """The lines an LSP range touches, as a target; a line at whose beginning it ends is left out."""
    (first, _), (last, last_character) = sorted(
        ((max(first, 0), first_character), (max(last, 0), last_character))
    )
    if last > first and last_character == 0:
        last -= 1
    return f"{path}:{first + 1}" if first == last else f"{path}:{first + 1}-{last + 1}"


def _wanted(context: types.CodeActionContext) -> bool:
    only = context.only
    return only is None or any(f"{CODE_ACTION_KIND}.".startswith(f"{_name(kind)}.") for kind in only)


def _name(kind: types.CodeActionKind | str) -> str:
    return kind.value if isinstance(kind, types.CodeActionKind) else kind
