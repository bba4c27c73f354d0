"""An impact as text, Markdown, a Mermaid picture, or the arguments for pytest.

All of them are made of names, lines and reasons; no source text is in any.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from packlens.base.counted import counted
from packlens.symbols.symbol import path_of, qualname_of
from packlens.views.affected import Step
from packlens.views.impact.as_json import to_json
from packlens.views.impact.model import Contract, Impact, Unknown
from packlens.views.mermaid import label_text
from packlens.views.redact import visible

_SHOWN = 20  # rows of one heading; the rest is counted
_FEW_FILES = 3  # of one reason that are named each
_FOLDERS = 4  # named of those that hold other files
_SAYS = {
    Contract.NONE: "nothing changed that anybody uses",
    Contract.BEHAVIOUR: "contracts hold; only behaviour may differ",
    Contract.CHANGED: "contracts change",
    Contract.OPEN: "if it changes in any way",
}


def to_text(impact: Impact) -> str:
    """For a terminal: what changed, what no longer fits, who is affected by distance, tests, what is not known.

    Long lists are cut and counted.
    """
    lines: list[str] = []
    for heading, rows in _groups(impact, slice(None)):
        lines += [heading, *(f"  {row}" for row in rows[:_SHOWN])]
        if len(rows) > _SHOWN:
            lines.append(f"  {_more(rows)}")
    return "\n".join([*lines, *_ending(impact)]) + "\n"


def to_part(impact: Impact, first: int, limit: int) -> str:
    """The same of each list no more than `limit` rows from the one numbered `first` (from 0), none of them cut.

    Headings count all rows.
    """
    lines: list[str] = []
    for heading, rows in _groups(impact, slice(first, first + limit)):
        lines += [heading, *(f"  {row}" for row in rows)]
    return "\n".join([*lines, *_ending(impact, first)]) + "\n"


def _groups(impact: Impact, part: slice) -> Iterator[tuple[str, list[str]]]:
    """Heading and rows of each list, as far as it lies in `part`; none for a list of which nothing does."""
    yield (
        _headline(impact),
        [f"{visible(each.id)}  {_change(each.change, each.before)}" for each in impact.changed[part]],
    )
    if impact.unfit[part]:
        yield (
            f"no longer fit: {len(impact.unfit)}",
            [f"{visible(u.path)}:{u.line} {_name(u.id)} {visible(u.reason)}" for u in impact.unfit[part]],
        )
    counts = Counter(row.depth for row in impact.rows)
    for depth, rows in groupby(impact.rows[part], key=lambda row: row.depth):
        yield (
            f"{'direct' if depth == 1 else f'{depth} hops away'}: {counts[depth]}",
            [f"{visible(row.id)}  {row.confidence:g}  {way_text(row.steps)}" for row in rows],
        )
    if impact.tests[part] or not part.start:
        yield (
            f"tests: {len(impact.tests) or 'none'}",
            [
                f"{visible(test.nodeid)}  {test.confidence:g}  {way_text(test.steps)}"
                for test in impact.tests[part]
            ],
        )
    if impact.possible[part]:
        yield (
            f"possible, not settled: {len(impact.possible)}",
            [f"{visible(use.path)}:{use.line} {visible(use.name)}" for use in impact.possible[part]],
        )
    if impact.unknown[part]:
        yield f"unknown: {len(impact.unknown)}", _by_reason(impact.unknown[part])


def _ending(impact: Impact, first: int = 0) -> list[str]:
    lines = []
    if impact.other and not first:
        lines.append(f"not Python, and no Python code names them: {_by_folder(impact.other)}")
    if impact.recording and not first:
        lines.append(f"recording: {visible(impact.recording)}")
    if impact.pending:
        lines.append(f"pending: {counted(impact.pending, 'site')}")
    return lines


def to_markdown(impact: Impact) -> str:
    """For the comment on a pull request: the same in headings and lists, the longest cut and counted."""
    lines = [
        f"### Impact of {_code(impact.asked)}",
        "",
        f"**Risk: {impact.risk.level}** ({_reasons(impact)}). ",
    ]
    lines[-1] += f"{_SAYS[impact.contract]}.".capitalize()
    changed = [f"{_code(each.id)} {_change(each.change, each.before)}" for each in impact.changed]
    _section(lines, "Changed", changed)
    _section(
        lines,
        "No longer fits",
        [
            f"{_code(f'{each.path}:{each.line}')} {_code(_name(each.id))} {visible(each.reason)}"
            for each in impact.unfit
        ],
    )
    rows = [
        f"{_code(row.id)} {row.confidence:g}, {way_text(row.steps)}" for row in impact.rows if row.depth == 1
    ]
    _section(lines, "Affected directly", rows)
    files = Counter(path_of(row.id) for row in impact.rows if row.depth > 1)
    _section(
        lines, "Affected farther away", [f"{_code(path)}: {count}" for path, count in sorted(files.items())]
    )
    _section(lines, "Tests to run", [_code(test.nodeid) for test in impact.tests])
    _section(lines, "Possible, not settled", [_code(f"{use.path}:{use.line}") for use in impact.possible])
    _section(lines, "Unknown", _by_reason(impact.unknown, _code), len(impact.unknown))
    if impact.other:
        lines += ["", f"Not Python, and no Python code names them: {_by_folder(impact.other, _code)}."]
    if impact.recording:
        lines += ["", f"Recording: {_code(impact.recording)}."]
    if impact.pending:
        lines += ["", f"{counted(impact.pending, 'call is', 'calls are')} not settled yet."]
    return "\n".join(lines) + "\n"


def to_mermaid(impact: Impact) -> str:
    """A flowchart: from what changed, along the paths, to what is affected. Tests are rounded."""
    numbers: dict[str, str] = {}
    edges: dict[tuple[str, str, str], None] = {}
    tests = {test.id for test in impact.tests}
    for each in impact.changed:
        numbers.setdefault(each.id, f"n{len(numbers)}")
    paths = [*(row.steps for row in impact.rows), *(test.steps for test in impact.tests)]
    for step in (step for steps in paths for step in steps):
        for identifier in (step.target, step.source):
            numbers.setdefault(identifier, f"n{len(numbers)}")
        edges[step.target, step.source, step.kind] = None
    changed = {each.id for each in impact.changed}
    lines = ["flowchart LR"]
    for identifier, number in numbers.items():
        opens, closes = ('(["', '"])') if identifier in tests else ('["', '"]')
        lines.append(
            f"  {number}{opens}{label_text(identifier)}{closes}{':::changed' if identifier in changed else ''}"
        )
    lines += [f"  {numbers[a]} -->|{kind}| {numbers[b]}" for a, b, kind in edges]
    lines.append("  classDef changed stroke-width:3px")
    return "\n".join(lines) + "\n"


def to_pytest(impact: Impact) -> str:
    """Node ids, and files of tests that may not be found, one a line, as pytest takes them; nothing for no tests.

    The quotes are those that `xargs` undoes.
    """
    return "".join(f"{_quoted(each)}\n" for each in dict.fromkeys(test.run_as for test in impact.tests))


IMPACT_FORMS: dict[str, Callable[[Impact], str]] = {
    "text": to_text,
    "json": to_json,
    "mermaid": to_mermaid,
    "markdown": to_markdown,
    "pytest": to_pytest,
}


def _by_reason(unknown: Iterable[Unknown], shown: Callable[[str], str] = visible) -> list[str]:
    """A line for each file, or for many files of one reason together, in the order of the first of each."""
    paths: dict[str, list[str]] = {}
    for each in unknown:
        paths.setdefault(each.reason, []).append(each.path)
    lines = []
    for reason, those in paths.items():
        files = [shown(path) for path in those] if len(those) <= _FEW_FILES else [_by_folder(those, shown)]
        lines += [f"{file}: {visible(reason)}" for file in files]
    return lines


def _by_folder(paths: Sequence[str], shown: Callable[[str], str] = visible) -> str:
    """How many files, and in which of the topmost folders most of them are."""
    tops = Counter(path.partition("/")[0] + "/" if "/" in path else path for path in paths)
    most = sorted(tops.items(), key=lambda top: (-top[1], top[0]))
    parts = [f"{shown(top)} {count}" if top.endswith("/") else shown(top) for top, count in most[:_FOLDERS]]
    if len(most) > _FOLDERS:
        parts.append("...")
    return f"{counted(len(paths), 'file')} ({', '.join(parts)})"


def _headline(impact: Impact) -> str:
    return f"impact of {visible(impact.asked)}: risk {impact.risk.level} ({_reasons(impact)}); {_SAYS[impact.contract]}"


def _reasons(impact: Impact) -> str:
    return "; ".join(impact.risk.reasons)


def _change(change: str, before: str | None) -> str:
    return f"{change} from {visible(before)}" if before else change


def way_text(steps: Sequence[Step]) -> str:
    """The path as a person reads it: from what is affected to what changed."""
    if not steps:
        return "changed itself"
    parts = []
    for step in reversed(steps):
        through = "" if step.through.value == "direct" else f" ({step.through.value})"
        line = f":{step.line}" if step.line else ""
        parts.append(f"{step.kind}{through}{line} {_name(step.target)}")
    return ", ".join(parts)


def _name(identifier: str) -> str:
    name = qualname_of(identifier)
    return visible(path_of(identifier) if name == "<module>" else name)


def _section(lines: list[str], title: str, items: Sequence[str], count: int | None = None) -> None:
    if not items:
        return
    lines += ["", f"**{title}: {len(items) if count is None else count}**", ""]
    lines += [f"- {item}" for item in items[:_SHOWN]]
    if len(items) > _SHOWN:
        lines.append(f"- {_more(items)}")


def _more(rows: Sequence[str]) -> str:
    """What is said in place of the rows that are not shown."""
    return f"and {len(rows) - _SHOWN} more; the JSON form has all"


def _code(text: str) -> str:
    shown = visible(text)
    longest = max((len(run) for run in _runs_of_ticks(shown)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {shown} {fence}" if longest else f"`{shown}`"


def _runs_of_ticks(text: str) -> list[str]:
    return [run for run in "".join(c if c == "`" else " " for c in text).split(" ") if run]


def _quoted(nodeid: str) -> str:
    """As one argument of a shell, which `xargs` reads the same way: quotes around it, a quote within set apart."""
    if not any(character in "'\"\\" or character.isspace() for character in nodeid):
        return nodeid
    return '"' + nodeid.replace('"', '"\'"\'"') + '"'
