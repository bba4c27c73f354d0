"""The JSON-RPC conversation, with the guarantees that pygls leaves to its users.

A withdrawn request   `$/cancelRequest` sets an event that the work done for the request can see, wherever
                      it runs: in a coroutine, a command body or a worker thread.
An error              one line and a code. No traceback, no path and no source text of ours leaves the
                      process; where something failed is written to the log.
Order                 requests before `initialize`, after `shutdown`, said twice where once is the rule, or
                      not readable are answered with an error instead of with silence.
"""

from __future__ import annotations

import contextlib
import json
import logging
import threading
from asyncio import Future as AsyncFuture
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.json_rpc import JsonRPCNotification, MsgId, RPCMessage
from pygls.protocol.language_server import lsp_method
from pygls.workspace import Workspace

from packlens.lsp.failures import response_error

if TYPE_CHECKING:
    from cattrs import Converter
    from pygls.lsp.server import LanguageServer

_LOGGER = logging.getLogger(__name__)
_UNREADABLE = "$/packlens/unreadable"


@dataclass(frozen=True, slots=True)
class Written:
    """A result that is written as it is: plain values, our own shapes, or JSON (`msgspec.Raw`).

    For results that are large, or that no class of the protocol describes: making protocol objects of a
    thousand lenses and writing these down takes ten times as long as writing plain values.
    """

    value: Any


class PacklensProtocol(LanguageServerProtocol):
    """One conversation with one client.

    stopped   set once the conversation is over, whoever ended it
    """

    def __init__(self, server: LanguageServer, converter: Converter) -> None:
        # pygls reads every attribute while its own `__init__` runs, so ours exist before it.
        self.stopped = threading.Event()
        self._withdrawn: dict[MsgId, threading.Event] = {}
        self._said_once: set[str] = set()
        self._at_stop: list[Callable[[], None]] = []
        super().__init__(server, converter)

    @property
    def exit_code(self) -> int:
        """0 after `shutdown`, 1 for a conversation that just ended, as the protocol asks."""
        return 0 if self._shutdown else 1

    def on_stop(self, action: Callable[[], None]) -> None:
        """Run `action` when the conversation ends."""
        self._at_stop.append(action)

    def stop(self) -> None:
        """End the conversation: withdraw every open request, stop reading. May be called from any thread."""
        if self.stopped.is_set():
            return
        self.stopped.set()
        for event in list(self._withdrawn.values()):
            event.set()
        for action in self._at_stop:
            try:
                action()
            except RuntimeError:  # an event loop that has already ended needs no telling
                continue

    def withdrawn(self) -> threading.Event:
        """The event that is set when the client withdraws the request being handled, or is gone."""
        identity = self.msg_id
        event = self._withdrawn.get(identity) if identity is not None else None
        return event or self.stopped

    def adopt(self, workspace: Workspace) -> None:
        """Keep open documents in `workspace` from now on."""
        self._workspace = workspace

    @lsp_method(types.EXIT)
    def lsp_exit(self, *args: Any) -> None:  # type: ignore[override]
        """The client's last word."""
        self.stop()

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *args: Any) -> None:  # type: ignore[override]
        """Withdraw what is still being answered, and answer nothing more."""
        for identity in [identity for identity in self._withdrawn if identity != self.msg_id]:
            self._handle_cancel_notification(identity)
        self._shutdown = True

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Read a message. A request whose parameters have the wrong shape is answered, not dropped."""
        try:
            return super().structure_message(data)
        except JsonRpcException:
            method = data.get("method")
            _LOGGER.warning("a message with an unknown shape was left out: %s", method)
            if method is not None and "id" in data:
                refusal = types.ResponseError(
                    types.ErrorCodes.InvalidParams.value,
                    f"{method}: the parameters do not have the shape that the protocol gives them",
                )
                self._send_response(data["id"], error=refusal)
            return JsonRPCNotification(method=_UNREADABLE, jsonrpc=self.VERSION, params=None)

    def handle_message(self, message: RPCMessage) -> None:
        """Hand a message to its handler, if this is a moment for it."""
        method = getattr(message, "method", None)
        identity = getattr(message, "id", None)
        if method is None or method == types.EXIT:
            super().handle_message(message)
        elif self._shutdown:
            self._refuse(identity, types.ErrorCodes.InvalidRequest, f"{method}: the server is shutting down")
        elif self._workspace is None and method != types.INITIALIZE:
            code = types.ErrorCodes.ServerNotInitialized
            self._refuse(identity, code, f"{method}: the server waits for initialize")
        elif method in self._said_once:
            self._refuse(identity, types.ErrorCodes.InvalidRequest, f"{method}: was said before")
        else:
            if method in (types.INITIALIZE, types.INITIALIZED):
                self._said_once.add(method)
            super().handle_message(message)

    def report_unreadable(self, error: Exception, source: object = None) -> None:
        """A message that is not even JSON."""
        _LOGGER.warning("a message could not be read: %s", type(error).__name__)

    def _refuse(self, identity: MsgId | None, code: types.ErrorCodes, message: str) -> None:
        if identity is not None:
            self._send_response(identity, error=types.ResponseError(code.value, message))

    def _handle_request(self, msg_id: MsgId, method_name: str, params: Any) -> None:
        self._withdrawn[msg_id] = threading.Event()
        super()._handle_request(msg_id, method_name, params)

    def _handle_cancel_notification(self, msg_id: MsgId) -> None:
        if event := self._withdrawn.get(msg_id):
            event.set()
        super()._handle_cancel_notification(msg_id)

    def _send_handler_result(self, future: Future[Any], *, msg_id: MsgId) -> None:
        self._withdrawn.pop(msg_id, None)
        self._request_futures.pop(msg_id, None)
        if future.cancelled():
            withdrawn = types.LSPErrorCodes.RequestCancelled.value
            self._send_response(msg_id, error=types.ResponseError(withdrawn, "the request was withdrawn"))
        elif (error := future.exception()) is not None:
            self._send_response(msg_id, error=response_error(error))
        elif isinstance(result := future.result(), Written):
            self._result_types.pop(msg_id, None)
            self._send_body(_body({"id": msg_id, "jsonrpc": self.VERSION, "result": result.value}))
        else:
            self._send_response(msg_id, result=result)

    def _send_body(self, body: bytes) -> None:
        if self.writer is not None:
            header = (
                f"Content-Length: {len(body)}\r\nContent-Type: {self.CONTENT_TYPE}; charset={self.CHARSET}"
            )
            # A client that is gone is noticed where it is read from.
            with contextlib.suppress(OSError, ValueError):
                self.writer.write(header.encode() + b"\r\n\r\n" + body)

    def _check_handler_result(self, future: Future[Any] | AsyncFuture[Any]) -> None:
        """A notification has no answer: what goes wrong with it is said in the client's log."""
        if not future.cancelled() and (error := future.exception()) is not None:
            line = types.LogMessageParams(types.MessageType.Error, response_error(error).message)
            self.notify(types.WINDOW_LOG_MESSAGE, line)


def _body(answer: dict[str, Any]) -> bytes:
    try:
        return msgspec.json.encode(answer)
    except UnicodeEncodeError:  # half a surrogate pair, which JSON can hold as an escape
        return json.dumps(answer, default=_as_plain).encode()


def _as_plain(value: Any) -> Any:
    return json.loads(bytes(value)) if isinstance(value, msgspec.Raw) else msgspec.to_builtins(value)
