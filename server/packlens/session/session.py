"""What can be asked of one root: every view, with the settings filled in.

A view is imported when it is first asked, so that a command loads its own and no other.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from packlens.base.deep import run_deep
from packlens.base.memory import resident_bytes
from packlens.session.comparing import Comparing
from packlens.session.stated_files import file_bytes
from packlens.session.texts import Cancelled, Progress

if TYPE_CHECKING:
    from packlens.graph.snapshot import Snapshot
    from packlens.text.history import Comparison
    from packlens.views.callers import Callers
    from packlens.views.map.as_text import Map
    from packlens.views.map.question import MapQuestion
    from packlens.views.pack.model import Pack
    from packlens.views.pack.question import PackQuestion
    from packlens.views.search import Search
    from packlens.views.symbol_view import SymbolView
    from packlens.views.verify.verify import Verification
    from packlens.views.yardstick import Yardstick


class Session(Comparing):
    """One open root and the questions it answers. `Engine` says how it is opened and fed, `Asking` how it is asked,
    `Ahead` what can be done before, `Comparing` what is asked of two states of it.
    """

    def question(self, targets: Sequence[str] = (), **options: Any) -> PackQuestion:
        """A question for a pack: options as `PackQuestion.of` takes them, and the settings for the others.

        An option of `None` is one that was not given; a depth without limit is "all".
        """
        from packlens.views.pack.question import PackQuestion

        config = self.config
        chosen: dict[str, Any] = {
            "budget": config.budget,
            "format": config.format,
            "signatures_only": config.signatures_only,
            "depth": config.depth,
            "tokenizer": config.tokenizer,
            "redact": config.redact,
            "templates": config.templates,
            "semantic": self.meaning.name if self.meaning is not None else "",
        }
        chosen |= {name: value for name, value in options.items() if value is not None}
        return PackQuestion.of(targets, **chosen)

    def pack(self, *targets: str, since: str | None = None, **options: Any) -> Pack:
        """Code around the targets, for a `query` or of a `diff`, within a budget, from the files as they are now.

        The options are those of `question`; `since` is the text of an earlier pack, of which only what is new or has
        changed comes again. Of two commits, and of what is staged, the files are those of the later
        state.
        """
        question = self.question(targets, **options)
        warning = self.first_warning(question, "python")
        if warning is not None:
            warnings.warn(warning, stacklevel=2)
        self.fresh()
        return self.packed(question, since=since)

    def packed(
        self,
        question: PackQuestion,
        seconds: float | None = None,
        *,
        every_row: bool = False,
        since: str | None = None,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Pack:
        """The pack that answers `question`, of the last generation or of the later state of its diff.

        Waits up to `seconds` for what could change it; `every_row` as `views.pack.pack` has it. `progress` and
        `cancelled` are those of the index of a later state that git holds, as `index` has them, and of `compare`.
        """
        with self.asked_of(question) as asked:
            if not asked.indexed:
                asked.index(progress, cancelled)
            if question.semantic:
                asked.compare(question, progress, cancelled)
            return asked.settled(asked.pack_view(question, every_row=every_row, since=since), seconds)

    @contextmanager
    def asked_of(self, question: PackQuestion) -> Iterator[Session]:
        """The session whose graph answers `question`: this one, or the `later` one of its diff."""
        if not question.of_diff:
            yield self
            return
        with self.later(comparison_of(question)) as later:
            yield later

    def pack_view(
        self, question: PackQuestion, *, every_row: bool = False, since: str | None = None
    ) -> Callable[[Snapshot], Pack]:
        """The view that answers `question`, of the session that it is `asked_of`.

        What git and the disk have to say is read now. Raises as `diff` does, and `VerificationError` where `since` is
        no pack.
        """
        from packlens.views.pack.pack import pack

        inputs = self.inputs
        if since is not None:
            from packlens.views.pack.since import known_of

            known = run_deep(lambda: known_of(since, self.config.templates))
            question, inputs = replace(question, since=known.digest), replace(inputs, since=known)
        if question.of_diff:
            inputs = replace(inputs, diff=self.diff(comparison_of(question)))
        return lambda snapshot: pack(snapshot, question, inputs, every_row=every_row)

    @staticmethod
    def render(pack: Pack) -> str:
        """The string that a pack is handed over as, in the format that was asked for."""
        from packlens.views.layout.render import render

        return render(pack)

    def callers(self, target: str, depth: int = 1) -> Callers:
        """Who uses the target."""
        from packlens.views.callers import callers

        self.fresh()
        return self.settled(lambda snapshot: callers(snapshot, target, depth))

    def callees(self, target: str, depth: int = 1) -> Callers:
        """What the target uses."""
        from packlens.views.callers import callees

        self.fresh()
        return self.settled(lambda snapshot: callees(snapshot, target, depth))

    def search(self, text: str, limit: int = 10, kind: str | None = None) -> Search:
        """The symbols that a text in words is about, from the files as they are now."""
        self.fresh()
        return self.search_of(text, limit, kind)

    def search_of(self, text: str, limit: int = 10, kind: str | None = None) -> Search:
        """As `search`, of the last generation. Raises `UsageError` for a kind that does not exist."""
        from packlens.views.search import kind_of, search

        wanted = kind_of(kind)
        return self.ask(lambda snapshot: search(snapshot, self.inputs.lexicon, text, limit, wanted))

    def symbol(self, name: str, *, body: bool = False) -> SymbolView:
        """One symbol: its place, signature and docstring, and its source when `body`."""
        from packlens.views.symbol_view import symbol_view

        self.fresh()
        return self.settled(lambda snapshot: symbol_view(snapshot, name, body=body))

    def map_question(self, **options: Any) -> MapQuestion:
        """A question for a map: options as `MapQuestion.of` takes them, and the settings for the others.

        An option of `None` is one that was not given.
        """
        from packlens.views.map.question import MapQuestion

        chosen: dict[str, Any] = {"tokenizer": self.config.tokenizer, "redact": self.config.redact}
        return MapQuestion.of(
            **chosen | {name: value for name, value in options.items() if value is not None}
        )

    def map_of(self, question: MapQuestion) -> Map:
        """The map that answers `question`, of the last generation."""
        from packlens.session.recent import recent_paths
        from packlens.views.map.map import map_view
        from packlens.views.map.question import MapInputs

        inputs = MapInputs(recent_paths(self.root), self.nothing_there or "", self.inputs.lexicon)
        return self.ask(lambda snapshot: map_view(snapshot, question, inputs))

    def map(self, **options: Any) -> Map:
        """The files that matter most, within a budget, from the files as they are now; see `map_question`."""
        question = self.map_question(**options)
        self.fresh()
        return self.map_of(question)

    def status(self) -> dict[str, Any]:
        """How the index stands, as `packlens.status/1`."""
        from packlens.views.status_view import StatusInputs, status

        inputs = StatusInputs(
            {str(cause): count for cause, count in self.skipped.counts.items()},
            self.store,
            resident_bytes(),
            {name: round(milliseconds, 1) for name, milliseconds in sorted(self.timings_ms.items())},
            self.failure,
            self.hindrance,
        )
        return self.ask(lambda snapshot: status(snapshot, inputs))

    def bench(self, budget: int, tokenizer: str | None = None, progress: Progress | None = None) -> Yardstick:
        """Packs of a few symbols beside find and cat, and grep, on the last generation."""
        from packlens.session.measured import measure

        once = sum(self.timings_ms.get(part, 0.0) for part in ("list_files", "read_files", "graph"))

        def ask(identifier: str) -> PackQuestion:
            return self.question((identifier,), budget=budget, tokenizer=tokenizer, format="markdown")

        return self.ask(lambda snapshot: measure(self.root, snapshot, ask, once, progress))

    def verify(self, text: str) -> Verification:
        """Whether the pack `text`, in any format, is true of the files on disk. Needs no index.

        Raises `VerificationError` for what is no pack of this version, and for one that names a file outside
        the root.
        """
        from packlens.views.verify.verify import verify

        return run_deep(lambda: verify(text, lambda path: file_bytes(self.root, path), self.config.templates))


def comparison_of(question: PackQuestion) -> Comparison:
    """The states that a question about a diff compares. Raises `UsageError` for what names no two states."""
    from packlens.text.history import Comparison

    return Comparison.of(question.diff, staged=question.staged)
