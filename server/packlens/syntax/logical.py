"""The logical lines of a definition's own text, and their words.

Where `outline` finds what is broken in a whole block, this reads one definition that is known to be there,
whatever its indentation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from packlens.base.pattern import late_pattern
from packlens.syntax.lexical import Kind, tokens
from packlens.syntax.masking import mask
from packlens.syntax.strings import LINE_END, NOT_IN_NAME

_NO_WORDS = frozenset({Kind.NEWLINE, Kind.CONTINUATION, Kind.COMMENT})
_PHYSICAL_LINE = late_pattern(rf"[^\r\n]*+(?:{LINE_END}|\Z)")
_HEADER = late_pattern(rf"(?:[ \t\f]|\\{LINE_END})*(@|(?:def|class|async[ \t\f]+def){NOT_IN_NAME})")


@dataclass(frozen=True, slots=True)
class Word:
    """A token with its text."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class LogicalLine:
    """A logical line, comments around it left out, and the width of its indentation."""

    indent: int
    text: str

    @property
    def opens(self) -> str:
        """`@` for a decorator, the first word of the header of a definition, else empty."""
        match = _HEADER.match(self.text)
        return match.group(1).split()[0] if match is not None else ""

    def words(self) -> tuple[Word, ...]:
        """The tokens, line ends left out."""
        return tuple(
            Word(token.kind, self.text[token.start : token.end])
            for token in tokens(self.text)
            if token.kind not in _NO_WORDS
        )


def logical_lines(source: str) -> list[LogicalLine]:
    """The logical lines of a text, blank ones left out."""
    lines: list[LogicalLine] = []
    code = mask(source).code
    depth = start = 0
    waiting = False
    indent = -1  # of the logical line that is being read; -1: none yet
    for match in _PHYSICAL_LINE.finditer(code):
        line = match.group()
        content = line.strip(" \t\f\r\n")
        if indent == -1:
            if not content:
                continue
            start = start if waiting else match.start()
            # A backslash in column 0 leaves the indentation to the line after it.
            waiting = line.rstrip("\r\n") == "\\"
            if waiting:
                continue
            indent = len(line[: len(line) - len(line.lstrip(" \t\f"))].expandtabs())
        depth += sum(line.count(opener) for opener in "([{") - sum(line.count(closer) for closer in ")]}")
        if depth <= 0 and not content.endswith("\\"):
            lines.append(LogicalLine(indent, source[start : match.end()]))
            depth, indent = 0, -1
    if indent != -1:
        lines.append(LogicalLine(indent, source[start:]))
    return lines


def until_colon(words: Sequence[Word]) -> Sequence[Word] | None:
    """The words before the first colon outside brackets."""
    depth = 0
    for index, word in enumerate(words):
        if word.text in ("(", "[", "{"):
            depth += 1
        elif word.text in (")", "]", "}"):
            depth -= 1
        elif word.text == ":" and depth == 0:
            return words[:index]
    return None
