"""`packlens.server.search`: symbols that a text in words is about."""

from __future__ import annotations

from typing import Any

import msgspec

from packlens.base.errors import UsageError
from packlens.lsp.arguments import read_arguments
from packlens.lsp.protocol import SearchArguments
from packlens.lsp.rpc import Written
from packlens.lsp.server import Server


async def execute_search(ls: Server, *arguments: Any) -> Written:
    """Answers with `packlens.search/1`. What is wrong with the question is said before anything is waited for."""
    from packlens.views.pack.question import refuse_blank
    from packlens.views.search import kind_of, to_json

    asked = read_arguments(arguments, SearchArguments)
    if asked.limit < 1:
        raise UsageError(f"packlens.server.search: limit {asked.limit}; give a number of 1 or more")
    refuse_blank("query", asked.text)
    kind_of(asked.kind)
    session = await ls.settled()
    await ls.words.ready(session)
    answer = await ls.work(lambda: session.search_of(asked.text, asked.limit, asked.kind))
    return Written(msgspec.Raw(to_json(answer).encode()))
