"""`packlens.server.impact`: what breaks when something changes, and which tests prove it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from packlens.base.errors import UsageError
from packlens.lsp.arguments import read_arguments
from packlens.lsp.long_work import long_work
from packlens.lsp.place import target_at
from packlens.lsp.protocol import ImpactArguments
from packlens.lsp.rpc import Written
from packlens.lsp.server import SETTLE_SECONDS, Server
from packlens.lsp.shown_file import show_text
from packlens.session.texts import Cancelled, Progress
from packlens.text.history import Comparison

if TYPE_CHECKING:
    from packlens.views.impact.model import Impact


async def execute_impact(ls: Server, *arguments: Any) -> Written:
    """Answers with `packlens.impact/1`."""
    from packlens.views.impact.as_json import to_json
    from packlens.views.impact.as_text import to_text

    asked = read_arguments(arguments, ImpactArguments)
    session = await ls.settled()
    targets = [*asked.targets]
    if asked.uri is not None:
        targets.append(target_at(ls, session.snapshot, asked.uri, asked.position))
    if targets and (asked.diff is not None or asked.staged):
        raise UsageError("packlens.server.impact: targets and a diff exclude each other; give one of them")
    comparison = None if targets else Comparison.of(asked.diff, staged=asked.staged)

    def answer(progress: Progress | None = None, cancelled: Cancelled | None = None) -> Impact:
        return session.impact(
            *targets,
            comparison=comparison,
            depth=asked.depth,
            min_confidence=asked.min_confidence,
            seconds=SETTLE_SECONDS,
            progress=progress,
            cancelled=cancelled,
        )

    if comparison is None:
        impact = await ls.work(answer)
    else:
        impact = await long_work(ls, f"Packlens: reading {comparison.text} of {session.root.name}", answer)
    if asked.show:
        await show_text(
            ls, f"impact of {impact.asked}", "text", to_text(impact), f"impact of {impact.asked} is in"
        )
    return Written(msgspec.Raw(to_json(impact).encode()))
