"""From a PATH and a target on the command line to an indexed session and a target it understands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from packlens.base.counted import counted
from packlens.base.errors import NotFoundError, UsageError
from packlens.base.pattern import late_pattern
from packlens.cli.options import Resolution
from packlens.cli.voice import Voice
from packlens.text.discovery import SUFFIXES
from packlens.text.listing import Cause, Skip
from packlens.text.paths import relative_path

if TYPE_CHECKING:
    from packlens.graph.snapshot import Snapshot
    from packlens.session.asking import Waits
    from packlens.session.session import Session

_FAULTS = (Cause.UNREADABLE, Cause.UNDECODABLE, Cause.OUTSIDE_ROOT, Cause.NOT_A_FILE)
_NAMED_FAULTS = 3
_TARGET = late_pattern(r"(?P<path>.+?)(?P<rest>::.*|:\d+(?:-\d+)?)?", re.DOTALL)


@contextmanager
def indexed(path: str | None, voice: Voice, resolution: Resolution) -> Iterator[Session]:
    """The session of PATH, indexed, with what is wrong about it said on stderr."""
    with opened(path, voice, resolution) as session:
        index(session, voice)
        yield session


@contextmanager
def opened(
    path: str | None, voice: Voice, resolution: Resolution, settings: Mapping[str, Any] = {}
) -> Iterator[Session]:
    """The session of PATH, which has read nothing yet. At its end it is said what became of what it keeps."""
    session = begun(path, voice, resolution, settings)
    try:
        with session:
            yield session
    finally:
        for line in session.store_notes:
            voice.warn(line)


def begun(
    path: str | None, voice: Voice, resolution: Resolution, settings: Mapping[str, Any] = {}
) -> Session:
    """The session of PATH, to be ended by the caller, with what is wrong with its settings said on stderr."""
    from packlens.session.session import Session

    if not resolution.jedi:
        settings = {**settings, "jedi": {"enabled": False}}
    session = Session.open(path, settings)
    for line in session.warnings:
        voice.warn(line)
    return session


def index(session: Session, voice: Voice, *, anew: bool = False) -> None:
    """Index, with progress, and say what is wrong about the files; `anew`: from nothing."""
    with voice.progress("indexing", "files") as report:
        session.index(report, anew=anew)
    for line in session.listing_notes:
        voice.warn(line)
    _tell_faults(session, voice)
    for name, milliseconds in session.timings_ms.items():
        voice.detail(f"{name}: {milliseconds:.0f} ms")


def settled(
    session: Session, voice: Voice, resolution: Resolution, view: Callable[[Snapshot], Waits]
) -> Waits:
    """What `view` says once Jedi has settled what can change it, or the wait is over."""
    with voice.progress("settling", "calls") as report:
        answer = session.settled(view, resolution.seconds, report)
    _tell_pending(session, voice, len(answer.open_sites))
    return answer


def settle_all(session: Session, voice: Voice, resolution: Resolution) -> None:
    """Wait until Jedi has settled everything, or the wait is over."""
    with voice.progress("settling", "calls") as report:
        snapshot = session.settle_all(resolution.seconds, report)
    _tell_pending(session, voice, snapshot.pending)


def _tell_pending(session: Session, voice: Voice, pending: int) -> None:
    if not pending:
        return
    if session.jedi_failure is not None:
        voice.warn(session.jedi_failure)
    else:
        voice.warn(
            f"{counted(pending, 'call is', 'calls are')} not settled yet and could change the answer; "
            "--wait all waits for them"
        )


def _tell_faults(session: Session, voice: Voice) -> None:
    named: list[Skip] = [skip for cause in _FAULTS for skip in session.skipped.named.get(cause, ())]
    for skip in named[:_NAMED_FAULTS]:
        reason = str(skip.cause).replace("_", " ")
        voice.warn(f"{skip.path} is not indexed: {reason}" + (f" ({skip.detail})" if skip.detail else ""))
    if len(named) > _NAMED_FAULTS:
        voice.warn(
            f"nor {counted(len(named) - _NAMED_FAULTS, 'other is', 'others are')}; "
            "`packlens status` counts them by cause"
        )


def require_files(session: Session) -> None:
    """Refuse to look for anything in a root that holds no Python."""
    if session.nothing_there is not None:
        raise NotFoundError(session.nothing_there)


def target_in(root: Path, given: str) -> str:
    """A target as the root names it.

    The path in it may be written from the current folder or from the root. Where both exist the current
    folder's is meant, unless the target is an id: ids are the root's. Raises `UsageError` for a path that
    leads out of the root.
    """
    match = _TARGET.fullmatch(given)
    if match is None or "\0" in given or not _names_a_path(match["path"], match["rest"]):
        return given
    path, rest = match["path"], match["rest"] or ""
    try:
        from_here = Path.cwd() / path
        # The folder is resolved and the name is not: a symlink to a file is known by its own name.
        from_here = from_here.parent.resolve() / from_here.name
        if (root / path).exists() and (rest.startswith("::") or not from_here.is_relative_to(root)):
            return relative_path(root, path) + rest
        if from_here.exists() or ".." in Path(path).parts or Path(path).is_absolute():
            return relative_path(root, str(from_here)) + rest
    except OSError:  # no system has a file of that name, as when it is too long
        return given
    except UsageError:
        raise UsageError(f"target {given!r}: leads out of {root.name}; give a path inside it") from None
    return given


def _names_a_path(path: str, rest: str | None) -> bool:
    return bool(rest) or path.endswith(SUFFIXES) or any(mark in path for mark in "/\\")
