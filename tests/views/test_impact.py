"""Impact: who is affected, by which path, and what a diff breaks."""

from __future__ import annotations

import pytest

from packlens.base.errors import NotFoundError, UsageError
from packlens.text.diff import diff
from packlens.views.impact.impact import impact_of_diff, impact_of_targets, needs_earlier
from packlens.views.impact.model import ImpactInputs
from tests.support.fixture import graph_of, parse
from tests.views.impacts import check_change, check_impact, impact_lines, impact_of_steps

CHAIN = """
#- m.py
def c(): ...
def b(): c()
def a(): b()
#- test_m.py
from m import a
def test_a(): a()
"""


def test_i1_what_the_change_uses_is_not_affected() -> None:
    check_impact(
        CHAIN,
        "m.b",
        "m.py::b target",
        "1 m.py::a 0.9 calls:3 b",
        "2 test_m.py::test_a 0.81 calls:2 a, calls:3 b",
        "T test_m.py::test_a 0.81 calls:2 a, calls:3 b",
        "open low",
    )


def test_depth_bounds_rows_and_not_tests() -> None:
    check_impact(
        CHAIN,
        "m.c",
        "m.py::c target",
        "1 m.py::b 0.9 calls:2 c",
        "T test_m.py::test_a 0.729 calls:2 a, calls:3 b, calls:2 c",
        "open low",
        depth=1,
    )


def test_confidence_is_multiplied_and_pruned() -> None:
    check_impact(
        CHAIN,
        "m.c",
        "m.py::c target",
        "1 m.py::b 0.9 calls:2 c",
        "2 m.py::a 0.81 calls:3 b, calls:2 c",
        "T test_m.py::test_a 0.729 calls:2 a, calls:3 b, calls:2 c",
        "open low",
        min_confidence=0.8,
    )


BASE = """
#- shapes.py
class Shape:
    def area(self): return 0
    def report(self): return self.area()
class Square(Shape):
    def area(self): return 4
def total(shapes: list[Shape]): return sum(s.area() for s in shapes)
def side(square: Square): return square.area()
"""


def test_dispatch_both_ways() -> None:
    check_impact(
        BASE,
        "Square.area",
        "shapes.py::Square.area target",
        "1 shapes.py::side 0.8 calls:7 Square.area",
        "1 shapes.py::Shape.report 0.6 calls (dispatch):3 Square.area",
        "1 shapes.py::total 0.6 calls (dispatch):6 Square.area",
        "open medium",
    )
    check_impact(
        BASE,
        "Shape.area",
        "shapes.py::Shape.area target",
        "1 shapes.py::Square.area 0.9 overrides:5 Shape.area",
        "1 shapes.py::Shape.report 0.8 calls:3 Shape.area",
        "1 shapes.py::total 0.8 calls:6 Shape.area",
        "2 shapes.py::side 0.72 calls:7 Square.area, overrides:5 Shape.area",
        "open medium",
    )


def test_values_reach_those_who_read_them() -> None:
    check_impact(
        """
        #- a.py
        LIMIT = 3
        class Box:
            size = LIMIT
            def fits(self, n): return n <= self.size
        TABLE = {"limit": LIMIT}
        def outside(): return TABLE
        #- pkg/__init__.py
        from a import LIMIT
        """,
        "a.LIMIT",
        "a.py::LIMIT target",
        "1 a.py::Box.size 0.9 references:3 LIMIT",
        "1 a.py::TABLE 0.9 references:5 LIMIT",
        "1 pkg/__init__.py::<module> 0.9 imports:1 LIMIT",
        "2 a.py::outside 0.81 references:6 TABLE, references:5 LIMIT",
        "2 a.py::Box.fits 0.72 references:4 Box.size, references:3 LIMIT",
        "open medium",
    )


def test_a_decorator_reaches_what_it_decorates() -> None:
    check_impact(
        """
        #- d.py
        def deco(fn):
            def wrapper(): return fn()
            return wrapper
        @deco
        def one(): ...
        @deco
        def two(): ...
        def uses_one(): one()
        """,
        "d.one",
        "d.py::one target",
        "1 d.py::uses_one 0.8 calls (decorated):8 one",
        "open medium",
    )


