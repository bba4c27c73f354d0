"""What a pack of a diff is made from: what the diff touches, then its callers and callees by the usual rounds."""

from __future__ import annotations

from packlens.base.errors import NothingDiffersError
from packlens.graph.snapshot import Snapshot
from packlens.text.diff import Diff
from packlens.views.pack.candidate import Round
from packlens.views.pack.changes import Gone, changes_of
from packlens.views.pack.model import PackTarget
from packlens.views.pack.neighbours import reach
from packlens.views.pack.question import PackQuestion
from packlens.views.pack.source import Source, possible_uses
from packlens.views.pack.touched import touched
from packlens.views.redact import visible
from packlens.views.targets import TargetKind


def source_of_diff(snapshot: Snapshot, question: PackQuestion, diff: Diff) -> Source:
    """The parts of the pack of `diff`, whose later texts are those of `snapshot`.

    Raises `NothingDiffersError` for a diff in which no file differs, or none in what a pack shows.
    """
    if not diff.files:
        raise _nothing_differs(diff, "")
    changes = changes_of(snapshot, diff)
    found = touched(snapshot, changes)
    asked = {candidate.id: candidate for candidate in found.candidates}
    gone = tuple(sorted((*changes.gone, *found.gone), key=_place))
    if not (asked or gone or changes.others):
        raise _nothing_differs(diff, " but line ends, blank lines or empty files")
    whole = tuple(identifier for identifier, candidate in asked.items() if not candidate.levels)
    reached, read = reach(snapshot, whole, question.direction, question.depth)
    return Source(
        PackTarget(TargetKind.DIFF, diff.text, tuple(asked), changes.digest),
        tuple(asked),
        (Round(reached),),
        possible_uses(snapshot, whole, question.direction),
        read,
        asked=asked,
        changes=changes,
        gone=gone,
    )


def _nothing_differs(diff: Diff, but: str) -> NothingDiffersError:
    asked = visible(diff.text)
    return NothingDiffersError(f"diff {asked}: nothing differs{but}; give other revisions", asked=diff.text)


def _place(gone: Gone) -> tuple[str, int, str]:
    row = gone.name
    return row.path, row.start_line, row.qualname
