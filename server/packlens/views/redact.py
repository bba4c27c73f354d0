"""The one way out for source text: every code block, signature, docstring, name and path passes here.

`text.secrets` says what is a secret; here each one is replaced by a numbered placeholder such as
`secret:aws-key#1` in angle quotes. The same secret has the same number throughout one answer, and numbers follow
the order of first appearance. A secret is looked for in the whole text of its file, so that an excerpt which shows
a part of it, or its value without its name, still hides it; and what is a secret in one file of an answer is one in all
of them (`know`). Of a secret that spans lines the first part shown
becomes the placeholder and the others go: line ends, quotes and indentation stay, so line numbers stay true and
the code still parses.

The same gate makes text safe to hand on: line ends become `\\n`, half a surrogate pair, which no encoding can
carry, becomes U+FFFD, and what cannot be seen is written as an escape (`views.visible`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from packlens.base.pattern import late_pattern
from packlens.text.secrets import Secret, places_of, secrets_in
from packlens.views.visible import from_visible, visible, visible_code

if TYPE_CHECKING:
    from packlens.text.document import Document
    from packlens.views.pack.model import Piece

__all__ = ["Redactor", "from_visible", "visible"]

_LINE_END = late_pattern(r"\r\n?")
_HALF_PAIR = late_pattern("[\ud800-\udfff]")


class Redactor:
    """The gate of one answer. Secrets are numbered as they come, so texts must pass in the answer's order.

    replaced   how many places were replaced so far
    """

    __slots__ = ("_numbers", "_places", "_shared", "enabled", "replaced")

    def __init__(self, *, enabled: bool = True) -> None:
        self.enabled = enabled
        self.replaced = 0
        self._numbers: dict[str, int] = {}
        self._shared: dict[str, Secret] = {}
        self._places: dict[tuple[str, bytes], Sequence[Secret]] = {}

    def know(self, documents: Iterable[Document]) -> None:
        """From here on a value that is a secret in one of these files is one in every text."""
        if self.enabled:
            secrets = (secret for document in documents for secret in document.secrets)
            self._shared |= {secret.value: secret for secret in secrets if len(secret.parts) == 1}
            self._places.clear()

    def text(self, source: str, document: Document | None = None) -> str:
        """`source` as it may leave, when it is no stretch of a file's lines: a signature, a docstring.

        document   the file that it was made from: a value that is a secret there is one here
        """
        if self.enabled:
            found = list(secrets_in(source))
            known = (*(document.secrets if document is not None else ()), *self._shared.values())
            if known:
                found = _with_known(source, found, known)
            source = self._replaced(source, 0, len(source), found)
        return _safe(source)

    def lines(self, document: Document, first: int, last: int) -> str:
        """Lines `first` to `last` of a file, 1-based and inclusive, as they may leave, their line ends included."""
        table = document.lines
        secrets = self._secrets_of(document) if self.enabled else ()
        if not secrets:
            return _safe(table.between(first, last))
        start, end = table.offset(first, 0), table.offset(last + 1, 0)
        return _safe(self._replaced(document.text, start, end, secrets))

    def piece(self, piece: Piece, document: Document) -> str:
        """A piece of an item of `document` as it may leave; it ends in a line end."""
        if piece.lines is None:
            return self.text(piece.text, document)
        text = self.lines(document, *piece.lines)
        return text if text.endswith("\n") else f"{text}\n"

    def texts(self, sources: list[str]) -> list[str]:
        """`text` of each. Many short texts are quicker to look through at once."""
        if self.enabled and secrets_in("\n".join(sources)):
            return [self.text(source) for source in sources]
        return [_safe(source) for source in sources]

    def _secrets_of(self, document: Document) -> Sequence[Secret]:
        """The secrets of a file, and where it has those of the others."""
        if not self._shared:
            return document.secrets
        key = document.path, document.hash
        known = self._places.get(key)
        if known is None:
            own = {secret.value for secret in document.secrets}
            others = [
                secret
                for value, secret in self._shared.items()
                if value not in own and value in document.text
            ]
            known = _with_known(document.text, list(document.secrets), others) if others else document.secrets
            self._places[key] = known
        return known

    def _replaced(self, text: str, start: int, end: int, secrets: Sequence[Secret]) -> str:
        """`text` from `start` to `end`, each secret in it replaced."""
        parts: list[tuple[int, int, str]] = []
        for secret in secrets:
            if secret.end <= start or end <= secret.start:
                continue
            shown = [
                (max(one, start), min(other, end))
                for one, other in secret.parts
                if one < end and other > start
            ]
            for number, (one, other) in enumerate(shown):
                parts.append((one, other, "" if number else self._placeholder(secret)))
        pieces: list[str] = []
        for one, other, placeholder in sorted(parts):
            pieces += (text[start:one], placeholder)
            start = other
        return "".join((*pieces, text[start:end]))

    def _placeholder(self, secret: Secret) -> str:
        number = self._numbers.setdefault(secret.value, len(self._numbers) + 1)
        self.replaced += 1
        return f"\u2039secret:{secret.kind}#{number}\u203a"


def _with_known(source: str, found: list[Secret], known: Iterable[Secret]) -> list[Secret]:
    """`found` and the places in `source` where a value of `known` stands."""
    taken = [part for secret in found for part in secret.parts]
    for secret in {secret.value: secret for secret in known}.values():
        for place in places_of(secret, source):
            if all(place.end <= start or end <= place.start for start, end in taken):
                taken += place.parts
                found.append(place)
    return sorted(found, key=lambda secret: secret.parts)


def _safe(text: str) -> str:
    if "\r" in text:
        text = _LINE_END.sub("\n", text)
    if not text.isascii():
        text = _HALF_PAIR.sub("\ufffd", text)
    return visible_code(text)