def test_body_signature_and_doc_are_said_apart_i4() -> None:
    text = """
        #- m.py
        def f(a):
            "Doc."
            return a
        def g(): return f(1)
        #- m.py @2
        {}
        def g(): return f(1)
        """
    check_change(
        text.format('def f(a):\n            "Doc."\n            return [a]'),
        "m.py::f body",
        "1 m.py::g 0.9 calls:4 f",
        "behaviour medium",
    )
    check_change(
        text.format('def f(a):\n            "Other."\n            return a'), "m.py::f doc", "none low"
    )
    check_change(
        text.format('def f(a, b):\n            "Doc."\n            return a'),
        "m.py::f signature",
        "! m.py:4 does not give `b`",
        "1 m.py::g 0.9 calls:4 f",
        "contract high",
    )


def test_call_sites_that_no_longer_fit() -> None:
    check_change(
        """
        #- lib.py
        def f(a, b=0, *, key=None): ...
        class C:
            def __init__(self, x): ...
            def m(self, x): ...
        #- use.py
        from lib import C, f
        def one(): f(1, 2)
        def two(): f(1, key=3)
        def three(*args): f(*args)
        def four(): f(1, b=2)
        def five():
            C(1).m(1)
        def six(c: C): C.m(c, 1)
        def already(): f()
        #- lib.py @2
        def f(a, *, name=None): ...
        class C:
            def __init__(self): ...
            def m(self, x, y): ...
        """,
        "lib.py::C.__init__ signature",
        "lib.py::C.m signature",
        "lib.py::f signature",
        "! use.py:2 gives 2 arguments by place, 1 is taken",
        "! use.py:3 gives `key`, which is no longer a parameter",
        "! use.py:5 gives `b`, which is no longer a parameter",
        "! use.py:7 gives 1 argument by place, none are taken",
        "! use.py:7 does not give `y`",
        "! use.py:8 does not give `y`",
        "1 use.py::already 0.9 calls:9 f",
        "1 use.py::five 0.9 calls:7 C.__init__",
        "1 use.py::four 0.9 calls:5 f",
        "1 use.py::one 0.9 calls:2 f",
        "1 use.py::six 0.9 calls:8 C.m",
        "1 use.py::three 0.9 calls:4 f",
        "1 use.py::two 0.9 calls:3 f",
        "contract high",
    )


def test_a_changed_module_no_longer_uses_what_it_no_longer_names() -> None:
    check_change(
        """
        #- lib.py
        def gone(): return 1
        def kept(): return 2
        #- follows.py
        from lib import gone, kept
        gone()
        #- forgets.py
        from lib import gone
        #- lib.py @2
        def kept(): return 2
        def fresh(): return [3]
        #- follows.py @2
        from lib import fresh, kept
        fresh()
        #- forgets.py @2
        KEY = 1

        from lib import gone
        """,
        "follows.py::<module> body",
        "forgets.py::<module> body",
        "forgets.py::KEY added",
        "lib.py::fresh added",
        "lib.py::gone removed",
        "! forgets.py:3 imports `gone`, which is gone",
        "1 forgets.py::<module> 0.9 imports:3 gone",
        "contract high",
    )


def test_names_that_went_away_or_have_another_name() -> None:
    check_change(
        """
        #- lib.py
        def gone(): return 1
        def old(): return 2
        def stays(): return gone()
        #- use.py
        import lib
        from lib import old
        def one(): return lib.gone()
        def two(): return old()
        #- lib.py @2
        def new(): return 2
        def stays(): return 3
        """,
        "lib.py::gone removed",
        "lib.py::new renamed from lib.py::old",
        "lib.py::stays body",
        "! use.py:2 imports `old`, which is now `new`",
        "! use.py:3 uses `gone`, which is gone",
        "! use.py:4 uses `old`, which is now `new`",
        "1 use.py::<module> 0.9 imports:2 new",
        "1 use.py::one 0.9 calls:3 gone",
        "1 use.py::two 0.9 calls:4 new",
        "contract high",
    )


def test_a_re_export_that_changes() -> None:
    check_change(
        """
        #- pkg/__init__.py
        from pkg.impl import f
        #- pkg/impl.py
        def f(): return 1
        #- pkg/other.py
        def f(): return 2
        #- use.py
        import pkg
        def one(): return pkg.f()
        #- pkg/__init__.py @2
        from pkg.other import f
        """,
        "pkg/__init__.py::<module> body",
        "1 use.py::one 0.9 calls:2 f",
        "behaviour medium",
    )


