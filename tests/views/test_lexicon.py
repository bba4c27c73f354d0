"""The lexical index: what it holds, kept up to date and made in steps."""

from __future__ import annotations

from array import array

from hypothesis import given, settings
from hypothesis import strategies as st

from packlens.base.errors import CancelledError
from packlens.graph.update import Writer
from packlens.text.document import Document
from packlens.views.relevance.lexicon import Lexicon
from packlens.views.relevance.scoring import WEIGHTS
from packlens.views.relevance.words import UNIT_SHIFT
from packlens.views.relevance.worths import worths_of
from tests.support.fixture import graph_of
from tests.views.checks import SHOP


def test_a_literal_that_looks_like_a_secret_is_not_found() -> None:
    key = "AKIA" + "QWERTYUIOPASDFGH"
    documents = {"a.py": Document.of_text("a.py", f'def connect():\n    return open_bucket("{key}")\n')}
    snapshot = Writer("w").update(documents)
    index = Lexicon().of(snapshot)
    assert "bucket" in index.files["a.py"].words.postings
    assert not {
        term
        for term in index.files["a.py"].words.postings
        if "akia" in term or "qwerty" in term or "secret" in term
    }


EDITS = ["", "def one(): pass\n", "class Two:\n    x = 1\n\n    def three(self):\n        return one()\n",
         "class Two:\n    # changed\n    def three(self):\n        return 2\n", "def ("]  # fmt: skip


@given(
    st.lists(st.tuples(st.sampled_from(["a.py", "p/b.py"]), st.sampled_from(EDITS)), min_size=1, max_size=6)
)
@settings(max_examples=40)
def test_an_index_kept_up_to_date_equals_a_new_one(edits: list[tuple[str, str]]) -> None:
    writer, lexicon = Writer("w"), Lexicon()
    for path, text in edits:
        snapshot = writer.update({path: Document.of_text(path, text) if text else None})
        kept, fresh = lexicon.of(snapshot), Lexicon().of(snapshot)
        assert kept.files.keys() == fresh.files.keys()
        for path, file in fresh.files.items():
            held = kept.files[path]
            assert held.words == file.words


@given(
    st.lists(st.tuples(st.sampled_from(["a.py", "p/b.py", "c.py"]), st.sampled_from(EDITS)), max_size=6),
    st.lists(st.integers(0, 3), min_size=1, max_size=6),
)
@settings(max_examples=40)
def test_an_index_made_in_steps_equals_one_made_at_once(
    edits: list[tuple[str, str]], steps: list[int]
) -> None:
    """Edits come between the steps, and what a step has read is not read again."""
    writer, lexicon = Writer("w"), Lexicon()
    snapshot = writer.update({path: Document.of_text(path, EDITS[2]) for path in ("a.py", "p/b.py", "c.py")})
    for number, files in enumerate(steps):
        if number < len(edits):
            path, text = edits[number]
            snapshot = writer.update({path: Document.of_text(path, text) if text else None})
        before = lexicon.missing(snapshot)
        allowed = iter([False] * files)
        try:
            lexicon.of(snapshot, None, lambda allowed=allowed: next(allowed, True))
        except CancelledError:
            assert before > files
        assert lexicon.missing(snapshot) == max(0, before - files)
    kept, fresh = lexicon.of(snapshot), Lexicon().of(snapshot)
    assert {path: file.words for path, file in kept.files.items()} == {
        path: file.words for path, file in fresh.files.items()
    }
    assert lexicon.missing(snapshot) == 0


def test_what_a_term_is_worth_is_a_matter_of_the_index_alone() -> None:
    """Whatever was asked before; and it is worth something to those that hold it, and to no others."""
    index, other = Lexicon().of(graph_of(SHOP)), Lexicon().of(graph_of(SHOP))
    terms = sorted({term for file in index.files.values() for term in file.words.postings})
    forwards = {term: worths_of(index, WEIGHTS).of(term) for term in terms}
    backwards = {term: worths_of(other, WEIGHTS).of(term) for term in reversed(terms)}
    assert forwards == backwards
    for term, worth in forwards.items():
        holders = [
            (place, index.offsets[place] + (entry >> UNIT_SHIFT))
            for place, file in enumerate(index.files.values())
            for entry in file.words.entries_of(term)
        ]
        assert list(worth.units) == sorted({unit for _, unit in holders})
        assert list(worth.files) == sorted({place for place, _ in holders})
        assert min((*worth.of_units, *worth.of_files)) > 0
    assert worths_of(index, WEIGHTS).of("no such term").units == array("I")
