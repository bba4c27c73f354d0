"""The answers to "what does this definition use?"."""

from __future__ import annotations

from packlens.resolve.static.drawing import Drawing
from packlens.resolve.static.fixtures import Fixtures
from packlens.resolve.static.rows import NOTHING_DRAWN, Drawn
from packlens.syntax.facts import ScopeKind


class Edges(Fixtures):
    """Draws the edges of a scope."""

    def rows(self, scope: str) -> Drawn:
        """What a function, lambda or class uses."""
        self.note(("facts", scope))
        entry = self.entries.get(scope)
        if entry is None:
            return NOTHING_DRAWN
        drawing = Drawing(self, entry)
        drawing.sites(entry.scope.sites, entry)
        drawing.overrides()
        drawing.decorators()
        self.draw_fixtures(drawing)
        if entry.scope.kind == ScopeKind.CLASS:
            drawing.created()
        return drawing.result()

    def module_rows(self, path: str) -> Drawn:
        """What a module's top level uses. Sites are numbered through its blocks."""
        self.note(("top", path))
        table = self.tables.get(path)
        if table is None:
            return NOTHING_DRAWN
        drawing: Drawing | None = None
        for block in table.blocks:
            fragment = block.entries[0]
            if drawing is None:
                drawing = Drawing(self, fragment)
            drawing.sites(fragment.scope.sites, fragment)
            self.draw_marks(drawing, fragment)
        return drawing.result() if drawing is not None else NOTHING_DRAWN
