"""What comes from outside the workspace is external, never replaced by a namesake."""

from __future__ import annotations

import pytest

from tests.support.edges import check_edges

_NAMESAKES = """
#- lib.py
def join(*a): ...
def get(*a): ...
class Session:
    def get(self): ...
    def join(self): ...
    def strip(self): ...
    def copy(self): ...
    def items(self): ...
"""


@pytest.mark.parametrize(
    "code",
    [
        "from os.path import join\njoin('a')",
        "import os\nos.path.join('a')",
        "import requests\nrequests.get('u')",
        "from requests import get\nget('u')",
        "from requests import Session\nSession().get('u')",
        "import requests\nwith requests.Session() as s:\n    s.get('u')",
        "from requests import *\nfrom requests.sessions import Session as S\nS().get()",
        "import threading\nthreading.Thread(target=print).join()",
        "'a'.join([])",
        "', '.strip().join([])",
        "f'{1}'.join([])",
        "b''.join([])",
        "str(1).join([])",
        "{}.get('k')",
        "dict(a=1).get('k')",
        "{'k': 1}.copy().get('k')",
        "open('f').read().strip()",
        "def run(d: dict): d.get(1)",
        "def run(d: 'dict[str, int]'): d.get(1)",
        "def run(s: str): s.join([])",
        "def run(s: str | None): s.strip()",
        "def run(**kwargs): kwargs.get('k')",
        "for k, v in {}.items(): pass",
        "import os\nos.environ.get('k')\nos.environ.copy().get('k')",
        "import re\nre.compile('x').match('y').get()",
        "class C(dict):\n    def run(self): self.get('k')",
        "import requests\nclass C(requests.Session):\n    def run(self): self.get('k')",
        "from requests import get as fetch\nfetch().get()",
        "import json.decoder\njson.decoder.get()",
    ],
)
def test_a_namesake_in_the_workspace_is_neither_edge_nor_possible(code: str) -> None:
    check_edges(f"{_NAMESAKES.lstrip()}#- use.py\n{code}\n", "", possible=True)


def test_an_external_base_leaves_the_known_part_known() -> None:
    check_edges(
        """
        #- m.py
        import threading
        class Worker(threading.Thread):
            def run(self):
                self.step()
                self.start()
            def step(self): ...
        class Other:
            def start(self): ...
        """,
        "m.py::Worker.run -calls-> m.py::Worker.step",
    )


def test_a_relative_import_never_leaves_its_package() -> None:
    check_edges(
        """
        #- json.py
        def loads(): ...
        #- pkg/__init__.py
        #- pkg/a.py
        from .json import loads
        loads()
        """,
        "",
    )


def test_an_absolute_import_does_not_take_a_sibling() -> None:
    check_edges(
        """
        #- pkg/__init__.py
        #- pkg/json.py
        def loads(): ...
        #- pkg/a.py
        import json
        from json import loads
        json.loads()
        loads()
        """,
        "",
    )


def test_a_missing_name_of_a_known_module_is_nothing() -> None:
    check_edges(
        """
        #- lib.py
        def f(): ...
        #- other.py
        def g(): ...
        #- a.py
        import lib
        from lib import g
        lib.g()
        g()
        """,
        "",
    )
