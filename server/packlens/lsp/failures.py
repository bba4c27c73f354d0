"""What a client is told when something fails: one line, a code, and what to try."""

from __future__ import annotations

import asyncio
import logging

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from packlens.base.errors import AmbiguousError, CancelledError, NotFoundError, PacklensError, UsageError
from packlens.base.fault import log_fault

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
    log_fault(_LOGGER, "a request failed", error)
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
