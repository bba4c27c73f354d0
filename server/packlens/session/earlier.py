"""The graph before a diff, for what only it can say: who used the names that are gone.

It is drawn from texts alone, the later ones with those that the diff changed put back, by a writer of its own, so that
the session's graph is never anything but the latest. The writer is kept: the next diff costs what lies between the two.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping

from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.session.texts import Cancelled, Progress
from packlens.text.diff import Diff
from packlens.text.document import Document


class Earlier:
    """Earlier states of one root."""

    def __init__(self, root_name: str, import_hints: tuple[str, ...]) -> None:
        self._writer = Writer(root_name, import_hints)
        self._one_at_a_time = threading.Lock()

    def graph(
        self,
        later: Mapping[str, Document],
        diff: Diff,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Snapshot:
        """The graph in which every file of the diff has its earlier text, and every other one the later.

        `progress` hears (files read, files). Raises `CancelledError` when `cancelled` said so while files are read.
        """
        wanted = dict(later)
        for file in diff.files:
            if file.unread and file.old is None:
                continue
            wanted.pop(file.path, None)
            if file.old is not None:
                wanted[file.old.path] = file.old
        with self._one_at_a_time:
            changes: dict[str, Document | None] = dict.fromkeys(self._writer.snapshot.documents)
            return self._writer.update(changes | wanted, progress, cancelled)
