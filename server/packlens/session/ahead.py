"""What a session can do before it is asked, so that no question waits for it.

It is what all packs and searches are made from besides the graph: the counts of tokens, and the lexical index. Whoever
owns the session says when there is time for it; a question does what is not done by then.
"""

from __future__ import annotations

import time
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

from packlens.base.collector import freeze_more
from packlens.base.errors import CancelledError
from packlens.session.asking import Asking
from packlens.session.texts import Cancelled, Progress

if TYPE_CHECKING:
    from packlens.base.config import Semantic
    from packlens.graph.snapshot import Snapshot
    from packlens.session.semantic.meaning import Likeness
    from packlens.views.pack.inputs import Inputs
    from packlens.views.pack.question import PackQuestion
    from packlens.views.relevance.lexicon import Lexicon


class Ahead(Asking):
    """An open root that is made ready for questions."""

    _words_are_read = False
    _meaning: tuple[Semantic, Likeness] | None = None

    def warm(self) -> None:
        """Do now what the first price of a pack would wait for: loading its code and the counts of tokens. Needs no
        index.
        """
        import packlens.views.pack.price  # noqa: F401
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

    def compare(
        self, question: PackQuestion, progress: Progress | None = None, cancelled: Cancelled | None = None
    ) -> None:
        """Do now what the pack of a question in words would wait for: what the best by its words mean.

        `progress` hears (texts done, texts). Raises `CancelledError` when `cancelled` said so; what else goes wrong
        is said by the pack.
        """
        from packlens.views.relevance.meaning import NoMeaningError, by_meaning
        from packlens.views.relevance.ranking import rank_text

        meaning, query = self.meaning, question.query
        if meaning is None or query is None:
            return

        def view(snapshot: Snapshot) -> None:
            ranking = rank_text(snapshot, self.inputs.lexicon.of(snapshot), query)
            by_meaning(snapshot, ranking, query, meaning, progress, cancelled)

        with suppress(NoMeaningError):
            self.ask(view)

    def first_warning(self, question: PackQuestion, door: str) -> str | None:
        """What a person must know before this question is answered, once for each door; `None` where it is nothing."""
        meaning = self.meaning if question.query is not None else None
        return meaning.first_warning(door) if meaning is not None else None

    @property
    def meaning(self) -> Likeness | None:
        """Who compares texts, as the settings say now; `None` where nobody does."""
        settings = self.config.semantic
        if not settings.enabled:
            return None
        if self._meaning is None or self._meaning[0] != settings:
            from packlens.session.semantic.meaning import likeness_of

            self._meaning = settings, likeness_of(settings)
        return self._meaning[1]

    @property
    def inputs(self) -> Inputs:
        """What packs are made from besides the graph."""
        from packlens.views.pack.inputs import Inputs

        return Inputs(self._lexicon, meaning=self.meaning)

    @cached_property
    def _lexicon(self) -> Lexicon:
        from packlens.views.relevance.lexicon import Lexicon

        return Lexicon(self.keeper.words if self.keeper is not None else None)
