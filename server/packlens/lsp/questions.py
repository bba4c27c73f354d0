"""From settings and a command's argument to the question that a view answers."""

from __future__ import annotations

from typing import Any

from packlens.base.config import Config
from packlens.lsp.protocol import PackArguments
from packlens.views.question import PackQuestion


def pack_question(
    config: Config, targets: tuple[str, ...], asked: PackArguments | None = None
) -> PackQuestion:
    """The settings, and where `asked` says something else, that. Without `asked`: what a lens copies."""
    choices: dict[str, Any] = {
        "budget": config.budget,
        "format": config.format,
        "signatures_only": config.signatures_only,
        "depth": config.depth,
        "tokenizer": config.tokenizer,
        "redact": config.redact,
    }
    if asked is not None:
        said = {
            name: getattr(asked, name)
            for name in ("budget", "format", "signatures_only", "depth", "tokenizer")
        }
        choices |= {name: value for name, value in said.items() if value is not None}
        choices["direction"] = asked.direction
    return PackQuestion.of(targets, **choices)
