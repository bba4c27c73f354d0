"""A pack in a warm process: what a person waits for after a click.

    python -m tests.bench.pack --corpus django

Random symbols, 4,000 tokens, markdown; the graph is built and the tokenizer is loaded, nothing about a
symbol is cached before its own first pack. Each symbol is packed once, then all once more.
"""

from __future__ import annotations

import random

from packlens.graph.update import Writer
from packlens.symbols.symbol import CALLABLE_KINDS, SymbolKind
from packlens.views.layout.render import render
from packlens.views.pack.pack import pack
from packlens.views.pack.question import PackQuestion
from packlens.views.tokens import count
from tests.bench.figures import announce, corpus, parser, row, timed
from tests.support.corpus import python_texts


def main() -> int:
    """The command."""
    command = parser(__doc__)
    command.add_argument("--symbols", type=int, default=300)
    command.add_argument("--budget", type=int, default=4000)
    arguments = command.parse_args()
    announce()
    folder = corpus(arguments.corpus)
    snapshot = Writer(folder.name).update(python_texts(folder))
    ids = sorted(
        symbol.id for symbol in snapshot.symbols() if symbol.kind in CALLABLE_KINDS | {SymbolKind.CLASS}
    )
    chosen = random.Random(arguments.seed).sample(ids, min(arguments.symbols, len(ids)))
    count("warm")

    def once(identifier: str) -> str:
        return render(pack(snapshot, PackQuestion((identifier,), budget=arguments.budget)))

    kept = row("pack, first time", [timed(lambda id=id: once(id)) for id in chosen], 60)
    row("pack, again", [timed(lambda id=id: once(id)) for id in chosen])
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main())
