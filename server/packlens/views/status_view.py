"""How the index stands: what is in it, what could not be, and how sure its edges are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from packlens.base.counted import counted
from packlens.graph.counts import by_confidence, by_resolver, timed_out, unresolved
from packlens.graph.snapshot import Snapshot
from packlens.views.json_text import json_text
from packlens.views.redact import visible

_SCHEMA = "packlens.status/1"
_SKIP_CAUSES = ("too_large", "binary", "undecodable", "ignored", "unsupported")
_SHOWN_FAILURES = 20


@dataclass(frozen=True, slots=True)
class StatusInputs:
    """What the session knows and the graph does not.

    skipped     files left out, counted by cause
    store       where facts are kept between runs; `None` when they are not
    timings_ms  how long things took, by name
    failure     why the last change is not in the graph; `None` when it is
    hindrance   why the graph cannot be kept between runs just now; `None` when nothing is in the way
    """

    skipped: Mapping[str, int] = field(default_factory=dict)
    store: str | None = None
    rss_bytes: int = 0
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    failure: str | None = None
    hindrance: str | None = None


def status(snapshot: Snapshot, inputs: StatusInputs) -> dict[str, Any]:
    """`packlens.status/1`."""
    languages = Counter("python" for _ in snapshot.paths())
    return {
        "schema": _SCHEMA,
        "root": snapshot.root_name,
        "state": snapshot.state,
        "generation": snapshot.generation,
        "files": len(snapshot.documents),
        "symbols": snapshot.symbol_count,
        "edges": snapshot.edge_count,
        "unresolved": unresolved(snapshot),
        "pending": snapshot.pending,
        "timed_out": timed_out(snapshot),
        "by_resolver": by_resolver(snapshot),
        "by_confidence": by_confidence(snapshot),
        "parse_failures": [
            {
                "path": problem.path,
                "status": str(problem.status),
                "line": problem.line,
                "message": problem.message,
            }
            for problem in snapshot.problems
        ],
        "skipped": dict.fromkeys(_SKIP_CAUSES, 0) | dict(inputs.skipped),
        "languages": dict(languages),
        "store": inputs.store,
        "hindrance": inputs.hindrance,
        "rss_bytes": inputs.rss_bytes,
        "timings_ms": dict(inputs.timings_ms),
        "failure": inputs.failure,
    }


def to_json(answer: Mapping[str, Any]) -> str:
    """The answer as JSON."""
    return json_text(answer)


def to_text(answer: Mapping[str, Any]) -> str:
    """For a person."""
    confidence = ", ".join(f"{count} at {level}" for level, count in sorted(answer["by_confidence"].items()))
    skipped = ", ".join(f"{count} {cause}" for cause, count in sorted(answer["skipped"].items()) if count)
    lines = [
        f"{visible(answer['root'])}: {counted(answer['files'], 'file')}, "
        f"{counted(answer['symbols'], 'symbol')}, {counted(answer['edges'], 'edge')}; "
        f"state {answer['state']}, generation {answer['generation']}",
        f"edges: {confidence or 'none'}; {counted(answer['unresolved'], 'site')} not settled, "
        f"{answer['pending']} pending",
        f"skipped: {skipped or 'nothing'}",
    ]
    failures = answer["parse_failures"]
    if failures:
        lines.append(f"not parsed in full: {len(failures)}")
        lines.extend(
            f"  {visible(row['path'])}:{row['line']}: {row['status']}: {visible(row['message'])}"
            for row in failures[:_SHOWN_FAILURES]
        )
        if len(failures) > _SHOWN_FAILURES:
            lines.append(f"  and {len(failures) - _SHOWN_FAILURES} more")
    if answer["failure"]:
        lines.append(f"the last change is not in the graph: {visible(answer['failure'])}")
    if answer["hindrance"]:
        lines.append(visible(answer["hindrance"]))
    timings = ", ".join(f"{name} {value:.0f} ms" for name, value in sorted(answer["timings_ms"].items()))
    if timings:
        lines.append(f"timings: {timings}")
    return "\n".join(lines) + "\n"
