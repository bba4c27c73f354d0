"""What a client is told when something fails: one line, a code, and what to try."""

from __future__ import annotations

import asyncio
import logging
import traceback

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from packlens.base.errors import AmbiguousError, CancelledError, NotFoundError, PacklensError, UsageError

_LOGGER = logging.getLogger(__name__)


def response_error(error: BaseException) -> types.ResponseError:
    """The error object of the answer to a request that ended with `error`."""
    if isinstance(error, JsonRpcException):
        return types.ResponseError(error.code, _one_line(error.message))
    if isinstance(error, CancelledError | asyncio.CancelledError):
        message = str(error) or "the request was withdrawn"
        return types.ResponseError(types.LSPErrorCodes.RequestCancelled.value, message)
    if isinstance(error, PacklensError):
        usage = isinstance(error, UsageError)
        code = types.ErrorCodes.InvalidParams.value if usage else types.LSPErrorCodes.RequestFailed.value
        return types.ResponseError(code, str(error), _details(error))
    # The message of an unforeseen error may quote source text: only its type and its place are told.
    place = "".join(traceback.format_tb(error.__traceback__))
    _LOGGER.error("unforeseen %s\n%s", type(error).__name__, place)
    return types.ResponseError(
        types.ErrorCodes.InternalError.value,
        f"Packlens failed at this request ({type(error).__name__}); the server's log says where",
    )


def _details(error: PacklensError) -> dict[str, object]:
    details: dict[str, object] = {"error": type(error).__name__, "exitCode": error.exit_code}
    if isinstance(error, NotFoundError):
        details["suggestions"] = list(error.suggestions)
    if isinstance(error, AmbiguousError):
        details["candidates"] = list(error.candidates)
    return details


def _one_line(message: str) -> str:
    return " ".join(message.split())
