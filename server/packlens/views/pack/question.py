"""What is asked of a pack: targets or words, budget and the few choices that change its bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from packlens.base.errors import UsageError
from packlens.views.layout.templates import PLAIN, Template, template_of
from packlens.views.tokens import Tokenizer


class Format(StrEnum):
    """How a pack is written."""

    MARKDOWN = "markdown"
    XML = "xml"
    JSON = "json"
    TEXT = "text"


class Direction(StrEnum):
    """Which neighbours of the target a pack may hold."""

    BOTH = "both"
    CALLEES = "callees"
    CALLERS = "callers"


class SourceKind(StrEnum):
    """What a question gives to begin from."""

    TARGETS = "targets"
    QUERY = "query"
    DIFF = "diff"


class PartLevel(StrEnum):
    """What a person may want of one part: at a level, wherever it stands, or not at all."""

    FULL = "full"
    SIGNATURE = "signature"
    NAME = "name"
    DROP = "drop"


@dataclass(frozen=True, slots=True)
class PackQuestion:
    """One question for a pack: about targets, or instead of them in words.

    targets          what a person wrote, in order (`views.targets` lists the forms)
    diff             what differs between two states: REV, or A..B
    staged           what is staged, instead
    since            16 hex digits of the earlier pack that the reader has; "" for none
    query            a task or question in words, or whatever else a person has: a stack trace, an error message
    focus            paths of the files in view, which count for words, sorted
    semantic         the model by which words are compared with code too; "" for none, and in the question of a
                     finished pack where it could not be asked
    budget           the most tokens that the answer may cost
    signatures_only  whether everything but the targets is kept at signature
    depth            hops from the targets; `None` for as far as edges lead
    redact           whether secrets are replaced
    levels           parts that are wanted at a level or dropped, each as a target is written; in the question of a
                     finished pack by id, sorted
    template         the words around the pack
    """

    targets: tuple[str, ...] = ()
    budget: int = 4000
    format: Format = Format.MARKDOWN
    signatures_only: bool = False
    direction: Direction = Direction.BOTH
    depth: int | None = 2
    tokenizer: Tokenizer = Tokenizer.O200K
    redact: bool = True
    levels: tuple[tuple[str, PartLevel], ...] = ()
    query: str | None = None
    diff: str | None = None
    staged: bool = False
    template: Template = PLAIN
    since: str = ""
    focus: tuple[str, ...] = ()
    semantic: str = ""

    @staticmethod
    def of(
        targets: Sequence[str] = (),
        *,
        query: str | None = None,
        focus: Sequence[str] = (),
        diff: str | None = None,
        staged: bool = False,
        budget: int = 4000,
        format: str = "markdown",
        signatures_only: bool = False,
        direction: str = "both",
        depth: int | str | None = 2,
        tokenizer: str = "o200k_base",
        redact: bool = True,
        levels: Mapping[str, str] = {},
        template: str | None = None,
        templates: Mapping[str, str] = {},
        semantic: str = "",
    ) -> PackQuestion:
        """A question from plain values, as options give them. Raises `UsageError` for a bad one.

        focus       counts only beside a query, and so does `semantic`
        templates   a person's own templates by name, beside those of the product
        """
        return PackQuestion(
            tuple(targets),
            budget,
            _choice("format", Format, format),
            signatures_only,
            _choice("direction", Direction, direction),
            _depth(depth),
            _choice("tokenizer", Tokenizer, tokenizer),
            redact,
            tuple(sorted((part, _choice("level", PartLevel, level)) for part, level in levels.items())),
            query,
            diff,
            staged,
            template_of(template, templates, redact=redact),
            focus=tuple(sorted({*focus})) if query is not None else (),
            semantic=semantic if query is not None else "",
        )

    def __post_init__(self) -> None:
        given = [bool(self.targets), self.query is not None, self.of_diff]
        if not any(given):
            raise UsageError("no target given: name a symbol, a file or an id, or ask with a query")
        if given.count(True) > 1:
            raise UsageError(
                "targets, a query or a diff: a pack is about one of them; pin what must be in it"
            )
        if self.query is not None:
            refuse_blank("query", self.query)
        if self.budget < 0:
            raise UsageError(
                f"budget {self.budget}: must not be negative; give a number of tokens such as 4000"
            )
        if self.depth is not None and self.depth < 0:
            raise UsageError(f"depth {self.depth}: must not be negative; give a number of hops, or `all`")

    @property
    def of_diff(self) -> bool:
        """Whether it is about a diff."""
        return self.diff is not None or self.staged

    @property
    def kind(self) -> SourceKind:
        """What the pack is made from."""
        if self.of_diff:
            return SourceKind.DIFF
        return SourceKind.TARGETS if self.query is None else SourceKind.QUERY

    @property
    def counted_format(self) -> Format:
        """The form whose whole string obeys the budget: a JSON pack stands for its markdown form."""
        return Format.MARKDOWN if self.format is Format.JSON else self.format

    def settings(self) -> dict[str, Any]:
        """The choices that can change the bytes, as the digest covers them."""
        levels = {"levels": {part: level.value for part, level in self.levels}} if self.levels else {}
        template = {"name": self.template.name, "text": self.template.text}
        return {
            "budget": self.budget,
            "depth": "all" if self.depth is None else self.depth,
            "direction": self.direction.value,
            **({"focus": list(self.focus)} if self.focus else {}),
            "format": self.counted_format.value,
            **levels,
            "redact": self.redact,
            **({"semantic": self.semantic} if self.semantic else {}),
            "signatures_only": self.signatures_only,
            **({} if self.template == PLAIN else {"template": template}),
            **({"since": self.since} if self.since else {}),
            "tokenizer": self.tokenizer.value,
        }


def refuse_blank(name: str, text: str) -> None:
    """Raises `UsageError` where a text that should say something, called `name`, is blank."""
    if not text.strip():
        raise UsageError(
            f"{name} '': says nothing; name a symbol or a file, or say in words what you look for"
        )


_Choice = TypeVar("_Choice", bound=StrEnum)


def _choice(name: str, choices: type[_Choice], given: str) -> _Choice:
    try:
        return choices(given)
    except ValueError:
        known = ", ".join(choice.value for choice in choices)
        raise UsageError(f"{name} {given!r}: unknown; choose one of {known}") from None


def _depth(given: int | str | None) -> int | None:
    if given is None or given == "all":
        return None
    try:
        return int(given)
    except ValueError:
        raise UsageError(f"depth {given!r}: give a number of hops, or `all`") from None
