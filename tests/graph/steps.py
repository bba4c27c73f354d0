"""A fixture, step by step through one writer. The oracle is a fresh build."""

from __future__ import annotations

from packlens.graph.update import Writer
from packlens.text.document import Document
from tests.support.edges import edge_lines
from tests.support.facts import check_equal_to_fresh
from tests.support.fixture import parse


def check_steps(fixture: str, *expected: str) -> None:
    """Run the steps of the fixture through one writer; `expected` holds the call edges after each."""
    parsed = parse(fixture)
    writer = Writer("workspace")
    known: dict[str, Document] = {}
    for step, wanted in zip(parsed.steps, expected, strict=True):
        documents = parsed.documents(step)
        gone = dict.fromkeys(known.keys() - documents.keys())
        changed = {path: document for path, document in documents.items() if known.get(path) != document}
        snapshot = writer.update({**gone, **changed})
        known = documents
        lines = sorted({line.strip() for line in wanted.splitlines() if line.strip()})
        assert edge_lines(snapshot) == lines, f"at step {step}"
        check_equal_to_fresh(snapshot, f"at step {step}")
