"""What the Mermaid pictures have in common."""

from __future__ import annotations

from packlens.views.redact import visible


def label_text(text: str) -> str:
    """`text` as it may stand between the quotes of a label."""
    escaped = visible(text).replace("&", "#amp;").replace('"', "#quot;")
    return escaped.replace("<", "#lt;").replace(">", "#gt;")
