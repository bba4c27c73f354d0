"""`packlens callees`: what a symbol uses."""

from __future__ import annotations

from packlens.cli.uses import uses_command

command = uses_command(
    "callees",
    "What a symbol uses.",
    "List what TARGET uses and where, and apart from that what it only may use.",
    forwards=True,
)
