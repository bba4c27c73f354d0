"""`packlens callers`: who uses a symbol."""

from __future__ import annotations

from packlens.cli.uses import uses_command

command = uses_command(
    "callers",
    "Who uses a symbol.",
    "List the places that use TARGET, and apart from them the places that only may.",
    forwards=False,
)
