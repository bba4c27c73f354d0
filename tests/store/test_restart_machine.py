"""Incremental equals full across restarts: the edits of `tests/graph/test_state_machine.py`, with a store between them.

A restart comes at any time, after a save of the present generation or of an earlier one, so that each edit meets a
writer that has everything, one that has learned everything anew, and one that has to reconcile.
"""

from __future__ import annotations

import logging
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from packlens.text.document import Document
from tests.graph import workspace_texts as texts
from tests.graph.test_state_machine import Workspace
from tests.store.kept import Kept

pytestmark = pytest.mark.timeout(600)


class Faults(logging.Handler):
    """What the program logged of its own faults, from which it recovers by starting over."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


class KeptWorkspace(Workspace):
    """The same workspace, kept."""

    def __init__(self) -> None:
        super().__init__()
        self.faults = Faults()
        logging.getLogger("packlens").addHandler(self.faults)
        self.folder = tempfile.TemporaryDirectory()
        self.kept = Kept(Path(self.folder.name))
        self.writer = self.kept.writer

    @initialize(changes=st.dictionaries(texts.path, texts.text, min_size=4, max_size=10))
    def open_folder(self, changes: dict[str, str | None]) -> None:
        self.change(changes)
        self.kept.save()

    @rule()
    def save(self) -> None:
        self.kept.save()

    @rule()
    def start_again(self) -> None:
        self.kept.save()
        self.kept.restart()
        self.writer = self.kept.writer

    @rule()
    def start_again_unsaved(self) -> None:
        """The last changes were not saved: they are found and made again."""
        now = {path: document.text for path, document in self.writer.snapshot.documents.items()}
        self.kept.restart()
        self.writer = self.kept.writer
        gone = self.writer.snapshot.documents.keys() - now.keys()
        self.writer.update(
            {path: Document.of_text(path, text) for path, text in now.items()} | dict.fromkeys(gone)
        )

    @invariant()
    def nothing_was_started_over(self) -> None:
        assert self.faults.lines == []

    def teardown(self) -> None:
        logging.getLogger("packlens").removeHandler(self.faults)
        self.kept.close()
        self.folder.cleanup()


TestKeptWorkspace = KeptWorkspace.TestCase
TestKeptWorkspace.settings = settings(max_examples=max(60, settings.default.max_examples))
