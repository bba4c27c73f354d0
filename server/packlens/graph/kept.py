"""A generation that was kept between runs, read part by part.

`KeptGraph` is what a store offers: each part is decoded when it is asked for. `restored` makes a snapshot of it whose
tables, shards and inbound tables come in one by one, so that a question costs what it touches. To every view it is a
snapshot like any other. Each part comes in once, whichever thread asks first, since tables know their scopes by
identity; what has come in holds the kept graph no longer, which ends with the last part that nobody asked for.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from packlens.graph.directory import Directory, Says
from packlens.graph.settled import Settled
from packlens.graph.shard import Shard
from packlens.graph.snapshot import Snapshot
from packlens.resolve.merge import Asks
from packlens.resolve.static.inference import Inference
from packlens.resolve.static.learned import Answer, World, resumed
from packlens.resolve.static.mentions import Recorded
from packlens.resolve.static.modules import Layout
from packlens.resolve.static.rows import Rows
from packlens.symbols.table import FileTable, build_table
from packlens.syntax.facts import FileFacts
from packlens.text.document import Document

Inbound = Mapping[str, tuple[str, ...]]


class KeptGraph(Protocol):
    """A saved generation. Every method may raise `DamagedStoreError`, and more than one thread may call it."""

    @property
    def documents(self) -> Mapping[str, Document]:
        """The texts that it was computed from."""
        ...

    def facts(self, path: str) -> FileFacts:
        """The facts of a file."""
        ...

    def facts_of_text(self, digest: bytes) -> FileFacts | None:
        """The facts of a text by its hash, whatever file holds it; `None` where they were not kept."""
        ...

    def static(self, path: str) -> dict[str, Rows]:
        """What static resolution says of each scope of a file."""
        ...

    def settled(self, path: str) -> dict[str, Settled]:
        """What Jedi said of the scopes of a file."""
        ...

    def inbound(self, path: str) -> Inbound:
        """Symbol of a file -> ids of the scopes that use it."""
        ...

    def saying(self, what: Says, name: str) -> Iterable[str]:
        """Paths of the files that may say a name; all that do are among them."""
        ...

    def world(self) -> World:
        """What the inference knew of the workspace as a whole."""
        ...

    def answers(self) -> Iterable[Answer]:
        """What the inference had answered."""
        ...


def restored(kept: KeptGraph, root_name: str, hints: Sequence[str], asks: Asks) -> Snapshot:
    """The saved generation as a snapshot, the first of its process."""
    lock = threading.RLock()
    documents = kept.documents
    shards: dict[str, Shard] = {
        path: _KeptShard(kept, _KeptTable(kept, path, lock), asks, lock) for path in documents
    }
    inbound: dict[str, Inbound] = {path: _KeptInbound(kept, path, lock) for path in documents}
    layout = Layout(root_name, documents, hints)
    directory = Directory(shards, kept, frozenset(documents))
    return Snapshot(root_name, 1, documents, shards, inbound, layout, directory)


def inference_of(kept: KeptGraph, snapshot: Snapshot, hints: tuple[str, ...]) -> Inference:
    """The inference that computed a kept generation, of which `snapshot` was made, ready to be updated."""
    shards = snapshot.shards
    inference = Inference(snapshot.root_name, hints)
    inference.recorded = Recorded(shards, lambda name: kept.saying(Says.MENTIONED, name))
    return resumed(
        inference,
        {path: shard.table for path, shard in shards.items()},
        lambda path, scope: shards[path].static[scope],
        kept.world(),
        kept.answers(),
    )


def load(snapshot: Snapshot) -> None:
    """Bring in every part of a snapshot that has not come in yet."""
    for shard in snapshot.shards.values():
        _ = shard.table.blocks, shard.rows
    for inbound in snapshot.inbound.values():
        _ = len(inbound)
    snapshot.directory = Directory(snapshot.shards)


class _KeptTable(FileTable):
    """A table that comes in when anything but its path is asked of it."""

    def __init__(self, kept: KeptGraph, path: str, lock: threading.RLock) -> None:
        self.path = path
        self._kept = kept
        self._lock = lock

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or "blocks" in self.__dict__:
            raise AttributeError(name)
        with self._lock:
            if "blocks" not in self.__dict__:
                whole = build_table(self.path, self._kept.facts(self.path), None)
                self.__dict__.update(whole.__dict__)
                del self._kept
        return getattr(self, name)


class _KeptShard(Shard):
    """A shard whose rows come in when they are asked for."""

    def __init__(self, kept: KeptGraph, table: FileTable, asks: Asks, lock: threading.RLock) -> None:
        self.table = table
        self.asks = asks
        self.signatures = {}
        self._by_target = {}
        self._kept = kept
        self._lock = lock

    def __getattr__(self, name: str) -> Any:
        if name not in ("static", "settled", "rows") or name in self.__dict__:
            raise AttributeError(name)
        with self._lock:
            if "rows" not in self.__dict__:
                static = self._kept.static(self.table.path)
                settled = self._kept.settled(self.table.path)
                self.__dict__.update(Shard(self.table, static, settled, asks=self.asks).__dict__)
                del self._kept
        return self.__dict__[name]


class _KeptInbound(Mapping[str, tuple[str, ...]]):
    """Who uses a file's symbols, once somebody wants to know."""

    def __init__(self, kept: KeptGraph, path: str, lock: threading.RLock) -> None:
        self._kept: KeptGraph | None = kept
        self._path = path
        self._lock = lock
        self._found: Inbound = {}

    def _table(self) -> Inbound:
        if self._kept is not None:
            with self._lock:
                if self._kept is not None:
                    self._found = self._kept.inbound(self._path)
                    self._kept = None
        return self._found

    def __getitem__(self, symbol: str) -> tuple[str, ...]:
        return self._table()[symbol]

    def __iter__(self) -> Iterator[str]:
        return iter(self._table())

    def __len__(self) -> int:
        return len(self._table())
