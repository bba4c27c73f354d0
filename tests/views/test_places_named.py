"""What a person pastes names places in code, whoever printed it and on whichever machine."""

from __future__ import annotations

import pytest

from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.text.document import Document
from packlens.views.relevance.places_named import without_colours
from packlens.views.relevance.seeds import seeds_of

TEXTS = {
    "app.py": "class App:\n    def run(self):\n        return self.loop()\n\n    def loop(self):\n        return 1\n",
    "inner/app.py": "def start():\n    return 1\n\n\ndef stop():\n    return 2\n",
    "views.py": "def first():\n    return 1\n",
    "__init__.py": "",
    "inner/__init__.py": "",
}


@pytest.fixture(scope="module")
def snapshot() -> Snapshot:
    """A root that is itself the package `shop`."""
    return Writer("shop").update({path: Document.of_text(path, text) for path, text in TEXTS.items()})


def check_named(snapshot: Snapshot, text: str, *expected: str) -> None:
    """`text` names the symbols `expected`, in this order, and no others."""
    assert [seed.id for seed in seeds_of(snapshot, without_colours(text))] == list(expected)


@pytest.mark.parametrize(
    "text",
    [
        'File "/srv/app.py", line 6, in loop',
        'File "C:\\Users\\me\\shop\\app.py", line 6, in loop',
        "  File '/srv/app.py', line 6, in loop\r\n    x\r\n",
        'web.1 | ERROR   File "/srv/app.py", line 6, in App.loop',
        '"Traceback:\\n  File \\"/srv/app.py\\", line 6, in loop\\n    x\\nKeyError"',
        '\x1b[31mFile\x1b[0m \x1b[36m"/srv/app.py"\x1b[0m, line \x1b[1;33m6\x1b[0m, in \x1b[1mloop\x1b[0m',
        "/srv/app.py:6 in loop",
        "app.py:6: in loop",
        "> /srv/app.py(6)loop()",
        "   3    0.000    0.000 app.py:6(loop)",
        "app.py:6: error: Incompatible return value",
        "app.py:6:9: E501 line too long",
        "   --> app.py:6:9",
        "https://example.com/org/shop/blob/main/shop/app.py#L6-L7",
        "see `app.py` line 6",
        "app.py, line 6",
        "on line 6 of app.py",
        "app.py::App::loop",
        "FAILED shop/app.py::App::loop[a-1] - KeyError",
        "src\\shop\\app.py::App.loop",
    ],
)
def test_a_place_is_known_in_every_form_in_which_it_is_printed(snapshot: Snapshot, text: str) -> None:
    check_named(snapshot, text, "app.py::App.loop")


def test_a_file_whose_whole_path_agrees_comes_before_one_of_which_the_end_does(snapshot: Snapshot) -> None:
    """Also where the folder of the root is its package."""
    check_named(snapshot, "site-packages/shop/app.py:6", "app.py::App.loop")
    check_named(snapshot, "site-packages/shop/inner/app.py:6", "inner/app.py::stop")
    check_named(snapshot, "inner/app.py:6", "inner/app.py::stop")


def test_a_frame_of_another_file_of_the_same_name_names_nothing(snapshot: Snapshot) -> None:
    check_named(snapshot, 'File "/home/me/project/views.py", line 2, in index')
    check_named(snapshot, 'File "/venv/shop/views.py", line 2, in index', "views.py::first")


def test_a_frame_is_found_by_its_name_alone_where_the_text_has_moved(snapshot: Snapshot) -> None:
    check_named(snapshot, 'File "/srv/shop/inner/app.py", line 6, in start', "inner/app.py::start")


@pytest.mark.parametrize(
    "text", ["app.py", "app.py:", "app.py:999999999", "app.py::", "app.py::App::", ":6", "x" * 5000]
)
def test_what_names_no_place_names_nothing(snapshot: Snapshot, text: str) -> None:
    check_named(snapshot, text, *(("app.py::App",) if text == "app.py::App::" else ()))
