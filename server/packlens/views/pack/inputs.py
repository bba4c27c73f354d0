"""What a pack is made from besides a snapshot and a question. The session reads it, or keeps it."""

from __future__ import annotations

from dataclasses import dataclass, field

from packlens.text.diff import Diff
from packlens.views.pack.since import Known
from packlens.views.relevance.lexicon import Lexicon
from packlens.views.relevance.meaning import Meaning


@dataclass(frozen=True, slots=True)
class Inputs:
    """The inputs of a pack.

    lexicon   the lexical index of earlier snapshots, which that of this one shares with
    diff      for a question about a diff: that, whose later texts are those of the snapshot
    since     the earlier pack that the reader has, which the question names by its digest
    meaning   who compares texts, for a question that names the model
    """

    lexicon: Lexicon = field(default_factory=Lexicon)
    diff: Diff | None = None
    since: Known | None = None
    meaning: Meaning | None = None
