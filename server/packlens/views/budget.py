"""The budget, and the one function that decides whether a text fits it.

A budget is hard: it holds for the final string, markup and ledger included. While a pack is put together
its size is estimated from its parts, but the sum of the parts is not the count of the whole, so nothing
leaves before `Budget.fits` has counted the whole.
"""

from __future__ import annotations

from dataclasses import dataclass

from packlens.base.errors import UsageError
from packlens.views.tokens import Tokenizer, count, count_in_parts

LEDGER_PERCENT = 8
"""The part of a budget that may be spent on saying what was left out."""


@dataclass(frozen=True, slots=True)
class Budget:
    """At most `limit` tokens, counted by `tokenizer`; `ledger_percent` of them may say what was left out."""

    limit: int
    tokenizer: Tokenizer = Tokenizer.O200K
    ledger_percent: int = LEDGER_PERCENT

    def __post_init__(self) -> None:
        if self.limit < 0:
            raise UsageError(
                f"budget {self.limit}: must not be negative; give a number of tokens such as 4000"
            )

    @property
    def ledger_share(self) -> int:
        """The most that the ledger of what was left out may cost."""
        return self.limit * self.ledger_percent // 100

    def fits(self, text: str) -> int | None:
        """The tokens of the final string `text` when they are within the budget, else `None`."""
        tokens = count_in_parts(text, self.tokenizer)
        return tokens if tokens <= self.limit else None

    def price_of(self, part: str) -> int:
        """Tokens of a part that will be met again."""
        return count(part, self.tokenizer)
