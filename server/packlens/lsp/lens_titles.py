"""What a lens says. Two digits are enough to decide whether to click; the click gives the exact figure."""

from __future__ import annotations

from packlens.base.counted import counted

UNKNOWN = "…"


def context_title(tokens: int | None, *, indexed: bool = True) -> str:
    """`copy context 1.2k`; `…` for the price before the first index, no price for text that never parsed."""
    if not indexed:
        return f"copy context {UNKNOWN}"
    return "copy context" if tokens is None else f"copy context {short_number(tokens)}"


def callers_title(callers: int | None, possible: int = 0, pending: int = 0, *, indexed: bool = True) -> str:
    """`4 callers`; `4+ callers` while open sites could add one; `0 callers, 2 possible`."""
    return _title("caller", callers, possible, pending, indexed=indexed)


def title_of_tests(tests: int | None, possible: int = 0, pending: int = 0, *, indexed: bool = True) -> str:
    """`7 tests`; `7+ tests` while open sites could add one; `0 tests, 389 possible`."""
    return _title("test", tests, possible, pending, indexed=indexed)


def short_number(number: int) -> str:
    """`950`, `1.2k`, `12k`, `1.2M`: whole below a thousand, then two or three digits, rounded."""
    if number < 1000:
        return str(number)
    scaled = float(number)
    for unit in ("k", "M"):
        scaled /= 1000
        if scaled < 999.5 or unit == "M":
            break
    return f"{scaled:.1f}{unit}" if scaled < 9.95 else f"{scaled:.0f}{unit}"


def _title(what: str, known: int | None, possible: int, pending: int, *, indexed: bool) -> str:
    if not indexed or known is None:
        return f"{what}s" if indexed else f"{UNKNOWN} {what}s"
    count = counted(known, what, open_end=bool(pending))
    return count if known or not possible else f"{count}, {possible} possible"
