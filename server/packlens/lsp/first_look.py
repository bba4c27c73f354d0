"""The definitions of one text, before the first index: enough to say where its lenses stand."""

from __future__ import annotations

from packlens.base.deep import run_deep
from packlens.graph.update import Writer
from packlens.lsp.lens_places import LensPlace, places_of
from packlens.text.document import Document


def first_look(path: str, text: str) -> tuple[LensPlace, ...]:
    """Places of the lenses of `text`, as a workspace of this file alone has them."""
    document = Document.of_text(path, text)
    snapshot = run_deep(lambda: Writer("").update({path: document}))
    return places_of(snapshot.symbols_in(path))
