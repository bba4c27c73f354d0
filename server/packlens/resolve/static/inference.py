"""The whole of the inference: the parts, put together, and the change of a file."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import NamedTuple

from packlens.resolve.static.annotations import Annotations
from packlens.resolve.static.calls import Calls
from packlens.resolve.static.changes import bound_names, changed_facts, method_names, stub_facts
from packlens.resolve.static.classes import Classes
from packlens.resolve.static.denoted import Denoted
from packlens.resolve.static.edges import Edges
from packlens.resolve.static.engine import NOBODY, Elsewhere
from packlens.resolve.static.flows import Flows
from packlens.resolve.static.generics import Generics
from packlens.resolve.static.link import MOST_STEPS, Flow, Link
from packlens.resolve.static.mentions import Recorded, all_sites, mentioning
from packlens.resolve.static.modules import Found, Layout
from packlens.resolve.static.names import Names
from packlens.resolve.static.nodes import Key
from packlens.resolve.static.protocols import Protocols
from packlens.resolve.static.rows import NOTHING_DRAWN, Drawn, Rows
from packlens.resolve.static.stars import Stars
from packlens.resolve.static.terms import Terms
from packlens.symbols.table import FileTable
from packlens.syntax.facts import ScopeKind


class FaultError(Exception):
    """The inference failed while it worked out the rows of the file at `path`, and is half-way now."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


