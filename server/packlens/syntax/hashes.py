"""Hashes of a definition that tell what changed: its signature, its body, its docstring.

Comments, blanks, blank lines and how lines are joined do not count. Definitions inside a body do not count
for it: each is a symbol with hashes of its own. The same on every interpreter.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from packlens.syntax.bodies import read_body
from packlens.syntax.logical import Word, logical_lines
from packlens.syntax.signatures import signature

_CALLABLES_AND_CLASSES = frozenset({"function", "method", "property", "class", "module"})


@dataclass(frozen=True, slots=True)
class Hashes:
    """16 bytes each; `doc` is empty where there is no docstring."""

    signature: bytes
    body: bytes
    doc: bytes


def hashes(source: str, name: str, kind: str) -> Hashes:
    """The hashes of the symbol `name`. `source` and `kind` are those of `signatures.signature`.

    The body of a variable is the statement that binds it, its signature what stands before the first `=`.
    """
    if kind not in _CALLABLES_AND_CLASSES:
        words = [word for line in logical_lines(source) for word in line.words()]
        texts = [word.text for word in words]
        target = texts[: texts.index("=")] if "=" in texts else [name]
        return Hashes(_digest(target), _digest(texts), b"")
    body = read_body(source, kind)
    doc = _digest(_doc_words(body.docstring)) if body.docstring else b""
    return Hashes(_digest([signature(source, name, kind)]), _digest(_body_words(body.statements)), doc)


def _body_words(statements: Iterable[tuple[int, Iterable[Word]]]) -> Iterable[str]:
    for level, words in statements:
        yield f"\n{level}"
        for word in words:
            yield word.text


def _doc_words(words: Iterable[Word]) -> Iterable[str]:
    """The docstring as written, without the indentation that follows the definition's."""
    for word in words:
        yield from word.text.split()


def _digest(parts: Iterable[str]) -> bytes:
    text = "\0".join(parts)
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
