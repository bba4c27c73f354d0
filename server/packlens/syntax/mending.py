"""A broken text mended: what cannot be read is replaced, line by line, until the rest parses.

The statements are found by indentation (`outline`). A statement that parses by itself stays. One that does
not is replaced by `pass` when it is a single logical line; when it has a suite, its header is completed
(`def f(a` becomes `def f(a):`), and the same is done inside the suite.

Work is counted in characters parsed, never in time. Where it runs out, what is left untested is given up.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from packlens.base.pattern import late_pattern
from packlens.syntax.masking import Masked
from packlens.syntax.newer import parse_newer
from packlens.syntax.outline import HEADER_WORDS, Node, outline, physical_lines, statements
from packlens.syntax.strings import LINE_END

# How much text may be parsed in search of what is broken: so many times the block, but less of a huge one.
_EFFORT = 20
_HUGE_EFFORT = 3
_MAX_EFFORT = 2_000_000
_LEAST_EFFORT = 100_000
# What one attempt to parse costs besides its length.
_OVERHEAD = 100

_LONGEST_KNOWN = 20_000  # characters; what is longer is parsed each time

# What a clause needs before it to parse by itself.
_BEFORE_CLAUSE = {
    "elif": "if 1: pass\n",
    "else": "if 1: pass\n",
    "except": "try: pass\n",
    "finally": "try: pass\n",
    "case": "match 0:\n ",
}
# What stands for a header that cannot be completed. Nothing in it names anything.
_PLAIN_HEADER = {
    "elif": "elif 1:",
    "else": "else:",
    "try": "try:",
    "except": "except ():",
    "finally": "finally:",
    "match": "match 0:",
    "case": "case 0:",
}
_NAMED_HEADER = late_pattern(r"[ \t\f]*(?:(?:async[ \t\f]+)?def|class)[ \t\f]+[^\W\d]\w*")
_PAIRS = {"(": ")", "[": "]", "{": "}"}


@dataclass(slots=True)
class Attempt:
    """One repaired text: `lost` lines were replaced, the first of them `first_line` (0-based)."""

    tree: ast.Module | None
    text: str
    lost: int
    first_line: int


def mend(text: str, masked: Masked, hints: Sequence[int]) -> Attempt:
    """Mend a text that does not parse. `hints` are lines (0-based) to look at first; they never change the answer."""
    effort = max(_LEAST_EFFORT, min(_EFFORT * len(text), _MAX_EFFORT), _HUGE_EFFORT * len(text))
    if hints:
        # Looking everywhere parses besides this only what parses: it has enough effort left to find the same.
        rest = len(text) + _OVERHEAD * (text.count("\n") + text.count("\r") + 1)
        repair = _Repair(text, masked, hints, effort - rest)
        attempt = repair.run()
        if attempt.tree is not None and repair.effort >= 0 and not repair.misled:
            return attempt
    return _Repair(text, masked, (), effort).run()


class _Repair:
    """One repair of one text, in place of its lines. With `hints` (0-based lines) it looks only there."""

    def __init__(self, text: str, masked: Masked, hints: Sequence[int], effort: int) -> None:
        self.text = text
        self.masked = masked
        self.hints = hints
        self.effort = effort
        self.reserve = _HUGE_EFFORT * len(text)  # to see at the end whether it was enough
        self.spans = physical_lines(text)
        self.lines = [text[start:end] for start, end in self.spans]
        self.replaced: set[int] = set()
        self.misled = False  # the hint led to no answer
        self.whole = (0, -1)  # the lines of all statements: that they do not parse is why this is done
        self.last_text = ""  # what parsed last
        self.last_tree: ast.Module | None = None

    def run(self) -> Attempt:
        suite, unfit = outline(self.masked, self.text)
        for node in unfit:
            self._drop(node.first, node.last, -1, "")
        if suite:
            self.whole = (suite[0].first, suite[-1].end)
            self._fix(suite, 0, "")
        text = "".join(self.lines)
        tree = self.last_tree if self.last_text == text else _tree(text)
        first = min(self.replaced, default=0)
        return Attempt(tree, text, len(self.replaced), first)

    def _fix(self, suite: list[Node], indent: int, header: str) -> None:
        """Make the statements of a suite parse. `header` is the word that opens it."""
        for parts in statements(suite):
            first, last = parts[0].first, parts[-1].end
            if self.hints and not any(first <= hint <= last for hint in self.hints):
                continue
            if parts[0].indent != indent:
                for node in parts:
                    self._drop(node.first, node.last, indent, header)
                    self._fix(node.children, indent, header)
            elif (first, last) == self.whole or not self._parses(first, last, indent, header):
                self._fix_statement(parts, indent, header)

    def _fix_statement(self, parts: list[Node], indent: int, header: str) -> None:
        first, last = parts[0].first, parts[-1].end
        for node in parts:
            self._fix_part(node, indent, header)
        if self._parses(first, last, indent, header, is_check=True):
            return
        if self.hints:
            self.misled = True
            return
        # Each part is sound, so they do not belong together: an `else` without its `if`, a `try` alone.
        for node in parts:
            if node.word in HEADER_WORDS and node.children:
                self._replace_header(node, "if 1:")
        if not self._parses(first, last, indent, header, is_check=True):
            self._drop(first, last, indent, header)

    def _fix_part(self, node: Node, indent: int, header: str) -> None:
        """Make one decorator, one clause or one simple statement sound."""
        opens = node.opens and node.word in HEADER_WORDS
        if not opens and not node.children:
            if self._header_parses(node, ""):
                return
            if node.word not in HEADER_WORDS or not self._complete(node, " pass"):
                self._drop(node.first, node.last, indent, header)
            return
        one_below = len(node.children) == 1 and not node.children[0].children
        if one_below and not opens and node.word not in HEADER_WORDS and self._header_parses(node, ""):
            # A sound line, and one below it that is indented without reason.
            self._drop(node.children[0].first, node.end, indent, header)
            return
        if not (opens and self._header_parses(node, " pass")) and not self._complete(node, ""):
            self._replace_header(node, _PLAIN_HEADER.get(node.word, "if 1:"))
        if not node.children:
            self._replace_header(node, self._code(node) + " pass")
            return
        inner = _common_indent(node.children)
        self._fix(node.children, inner, node.word)
        if not any(self.lines[number].strip() for number in range(node.last + 1, node.end + 1)):
            self._replace_header(node, self._code(node) + " pass")

    def _complete(self, node: Node, suite: str) -> bool:
        """Close what a header leaves open; at least keep the name it defines."""
        code = self._code(node)
        start = self.spans[node.first][0]
        closers = []
        for character in self.masked.code[start : start + len(code)]:
            if character in _PAIRS:
                closers.append(_PAIRS[character])
            elif closers and character == closers[-1]:
                closers.pop()
        closing = "".join(reversed(closers))
        candidates = [code + closing + ":", code.rstrip(":, \t") + closing + ":"]
        named = _NAMED_HEADER.match(code)
        if named is not None:
            candidates.append(named.group() + (":" if node.word == "class" else "():"))
        for candidate in candidates:
            if self._header_parses(node, " pass", candidate):
                self._replace_header(node, candidate.lstrip(" \t\f") + suite)
                return True
        return False

    def _code(self, node: Node) -> str:
        """The logical line as it is now, without a comment at its end."""
        if node.first in self.replaced:
            return "".join(self.lines[node.first : node.last + 1]).rstrip()
        start, end = self.spans[node.first][0], self.spans[node.last][1]
        return self.text[start : start + len(self.masked.code[start:end].rstrip())]

    def _header_parses(self, node: Node, suite: str, code: str | None = None) -> bool:
        """Whether a logical line parses by itself, with `suite` behind it."""
        line = (self._code(node) if code is None else code).lstrip(" \t\f")
        if node.word == "@":
            suite = "\ndef f(): pass"
        before = _BEFORE_CLAUSE.get(node.word, "") if node.word != "case" or node.opens else ""
        if node.word == "match" and suite:
            suite = "\n case 0: pass"
        return self._tree(before + line + suite + "\n") is not None

    def _parses(self, first: int, last: int, indent: int, header: str, is_check: bool = False) -> bool:
        """Whether physical lines parse as statements of a suite."""
        is_whole = (first, last) == self.whole
        text = "".join(self.lines if is_whole else self.lines[first : last + 1])
        if header == "match":
            text = "match 0:\n" + text
        elif indent > 0:
            text = "if 1:\n" + text
        if is_whole or len(text) > _LONGEST_KNOWN:
            return self._tree(text, is_check) is not None
        return self._may_parse(text, is_check) and _fragment_parses(text)

    def _may_parse(self, text: str, is_check: bool) -> bool:
        """Whether there is effort left for a text. Counted alike whether the text is known or not."""
        self.effort -= len(text) + _OVERHEAD
        if self.effort < 0:
            if not is_check or self.reserve < len(text):
                return False
            self.reserve -= len(text)
        return True

    def _tree(self, text: str, is_check: bool = False) -> ast.Module | None:
        if not self._may_parse(text, is_check):
            return None
        tree = _tree(text)
        if tree is not None:
            self.last_text, self.last_tree = text, tree
        return tree

    def _replace_header(self, node: Node, code: str) -> None:
        """Put `code` in place of a logical line, at its indentation."""
        line = self.lines[node.first]
        blanks = line[: len(line) - len(line.lstrip(" \t\f"))]
        first, *more = re.split(LINE_END, code)
        self._set(node.first, blanks + first.lstrip(" \t\f"))
        for number in range(node.first + 1, node.last + 1):
            self._set(number, more.pop(0) if more else "")

    def _drop(self, first: int, last: int, indent: int, header: str) -> None:
        """Give up physical lines; `pass` stands in their place where a statement may."""
        line = self.lines[first]
        blanks = line[: len(line) - len(line.lstrip(" \t\f"))]
        fits = header != "match" and len(blanks.expandtabs()) == indent
        self._set(first, blanks + "pass" if fits else "")
        for number in range(first + 1, last + 1):
            self._set(number, "")

    def _set(self, number: int, code: str) -> None:
        line = self.lines[number]
        ending = line[len(line.rstrip("\r\n")) :]
        if code + ending != line:
            self.lines[number] = code + ending
            self.replaced.add(number)


def _common_indent(suite: list[Node]) -> int:
    """The indentation most nodes have; the first of these when several are equally common."""
    return Counter(node.indent for node in suite).most_common(1)[0][0]


@lru_cache(maxsize=4096)
def _fragment_parses(text: str) -> bool:
    """Whether a few lines parse. While a block stays broken its sound parts are asked about at every keystroke."""
    return _tree(text) is not None


def _tree(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except SyntaxError:
        return parse_newer(text)
