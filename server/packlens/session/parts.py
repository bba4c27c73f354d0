"""What an engine is put together from, decided once, when a root is opened.

What decides the graph beside the texts is found here: the folders that imports are looked up in, what Jedi is asked and
the packages that it sees. A store belongs to one such way.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from packlens.base.config import Config
from packlens.graph.absorb import Answered
from packlens.graph.update import Writer
from packlens.resolve.merge import Asks
from packlens.resolve.static.pytest_names import folders_of
from packlens.session.caches import cache_folder
from packlens.session.environment import outside_packages, packages_state
from packlens.session.keeping import Keeper
from packlens.session.texts import Texts

if TYPE_CHECKING:
    from packlens.session.settling import Settler
    from packlens.session.tree_state import TreeState

_MOST_WORKERS = 4


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of one engine.

    hints    what the settings of the root say about its layout
    asks     which calls Jedi is asked about
    outside  folders of the packages that Jedi sees; `None` for those beside Packlens, and where it is not asked
    """

    root: Path
    config: Config
    hints: tuple[str, ...]
    asks: Asks
    outside: tuple[str, ...] | None

    @classmethod
    def of(cls, root: Path, config: Config, texts: Texts | TreeState) -> Parts:
        """Those of a root with these settings."""
        jedi = config.jedi
        asks = Asks(jedi.scope) if jedi.enabled else Asks.NOTHING
        outside = outside_packages(root, jedi.environment_path) if jedi.enabled else None
        return cls(root, config, tuple(texts.import_hints()), asks, outside)

    def writer(self) -> Writer:
        """Makes the graph."""
        return Writer(self.root.name, self.hints, asks=self.asks)

    def keeper(self, texts: Texts | TreeState, wake: Callable[[], object]) -> Keeper | None:
        """Keeps the graph between runs; `None` for the texts of a state that git holds, which are kept there."""
        if not isinstance(texts, Texts):
            return None
        packages = packages_state(self.outside) if self.config.jedi.enabled else ""
        way = f"{self.hints}\0{self.asks}\0{packages}"
        return Keeper(cache_folder("store"), self.root, way, texts, wake)

    def settler(self, absorb: Callable[[list[Answered]], None]) -> Settler | None:
        """Asks Jedi and gives its answers to `absorb`; `None` where Jedi is not to be asked."""
        if not self.config.jedi.enabled:
            return None
        from packlens.session.settling import Settler  # what starts workers is needed where Jedi is asked

        workers = self.config.jedi.workers or min(_MOST_WORKERS, max(1, (os.cpu_count() or 1) - 1))
        return Settler(self.root, folders_of(self.hints), self.outside, cache_folder("jedi"), workers, absorb)
