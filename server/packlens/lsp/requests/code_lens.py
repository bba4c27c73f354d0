"""`textDocument/codeLens`: where the lenses stand. What they say comes later."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from lsprotocol import types

from packlens.lsp.first_look import first_look
from packlens.lsp.lens_places import LensPlace
from packlens.lsp.protocol import LensKey, LensKind
from packlens.lsp.rpc import Written
from packlens.lsp.server import Server
from packlens.text.position import LineTable


async def code_lens(ls: Server, params: types.CodeLensParams) -> Written:
    """Up to three lenses for every function, method and class of an open file, as the settings say."""
    await ls.told()
    path = ls.path(params.text_document.uri)
    text = None if path is None else ls.lenses.text(path)
    kinds = ls.lens_kinds()
    if path is None or text is None:
        return Written([])
    if not kinds:
        ls.lenses.listed(path, kinds)
        return Written([])
    if not (ls.first_index.done or ls.lenses.known(path)):
        await ls.first_index.soon()
    if ls.first_index.done:
        ls.lenses.absorb(path, ls.opened().snapshot)
    elif not ls.lenses.known(path):
        # Before the first index one file is looked at alone, so that its lenses need not wait.
        ls.lenses.guess(path, text, await ls.work(lambda: first_look(path, text)))
    lines = LineTable(ls.lenses.text(path) or "")
    return Written(list(_lenses(ls, lines, params.text_document.uri, ls.lenses.listed(path, kinds), kinds)))


def _lenses(
    ls: Server, lines: LineTable, uri: str, places: Iterable[LensPlace], kinds: Sequence[LensKind]
) -> Iterator[dict[str, Any]]:
    for place in places:
        first, last = ls.positions.characters(lines, place.line, place.column, len(place.name))
        line = place.line - 1
        where = {"start": {"line": line, "character": first}, "end": {"line": line, "character": last}}
        for kind in kinds:
            key = LensKey(uri=uri, target=place.id, kind=kind)
            yield {"range": where, "data": msgspec.to_builtins(key)}
