"""What is asked of a map: the budget, and where its reader is likely to be.

The reader begins anywhere, and more likely at the focus files, at what the query names, and at what changed lately.
`begin` turns this into the chance of beginning at each file, which the ranks are personalised by.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Any

from packlens.base.errors import NotFoundError, UsageError
from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import path_of
from packlens.views.nearest import nearest
from packlens.views.redact import visible
from packlens.views.relevance.focus import focus_in
from packlens.views.relevance.lexicon import Lexicon
from packlens.views.tokens import Tokenizer

# How much of the beginning each reason has, beside the others that are there.
_ANYWHERE = 1.0
_FOCUS = 2.0
_QUERY = 3.0
_RECENT = 0.5


@dataclass(frozen=True, slots=True)
class MapQuestion:
    """One question for a map.

    budget       the most tokens that the answer may cost
    focus        paths of the files that the reader has in view
    query        what the reader is about to do, in words; "" for nothing
    path_prefix  the folder or file that the map is of; "" for all. Files outside still count in the ranks
    redact       whether secrets are replaced
    """

    budget: int = 2000
    tokenizer: Tokenizer = Tokenizer.O200K
    focus: tuple[str, ...] = ()
    query: str = ""
    path_prefix: str = ""
    redact: bool = True

    @staticmethod
    def of(*, tokenizer: str = Tokenizer.O200K, focus: Sequence[str] = (), **chosen: Any) -> MapQuestion:
        """A question from plain values, as options give them. Raises `UsageError` for a bad one."""
        if tokenizer not in set(Tokenizer):
            raise UsageError(f"tokenizer {tokenizer!r}: unknown; choose one of {', '.join(Tokenizer)}")
        return MapQuestion(tokenizer=Tokenizer(tokenizer), focus=tuple(focus), **chosen)

    def __post_init__(self) -> None:
        if self.budget < 0:
            raise UsageError(
                f"budget {self.budget}: must not be negative; give a number of tokens such as 2000"
            )


@dataclass(frozen=True, slots=True)
class MapInputs:
    """What a map draws on besides the texts.

    recent   paths of the files that changed together, the latest change first
    nothing  why the root holds no Python, as a sentence; "" where nobody knows. The map of a snapshot without files
             says it
    lexicon  the lexical index of earlier snapshots, for a query
    """

    recent: tuple[tuple[str, ...], ...] = ()
    nothing: str = ""
    lexicon: Lexicon = field(default_factory=Lexicon)


def plain_prefix(path_prefix: str) -> str:
    """`path_prefix` as paths begin: `./a//b/` is `a/b`; `""` for the whole root."""
    return "/".join(part for part in path_prefix.split("/") if part not in ("", "."))


def within(snapshot: Snapshot, path_prefix: str) -> tuple[str, ...]:
    """The paths of `snapshot` that are `path_prefix` or below it. Raises `NotFoundError` when there are none."""
    prefix = plain_prefix(path_prefix)
    if not prefix:
        return snapshot.paths()
    found = tuple(path for path in snapshot.paths() if path == prefix or path.startswith(f"{prefix}/"))
    if found or not snapshot.paths():
        return found
    suggestions = nearest(prefix, [*_folders(snapshot.paths()), *snapshot.paths()])
    raise NotFoundError(
        f"path prefix {visible(path_prefix)!r}: no indexed file is there; give a folder that holds Python files",
        asked=path_prefix,
        suggestions=suggestions,
    )


def begin(
    snapshot: Snapshot, question: MapQuestion, asked: Mapping[str, float], inputs: MapInputs
) -> tuple[float, ...] | None:
    """The chance to begin at each path of `snapshot`; `None` where it is the same everywhere.

    `asked`: symbol id -> how well it fits the query. Raises `NotFoundError` for a focus file that is not indexed.
    """
    paths = snapshot.paths()
    focus_in(snapshot, question.focus)
    by_file: dict[str, list[float]] = {}
    for identifier, score in asked.items():
        by_file.setdefault(path_of(identifier), []).append(score)
    reasons = [
        (_FOCUS, dict.fromkeys(question.focus, 1.0)),
        (_QUERY, {path: fsum(scores) for path, scores in by_file.items()}),
        (_RECENT, _lately(snapshot, inputs.recent)),
    ]
    reasons = [(share, chances) for share, chances in reasons if chances]
    if not reasons or not paths:
        return None
    whole = fsum([_ANYWHERE, *(share for share, _ in reasons)])
    parts = [(share / whole, chances, fsum(chances.values())) for share, chances in reasons]
    even = _ANYWHERE / whole / len(paths)
    return tuple(
        fsum([even, *(share * chances.get(path, 0.0) / total for share, chances, total in parts)])
        for path in paths
    )


def _lately(snapshot: Snapshot, recent: Iterable[tuple[str, ...]]) -> dict[str, float]:
    """Path -> how much it changed lately: a change counts less the older it is, and is shared by its files."""
    chances: dict[str, list[float]] = {}
    for age, paths in enumerate(recent):
        known = [path for path in paths if path in snapshot.documents]
        for path in known:
            chances.setdefault(path, []).append(1 / (age + 1) / len(known))
    return {path: fsum(parts) for path, parts in chances.items()}


def _folders(paths: Iterable[str]) -> Sequence[str]:
    folders: dict[str, None] = {}
    for path in paths:
        while path := path.rpartition("/")[0]:
            folders[path] = None
    return list(folders)
