"""Settings of every test run. What is kept between runs goes to a folder of the run's own.

Hypothesis draws the same examples each time, so that a red run is red again, and does not take minutes to
make a failing one smaller. `PACKLENS_EXAMPLES=2000` draws that many fresh ones instead and does shrink;
`PACKLENS_STEPS=60` makes each sequence of edits that long.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, Phase, settings

pytest.register_assert_rewrite(
    "tests.support.edges", "tests.support.facts", "tests.support.fixture", "tests.views.impacts"
)

_EXAMPLES = os.environ.get("PACKLENS_EXAMPLES")

settings.register_profile(
    "packlens",
    max_examples=int(_EXAMPLES) if _EXAMPLES else 40,
    stateful_step_count=int(os.environ.get("PACKLENS_STEPS", "12")),
    derandomize=_EXAMPLES is None,
    database=None,
    phases=[Phase.explicit, Phase.generate, *([Phase.shrink] if _EXAMPLES else [])],
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("packlens")


# What would reach the tests of where they are run: from inside a hook of git, on a narrow terminal.
_STRANGE = ("GIT_", "PYTEST_ADDOPTS", "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR")


@pytest.fixture(scope="session", autouse=True)
def _own_surroundings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A home, a cache and a git configuration of the run's own, for all that it starts as well."""
    home = tmp_path_factory.mktemp("home")
    of_the_run = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        of_the_run = of_the_run.parent
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith(_STRANGE)]:
            patch.delenv(name)
        patch.setenv("XDG_CACHE_HOME", str(home / "cache"))
        patch.setenv("XDG_CONFIG_HOME", str(home / "config"))
        patch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        # A pytest that a test starts is about its own files; the plugins of this environment take seconds to load.
        patch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        if sys.dont_write_bytecode:
            # Else each of the hundreds of programs that the tests start compiles all that it imports.
            patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
            patch.setenv("PYTHONPYCACHEPREFIX", str(of_the_run / "bytecode"))
        yield
