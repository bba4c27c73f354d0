"""L3: another hash seed, another file order, the same bytes."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from packlens.graph.update import Writer
from packlens.text.document import Document
from tests.support.facts import facts_of

_ROOT = Path(__file__).resolve().parents[2]


def main(order: str) -> None:
    """Print a digest of everything the graph of Packlens's own source says."""
    paths = sorted((_ROOT / "server").rglob("*.py"), reverse=order == "backwards")
    documents = {}
    for path in paths:
        name = path.relative_to(_ROOT).as_posix()
        documents[name] = Document.of_text(name, path.read_text(encoding="utf-8"))
    facts = facts_of(Writer("main").update(documents))
    sys.stdout.write(hashlib.sha256(repr(sorted(facts.items())).encode()).hexdigest())


@pytest.mark.timeout(180)
def test_l3_same_bytes_under_any_hash_seed_and_file_order() -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.graph.test_determinism", order],
            cwd=_ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed, order in (("0", "forwards"), ("4242", "backwards"))
    ]
    digests = [one.communicate()[0] for one in running]
    assert [one.returncode for one in running] == [0, 0]
    assert digests[0] == digests[1]


if __name__ == "__main__":
    main(sys.argv[1])
