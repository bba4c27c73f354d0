"""What holds for every pack of every program."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from packlens.base.errors import NothingFitsError, UsageError
from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.text.document import Document
from packlens.views.layout.render import render
from packlens.views.pack.model import Level, Lines, Pack, Reason, below
from packlens.views.pack.neighbours import family
from packlens.views.pack.pack import pack
from packlens.views.pack.question import PackQuestion
from packlens.views.tokens import count_in_parts
from tests.views.checks import check_counted, verified

_NAMES = ["alpha", "beta", "gamma", "delta"]


@st.composite
def _function(draw: st.DrawFn, name: str, indent: str, is_method: bool) -> str:
    calls = draw(st.lists(st.sampled_from([*_NAMES, "self.alpha", "self.beta", "Box"]), max_size=3))
    comment = draw(
        st.sampled_from(
            ["", "# ```\n", "# ----------\n", "# ]]> & <\n", "# é日本 ‹›\n", "'" + "x " * 80 + "'\n"]
        )
    )
    decorator = draw(st.sampled_from(["", f"{indent}@wrap\n"]))
    first = "self, " if is_method else ""
    lines = [f"{indent}def {name}({first}n=1):\n"]
    if comment:
        lines.append(f"{indent}    {comment}")
    lines += [f"{indent}    {call}(n)\n" for call in calls]
    lines.append(f"{indent}    return self.size\n" if is_method else f"{indent}    return n\n")
    return decorator + "".join(lines)


@st.composite
def _program(draw: st.DrawFn) -> Snapshot:
    documents = {}
    for path in draw(
        st.lists(st.sampled_from(["a.py", "p/b.py", "p/c.py"]), min_size=1, max_size=3, unique=True)
    ):
        parts = ["from a import *\n"]
        names = draw(st.lists(st.sampled_from(_NAMES), max_size=3, unique=True))
        parts.extend(draw(_function(name, "", False)) for name in names)
        if draw(st.booleans()):
            parts.append("class Box:\n    size = 1\n")
            names = draw(st.lists(st.sampled_from(_NAMES), max_size=3, unique=True))
            parts.extend(draw(_function(name, "    ", True)) for name in names)
        documents[path] = Document.of_text(path, "\n".join(parts))
    return Writer("w").update(documents)


@given(
    snapshot=_program(),
    pick=st.integers(0, 1000),
    budget=st.one_of(st.integers(0, 120), st.integers(0, 600), st.integers(0, 8000)),
    form=st.sampled_from(["markdown", "xml", "json", "text"]),
    tokenizer=st.sampled_from(["o200k_base", "cl100k_base"]),
    signatures_only=st.booleans(),
    depth=st.sampled_from([0, 1, 2, "all"]),
)
def test_never_over_budget_true_and_repeatable(
    snapshot: Snapshot,
    pick: int,
    budget: int,
    form: str,
    tokenizer: str,
    signatures_only: bool,
    depth: int | str,
) -> None:
    """T2."""
    ids = [symbol.id for symbol in snapshot.symbols()]
    question = PackQuestion.of(
        [ids[pick % len(ids)]],
        budget=budget,
        format=form,
        tokenizer=tokenizer,
        signatures_only=signatures_only,
        depth=depth,
    )
    try:
        answer = pack(snapshot, question)
    except NothingFitsError:
        assert budget < 60
        return
    check_counted(answer)
    text = render(answer)
    assert text == render(pack(snapshot, question))
    assert pack(snapshot, question, every_row=True).text == answer.text
    if form != "json":
        assert count_in_parts(text, question.tokenizer) <= budget
    assert verified(snapshot, text).first_difference is None
    _check_disjoint(answer)


@given(
    snapshot=_program(),
    pick=st.integers(0, 1000),
    budget=st.one_of(st.integers(0, 200), st.integers(0, 8000)),
    form=st.sampled_from(["markdown", "xml", "json", "text"]),
    depth=st.sampled_from([0, 1, 2]),
    drawn=st.lists(
        st.tuples(st.integers(0, 1000), st.sampled_from(["full", "signature", "name", "drop"])), max_size=5
    ),
    order=st.randoms(use_true_random=False),
)
def test_with_pins_and_drops(
    snapshot: Snapshot,
    pick: int,
    budget: int,
    form: str,
    depth: int,
    drawn: list[tuple[int, str]],
    order: random.Random,
) -> None:
    ids = [symbol.id for symbol in snapshot.symbols()]
    wanted = {ids[number % len(ids)]: level for number, level in drawn}

    def ask() -> Pack:
        parts = list(wanted.items())
        order.shuffle(parts)
        return pack(
            snapshot,
            PackQuestion.of(
                [ids[pick % len(ids)]], budget=budget, format=form, depth=depth, levels=dict(parts)
            ),
        )

    try:
        answer = ask()
    except NothingFitsError:
        assert budget < 60
        return
    except UsageError as error:
        assert "every part of it is dropped" in str(error)
        assert "drop" in wanted.values()
        return
    check_counted(answer)
    text = render(answer)
    assert text == render(ask())
    assert verified(snapshot, text).first_difference is None
    _check_disjoint(answer)
    _check_wishes(snapshot, answer, wanted)


def _check_wishes(snapshot: Snapshot, answer: Pack, wanted: dict[str, str]) -> None:
    """What is dropped is not there, nor are its lines; what is pinned is at its level, smaller, or said."""
    shown = {item.id: item for item in answer.items}
    said = {row.id: row.reason for row in answer.omitted}
    for part, level in wanted.items():
        symbol = snapshot.symbol(part)
        assert symbol is not None
        if level == "drop":
            assert part not in shown
            if answer.omitted_total == len(answer.omitted):
                assert said[part] is Reason.DROPPED
        if level != "full":
            held = [
                i
                for i in answer.items
                if i.path == symbol.path and any(_overlap(lines, symbol.spans) for lines in i.ranges)
            ]
            inner = {part, *family(snapshot, part)}
            assert {item.id for item in held if item.id not in inner} <= _on_the_same_line(snapshot, part)
        if part in shown:
            assert shown[part].level.value == level or part in said or _is_smaller(shown[part].level, level)


def _is_smaller(level: Level, wanted: str) -> bool:
    """A part that has no form at the level comes smaller; at full, without what is dropped inside it."""
    return below(level, Level(wanted))


def _overlap(lines: Lines, spans: tuple[Lines, ...]) -> bool:
    return any(first <= lines[1] and lines[0] <= last for first, last in spans)


def _on_the_same_line(snapshot: Snapshot, part: str) -> set[str]:
    """Names that one statement gives share its lines."""
    symbol = snapshot.symbol(part)
    assert symbol is not None
    around = {part, *family(snapshot, part)}
    parent = symbol.parent
    enclosers: set[str] = set()
    while parent is not None:
        enclosers.add(parent)
        outer = snapshot.symbol(parent)
        parent = outer.parent if outer is not None else None
    return {
        other.id
        for other in snapshot.symbols_in(symbol.path)
        if other.id not in around | enclosers and any(_overlap(span, symbol.spans) for span in other.spans)
    }


def _check_disjoint(answer) -> None:
    """No source line is in a pack twice."""
    lines = [
        (item.path, line)
        for item in answer.items
        for first, last in item.ranges
        for line in range(first, last + 1)
    ]
    assert len(lines) == len(set(lines))
