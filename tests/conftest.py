"""Settings of every test run.

Hypothesis draws the same examples each time, so that a red run is red again. `PACKLENS_EXAMPLES=2000` draws
that many fresh ones instead, and `PACKLENS_STEPS=60` makes each sequence of edits that long.
"""

from __future__ import annotations

import os

import pytest

from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("tests.support.edges", "tests.support.facts", "tests.support.fixture")

_EXAMPLES = os.environ.get("PACKLENS_EXAMPLES")

settings.register_profile(
    "packlens",
    max_examples=int(_EXAMPLES) if _EXAMPLES else 60,
    stateful_step_count=int(os.environ.get("PACKLENS_STEPS", "15")),
    derandomize=_EXAMPLES is None,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("packlens")
