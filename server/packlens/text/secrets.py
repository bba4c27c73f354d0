"""Secrets in a text: what must not leave, and where it stands.

    text -> private keys, tokens by their form, credentials in addresses, values by their name, arguments of calls
         -> Secret, in order

A search knows nothing of files, packs or Python's grammar: it reads one text, whole, so that a secret is found
however little of it is shown later. It costs little where there is nothing to find: the text is cut into its long
runs of letters and digits once, and a rule is only tried where its mark is among them. Every step is bounded or
linear in the text.

`secrets_in` is for those who show texts. `blanked` and `looks_secret` are for those who keep words or literals of
one, such as an index or a store: what looks like a secret is not to be kept.

What is no secret: names, words, hashes that say so, uuids and digests under other names, and examples that are to
be filled in (`changeme`, `your-key-here`, `xxxx`, `<token>`). A token in the exact form of its issuer is taken for
one even where the issuer prints it as an example (`AKIA...EXAMPLE`): nobody misses it, and who tries redaction
with it expects to see it go. A password that is only a word stays.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterator

from packlens.text.secret_rules.assigned import assigned_in, is_secret
from packlens.text.secret_rules.examples import is_example
from packlens.text.secret_rules.formats import tokens_in
from packlens.text.secret_rules.found import Secret, Span
from packlens.text.secret_rules.handed_over import handed_over
from packlens.text.secret_rules.keys import MARK as KEY_MARK
from packlens.text.secret_rules.keys import keys_in
from packlens.text.secret_rules.names import claim_of
from packlens.text.secret_rules.urls import MARK as URL_MARK
from packlens.text.secret_rules.urls import passwords_in

__all__ = ["Secret", "Span", "blanked", "looks_secret", "places_of", "secrets_in"]

_LEAST_RUN = 16
_LEAST_REPEATED = 8
_RUN_CHARACTERS = bytes(
    byte if chr(byte).isascii() and (chr(byte).isalnum() or chr(byte) in "_-") else 32 for byte in range(256)
)


def secrets_in(text: str) -> tuple[Secret, ...]:
    """The secrets of `text`, by place; no two overlap."""
    taken = _Taken()
    found = [secret for secret in _candidates(text) if taken.take(secret)]
    if found:
        found += [secret for secret in _repeated(text, found) if taken.take(secret)]
    return tuple(sorted(found, key=lambda secret: secret.parts))


def blanked(text: str) -> str:
    """`text` with a blank in place of each character of a secret; everything else stays where it is."""
    found = secrets_in(text)
    if not found:
        return text
    pieces: list[str] = []
    position = 0
    for start, end in sorted(part for secret in found for part in secret.parts):
        pieces += (text[position:start], " " * (end - start))
        position = end
    return "".join((*pieces, text[position:]))


def looks_secret(literal: str, name: str = "") -> bool:
    """Whether the value of a literal is or holds a secret; `name`: what it is assigned to, where that is known."""
    if len(literal) < 6 or is_example(literal):
        return False
    return is_secret(literal, claim_of(name)) or bool(secrets_in(literal))


def _candidates(text: str) -> Iterator[Secret]:
    """What may be a secret, the surest kinds first."""
    if KEY_MARK in text:
        yield from keys_in(text)
    # One byte a character, so that places are the same; what has none is no letter of a token.
    letters = text.encode("latin-1", "replace")
    runs = [run for run in letters.translate(_RUN_CHARACTERS).split() if len(run) >= _LEAST_RUN]
    if runs:
        yield from tokens_in(text, runs)
    if URL_MARK in text:
        yield from passwords_in(text)
    low = letters.lower()
    yield from assigned_in(text, low)
    yield from handed_over(text, low)


def _repeated(text: str, known: list[Secret]) -> Iterator[Secret]:
    """The places at which a value that is a secret somewhere in the text stands, under a name or not."""
    for secret in {secret.value: secret for secret in known if len(secret.parts) == 1}.values():
        yield from places_of(secret, text)


def places_of(secret: Secret, text: str) -> Iterator[Secret]:
    """Where the value of `secret` stands in `text` as a word of its own; short values only count under their name."""
    value = secret.value
    position = text.find(value) if len(value) >= _LEAST_REPEATED else -1
    while position >= 0:
        end = position + len(value)
        if not text[max(0, position - 1) : position].isalnum() and not text[end : end + 1].isalnum():
            yield Secret(secret.kind, value, ((position, end),))
        position = text.find(value, end)


class _Taken:
    """The stretches of the text that are part of a secret already."""

    def __init__(self) -> None:
        self._spans: list[Span] = []

    def take(self, secret: Secret) -> bool:
        """Take the parts of `secret`, unless one of them is taken."""
        if not all(map(self._is_free, secret.parts)):
            return False
        for part in secret.parts:
            insort(self._spans, part)
        return True

    def _is_free(self, part: Span) -> bool:
        place = bisect_right(self._spans, part)
        before = place == 0 or self._spans[place - 1][1] <= part[0]
        return before and (place == len(self._spans) or part[1] <= self._spans[place][0])
