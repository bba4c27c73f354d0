"""`packlens.server.verify`: whether a pack still matches the files on disk."""

from __future__ import annotations

from typing import Any

from packlens.base.errors import VerificationError
from packlens.lsp.arguments import read_arguments
from packlens.lsp.protocol import VerifyArguments, VerifyResult
from packlens.lsp.rpc import Written
from packlens.lsp.server import Server


async def execute_verify(ls: Server, *arguments: Any) -> Written:
    """Answers with a `VerifyResult`."""
    asked = read_arguments(arguments, VerifyArguments)
    await ls.first_index.opening()
    session = ls.opened()
    try:
        found = await ls.work(lambda: session.verify(asked.text))
    except VerificationError as error:
        raise VerificationError(
            f"this cannot be verified: {error}; paste a whole pack as it was made"
        ) from None
    result = VerifyResult(ok=found.ok, files=list(found.checked), first_difference=found.first_difference)
    return Written(result)
