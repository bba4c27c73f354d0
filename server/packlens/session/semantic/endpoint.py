"""Vectors from a server with the address and the key of the person's own settings, asked as OpenAI's are.

    POST ADDRESS/embeddings   {"model": ..., "input": [texts], "encoding_format": "float"}
    answer                    {"data": [{"index": 0, "embedding": [numbers]}, ...]}

What is sent leaves the machine, or may, so the host is named before the first time. A server that is busy or fails is
asked again, three times in all and later each time; one that refuses, sends elsewhere, or answers with anything else
than one vector for each text is not. The key is read from the environment at each question and stands nowhere else:
no message of a library reaches the person, since it may hold the key.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlsplit

import msgspec

from packlens.base.counted import counted
from packlens.base.errors import CancelledError
from packlens.base.pattern import late_pattern
from packlens.session.semantic.provider import Cancelled, Vector, unit_vector
from packlens.views.relevance.meaning import NoMeaningError

if TYPE_CHECKING:
    from urllib.request import OpenerDirector

_PATIENCE_SECONDS = 20.0
_LOOK_SECONDS = 0.05
_PAUSES = (0.5, 1.5)
_MOST_BYTES = 32_000_000
_STRETCH = 1 << 16
_KEY = late_pattern(r"[!-~]+")
_BUSY = (408, 425, 429)


class _Row(msgspec.Struct):
    embedding: list[float]
    index: int | None = None


class _Reply(msgspec.Struct):
    data: list[_Row]


@dataclass(frozen=True, slots=True)
class _Failed(Exception):  # noqa: N818 # it is how one try ended, and no error yet
    """One try that came to nothing. `again`: another may not."""

    reason: str
    again: bool


class Endpoint:
    """A `Provider`. An address that is none is said at the first question.

    patience  the seconds that one question may take, all tries together
    """

    batch = 16

    def __init__(
        self,
        address: str | None,
        model: str | None,
        key_variable: str | None,
        patience: float = _PATIENCE_SECONDS,
    ) -> None:
        self._named = model or ""
        self._key_variable = key_variable
        self._patience = patience
        self._wrong = ""
        self._url, self._host = "", "nowhere"
        try:
            self._url, self._host = _url(address or "")
        except NoMeaningError as error:
            self._wrong = str(error)
        if not self._named:
            self._wrong = self._wrong or "no model is named; set `semantic.model`"

    @property
    def model(self) -> str:
        """The model's name, and the host that it is asked at: the rest of an address may be a secret."""
        return f"{self._named} at {self._host}"

    @property
    def warning(self) -> str | None:
        """That code leaves the machine, and where it goes."""
        if self._wrong:
            return None
        plain = ", not encrypted" if self._url.startswith("http:") else ""
        return (
            f"semantic: questions in words, and the beginning of up to 50 definitions for each, are sent to "
            f"{self._host}{plain}; `semantic.enabled` turns it off"
        )

    def vectors(self, texts: Sequence[str], cancelled: Cancelled) -> Sequence[Vector]:
        """See `Provider`."""
        if self._wrong:
            raise NoMeaningError(self._wrong)
        body = {"model": self._named, "input": list(texts), "encoding_format": "float"}
        raw = self._answer(msgspec.json.encode(body), self._headers(), cancelled)
        try:
            rows = msgspec.json.decode(raw, type=_Reply).data
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise NoMeaningError(f"{self._host} answered with something else than vectors") from None
        places = [place if row.index is None else row.index for place, row in enumerate(rows)]
        if sorted(places) != list(range(len(texts))):
            given = len({*places} & {*range(len(texts))}) if len(rows) == len(texts) else len(rows)
            raise NoMeaningError(
                f"{self._host} gave {counted(given, 'vector')} for {counted(len(texts), 'text')}"
            )
        ordered = [
            row.embedding for _, row in sorted(zip(places, rows, strict=True), key=lambda pair: pair[0])
        ]
        if len({len(numbers) for numbers in ordered}) > 1:
            raise NoMeaningError(f"{self._host} gave vectors of several sizes")
        made = [vector for numbers in ordered if (vector := unit_vector(numbers)) is not None]
        if len(made) < len(ordered):
            raise NoMeaningError(f"{self._host} gave no direction")
        return made

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "packlens"}
        if self._key_variable:
            key = os.environ.get(self._key_variable, "").strip()
            if not _KEY.fullmatch(key):
                wrong = "is not set" if not key else "holds no key"
                raise NoMeaningError(f"the environment variable {self._key_variable} {wrong}")
            headers["Authorization"] = f"Bearer {key}"
        return headers

    def _answer(self, body: bytes, headers: dict[str, str], cancelled: Cancelled) -> bytes:
        """What the server answers, tried again where that may help."""
        end = time.monotonic() + self._patience
        for pause in (*_PAUSES, None):
            try:
                return self._tried(body, headers, end, cancelled)
            except _Failed as failed:
                left = end - time.monotonic()
                if not failed.again or pause is None or left <= pause:
                    raise NoMeaningError(f"{self._host} {failed.reason}") from None
                _wait(threading.Event(), pause, cancelled)
        raise AssertionError("the last try returns or raises")

    def _tried(self, body: bytes, headers: dict[str, str], end: float, cancelled: Cancelled) -> bytes:
        """One try, in a thread of its own: whoever asked can leave at any moment."""
        got: list[bytes | _Failed] = []
        done, left = threading.Event(), threading.Event()

        def ask() -> None:
            try:
                got.append(_posted(self._url, body, headers, end, left))
            except _Failed as failed:
                got.append(failed)
            except Exception:  # whatever a library raises may hold the key
                got.append(_Failed("cannot be asked", again=False))
            done.set()

        threading.Thread(target=ask, name="packlens-semantic", daemon=True).start()
        try:
            _wait(done, end - time.monotonic(), cancelled)
        finally:
            left.set()
        result = got[0] if got else _Failed(f"did not answer within {self._patience:g} s", again=False)
        if isinstance(result, _Failed):
            raise result
        return result


