"""The commands of lenses and code actions: the client's own where it has them, else the server's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from lsprotocol import types

from packlens.lsp.protocol import (
    CallersArguments,
    ClientCommand,
    CopyContextArguments,
    ImpactArguments,
    PackArguments,
    Place,
    ServerCommand,
    ShowCallersArguments,
    ShowImpactArguments,
)

if TYPE_CHECKING:
    from packlens.lsp.server import Server


def copy_context(ls: Server, title: str, uri: str, target: str) -> types.Command:
    """Copies the pack of `target`; a client without commands of its own shows it."""
    if ls.options.client_commands:
        return _command(title, ClientCommand.COPY_CONTEXT, CopyContextArguments(uri=uri, targets=[target]))
    return _command(title, ServerCommand.PACK, PackArguments(targets=[target], show=True))


def show_callers(ls: Server, title: str, uri: str, target: str, position: types.Position) -> types.Command:
    """Shows the callers of `target`, whose name stands at `position`."""
    if ls.options.client_commands:
        place = Place(line=position.line, character=position.character)
        wanted = ShowCallersArguments(uri=uri, target=target, position=place)
        return _command(title, ClientCommand.SHOW_CALLERS, wanted)
    return _command(title, ServerCommand.CALLERS, CallersArguments(target=target, show=True))


def show_impact(ls: Server, title: str, uri: str, target: str, position: types.Position) -> types.Command:
    """Shows what a change of `target` reaches; its name stands at `position`."""
    if ls.options.client_commands and ls.options.impact_command:
        place = Place(line=position.line, character=position.character)
        wanted = ShowImpactArguments(uri=uri, target=target, position=place)
        return _command(title, ClientCommand.SHOW_IMPACT, wanted)
    return _command(title, ServerCommand.IMPACT, ImpactArguments(targets=[target], show=True))


def _command(title: str, name: str, argument: msgspec.Struct) -> types.Command:
    written: dict[str, Any] = msgspec.to_builtins(argument)
    return types.Command(title=title, command=str(name), arguments=[written])
