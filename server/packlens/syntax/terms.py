"""Search terms: what the words of a text, and the code of one definition, are found by.

A word becomes its parts (`getHTTPResponse_2` gives get, http, response, 2), each lower-cased and stemmed by Snowball's
English rules, and, where it has several, the whole word too. Words of scripts that put no blanks between words are
found by their pairs of characters. So `parse_header`, `parseHeader` and "parses headers" meet.

`terms_of` is a pure function of a definition's text. It reads comments, strings and names without parsing, so that
broken text has its terms too.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from enum import IntEnum
from sys import intern
from threading import Lock

from Stemmer import Stemmer

from packlens.base.pattern import late_pattern
from packlens.syntax.strings import NO_CODE


class Field(IntEnum):
    """Where in a definition a term stands. `OWNER` and `PATH` are said by where the definition stands."""

    NAME = 0
    OWNER = 1
    PATH = 2
    PARAMS = 3  # parameters, annotations, decorators, bases
    DOC = 4
    COMMENT = 5
    STRING = 6
    IDENT = 7
    CALLEE = 8
    MEMBERS = 9


Terms = dict[str, int]
"""Term -> how many times it stands there."""

_WORD = late_pattern(r"[^\W\d]\w*|\d+")
_PART = late_pattern(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_PART_BEYOND_ASCII = late_pattern(r"[^\W\d_]+|\d+")
_NO_BLANKS = late_pattern(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]{2,}"
)
_CODE_WORD = late_pattern(r"(?:\b(def|class)\s+)?([^\W\d]\w*|\d+)(\s*\()?")
_PREFIX = late_pattern(r"(?<!\w)[A-Za-z]{1,2}\Z")
_LONGEST_WORD = 200
_LEAST_STEMMED = 4

_KEYWORDS = frozenset(
    re.findall(
        r"\w+",
        "False None True and as assert async await break class continue def del elif else except finally for from"
        " global if import in is lambda nonlocal not or pass raise return try while with yield self cls",
    )
)

_stemmer = Stemmer("english")
_stemming = Lock()  # the stemmer works in a buffer of its own
_known: dict[str, tuple[str, ...]] = {}
_MOST_KNOWN = 1 << 17


def words(text: str) -> Iterator[re.Match[str]]:
    """The words of any text, where they stand."""
    return _WORD.finditer(text)


def parts(word: str) -> list[str]:
    """The parts of a word, as they are written."""
    return (_PART if word.isascii() else _PART_BEYOND_ASCII).findall(word)


def terms_of_word(word: str) -> tuple[str, ...]:
    """The terms of one word: of each part, then the whole word where it has several."""
    known = _known.get(word)
    if known is None:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        known = _known[word] = _terms_of_word(word)
    return known


def terms_in(text: str) -> Terms:
    """The terms of prose, or of names."""
    return _counted(_WORD.findall(text))


def terms_of(text: str, head: int) -> dict[Field, Terms]:
    """The terms of the text of one definition, or of what a class or module holds besides definitions.

    `head` is how many of its characters come before the body. Only fields that have terms are there.
    """
    code: list[str] = []
    found: dict[Field, list[str]] = {Field.DOC: [], Field.COMMENT: [], Field.STRING: []}
    heads: list[str] = []
    position = 0
    last = ":"
    for match in NO_CODE.finditer(text):
        before = text[position : match.start()]
        in_head = max(0, head - position)
        piece = match.group()
        position = match.end()
        if piece[0] == "#":
            field = Field.COMMENT
        else:
            before = _PREFIX.sub("", before)
            is_first = not before.rpartition("\n")[2].strip()
            field = Field.DOC if is_first and (before.rstrip()[-1:] or last) == ":" else Field.STRING
        found[field].append(piece)
        last = before.rstrip()[-1:] or last
        if field is Field.STRING or field is Field.DOC:
            last = '"'
        heads.append(before[:in_head])
        code.append(before[in_head:])
    in_head = max(0, head - position)
    heads.append(text[position:][:in_head])
    code.append(text[position:][in_head:])
    idents: list[str] = []
    callees: list[str] = []
    params: list[str] = []
    for defined, name, _ in _CODE_WORD.findall(" ".join(heads)):
        idents.append(name)
        if not defined:
            params.append(name)
    for defined, name, called in _CODE_WORD.findall(" ".join(code)):
        idents.append(name)
        if called and not defined:
            callees.append(name)
    fields = {
        Field.PARAMS: _names(params),
        Field.DOC: _prose(found[Field.DOC]),
        Field.COMMENT: _prose(found[Field.COMMENT]),
        Field.STRING: _prose(found[Field.STRING]),
        Field.IDENT: _names(idents),
        Field.CALLEE: _names(callees),
    }
    return {field: terms for field, terms in fields.items() if terms}


def _names(names: Iterable[str]) -> Terms:
    return _counted(name for name in names if name not in _KEYWORDS)


def _prose(pieces: list[str]) -> Terms:
    return _counted(_WORD.findall("\n".join(pieces))) if pieces else {}


def _counted(found: Iterable[str]) -> Terms:
    terms: Terms = {}
    for word, count in Counter(found).items():
        for term in terms_of_word(word):
            terms[term] = terms.get(term, 0) + count
    return terms


def _terms_of_word(word: str) -> tuple[str, ...]:
    if len(word) > _LONGEST_WORD:
        word = word[:_LONGEST_WORD]
    if not word.isascii():
        word = unicodedata.normalize("NFKC", word)
        runs = _NO_BLANKS.findall(word)
        if runs:
            rest = _PART_BEYOND_ASCII.findall(_NO_BLANKS.sub(" ", word))
            pairs = [run[place : place + 2] for run in runs for place in range(len(run) - 1)]
            return tuple(dict.fromkeys([*map(_stem, rest), *pairs]))
    found = parts(word)
    stems = tuple(_stem(part) for part in found)
    return (*stems, intern(word.lower())) if len(found) > 1 else stems


def _stem(part: str) -> str:
    lower = part.lower()
    if len(lower) < _LEAST_STEMMED or not lower.isascii() or not lower.isalpha():
        return intern(lower)
    with _stemming:
        return intern(_stemmer.stemWord(lower))
