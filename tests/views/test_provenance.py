"""The manifest is a chain that anyone can recompute."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from packlens.text.document import Document
from packlens.views.verify.provenance import digest_of, first_broken_row, manifest_of

_DOCUMENTS = [
    Document.of_text("b.py", "b = 1\n", unsaved=True),
    Document.of_text("a.py", "a = 1\n"),
    Document.of_text("c.py", ""),
]


def test_rows_are_what_the_contract_says() -> None:
    previous = "0" * 64
    rows = manifest_of(_DOCUMENTS)
    assert [row.path for row in rows] == ["a.py", "b.py", "c.py"]
    for index, row in enumerate(rows):
        text = {"a.py": b"a = 1\n", "b.py": b"b = 1\n", "c.py": b""}[row.path]
        sha256 = hashlib.sha256(text).hexdigest()
        unsaved = "true" if row.path == "b.py" else "false"
        line = f"packlens-manifest-1\n{index}\n{row.path}\n{sha256}\n{len(text)}\n{unsaved}\n{previous}"
        previous = hashlib.sha256(line.encode()).hexdigest()
        assert row.row == previous


def test_the_digest_covers_question_settings_and_version() -> None:
    rows = manifest_of(_DOCUMENTS)
    found = digest_of(rows, {"text": "é", "ids": ["a"]}, {"budget": 1}, "0.1.0")
    line = f'{rows[-1].row}\n{{"ids":["a"],"text":"é"}}\n{{"budget":1}}\n0.1.0'
    assert found == hashlib.sha256(line.encode()).hexdigest()
    assert digest_of((), {}, {}, "") == hashlib.sha256(("0" * 64 + "\n{}\n{}\n").encode()).hexdigest()


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize(
    "change", [{"path": "x.py"}, {"size": 99}, {"unsaved": None}, {"sha256": "0" * 64}, {"index": 7}]
)
def test_a_changed_row_is_found(number: int, change: dict[str, object]) -> None:
    rows = list(manifest_of(_DOCUMENTS))
    assert first_broken_row(rows) is None
    if "unsaved" in change:
        change = {"unsaved": not rows[number].unsaved}
    rows[number] = replace(rows[number], **change)  # type: ignore[arg-type]
    broken = first_broken_row(rows)
    assert broken is rows[number]


def test_a_dropped_row_is_found() -> None:
    rows = manifest_of(_DOCUMENTS)
    broken = first_broken_row((rows[0], rows[2]))
    assert broken is rows[2]
