"""Which file a module's name stands for: import roots, packages, namespaces, stubs."""

from __future__ import annotations

from tests.support.edges import check_edges


def test_src_layout() -> None:
    check_edges(
        """
        #- src/pkg/__init__.py
        #- src/pkg/a.py
        def f(): ...
        #- src/single.py
        def g(): ...
        #- tests/test_a.py
        from pkg.a import f
        from single import g
        def test_f():
            f()
            g()
        """,
        """
        tests/test_a.py::test_f -calls-> src/pkg/a.py::f
        tests/test_a.py::test_f -calls-> src/single.py::g
        """,
    )


def test_parents_of_top_packages_are_import_roots() -> None:
    check_edges(
        """
        #- services/api/shop/__init__.py
        #- services/api/shop/cart.py
        def total(): ...
        #- services/worker/jobs/__init__.py
        #- services/worker/jobs/run.py
        from shop.cart import total
        total()
        """,
        "services/worker/jobs/run.py::<module> -calls-> services/api/shop/cart.py::total",
    )


def test_a_src_that_is_a_package_is_an_import_root_too() -> None:
    check_edges(
        """
        #- src/__init__.py
        #- src/mod.py
        def f(): ...
        #- tests/test_mod.py
        from mod import f
        from src import mod
        def test_f():
            f()
        def test_mod():
            mod.f()
        """,
        """
        tests/test_mod.py::test_f -calls-> src/mod.py::f
        tests/test_mod.py::test_mod -calls-> src/mod.py::f
        """,
    )


def test_each_project_of_a_workspace_has_its_own_src() -> None:
    check_edges(
        """
        #- packages/core/src/acme/core/__init__.py
        from .engine import run
        #- packages/core/src/acme/core/engine.py
        def run(): ...
        #- packages/web/src/acme/web/app.py
        from acme.core import run
        import acme.core.engine as engine
        def serve():
            run()
            engine.run()
        #- packages/web/src/single.py
        def g(): ...
        #- packages/web/tests/test_app.py
        from acme import core, web
        from acme.web.app import serve
        from single import g
        import acme.web.app
        def test_serve():
            serve()
            g()
            core.run()
            web.app.serve()
            acme.web.app.serve()
        """,
        """
        packages/web/src/acme/web/app.py::serve -calls-> packages/core/src/acme/core/engine.py::run
        packages/web/tests/test_app.py::test_serve -calls-> packages/core/src/acme/core/engine.py::run
        packages/web/tests/test_app.py::test_serve -calls-> packages/web/src/acme/web/app.py::serve
        packages/web/tests/test_app.py::test_serve -calls-> packages/web/src/single.py::g
        """,
    )


def test_the_nearest_of_packages_of_one_name_is_meant() -> None:
    check_edges(
        """
        #- a/tests/__init__.py
        #- a/tests/helpers.py
        def make(): ...
        #- a/tests/test_a.py
        from tests.helpers import make
        make()
        #- b/main.py
        from tests.helpers import build
        build()
        #- b/tests/__init__.py
        #- b/tests/helpers.py
        def make(): ...
        def build(): ...
        #- b/tests/deep/__init__.py
        #- b/tests/deep/test_b.py
        from tests.helpers import make
        make()
        """,
        """
        a/tests/test_a.py::<module> -calls-> a/tests/helpers.py::make
        b/main.py::<module> -calls-> b/tests/helpers.py::build
        b/tests/deep/test_b.py::<module> -calls-> b/tests/helpers.py::make
        """,
    )


def test_a_folder_with_a_setup_file_is_an_import_root() -> None:
    check_edges(
        """
        #- sdk/setup.py
        #- sdk/single.py
        def f(): ...
        #- sdk/tests/test_single.py
        from single import f
        f()
        """,
        "sdk/tests/test_single.py::<module> -calls-> sdk/single.py::f",
    )


