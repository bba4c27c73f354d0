"""What a session can do before it is asked, so that no question waits for it.

It is what all packs and searches are made from besides the graph: the counts of tokens, and the lexical index. Whoever
owns the session says when there is time for it; a question does what is not done by then.
"""

from __future__ import annotations

import time
from functools import cached_property
from typing import TYPE_CHECKING

from packlens.base.collector import freeze_more
from packlens.base.errors import CancelledError
from packlens.session.asking import Asking
from packlens.session.texts import Cancelled, Progress

if TYPE_CHECKING:
    from packlens.views.inputs import Inputs


class Ahead(Asking):
    """An open root that is made ready for questions."""

    _words_are_read = False

    def warm(self) -> None:
        """Do now what the first count of tokens would wait for. Needs no index."""
        from packlens.views.tokens import Tokenizer, warm

        warm(Tokenizer(self.config.tokenizer))

    def read_words(self, progress: Progress | None = None, cancelled: Cancelled | None = None) -> None:
        """Do now what the first search or question in words would wait for: the lexical index of the graph.

        `progress` hears (files done, files). Raises `CancelledError` when `cancelled` said so.
        """
        self.ask(lambda snapshot: self.inputs.lexicon.of(snapshot, progress, cancelled))

    def read_words_for(self, seconds: float) -> bool:
        """A step of `read_words`, of about so many seconds. True when there is nothing more to read.

        What the first reading has made stays for as long as the session does: the cycle collector passes it by.
        """
        begin = time.monotonic()
        end: float | None = None

        def over() -> bool:
            nonlocal end
            now = time.monotonic()
            if end is None:  # one file at least, and what was not read is looked for once for each step
                end = now + max(seconds, now - begin)
                return False
            return now > end

        try:
            self.ask(lambda snapshot: self.inputs.lexicon.of(snapshot, None, over).warm())
        except CancelledError:
            return False
        if not self._words_are_read:
            self._words_are_read = True
            freeze_more()
        return True

    @property
    def words_missing(self) -> int:
        """How many files `read_words` has yet to read."""
        return self.inputs.lexicon.missing(self.snapshot)

    @cached_property
    def inputs(self) -> Inputs:
        """What packs are made from besides the graph."""
        from packlens.views.inputs import Inputs
        from packlens.views.relevance.lexicon import Lexicon

        return Inputs(Lexicon(self.keeper.words if self.keeper is not None else None))
