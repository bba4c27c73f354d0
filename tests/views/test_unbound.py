"""Imports that are taken out, or lead elsewhere: who used their names."""

from __future__ import annotations

from tests.views.impacts import check_change

USED = """
#- m.py
{}
def search(text): return re.match("a", text)
def other(re): return re.sub
def third(text): return text
#- test_m.py
from m import other, search, third
def test_search(): search("a")
def test_other(): other(None)
def test_third(): third("a")
#- m.py @2
{}
def search(text): return re.match("a", text)
def other(re): return re.sub
def third(text): return text
"""


def test_a_function_that_uses_what_is_no_longer_imported() -> None:
    check_change(
        USED.format("import re", "import os"),
        "m.py::<module> body",
        "! m.py:2 uses `re`, which is no longer imported",
        "1 m.py::search 0.9 references:2 m.py",
        "2 test_m.py::test_search 0.81 calls:2 search, references:2 m.py",
        "T test_m.py::test_search 0.81 calls:2 search, references:2 m.py",
        "behaviour high",
    )


def test_a_function_that_uses_what_is_imported_from_elsewhere() -> None:
    check_change(
        USED.format("from lib import re", "from other import re"),
        "m.py::<module> body",
        "1 m.py::search 0.9 references:2 m.py",
        "2 test_m.py::test_search 0.81 calls:2 search, references:2 m.py",
        "T test_m.py::test_search 0.81 calls:2 search, references:2 m.py",
        "behaviour low",
    )


def test_a_module_that_uses_at_its_top_what_is_no_longer_imported() -> None:
    check_change(
        """
        #- utils.py
        def with_hint(base): return base
        #- table.py
        from utils import with_hint
        class Table(with_hint(object)):
            def add(self): ...
        def unrelated(): ...
        #- test_table.py
        from table import unrelated
        def test_unrelated(): unrelated()
        #- table.py @2
        class Table(with_hint(object)):
            def add(self): ...
        def unrelated(): ...
        """,
        "table.py::<module> body",
        "! table.py:1 uses `with_hint`, which it no longer finds",
        "1 table.py::Table 0.9 calls:1 with_hint",
        "T test_table.py::test_unrelated 0.9 runs test_table.py, imports:1 table.py",
        "behaviour high",
    )


def test_an_import_that_nobody_uses_is_missed_by_nobody() -> None:
    check_change(
        """
        #- m.py
        import os, re
        def f(): return os.sep
        def g(re): return re
        #- m.py @2
        import os
        def f(): return os.sep
        def g(re): return re
        """,
        "m.py::<module> body",
        "behaviour medium",
    )
