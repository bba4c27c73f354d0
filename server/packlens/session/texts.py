"""Which texts of the root have changed since the graph last saw them.

In: a batch that says what may have changed, and the texts of the last generation. Out: path -> the text
that rules it now, or `None` where there is none any more. The disk is looked at as little as possible: a
file whose size and times are as they were is not read, the files are not listed again while the ground of
their listing holds, and a path that git and the settings have judged once is judged again only when it may
have come or gone. Only the writer's thread works here.

An open buffer rules over its file if the file is one that would be indexed, or does not exist yet. A
buffer of an ignored file is left out, so that equal texts are an equal graph at every door.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, TypeAlias

import msgspec

from packlens.base.config import Config
from packlens.session.line import Batch
from packlens.session.roots import import_hints
from packlens.text.discovery import IGNORE_FILE, SUFFIXES, discover, select
from packlens.text.disk import Tree, read_all
from packlens.text.document import Document
from packlens.text.ground import CLOCK_STEP_NS, Ground, Stamp, ground_of, stamp_of
from packlens.text.ignore import Patterns, Rules
from packlens.text.listing import Cause, Listing, Skip, Skipped
from packlens.text.overlay import Overlay
from packlens.text.paths import on_disk, raw_of_path, system_of_raw


class Found(NamedTuple):
    """How the texts were found, kept for whoever finds them next.

    settings  a digest of what the listing depends on beside the files
    stamps    path -> the file's stamp, and when it was taken
    """

    settings: str
    listing: Listing
    ground: Ground | None
    stamps: dict[str, tuple[Stamp, int]]
    unread: dict[str, Skip]


Published: TypeAlias = Mapping[str, Document]
Changes: TypeAlias = dict[str, Document | None]
Progress: TypeAlias = Callable[[int, int], None]
Cancelled: TypeAlias = Callable[[], bool]

# A batch that names more files than this is answered by looking at all of them, which costs less.
_MANY = 200
_RULE_FILES = (".gitignore", IGNORE_FILE)


class Texts:
    """The disk with the open buffers over it."""

    def __init__(self, root: Path, config: Config) -> None:
        self._root = root
        self._config = config
        self._overlay = Overlay(root, config.index.max_file_bytes)
        self._never = Rules(base=[Patterns(config.privacy.never_index)]).ignores
        self._buffers: dict[str, str] = {}
        self._admitted: dict[str, bool] = {}
        self._new: dict[str, bool] = {}
        self._stamps: dict[str, tuple[Stamp, int]] = {}
        self._unread: dict[str, Skip] = {}
        self._prefix = os.path.join(root, "")  # noqa: PTH118 - as `stamp_of` takes it
        self._ground: Ground | None = None
        self.listing = Listing(())
        self.timings_ms: dict[str, float] = {}

    def import_hints(self) -> tuple[str, ...]:
        """What the settings of the root say about its layout."""
        return import_hints(self._root)

    @property
    def skipped(self) -> Skipped:
        """What is not indexed, by cause."""
        return self.listing.skipped.plus(self._unread.values())

    @property
    def buffered(self) -> frozenset[str]:
        """Paths of the open buffers."""
        return frozenset(self._buffers)

    @property
    def found(self) -> Found:
        """How the texts of the disk were found."""
        return Found(
            _settings(self._config), self.listing, self._ground, dict(self._stamps), dict(self._unread)
        )

    def resume(self, found: Found) -> None:
        """Take over from whoever found the texts of the same root before."""
        self._stamps = dict(found.stamps)
        if found.settings == _settings(self._config):
            self.listing, self._ground = found.listing, found.ground
            self._admitted = dict.fromkeys(found.listing.files, True)
            self._unread = dict(found.unread)

    def read(self, path: str) -> Document | None:
        """The file at `path` as it is on disk now."""
        answer = Tree(self._root).read(path, self._config.index.max_file_bytes)
        return answer if isinstance(answer, Document) else None

    def forget(self) -> None:
        """Read every file again at the next look at everything."""
        self._stamps.clear()
        self._ground = None

    def hold(self, buffers: Mapping[str, str | None]) -> None:
        """Take note of open and closed buffers, without looking at what they change."""
        for path, text in buffers.items():
            if text is None:
                self._buffers.pop(path, None)
            else:
                self._buffers[path] = text

    def changes(
        self,
        batch: Batch,
        published: Published,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Changes:
        """What a batch changes. Raises `UsageError` when the root cannot be read any more."""
        self.hold(batch.buffers)
        if batch.everything or self._needs_everything(batch.on_disk, published):
            return self._look_at_everything(published, progress, cancelled)
        named = dict.fromkeys((*batch.on_disk, *batch.buffers))
        self._judge([path for path in named if path in batch.on_disk or path not in self._admitted])
        return {path: self._text(path) for path in named}

    def _needs_everything(self, paths: Iterable[str], published: Published) -> bool:
        named = list(paths)
        return len(named) > _MANY or any(
            path.rpartition("/")[2] in _RULE_FILES
            or (not path.endswith(SUFFIXES) and self._holds_files(path, published))
            for path in named
        )

    def _holds_files(self, path: str, published: Published) -> bool:
        return on_disk(self._root, path).is_dir() or any(known.startswith(f"{path}/") for known in published)

    def _look_at_everything(
        self, published: Published, progress: Progress | None, cancelled: Cancelled | None
    ) -> Changes:
        begin = time.perf_counter()
        if self._ground is None or not self._ground.holds():
            self._list_files()
        listed = time.perf_counter()
        self._judge([path for path in self._buffers if path not in self._admitted or self._has_come(path)])
        on_disk_only = [path for path in self.listing.files if path not in self._buffers]
        stamps = {path: stamp for path in on_disk_only if (stamp := self._stamp(path)) is not None}
        now = time.time_ns()
        stale = [path for path in on_disk_only if self._is_stale(path, stamps.get(path), published)]
        documents, unread = read_all(self._root, Listing(tuple(stale)), self._config, progress, cancelled)
        self._stamps = {path: (stamp, now) for path, stamp in stamps.items()}
        still_unread = {path: skip for path, skip in self._unread.items() if path in self._admitted}
        self._unread = still_unread | {skip.path: skip for skip in unread}
        changes: Changes = {path: documents.get(path) for path in stale}
        for path in documents:
            self._unread.pop(path, None)
        changes |= {path: self._text(path) for path in self._buffers}
        for path in published:
            if not self._admitted.get(path):
                changes[path] = None
            elif (
                self._new.get(path) and path not in self._buffers
            ):  # closed in the same batch, and never saved
                changes[path] = self._text(path)
        self.timings_ms = {
            "list_files": (listed - begin) * 1000,
            "read_files": (time.perf_counter() - listed) * 1000,
        }
        return changes

    def _list_files(self) -> None:
        begun = time.time_ns()
        self.listing = discover(self._root, self._config)
        self._ground = ground_of(self._root, self.listing, begun)
        self._admitted = dict.fromkeys(self.listing.files, True)
        self._new = {}

    def _judge(self, paths: list[str]) -> None:
        """Ask the rules which of these are indexed, as files that exist or as new ones."""
        if not paths:
            return
        listed = set(select(self._root, self._config, paths).files)
        for path in paths:
            self._admitted[path] = path in listed or self._may_be_new(path)
            self._new[path] = self._admitted[path] and path not in listed

    def _has_come(self, path: str) -> bool:
        """Whether a file that was judged as a new one is there by now, perhaps in an ignored folder."""
        return self._new.get(path, False) and os.path.lexists(on_disk(self._root, path))

    def _may_be_new(self, path: str) -> bool:
        return (
            path in self._buffers
            and path.endswith(SUFFIXES)
            and not self._never(raw_of_path(path))
            and not os.path.lexists(on_disk(self._root, path))
        )

    def _text(self, path: str) -> Document | None:
        """The text that rules one path, with what is remembered about it brought up to date."""
        stamp, now = self._stamp(path), time.time_ns()
        self._stamps.pop(path, None)
        self._unread.pop(path, None)
        if not self._admitted.get(path):
            return None
        buffer = self._buffers.get(path)
        answer = self._overlay.close(path) if buffer is None else self._overlay.change(path, buffer)
        if isinstance(answer, Skip):
            if answer.cause is not Cause.MISSING:
                self._unread[path] = answer
            return None
        if buffer is None and stamp is not None:
            self._stamps[path] = (stamp, now)
        return answer

    def _is_stale(self, path: str, stamp: Stamp | None, published: Published) -> bool:
        before, seen = self._stamps.get(path, (None, 0))
        if stamp is None or stamp != before or (path not in published and path not in self._unread):
            return True
        return not _is_settled(stamp, seen)

    def _stamp(self, path: str) -> Stamp | None:
        return stamp_of(self._prefix + system_of_raw(raw_of_path(path)))


def half(progress: Progress | None, *, first: bool) -> Progress | None:
    """What hears of the first or the second half of the way of all files, as one way: reading and resolving, say."""
    if progress is None:
        return None

    def report(done: int, total: int) -> None:
        progress((done if first else total + done) // 2, total)

    return report


def _settings(config: Config) -> str:
    chosen = msgspec.json.encode((config.index, config.privacy))
    return hashlib.sha256(chosen).hexdigest()[:16]


def worth_keeping(found: Found, kept: Found) -> bool:
    """Whether whoever finds the texts next gains by how they were found now, where `kept` is known."""
    return (
        (found.settings, found.listing) != (kept.settings, kept.listing)
        or (found.ground is not None and found.ground != kept.ground)
        or found.stamps.keys() != kept.stamps.keys()
        or any(
            stamp != kept.stamps[path][0]
            or (_is_settled(stamp, seen) and not _is_settled(*kept.stamps[path]))
            for path, (stamp, seen) in found.stamps.items()
        )
    )


def _is_settled(stamp: Stamp, seen: int) -> bool:
    """Whether a file that has changed since it was seen has another stamp."""
    return seen - max(stamp[0], stamp[1]) >= CLOCK_STEP_NS