def _wait(done: threading.Event, seconds: float, cancelled: Cancelled) -> None:
    """Wait so long, or until it is done. Raises `CancelledError`."""
    end = time.monotonic() + seconds
    while not done.is_set() and (left := end - time.monotonic()) > 0:
        if cancelled():
            raise CancelledError("the question was withdrawn")
        done.wait(min(left, _LOOK_SECONDS))


def _posted(url: str, body: bytes, headers: dict[str, str], end: float, left: threading.Event) -> bytes:
    """The body of the answer. Raises `_Failed`."""
    from http.client import HTTPException
    from urllib.error import HTTPError
    from urllib.request import Request

    request = Request(url, body, headers, method="POST")  # noqa: S310 # `_url` takes http and https alone
    try:
        with _opener().open(request, timeout=max(0.1, end - time.monotonic())) as response:
            raw = bytearray()
            while stretch := response.read1(_STRETCH):
                raw += stretch
                if len(raw) > _MOST_BYTES:
                    raise _Failed("answered with too much", again=False)
                if left.is_set() or time.monotonic() > end:
                    raise _Failed("answers too slowly", again=False)
            return bytes(raw)
    except HTTPError as error:
        error.close()
        if 300 <= error.code < 400:
            raise _Failed(
                f"sends elsewhere (HTTP {error.code}), which is not followed", again=False
            ) from None
        raise _Failed(f"answered HTTP {error.code}", again=error.code >= 500 or error.code in _BUSY) from None
    except (OSError, HTTPException) as error:
        reason = getattr(error, "reason", error)
        why = reason.strerror if isinstance(reason, OSError) and reason.strerror else type(reason).__name__
        raise _Failed(f"cannot be reached ({why})", again=True) from None


def _opener() -> OpenerDirector:
    """What follows no redirect and knows no scheme but http and https."""
    from urllib import request

    class Staying(request.HTTPRedirectHandler):
        def redirect_request(self, *_: object) -> None:
            return None

    opener = request.OpenerDirector()
    for handler in (
        request.ProxyHandler(),
        request.HTTPHandler(),
        request.HTTPSHandler(),
        request.HTTPDefaultErrorHandler(),
        request.HTTPErrorProcessor(),
        Staying(),
    ):
        opener.add_handler(handler)
    return opener


def _url(address: str) -> tuple[str, str]:
    """The address that is asked, and its host. Raises `NoMeaningError` for what is no address."""
    try:
        parts = urlsplit(address.strip())
        host, _ = parts.hostname, parts.port
    except ValueError:
        parts, host = SplitResult("", "", "", "", ""), None
    if (
        parts.scheme not in ("http", "https")
        or not host
        or not address.isascii()
        or not address.isprintable()
    ):
        raise NoMeaningError("`semantic.endpoint` is no address that begins with http:// or https://")
    if parts.username is not None or parts.password is not None:
        raise NoMeaningError(
            "`semantic.endpoint` holds a key; name the environment variable that holds it in `semantic.keyVariable`"
        )
    path = parts.path.rstrip("/")
    path = path if path.endswith("/embeddings") else f"{path}/embeddings"
    return parts._replace(path=path, fragment="").geturl(), parts.netloc