def test_a_base_that_changes() -> None:
    check_change(
        """
        #- m.py
        class A:
            def go(self): ...
        class B(A): ...
        def use(): B().go()
        #- m.py @2
        class A:
            def go(self): ...
        class B: ...
        def use(): B().go()
        """,
        "m.py::B signature",
        "! m.py:4 uses `A.go`, which it no longer finds",
        "1 m.py::use 0.9 calls:4 B",
        "contract high",
    )


def test_i3_what_is_not_there_is_an_error_with_suggestions() -> None:
    snapshot = graph_of(CHAIN)
    for target, hint in (("m.bb", "m.py::b"), ("mm.py", "m.py"), ("m.py::aa", "m.py::a")):
        with pytest.raises(NotFoundError) as missing:
            impact_of_targets(snapshot, [target])
        assert hint in str(missing.value)
    with pytest.raises(UsageError):
        impact_of_targets(snapshot, ["../x.py"])
    with pytest.raises(UsageError):
        impact_of_targets(snapshot, [])


def test_i3_nothing_unknown_is_low() -> None:
    check_impact(
        """
        #- m.py
        class A:
            def go(self): ...
        #- use.py
        def use(x): x.go()
        #- broken.py
        def f(:
            go()
        """,
        "A.go",
        "m.py::A.go target",
        "? use.py:1 go",
        "unknown broken.py cannot be read whole (line 1), and names go",
        "open unknown",
    )


def test_a_changed_file_that_cannot_be_read_whole_is_unknown() -> None:
    check_change(
        """
        #- m.py
        def f(): return 1
        #- m.py @2
        def f(): return 2
        )(
        """,
        "m.py::<module> body",
        "m.py::f body",
        "unknown m.py changed, and cannot be read whole (line 2)",
        "behaviour unknown",
    )


_BOTH = ["test_lazy.py::test_later", "test_lib.py::test_one"]
IMPORTED = """
    #- pkg/__init__.py
    import os
    LIMIT = 1
    os.environ["A"] = "1"
    #- pkg/lib.py
    import pkg.hooks
    def f(): ...
    #- pkg/hooks.py
    HOOKS = []
    #- lazy.py
    def later():
        import pkg.hooks
    #- test_lib.py
    from pkg.lib import f
    def test_one(): ...
    #- test_lazy.py
    from lazy import later
    def test_later(): later()
    def test_no(): ...
    #- test_other.py
    def test_none(): ...
"""


@pytest.mark.parametrize(
    ("path", "text", "tests"),
    [
        ("pkg/hooks.py", "HOOKS = []\n    HOOKS.append(print)", _BOTH),
        ("pkg/hooks.py", "HOOKS = []\n    if HOOKS:\n        raise ValueError", _BOTH),
        ("pkg/hooks.py", "HOOKS = []\n    broken(", _BOTH),
        ("pkg/hooks.py", "import os\n    HOOKS = []", []),
        ("pkg/hooks.py", "HOOKS = []\n    if __name__ == '__main__':\n        print(HOOKS)", []),
        ("pkg/__init__.py", "import os\n    LIMIT = 1\n    os.environ['A'] = '2'", _BOTH),
    ],
)
def test_what_runs_when_a_module_is_imported_reaches_the_tests_of_those_who_import_it(
    path, text, tests
) -> None:
    impact = impact_of_steps(f"{IMPORTED}    #- {path} @2\n    {text}\n")
    assert sorted(test.nodeid for test in impact.tests) == tests


NAMED = """
    #- hooks.py
    HOOKS = []
    def add(): ...
    #- lib.py
    from hooks import HOOKS, add
    def f(): ...
    def g(): add()
    #- far.py
    import lib
    #- test_lib.py
    from lib import f, g
    def test_f(): ...
    #- test_far.py
    import far
    def test_far(): ...
    #- test_other.py
    def test_none(): ...
"""


