"""L3 for packs: another hash seed, another file order, the same bytes, at every form, of every kind, since another too.

A part of the product's own source is the workspace: small enough to be packed often, with ties and candidates of every
kind in it. The earlier state of the diff lacks lines, has a name that is gone and a file that moved.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.text.diff import diff
from packlens.text.document import Document
from packlens.views.layout.render import render
from packlens.views.pack.inputs import Inputs
from packlens.views.pack.pack import pack
from packlens.views.pack.question import Format, PackQuestion
from packlens.views.pack.since import known_of

_ROOT = Path(__file__).resolve().parents[2]
_FOLDERS = ("base", "text")
_QUESTIONS = {
    "symbol": ("Document.of_text",),
    "file": ("text/decode.py", "text/document.py"),
    "query": "how is a file that changed on disk found and read again",
    "users": "who calls relative_path",
    "focus": "a path that leads out of the folder",
    "diff": "HEAD",
}


def texts_of(*, backwards: bool) -> dict[str, str]:
    """Path -> text, in one order or in the other."""
    package = _ROOT / "server" / "packlens"
    paths = sorted(path for folder in _FOLDERS for path in (package / folder).glob("*.py"))
    if backwards:
        paths.reverse()
    return {path.relative_to(package).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def earlier_of(texts: dict[str, str]) -> dict[str, str]:
    """The state before: other code in places, a removed name, an earlier place of a file."""
    before = dict(texts)
    for path, text in texts.items():
        lines = text.split("\n")
        if len(lines) > 60:
            before[path] = "\n".join(
                line for number, line in enumerate(lines) if number % 29 or not line.startswith("    ")
            )
    before["text/gone.py"] = "def gone_for_good(text):\n    return text\n"
    before["text/pieces.py"] = before.pop("text/hunks.py")
    return before


def answers(*, backwards: bool) -> Iterator[str]:
    """Every kind of pack in every form, each followed by one since an earlier state or itself."""
    texts = texts_of(backwards=backwards)
    new, old = _graph(texts), _graph(earlier_of(texts))
    changes = diff("HEAD", {*old.documents, *new.documents}, old.documents, new.documents)
    for kind, asked in _QUESTIONS.items():
        for form in Format:
            question = _question(kind, asked, form.value, 1500)
            inputs = Inputs(diff=changes if question.of_diff else None)
            whole = render(pack(new, question, inputs))
            yield whole
            earlier = (
                whole if question.of_diff else render(pack(old, _question(kind, asked, form.value, 900)))
            )
            known = known_of(earlier)
            yield render(pack(new, replace(question, since=known.digest), replace(inputs, since=known)))


def _question(kind: str, asked: str | tuple[str, ...], form: str, budget: int) -> PackQuestion:
    if not isinstance(asked, str):
        return PackQuestion.of(asked, format=form, budget=budget)
    if kind == "diff":
        return PackQuestion.of(diff=asked, format=form, budget=budget)
    focus = ("text/paths.py", "base/config.py") if kind == "focus" else ()
    return PackQuestion.of(query=asked, focus=focus, format=form, budget=budget)


def _graph(texts: dict[str, str]) -> Snapshot:
    return Writer("main").update({path: Document.of_text(path, text) for path, text in texts.items()})


def main(order: str) -> None:
    """Print a line for each answer."""
    for number, text in enumerate(answers(backwards=order == "backwards")):
        print(number, hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest())


@pytest.mark.timeout(300)
def test_l3_packs_of_every_kind_are_the_same_under_any_hash_seed_and_file_order() -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.views.test_packs_deterministic", order],
            cwd=_ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed, order in (("0", "forwards"), ("4242", "backwards"))
    ]
    said = [one.communicate()[0].splitlines() for one in running]
    assert [one.returncode for one in running] == [0, 0]
    assert len(said[0]) == len(_QUESTIONS) * len(Format) * 2
    assert said[0] == said[1]


if __name__ == "__main__":
    main(sys.argv[1])
