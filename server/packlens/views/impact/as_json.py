"""An impact as `packlens.impact/1`: all of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from packlens.symbols.symbol import path_of, qualname_of
from packlens.views.affected import Step
from packlens.views.impact.model import Impact, Row
from packlens.views.json_text import json_text

_SCHEMA = "packlens.impact/1"


def to_json(impact: Impact) -> str:
    """`packlens.impact/1`."""
    return json_text(
        {
            "schema": _SCHEMA,
            "asked": impact.asked,
            "contract": impact.contract.value,
            "depth": impact.depth,
            "changed": [
                {"id": each.id, "change": each.change} | ({"before": each.before} if each.before else {})
                for each in impact.changed
            ],
            "direct": [_row(row) for row in impact.rows if row.depth == 1],
            "transitive": [_row(row) for row in impact.rows if row.depth > 1],
            "unfit": [
                {
                    "id": each.id,
                    "path": each.path,
                    "line": each.line,
                    "target": each.target,
                    "reason": each.reason,
                }
                for each in impact.unfit
            ],
            "tests": [
                {
                    "id": test.id,
                    "path": test.nodeid.partition("::")[0],
                    "nodeid": test.nodeid,
                    "confidence": test.confidence,
                    "path_ids": _ids(test.steps, test.id),
                    "steps": _steps(test.steps),
                }
                for test in impact.tests
            ],
            "possible": [
                {"id": use.id, "path": use.path, "line": use.line, "name": use.name}
                for use in impact.possible
            ],
            "unknown": [{"path": each.path, "reason": each.reason} for each in impact.unknown],
            "other": list(impact.other),
            "risk": impact.risk.level.value,
            "reasons": list(impact.risk.reasons),
            "pending": impact.pending,
            "recording": impact.recording,
        }
    )


def _row(row: Row) -> dict[str, Any]:
    return {
        "id": row.id,
        "path": path_of(row.id),
        "qualname": qualname_of(row.id),
        "depth": row.depth,
        "confidence": row.confidence,
        "path_ids": _ids(row.steps, row.id),
        "steps": _steps(row.steps),
    }


def _ids(steps: Sequence[Step], identifier: str) -> list[str]:
    return [*(step.target for step in steps), identifier]


def _steps(steps: Iterable[Step]) -> list[dict[str, Any]]:
    return [
        {"kind": step.kind, "confidence": step.confidence, "through": step.through.value, "line": step.line}
        for step in steps
    ]
