"""`packlens.server.map`: the files that matter most and what stands in them."""

from __future__ import annotations

from typing import Any

from packlens.lsp.arguments import read_arguments
from packlens.lsp.protocol import MapArguments, MapResult
from packlens.lsp.rpc import Written
from packlens.lsp.server import Server
from packlens.lsp.shown_file import show_text


async def execute_map(ls: Server, *arguments: Any) -> Written:
    """Answers with a `MapResult`."""
    from packlens.views.map.as_text import render_map

    asked = read_arguments(arguments, MapArguments)
    session = await ls.settled()
    question = session.map_question(
        budget=asked.budget,
        tokenizer=asked.tokenizer,
        focus=ls.focus(asked.focus),
        query=asked.query,
        path_prefix=asked.path_prefix,
    )
    if question.query:
        await ls.words.ready(session)
    made = await ls.work(lambda: session.map_of(question))
    text = render_map(made, asked.format)
    file = None
    if asked.show:
        sentence = f"map of {made.root}, {made.tokens:,} tokens, is in"
        file = await show_text(ls, f"{made.root} map", asked.format, text, sentence)
    return Written(
        MapResult(
            text=text,
            format=asked.format,
            tokens=made.tokens,
            budget=question.budget,
            tokenizer=question.tokenizer.value,
            state=made.state,
            generation=made.generation,
            shown=made.shown,
            total=made.total,
            file=file,
        )
    )
