"""The texts of a state that git holds, in place of the disk's: a commit, or the index.

It stands where `Texts` stands for a root on disk and never changes after the first look: no buffer and no file of the
work tree belongs to it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from packlens.base.config import Config
from packlens.base.errors import CancelledError
from packlens.session.line import Batch
from packlens.session.roots import hints_in
from packlens.session.texts import Cancelled, Changes, Progress, Published
from packlens.text import git_objects
from packlens.text.git_tree import file_in, read_entries
from packlens.text.history import Comparison, asked_of_git, later_entries
from packlens.text.listing import Listing, Skipped

_MAX_SETTINGS_BYTES = 1_000_000


class TreeState:
    """The later state of a comparison. Raises NotFoundError, when first asked, for a revision that is not there."""

    buffered: frozenset[str] = frozenset()

    def __init__(self, root: Path, config: Config, comparison: Comparison) -> None:
        self._root = root
        self._config = config
        self._comparison = comparison
        self.listing = Listing(())
        self.timings_ms: dict[str, float] = {}

    @cached_property
    def _entries(self) -> Mapping[str, git_objects.Entry]:
        return later_entries(self._root, self._comparison)

    def import_hints(self) -> tuple[str, ...]:
        """What the settings of that state say about its layout."""

        def read(name: str) -> str | None:
            raw = asked_of_git(
                self._comparison, lambda: file_in(self._root, self._entries, name, _MAX_SETTINGS_BYTES)
            )
            return raw.decode("utf-8", "replace") if raw is not None else None

        return hints_in(
            read,
            lambda folder: any(name.startswith(f"{folder}/" if folder else "") for name in self._entries),
        )

    @property
    def skipped(self) -> Skipped:
        """What is not indexed, by cause."""
        return self.listing.skipped

    def forget(self) -> None:
        """Nothing is kept that could be out of date."""

    def hold(self, buffers: Mapping[str, str | None]) -> None:
        """Buffers belong to the disk's state."""

    def changes(
        self,
        batch: Batch,
        published: Published,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Changes:
        """Every text, for the first index; nothing afterwards."""
        if not batch.index or published:
            return {}
        begin = time.perf_counter()
        if cancelled is not None and cancelled():
            raise CancelledError("reading the files was cancelled")
        read = asked_of_git(self._comparison, lambda: read_entries(self._root, self._config, self._entries))
        self.listing = Listing(tuple(read.documents), Skipped().plus(read.skips), used_git=True)
        if progress is not None:
            progress(len(read.documents), len(read.documents))
        self.timings_ms = {"read_files": (time.perf_counter() - begin) * 1000}
        return dict(read.documents)