def test_a_file_of_which_nothing_parses_any_more_reaches_the_tests_of_those_who_imported_its_names() -> None:
    check_change(
        f"{NAMED}    #- hooks.py @2\n    def (\n",
        "hooks.py::<module> body",
        "hooks.py::HOOKS removed",
        "hooks.py::add removed",
        "! lib.py:1 imports `HOOKS`, which is gone",
        "! lib.py:1 imports `add`, which is gone",
        "! lib.py:3 uses `add`, which is gone",
        "1 lib.py::<module> 0.9 imports:1 HOOKS",
        "1 lib.py::g 0.9 calls:3 add",
        "2 test_lib.py::<module> 0.81 imports:1 g, calls:3 add",
        "T test_far.py::test_far 0.9 runs test_far.py, imports:1 far.py, imports:1 lib.py, imports:1 HOOKS",
        "T test_lib.py::test_f 0.9 runs test_lib.py, imports:1 lib.py, imports:1 HOOKS",
        "unknown hooks.py changed, and cannot be read whole (line 1)",
        "contract high",
    )


BREAKS_ON_IMPORT = """
    #- pkg/__init__.py
    from pkg.lib import Base, make, wrap
    #- pkg/lib.py
    class Base: ...
    def make(size): ...
    def wrap(f): ...
    def packed(n): ...
    #- pkg/uses.py
    from pkg.lib import Base
    from pkg import lib
    class Sub(Base): ...
    MADE = lib.make(1)
    def f(size=lib.make(2)):
        return lib.wrap(size)
    #- test_uses.py
    from pkg import uses
    def test_none(): ...
    def test_f(): uses.f()
    #- test_lib.py
    from pkg.lib import packed
    def test_packed(): packed(1)
"""
_LIB = """class Base: ...
    def make(size): ...
    def wrap(f): ...
    def packed(n): ...
"""
_ALL_OF_USES = ["test_uses.py::test_f", "test_uses.py::test_none"]
_ALL = ["test_lib.py::test_packed", *_ALL_OF_USES]


@pytest.mark.parametrize(
    ("old", "new", "tests"),
    [
        ("class Base", "class Other", _ALL),
        ("def make(size)", "def make()", _ALL_OF_USES),
        ("def wrap(f)", "def wrap()", ["test_uses.py::test_f"]),
        ("def wrap", "def other", _ALL),
    ],
)
def test_what_no_longer_fits_at_the_top_of_a_module_reaches_the_tests_of_those_who_import_it(
    old, new, tests
) -> None:
    impact = impact_of_steps(f"{BREAKS_ON_IMPORT}    #- pkg/lib.py @2\n    {_LIB.replace(old, new)}")
    assert sorted(test.nodeid for test in impact.tests) == tests


def test_a_file_that_cannot_be_read_any_more_reaches_those_who_used_it_and_nothing_is_said_to_be_gone() -> (
    None
):
    fixture = f"{NAMED}    #- hooks.py @2 deleted\n"
    steps = parse(fixture)
    old, new = steps.documents(1), steps.documents()
    change = diff("1..2", {*old, *new}, old, new, {"hooks.py": "binary"})
    later = graph_of(fixture)
    assert needs_earlier(later, change)
    impact = impact_of_diff(later, change, inputs=ImpactInputs(graph_of(fixture, step=1)))
    assert impact_lines(impact) == [
        "1 lib.py::g 0.9 calls:3 add",
        "2 test_lib.py::<module> 0.81 imports:1 g, calls:3 add",
        "T test_far.py::test_far 0.9 runs test_far.py, imports:1 far.py, imports:1 lib.py, imports:1 hooks.py",
        "T test_lib.py::test_f 0.9 runs test_lib.py, imports:1 lib.py, imports:1 hooks.py",
        "unknown hooks.py changed, and binary",
        "behaviour unknown",
    ]


def test_functions_that_go_by_a_number_are_not_taken_for_each_other() -> None:
    check_change(
        """
        #- m.py
        def a(): ...
        def b(): ...
        TABLE = {"a": lambda: a(), "b": lambda: b()}
        def f(): a()
        def f(): b()
        #- m.py @2
        def a(): ...
        def b(): ...
        TABLE = {"new": lambda: 1, "a": lambda: a(), "b": lambda: b()}
        def f(): ...
        def f(): a()
        def f(): b()
        """,
        "m.py::<lambda>#3 added",
        "m.py::<module> body",
        "m.py::TABLE body",
        "m.py::f body",
        "m.py::f#2 body",
        "m.py::f#3 added",
        "behaviour medium",
    )
