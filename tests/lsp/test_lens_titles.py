"""What a lens says."""

from __future__ import annotations

import pytest

from packlens.lsp.lens_titles import callers_title, context_title, short_number, title_of_tests


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (0, "0"),
        (7, "7"),
        (999, "999"),
        (1000, "1.0k"),
        (1249, "1.2k"),
        (9949, "9.9k"),
        (9951, "10k"),
        (999_499, "999k"),
        (999_500, "1.0M"),
        (12_345_678, "12M"),
    ],
)
def test_numbers(number: int, shown: str) -> None:
    assert short_number(number) == shown


def test_tests() -> None:
    assert [title_of_tests(0), title_of_tests(1), title_of_tests(7)] == ["0 tests", "1 test", "7 tests"]
    assert [title_of_tests(1, pending=2), title_of_tests(None)] == ["1+ tests", "tests"]
    assert title_of_tests(0, possible=389) == "0 tests, 389 possible"
    assert title_of_tests(0, possible=3, pending=1) == "0+ tests, 3 possible"
    assert title_of_tests(None, indexed=False) == "… tests"


def test_context() -> None:
    assert context_title(1234) == "copy context 1.2k"
    assert context_title(None) == "copy context"
    assert context_title(None, indexed=False) == "copy context …"


def test_callers() -> None:
    assert callers_title(4) == "4 callers"
    assert callers_title(1) == "1 caller"
    assert callers_title(4, pending=2) == "4+ callers"
    assert callers_title(1, pending=2) == "1+ callers"
    assert callers_title(0) == "0 callers"
    assert callers_title(0, possible=3) == "0 callers, 3 possible"
    assert callers_title(None, indexed=False) == "… callers"