def test_a_namespace_package_is_found_wherever_it_lies() -> None:
    check_edges(
        """
        #- libs/store/google/cloud/store/__init__.py
        from google.cloud.core.work import f
        f()
        #- libs/core/google/cloud/core/work.py
        def f(): ...
        #- examples/click/shapes.py
        def g(): ...
        #- app.py
        from click.shapes import g
        g()
        """,
        "libs/store/google/cloud/store/__init__.py::<module> -calls-> libs/core/google/cloud/core/work.py::f",
    )


def test_a_hinted_import_root() -> None:
    check_edges(
        """
        #- python/tools/mod.py
        def f(): ...
        #- a.py
        from tools.mod import f
        f()
        """,
        "a.py::<module> -calls-> python/tools/mod.py::f",
        import_hints=("python",),
    )


def test_a_root_that_is_a_package_answers_to_its_own_name() -> None:
    check_edges(
        """
        #- __init__.py
        #- packer/__init__.py
        #- packer/budget.py
        def pack(): ...
        #- cli.py
        from repodigest.packer.budget import pack
        from .packer import budget
        pack()
        budget.pack()
        """,
        "cli.py::<module> -calls-> packer/budget.py::pack",
        root_name="repodigest",
    )


def test_namespace_packages() -> None:
    check_edges(
        """
        #- ns/part/mod.py
        def f(): ...
        #- ns/other.py
        from ns.part.mod import f
        from .part import mod
        f()
        mod.f()
        #- a.py
        import ns.part.mod
        from ns.part import mod
        ns.part.mod.f()
        mod.f()
        """,
        """
        ns/other.py::<module> -calls-> ns/part/mod.py::f
        a.py::<module> -calls-> ns/part/mod.py::f
        """,
    )


def test_a_namespace_package_spread_over_two_roots() -> None:
    check_edges(
        """
        #- ns/one.py
        def f(): ...
        #- src/ns/two.py
        def g(): ...
        #- a.py
        from ns.one import f
        from ns.two import g
        f()
        g()
        """,
        """
        a.py::<module> -calls-> ns/one.py::f
        a.py::<module> -calls-> src/ns/two.py::g
        """,
    )


def test_a_regular_package_is_never_spread() -> None:
    check_edges(
        """
        #- pkg/__init__.py
        #- pkg/one.py
        def f(): ...
        #- src/pkg/two.py
        def g(): ...
        #- a.py
        from pkg.one import f
        from pkg.two import g
        f()
        g()
        """,
        "a.py::<module> -calls-> pkg/one.py::f",
    )


def test_a_package_shadows_a_module_of_the_same_name() -> None:
    check_edges(
        """
        #- lib.py
        def f(): ...
        #- lib/__init__.py
        def f(): ...
        #- a.py
        from lib import f
        f()
        """,
        "a.py::<module> -calls-> lib/__init__.py::f",
    )


def test_a_name_in_the_package_wins_over_its_submodule() -> None:
    check_edges(
        """
        #- pkg/__init__.py
        def mod(): ...
        #- pkg/mod.py
        def f(): ...
        #- a.py
        from pkg import mod
        mod()
        """,
        "a.py::<module> -calls-> pkg/__init__.py::mod",
    )


def test_a_stub_gives_types_and_the_module_the_definition() -> None:
    check_edges(
        """
        #- lib.pyi
        class Thing:
            def go(self) -> None: ...
        def make(kind: str) -> Thing: ...
        #- lib.py
        class Thing:
            def go(self): ...
        def make(kind):
            return globals()[kind]()
        #- a.py
        from lib import make
        make("Thing").go()
        """,
        """
        a.py::<module> -calls-> lib.py::make
        a.py::<module> -calls-> lib.py::Thing.go
        """,
    )


def test_a_stub_alone_is_the_definition() -> None:
    check_edges(
        """
        #- fast.pyi
        class Thing:
            def go(self) -> None: ...
        def make() -> Thing: ...
        #- a.py
        import fast
        fast.make().go()
        """,
        """
        a.py::<module> -calls-> fast.pyi::make
        a.py::<module> -calls-> fast.pyi::Thing.go
        """,
    )
