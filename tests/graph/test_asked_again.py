"""What a change asks again: no more than could answer otherwise."""

from __future__ import annotations

from packlens.resolve.static.inference import Inference
from packlens.symbols.table import FileTable, build_table
from packlens.syntax.parse import read_file


def test_a_new_function_asks_nothing_of_those_who_use_builtins_and_imports() -> None:
    inference = Inference("root")
    inference.update({"b.py": _table("b.py", "def g(x): return x\n"), "a.py": _table("a.py", _USERS)})
    inference.update({"a.py": _table("a.py", f"{_USERS}def added(x): return x\n")})
    assert _asked_again(inference) == {"module rows"}


def test_a_new_function_is_asked_for_by_a_star_import_alone() -> None:
    inference = Inference("root")
    star = "from a import *\ndef k(x): return f(x)\n"
    inference.update({"c.py": _table("c.py", star), "a.py": _table("a.py", _USERS)})
    inference.update({"a.py": _table("a.py", f"{_USERS}def added(x): return x\n")})
    asked = _asked_again(inference)
    assert "exports" in asked
    assert "rows" not in asked


_USERS = """
from b import g
def f(xs): return g(len(xs))
def h(xs): return sorted(f(xs) for x in range(3))
"""


def _table(path: str, text: str) -> FileTable:
    return build_table(path, read_file(text, None), None)


def _asked_again(inference: Inference) -> set[str]:
    return {key[0] for key, _, _ in inference.engine.answered_again()}
