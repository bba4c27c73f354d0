"""`verify_pack`: whether a pack is still true."""

from __future__ import annotations

from packlens.bridge.questions.verify_pack import VerifyPack
from packlens.mcp.tool import Tool

VERIFY_PACK = Tool(
    name="verify_pack",
    title="Whether a pack is still true",
    description=(
        "Compares a pack that you were given earlier with the files as they are now, and names the first "
        "difference. Use it before you rely on a pack from an earlier conversation or from somebody else."
    ),
    question=VerifyPack,
    arguments={"pack": "The whole text of the pack, as it was made."},
    results={
        "ok": ("boolean", "Whether the pack is true."),
        "files": ("strings", "The files that were compared."),
        "first_difference": ("string", "What differs, when it is not true."),
    },
)
