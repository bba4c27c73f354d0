"""Who makes vectors of texts: the one protocol that every provider has, and what a vector is."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence
from operator import mul
from typing import Protocol, TypeAlias

Cancelled = Callable[[], bool]
Vector: TypeAlias = "array[float]"
"""Of length one, in single precision, as it is kept."""


class Provider(Protocol):
    """Makes vectors of texts. Any thread may ask.

    model    which vectors it makes: equal names, equal vectors of equal texts
    batch    how many texts are best given at once
    warning  what the person must know before it is first asked; `None` where nothing leaves the machine
    """

    batch: int

    @property
    def model(self) -> str: ...

    @property
    def warning(self) -> str | None: ...

    def vectors(self, texts: Sequence[str], cancelled: Cancelled) -> Sequence[Vector]:
        """A vector for each text, all of the same size.

        Raises `NoMeaningError` where they cannot be had, and `CancelledError` once `cancelled` says so.
        """
        ...


def unit_vector(numbers: Sequence[float]) -> Vector | None:
    """The vector of that direction; `None` for numbers that have none."""
    length = math.hypot(*numbers)
    if not math.isfinite(length) or length == 0:
        return None
    return array("f", (number / length for number in numbers))


def cosine(one: Vector, other: Vector) -> float:
    """How alike the directions of two vectors of one size are, from -1 to 1."""
    return math.fsum(map(mul, one, other))  # unlike `sum`, the same on every Python
