"""Whether a pack is still true of the files on disk."""

from __future__ import annotations

from typing import Any, ClassVar

from packlens.base.counted import counted
from packlens.base.errors import VerificationError
from packlens.bridge.reply import Answer, Question
from packlens.session.session import Session


class VerifyPack(Question, frozen=True, kw_only=True):
    """pack is the whole text of one, in any form."""

    needs_graph: ClassVar[bool] = False

    pack: str

    def reply(self, session: Session) -> Answer:
        try:
            found = session.verify(self.pack)
        except VerificationError as error:
            raise VerificationError(
                f"this cannot be verified: {error}; give a whole pack as it was made"
            ) from None
        files = len(found.checked)
        text = f"ok: {counted(files, 'file')} as packed\n"
        structured: dict[str, Any] = {
            "schema": "packlens.verify/1",
            "ok": found.ok,
            "files": list(found.checked[:200]),
        }
        if found.first_difference is not None:
            text = f"{found.first_difference}; make the pack again\n"
            structured["first_difference"] = found.first_difference
        return Answer(text=text, structured=structured, generation=session.snapshot.generation)
