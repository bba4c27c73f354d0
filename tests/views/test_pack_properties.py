"""What holds for every pack of every program."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from packlens.base.errors import NothingFitsError
from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.text.document import Document
from packlens.views.pack import pack
from packlens.views.question import PackQuestion
from packlens.views.render import render
from packlens.views.tokens import count_once
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
        assert count_once(text, question.tokenizer) <= budget
    assert verified(snapshot, text).first_difference is None
    _check_disjoint(answer)


def _check_disjoint(answer) -> None:
    """No source line is in a pack twice."""
    lines = [
        (item.path, line)
        for item in answer.items
        for first, last in item.ranges
        for line in range(first, last + 1)
    ]
    assert len(lines) == len(set(lines))
