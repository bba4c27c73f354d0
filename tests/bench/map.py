"""A map in a warm process: what a person waits for after a question.

    python -m tests.bench.map --corpus django

2,000 tokens, each time for other focus files and other words; the graph is built and the tokenizer is loaded. Then
the same at other budgets: how full the map is, from 500 tokens to 8,000.
"""

from __future__ import annotations

import random

from packlens.graph.update import Writer
from packlens.symbols.symbol import MODULE_QUALNAME
from packlens.views.map.map import map_view
from packlens.views.map.question import MapInputs, MapQuestion
from packlens.views.relevance.lexicon import Lexicon
from packlens.views.tokens import count, count_in_parts
from tests.bench.figures import announce, corpus, parser, row, timed
from tests.support.corpus import python_texts

_LIMIT_MS = 150
_BUDGETS = (500, 1000, 2000, 4000, 8000)
_LEAST_FILL = 0.95


def main() -> int:
    """The command."""
    command = parser(__doc__)
    command.add_argument("--questions", type=int, default=100)
    command.add_argument("--budget", type=int, default=2000)
    arguments = command.parse_args()
    announce()
    folder = corpus(arguments.corpus)
    snapshot = Writer(folder.name).update(python_texts(folder))
    count("warm")
    chooser = random.Random(arguments.seed)
    paths = snapshot.paths()
    names = sorted({symbol.name for symbol in snapshot.symbols() if symbol.qualname != MODULE_QUALNAME})

    def question(budget: int) -> MapQuestion:
        focus = tuple(chooser.sample(paths, min(chooser.randrange(3), len(paths))))
        return MapQuestion(budget=budget, focus=focus, query=" ".join(chooser.sample(names, 4)))

    print(f"the first map: {timed(lambda: map_view(snapshot, MapQuestion())):.0f} ms")
    inputs = MapInputs(lexicon=Lexicon())
    print(f"the first one with a query: {timed(lambda: map_view(snapshot, question(2000), inputs)):.0f} ms")
    questions = [question(arguments.budget) for _ in range(arguments.questions)]
    kept = row(
        "map, warm", [timed(lambda one=one: map_view(snapshot, one, inputs)) for one in questions], _LIMIT_MS
    )
    least, over = 1.0, 0
    for budget in _BUDGETS:
        for _ in range(10):
            answer = map_view(snapshot, question(budget), inputs)
            used = count_in_parts(answer.text, answer.question.tokenizer)
            assert used == answer.tokens
            least, over = min(least, used / budget), over + (used > budget)
    print(f"{10 * len(_BUDGETS)} maps of 500 to 8,000 tokens: {over} over budget, the least full {least:.1%}")
    return 0 if kept and not over and least >= _LEAST_FILL else 1


if __name__ == "__main__":
    raise SystemExit(main())
