"""The one way out for source text: every code block, signature, docstring, name and path passes here.

`Redactor.text` replaces what is certainly a secret by a numbered placeholder such as `secret:aws-key#1` in
angle quotes. A rule here recognises a private key or a token by a prefix its issuer documents; passwords
and random-looking strings without such a prefix are not recognised. The same secret has the same number
throughout one answer, numbers follow the order of first appearance, and a secret that spans lines leaves as
many lines behind, so line numbers stay true.

The same gate makes text safe to hand on: line ends become `\\n`, and half a surrogate pair, which no
encoding can carry, becomes U+FFFD. `visible` is the gate for what stands outside a code block: control,
zero-width and direction-changing characters of a path or a name are written as escapes, so that they cannot
break out of a line or disguise one name as another.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _Rule:
    """One kind of secret.

    marks   plain strings one of which every match holds: looking for them first keeps clean text cheap
    """

    kind: str
    marks: tuple[str, ...]
    pattern: re.Pattern[str]


def _rule(kind: str, marks: tuple[str, ...], pattern: str) -> _Rule:
    return _Rule(kind, marks, re.compile(r"(?<![A-Za-z0-9])" + pattern))


_PEM_NAME = r"(?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----"
_LONGEST_KEY = 20_000
_KEY_MATERIAL = re.compile(r"[A-Za-z0-9+/=]{16}")
_PRIVATE_KEY = "private-key"

_RULES = (
    _Rule(
        _PRIVATE_KEY,
        ("PRIVATE KEY",),
        re.compile(
            rf"-----BEGIN {_PEM_NAME}"
            rf"(?:(?:(?!-----BEGIN )[\s\S]){{0,{_LONGEST_KEY}}}?-----END {_PEM_NAME}"
            r"|(?:[\s\"'\\nr,+]*[A-Za-z0-9+/=]{16,})*)"
        ),
    ),
    _rule("aws-key", ("AKIA", "ASIA"), r"(?:AKIA|ASIA)[0-9A-Z]{16}(?![A-Za-z0-9])"),
    _rule("github-token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), r"gh[pousr]_[A-Za-z0-9]{30,255}"),
    _rule("github-token", ("github_pat_",), r"github_pat_[A-Za-z0-9_]{20,255}"),
    _rule("gitlab-token", ("glpat-",), r"glpat-[A-Za-z0-9_-]{20,255}"),
    _rule("slack-token", ("xox",), r"xox[abeoprs]-[A-Za-z0-9-]{10,255}"),
    _rule(
        "slack-webhook",
        ("hooks.slack.com/",),
        r"https://hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_+-]{20,255}",
    ),
    _rule("stripe-key", ("k_live_",), r"[sr]k_live_[A-Za-z0-9]{16,255}"),
    _rule("api-key", ("sk-",), r"(?<![_-])sk-(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{20,255}"),
    _rule("google-key", ("AIza",), r"AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])"),
    _rule("npm-token", ("npm_",), r"npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])"),
    _rule("pypi-token", ("pypi-AgE",), r"pypi-AgE[A-Za-z0-9_-]{16,1000}"),
    _rule("jwt", ("eyJ",), r"eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}"),
)

_LINE_END = re.compile(r"\r\n?")
_HALF_PAIR = re.compile("[\ud800-\udfff]")
_INVISIBLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\ud800-\udfff]"
)
_ESCAPE = re.compile(r"\\u([0-9a-f]{4})")


class Redactor:
    """The gate of one answer. Secrets are numbered as they come, so texts must pass in the answer's order."""

    __slots__ = ("_numbers", "enabled", "replaced")

    def __init__(self, *, enabled: bool = True) -> None:
        self.enabled = enabled
        self.replaced = 0
        self._numbers: dict[str, int] = {}

    def text(self, source: str) -> str:
        """`source` as it may leave: without known secrets, with `\\n` as line end, in valid Unicode."""
        if "\r" in source:
            source = _LINE_END.sub("\n", source)
        if not source.isascii():
            source = _HALF_PAIR.sub("\ufffd", source)
        if self.enabled:
            for rule in _RULES:
                if any(mark in source for mark in rule.marks):
                    source = self._apply(rule, source)
        return source

    def texts(self, sources: list[str]) -> list[str]:
        """`text` of each. Many short texts are quicker to look through at once."""
        if self._leaves_alone("\n".join(sources)):
            return sources
        return [self.text(source) for source in sources]

    def _leaves_alone(self, source: str) -> bool:
        if "\r" in source or (not source.isascii() and _HALF_PAIR.search(source)):
            return False
        return not self.enabled or not any(mark in source for rule in _RULES for mark in rule.marks)

    def _apply(self, rule: _Rule, source: str) -> str:
        def placeholder(match: re.Match[str]) -> str:
            secret = match.group()
            if rule.kind is _PRIVATE_KEY and not _KEY_MATERIAL.search(secret):
                return secret  # code that looks for the marker, not a key
            number = self._numbers.setdefault(secret, len(self._numbers) + 1)
            self.replaced += 1
            return f"\u2039secret:{rule.kind}#{number}\u203a" + "\n" * secret.count("\n")

        return rule.pattern.sub(placeholder, source)


def visible(name: str) -> str:
    """`name` on one line, with what cannot be seen written as `\\uXXXX`."""
    if name.isascii() and name.isprintable():
        return name
    return _INVISIBLE.sub(lambda match: f"\\u{ord(match.group()):04x}", name)


def from_visible(shown: str) -> str:
    """The name that `visible` wrote as `shown`."""
    return _ESCAPE.sub(lambda match: chr(int(match.group(1), 16)), shown)
