"""Incremental equals full: after any sequence of edits the graph is the one built from the same texts.

The rules are the ways a workspace changes: whole files and single statements, text that does not parse yet,
renames, deletes, modules and packages and stubs that appear beside one another. After each step every answer
of the snapshot is compared with a fresh build, and an older generation must still say what it said.
"""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from packlens.graph.update import Writer
from packlens.text.document import Document
from tests.graph import workspace_texts as texts
from tests.support.facts import Facts, check_equal_to_fresh, differences, facts_of

pytestmark = pytest.mark.timeout(600)


class Workspace(RuleBasedStateMachine):
    """A few files, one writer.

    checked   the snapshot that was compared last; a rule that publishes none leaves nothing to compare
    facts     what it says
    """

    def __init__(self) -> None:
        super().__init__()
        self.writer = Writer("workspace")
        self.checked = self.writer.snapshot
        self.facts: Facts = facts_of(self.checked)

    def change(self, changes: dict[str, str | None]) -> None:
        """Publish the next generation."""
        self.writer.update(
            {path: None if text is None else Document.of_text(path, text) for path, text in changes.items()}
        )

    def text_at(self, path: str) -> str:
        document = self.writer.snapshot.documents.get(path)
        return document.text if document else ""

    @initialize(changes=st.dictionaries(texts.path, texts.text, min_size=4, max_size=10))
    def open_folder(self, changes: dict[str, str | None]) -> None:
        self.change(changes)

    @rule(path=texts.path, text=texts.text)
    def write(self, path: str, text: str) -> None:
        self.change({path: text})

    @rule(changes=st.dictionaries(texts.path, st.one_of(st.none(), texts.text), min_size=2, max_size=5))
    def switch_branch(self, changes: dict[str, str | None]) -> None:
        self.change(changes)

    @rule(path=texts.path, statement=texts.statement, position=st.integers(0, 40))
    def insert_statement(self, path: str, statement: str, position: int) -> None:
        lines = self.text_at(path).splitlines(keepends=True)
        tops = [index for index, line in enumerate(lines) if line[:1] not in (" ", "\n", "")] + [len(lines)]
        at = tops[position % len(tops)]
        self.change({path: "".join([*lines[:at], statement + "\n", *lines[at:]])})

    @rule(path=texts.path, line=texts.broken_line, position=st.integers(0, 40))
    def type_half_a_line(self, path: str, line: str, position: int) -> None:
        lines = self.text_at(path).splitlines(keepends=True)
        at = position % (len(lines) + 1)
        self.change({path: "".join([*lines[:at], line + "\n", *lines[at:]])})

    @rule(path=texts.path, begin=st.integers(0, 400), length=st.integers(1, 30))
    def erase(self, path: str, begin: int, length: int) -> None:
        text = self.text_at(path)
        begin %= len(text) + 1
        self.change({path: text[:begin] + text[begin + length :]})

    @rule(path=texts.path, old=st.sampled_from(texts.NAMES), new=st.sampled_from(texts.NAMES))
    def rename_in_file(self, path: str, old: str, new: str) -> None:
        self.change({path: self.text_at(path).replace(old, new)})

    @rule(path=texts.path)
    def delete(self, path: str) -> None:
        self.change({path: None})

    @rule(path=texts.path, new=texts.path)
    def move(self, path: str, new: str) -> None:
        if path in self.writer.snapshot.documents and path != new:
            self.change({path: None, new: self.text_at(path)})

    @rule(path=texts.path)
    def touch(self, path: str) -> None:
        before = self.writer.snapshot
        if path in before.documents:
            self.change({path: self.text_at(path)})
            assert self.writer.snapshot is before, "an edit that changes no text makes no generation"

    @rule(path=texts.path, text=texts.text)
    def edit_and_revert(self, path: str, text: str) -> None:
        before = self.writer.snapshot
        original = self.text_at(path) if path in before.documents else None
        self.change({path: text})
        self.change({path: original})
        assert not differences(facts_of(self.writer.snapshot), self.facts), (
            "an edit taken back left something"
        )
        assert not differences(facts_of(before), self.facts), "a published generation changed"
        self.checked = self.writer.snapshot

    @invariant()
    def equals_a_fresh_build(self) -> None:
        if self.writer.snapshot is not self.checked:
            self.checked = self.writer.snapshot
            self.facts = check_equal_to_fresh(self.checked)


TestWorkspace = Workspace.TestCase
TestWorkspace.settings = settings(max_examples=max(60, settings.default.max_examples))
