"""Tokens to one line of text, with blanks where PEP 8 puts them."""

from __future__ import annotations

import keyword
from collections.abc import Sequence
from dataclasses import dataclass

from packlens.syntax.lexical import Kind
from packlens.syntax.logical import Word

_OPERATOR_WORDS = frozenset(keyword.kwlist) - {"None", "True", "False"}
_CLOSERS = {"(": ")", "[": "]", "{": "}"}
_MAYBE_UNARY = frozenset(["+", "-", "*", "**", "~", "/"])


@dataclass(slots=True)
class _Bracket:
    """An open bracket. `takes_arguments`: of a call, a definition or a list of type parameters."""

    text: str
    takes_arguments: bool
    annotated: bool = False  # a colon was seen since the last comma: a parameter with an annotation
    lambdas: int = 0  # lambdas whose colon is still to come


def layout(words: Sequence[Word]) -> str:
    """The text of one logical line. A comma before the bracket that ends arguments is left out."""
    pieces: list[str] = []
    is_header = bool(words) and words[0].text in ("def", "class", "async", "type")
    brackets = [_Bracket("", takes_arguments=False)]
    before: Word | None = None
    tight = True  # no blank after what was written last
    for index, word in enumerate(words):
        text = word.text
        bracket = brackets[-1]
        after = words[index + 1].text if index + 1 < len(words) else ""
        if text == "," and bracket.takes_arguments and after == _CLOSERS[bracket.text]:
            continue
        space_before, space_after = _spaces(word, before, bracket)
        if pieces and space_before and not tight:
            pieces.append(" ")
        pieces.append(text)
        tight = not space_after
        if text in _CLOSERS:
            follows_callee = before is not None and _ends_operand(before)
            is_list = text == "(" or (is_header and len(brackets) == 1 and index == _after_name(words))
            brackets.append(_Bracket(text, follows_callee and is_list))
        elif text in (")", "]", "}") and len(brackets) > 1:
            brackets.pop()
        elif text == ",":
            bracket.annotated = False
        elif text == "lambda" and word.kind is Kind.NAME:
            bracket.lambdas += 1
        elif text == ":" and bracket.lambdas:
            bracket.lambdas -= 1
        elif text == ":":
            bracket.annotated = True
        before = word
    return "".join(pieces)


def _after_name(words: Sequence[Word]) -> int:
    """The place after the name that a header defines."""
    return 3 if words[0].text == "async" else 2


def _spaces(word: Word, before: Word | None, bracket: _Bracket) -> tuple[bool, bool]:
    """Whether a blank may stand before and after a token: one stands where both neighbours take it."""
    text = word.text
    if word.kind is not Kind.OPERATOR or text == "...":
        return True, True
    operand = before is not None and _ends_operand(before)
    if text == ".":
        return before is not None and before.kind is Kind.NUMBER, False
    if text in ("(", "["):
        return not operand, False
    if text == "{":
        return True, False
    if text in (")", "]", "}"):
        return False, True
    if text in (",", ";"):
        return False, True
    if text == ":":
        if bracket.text == "[" and not bracket.takes_arguments and not bracket.lambdas:
            return False, False
        return False, True
    if text == "=" and (bracket.lambdas or (bracket.text == "(" and not bracket.annotated)):
        return False, False
    if text in _MAYBE_UNARY and not operand:
        return True, False
    return True, True


def _ends_operand(word: Word) -> bool:
    """Whether an operand ends with this token, so that what follows is an operator, a call or a subscript."""
    if word.kind is Kind.NAME:
        return word.text not in _OPERATOR_WORDS
    if word.kind is Kind.OPERATOR:
        return word.text in (")", "]", "}", "...")
    return True
