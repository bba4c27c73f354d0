"""Static rows and Jedi's answers, put together."""

from __future__ import annotations

from packlens.resolve.edge import EdgeKind, Resolver, Through
from packlens.resolve.merge import Asks, merge, open_sites
from packlens.resolve.static.rows import Row, Rows

CALLS = EdgeKind.CALLS
DIRECT, DECORATED, DISPATCH = Through.DIRECT, Through.DECORATED, Through.DISPATCH


def check(edges: list[Row], found: dict[int, set[str]], expected: list[str]) -> Rows:
    """Merge and compare every edge, as `site target confidence resolver through`."""
    answers = {site: frozenset(targets) for site, targets in found.items()}
    merged = merge(Rows(tuple(edges), ((9, "run", True),), ()), answers, frozenset())
    lines = [f"{row.site} {row.target} {row.confidence} {row.resolver} {row.through}" for row in merged.edges]
    assert lines == expected
    return merged


def test_agreement_settles() -> None:
    check([Row(0, "a", CALLS, 0.8, DIRECT)], {0: {"a"}}, ["0 a 1.0 jedi direct"])


def test_what_jedi_alone_finds_is_taken_and_no_longer_open() -> None:
    merged = check([], {9: {"a"}}, ["9 a 1.0 jedi direct"])
    assert merged.unsettled == ()


def test_different_answers_both_stay_in_doubt() -> None:
    check([Row(0, "a", CALLS, 0.8, DIRECT)], {0: {"b"}}, ["0 a 0.6 static direct", "0 b 0.6 jedi direct"])


def test_one_more_answer_puts_itself_in_doubt_and_settles_the_common_one() -> None:
    check([Row(0, "a", CALLS, 0.8, DIRECT)], {0: {"a", "b"}}, ["0 a 1.0 jedi direct", "0 b 0.6 jedi direct"])


def test_static_targets_beyond_those_of_jedi_keep_their_confidence() -> None:
    check(
        [
            Row(0, "a", CALLS, 0.8, DECORATED),
            Row(0, "b", CALLS, 0.8, DIRECT),
            Row(0, "c", CALLS, 0.6, DISPATCH),
        ],
        {0: {"a"}},
        ["0 a 1.0 jedi decorated", "0 b 0.8 static direct", "0 c 0.6 static dispatch"],
    )


def test_other_kinds_and_other_sites_are_left_alone() -> None:
    check(
        [Row(0, "a", EdgeKind.REFERENCES, 0.8, DIRECT), Row(1, "b", CALLS, 0.9, DIRECT)],
        {0: {"a"}},
        ["0 a 1.0 jedi direct", "0 a 0.8 static direct", "1 b 0.9 static direct"],
    )


def test_a_site_that_leads_out_is_no_longer_open() -> None:
    assert merge(Rows((), ((9, "run", True),), ()), {}, frozenset({9})).unsettled == ()


def test_which_sites_are_asked_about() -> None:
    rows = Rows(
        (
            Row(-1, "o", EdgeKind.OVERRIDES, 0.9, DIRECT),
            Row(0, "sure", CALLS, 0.9, DIRECT),
            Row(1, "unsure", CALLS, 0.8, DIRECT),
            Row(2, "sure", CALLS, 0.9, DIRECT),
            Row(2, "overrider", CALLS, 0.6, DISPATCH),
            Row(3, "read", EdgeKind.REFERENCES, 0.8, DIRECT),
            Row(5, "a.py::A.__exit__", CALLS, 0.8, DIRECT),
            Row(6, "a.py::A.__init__", CALLS, 0.8, DIRECT),
        ),
        ((4, "unknown", True),),
        (),
    )
    assert open_sites(rows, Asks.OPEN) == (4,)
    assert open_sites(rows, Asks.ALL) == (0, 1, 2, 4, 6)
    assert open_sites(rows, Asks.NOTHING) == ()


def test_an_edge_without_a_resolver_is_of_static_resolution() -> None:
    assert Row(0, "a", CALLS, 0.9, DIRECT).resolver is Resolver.STATIC
