"""The pack: whole functions, signatures and names for a question, within a budget.

What is in question comes first, at full. When it does not all fit, the largest level that all of it fits at is taken,
then as much as possible is raised, level by level; a frame that leaves too little room shrinks. What was pinned comes
next, at its level. Then come the candidates in their order: each is tried at its levels, best first; what does not fit
is skipped, never cut, and a smaller one after it may still fit. What was left out goes to the ledger with its price.

`views.pack.source` says what is in question and what the candidates are, `views.pack.packer` puts the parts together.
"""

from __future__ import annotations

from dataclasses import replace

from packlens.graph.snapshot import Snapshot
from packlens.views.budget import Budget
from packlens.views.layout.common import Layout
from packlens.views.layout.markdown import MarkdownLayout
from packlens.views.layout.prompt import PromptLayout
from packlens.views.layout.templates import PLAIN
from packlens.views.layout.text import TextLayout
from packlens.views.layout.xml import XmlLayout
from packlens.views.pack.change_rows import choose_rows
from packlens.views.pack.diff_source import source_of_diff
from packlens.views.pack.filling import Filling
from packlens.views.pack.finish import Finisher
from packlens.views.pack.inputs import Inputs
from packlens.views.pack.item_prices import ItemPrices
from packlens.views.pack.model import Pack
from packlens.views.pack.packer import Packer
from packlens.views.pack.plan import Plan
from packlens.views.pack.question import Format, PackQuestion, SourceKind
from packlens.views.pack.since import Known
from packlens.views.pack.source import Source, source_of_targets
from packlens.views.pack.wishes import with_ids
from packlens.views.relevance.query_source import source_of_query

_NO_INPUTS = Inputs()


def pack(
    snapshot: Snapshot, question: PackQuestion, inputs: Inputs = _NO_INPUTS, *, every_row: bool = False
) -> Pack:
    """The answer to `question`.

    `every_row`: `omitted` holds as many rows as in a JSON pack, also beyond what the ledger has room for. The
    text is the same.

    Raises `UsageError`, `NotFoundError` or `AmbiguousError` for a target that names no one thing, `NotFoundError`
    for words that match nothing and a diff in which nothing differs, and `NothingFitsError` when the budget holds not
    even a name.
    """
    source = source_of(snapshot, question, inputs)
    return pack_from(snapshot, question, source, every_row=every_row, since=inputs.since)


def source_of(snapshot: Snapshot, question: PackQuestion, inputs: Inputs) -> Source:
    """What the pack of `question` is made from. Raises what `pack` raises."""
    if question.kind is SourceKind.QUERY:
        return source_of_query(snapshot, question, inputs.lexicon.of(snapshot), meaning=inputs.meaning)
    if question.kind is SourceKind.DIFF:
        assert inputs.diff is not None, "the session reads the diff that a question is about"
        return source_of_diff(snapshot, question, inputs.diff)
    return source_of_targets(snapshot, question)


def pack_from(
    snapshot: Snapshot,
    question: PackQuestion,
    source: Source,
    *,
    every_row: bool = False,
    since: Known | None = None,
) -> Pack:
    """As `pack`, from parts that are known."""
    question = replace(with_ids(snapshot, question), semantic=source.semantic)
    layout = _layout(question)
    budget = Budget(question.budget, question.tokenizer, source.ledger_percent)
    finisher = Finisher(
        snapshot,
        question,
        source.target,
        layout,
        budget,
        source.possible,
        source.read,
        source.changes,
        choose_rows(source.changes, source.gone, layout, budget, alone=not source.first),
        since,
    )
    plan = Plan.of(snapshot, question, source)
    prices = ItemPrices(snapshot, layout, budget, question.redact, plan.wishes, source.changes)
    filling = Filling(finisher.alone(), plan, prices)
    made = Packer(finisher, plan, filling, every_row or question.format is Format.JSON).pack()
    return replace(made, warnings=(*made.warnings, *source.warnings)) if source.warnings else made


def _layout(question: PackQuestion) -> Layout:
    layout: Layout
    if question.counted_format is Format.XML:
        layout = XmlLayout()
    else:
        layout = TextLayout() if question.counted_format is Format.TEXT else MarkdownLayout()
    return layout if question.template == PLAIN else PromptLayout(layout, question.template)
