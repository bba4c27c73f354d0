"""What an inference has learned, taken out of it and put into a new one.

An answer is kept with what it was drawn from, so that an inference which learns it all again stands where the first one
stood and can be updated. Answers are kept by *home*, the file that a question is about, so that an update saves those
of a few files. The rows of a scope are not among them: the graph keeps these, with the file's shard.

Tables and rows are asked for when they are needed: an inference that has learned everything looks at few files again.

Several inferences over the same tables, each in a process of its own, can share the questions of a first index: what
one has answered (`told_after`) another takes in (`take`), and what it draws again in the link step (`told_again`,
`take_again`). An answer is the same whoever works it out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

from packlens.resolve.static.answers import Remembered
from packlens.resolve.static.inference import Inference
from packlens.resolve.static.modules import Layout
from packlens.resolve.static.nodes import Key
from packlens.resolve.static.rows import Drawn, Rows
from packlens.resolve.static.values import Values
from packlens.symbols.scope import ScopeEntry
from packlens.symbols.symbol import path_of
from packlens.symbols.table import FileTable

ELSEWHERE = ""
"""The home of questions that are about no file."""
_SUFFIXES = (".py", ".pyi")


class Answer(NamedTuple):
    """One answer and what it was drawn from; for the rows of a scope, what it passes on."""

    question: tuple[Any, ...]
    value: Any
    reads: tuple[Any, ...]


class Picture(NamedTuple):
    """The rows of one scope, what it passes on, and what they were drawn from."""

    question: tuple[Any, ...]
    rows: Rows
    flows: Any
    reads: tuple[Any, ...]


class Told(NamedTuple):
    """What one inference has worked out that others do not know yet."""

    pictures: tuple[Picture, ...]
    answers: tuple[Answer, ...]


class World(NamedTuple):
    """What is known of the workspace as a whole."""

    name_counts: dict[str, int]
    methods: dict[str, tuple[str, ...]]
    lazy_modules: tuple[str, ...]
    reaching: dict[tuple[Any, ...], Any]


def world_of(inference: Inference) -> World:
    """What an inference knows of the workspace as a whole."""
    return World(
        dict(inference.name_counts),
        {name: tuple(classes) for name, classes in inference.methods.items()},
        tuple(inference.lazy_modules),
        dict(inference.reaching),
    )


def answers_of(inference: Inference, homes: Collection[str] | None) -> dict[str, list[Answer]]:
    """The answers of an inference by home: of all, or of these."""
    found: dict[str, list[Answer]] = {home: [] for home in homes or ()}
    if homes is not None and not homes:
        return found
    wanted = inference.engine.remembered(lambda question: homes is None or home_of(question) in homes)
    for question, value, reads in wanted:
        kept = value.flows if isinstance(value, Drawn) else value
        found.setdefault(home_of(question), []).append(Answer(question, kept, reads))
    return found


def touched_homes(inference: Inference) -> set[str] | None:
    """The homes of the questions answered anew or forgotten since this was asked last; `None` for all, at first."""
    touched = inference.engine.take_touched()
    return {home_of(question) for question in touched} if touched is not None else None


def home_of(question: Key) -> str:
    """The file that a question is about, whether or not it exists."""
    about = question[1]
    while isinstance(about, tuple) and len(about) > 1:
        about = about[1]
    if not isinstance(about, str):
        return ELSEWHERE
    path = path_of(about) or about
    return path if path.endswith(_SUFFIXES) else ELSEWHERE


def resumed(
    inference: Inference,
    tables: Mapping[str, FileTable],
    rows: Callable[[str, str], Rows],
    world: World,
    answers: Iterable[Answer],
) -> Inference:
    """An inference that has just been made, once it has learned this. `rows` gives those of (file, scope)."""
    inference.tables.update(tables)
    inference.layout = Layout(inference.layout.root_name, inference.tables, inference.hints)
    inference.entries = _Entries(inference.tables)
    inference.name_counts = dict(world.name_counts)
    inference.methods = {name: set(classes) for name, classes in world.methods.items()}
    inference.lazy_modules = set(world.lazy_modules)
    passed: list[tuple[Key, Any]] = []

    def learned() -> Iterable[tuple[Key, Any, tuple[Key, ...]]]:
        for question, value, reads in answers:
            if question[0] == "rows" or question[0] == "module rows":
                passed.append((question, value))
                place = question[1]
                path = place if question[0] == "module rows" else path_of(place)
                scope = inference.tables[path].module if question[0] == "module rows" else place
                value = Drawn(rows(path, scope), value)
            yield question, value, reads

    inference.engine.recall(learned())
    inference.link.take(passed)
    inference.reaching.update(world.reaching)
    return inference


def told_after(inference: Inference, count: int) -> tuple[int, Told]:
    """How many questions were answered, and what was after the first `count`; of an inference with its first tables."""
    count, later = inference.engine.answered_after(count)
    pictures = [Picture(key, *value, reads) for key, value, reads in later if isinstance(value, Drawn)]
    answers = [Answer(*answer) for answer in later if not isinstance(answer[1], Drawn)]
    return count, Told(tuple(pictures), tuple(answers))


def take(inference: Inference, told: Told) -> None:
    """Know what another inference over the same tables has worked out."""
    pictures = told.pictures
    inference.engine.learn([(key, Drawn(rows, flows), reads) for key, rows, flows, reads in pictures])
    inference.engine.learn(told.answers)


def told_again(inference: Inference, sinks: Collection[tuple[Key, Values]]) -> Told:
    """What an inference draws again once this is what reaches the sinks, and what it has worked out for it on the way
    that it had not been asked before.
    """
    reaching = inference.reaching
    for sink, values in sinks:
        if values:
            reaching[sink] = values
        else:
            reaching.pop(sink, None)
    inference.engine.update([sink for sink, _ in sinks])
    answered = inference.engine.answered_again()
    again = [Picture(key, *value, reads) for key, value, reads in answered if isinstance(value, Drawn)]
    _, told = told_after(inference, 0)
    return Told((*again, *told.pictures), told.answers)


def take_again(inference: Inference, told: Told) -> list[Remembered]:
    """What another inference has drawn again; what it has worked out on the way is known from now on."""
    inference.engine.learn(told.answers)
    return [(key, Drawn(rows, flows), reads) for key, rows, flows, reads in told.pictures]


class _Entries(dict[str, ScopeEntry]):
    """Scopes by id; those of a file come in when one of them is first asked for."""

    def __init__(self, tables: Mapping[str, FileTable]) -> None:
        super().__init__()
        self._waiting = dict(tables)

    def __missing__(self, scope: str) -> ScopeEntry:
        table = self._waiting.pop(path_of(scope), None)
        if table is None:
            raise KeyError(scope)
        for identifier, entry in table.scopes.items():
            self.setdefault(identifier, entry)
        return self[scope]

    def get(self, scope: str, default: Any = None) -> Any:
        try:
            return self[scope]
        except KeyError:
            return default

    def __contains__(self, scope: object) -> bool:
        return isinstance(scope, str) and self.get(scope) is not None

    def __delitem__(self, scope: str) -> None:
        _ = self[scope]
        super().__delitem__(scope)

    def update(self, scopes: Any = (), /, **more: ScopeEntry) -> None:
        """Put in the scopes of a file, whose earlier ones do not come in any more."""
        for scope in scopes:
            self._waiting.pop(path_of(scope), None)
        super().update(scopes, **more)
