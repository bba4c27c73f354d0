"""Type variables through edits: what a fresh start says after each, whatever was changed and in which order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from packlens.graph.update import Writer
from packlens.text.document import Document
from tests.graph.steps import check_steps
from tests.support.facts import check_equal_to_fresh

_VARIANTS = {
    "a.py": (
        "class A:\n    def run(self): ...\nclass B:\n    def run(self): ...\n    def go(self): ...\n",
        "class B:\n    def run(self): ...\nclass A(B):\n    def go(self): ...\n",
    ),
    "v.py": (
        "from typing import TypeVar\nT = TypeVar('T')\nK = TypeVar('K')\n",
        "from typing import TypeVar\nfrom a import A\nT = TypeVar('T', bound=A)\nK = TypeVar('K', bound='T')\n",
        "T = K = int\n",
    ),
    "box.py": tuple(
        "from typing import Callable, Generic, Iterator\nfrom v import T, K\n"
        f"class Box{head}:\n    items: list[T]\n    def __init__(self, item{hint}):\n        self.item = item\n"
        f"    def get(self) -> {given}: return self.item\n    def __iter__(self) -> Iterator[T]: ...\n"
        "    def other(self) -> K: ...\n"
        "def first(xs: list[T]) -> T: return xs[0]\ndef made(fn: Callable[..., T]) -> T: return fn()\n"
        for head, hint, given in (
            ("(Generic[T, K])", ": T", "T"),
            ("(Generic[K, T])", "", "T"),
            ("[T, K]", ": T", "list[T]"),
            ("[K, T]", ": T", "list[T]"),
            ("", ": K", "K"),
        )
    ),
    "sub.py": (
        "from box import Box\nfrom a import A, B\nclass Sub(Box[A, B]): ...\n",
        "from box import Box\nfrom a import A, B\nclass Sub(Box[B, A]):\n    def me(self): self.get().run()\n",
        "from box import Box\nclass Sub(Box['Sub', 'Sub']):\n    def run(self): self.get().run()\n",
        "from box import *\nfrom v import *\nclass Sub(Box[list[T], K], Box): ...\n",
    ),
    "pair.py": (
        "from typing import Generic\nfrom v import T, K\nclass Pair(Generic[T, K]):\n    one: T\n    two: K\n",
        "from typing import Generic\nfrom v import T, K\nclass Pair(Generic[T, K]):\n    two: T\n    one: K\n",
        "from typing import Generic\nfrom v import T, K\nclass Pair(Generic[T, K]):\n    one: K\n    two: T\n",
        "class Pair[K, T]:\n    zero: list[T]\n    one: K\n    two: T\n",
    ),
    "use.py": (
        "from a import A, B\nfrom pair import Pair\nfrom box import Box, first, made\nfrom sub import Sub\n"
        "def f(box: Box[A, B], sub: 'Sub'):\n    box.get().run()\n    box.other().go()\n    sub.get().run()\n"
        "    for x in sub:\n        x.run()\ndef g():\n    Box(A()).get().run()\n    Box(B()).item.go()\n"
        "    first([A()]).run()\n    made(B).go()\n    Pair(A(), B()).one.run()\n    first([Sub(1)]).get().run()\n",
        "from sub import Sub\nfrom box import first\ndef g(): first([Sub(Sub(2))]).get().run()\n",
    ),
}


@given(
    edits=st.lists(
        st.sampled_from(sorted(_VARIANTS)).flatmap(
            lambda path: st.tuples(st.just(path), st.integers(-1, len(_VARIANTS[path]) - 1))
        ),
        min_size=1,
        max_size=6,
    )
)
def test_edits_give_what_a_fresh_start_gives(edits: list[tuple[str, int]]) -> None:
    writer = Writer("workspace")
    writer.update({path: Document.of_text(path, texts[0]) for path, texts in _VARIANTS.items()})
    for path, chosen in edits:
        text = Document.of_text(path, _VARIANTS[path][chosen]) if chosen >= 0 else None
        check_equal_to_fresh(writer.update({path: text}), f"{path} {chosen}")


def test_type_parameters_that_change_places() -> None:
    check_steps(
        """
        #- box.py
        class Box[T, K]:
            def get(self) -> T: ...
        #- use.py
        from box import Box
        class A:
            def run(self): ...
        class B:
            def run(self): ...
        def main(box: Box[A, B]): box.get().run()
        #- box.py @2
        class Box[K, T]:
            def get(self) -> T: ...
        """,
        """
        use.py::main -calls-> box.py::Box.get
        use.py::main -calls-> use.py::A.run
        """,
        """
        use.py::main -calls-> box.py::Box.get
        use.py::main -calls-> use.py::B.run
        """,
    )
