"""From a draft to the finished string, counted.

The header states how many tokens the string that holds it costs, so it is written until the number is true.
The ledger takes at most its share of the budget, and no more than what the code leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from packlens import __version__
from packlens.graph.snapshot import Snapshot
from packlens.views.budget import Budget
from packlens.views.layout.common import ChangeRows, Facts, Layout, Ledger, SinceRows
from packlens.views.pack.change_rows import ChosenRows
from packlens.views.pack.changes import Changes
from packlens.views.pack.draft import Draft
from packlens.views.pack.item_prices import without_secrets
from packlens.views.pack.model import FileBlock, Frame, Omitted, Pack, PackItem, PackTarget
from packlens.views.pack.neighbours import Reads, functions_of
from packlens.views.pack.question import PackQuestion
from packlens.views.pack.since import Known, Split, only
from packlens.views.possible import PossibleUse
from packlens.views.redact import Redactor
from packlens.views.verify.provenance import SHORT_DIGEST, digest_of, manifest_of

_ROUNDS = 8


@dataclass(frozen=True, slots=True)
class Left:
    """What a draft does not hold.

    omitted   the nearest of it, at most `OMITTED_LIMIT`; `total` counts all
    warnings  what the person must know about the targets
    """

    omitted: tuple[Omitted, ...]
    total: int
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finisher:
    """Everything about one pack that does not depend on the draft."""

    snapshot: Snapshot
    question: PackQuestion
    target: PackTarget
    layout: Layout
    budget: Budget
    possible: tuple[PossibleUse, ...]
    read: Reads
    changes: Changes | None = None
    rows: ChosenRows | None = None
    since: Known | None = None

    @property
    def possible_sites(self) -> tuple[PossibleUse, ...]:
        """One of `possible` for each place: a site counts once, however many candidates it has."""
        return tuple({(use.path, use.line, use.name): use for use in reversed(self.possible)}.values())[::-1]

    def alone(self) -> Finisher:
        """The same as if there were no earlier pack."""
        return replace(self, question=replace(self.question, since=""), since=None)

    def facts(
        self, frame: Frame, digest: str = "0123456789abcdef", redactions: int | None = 0, pending: int = 0
    ) -> Facts:
        """What the header says."""
        return Facts(
            self.snapshot.root_name,
            self.target.shown,
            self.budget.limit,
            self.budget.tokenizer.value,
            self.snapshot.state,
            digest,
            redactions if self.question.redact else None,
            pending,
            frame,
            self._rows(frame, Redactor(enabled=self.question.redact)),
            self.question.since,
            semantic=self.question.semantic,
        )

    def _rows(self, frame: Frame, redactor: Redactor) -> ChangeRows | None:
        """What a frame has room to say of what is gone, as it may leave: a short one how much, none nothing."""
        if self.rows is None or frame is Frame.NONE:
            return None
        return self.rows.full(redactor) if frame is Frame.FULL else self.rows.counted()

    def finish(self, draft: Draft, frame: Frame, left: Left) -> Pack | None:
        """The pack of `draft`, or `None` when its string is over the budget."""
        redactor = Redactor(enabled=self.question.redact)
        blocks, names = self._without_secrets(draft.blocks(), redactor), draft.names()
        split = None
        if self.since is not None:
            split = self.since.split(blocks, names)
            # Secrets are numbered anew, by what is left.
            redactor = Redactor(enabled=self.question.redact)
            blocks = self._without_secrets(only(draft.blocks(), split.kept), redactor)
            names = tuple(item for item in names if item.id in split.kept)
        manifest = manifest_of(self.snapshot.documents[block.path] for block in blocks)
        target = self.target
        digest = digest_of(
            manifest,
            target.as_json(),
            self.question.settings(),
            __version__,
        )
        open_sites = self._open_sites(draft)
        rows = self._rows(frame, redactor)
        facts = self.facts(frame, digest[:SHORT_DIGEST], redactor.replaced, len(open_sites))
        facts = replace(facts, changes=rows)
        if split is not None and frame is not Frame.NONE:
            facts = replace(facts, since=self._since_rows(facts, blocks, names, split, left))
        if split is not None and not (blocks or names or facts.since or rows):
            return None  # no room to say that nothing is new
        settled = self._write(facts, blocks, names, left)
        if settled is None:
            return None
        text, tokens = settled
        return Pack(
            self.question,
            self.snapshot.root_name,
            self.snapshot.state,
            self.snapshot.generation,
            target,
            tokens,
            digest,
            frame,
            blocks,
            names,
            left.omitted,
            left.total,
            self.possible,
            manifest,
            open_sites,
            left.warnings,
            facts.redactions,
            text,
            self.changes.symbols if self.changes is not None else (),
            rows.rows if rows is not None else (),
            split.unchanged if split is not None else (),
            split.gone if split is not None else (),
        )

    def _without_secrets(self, blocks: Sequence[FileBlock], redactor: Redactor) -> tuple[FileBlock, ...]:
        """The blocks as they may leave.

        The code first, as `verify` reads it; then what stood there before, which no file holds any more.
        """
        redactor.know(self.snapshot.documents[block.path] for block in blocks)
        shown = tuple(self._shown(block, redactor) for block in blocks)
        if self.changes is None:
            return shown
        return tuple(self._marked(block, self.changes, redactor) for block in shown)

    def _since_rows(
        self,
        facts: Facts,
        blocks: Sequence[FileBlock],
        names: Sequence[PackItem],
        split: Split,
        left: Left,
    ) -> SinceRows | None:
        """As many rows of what the reader has as there is room for beside the code and the ledger."""

        def rows(count: int) -> SinceRows:
            gone = split.gone[: max(0, count - len(split.unchanged))]
            return SinceRows(split.unchanged[:count], gone, total - count)

        def fits(count: int) -> bool:
            text = self.layout.whole(replace(facts, since=rows(count)), limit, blocks, names, None)
            return self.budget.price_of(text) + ledger <= limit

        limit, total = self.budget.limit, len(split.unchanged) + len(split.gone)
        ledger = self.budget.ledger_share if left.total or self.possible else 0
        if not total or not fits(0):
            return None
        low, high = 0, total
        while low < high:
            middle = (low + high + 1) // 2
            if fits(middle):
                low = middle
            else:
                high = middle - 1
        return rows(low)

    def _shown(self, block: FileBlock, redactor: Redactor) -> FileBlock:
        """`block` as it may leave."""
        document = self.snapshot.documents[block.path]
        items = tuple(without_secrets(item, document, redactor) for item in block.items)
        return replace(block, items=items)

    def _marked(self, block: FileBlock, changes: Changes, redactor: Redactor) -> FileBlock:
        """`block` with what stood there before as it may leave."""
        items: list[PackItem] = []
        for item in block.items:
            symbol = self.snapshot.symbol(item.id)
            if item.marks and symbol is not None:
                marks = changes.without_secrets(symbol, item.marks, redactor)
                items.append(replace(item, marks=marks))
            else:
                items.append(item)
        return replace(block, items=tuple(items))

    def _open_sites(self, draft: Draft) -> frozenset[tuple[str, int]]:
        """The pending sites that could bring other neighbours of what is shown."""
        snapshot, read = self.snapshot, self.read
        shown = read.always.union(draft.items)

        def members(ids: frozenset[str]) -> Iterator[str]:
            for identifier in ids:
                if any(around in shown for around in _around(identifier)):
                    yield from (
                        (identifier,) if identifier in read.always else functions_of(snapshot, identifier)
                    )

        return snapshot.pending_for(members(read.uses), naming=False) | snapshot.pending_for(
            members(read.users), inside=False
        )

    def smallest_ledger(self) -> int:
        """Tokens of a ledger that only counts, or 0 when even that is more than the ledger's share."""
        price = self.budget.price_of(self.layout.ledger(Ledger((), 100, self.possible_sites, False)))
        return price if price <= self.budget.ledger_share else 0

    def _write(
        self, facts: Facts, blocks: Sequence[FileBlock], names: Sequence[PackItem], left: Left
    ) -> tuple[str, int] | None:
        layout, budget = self.layout, self.budget

        def without_ledger(used: int) -> str:
            return layout.whole(facts, used, blocks, names, None)

        ledger = None
        if facts.frame is not Frame.NONE:
            tokens = budget.fits(without_ledger(budget.limit))
            room = 0 if tokens is None else min(budget.ledger_share, budget.limit - tokens)
            ledger = self._ledger(left, room)
        while ledger is not None:
            chosen = ledger

            def with_ledger(used: int, chosen: Ledger = chosen) -> str:
                return layout.whole(facts, used, blocks, names, chosen)

            with_rows = _settle(with_ledger, budget)
            if with_rows is not None:
                return with_rows
            ledger = replace(ledger, rows=ledger.rows[:-1]) if ledger.rows else None
        return _settle(without_ledger, budget)

    def _ledger(self, left: Left, room: int) -> Ledger | None:
        """The fullest ledger of at most `room` tokens."""
        if not left.total and not self.possible:
            return None

        def fits(ledger: Ledger) -> bool:
            return self.budget.price_of(self.layout.ledger(ledger)) <= room

        ledger = Ledger((), left.total, self.possible_sites, True)
        if not fits(ledger):
            ledger = replace(ledger, show_sites=False)
            if not fits(ledger):
                return None
        low, high = 0, len(left.omitted)
        while low < high:
            middle = (low + high + 1) // 2
            if fits(replace(ledger, rows=left.omitted[:middle])):
                low = middle
            else:
                high = middle - 1
        return replace(ledger, rows=left.omitted[:low])


def _settle(write: Callable[[int], str], budget: Budget) -> tuple[str, int] | None:
    """The string whose stated size is its size, and the size; `None` when it is over the budget."""
    used = budget.limit
    for _ in range(_ROUNDS):
        text = write(used)
        tokens = budget.fits(text)
        if tokens is None:
            return None
        if tokens == used or write(tokens) == text:
            return text, tokens
        used = tokens
    return None


def _around(identifier: str) -> Iterator[str]:
    """A symbol's id and those of the symbols that enclose it."""
    path, _, qualname = identifier.partition("::")
    while qualname:
        yield f"{path}::{qualname}"
        qualname = qualname.rpartition(".")[0]
