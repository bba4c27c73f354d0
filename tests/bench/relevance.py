"""Whether a pack for a task or question holds the code that is needed, on a set of real ones.

    python -m tests.bench.relevance --data DIR                     the table: each budget, in tokens of the whole pack
    python -m tests.bench.relevance --data DIR --kind qa           questions instead of tasks
    python -m tests.bench.relevance --data DIR --ablate            without one signal after the other
    python -m tests.bench.relevance --data DIR --cross-validate    tuned on all packages but one, in turn
    python -m tests.bench.relevance --data DIR --whole             of whole releases, tests, examples and documents too
    python -m tests.bench.relevance --data DIR --code-only         len/4 of the code alone counts, no markup
    python -m tests.bench.relevance --data DIR --semantic local    with the order by meaning too, beside that by words

`DIR` holds `localization.jsonl` and `qa.jsonl`. The releases that they name are fetched by pip. Each ranking is
compared with BM25 on bodies: the mean difference over the entries with its 95% bootstrap interval.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from packlens.base.config import Semantic
from packlens.base.errors import NotFoundError, NothingFitsError
from packlens.session.semantic.meaning import Likeness, likeness_of
from packlens.views.pack.model import Level, Pack
from packlens.views.pack.pack import pack_from
from packlens.views.pack.question import PackQuestion
from packlens.views.pack.source import Source
from packlens.views.relevance.query_source import source_of_query
from packlens.views.relevance.ranking import STANDARD, Signals
from tests.bench.figures import announce, percentile
from tests.bench.relevance_releases import Release, bodies_source, release_of
from tests.bench.relevance_set import KINDS, Entry, Score, Shown, entries, interval, mean, score

BUDGETS = (1000, 2000, 4000, 8000)
BASELINE, PRODUCT, SEMANTIC = "bodies", "packlens", "with meaning"
Ranking = Callable[[Release, PackQuestion], Source]


def by_signals(signals: Signals) -> Ranking:
    """The ranking of the product, with these signals."""
    return lambda release, question: source_of_query(release.snapshot, question, release.index, signals)


def by_meaning(likeness: Likeness) -> Ranking:
    """The ranking of the product, where texts are compared. A model that cannot be asked ends the run."""

    def ranking(release: Release, question: PackQuestion) -> Source:
        asked = replace(question, semantic=likeness.name)
        source = source_of_query(release.snapshot, asked, release.index, meaning=likeness)
        if source.warnings:
            raise SystemExit(source.warnings[0])
        return source

    return ranking


RANKINGS: dict[str, Ranking] = {BASELINE: bodies_source, PRODUCT: by_signals(STANDARD)}
ABLATIONS: dict[str, Ranking] = {
    "words alone": by_signals(
        replace(STANDARD, file=0, graph=0, own_init=0, own_callee=0, twin=0, owner=0, named=False)
    ),
    "no named": by_signals(replace(STANDARD, named=False)),
    "no own init": by_signals(replace(STANDARD, own_init=0)),
    "no own callee": by_signals(replace(STANDARD, own_callee=0)),
    "no twin": by_signals(replace(STANDARD, twin=0)),
    "no file": by_signals(replace(STANDARD, file=0)),
    "no graph": by_signals(replace(STANDARD, graph=0)),
    "no names": by_signals(replace(STANDARD, of_names=1)),
    "no owner": by_signals(replace(STANDARD, owner=0)),
    "beside as 1": by_signals(replace(STANDARD, of_beside=1)),
    "class as 1": by_signals(replace(STANDARD, of_class=1)),
}
# What cross-validation chooses among, one package left out at a time.
CHOICES = {
    f"{graph} {callee} {twin} {names}": by_signals(
        replace(STANDARD, graph=graph, own_callee=callee, twin=twin, of_names=names)
    )
    for graph in (0.05, 0.1)
    for callee in (0.0, 0.3)
    for twin in (0.0, 0.9)
    for names in (1.0, 1.35)
}


def main() -> int:
    """The command."""
    command = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    command.add_argument("--data", required=True, type=Path)
    command.add_argument("--kind", choices=KINDS, default="localization")
    command.add_argument("--budgets", type=_numbers, default=BUDGETS)
    command.add_argument("--sample", type=int, help="so many entries, chosen at random")
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--ablate", action="store_true")
    command.add_argument("--only", help="these rankings, by name, with commas between")
    command.add_argument("--code-only", action="store_true")
    command.add_argument(
        "--whole", action="store_true", help="pack whole releases, and not their source alone"
    )
    command.add_argument("--cross-validate", action="store_true", help="tuned on all packages but one")
    command.add_argument("-v", "--verbose", action="store_true", help="name the entries that are missed")
    command.add_argument("--semantic", metavar="local|URL", help="compare by meaning too")
    command.add_argument("--model", help="of the server at URL")
    command.add_argument("--key", metavar="VARIABLE", help="the environment variable that holds its key")
    arguments = command.parse_args()
    announce()
    asked = entries(arguments.data, arguments.kind)
    if arguments.whole:
        asked = [replace(entry, release=(entry.release[0], "")) for entry in asked]
    if arguments.sample:
        asked = random.Random(arguments.seed).sample(asked, min(arguments.sample, len(asked)))
    rankings = RANKINGS | (ABLATIONS if arguments.ablate else {})
    if arguments.semantic:
        rankings |= {SEMANTIC: by_meaning(_likeness(arguments.semantic, arguments.model, arguments.key))}
    if arguments.only:
        rankings = {name: rankings[name] for name in arguments.only.split(",")}
    if arguments.cross_validate:
        return cross_validated(asked, arguments.budgets)
    table = measured(asked, rankings, arguments.budgets, code_only=arguments.code_only)
    print_table(asked, table, arguments.budgets)
    if arguments.verbose:
        for entry, row in zip(asked, table[PRODUCT, arguments.budgets[-1]], strict=True):
            if not row.all_full:
                print(f"missed: {entry.id} rank {row.rank} {[gold.qualname for gold in entry.golds]}")
    return 0


def cross_validated(asked: Sequence[Entry], budgets: Sequence[int]) -> int:
    """What each package scores with what is best on all the others, of the code alone."""
    table = measured(asked, CHOICES, budgets, code_only=True)
    held: Table = {("held out", budget): [] for budget in budgets}
    packages = dict.fromkeys(entry.package for entry in asked)
    for package in packages:
        inside = [number for number, entry in enumerate(asked) if entry.package == package]
        outside = [number for number, entry in enumerate(asked) if entry.package != package]
        best = max(CHOICES, key=lambda name: _worth([table[name, b][i] for b in budgets for i in outside]))
        for budget in budgets:
            held["held out", budget] += [table[best, budget][number] for number in inside]
        print(f"{package}: {best}")
    cells = "  ".join(f"{mean(held['held out', b], lambda s: s.all_full):.3f}" for b in budgets)
    print(f"held out, symAll {cells}, MRR {mean(held['held out', budgets[-1]], lambda s: s.reciprocal):.3f}")
    return 0


def _worth(rows: Sequence[Score]) -> float:
    return mean(rows, lambda row: row.all_full) + mean(rows, lambda row: row.reciprocal) / 4


Table = dict[tuple[str, int], list[Score]]


def measured(
    asked: Sequence[Entry], rankings: dict[str, Ranking], budgets: Iterable[int], *, code_only: bool = False
) -> Table:
    """The score of each entry, by ranking and budget."""
    table: Table = {(name, budget): [] for name in rankings for budget in budgets}
    times: dict[str, list[float]] = {name: [] for name in rankings}
    for number, entry in enumerate(asked):
        if sys.stderr.isatty():
            print(f"\r{number} of {len(asked)}", end="", file=sys.stderr)
        release = release_of(*entry.release)
        for name, ranking in rankings.items():
            for budget in budgets:
                begin = time.process_time()
                shown = answered(release, ranking, PackQuestion(query=entry.query, budget=budget), code_only)
                times[name].append((time.process_time() - begin) * 1000)
                table[name, budget].append(score(entry, shown))
    for name, spent in times.items():
        print(f"{name}: {percentile(spent, 0.5):.0f} ms p50, {percentile(spent, 0.95):.0f} ms p95 a pack")
    return table


def answered(release: Release, ranking: Ranking, question: PackQuestion, code_only: bool) -> list[Shown]:
    """What is shown, in the order of its worth."""
    try:
        source = ranking(release, question)
        if code_only:
            return release.greedy(source, question.budget)
        return shown_by(release, pack_from(release.snapshot, question, source))
    except (NotFoundError, NothingFitsError):
        return []


def shown_by(release: Release, pack: Pack) -> list[Shown]:
    """The items of a pack by their score; the header of a class that came with a method stands after it.

    A class of which only header and attributes are there is not shown.
    """
    shown: list[Shown] = []
    for item in sorted(pack.items, key=lambda item: (-item.score, not item.via)):
        name = item.qualname.partition("#")[0]
        if item.level is Level.FULL:
            shown.append(Shown(item.path, name, True))
        elif item.level is Level.EXCERPT and item.kind == "class":
            if release.holds_outline(item.id, item.ranges):
                shown.append(Shown(item.path, name, False))
        elif item.level is not Level.NAME and item.kind != "class":
            shown.append(Shown(item.path, name, False))
    return shown


def print_table(asked: Sequence[Entry], table: Table, budgets: Sequence[int]) -> None:
    """One line a ranking: symAll and what is at least shown at each budget, MRR and hit@8."""
    middle = 4000 if 4000 in budgets else budgets[-1]
    names = dict.fromkeys(name for name, _ in table)
    print(f"{len(asked)} entries; budgets {', '.join(map(str, budgets))}; MRR and hit@8 at {middle}")
    print(f"{'ranking':<16}{'symAll':<{7 * len(budgets)}}{'shAll':<{7 * len(budgets)}}{'MRR':<7}{'hit@8':<7}")
    for name in names:
        full = "".join(f"{mean(table[name, b], lambda s: s.all_full):.3f}  " for b in budgets)
        some = "".join(f"{mean(table[name, b], lambda s: s.all_shown):.3f}  " for b in budgets)
        at = table[name, middle]
        print(
            f"{name:<16}{full}{some}{mean(at, lambda s: s.reciprocal):.3f}  {mean(at, lambda s: s.hit8):.3f}"
        )
    compared = [(name, BASELINE) for name in names if name != BASELINE]
    for name, other in [*compared, *([(SEMANTIC, PRODUCT)] if SEMANTIC in names else [])]:
        if (other, budgets[0]) not in table:
            continue
        cells = []
        for budget in budgets:
            pairs = zip(table[name, budget], table[other, budget], strict=True)
            value, low, high = interval([mine.all_full - its.all_full for mine, its in pairs])
            cells.append(f"{value:+.3f} [{low:+.3f}, {high:+.3f}]")
        print(f"{name} - {other}, symAll: {'  '.join(cells)}")
    for named in (True, False):
        rows = [
            row
            for entry, row in zip(asked, table[PRODUCT, middle], strict=True)
            if entry.names_symbol is named
        ]
        word = "names a symbol" if named else "names none"
        print(
            f"{word}: n {len(rows)}, symAll {mean(rows, lambda s: s.all_full):.3f}, "
            f"MRR {mean(rows, lambda s: s.reciprocal):.3f}"
        )


def _likeness(provider: str, model: str | None, key: str | None) -> Likeness:
    if provider == "local":
        return likeness_of(Semantic(enabled=True))
    return likeness_of(Semantic(True, "endpoint", provider, model, key))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))


if __name__ == "__main__":
    raise SystemExit(main())
