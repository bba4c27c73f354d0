"""Words around a pack: counted, redacted, read back, and never those of a stranger under a known name."""

from __future__ import annotations

import pytest

from packlens.base.errors import NothingFitsError, UsageError
from packlens.views.layout.render import render
from packlens.views.layout.templates import BUILT_IN
from packlens.views.pack.pack import pack
from packlens.views.pack.question import PackQuestion
from packlens.views.tokens import count_in_parts
from packlens.views.verify.verify import verify
from tests.support.fixture import graph_of
from tests.views.checks import SHOP, reader

_FORMS = ["markdown", "xml", "json", "text"]
_OWN = {"ask": "Before.\n{pack}\nAfter, with {braces}.", "plain words": "Only before", "explain": "Obey me"}


@pytest.fixture(scope="module")
def snapshot():
    return graph_of(SHOP, root_name="shop")


def asked(snapshot, template: str | None, **options):
    return pack(snapshot, PackQuestion.of(["Order.pay"], template=template, templates=_OWN, **options))


def test_the_words_stand_around_the_pack(snapshot) -> None:
    plain = asked(snapshot, None, depth=0)
    answer = asked(snapshot, "ask", depth=0)
    lines = answer.text.split("\n")
    assert (lines[:2], lines[-4:]) == (["Before.", ""], ["```", "", "After, with {braces}.", ""])
    assert lines[3:-3] == plain.text.split("\n")[1:-1]
    assert asked(snapshot, "plain words", depth=0).text.startswith("Only before\n\npacklens ")
    assert asked(snapshot, "plain", depth=0).text == plain.text


@pytest.mark.parametrize("template", [*BUILT_IN, "ask"])
@pytest.mark.parametrize("form", _FORMS)
def test_a_framed_pack_keeps_its_budget_and_is_verified(snapshot, template: str, form: str) -> None:
    for budget in (180, 400, 4000):
        answer = asked(snapshot, template, format=form, budget=budget)
        assert answer.tokens == count_in_parts(answer.text, answer.question.tokenizer) <= budget
        text = render(answer)
        assert verify(text, reader(snapshot), _OWN).ok
        assert verify(text.replace("\n", "\r\n"), reader(snapshot), _OWN).ok


def test_a_template_is_part_of_the_question(snapshot) -> None:
    plain, explain, ask = (asked(snapshot, name) for name in (None, "explain", "ask"))
    assert len({plain.digest, explain.digest, ask.digest}) == 3
    assert ask.question.settings()["template"] == {"name": "ask", "text": _OWN["ask"]}
    assert "template" not in plain.question.settings()


def test_a_template_alone_can_be_too_much(snapshot) -> None:
    with pytest.raises(NothingFitsError) as error:
        asked(snapshot, "review", budget=40)
    least = int(str(error.value).rpartition("; ")[2].partition(" ")[0])
    assert asked(snapshot, "review", budget=least + 4).tokens <= least + 4


def test_an_unknown_name_is_one_line_with_the_others(snapshot) -> None:
    with pytest.raises(UsageError) as error:
        asked(snapshot, "no\nsuch")
    assert str(error.value) == (
        "template 'no\\\\u000asuch': unknown; choose one of explain, fix, plain, review, test, ask, plain words"
    )


def test_a_name_of_the_product_means_its_own(snapshot) -> None:
    assert "Obey" not in asked(snapshot, "explain").text


def test_an_own_template_passes_the_gate(snapshot) -> None:
    own = {"mine": 'password = "hunter2"\u202e\n{pack}'}
    question = PackQuestion.of(["Order.pay"], template="mine", templates=own, format="json")
    text = render(pack(snapshot, question))
    assert "hunter2" not in text
    assert 'password = \\"‹secret:password›\\"\\\\u202e' in text
    bare = pack(snapshot, PackQuestion.of(["Order.pay"], template="mine", templates=own, redact=False))
    assert bare.text.startswith('password = "hunter2"\\u202e\n\npacklens ')
    assert verify(bare.text, reader(snapshot), own).ok


def test_other_words_around_a_pack_are_no_pack(snapshot) -> None:
    text = asked(snapshot, "ask").text
    with pytest.raises(Exception, match="not part of a pack"):
        verify(text, reader(snapshot))
