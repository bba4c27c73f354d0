"""Which string literals facts may keep: facts are written to disk, and a secret is not to be.

In: a literal and the lines that it stands in. Out: whether it is kept. What looks like a secret becomes a string of
which nothing is known, before anything is resolved, so that a graph that was kept and one that is made anew say the
same. The answer depends on lines of the literal's statement alone: it stays when other code changes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from packlens.text.secrets import looks_secret, secrets_in

LONGEST_KEPT = 200
LEAST_JUDGED = 6  # characters of a secret; a shorter literal is kept
_LEAST_ALONE = 8  # of one that nothing beside it gives away
_LEAST_TOKEN, _LEAST_RANDOM = 16, 20  # of a dotted name that is one by its form, or by its looks alone
_TELLING = re.compile(r"pass|pwd|secret|token|key|credential|auth", re.IGNORECASE)
# What a literal that is no single word must hold to give itself away, telling words apart: a long run, or an address.
_LONG_RUN = re.compile(r"[A-Za-z0-9_-]{16}")
_ADDRESS, _BEARER = "://", "bearer"


def is_kept(literal: str, lines: Sequence[str]) -> bool:
    """Whether facts keep a literal that stands in `lines`: a short one that is no secret, by its form or its name."""
    size = len(literal)
    if size > LONGEST_KEPT:
        return False
    if size < LEAST_JUDGED:
        return True
    if size >= _LEAST_ALONE and _may_be_secret(literal) and _is_secret(literal):
        return False
    around = "\n".join(lines)
    if not _tells(around.casefold()):
        return True
    return not any(value in literal or literal in value for value in _values_in(around))


def _tells(low: str) -> bool:
    """Whether a stretch of code, in small letters, may hold what `_TELLING` finds. One word each: far quicker."""
    return (
        "key" in low
        or "pass" in low
        or "auth" in low
        or "token" in low
        or "secret" in low
        or "pwd" in low
        or "credential" in low
    )


def _may_be_secret(literal: str) -> bool:
    """Whether it is worth asking if a literal gives itself away: a short dotted name, and plain prose, never do."""
    if len(literal) < _LEAST_RANDOM and literal.replace(".", "_").isidentifier():
        return len(literal) >= _LEAST_TOKEN
    if literal.split() == [literal] or _ADDRESS in literal or _LONG_RUN.search(literal) is not None:
        return True
    low = literal.casefold()
    return _BEARER in low or _tells(low)


@lru_cache(1 << 10)
def _values_in(around: str) -> tuple[str, ...]:
    """The secrets of a stretch of code in which something tells of one; the literals of a line share it."""
    if _TELLING.search(around) is None:
        return ()
    return tuple(secret.value for secret in secrets_in(around))


@lru_cache(1 << 13)
def _is_secret(literal: str) -> bool:
    """Whether a literal gives itself away."""
    if len(literal) < _LEAST_RANDOM and literal.replace(".", "_").isidentifier():
        return len(literal) >= _LEAST_TOKEN and bool(secrets_in(literal))
    return looks_secret(literal)
