"""Packs for questions in words, in a warm process; what the lexical index costs; packs of any text, recounted.

    python -m tests.bench.query --corpus django                    figures: index, one edit, packs
    python -m tests.bench.query --corpus django --random 1000      random texts and budgets: never over, always the same

Times are CPU time, so that they hold on a busy machine. The random run makes each pack twice, from two indexes, and
prints a digest of all of them, which is the same under another PYTHONHASHSEED.
"""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Callable

from packlens.base.errors import NotFoundError, NothingFitsError, UsageError
from packlens.base.memory import resident_bytes
from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.symbols.symbol import CALLABLE_KINDS
from packlens.text.document import Document
from packlens.views.layout.render import render
from packlens.views.pack.inputs import Inputs
from packlens.views.pack.pack import pack
from packlens.views.pack.question import Format, PackQuestion
from packlens.views.relevance.lexicon import Lexicon
from packlens.views.tokens import Tokenizer, count, count_in_parts
from tests.bench.figures import announce, corpus, parser, row, single
from tests.support.corpus import python_texts

_ODD = [
    "'",
    '"',
    "`",
    "@nasa",
    "why?",
    "設定",
    "пример",
    "\u202e",
    "\x00",
    "🦊",
    "::",
    "a-b",
    "%s",
    "<|endoftext|>",
    "]]>",
]


def main() -> int:
    """The command."""
    command = parser(__doc__)
    command.add_argument("--questions", type=int, default=200)
    command.add_argument("--random", type=int, help="so many random texts instead of figures")
    arguments = command.parse_args()
    announce()
    folder = corpus(arguments.corpus)
    texts = python_texts(folder)
    writer = Writer(folder.name)
    snapshot = writer.update(texts)
    snapshot.warm()
    chance = random.Random(arguments.seed)
    if arguments.random:
        return _random(snapshot, chance, arguments.random)
    return _figures(writer, texts, chance, arguments.questions)


def _figures(writer: Writer, texts: dict[str, Document], chance: random.Random, questions: int) -> int:
    snapshot = writer.snapshot
    before = resident_bytes()
    lexicon = Lexicon()
    begin = time.process_time()
    index = lexicon.of(snapshot)
    spent = time.process_time() - begin
    kept = single("index, 1,000 symbols", spent / snapshot.symbol_count * 1000, "s", 0.25)
    kept &= single("index, memory", (resident_bytes() - before) / 1e6, "MB", 120)
    print(f"{index.unit_count} units of {len(index.files)} files")
    edits = []
    for number in range(60):
        path = chance.choice(sorted(texts))
        text = f"{texts[path].text}\n\ndef added_{number}(request):\n    return request\n"
        edited = writer.update({path: Document.of_text(path, text)})
        edits.append(_spent(lambda edited=edited: lexicon.of(edited)))
    kept &= row("index, after an edit", edits, 10)
    snapshot = writer.snapshot
    inputs = Inputs(lexicon)
    count("warm")
    asked = [_docstring(snapshot, chance) for _ in range(questions)]

    def once(text: str) -> str:
        return render(pack(snapshot, PackQuestion(query=text), inputs))

    kept &= row("pack, first time", [_spent(lambda text=text: once(text)) for text in asked], 150)
    row("pack, again", [_spent(lambda text=text: once(text)) for text in asked])
    return 0 if kept else 1


def _spent(work: Callable[[], object]) -> float:
    """Milliseconds of CPU time of one call."""
    begin = time.process_time()
    work()
    return (time.process_time() - begin) * 1000


def _docstring(snapshot: Snapshot, chance: random.Random) -> str:
    """The first lines of some docstring: words as people write them about this code."""
    while True:
        path = chance.choice(snapshot.paths())
        symbols = [symbol for symbol in snapshot.symbols_in(path) if symbol.kind in CALLABLE_KINDS]
        text = snapshot.docstring(chance.choice(symbols).id) if symbols else None
        if text and len(text.split()) > 3:
            return " ".join(text.split()[:25])


def _random(snapshot: Snapshot, chance: random.Random, times: int) -> int:
    words = sorted({word for path in snapshot.paths() for word in snapshot.documents[path].text.split()})
    inputs, others = Inputs(), Inputs()
    digest = hashlib.sha256()
    made = refused = 0
    for _ in range(times):
        text = _text(snapshot, chance, words)
        budget = chance.choice([0, 1, 2, 40, 90, 150, 400, 1000, 4000, 8000])
        form = chance.choice(list(Format))
        tokenizer = chance.choice(list(Tokenizer))
        try:
            question = PackQuestion(query=text, budget=budget, format=form, tokenizer=tokenizer)
            answer = pack(snapshot, question, inputs)
        except (NotFoundError, NothingFitsError, UsageError) as error:
            digest.update(str(error).encode("utf-8", "surrogatepass"))
            refused += 1
            continue
        assert answer.tokens == count_in_parts(answer.text, tokenizer), repr(text)
        assert answer.tokens <= budget, repr(text)
        shown = render(answer)
        assert shown == render(pack(snapshot, question, others)), repr(text)
        digest.update(shown.encode())
        made += 1
    print(
        f"{made} packs within their budgets and the same twice, {refused} refused; {digest.hexdigest()[:16]}"
    )
    return 0


def _text(snapshot: Snapshot, chance: random.Random, words: list[str]) -> str:
    kind = chance.randrange(4)
    if kind == 0:
        return _docstring(snapshot, chance)
    if kind == 1:
        document = snapshot.documents[chance.choice(snapshot.paths())]
        first = chance.randrange(len(document.lines)) + 1
        return document.lines.between(first, first + chance.randrange(20))
    if kind == 2:
        return "".join(
            chr(chance.choice([chance.randrange(32, 127), chance.randrange(0xD7FF)])) for _ in range(30)
        )
    return " ".join(
        chance.choice([chance.choice(words), chance.choice(_ODD)]) for _ in range(chance.randrange(40))
    )


if __name__ == "__main__":
    raise SystemExit(main())
