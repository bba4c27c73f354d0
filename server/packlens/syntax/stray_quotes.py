"""Which triple quote of a broken text is the one too many.

Read from left to right, a triple quote without its partner turns strings into code and code into strings
for the rest of the file. So the stray one is looked for among all of its kind: the one that, left out,
leaves the fewest lines of code inside strings and the fewest quotes in odd places.
"""

from __future__ import annotations

import keyword
import re
from bisect import bisect_left
from itertools import pairwise

from packlens.base.pattern import late_pattern

_CODE_LINE = late_pattern(
    r"""^[ \t]*(?:
        (?:async[ \t]+)?def[ \t]+\w+[ \t]*[(\[]
      | class[ \t]+\w+[ \t]*[(:\[]
      | @\w
      | (?:return|continue|break|pass|try:|else:|finally:)\b
      | import[ \t]+\w
      | from[ \t]+[\w.]+[ \t]+import\b
      | (?:if|elif|while|for|with|except|async)\b.*:[ \t]*$
      | raise[ \t]+\w
      | \w[\w.\[\]]*[ \t]*(?:[-+*/|&%]|//|\*\*)?=[^=]
      | \w[\w.]*\(.*\)[ \t]*$
    )""",
    re.VERBOSE | re.MULTILINE,
)
_PROSE_LINE = late_pattern(
    rf"""^[ \t]*(?!(?:{"|".join(keyword.kwlist)})\b)(?:[A-Za-z][\w'`.,:;-]*[ ]+){{3,}}[\w'`.,:;-]+[ \t]*$""",
    re.MULTILINE,
)
_QUOTES = {
    '"""': late_pattern(r'(?<!\\)"""'),
    "'''": late_pattern(r"(?<!\\)'''"),
}
# Code in strings is common, prose outside them is not, and a string that touches a word is next to impossible.
_CODE_COST, _AT_END_COST, _PROSE_COST, _ODD_COST = 4, 6, 8, 20
_ENDS_ARGUMENT = frozenset(",)]}")
_BEFORE_OPENING = late_pattern(r"""(?:^|[\s(\[{,:=+%;]|\b[rRuUbBfFtT]{1,2})\Z""")
_AFTER_CLOSING = late_pattern(r"\w")


def stray_quote(text: str, unclosed: int) -> int:
    """The offset of the stray triple quote in `text`, where the one at `unclosed` has no end."""
    pattern = _QUOTES[text[unclosed : unclosed + 3]]
    quotes = [match.start() for match in pattern.finditer(text)]
    if len(quotes) % 2 == 0:
        return unclosed
    code = [match.start() for match in _CODE_LINE.finditer(text)]
    prose = [match.start() for match in _PROSE_LINE.finditer(text)]
    as_string = [_cost_of_string(text, code, first, second) for first, second in pairwise(quotes)]
    as_code = [_PROSE_COST * _between(prose, first, second) for first, second in pairwise(quotes)]
    # Left out the quote k, strings are (0, 1), (2, 3), ... before it and (k + 1, k + 2), ... after it.
    cost = sum(as_code[::2]) + sum(as_string[1::2])
    best, best_cost = quotes[0], cost
    for index in range(0, len(as_code), 2):
        cost += as_string[index] - as_code[index] + as_code[index + 1] - as_string[index + 1]
        if cost <= best_cost:
            best, best_cost = quotes[index + 2], cost
    return best


def holds_code(text: str, start: int, end: int) -> bool:
    """Whether a line of code starts between two offsets."""
    return _CODE_LINE.search(text, start + 3, end) is not None


def _cost_of_string(text: str, code: list[int], first: int, second: int) -> int:
    lines = _between(code, first, second)
    odd_opening = _BEFORE_OPENING.search(text, max(0, first - 3), first) is None
    odd_closing = _AFTER_CLOSING.match(text, second + 3) is not None
    at_end = text[first + 3 : first + 4] in _ENDS_ARGUMENT
    return _CODE_COST * lines + _ODD_COST * (odd_opening + odd_closing) + _AT_END_COST * at_end


def _between(offsets: list[int], first: int, second: int) -> int:
    return bisect_left(offsets, second) - bisect_left(offsets, first)