class Inference(Names, Stars, Classes, Terms, Flows, Calls, Protocols, Annotations, Generics, Denoted, Edges):
    """Resolves a workspace: give it tables, ask it for rows."""

    def __init__(self, root_name: str, hints: tuple[str, ...] = ()) -> None:
        super().__init__(root_name, hints)
        self.link = Link()
        self.reaching = self.link.reaching
        self.recorded: Recorded | None = None

    def rules(self) -> Mapping[str, Callable[..., Hashable]]:
        return {
            "attribute": self.attribute_values,
            "bases": self.bases,
            "denoted": self.denoted,
            "earlier": self.earlier_values,
            "exports": self.exports,
            "fixture in": self.fixture_in,
            "fixtures": self.fixtures,
            "found": self.found,
            "local": self.local_values,
            "metaclass": self.metaclass,
            "mixed": self.mixed,
            "module": self.found_module,
            "module rows": self.module_rows,
            "mro": self.mro,
            "name": self.global_values,
            "overriders": self.overriders,
            "renamed fixtures": self.renamed_fixtures,
            "returned": self.returned,
            "rows": self.rows,
            "type parameters": self.type_parameters,
        }

    def found_module(self, dotted: str, beside: str, near: str) -> Found:
        """The module of an absolute import."""
        self.note(("layout",))
        return self.layout.find(dotted, beside, near)

    def rows_of(self, question: Key) -> Rows:
        """The rows of a scope (`("rows", scope)`) or of a module's top level (`("module rows", path)`)."""
        return self._drawn(question).rows

    def _drawn(self, question: Key) -> Drawn:
        drawn: Drawn = self.engine.answer(question, NOTHING_DRAWN)
        return drawn

    def update(self, tables: Mapping[str, FileTable | None], share: Share | None = None) -> set[str]:
        """Take new tables (`None` removes a file's); the paths whose rows may have changed.

        The rows of every scope are up to date afterwards. `share`, for the first tables alone, may have others answer
        some of the questions.
        """
        facts: set[Key] = set()
        known = not self.engine.is_empty()  # else nobody has looked at a fact
        old: dict[str, FileTable] = {}
        names: set[str] = set()
        gone: list[str] = []
        fresh: list[Key] = []
        methods: dict[str, set[str]] = {}
        files_before = set(self.tables)
        lazy = set(self.lazy_modules)
        for path, table in tables.items():
            if self.recorded is not None:
                self.recorded.forget(path)
            before = self.tables.get(path)
            if before is not None:
                old[path] = before
            if known:
                facts |= changed_facts(path, before, table)
            names |= self._count_names(bound_names(before), bound_names(table))
            for scope, name in method_names(before):
                methods.setdefault(name, set(self.methods.get(name, ()))).discard(scope)
            for scope, name in method_names(table):
                methods.setdefault(name, set(self.methods.get(name, ()))).add(scope)
            for scope in before.scopes if before is not None else ():
                if table is None or scope not in table.scopes:
                    gone.append(scope)
                    del self.entries[scope]
            if table is not None and "__getattr__" in table.bindings:
                lazy.add(path)
            else:
                lazy.discard(path)
            if table is None:
                self.tables.pop(path, None)
                fresh.append(("module rows", path))
                continue
            self.tables[path] = table
            self.entries.update(table.scopes)
            for scope, entry in table.scopes.items():
                if (
                    entry.scope.kind != ScopeKind.COMPREHENSION
                    and self.engine.answer(("rows", scope)) is None
                ):
                    fresh.append(("rows", scope))
            if self.engine.answer(("module rows", path)) is None:
                fresh.append(("module rows", path))
        for name, classes in methods.items():
            if classes != self.methods.get(name, set()):
                facts.add(("methods", name))
                if classes:
                    self.methods[name] = classes
                else:
                    self.methods.pop(name, None)
        if files_before != self.tables.keys():
            layout = Layout(self.layout.root_name, self.tables, self.hints)
            facts.add(("layout",))
            for path in layout.stubbed ^ self.layout.stubbed:
                facts |= stub_facts(
                    path, *(files.get(at) for files in (old, self.tables) for at in (path, f"{path}i"))
                )
            self.layout = layout
        for path in lazy ^ self.lazy_modules:
            facts.add(("global", path, "__getattr__"))
        if known and bool(lazy) != bool(self.lazy_modules):
            facts.update(fact for table in self.tables.values() for fact in all_sites(table))
        self.lazy_modules = lazy
        self.receivers.clear()
        self.places.clear()
        self.denoting.clear()
        self.defined.clear()
        if names and known:
            facts.update(("bound", name) for name in names)
            for table in self._tables_mentioning(names):
                facts |= mentioning(table, names)
        changed = self.engine.update(facts) if known else []
        if known:
            share = None
        for key in fresh if share is None else share.first(self, fresh):
            try:
                self.ask(key)
            except Exception as error:
                raise FaultError(_path_of(key)) from error
        self._forget(gone, tables)
        drawn = {key for key in (*changed, *fresh) if key[0] in _DRAWING}
        self._link(drawn, (("rows", scope) for scope in gone), share)
        return {_path_of(key) for key in drawn}

    def _link(self, drawn: set[Key], gone: Iterable[Key], share: Share | None) -> None:
        """Let what the scopes in `drawn` pass reach where it goes; adds to `drawn` what is drawn anew for it."""
        engine, link = self.engine, self.link

        def redrawn(sinks: set[Key]) -> list[tuple[Key, frozenset[Flow]]]:
            elsewhere = share.again(self, sinks) if share is not None else NOBODY
            again = [key for key in engine.update(sinks, elsewhere) if key[0] in _DRAWING]
            drawn.update(again)
            return [(key, self._drawn(key).flows) for key in again]

        circular = self._circular()
        dirty, lost = link.take((key, self._drawn(key).flows) for key in (*drawn, *gone))
        lost |= circular
        gone_over: set[Key] = set()
        while lost - gone_over:
            reached, held = link.empty(lost - gone_over)
            gone_over |= reached
            more, lost = link.take(redrawn(held))
            dirty |= reached | more
        lost = set()
        for _ in range(MOST_STEPS):
            changed = link.settle(dirty, lost)
            if not changed:
                return
            dirty, lost = link.take(redrawn(changed))
        link.give_up(dirty)
        link.take(redrawn(dirty))

    def _circular(self) -> set[Key]:
        """The sinks that may hold what only they themselves give reason for, now that answers have changed.

        Such a sink was read by a question that has just been answered again, and is fed by a scope that depends on it.
        """
        engine, link = self.engine, self.link
        suspects = engine.read_anew(self.reaching)
        if not suspects:
            return set()
        around = engine.depending((key for keys in suspects.values() for key in keys), link.sinks_of)
        return {
            sink
            for sink, keys in suspects.items()
            if link.fed_by(sink, around) and link.fed_by(sink, engine.depending(keys, link.sinks_of))
        }

    def _tables_mentioning(self, names: set[str]) -> Iterable[FileTable]:
        """Files that may mention any of these names; all that do are among them."""
        if self.recorded is None:
            return self.tables.values()
        return self.recorded.mentioning(names, self.tables)

    def _count_names(self, before: set[str], after: set[str]) -> set[str]:
        """Keep count of how many files bind a name; the names that come to be bound, or cease to be."""
        changed: set[str] = set()
        for name in after - before:
            count = self.name_counts.get(name, 0)
            self.name_counts[name] = count + 1
            if count == 0:
                changed.add(name)
        for name in before - after:
            count = self.name_counts[name]
            if count == 1:
                del self.name_counts[name]
                changed.add(name)
            else:
                self.name_counts[name] = count - 1
        return changed

    def _forget(self, scopes: Iterable[str], tables: Mapping[str, FileTable | None]) -> None:
        self.engine.reset_reading()
        self.engine.forget(("rows", scope) for scope in scopes)
        self.engine.forget(("module rows", path) for path, table in tables.items() if table is None)


class Share(NamedTuple):
    """Others, with the same tables, who answer some of the questions of a first index.

    first  which of these questions the inference is to ask itself, one after the other; at the end it knows the rest
    again  what they draw again, now that something else reaches these sinks
    """

    first: Callable[[Inference, list[Key]], Iterable[Key]]
    again: Callable[[Inference, set[Key]], Elsewhere]


_DRAWING = ("rows", "module rows")


def _path_of(question: Key) -> str:
    """The file of a question for the rows of a scope or of a module."""
    name: str = question[1]
    return name.rpartition("::")[0] if question[0] == "rows" else name
