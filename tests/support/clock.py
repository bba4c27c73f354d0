"""The time after which a file that was written counts as old.

When a file was last changed cannot be set by hand, so a test that needs old files waits.
"""

from __future__ import annotations

import time

from packlens.text.ground import CLOCK_STEP_NS


def wait_a_clock_step() -> None:
    """Let what has been written so far be older than a step of the clock that changes are told by: some 2 s."""
    time.sleep(CLOCK_STEP_NS / 1e9 + 0.1)
