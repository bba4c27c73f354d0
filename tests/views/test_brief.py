"""Functions without the tail of their docstrings, in packs for a question."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packlens.graph.update import Writer
from packlens.text.document import Document
from packlens.views.pack.model import Level, Reason
from packlens.views.relevance.brief import brief_lines
from tests.support.fixture import graph_of
from tests.views.checks import check_query

TALE = "\n\n    Notes\n    -----\n" + "    The tale of how it came to be.\n" * 60


def function(name: str, tail: str = TALE) -> str:
    return f'def {name}(path):\n    """The way along a path.{tail}    """\n    return path.{name}\n'


def check_brief(text: str, expected: str) -> None:
    """What is left of the one function of a file."""
    graph = Writer("brief").update({"a.py": Document.of_text("a.py", text)})
    (symbol,) = (each for each in graph.symbols_in("a.py") if each.name == "f")
    lines = Document.of_text("a.py", text).lines
    left = "".join(lines.between(*part) for part in brief_lines(symbol, lines))
    assert left == expected
    if left:
        ast.parse(left)


@pytest.mark.parametrize("quotes", ['"""', "'''", 'r"""', "U'''"])
def test_the_first_paragraph_and_the_closing_line_stay(quotes: str) -> None:
    close = quotes[-3:]
    head, tail = f"def f():\n    {quotes}Does it.\n    Well.\n", f"    {close}\n    return 1\n"
    more = "    And more, and so on, and on, and on.\n" * 8
    check_brief(f"{head}\n    More.\n\n{more}{tail}", head + tail)


@pytest.mark.parametrize(
    "text",
    [
        "def f():\n    return 1\n",
        'def f():\n    """Does it."""\n    return 1\n',
        f'def f():\n    """Does it.{TALE}    """\n',  # nothing but its docstring
        f'def f(): """Does it.{TALE}"""; return 1\n',
        f'def f():\n    """Does it.{TALE}    """.strip()\n    return 1\n',
        'def f():\n    """Does it.\n\n    So.\n    """\n    return 1\n',
        f'def f():\n    """Does it.{TALE}    """\n' + "    f(1)\n" * 600,
    ],
)
def test_what_has_no_long_tail_stays_whole(text: str) -> None:
    check_brief(text, "")


@given(st.text("ab\"\\\\ \\n\\'", max_size=40))
def test_what_is_left_parses(words: str) -> None:
    text = f'def f():\n    r"""{words}\n\n\n\n\n    {"long " * 50}\n    """\n    return 1\n'
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return
    graph = Writer("brief").update({"a.py": Document.of_text("a.py", text)})
    (symbol,) = (each for each in graph.symbols_in("a.py") if each.name == "f")
    lines = Document.of_text("a.py", text).lines
    left = "".join(lines.between(*part) for part in brief_lines(symbol, lines))
    assert not left or ast.dump(ast.parse(left).body[0].body[-1]) == ast.dump(
        ast.parse(text).body[0].body[-1]
    )


PATHS = "#- paths.py\n" + "\n".join(
    function(f"way_along_a_path_{each}") for each in ("first", "next", "last")
)


def test_all_but_the_best_come_without_the_tail_where_not_everything_fits() -> None:
    answer = check_query("the way along a path, first", graph_of(PATHS), budget=1600)
    best, *others = sorted(answer.items, key=lambda item: -item.score)
    assert best.level is Level.FULL and "came to be" in best.text
    assert [item.level for item in others] == [Level.EXCERPT] * 2
    for item in others:
        assert "The way along a path." in item.text and "came to be" not in item.text
    assert [row.reason for row in answer.omitted] == [Reason.REDUCED] * 2


def test_where_everything_fits_it_comes_whole() -> None:
    answer = check_query("the way along a path, first", graph_of(PATHS), budget=8000)
    assert {item.level for item in answer.items} == {Level.FULL} and not answer.omitted


def test_what_is_named_comes_whole() -> None:
    answer = check_query(
        "the way along a path, and paths.way_along_a_path_last", graph_of(PATHS), budget=1600
    )
    assert {item.qualname for item in answer.items if item.level is Level.FULL} == {"way_along_a_path_last"}
