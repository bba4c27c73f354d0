"""Words cut into the pieces that the local model knows, as BERT's uncased tokenizer cuts them.

Text is lower-cased, accents go, punctuation and Chinese characters stand alone; each word is then cut, from its
beginning, into the longest pieces of the vocabulary (Devlin et al. 2018; the vocabulary is that of
`bert-base-uncased`, Google, Apache-2.0).
"""

from __future__ import annotations

import lzma
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

BEGIN, END, UNKNOWN = 101, 102, 100
_LONGEST_WORD = 100
_CHINESE = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B820, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)


def pieces(text: str, most: int) -> list[int]:
    """The numbers of the first `most` pieces, between those that begin and end a text."""
    found = (piece for word in _words(text) for piece in _cut(word))
    return [BEGIN, *islice(found, most), END]


@cache
def _vocabulary() -> dict[str, int]:
    raw = lzma.decompress((Path(__file__).parent / "vocabulary.xz").read_bytes())
    return {piece: number for number, piece in enumerate(raw.decode("utf-8").split("\n"))}


def _words(text: str) -> Iterator[str]:
    written: list[str] = []
    for character in text:
        kind = unicodedata.category(character)
        if character in "\t\n\r" or kind == "Zs":
            written.append(" ")
        elif character in "\0\ufffd" or kind[0] == "C":
            continue
        elif any(first <= ord(character) <= last for first, last in _CHINESE):
            written.append(f" {character} ")
        else:
            written.append(character)
    for word in "".join(written).split():
        bare = (
            each for each in unicodedata.normalize("NFD", word.lower()) if unicodedata.category(each) != "Mn"
        )
        yield from _at_punctuation("".join(bare))


def _at_punctuation(word: str) -> Iterator[str]:
    start = 0
    for place, character in enumerate(word):
        if _is_punctuation(character):
            if start < place:
                yield word[start:place]
            yield character
            start = place + 1
    if start < len(word):
        yield word[start:]


def _is_punctuation(character: str) -> bool:
    if character.isascii():
        return character.isprintable() and not character.isalnum() and character != " "
    return unicodedata.category(character)[0] == "P"


def _cut(word: str) -> list[int]:
    if len(word) > _LONGEST_WORD:
        return [UNKNOWN]
    known = _vocabulary()
    found: list[int] = []
    start = 0
    while start < len(word):
        for end in range(len(word), start, -1):
            number = known.get(word[start:end] if start == 0 else f"##{word[start:end]}")
            if number is not None:
                found.append(number)
                start = end
                break
        else:
            return [UNKNOWN]
    return found
