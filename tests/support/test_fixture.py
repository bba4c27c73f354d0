"""The fixture language itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.fixture import Change, Place, parse

_EXAMPLE = """
    #- pkg/a.py
    def f$0oo(): ...
    #   ^^^ label
    x = $0foo$0
    #- pkg/b.py @2
    from pkg.a import foo
    #- pkg/a.py @2 open
    def bar(): ...
    #- pkg/a.py @3 closed
    #- pkg/b.py @3 deleted
"""


def test_changes_in_the_order_written() -> None:
    assert parse(_EXAMPLE).changes == (
        Change("pkg/a.py", 1, "saved", "def foo(): ...\nx = foo\n"),
        Change("pkg/b.py", 2, "saved", "from pkg.a import foo\n"),
        Change("pkg/a.py", 2, "open", "def bar(): ...\n"),
        Change("pkg/a.py", 3, "closed", None),
        Change("pkg/b.py", 3, "deleted", None),
    )


def test_cursors_ranges_and_marks() -> None:
    fixture = parse("#- a.py\nf$0oo\n#^^ label\nx = $0fo\no$0\n")
    assert fixture.changes[0].text == "foo\nx = fo\no\n"
    assert fixture.ranges == (Place("a.py", 1, 1, 1, 2, 4),)
    assert fixture.cursors == (Place("a.py", 1, 3, 1, 3, 1),)
    assert dict(fixture.marks) == {"label": Place("a.py", 1, 1, 1, 1, 3)}


def test_texts_at_each_step() -> None:
    fixture = parse(_EXAMPLE)
    texts = [
        {path: (document.text, document.unsaved) for path, document in fixture.documents(step).items()}
        for step in fixture.steps
    ]
    saved = ("def foo(): ...\nx = foo\n", False)
    assert texts == [
        {"pkg/a.py": saved},
        {"pkg/a.py": ("def bar(): ...\n", True), "pkg/b.py": ("from pkg.a import foo\n", False)},
        {"pkg/a.py": saved},
    ]


def test_only_the_disk_is_written(tmp_path: Path) -> None:
    parse("#- pkg/a.py\nx = 1\n#- b.py open\ny = 2\n").write_to(tmp_path)
    assert [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.py")] == ["pkg/a.py"]


def test_text_before_the_first_header_is_an_error() -> None:
    with pytest.raises(ValueError, match="header"):
        parse("x = 1\n")
