"""The string that a pack is handed over as."""

from __future__ import annotations

from typing import Any

from packlens import __version__
from packlens.symbols.diff import Change
from packlens.views.json_text import json_text
from packlens.views.pack.model import Omitted, Pack, PackItem, Via, Why
from packlens.views.pack.question import Format

PACK_SCHEMA = "packlens.pack/1"


def render(pack: Pack) -> str:
    """`pack` in the format that was asked for."""
    return json_text(pack_json(pack)) if pack.question.format is Format.JSON else pack.text


def pack_json(pack: Pack) -> dict[str, Any]:
    """`pack` as `packlens.pack/1` (docs/packs.md lists the keys)."""
    return {
        "schema": PACK_SCHEMA,
        "tool": f"packlens {__version__}",
        "root": pack.root,
        "state": pack.state,
        "generation": pack.generation,
        "target": pack.target.as_json(),
        "settings": pack.question.settings(),
        "budget": pack.question.budget,
        "tokens": pack.tokens,
        "tokenizer": pack.question.tokenizer.value,
        "digest": pack.digest,
        "items": [_item(item) for item in pack.items],
        "omitted": [_omitted(row) for row in pack.omitted],
        "omitted_total": pack.omitted_total,
        "possible": [
            {"id": use.id, "path": use.path, "line": use.line, "name": use.name} for use in pack.possible
        ],
        "manifest": [
            {
                "index": row.index,
                "path": row.path,
                "sha256": row.sha256,
                "size": row.size,
                "unsaved": row.unsaved,
                "row": row.row,
            }
            for row in pack.manifest
        ],
        "pending": pack.pending,
        "warnings": list(pack.warnings),
        **(_changes(pack) if pack.target.changes else {}),
        **(_since(pack) if pack.question.since else {}),
    }


def _since(pack: Pack) -> dict[str, Any]:
    """What only a pack since an earlier one says."""
    return {
        "supersedes": pack.question.since,
        "unchanged": [
            {"id": row.id, "level": row.level.value, "sha256": row.sha256}
            | ({"signs": row.signs} if row.signs else {})
            for row in pack.unchanged
        ],
        "gone": list(pack.gone),
    }


def _changes(pack: Pack) -> dict[str, Any]:
    """What only a pack of a diff says."""
    removed = [row for row in pack.rows if row.change is Change.REMOVED]
    return {
        "changes": [
            {"id": change.id, "change": change.change.value, "before": change.before}
            for change in pack.changes
        ],
        "removed": [
            {
                "path": row.path,
                "qualname": row.qualname,
                "start_line": row.start_line,
                "end_line": row.end_line,
                "level": row.level.value,
                "text": row.text,
            }
            for row in removed
        ],
        "unread": [{"path": row.path, "reason": row.note} for row in pack.rows if row.change is None],
    }


def _item(item: PackItem) -> dict[str, Any]:
    row: dict[str, Any] = {
        "id": item.id,
        "path": item.path,
        "qualname": item.qualname,
        "kind": item.kind.value,
        "level": item.level.value,
        "start_line": item.start_line,
        "end_line": item.end_line,
        "tokens": item.tokens,
        "distance": item.distance,
        "score": item.score,
        "via": [_via(via) for via in item.via],
        "text": item.text,
    }
    if len(item.ranges) > 1 or item.ranges not in ((), ((item.start_line, item.end_line),)):
        row["ranges"] = [list(lines) for lines in item.ranges]
    if item.marks:
        row["hunks"] = [
            {"start_line": mark.first, "lines": mark.count, "removed": mark.old} for mark in item.marks
        ]
    return row


def _via(via: Via | Why) -> dict[str, Any]:
    if isinstance(via, Why):
        return {"kind": via.kind.value, "id": via.id, "words": list(via.words)}
    return {
        "kind": via.kind.value,
        "id": via.id,
        "confidence": via.confidence,
        "resolver": via.resolver.value,
        "through": via.through.value,
        "line": via.line,
    }


def _omitted(row: Omitted) -> dict[str, Any]:
    return {
        "id": row.id,
        "path": row.path,
        "start_line": row.start_line,
        "end_line": row.end_line,
        "level": row.level.value,
        "tokens": row.tokens,
        "reason": row.reason.value,
    }
