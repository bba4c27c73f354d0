"""Redaction on the labelled set: what is found of what should be, and what is found that should not be.

    python -m tests.bench.redaction
    python -m tests.bench.redaction --corpus django      also: what is found there, and what looking costs

A text of the set counts once. It is found when every part of its secrets goes; it is false when something else in
it goes.
"""

from __future__ import annotations

import time

from packlens.text.secrets import secrets_in
from tests.bench.figures import announce, corpus, parser
from tests.support.corpus import python_texts
from tests.support.secrets import LABELLED, Labelled

_LEAST_PRECISION = 0.98
_LEAST_RECALL = 0.95


def outcome(labelled: Labelled) -> tuple[bool, bool]:
    """Whether all that should go goes, and whether something else goes."""
    text = labelled.text
    wanted: set[int] = set()
    position = 0
    for secret in labelled.secrets:
        position = text.index(secret, position)
        wanted.update(range(position, position + len(secret)))
        position += len(secret)
    gone = {place for found in secrets_in(text) for start, end in found.parts for place in range(start, end)}
    return wanted <= gone, bool(gone - wanted)


def main() -> int:
    """The command."""
    command = parser(__doc__)
    command.set_defaults(corpus="")
    arguments = command.parse_args()
    announce()
    outcomes = [(labelled, *outcome(labelled)) for labelled in LABELLED]
    positives = [row for row in outcomes if row[0].secrets]
    found = sum(whole for _, whole, _ in positives)
    false = sum(more for _, _, more in outcomes)
    precision, recall = found / (found + false), found / len(positives)
    for labelled, whole, more in outcomes:
        if labelled.secrets and not whole:
            print(f"missed  {labelled.name}")
        if more:
            print(f"false   {labelled.name}")
    print(f"{len(positives)} texts with secrets, {len(outcomes) - len(positives)} without")
    kept = precision >= _LEAST_PRECISION and recall >= _LEAST_RECALL
    print(
        f"precision {precision:.3f} (at least {_LEAST_PRECISION})   recall {recall:.3f} (at least {_LEAST_RECALL})"
    )
    if arguments.corpus:
        _corpus(arguments.corpus)
    return 0 if kept else 1


def _corpus(name: str) -> None:
    documents = python_texts(corpus(name))
    begin = time.process_time()
    count = sum(len(document.secrets) for document in documents.values())
    seconds = time.process_time() - begin
    size = sum(len(document.text) for document in documents.values())
    print(
        f"{name}: {count} found in {len(documents)} files; {size / seconds / 1e6:.1f} million characters a CPU second"
    )


if __name__ == "__main__":
    raise SystemExit(main())
