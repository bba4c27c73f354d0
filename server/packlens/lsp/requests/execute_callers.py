"""`packlens.server.callers`: who uses a symbol."""

from __future__ import annotations

from typing import Any

import msgspec

from packlens.base.errors import UsageError
from packlens.lsp.arguments import read_arguments
from packlens.lsp.place import target_at
from packlens.lsp.protocol import CallersArguments
from packlens.lsp.rpc import Written
from packlens.lsp.server import Server
from packlens.lsp.shown_file import show_text


async def execute_callers(ls: Server, *arguments: Any) -> Written:
    """Answers with `packlens.callers/1`."""
    from packlens.views.callers import callers, to_json, to_text

    asked = read_arguments(arguments, CallersArguments)
    session = await ls.settled()
    target = asked.target
    if target is None:
        if asked.uri is None or asked.position is None:
            raise UsageError(
                "packlens.server.callers: nothing named; give a `target`, or a `uri` with a `position`"
            )
        target = target_at(ls, session.snapshot, asked.uri, asked.position)
    answer = await ls.answer(session, lambda snapshot: callers(snapshot, target, asked.depth))
    if asked.show:
        await show_text(ls, f"callers of {target}", "text", to_text(answer), f"callers of {target} are in")
    return Written(msgspec.Raw(to_json(answer).encode()))
