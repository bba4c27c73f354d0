"""How alike texts are, as a model has it: vectors from the cache, and from the provider for what is not there.

A vector is kept by the model's name and the hash of its text, so an edit costs the vectors of what was edited. Where
vectors cannot be had, that is said once for each answer, and for a while nobody waits for the provider again.
"""

from __future__ import annotations

import hashlib
import time
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING

from packlens.base.config import Semantic
from packlens.base.errors import CancelledError
from packlens.session.caches import cache_folder
from packlens.store.vectors import KeptVectors
from packlens.views.relevance.meaning import NoMeaningError

if TYPE_CHECKING:
    from packlens.session.semantic.provider import Provider, Vector

Progress = Callable[[int, int], None]
Cancelled = Callable[[], bool]

_PAUSE_SECONDS = 30.0
_LOOK_SECONDS = 0.05
_MOST_IN_MEMORY = 5000


class Likeness:
    """Implements `packlens.views.relevance.meaning.Meaning`, with the vectors of one provider."""

    def __init__(self, provider: Provider, kept: KeptVectors) -> None:
        self._provider = provider
        self._kept = kept
        self._known: dict[bytes, Vector] = {}
        self._asking = Lock()
        self._trouble = ""
        self._warned: set[str] = set()
        self._again = 0.0

    @property
    def name(self) -> str:
        """The model's name."""
        return self._provider.model

    def first_warning(self, door: str) -> str | None:
        """What the person must know before the first question at a door; `None` for all after it."""
        if door in self._warned:
            return None
        self._warned.add(door)
        return self._provider.warning

    def likeness(
        self,
        text: str,
        others: Sequence[str],
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Sequence[float]:
        """See `Meaning`."""
        from packlens.session.semantic.provider import cosine

        digests = {each: hashlib.sha256(each.encode("utf-8", "replace")).digest() for each in (text, *others)}
        texts = {digest: each for each, digest in digests.items()}
        cancelled = cancelled or _never
        while not self._asking.acquire(timeout=_LOOK_SECONDS):
            if cancelled():
                raise CancelledError("the question was withdrawn")
        try:
            if len(self._known) > _MOST_IN_MEMORY:
                self._known.clear()
            self._recall(texts)
            self._learn(texts, progress, cancelled)
            if (
                len({len(self._known[digest]) for digest in texts}) > 1
            ):  # the model has changed behind its name
                self._known.clear()
                self._learn(texts, progress, cancelled)
            return [cosine(self._known[digests[text]], self._known[digests[each]]) for each in others]
        finally:
            self._asking.release()

    def _recall(self, texts: Iterable[bytes]) -> None:
        """Know the vectors that are kept."""
        unknown = [digest for digest in texts if digest not in self._known]
        for digest, raw in self._kept.of(self.name, unknown).items() if unknown else ():
            vector = array("f")
            if raw and len(raw) % vector.itemsize == 0:
                vector.frombytes(raw)
                self._known[digest] = vector

    def _learn(self, texts: Mapping[bytes, str], progress: Progress | None, cancelled: Cancelled) -> None:
        """Know the vectors of all these."""
        missing = [digest for digest in texts if digest not in self._known]
        if missing and time.monotonic() < self._again:
            raise NoMeaningError(self._trouble)
        try:
            for start in range(0, len(missing), self._provider.batch):
                if progress is not None:
                    progress(len(texts) - len(missing) + start, len(texts))
                part = missing[start : start + self._provider.batch]
                made = self._provider.vectors([texts[digest] for digest in part], cancelled)
                new = dict(zip(part, made, strict=True))
                self._kept.keep(self.name, {digest: vector.tobytes() for digest, vector in new.items()})
                self._known |= new
        except NoMeaningError as error:
            self._trouble, self._again = str(error), time.monotonic() + _PAUSE_SECONDS
            raise


def likeness_of(settings: Semantic) -> Likeness:
    """Who compares texts, as the settings say. Nothing is loaded or asked yet."""
    if settings.provider == "local":
        from packlens.session.semantic.local import LocalModel

        provider: Provider = LocalModel()
    else:
        from packlens.session.semantic.endpoint import Endpoint

        provider = Endpoint(settings.endpoint, settings.model, settings.key_variable)
    return Likeness(provider, KeptVectors(cache_folder("vectors")))


def _never() -> bool:
    return False
