"""Inferences that share the questions of a first index: who answered what never shows, then or after a change."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from packlens.graph.update import Writer
from packlens.resolve.static.engine import NOBODY, Elsewhere
from packlens.resolve.static.inference import Inference, Share
from packlens.resolve.static.learned import take, take_again, told_after, told_again
from packlens.resolve.static.nodes import Key
from packlens.resolve.static.values import NOTHING
from packlens.text.document import Document
from tests.graph import workspace_texts as texts
from tests.support.facts import differences, facts_of, fresh

_RING = {
    f"ring{number}.py": (
        f"import ring{(number + 1) % 3} as other\n"
        + "".join(f"def f{at}(): pass\n" for at in range(12))
        + "def get(k):\n"
        + "".join(f"    if k == {at}: return f{at}\n" for at in range(12))
        + "    return other.get(k)\ndef use():\n    get(1)()\n"
        + "def run(task, then=None):\n    task()\n    other.run(then, task)\n    return task\n"
        + f"def pick():\n    run(f{number})()\n    other.run(f{number + 3}, then=use)\n    run(pick)()\n"
    )
    for number in range(3)
}
"""Functions that return each other's results, more than an answer holds, and some that call what they are passed."""


def _shared(seed: int) -> Share:
    """Another inference answers some of the questions, in any order, a few at a time."""
    random = Random(seed)
    others: list[Inference] = []
    drawn: set[Key] = set()
    moved: set[Key] = set()

    def first(inference: Inference, questions: list[Key]) -> Iterator[Key]:
        other = Inference(inference.layout.root_name)
        other.update(dict(inference.tables), Share(lambda other, fresh: (), lambda other, sinks: NOBODY))
        others.append(other)
        count = 0
        waiting = random.sample(questions, len(questions))
        while waiting:
            size = random.choice((1, 3, 10))
            part, waiting = waiting[:size], waiting[size:]
            if random.random() < 0.5:
                yield from part
                continue
            for question in part:
                other.ask(question)
            count, told = told_after(other, count)
            take(inference, told)
            drawn.update(part)

    def again(inference: Inference, sinks: set[Key]) -> Elsewhere:
        (other,) = others
        moved.update(sinks)
        if random.random() < 0.3:
            return NOBODY
        news = [(sink, inference.reaching.get(sink, NOTHING)) for sink in moved]
        moved.clear()
        random.shuffle(news)
        told = told_again(other, news)  # some of it does not arrive
        kept = told._replace(pictures=tuple(picture for picture in told.pictures if random.random() < 0.9))
        return Elsewhere(drawn, lambda: take_again(inference, kept))

    return Share(first, again)


@given(
    st.dictionaries(texts.path, texts.text, min_size=1, max_size=6),
    st.dictionaries(texts.path, texts.text, max_size=3),
    st.booleans(),
    st.integers(0, 1 << 16),
)
def test_who_answers_never_shows(
    before: dict[str, str], changes: dict[str, str], ring: bool, seed: int
) -> None:
    first = {path: Document.of_text(path, text) for path, text in (before | (_RING if ring else {})).items()}
    later = {path: Document.of_text(path, text) for path, text in changes.items()}
    if ring:
        later["ring1.py"] = Document.of_text("ring1.py", _RING["ring1.py"].replace("range(12)", "range(2)"))
        later["ring2.py"] = Document.of_text("ring2.py", "def get(k): ...\n")

    writer = Writer("workspace")
    assert differences(facts_of(writer.update(first, share=_shared(seed))), facts_of(fresh(first))) == []
    assert differences(facts_of(writer.update(later)), facts_of(fresh(first | later))) == []
