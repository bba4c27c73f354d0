"""The terms of a question, and how much each says.

Any character is data. A term counts once, however often it is written. Words that say nothing are left out; those that
every task text has (fix, add, support) count little unless they are quoted; what stands in quotes or backticks, and
what is written like code (`snake_case`, `CamelCase`, `dotted.name`, `call()`), counts more. So does the first
line, which is the subject of a text of several.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from packlens.syntax.terms import parts, terms_of_word, words

QUOTED, CODE, SUBJECT, BOILERPLATE = 1.5, 1.3, 1.3, 0.4

_STOP = frozenset(
    re.findall(
        r"\w+",
        """a an the of to in on for and or is are be been by with when it its this that these those from as at not no if
        into i we you he they can could should would do does did done was were which who what how why where there here
        then than so but also only just very more most some any all each other same such may might must will shall has
        have had having being our your their them his her my me us about after before because while during both either
        neither own per via over under again further once out up down off etc e g""",
    )
)
_BOILERPLATE = frozenset(
    re.findall(
        r"\w+",
        """fix fixed fixes fixing fixe add added adds adding make makes made making use used uses using now new old
        support supported supports supporting allow allowed allows allowing change changed changes changing update
        updated updates bug issue issues bugfix release version versions previously instead correctly properly correct
        ensure ensures behavior behaviour feature features improve improved improves improvement minor case cases
        deprecate deprecated deprecates deprecation remove removed removes removing introduce introduced regression
        problem handle handled handles handling work works working don doesn isn didn won longer always never get gets
        set sets like need needs want way see note implement implemented python""",
    )
)
_QUOTED_SPAN = re.compile(
    r"``([^`\n]+)``|`([^`\n]+)`|:\w{1,20}:`([^`\n]+)`|'([^'\s]{2,40})'|\"([^\"\n]{2,40})\""
)
_CODE_SPAN = re.compile(
    r"\b[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+|\b\w+\(\)|\b[A-Za-z]+_\w+|\b_\w+|\b[a-z]+[A-Z]\w*|\b[A-Z][a-z0-9]+[A-Z]\w*"
    r"|\b[A-Z]{2,}[a-z]\w+"
)
_TESTS = re.compile(r"\b(?:tests?|tested|testing|untested|unittests?|pytest|conftest)\b", re.IGNORECASE)
_EXAMPLES = re.compile(
    r"\b(?:bench(?:marks?)?|demos?|docs?|documentation|examples?|samples?|tutorials?)\b", re.IGNORECASE
)
_LONGEST = 20_000  # characters of a question that are read: past them nothing is asked any more
_NAME = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Asked:
    """One term of a question, with the words that it came from, as they are written."""

    term: str
    weight: float
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """A question as terms.

    names           identifiers in it that are written as code, or could be no plain word
    about_tests     whether it speaks of tests
    about_examples  whether it speaks of examples, benchmarks or documents
    """

    terms: tuple[Asked, ...]
    names: frozenset[str]
    about_tests: bool = False
    about_examples: bool = False


def question_words(text: str, *, every: bool = False) -> QuestionWords:
    """The terms of a question, in the order in which they first stand there; `every`: also those that say nothing."""
    text = text[:_LONGEST]
    return QuestionWords(
        _terms(text, frozenset() if every else _STOP),
        _names(text),
        about_tests=_TESTS.search(text) is not None,
        about_examples=_EXAMPLES.search(text) is not None,
    )


def _terms(text: str, stop: frozenset[str]) -> tuple[Asked, ...]:
    quoted = _covered(_QUOTED_SPAN, text)
    code = _covered(_CODE_SPAN, text)
    weights: dict[str, float] = {}
    subject = text.find("\n")
    written: dict[str, dict[str, None]] = {}
    for match in words(text):
        word = match.group()
        is_quoted, is_code = match.start() in quoted, match.start() in code
        pieces = [piece.lower() for piece in parts(word)]
        raw = [*pieces, word.lower()] if len(pieces) > 1 else pieces
        terms = terms_of_word(word)
        if len(raw) != len(terms):  # a script without blanks
            raw = list(terms)
        for term, plain in zip(terms, raw, strict=True):
            if plain in stop or (stop and len(plain) < 2 and plain.isascii() and not plain.isdigit()):
                continue
            weight = QUOTED if is_quoted else CODE if is_code else 1.0
            if plain in _BOILERPLATE and not is_quoted:
                weight *= BOILERPLATE
            weight *= SUBJECT if match.start() < subject else 1.0
            weights[term] = max(weight, weights.get(term, 0.0))
            written.setdefault(term, {})[word] = None
    return tuple(Asked(term, weight, tuple(written[term])) for term, weight in weights.items())


def _names(text: str) -> frozenset[str]:
    """What is written as code, and what no plain word is written like."""
    spans = {
        name.group()
        for pattern in (_CODE_SPAN, _QUOTED_SPAN)
        for span in pattern.finditer(text)
        for name in _NAME.finditer(span.group())
    }
    return frozenset(spans) | {
        name
        for name in (match.group() for match in _NAME.finditer(text))
        if len(name) > 3 and name.lower() != name
    }


def _covered(pattern: re.Pattern[str], text: str) -> set[int]:
    """The offsets that a span of the pattern covers."""
    return {place for match in pattern.finditer(text) for place in range(*match.span())}
