"""Imports of every form, and where each one leads."""

from __future__ import annotations

import pytest

from tests.support.edges import check_edges

_TREE = """
#- pkg/__init__.py
#- pkg/sub/__init__.py
#- pkg/sub/mod.py
def f(): ...
#- pkg/near.py
def g(): ...
"""


@pytest.mark.parametrize(
    ("path", "code", "target"),
    [
        ("a.py", "import pkg.sub.mod\npkg.sub.mod.f()", "pkg/sub/mod.py::f"),
        ("a.py", "import pkg.sub.mod as m\nm.f()", "pkg/sub/mod.py::f"),
        ("a.py", "from pkg.sub import mod\nmod.f()", "pkg/sub/mod.py::f"),
        ("a.py", "from pkg.sub.mod import f as g\ng()", "pkg/sub/mod.py::f"),
        ("a.py", "from pkg import sub\nimport pkg.sub.mod\nsub.mod.f()", "pkg/sub/mod.py::f"),
        ("pkg/a.py", "from . import near\nnear.g()", "pkg/near.py::g"),
        ("pkg/a.py", "from .near import g\ng()", "pkg/near.py::g"),
        ("pkg/a.py", "from .sub.mod import f\nf()", "pkg/sub/mod.py::f"),
        ("pkg/a.py", "from .sub import mod as m\nm.f()", "pkg/sub/mod.py::f"),
        ("pkg/sub/a.py", "from .. import near\nnear.g()", "pkg/near.py::g"),
        ("pkg/sub/a.py", "from ..near import g\ng()", "pkg/near.py::g"),
        ("pkg/sub/__init__.py", "from ..near import g\ng()", "pkg/near.py::g"),
        ("pkg/sub/__init__.py", "from .mod import f\nf()", "pkg/sub/mod.py::f"),
        ("pkg/sub/__init__.py", "from . import mod\nmod.f()", "pkg/sub/mod.py::f"),
        ("a.py", "from pkg.missing import f\nf()", None),
        ("a.py", "from pkg.near import f\nf()", None),
        ("a.py", "import pkg.near\npkg.near.f()", None),
    ],
)
def test_forms(path: str, code: str, target: str | None) -> None:
    tree = _TREE.replace("#- pkg/sub/__init__.py\n", "") if path == "pkg/sub/__init__.py" else _TREE
    expected = f"{path}::<module> -calls-> {target}" if target else ""
    check_edges(f"{tree.lstrip()}#- {path}\n{code}\n", expected)


def test_import_edges() -> None:
    check_edges(
        """
        #- pkg/__init__.py
        from .impl import f
        #- pkg/impl.py
        def f(): ...
        #- a.py
        import pkg
        from pkg import impl
        from pkg import f
        """,
        """
        pkg/__init__.py::<module> -imports-> pkg/impl.py::f
        a.py::<module> -imports-> pkg/__init__.py::<module>
        a.py::<module> -imports-> pkg/impl.py::<module>
        a.py::<module> -imports-> pkg/impl.py::f
        """,
        kinds=("imports",),
    )


def test_a_star_takes_what_is_public() -> None:
    check_edges(
        """
        #- lib.py
        def f(): ...
        def _private(): ...
        #- a.py
        from lib import *
        f()
        _private()
        """,
        "a.py::<module> -calls-> lib.py::f",
    )


@pytest.mark.parametrize(
    "names",
    [
        "__all__ = ['_g']",
        "__all__ = ('_g',)",
        "__all__ = []\n__all__ += ['_g']",
        "__all__ = []\n__all__.append('_g')",
        "__all__ = []\n__all__.extend(['_g'])",
        "__all__: list[str] = ['_g']",
    ],
)
def test_a_star_takes_what_all_names(names: str) -> None:
    check_edges(
        f"#- lib.py\n{names}\ndef f(): ...\ndef _g(): ...\n#- a.py\nfrom lib import *\nf()\n_g()\n",
        "a.py::<module> -calls-> lib.py::_g",
    )


def test_all_is_put_together_from_imported_lists() -> None:
    check_edges(
        """
        #- deep.py
        __all__ = ["f"]
        def f(): ...
        def g(): ...
        #- lib.py
        from deep import *
        from deep import __all__ as deep_all
        __all__ = deep_all + ["h"]
        def h(): ...
        #- a.py
        from lib import *
        f()
        g()
        h()
        """,
        """
        a.py::<module> -calls-> deep.py::f
        a.py::<module> -calls-> lib.py::h
        """,
    )


