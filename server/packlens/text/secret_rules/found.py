"""What a search for secrets finds: which kind, which value, where."""

from __future__ import annotations

from dataclasses import dataclass

Span = tuple[int, int]
"""Start and end, in code points of the text; the end is outside."""


@dataclass(frozen=True, slots=True)
class Secret:
    """One secret at one place.

    kind    a few words with dashes, such as `aws-key`
    value   what makes two of them the same secret; never shown
    parts   where it stands, in order; none reaches over a line end or takes in a quote, so that code without
            the parts still parses
    """

    kind: str
    value: str
    parts: tuple[Span, ...]

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.parts[0][0]

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.parts[-1][1]
