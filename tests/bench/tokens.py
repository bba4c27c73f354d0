"""Packs recounted: random targets and diffs, budgets from 0 to 8,000, in all four formats. Never over budget.

    python -m tests.bench.tokens --targets 1000

A markdown, xml or text pack is counted as the whole string that it is. A JSON pack names the tokens of
the markdown pack it stands for, so that one is built and counted. The count is taken with a new encoder,
past every cache.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import tiktoken

from packlens.base.errors import NotFoundError, NothingFitsError
from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.text.diff import Diff, diff
from packlens.text.document import Document
from packlens.views import tokens
from packlens.views.layout.render import render
from packlens.views.pack.inputs import Inputs
from packlens.views.pack.pack import pack
from packlens.views.pack.question import Format, PackQuestion
from tests.bench.figures import announce, parser
from tests.support.corpus import python_texts

_TARGETS_A_DIFF = 20


def main() -> int:
    """The command."""
    command = parser(__doc__)
    command.set_defaults(corpus=str(Path(__file__).resolve().parents[2] / "server"))
    command.add_argument("--targets", type=int, default=1000)
    arguments = command.parse_args()
    announce()
    folder = Path(arguments.corpus)
    if not folder.is_dir():
        from tests.bench.figures import corpus

        folder = corpus(arguments.corpus)
    snapshot = Writer(folder.name).update(python_texts(folder))
    chooser = random.Random(arguments.seed)
    ids = sorted(symbol.id for symbol in snapshot.symbols())
    over = empty = packs = 0
    fullest = 0.0

    def tally(of: str, budget: int, form: Format, used: int | None) -> None:
        nonlocal over, empty, packs, fullest
        packs += 1
        if used is None:
            empty += 1
            return
        fullest = max(fullest, used / max(budget, 1))
        if used > budget:
            over += 1
            print(f"{of} at {budget} as {form}: {used} tokens")

    for _ in range(arguments.targets):
        target, budget = chooser.choice(ids), _budget(chooser)
        for form in Format:
            question = PackQuestion((target,), budget=budget, format=form)
            tally(target, budget, form, recount(snapshot, question))
    for number in range(arguments.targets // _TARGETS_A_DIFF):
        changed, later = edited(snapshot, chooser)
        budget = _budget(chooser)
        for form in Format:
            question = PackQuestion(diff="HEAD", budget=budget, format=form)
            tally(f"diff {number}", budget, form, recount_diff(later, changed, question))
    print(f"{packs} packs of {folder.name}: {over} over budget, {empty} where nothing fits,", end=" ")
    print(f"fullest {fullest:.1%} of its budget")
    return 1 if over else 0


def _budget(chooser: random.Random) -> int:
    return chooser.choice([chooser.randrange(60), chooser.randrange(600), chooser.randrange(8001)])


def recount(snapshot: Snapshot, question: PackQuestion) -> int | None:
    """Tokens of the pack's counted string; `None` where nothing fits."""
    try:
        built = pack(snapshot, question)
    except NothingFitsError:
        return None
    text = render(built)
    if question.format is not Format.JSON:
        return len(encoder().encode_ordinary(text))
    stated = json.loads(text)["tokens"]
    markdown = PackQuestion(question.targets, budget=question.budget, format=Format.MARKDOWN)
    counted = len(encoder().encode_ordinary(render(pack(snapshot, markdown))))
    assert stated == counted, f"{question.targets} at {question.budget}: says {stated}, is {counted}"
    return counted


def edited(snapshot: Snapshot, chooser: random.Random) -> tuple[Diff, Snapshot]:
    """A diff of a few files in which lines went, came twice or stand elsewhere, and the graph after it."""
    documents = dict(snapshot.documents)
    for path in chooser.sample(sorted(documents), min(len(documents), chooser.randrange(1, 4))):
        lines = documents.pop(path).text.split("\n")
        for _ in range(chooser.randrange(1, 5)):
            place = chooser.randrange(len(lines) + 1)
            taken = lines[place : place + chooser.randrange(20)]
            if chooser.random() < 0.6:
                del lines[place : place + len(taken)]
            at = chooser.randrange(len(lines) + 1)
            lines[at:at] = taken if chooser.random() < 0.6 else [f"added_{place} = 1"]
        if chooser.random() < 0.9:
            documents[path] = Document.of_text(path, "\n".join(lines))
    later = Writer(snapshot.root_name).update(documents)
    return diff("HEAD", {*snapshot.documents, *documents}, snapshot.documents, documents), later


def recount_diff(later: Snapshot, changed: Diff, question: PackQuestion) -> int | None:
    """As `recount`, of a pack of a diff."""
    try:
        built = pack(later, question, Inputs(diff=changed))
        text = render(built)
        if question.format is not Format.JSON:
            return len(encoder().encode_ordinary(text))
        markdown = pack(later, replace(question, format=Format.MARKDOWN), Inputs(diff=changed))
    except (NothingFitsError, NotFoundError):
        return None
    stated, counted = json.loads(text)["tokens"], len(encoder().encode_ordinary(render(markdown)))
    assert stated == counted, f"{question}: says {stated}, is {counted}"
    return counted


def encoder() -> tiktoken.Encoding:
    """The encoder itself: the recount must not pass through the cache that it checks."""
    return tokens._encoding(tokens.Tokenizer.O200K)


if __name__ == "__main__":
    raise SystemExit(main())