def test_a_later_star_wins_and_a_definition_after_it_wins_more() -> None:
    check_edges(
        """
        #- one.py
        def f(): ...
        def g(): ...
        #- two.py
        def f(): ...
        #- a.py
        from one import *
        from two import *
        def g(): ...
        def run():
            f()
            g()
        """,
        """
        a.py::run -calls-> two.py::f
        a.py::run -calls-> a.py::g
        """,
    )


def test_a_star_takes_imported_names_too() -> None:
    check_edges(
        """
        #- impl.py
        def f(): ...
        #- lib.py
        import impl
        from impl import f as g
        #- a.py
        from lib import *
        g()
        impl.f()
        """,
        "a.py::<module> -calls-> impl.py::f",
    )


def test_stars_in_a_circle_end() -> None:
    check_edges(
        """
        #- a.py
        from b import *
        def f(): ...
        g()
        #- b.py
        from a import *
        def g(): ...
        f()
        """,
        """
        a.py::<module> -calls-> b.py::g
        b.py::<module> -calls-> a.py::f
        """,
    )


def test_stars_in_a_circle_bring_what_comes_from_outside_of_it() -> None:
    check_edges(
        """
        #- pkg/__init__.py
        from .api import *
        from .session import *
        #- pkg/api.py
        def get(): ...
        #- pkg/session.py
        from . import *
        def send(): get()
        #- a.py
        import pkg
        from pkg import *
        from pkg.session import get as same
        pkg.get()
        send()
        same()
        """,
        """
        a.py::<module> -calls-> pkg/api.py::get
        a.py::<module> -calls-> pkg/session.py::send
        pkg/session.py::send -calls-> pkg/api.py::get
        """,
    )


def test_each_of_a_circle_of_stars_has_the_name_by_the_last_way_that_does_not_lead_back() -> None:
    check_edges(
        """
        #- x.py
        def f(): ...
        #- y.py
        def f(): ...
        #- a.py
        from x import *
        from b import *
        f()
        #- b.py
        from y import *
        from a import *
        f()
        """,
        """
        a.py::<module> -calls-> y.py::f
        b.py::<module> -calls-> x.py::f
        """,
    )


def test_imports_in_a_circle_end() -> None:
    check_edges(
        """
        #- a.py
        from b import f
        #- b.py
        from c import f
        #- c.py
        from a import f
        #- d.py
        from a import f
        f()
        """,
        "",
    )


def test_a_fallback_import_is_either() -> None:
    check_edges(
        """
        #- fast.py
        def f(): ...
        #- slow.py
        def f(): ...
        #- a.py
        try:
            from fast import f
        except ImportError:
            from slow import f
        f()
        """,
        """
        a.py::<module> -calls-> fast.py::f
        a.py::<module> -calls-> slow.py::f
        """,
    )


def test_a_fallback_for_something_external_is_the_workspace() -> None:
    check_edges(
        """
        #- compat.py
        def loads(): ...
        #- a.py
        try:
            from ujson import loads
        except ImportError:
            from compat import loads
        loads()
        """,
        "a.py::<module> -calls-> compat.py::loads",
    )


def test_type_checking_imports_give_types() -> None:
    check_edges(
        """
        #- model.py
        class User:
            def save(self): ...
        #- a.py
        from __future__ import annotations
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            from model import User
        def run(user: User):
            user.save()
        """,
        "a.py::run -calls-> model.py::User.save",
    )


def test_confidence_of_names_and_imports() -> None:
    check_edges(
        """
        #- lib.py
        def f(): ...
        class A:
            def go(self):
                self.stop()
            def stop(self): ...
        #- a.py
        from lib import A, f
        def run(a: A):
            f()
            a.go()
        """,
        """
        lib.py::A.go -calls 0.8-> lib.py::A.stop
        a.py::run -calls 0.9-> lib.py::f
        a.py::run -calls 0.8-> lib.py::A.go
        """,
        confidence=True,
    )


def test_a_module_is_named_as_an_attribute_of_its_package() -> None:
    check_edges(
        """
        #- pkg/__init__.py
        #- pkg/sub.py
        #- use.py
        import pkg.sub
        chosen = [pkg.sub]
        """,
        "use.py::<module> -references-> pkg/sub.py::<module>",
        kinds=("references",),
    )
