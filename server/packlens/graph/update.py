"""The one writer: changed texts in, the next generation out.

An update reads the changed files block by block, lets the inference answer again what could be answered otherwise,
and publishes a snapshot that shares with the one before every shard whose rows stayed the same.

Jedi's answers come later and make generations of their own (`graph/answers.py`).

A fault of ours costs the file at which it shows and nothing else: the file stands there as failed, with the reason,
until its text changes.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext

from packlens.base.collector import freeze, resting_collector
from packlens.base.deep import deep_recursion
from packlens.base.errors import CancelledError, DamagedStoreError
from packlens.base.fault import log_fault
from packlens.graph.absorb import Answered, Shared
from packlens.graph.answers import outdate, still_settled, with_answers
from packlens.graph.inbound import inbound_after
from packlens.graph.kept import KeptGraph, inference_of, load, restored
from packlens.graph.shard import NONE_SETTLED, Shard
from packlens.graph.snapshot import Snapshot
from packlens.resolve.merge import Asks
from packlens.resolve.static.inference import FaultError, Inference, Share
from packlens.resolve.static.rows import Rows
from packlens.symbols.table import FileTable, build_table
from packlens.syntax.facts import FileFacts, ScopeKind
from packlens.text.document import Document

NOT_READ: Mapping[str, FileFacts] = {}
_CHECK_EVERY = 32
_MANY_FILES = 64
_MANY_FAULTS = 8
_LOGGER = logging.getLogger(__name__)

Progress = Callable[[int, int], None]
"""Called with (files read, files in all)."""


class Writer:
    """Holds the mutable side of the graph. One thread at a time.

    parsed   how many texts were read since the writer was made
    """

    def __init__(
        self, root_name: str, import_hints: Sequence[str] = (), *, asks: Asks = Asks.NOTHING
    ) -> None:
        self._root_name, self._hints = root_name, tuple(import_hints)
        self._asks = asks
        self._shared = Shared()
        self.parsed = 0
        self._known: Inference | None = Inference(root_name, self._hints)
        # What was kept and has not all come in yet, and the generation that the inference is to be made of.
        self._source: KeptGraph | None = None
        self._unlearned: Snapshot | None = None
        self.snapshot = Snapshot(root_name, 0, {}, {}, {}, self._inference.layout)

    def resume(self, kept: KeptGraph) -> Snapshot:
        """Stand where the writer stood that made a generation which was kept. Nothing was published before."""
        self.snapshot = restored(kept, self._root_name, self._hints, self._asks)
        self._source, self._unlearned, self._known = kept, self.snapshot, None
        return self.snapshot

    def anew(self) -> Writer:
        """A writer that knows nothing yet, whose generations come after those of this one."""
        writer = Writer(self._root_name, self._hints, asks=self._asks)
        layout = writer.snapshot.layout
        writer.snapshot = Snapshot(self._root_name, self.snapshot.generation, {}, {}, {}, layout)
        return writer

    def learn(self) -> Inference:
        """The inference; made now, where it stands only in what was kept."""
        if self._known is None and self._source is not None and self._unlearned is not None:
            try:
                self._known = inference_of(self._source, self._unlearned, self._hints)
            except (LookupError, TypeError, ValueError) as error:
                raise DamagedStoreError("the parts of the saved graph do not fit together") from error
            self._unlearned = None
        assert self._known is not None
        return self._known

    @property
    def is_complete(self) -> bool:
        """Whether all of the graph is in memory."""
        return self._source is None

    def complete(self) -> None:
        """Bring into memory what was kept and nobody has asked for yet. Generations before this one may go on reading
        what was kept.
        """
        self.learn().recorded = None
        load(self.snapshot)
        self._source = None

    @property
    def _inference(self) -> Inference:
        return self._known or self.learn()

    @_inference.setter
    def _inference(self, inference: Inference) -> None:
        self._known = inference

    def update(
        self,
        changes: Mapping[str, Document | None],
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
        facts: Mapping[str, FileFacts] = NOT_READ,
        share: Share | None = None,
    ) -> Snapshot:
        """Publish the generation in which the files of `changes` have these texts; `None` removes a file.

        `facts` are those of new files that were read already; `share` lets others draw a part of a first generation.
        Changes that change no text give the present snapshot back. Raises `CancelledError` when `cancelled` says so
        while files are read, or `share` raises it; the graph is then as it was.
        """
        before = self.snapshot
        changed = {path: document for path, document in changes.items() if _differs(before, path, document)}
        if not changed:
            return before
        bulk = len(changed) > _MANY_FILES
        with deep_recursion(), resting_collector() if bulk else nullcontext():
            self.snapshot = self._next(changed, facts, progress, cancelled, share)
            if bulk:
                freeze()
        return self.snapshot

    def absorb(self, answers: Iterable[Answered]) -> Snapshot:
        """Publish the generation that holds these answers of Jedi; those about a text that is gone are dropped."""
        self.snapshot = with_answers(self.snapshot, answers, self._shared)
        return self.snapshot

    def _next(
        self,
        changed: Mapping[str, Document | None],
        facts: Mapping[str, FileFacts],
        progress: Progress | None,
        cancelled: Callable[[], bool] | None,
        share: Share | None,
    ) -> Snapshot:
        """The generation after the present one."""
        before = self.snapshot
        tables = self._read(changed, facts, progress, cancelled)
        touched = self._resolve(changed, tables, share)
        documents = dict(before.documents)
        for path, document in changed.items():
            if document is None:
                documents.pop(path, None)
            else:
                documents[path] = document
        shards = dict(before.shards)
        for path in touched | tables.keys():
            table = self._inference.tables.get(path)
            if table is None:
                shards.pop(path, None)
            else:
                shards[path] = self._shard(table, before.shards.get(path))
        layout = self._inference.layout
        others = touched | tables.keys() | outdate(before, documents, layout, tables.keys(), shards)
        inbound = inbound_after(before, shards, others)
        directory = before.directory.after(shards, others)
        return Snapshot(
            before.root_name, before.generation + 1, documents, shards, inbound, layout, directory
        )

    def _read(
        self,
        changed: Mapping[str, Document | None],
        facts: Mapping[str, FileFacts],
        progress: Progress | None,
        cancelled: Callable[[], bool] | None,
    ) -> dict[str, FileTable | None]:
        tables: dict[str, FileTable | None] = {}
        for number, path in enumerate(sorted(changed)):
            if number % _CHECK_EVERY == 0:
                if cancelled is not None and cancelled():
                    raise CancelledError("indexing was cancelled; ask again to start over")
                if progress is not None:
                    progress(number, len(changed))
            document = changed[path]
            if document is None:
                tables[path] = None
                continue
            try:
                tables[path] = self._table(path, document, facts.get(path))
            except DamagedStoreError:
                raise
            except Exception as error:
                log_fault(_LOGGER, f"{path} could not be read", error)
                tables[path] = _unread(path, document.text, error)
        if progress is not None:
            progress(len(changed), len(changed))
        return tables

    def _table(self, path: str, document: Document, facts: FileFacts | None) -> FileTable:
        known, before = self.snapshot.shards.get(path), self.snapshot.documents.get(path)
        kept = self._source.facts_of_text(document.hash) if self._source is not None else None
        if kept is None:
            self.parsed += 1
        facts = facts or kept
        if facts is None:
            earlier = (before.text, known.table.facts) if known and before and before.has_text else None
            from packlens.syntax.parse import read_file  # the parser is needed once a text has changed

            facts = read_file(document.text, earlier)
        return build_table(path, facts, known.table if known is not None else None)

    def _resolve(
        self,
        changed: Mapping[str, Document | None],
        tables: dict[str, FileTable | None],
        share: Share | None,
    ) -> set[str]:
        """The paths whose rows may have changed with `tables`. A file at which the inference fails is taken as unread.

        A failed inference is half-way and of no use, so another one begins with the tables of every file.
        """
        given: Mapping[str, FileTable | None] = tables
        self.learn()
        for _ in range(_MANY_FAULTS):
            try:
                return self._inference.update(given, share)
            except DamagedStoreError:
                raise
            except CancelledError:
                self._take_back()
                raise
            except FaultError as fault:
                error = fault.__cause__ or fault
                if isinstance(error, DamagedStoreError):
                    raise error from None
                log_fault(_LOGGER, f"{fault.path} could not be resolved", error)
                document = changed.get(fault.path) or self.snapshot.documents[fault.path]
                tables[fault.path] = _unread(fault.path, document.text, error)
            except Exception as error:
                log_fault(_LOGGER, "a change could not be resolved", error)
                if given is not tables:
                    break
            share = None
            given = self._tables() | tables
            given = {path: table for path, table in given.items() if table is not None}
            self._inference = Inference(self._root_name, self._hints)
        self._take_back()
        raise RuntimeError(
            "the graph could not be brought up to date; it is as it was before the last change"
        )

    def _take_back(self) -> None:
        """Stand with the inference where the present generation stands."""
        self._inference = Inference(self._root_name, self._hints)
        self._inference.update(self._tables())

    def _tables(self) -> dict[str, FileTable | None]:
        return {path: shard.table for path, shard in self.snapshot.shards.items()}

    def _shard(self, table: FileTable, before: Shard | None) -> Shard:
        inference = self._inference
        rows: dict[str, Rows] = {table.module: inference.rows_of(("module rows", table.path))}
        for scope, entry in table.scopes.items():
            if entry.scope.kind != ScopeKind.COMPREHENSION:
                rows[scope] = inference.rows_of(("rows", scope))
        settled = still_settled(before, table, rows) if before is not None else NONE_SETTLED
        return Shard(table, rows, settled, before, asks=self._asks)


def _unread(path: str, text: str, error: BaseException) -> FileTable:
    from packlens.syntax.parse import unread_file

    message = f"Packlens failed at this file ({type(error).__name__}); its log says where"
    return build_table(path, unread_file(text, message), None)


def _differs(before: Snapshot, path: str, document: Document | None) -> bool:
    known = before.documents.get(path)
    if document is None or known is None:
        return document is not known
    return (known.hash, known.sha256, known.unsaved) != (document.hash, document.sha256, document.unsaved)
