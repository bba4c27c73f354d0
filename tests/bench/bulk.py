"""Many files that change at once, as when a branch is switched: until a generation holds them all.

    python -m tests.bench.bulk --corpus django

Each of `--files` files, drawn at random, gets a function and loses its last statement; then all go back.
"""

from __future__ import annotations

import random
import shutil
import tempfile
from pathlib import Path

from packlens.session.session import Session
from tests.bench.figures import announce, corpus, parser, single, timed


def main() -> int:
    """The command."""
    command = parser(__doc__)
    command.add_argument("--files", type=int, default=300)
    arguments = command.parse_args()
    announce()
    chooser = random.Random(arguments.seed)
    source = corpus(arguments.corpus)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, source.name)
        shutil.copytree(source, root)
        with Session.open(root, {"jedi": {"enabled": False}}, keeps=False) as session:
            session.index()
            files = sorted(path for path in root.rglob("*.py") if path.stat().st_size > 200)
            chosen = chooser.sample(files, min(arguments.files, len(files)))
            before = {path: path.read_text(encoding="utf-8") for path in chosen}
            for path, text in before.items():
                path.write_text(_changed(text), encoding="utf-8")
            there = timed(session.fresh) / 1000
            for path, text in before.items():
                path.write_text(text, encoding="utf-8")
            back = timed(session.fresh) / 1000
    print(f"{len(chosen)} files of {len(files)}")
    kept = single("changed at once", there, "s", 3)
    return 0 if single("changed back", back, "s", 3) and kept else 1


def _changed(text: str) -> str:
    lines = text.rstrip("\n").split("\n")
    return "\n".join([*lines[:-1], "", "", "def switched(value):", "    return value.items()", ""])


if __name__ == "__main__":
    raise SystemExit(main())
