"""pytest's fixtures: a parameter of a test or of a fixture stands for the fixture of its name.

The nearest one counts, as pytest looks: the class of the test, its module, the `conftest.py` of its folder and of each
folder above, and what these name in `pytest_plugins`. A fixture that asks for its own name means the next one outwards.
What the fixture returns or yields is what the parameter is; where `parametrize` gives the parameter, it is what stands
in the list. `request.param` is what the fixture's own list has, or what an indirect `parametrize` of a test sends. A
test or class that names fixtures in `usefixtures` refers to them.

Everything is told by the names that are written: pytest itself is never looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from packlens.resolve.edge import EdgeKind
from packlens.resolve.static.generics import without_declared
from packlens.resolve.static.pytest_terms import (
    asks_by_name,
    cell,
    given_name,
    is_fixture,
    listed,
    marked,
    parameters,
    requested_names,
    sent,
    texts,
    used_fixtures,
)
from packlens.resolve.static.rows import IMPORTED
from packlens.resolve.static.sketch import Sketch
from packlens.resolve.static.values import NOTHING, Value, Values, bounded
from packlens.resolve.static.world import World
from packlens.symbols.scope import ScopeEntry
from packlens.symbols.table import whole
from packlens.syntax.facts import ParameterKind, ScopeKind, Trait

_GIVEN = (ParameterKind.VARIADIC, ParameterKind.KEYWORDS)
_DEFINED = frozenset("FH")
_CONFTEST = "conftest.py"
_SENT = -1  # stands for `request.param` among the parameters of a fixture
_OUTSIDE = frozenset("XY")


class Fixtures(World):
    """Answers which fixture a name is, and what it gives."""

    def takes_fixtures(self, entry: ScopeEntry) -> bool:
        """Whether pytest gives a function its arguments: a fixture, or a test in a file of tests."""
        scope = entry.scope
        if scope.kind != ScopeKind.FUNCTION or entry.parent is None or not scope.parameters:
            return False
        if scope.decorators and is_fixture(entry):
            return True
        tests = self.layout.tests
        if entry.parent.scope.kind not in _HOLDERS or not tests.is_function(scope.name):
            return False
        return tests.is_file(entry.path)

    def given_by_pytest(self, entry: ScopeEntry, index: int) -> Values:
        """What pytest gives for a parameter, as far as it is known."""
        parameter = entry.scope.parameters[index]
        if parameter.kind in _GIVEN or parameter.default is not None:
            return NOTHING
        in_list = self._parametrized(entry, parameter.name)
        if in_list is not None:
            return in_list
        fixture = self.fixture_of(entry, parameter.name)
        return self._given_by(fixture) if fixture else NOTHING

    def _given_by(self, fixture: str) -> Values:
        """What a fixture returns or yields."""
        values = without_declared(self.ask(("returned", fixture)))
        self.note(("facts", fixture))
        maker = self.entries.get(fixture)
        traits = maker.scope.traits if maker is not None else Trait.NONE
        if traits & Trait.GENERATOR:
            values = frozenset(value[2] for value in values if value[0] == "L")
        elif traits & Trait.ASYNC:
            values = frozenset(value[1] for value in values if value[0] == "W")
        return values

    def fixture_of(self, entry: ScopeEntry, name: str) -> str:
        """The scope of the fixture that a function or class means by a name; "" for none."""
        holder = entry if entry.scope.kind == ScopeKind.CLASS else entry.parent
        if holder is not None and holder.scope.kind == ScopeKind.CLASS:
            place = self.ask(("found", holder.id, name, ""))
            if place and place[0] == "C":
                for value in self.ask(("attribute", place[1], name)):
                    found = self._fixture(value, name)
                    if found and found != entry.id:
                        return found
        for found in self.ask(("fixtures", entry.path, name)):
            if found != entry.id:
                return str(found)
        return ""

    def fixtures(self, path: str, name: str) -> tuple[str, ...]:
        """The fixtures that go by a name for a file, the nearest first."""
        found: dict[str, None] = {}
        for place in _places(path):
            inside = self.ask(("fixture in", place, name))
            if inside:
                found[inside] = None
        return tuple(found)

    def fixture_in(self, path: str, name: str) -> str:
        """The fixture that a module gives by a name, its own, an imported one or a plugin's; "" for none."""
        if self.table(path) is None:
            return ""
        for value in self.ask(("name", path, name)):
            found = self._fixture(value, name)
            if found:
                return found
        for given, scope in self.ask(("renamed fixtures", path)):
            if given == name:
                return str(scope)
        for place in self._plugins(path):
            found = self.ask(("fixture in", place, name))
            if found:
                return str(found)
        return ""

    def renamed_fixtures(self, path: str) -> frozenset[tuple[str, str]]:
        """(name, scope) of a module's fixtures that go by another name than their function's."""
        self.note(("top", path))
        table = self.tables.get(path)
        found: set[tuple[str, str]] = set()
        for rows in table.bindings.values() if table is not None else ():
            for fragment, binding in rows:
                if binding[0] != "d":
                    continue
                scope = fragment.places[binding[1]]
                self.note(("head", scope))
                entry = self.entries.get(scope)
                if entry is not None and (given := given_name(entry)):
                    found.add((given, scope))
        return frozenset(found)

    def draw_fixtures(self, sketch: Sketch) -> None:
        """Add the edges of a scope to the fixtures that it names."""
        entry = sketch.entry
        lists = [place for place, _ in self._places_of_lists(entry)] if asks_by_name(entry) else []
        names = [*used_fixtures(entry), *requested_names(entry, lists)]
        if self.takes_fixtures(entry):
            marked_at = [place for place, _ in self._places_of_lists(entry)]
            given = {
                name for place in marked_at for names_of_list, _ in listed(place) for name in names_of_list
            }
            names += [
                parameter.name
                for parameter in entry.scope.parameters
                if parameter.default is None and parameter.name not in given
            ]
            self._send(sketch, entry)
        for name in names:
            self._draw(sketch, self.fixture_of(entry, name))
        if entry.scope.kind == ScopeKind.CLASS:
            self.draw_marks(sketch, entry)

    def draw_marks(self, sketch: Sketch, entry: ScopeEntry) -> None:
        """Add the edges of a module or class to the fixtures that its `pytestmark` names."""
        is_class = entry.scope.kind == ScopeKind.CLASS
        self.note(("own", entry.id, "pytestmark") if is_class else ("global", entry.path, "pytestmark"))
        for binding in entry.scope.bindings.get("pytestmark", ()):
            for name in marked(binding[1]) if binding[0] == "=" else ():
                self._draw(sketch, self.fixture_of(entry, name))

    def requested(self, term: tuple[Any, ...], entry: ScopeEntry) -> Values:
        """What `request.getfixturevalue("name")` gives."""
        for name in texts(term[2][0]) if term[2] else ():
            test: ScopeEntry | None = entry.owner
            while test is not None and test.scope.kind != ScopeKind.FUNCTION:
                test = test.parent
            fixture = self.fixture_of(test, name) if test is not None else ""
            if fixture:
                return self._given_by(fixture)
        return NOTHING

    def sent_by_request(self, entry: ScopeEntry) -> Values | None:
        """What `request.param` is in a fixture: what its own list has, and what tests send it; `None` elsewhere."""
        maker: ScopeEntry | None = entry.owner
        while maker is not None and maker.scope.kind != ScopeKind.FUNCTION:
            maker = maker.parent
        if maker is None or maker.parent is None:
            return None
        self.note(("head", maker.id))
        if not is_fixture(maker):
            return None
        found: set[Value] = {("R", maker.id, _SENT)}
        rows = parameters(maker)
        if rows is not None and rows[0] == "t":
            for row in rows[2]:
                found |= self.term(cell(row, 0, 1), maker.parent)
        elif rows is not None:
            found |= self.iterated(self.term(rows, maker.parent))
        return bounded(found)

    def _send(self, sketch: Sketch, entry: ScopeEntry) -> None:
        """Pass what a test's `parametrize` lists to the fixtures that are to get it."""
        for place, around in self._places_of_lists(entry):
            for name, terms in sent(place):
                fixture = self.fixture_of(entry, name)
                if fixture:
                    values = {value for term in terms for value in self.term(term, around)}
                    moving = {value for value in values if value[0] not in _OUTSIDE}
                    sketch.flows.setdefault(("reaching", fixture, _SENT), set()).update(moving)

    def _places_of_lists(self, entry: ScopeEntry) -> Iterator[tuple[ScopeEntry, ScopeEntry]]:
        """(what may have a `parametrize` for a function, where its list is read): a test's classes have it too."""
        place: ScopeEntry | None = entry
        while place is not None and place.parent is not None:
            if place is not entry:
                self.note(("head", place.id))
            yield place, place.parent
            inside = place.parent.scope.kind == ScopeKind.CLASS and not is_fixture(entry)
            place = place.parent if inside else None

    def _draw(self, sketch: Sketch, fixture: str) -> None:
        if fixture:
            sketch.add(whole(fixture), EdgeKind.REFERENCES, IMPORTED, site=-1)

    def _fixture(self, value: Value, name: str) -> str:
        """The scope of a value that is a fixture of this name."""
        if value[0] not in _DEFINED:
            return ""
        self.note(("head", value[1]))
        entry = self.entries.get(value[1])
        if entry is None or not is_fixture(entry) or given_name(entry) not in ("", name):
            return ""
        return entry.id

    def _plugins(self, path: str) -> Iterator[str]:
        """The modules of the workspace that a module names in `pytest_plugins`."""
        self.note(("global", path, "pytest_plugins"))
        table = self.tables.get(path)
        for _, binding in table.bindings.get("pytest_plugins", ()) if table is not None else ():
            for name in texts(binding[1]) if binding[0] == "=" else ():
                found = self.module(name, path)
                if found is not None and found[0] == "M" and found[1] != path:
                    yield found[1]

    def _parametrized(self, entry: ScopeEntry, name: str) -> Values | None:
        """What `parametrize` lists for a parameter; `None` where a fixture gives it."""
        for place, around in self._places_of_lists(entry):
            for names, rows in listed(place):
                if name not in names:
                    continue
                if rows is None or rows[0] != "t":
                    return bounded(self.iterated(self.term(rows, around))) if len(names) == 1 else NOTHING
                found: set[Value] = set()
                for row in rows[2]:
                    found |= self.term(cell(row, names.index(name), len(names)), around)
                return bounded(found)
        return None


_HOLDERS = (ScopeKind.MODULE, ScopeKind.CLASS)


def _places(path: str) -> Iterator[str]:
    """The files in which pytest looks for the fixtures of a file."""
    yield path
    folder = path.rpartition("/")[0]
    while True:
        conftest = f"{folder}/{_CONFTEST}" if folder else _CONFTEST
        if conftest != path:
            yield conftest
        if not folder:
            return
        folder = folder.rpartition("/")[0]
