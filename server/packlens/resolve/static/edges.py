"""The answers to "what does this definition use?"."""

from __future__ import annotations

from packlens.resolve.static.drawing import Drawing
from packlens.resolve.static.rows import NO_ROWS, Rows
from packlens.resolve.static.world import World


class Edges(World):
    """Draws the edges of a scope."""

    def rows(self, scope: str) -> Rows:
        """What a function, lambda or class uses."""
        self.note(("facts", scope))
        entry = self.entries.get(scope)
        if entry is None:
            return NO_ROWS
        drawing = Drawing(self, entry)
        drawing.sites(entry.scope.sites, entry)
        drawing.overrides()
        return drawing.result()

    def module_rows(self, path: str) -> Rows:
        """What a module's top level uses. Sites are numbered through its blocks."""
        self.note(("top", path))
        table = self.tables.get(path)
        if table is None:
            return NO_ROWS
        drawing: Drawing | None = None
        for block in table.blocks:
            fragment = block.entries[0]
            if drawing is None:
                drawing = Drawing(self, fragment)
            drawing.sites(fragment.scope.sites, fragment)
        return drawing.result() if drawing is not None else NO_ROWS
