"""Files that change on disk, told to a session that has no editor to tell it.

The system says which files changed, `watchfiles` gathers what comes in a burst (a checkout, a formatter), and the
session looks at these alone. It is a hint and no more: a question still looks for itself where it must be sure
(`Engine.fresh`), and a root that cannot be watched is one whose questions look.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from packlens.base.errors import UsageError
from packlens.text.paths import relative_path
from packlens.text.walk import is_passed_over

if TYPE_CHECKING:
    from packlens.session.engine import Engine

_GATHER_MS = 500
_QUIET_MS = 50
_END_SECONDS = 5.0
_MANY = 200


@contextmanager
def watching(session: Engine) -> Iterator[Watch]:
    """Watch the root of a session while the context lasts."""
    watch = Watch(session)
    try:
        yield watch
    finally:
        watch.stop()


class Watch:
    """A thread that tells a session of changes below its root.

    failure   why it does not, when it does not any more
    """

    def __init__(self, session: Engine) -> None:
        self._session = session
        self._ended = threading.Event()
        self._begun = threading.Event()
        self.failure: str | None = None
        self._thread = threading.Thread(target=self._work, name="packlens-watch", daemon=True)
        self._thread.start()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until changes are seen, or cannot be. False when `timeout` seconds were not enough."""
        return self._begun.wait(timeout)

    def leave(self) -> None:
        """Watch no more, from some moment soon."""
        self._ended.set()

    def stop(self) -> None:
        """Watch no more."""
        self.leave()
        self._thread.join(_END_SECONDS)

    def _work(self) -> None:
        from watchfiles import watch

        root = os.path.realpath(self._session.root)
        try:
            changes = watch(
                root,
                watch_filter=None,
                debounce=_GATHER_MS,
                step=_QUIET_MS,
                rust_timeout=_GATHER_MS,
                yield_on_timeout=True,
                stop_event=self._ended,
                raise_interrupt=False,
                ignore_permission_denied=True,
            )
            for burst in changes:
                if not self._begun.is_set() or len(burst) > _MANY:
                    self._session.refresh()  # also what changed before anybody watched
                elif paths := list(_of_interest(Path(root), (path for _, path in burst))):
                    self._session.refresh(paths)
                self._begun.set()
        except (OSError, RuntimeError) as error:  # a system that watches no more folders
            self.failure = f"changes of files are not watched: {error}"
        finally:
            self._begun.set()


def _of_interest(root: Path, places: Iterable[str]) -> Iterator[str]:
    """The paths below the root among these, without those of folders that are never looked into."""
    for place in dict.fromkeys(places):
        try:
            path = relative_path(root, place)
        except UsageError:
            continue
        if path != "." and not any(is_passed_over(part) for part in path.split("/")):
            yield path
