"""The Neovim plugin's tests, in real Neovims.

Each spec in `spec/` is a Lua script that one headless Neovim runs, with the plugin on its runtime path and a fresh
copy of a small workspace; it prints a line a case. A spec runs in every Neovim there is; those about starting the
server run a second time in the newest one, through the interface that Neovim 0.8 to 0.10 have. What needs a view
from outside Neovim is in `outside.py`. Nothing is installed here.

    PACKLENS_PYTHON     a Python with packlens installed from this tree; `packlens` stands beside it
    PACKLENS_NVIM       Neovim 0.11 or newer
    PACKLENS_NVIM_OLD   Neovim 0.7 to 0.10, or empty

    tests/e2e/neovim/run [SPEC ...]      all specs, or those of these names
"""

from __future__ import annotations

import os
import sys
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


def main(wanted: list[str]) -> int:
    """Run the specs, print their lines and the count. 0 when all passed."""
    passed = failed = 0
    for editor in editors(os.environ):
        print(f"--- {editor.version}", flush=True)
        for spec in sorted(_SPECS.glob("*.lua")):
            if wanted and spec.stem not in wanted:
                continue
            for how in _runs(editor, spec.stem):
                for line in editor.run_spec(spec, how):
                    print(
                        f"{line}" if line.startswith("PASS") else f"{line}  ({spec.stem}, {how})", flush=True
                    )
                    passed += line.startswith("PASS ")
                    failed += line.startswith("FAIL ")
        if not wanted or "outside" in wanted:
            for case in CASES:
                problem = case(editor)
                print(f"FAIL {case.__doc__}: {problem}" if problem else f"PASS {case.__doc__}", flush=True)
                passed += problem is None
                failed += problem is not None
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
