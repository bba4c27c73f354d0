"""A definition's text to its signature: one form for every way of writing it, which is itself Python.

Decorators stand each on their own line, the header on one, comments and trailing commas are gone, blanks
are where PEP 8 puts them, strings are as written, and `...` stands for the body. All work is on tokens, so
the result is the same on every interpreter, for syntax that the running one does not know too.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Sequence

from packlens.syntax.layout import layout
from packlens.syntax.lexical import Kind
from packlens.syntax.logical import LogicalLine, Word, logical_lines, until_colon
from packlens.syntax.newer import parse_newer

# A statement longer than this is shown without its value.
_SHORT = 100
_LONGEST_STRING = 72

_DEFINITIONS = frozenset({"function", "method", "property", "class"})


def signature(source: str, name: str, kind: str, *, shortened: bool = False) -> str:
    """The signature of the symbol `name`.

    source     the lines of its definition, decorators included; of all its definitions in order, where
               overloads or the accessors of a property make one; of the statement that binds a variable
    kind       a value of `SymbolKind`
    shortened  whether a string of several lines, or of more than 72 characters, is to stand there as `"..."`: it is
               what documents a parameter, or warns of the whole

    A text that gives no signature, being broken, gives the shortest that could be meant. A module has none.
    """
    if kind == "module":
        return ""
    lines = logical_lines(source)
    if name == "<lambda>" or name.startswith("<lambda>#"):
        return _of_lambda(lines)
    if kind in _DEFINITIONS:
        parts = _headers(lines, shortened)
        text = "\n".join(part for part in parts if _parses(part))
        if text:
            return text
        return f"class {name}: ..." if kind == "class" else f"def {name}(): ..."
    return _of_variable(lines, name, kind)


def _headers(lines: Sequence[LogicalLine], shortened: bool) -> list[str]:
    """The signatures of the definitions in a text, those inside their bodies left out."""
    found: list[str] = []
    decorators: list[str] = []
    base: int | None = None  # the indentation of the definition whose body is being skipped
    for line in lines:
        if base is not None and line.indent > base:
            continue
        opens = line.opens
        if opens == "@":
            base = None
            decorators.append("@" + layout(_words(line, shortened)[1:]))
            continue
        if opens:
            header = until_colon(_words(line, shortened))
            if header is not None:
                found.append("\n".join([*decorators, layout(header) + ": ..."]))
            base = line.indent
        decorators = []
    return found


def _words(line: LogicalLine, shortened: bool) -> Sequence[Word]:
    if not shortened:
        return line.words()
    return [_shortened(word) if word.kind is Kind.STRING else word for word in line.words()]


def _shortened(word: Word) -> Word:
    text = word.text
    if len(text) <= _LONGEST_STRING and "\n" not in text and "\r" not in text:
        return word
    prefix = text[: len(text) - len(text.lstrip("bBfFrRtTuU"))]
    return Word(Kind.STRING, 'b"..."' if "b" in prefix.lower() else '"..."')


def _of_lambda(lines: Sequence[LogicalLine]) -> str:
    words = [word for line in lines for word in line.words()]
    lambda_word = Word(Kind.NAME, "lambda")
    if lambda_word in words:
        header = until_colon(words[words.index(lambda_word) :])
        if header is not None and _parses(text := layout(header) + ": ..."):
            return text
    return "lambda: ..."


def _of_variable(lines: Sequence[LogicalLine], name: str, kind: str) -> str:
    for line in lines:
        for words in _split(line.words(), ";"):
            found = _statement(words, name)
            if found is not None:
                return found
    return f"type {name} = ..." if kind == "type_alias" else f"{name} = ..."


def _statement(words: Sequence[Word], name: str) -> str | None:
    """A simple statement that binds `name`: as it is when short, else without its value."""
    if words and words[0].text in (
        "if",
        "else",
        "elif",
        "try",
        "finally",
        "with",
        "for",
        "while",
        "class",
        "def",
    ):
        header = until_colon(words)
        words = words[len(header) + 1 :] if header is not None else ()
    sides = _split(words, "=")
    targets = sides[:-1] if len(sides) > 1 else sides
    if not any(word == Word(Kind.NAME, name) for target in targets for word in target):
        return None
    annotated = len(words) > 1 and words[1].text == ":"
    is_type = words[0].text == "type" and len(words) > 1 and words[1].kind is Kind.NAME
    if len(sides) == 1 and not annotated:
        return None
    if sum(len(word.text) for word in words) <= _SHORT:
        text = layout(words)
        if len(text) <= _SHORT and "\n" not in text and _parses(text):
            return text
    if is_type or annotated:
        text = layout(sides[0]) + " = ..."
        if len(text) <= _SHORT and _parses(text):
            return text
    return f"type {name} = ..." if is_type else f"{name} = ..."


def _split(words: Sequence[Word], separator: str) -> list[Sequence[Word]]:
    """The parts between separators that are in no brackets."""
    parts: list[Sequence[Word]] = []
    depth = start = 0
    for index, word in enumerate(words):
        if word.text in ("(", "[", "{"):
            depth += 1
        elif word.text in (")", "]", "}"):
            depth -= 1
        elif depth == 0 and word.text == separator and word.kind is Kind.OPERATOR:
            parts.append(words[start:index])
            start = index + 1
    return [*parts, words[start:]]


def _parses(text: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                ast.parse(text)
            except SyntaxError:
                return parse_newer(text) is not None
    except (ValueError, RecursionError, MemoryError):
        return False
    return True
