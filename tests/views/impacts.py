"""An impact as lines, one a row, so that a test compares the whole answer."""

from __future__ import annotations

from packlens.symbols.symbol import simple_name
from packlens.text.diff import Diff, diff
from packlens.views.impact.as_text import way_text
from packlens.views.impact.impact import impact_of_diff, impact_of_targets, needs_earlier
from packlens.views.impact.model import Impact, ImpactInputs
from tests.support.fixture import graph_of, parse


def impact_lines(impact: Impact) -> list[str]:
    """What changed, `!` what no longer fits, rows by distance, `T` tests, `?` possible, `unknown`, the risk."""
    return [
        *(
            f"{each.id} {each.change}{f' from {each.before}' if each.before else ''}"
            for each in impact.changed
        ),
        *(f"! {each.path}:{each.line} {each.reason}" for each in impact.unfit),
        *(f"{row.depth} {row.id} {row.confidence:g} {way_text(row.steps)}" for row in impact.rows),
        *(f"T {test.nodeid} {test.confidence:g} {way_text(test.steps)}" for test in impact.tests),
        *(f"? {use.path}:{use.line} {use.name}" for use in impact.possible),
        *(f"unknown {each.path} {each.reason}" for each in impact.unknown),
        *(f"other {path}" for path in impact.other),
        f"{impact.contract} {impact.risk.level}",
    ]


def check_impact(
    fixture: str, target: str, *expected: str, depth: int = 3, min_confidence: float = 0.3
) -> Impact:
    """What a change of `target` reaches."""
    impact = impact_of_targets(graph_of(fixture), target.split(), depth, min_confidence)
    assert impact_lines(impact) == list(expected)
    return impact


def step_diff(fixture: str) -> Diff:
    """The diff from step 1 of a fixture to its last."""
    parsed = parse(fixture)
    old, new = parsed.documents(1), parsed.documents()
    return diff("1..2", old.keys() | new.keys(), old, new)


def impact_of_steps(fixture: str) -> Impact:
    """What the changes from step 1 of a fixture to its last reach."""
    later, change = graph_of(fixture), step_diff(fixture)
    earlier = graph_of(fixture, step=1) if needs_earlier(later, change) else None
    return impact_of_diff(later, change, inputs=ImpactInputs(earlier))


def check_change(fixture: str, *expected: str) -> Impact:
    """What the changes from step 1 of a fixture to its last reach."""
    impact = impact_of_steps(fixture)
    assert impact_lines(impact) == list(expected)
    return impact


def check_tests(fixture: str, target: str, *expected: str) -> None:
    """The node ids of the tests that a change of `target` should run, in the order of their names."""
    impact = impact_of_targets(graph_of(fixture), target.split())
    assert sorted(test.nodeid for test in impact.tests) == list(expected)


def check_order(fixture: str, target: str, *expected: str) -> None:
    """The names of the tests that a change of `target` should run, in the order of the answer.

    Without a target it is the change from step 1 of the fixture to its last.
    """
    impact = impact_of_targets(graph_of(fixture), target.split()) if target else impact_of_steps(fixture)
    assert [simple_name(test.id) for test in impact.tests] == list(expected)
