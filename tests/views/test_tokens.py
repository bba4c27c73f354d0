"""Counting is exact, offline, and survives what breaks the encoder."""

from __future__ import annotations

import base64
import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packlens.views import tokens
from packlens.views.tokens import Tokenizer

_PUBLISHED = {
    Tokenizer.CL100K: "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    Tokenizer.O200K: "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
}


@pytest.mark.parametrize("tokenizer", Tokenizer)
def test_the_shipped_ranks_are_the_published_ones(tokenizer: Tokenizer) -> None:
    """The published form is a line of base64 and rank a token."""
    ranks = tokens.ranks(tokenizer).items()
    published = b"".join(b"%s %d\n" % (base64.b64encode(token), rank) for token, rank in ranks)
    assert hashlib.sha256(published).hexdigest() == _PUBLISHED[tokenizer]


@pytest.mark.parametrize(
    ("text", "o200k", "cl100k"),
    [
        ("", 0, 0),
        ("hello world", 2, 2),
        ("def f(a, b=1):\n    return a + b\n", 14, 14),
        ("<|endoftext|>", 7, 7),
        ("naïve café ‹x› 日本語", 9, 12),
        ("1234567890", 4, 4),
    ],
)
def test_counts(text: str, o200k: int, cl100k: int) -> None:
    assert tokens.count(text) == tokens.count(text) == o200k
    assert tokens.count(text, Tokenizer.CL100K) == cl100k


LINES = st.lists(
    st.one_of(
        st.sampled_from(
            ["\n", "\r\n", "\r", "/", "//\n", " ", "\t", ")", "'s", "\x0b", "\x1c", "\x85", "\u2028"]
        ),
        st.sampled_from(
            ["    return 'it''s'\n", "def f():\n", "    # x /\n\n", "12345\n", "é\u0301\n", "\ud800\n"]
        ),
        st.text(max_size=8),
    ),
    max_size=40,
).map("".join)


@settings(max_examples=120, deadline=None)
@given(LINES, st.lists(LINES, max_size=3), st.sampled_from(Tokenizer))
def test_the_parts_of_a_text_add_up(first: str, others: list[str], tokenizer: Tokenizer) -> None:
    """Where a part may end, whatever stands there, and however long it is."""
    text = "".join([first, *(other + "x " * 512 + end for end in ("\n", ")\n", " \n") for other in others)])
    whole = len(tokens._encoding(tokenizer).encode_ordinary(text))
    assert tokens.count_in_parts(text, tokenizer) == tokens.count(text, tokenizer) == whole


def test_half_a_surrogate_pair_is_counted() -> None:
    assert tokens.count("a\ud800b") == 3


def test_a_million_blanks_are_counted() -> None:
    """The encoder alone overflows its stack on them."""
    blanks = tokens.count("x" + " " * 1_000_000 + "y")
    assert 7_000 < blanks < 20_000


def test_the_cache_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "_CACHE_SIZE", 8)
    monkeypatch.setattr(tokens, "_counts", {})
    assert [tokens.count(str(number)) for number in range(100)] == [1] * 100
    assert len(tokens._counts) <= 8
