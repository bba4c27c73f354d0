"""A map as text and as `packlens.map/1`.

The text is a header line and, best file first, the lines of each file (`views.map.lines`). It is what the budget holds
for; the JSON form stands for the text, and names its tokens.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from packlens import __version__
from packlens.base.counted import counted
from packlens.views.json_text import json_text
from packlens.views.layout.common import SEPARATOR
from packlens.views.map.lines import MapFile, MapSymbol
from packlens.views.map.question import MapQuestion, plain_prefix
from packlens.views.pack.model import Frame
from packlens.views.redact import Redactor, visible

_SCHEMA = "packlens.map/1"


@dataclass(frozen=True, slots=True)
class MapFacts:
    """What the header says.

    shown, total  files of the map, and those there are below its prefix
    redactions    how many times a secret was replaced; `None` when redaction is off
    """

    root: str
    state: str
    question: MapQuestion
    shown: int
    total: int
    redactions: int | None


@dataclass(frozen=True, slots=True)
class Map:
    """A finished map.

    files       those shown, best first
    total       files that there are, below the prefix
    tokens      tokens of `text`
    redactions  how many times a secret was replaced; `None` when redaction is off
    note        why there is nothing to show; `None` when there is
    text        the string that obeys the budget
    """

    question: MapQuestion
    root: str
    state: str
    generation: int
    files: tuple[MapFile, ...]
    total: int
    tokens: int
    redactions: int | None
    note: str | None
    text: str

    @property
    def shown(self) -> int:
        """How many files it shows."""
        return len(self.files)


def header(facts: MapFacts, used: int, frame: Frame) -> str:
    """The first line, with its line end; `""` for no frame."""
    question = facts.question
    if frame is Frame.NONE:
        return ""
    if frame is Frame.SHORT:
        return f"packlens {used}/{question.budget}\n"
    prefix = plain_prefix(question.path_prefix)
    parts = [
        f"packlens {__version__}",
        visible(facts.root),
        f"map of {visible(prefix)}" if prefix else "map",
        f"{used}/{question.budget} tokens",
        question.tokenizer.value,
        f"state {facts.state}",
        f"{facts.shown} of {counted(facts.total, 'file')}",
    ]
    if facts.redactions is None:
        parts.append("redaction off")
    elif facts.redactions:
        parts.append(f"redacted {facts.redactions}")
    return SEPARATOR.join(parts) + "\n"


def render_map(answer: Map, form: str) -> str:
    """The map as `text` or `json`."""
    return to_json(answer) if form == "json" else answer.text


def to_json(answer: Map) -> str:
    """`packlens.map/1`."""
    question = answer.question
    return json_text(
        {
            "schema": _SCHEMA,
            "root": answer.root,
            "state": answer.state,
            "generation": answer.generation,
            "budget": question.budget,
            "tokens": answer.tokens,
            "tokenizer": question.tokenizer.value,
            "query": Redactor(enabled=question.redact).text(question.query),
            "focus": list(question.focus),
            "path_prefix": question.path_prefix,
            "shown": answer.shown,
            "total": answer.total,
            "note": answer.note,
            "files": [_file(file) for file in answer.files],
        }
    )


def _file(file: MapFile) -> dict[str, Any]:
    return {
        "path": file.path,
        "rank": file.rank,
        "doc": file.doc,
        "symbols": [_symbol(symbol) for symbol in file.symbols],
        "total": file.total,
    }


def _symbol(symbol: MapSymbol) -> dict[str, Any]:
    return {
        "qualname": symbol.qualname,
        "kind": symbol.kind.value,
        "signature": symbol.signature,
        "start_line": symbol.start_line,
        "end_line": symbol.end_line,
        "doc": symbol.doc,
    }
