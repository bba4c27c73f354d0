"""What a definition holds: the statements of its body, and its docstring, apart."""

from __future__ import annotations

import ast
import inspect
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field

from packlens.base.pattern import late_pattern
from packlens.syntax.lexical import Kind
from packlens.syntax.logical import LogicalLine, Word, logical_lines, until_colon

_TEXT = late_pattern("[rRuU]?[\"']")


@dataclass(slots=True)
class Body:
    """The body of a definition, or of all definitions that make one symbol.

    statements   simple statements and headers in order: how deep each is indented, and its words. Definitions
                 inside are left out: they are symbols themselves
    docstring    the words of the first docstring; empty where there is none
    """

    statements: list[tuple[int, Sequence[Word]]] = field(default_factory=list)
    docstring: Sequence[Word] = ()


def read_body(source: str, kind: str) -> Body:
    """The body in the text of a definition. `kind` is a value of `SymbolKind`."""
    reader = _Reader(is_module=kind == "module")
    for line in logical_lines(source):
        reader.add(line)
    return reader.body


def docstring(source: str, kind: str) -> str | None:
    """The docstring in the text of a definition, cleaned of indentation; `None` where there is none."""
    reader = _Reader(is_module=kind == "module")
    for line in logical_lines(source):
        reader.add(line)
        if reader.body.statements:
            break
    words = reader.body.docstring
    if not words:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            text = ast.literal_eval("(" + " ".join(word.text for word in words) + ")")
    except (SyntaxError, ValueError):
        return None
    return inspect.cleandoc(text) if isinstance(text, str) else None


class _Reader:
    def __init__(self, is_module: bool) -> None:
        self.body = Body()
        self.base: int | None = -1 if is_module else None  # the indentation of the header whose body is read
        self.inner: int | None = None  # the indentation of a definition inside, which is left out
        self.indents: list[int] = []
        self.is_first = True

    def add(self, line: LogicalLine) -> None:
        if self.base is None or line.indent <= self.base:
            self._start(line)
            return
        if self.inner is not None and line.indent > self.inner:
            return
        self.inner = None
        opens = line.opens
        if opens:
            self.is_first = False
            if opens != "@":
                self.inner = line.indent
            return
        while self.indents and self.indents[-1] >= line.indent:
            self.indents.pop()
        self.indents.append(line.indent)
        self._add_statements(line.words(), len(self.indents))

    def _start(self, line: LogicalLine) -> None:
        """A decorator or header outside of what was read so far."""
        self.base, self.inner, self.indents, self.is_first = None, None, [], True
        if line.opens in ("", "@"):
            return
        self.base = line.indent
        words = line.words()
        header = until_colon(words)
        if header is not None and len(header) + 1 < len(words):
            self._add_statements(words[len(header) + 1 :], 1)

    def _add_statements(self, words: Sequence[Word], level: int) -> None:
        start = 0
        for end, word in enumerate([*words, Word(Kind.OPERATOR, ";")]):
            if word.text == ";" and word.kind is Kind.OPERATOR and start < end:
                self._add_statement(words[start:end], level)
            if word.text == ";" and word.kind is Kind.OPERATOR:
                start = end + 1

    def _add_statement(self, words: Sequence[Word], level: int) -> None:
        is_first, self.is_first = self.is_first, False
        if is_first and all(_is_text(word) for word in words):
            self.body.docstring = self.body.docstring or words
        else:
            self.body.statements.append((level, words))


def _is_text(word: Word) -> bool:
    """Whether a word is a string that may be a docstring."""
    return word.kind is Kind.STRING and _TEXT.match(word.text) is not None
