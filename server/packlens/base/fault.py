"""What is said of an error that nobody foresaw: its type and where it was raised.

Its message may quote source text, and the values of variables certainly would: neither is ever written.
"""

from __future__ import annotations

import logging
import traceback


def log_fault(logger: logging.Logger, where: str, error: BaseException) -> None:
    """A line on what failed, then the places the error passed through."""
    logger.error("%s: %s\n%s", where, type(error).__name__, "".join(traceback.format_tb(error.__traceback__)))
