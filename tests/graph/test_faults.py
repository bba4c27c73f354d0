"""A fault of ours at one file costs that file and nothing else. The faults are put in by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from packlens.graph import update
from packlens.graph.snapshot import Problem
from packlens.graph.update import Writer
from packlens.resolve.static.drawing import Drawing
from packlens.resolve.static.inference import Inference
from packlens.symbols.scope import ScopeEntry
from packlens.syntax import parse
from packlens.text.document import Document
from tests.support.edges import edge_lines

TEXTS = {
    "lib.py": "def used(): ...\n",
    "app.py": "from lib import used\nused()\n",
    "odd.py": "from lib import used\n\n\ndef odd():\n    used()\n",
}
EDGES = ["app.py::<module> -calls-> lib.py::used"]
ODD = ["odd.py::odd -calls-> lib.py::used"]
SECRET = "what the source says"


def documents(**texts: str) -> dict[str, Document]:
    return {f"{name}.py": Document.of_text(f"{name}.py", text) for name, text in texts.items()}


def written() -> Writer:
    writer = Writer("root")
    writer.update({path: Document.of_text(path, text) for path, text in TEXTS.items()})
    return writer


def failing(real: Callable[..., Any], faulty: Callable[..., bool]) -> Callable[..., Any]:
    """`real`, with a fault in it: it raises for the arguments that `faulty` picks."""

    def call(*arguments: Any) -> Any:
        if faulty(*arguments):
            raise KeyError(SECRET)
        return real(*arguments)

    return call


def at_odd_scope(_: Drawing, world: Inference, entry: ScopeEntry) -> bool:
    return entry.id.startswith("odd.py::odd")


def failed(line: int = 1) -> tuple[Problem, ...]:
    return (Problem("odd.py", "failed", line, "Packlens failed at this file (KeyError); its log says where"),)


def test_a_file_that_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(parse, "read_file", failing(parse.read_file, lambda text, *_: "odd" in text))
    snapshot = written().snapshot
    assert (edge_lines(snapshot), snapshot.problems) == (EDGES, failed())
    assert [record.message.splitlines()[0] for record in caplog.records] == [
        "odd.py could not be read: KeyError"
    ]
    assert SECRET not in caplog.text


def test_a_file_that_cannot_be_resolved(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Drawing, "__init__", failing(Drawing.__init__, at_odd_scope))
    snapshot = written().snapshot
    assert (edge_lines(snapshot), snapshot.problems) == (EDGES, failed())
    assert "odd.py could not be resolved: KeyError" in caplog.text
    assert SECRET not in caplog.text


def test_a_fault_of_an_edit_is_over_with_the_next_text(monkeypatch: pytest.MonkeyPatch) -> None:
    writer = written()
    assert edge_lines(writer.snapshot) == EDGES + ODD
    with monkeypatch.context() as faulty:
        faulty.setattr(Drawing, "__init__", failing(Drawing.__init__, at_odd_scope))
        snapshot = writer.update(
            documents(odd=TEXTS["odd.py"].replace("odd():", "odd(x):").replace("used()", "used(x.y)"))
        )
        assert (edge_lines(snapshot), snapshot.problems, snapshot.generation) == (EDGES, failed(), 2)
        snapshot = writer.update(documents(app="from lib import used\n"))
        assert edge_lines(snapshot) == []
    snapshot = writer.update(documents(odd=TEXTS["odd.py"]))
    assert (edge_lines(snapshot), snapshot.problems, snapshot.generation) == (ODD, (), 4)


def test_a_fault_at_no_file_leaves_the_graph_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    writer = written()
    before = writer.snapshot
    with monkeypatch.context() as faulty:
        faulty.setattr(
            update.Inference, "update", failing(Inference.update, lambda _, tables: "new.py" in tables)
        )
        with pytest.raises(RuntimeError, match="as it was before"):
            writer.update(documents(new="x = 1\n"))
    assert writer.snapshot is before
    snapshot = writer.update(documents(new="import lib\nlib.used()\n"))
    assert edge_lines(snapshot) == [*EDGES, "new.py::<module> -calls-> lib.py::used", *ODD]
