"""What is asked of a graph that has just come out of the store is answered as before it went in."""

from __future__ import annotations

from pathlib import Path

from packlens.text.document import Document
from packlens.views.impact.impact import impact_of_targets
from tests.store.kept import Kept

TEXTS = {"a.py": "def f():\n    return 1\n", "b.py": "from a import f\n\n\ndef g():\n    return f()\n"}


def test_impact(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    kept.writer.update({path: Document.of_text(path, text) for path, text in TEXTS.items()})
    before = impact_of_targets(kept.writer.snapshot, ["a.py::f"])
    kept.save()
    kept.restart()
    assert impact_of_targets(kept.writer.snapshot, ["a.py::f"]) == before
    assert [row.id for row in before.rows] == ["b.py::g"]
    kept.close()
