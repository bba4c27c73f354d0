"""The Neovim plugin's tests, in real Neovims.

Each spec in `spec/` is a Lua script that one headless Neovim runs, with the plugin on its runtime path and a fresh
copy of a small workspace; it prints a line a case. A spec runs in every Neovim there is; those about starting the
server run a second time in the newest one, through the interface that Neovim 0.8 to 0.10 have. What needs a view
from outside Neovim is in `outside.py`. Nothing is installed here.

Each run has a workspace and a home of its own, so as many go side by side as there are processors; their lines are
printed in the order of the specs. One that fails is run once more when all have ended, alone; its second lines count.

    PACKLENS_PYTHON     a Python with packlens installed from this tree; `packlens` stands beside it
    PACKLENS_NVIM       Neovim 0.11 or newer
    PACKLENS_NVIM_OLD   Neovim 0.7 to 0.10, or empty

    tests/e2e/neovim/run [SPEC ...]      all specs, or those of these names
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from editor import Editor, editors
from outside import CASES

_SPECS = Path(__file__).resolve().parent / "spec"
_BOTH_WAYS = {"copy", "lens", "restart", "roots", "trouble"}


def _runs(editor: Editor, name: str) -> list[str]:
    """The ways to turn the plugin on that a spec is run with."""
    if name == "bare":
        return ["bare"]
    if not editor.new:
        return ["setup"]
    return ["enable", "start"] if name in _BOTH_WAYS else ["enable"]


def _jobs(editor: Editor, wanted: list[str]) -> Iterator[Callable[[], list[str]]]:
    """What is to be run in one Neovim, in the order of its lines."""
    for spec in sorted(_SPECS.glob("*.lua")):
        if not wanted or spec.stem in wanted:
            for how in _runs(editor, spec.stem):
                yield partial(_spec_lines, editor, spec, how)
    if not wanted or "outside" in wanted:
        for case in CASES:
            yield partial(_case_lines, editor, case)


def _spec_lines(editor: Editor, spec: Path, how: str) -> list[str]:
    lines = editor.run_spec(spec, how)
    return [line if line.startswith("PASS") else f"{line}  ({spec.stem}, {how})" for line in lines]


def _case_lines(editor: Editor, case: Callable[[Editor], str | None]) -> list[str]:
    problem = case(editor)
    return [f"FAIL {case.__doc__}: {problem}" if problem else f"PASS {case.__doc__}"]


def main(wanted: list[str]) -> int:
    """Run the specs, print their lines and the count. 0 when all passed."""
    lines: list[str] = []
    once: list[tuple[Editor, Callable[[], list[str]]]] = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        begun = [
            (editor, [(job, pool.submit(job)) for job in _jobs(editor, wanted)])
            for editor in editors(os.environ)
        ]
        for editor, runs in begun:
            print(f"--- {editor.version}", flush=True)
            for job, run in runs:
                said = run.result()
                print(*said, sep="\n", flush=True)
                if any(line.startswith("FAIL ") for line in said):
                    once.append((editor, job))
                else:
                    lines += said
    for editor, job in once:
        print(f"--- {editor.version}, once more and alone", flush=True)
        said = job()
        print(*said, sep="\n", flush=True)
        lines += said
    passed = sum(line.startswith("PASS ") for line in lines)
    failed = sum(line.startswith("FAIL ") for line in lines)
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
