"""Whether a string looks drawn at random, or made of words.

A name is words: `test_sklearn_pipeline_2`, `HTTPSConnectionPool`. Split where case, letters and digits change, its
pieces are long and their letters follow each other as letters of words do. A key falls into many short pieces, or
into pieces that nobody could pronounce. Entropy alone tells the two apart badly at these lengths, so it only
rules out what repeats itself.
"""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

from packlens.base.pattern import late_pattern

# Which letters follow which in the words of programs: 95 of 100 pairs there, 38 of 100 in random letters.
_FOLLOWERS = (
    "a:bcdfgiklmnprstuvy b:aeilorsu c:acehiklorstu d:abdeilorsu e:abcdefgilmnopqrstvwx f:aefilortu g:aeghilnorsu "
    "h:aeiort i:abcdefglmnoprstvxz j:aeo k:eis l:adeilopstuy m:abeimopsu n:acdefgiklnopstuv o:abcdfgiklmnoprstuvw "
    "p:aehiloprstuy q:u r:acdefgiklmnoprstuvy s:acehiklmopqstuwy t:acehiloprstuwy u:abcegilmnprst v:aeio w:aeior "
    "x:eipt y:pst z:e"
)
_FOLLOW = {row[0]: frozenset(row[2:]) for row in _FOLLOWERS.split()}
_PIECE = late_pattern(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+|[^\W\d_a-zA-Z]+")
_NUMBERED = late_pattern(r"[a-z]{0,10}[0-9]{0,4}|[A-Z]{0,10}[0-9]{0,4}")
_SEPARATORS = late_pattern(r"[-_.:/+ ]")
_LEAST_PARTS = 3
_SHORT_PIECES = 3.3
_STRANGE = 0.35
_LEAST_PAIRS = 8
_LEAST_ENTROPY = 2.8


def is_random(value: str, least: int = 16) -> bool:
    """Whether at least `least` letters and digits of `value` look drawn at random."""
    pieces = _PIECE.findall(value)
    size = sum(map(len, pieces))
    if size < least or entropy(value) < _LEAST_ENTROPY or _is_numbered(value):
        return False
    if size / len(pieces) < _SHORT_PIECES and any(piece[0].isdigit() for piece in pieces):
        return True
    strange, pairs = _strange_pairs(pieces)
    return pairs >= _LEAST_PAIRS and strange >= _STRANGE * pairs


def is_words(value: str) -> bool:
    """Whether `value` is made of words, with at most one number of at most two digits among them."""
    pieces = _PIECE.findall(value)
    numbers = [piece for piece in pieces if piece[0].isdigit()]
    if len(numbers) > 1 or any(len(number) > 2 for number in numbers):
        return False
    strange, pairs = _strange_pairs(pieces)
    return strange <= _STRANGE * pairs and not is_random(value)


def _is_numbered(value: str) -> bool:
    """Whether `value` is short words with numbers, separated: `cp311-linux-x86_64`."""
    parts = _SEPARATORS.split(value)
    return len(parts) >= _LEAST_PARTS and all(map(_NUMBERED.fullmatch, parts))


def entropy(value: str) -> float:
    """Bits a character, by Shannon, of the characters of `value`."""
    size = len(value)
    return -sum(count / size * math.log2(count / size) for count in Counter(value).values())


def _strange_pairs(pieces: list[str]) -> tuple[int, int]:
    """How many pairs of letters inside the pieces are rare in words, and how many pairs there are."""
    strange = pairs = 0
    for piece in pieces:
        if not piece[0].isascii() or piece[0].isdigit():
            continue
        low = piece.lower()
        pairs += len(low) - 1
        strange += sum(after not in _FOLLOW[before] for before, after in pairwise(low))
    return strange, pairs
