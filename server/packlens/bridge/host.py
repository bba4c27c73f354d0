"""Who answers for a workspace."""

from __future__ import annotations

from pathlib import Path

from packlens.base.errors import PacklensError, UsageError
from packlens.bridge.engine import OwnEngine, Report
from packlens.bridge.reply import Answer, Question
from packlens.session.roots import current_folder, find_root


class Host:
    """The one that answers questions about the workspace at `path` (as `--root` of the command line)."""

    def __init__(self, path: str | None) -> None:
        self.root: Path | None = None
        self.trouble: PacklensError | None = None
        self._engine: OwnEngine | None = None
        try:
            self.root = _root(path)
        except PacklensError as error:
            self.trouble = error

    def begin(self) -> None:
        """Make ready what answers, without waiting for it."""
        if self.root is not None:
            self._own(self.root).begin()

    async def ask(self, question: Question, report: Report | None = None) -> Answer:
        """The answer. Raises `PacklensError`."""
        if self.root is None:
            assert self.trouble is not None
            raise self.trouble
        return await self._own(self.root).ask(question, report)

    def end(self) -> None:
        """Answer nothing more."""
        if self._engine is not None:
            self._engine.end()

    def _own(self, root: Path) -> OwnEngine:
        if self._engine is None:
            self._engine = OwnEngine(root)
        return self._engine


def _root(path: str | None) -> Path:
    root = find_root(path, current_folder())
    if path is None and root in (Path.home().resolve(), Path(root.anchor)):
        raise UsageError(f"started in {root}, which is no project; name the folder of one: packlens mcp PATH")
    return root
