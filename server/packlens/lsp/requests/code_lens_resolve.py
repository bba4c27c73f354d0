"""`codeLens/resolve`: what one lens says, and the command it runs in this client."""

from __future__ import annotations

import msgspec
from lsprotocol import types

from packlens.base.errors import UsageError
from packlens.lsp.commands import copy_context, show_callers, show_impact
from packlens.lsp.lens_numbers import TITLES
from packlens.lsp.protocol import LensKey, LensKind
from packlens.lsp.server import Server


async def code_lens_resolve(ls: Server, lens: types.CodeLens) -> types.CodeLens:
    """The lens with its command."""
    try:
        key = msgspec.convert(lens.data, LensKey)
    except msgspec.ValidationError:
        raise UsageError("codeLens/resolve: not a lens of this server; resolve those it listed") from None
    await ls.told()
    title = await _title(ls, key)
    path = ls.path(key.uri)
    if path is not None:
        ls.lenses.titled(path, (key.target, key.kind), title)
    if key.kind is LensKind.CONTEXT:
        lens.command = copy_context(ls, title, key.uri, key.target)
    else:
        show = show_callers if key.kind is LensKind.CALLERS else show_impact
        lens.command = show(ls, title, key.uri, key.target, lens.range.start)
    return lens


async def _title(ls: Server, key: LensKey) -> str:
    if not ls.first_index.done:
        return TITLES[key.kind](None, indexed=False)
    ls.first_answers.asked()
    session = ls.opened()
    known = ls.numbers.known(session.snapshot, key.target, key.kind)
    if known is not None:
        return known
    title = await ls.work(
        lambda: session.ask(lambda snapshot: ls.numbers.title(snapshot, key.target, key.kind))
    )
    ls.kept_titles.worked_out()
    return title
