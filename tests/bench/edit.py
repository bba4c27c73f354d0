"""One random edit to a published generation, and an edit that changes nothing.

    python -m tests.bench.edit --corpus django

Files are drawn by size, so that long ones are edited more often. The edits are those of a day: a
statement typed into a function, a line taken out, a new function, another return value, a line half typed
and completed.
"""

from __future__ import annotations

import random

from packlens.graph.update import Writer
from packlens.text.document import Document
from tests.bench.figures import announce, corpus, parser, row, timed
from tests.support.corpus import python_texts


def main() -> int:
    """The command."""
    command = parser(__doc__)
    command.add_argument("--edits", type=int, default=300)
    arguments = command.parse_args()
    announce()
    chooser = random.Random(arguments.seed)
    documents = python_texts(corpus(arguments.corpus))
    writer = Writer(corpus(arguments.corpus).name)
    writer.update(documents)
    paths = sorted(documents)
    sizes = [len(documents[path].lines) for path in paths]
    edits, unchanged = [], []
    for path in chooser.choices(paths, sizes, k=arguments.edits):
        text = writer.snapshot.documents[path].text
        edited = {path: Document.of_text(path, edited_text(text, chooser), unsaved=True)}
        edits.append(timed(lambda edited=edited: writer.update(edited)))
        same = {path: Document.of_text(path, edited[path].text, unsaved=True)}
        unchanged.append(timed(lambda same=same: writer.update(same)))
    kept = row("edit", edits, 40)
    return 0 if row("edit that changes nothing", unchanged, 2) and kept else 1


def edited_text(text: str, chooser: random.Random) -> str:
    """The text after one edit."""
    lines = text.splitlines(keepends=True)
    bodies = [index for index, line in enumerate(lines) if line.startswith("    ") and line.strip()]
    at = chooser.choice(bodies) if bodies else len(lines)
    indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())] if bodies else ""
    kind = chooser.randrange(5)
    if kind == 0:
        lines.insert(at, f"{indent}value_{chooser.randrange(1000)} = len('x')\n")
    elif kind == 1 and bodies:
        del lines[at]
    elif kind == 2:
        lines.append(f"\n\ndef added_{chooser.randrange(1000)}(value):\n    return value.items()\n")
    elif kind == 3:
        returns = [index for index in bodies if lines[index].lstrip().startswith("return ")]
        if returns:
            at = chooser.choice(returns)
            indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
            lines[at] = f"{indent}return None\n"
    else:
        lines.insert(at, f"{indent}value = self.items(\n")
    return "".join(lines)


if __name__ == "__main__":
    raise SystemExit(main())
