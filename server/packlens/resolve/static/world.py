"""What the inference looks at: the tables of all files, the layout of modules, and the engine that asks.

Facts are noted under these keys, which `changes` produces when they change:

    ("head", scope)           whether there is such a scope, of what kind, behind which decorators
    ("facts", scope)          all of a function's, lambda's or comprehension's scope; a class's head, sites and lambdas
    ("own", class, name)      what a class binds to a name, in its body or through self in its methods
    ("global", path, name)    what a module binds to a name
    ("stars", path)           a module's star imports, its `__all__`, and which names it binds
    ("top", path)             a module's own sites, lambdas, and which statement binds what
    ("layout",)               which files there are
    ("bound", name)           whether a module of the workspace has this name, or anything in one, in a class or on
                              self; for the names that a scope's sites mention, part of the scope's own facts
    ("methods", name)         which classes define a method of this name
    ("parameters", scope)     the parameters of a function
    ("reaching", scope, index) what reaches a parameter from its callers (`link.py`); what is put in attributes and
                              variables from elsewhere is part of their own facts
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any

from packlens.resolve.static.engine import Engine
from packlens.resolve.static.modules import Found, Layout
from packlens.resolve.static.nodes import Key
from packlens.resolve.static.values import Arguments, Value, Values
from packlens.symbols.scope import ScopeEntry
from packlens.symbols.table import FileTable, ModuleBinding, whole
from packlens.syntax.facts import NAMELESS, Binding, ScopeKind, Term, Trait


class World:
    """The state shared by the parts of the inference, and the questions they ask of one another."""

    def __init__(self, root_name: str, hints: tuple[str, ...] = ()) -> None:
        self.hints = hints
        self.layout = Layout(root_name, (), hints)
        self.tables: dict[str, FileTable] = {}
        self.entries: dict[str, ScopeEntry] = {}
        self.methods: dict[str, set[str]] = {}
        # Name -> how many files bind it in a module, a class or on self. Everything has a class.
        self.name_counts: dict[str, int] = {"__class__": 1}
        self.defined: dict[
            str, bool
        ] = {}  # role of an operator -> whether a class may answer for it; until names change
        self.reaching: dict[Key, Values] = {}
        self.lazy_modules: set[str] = set()  # files whose module has a `__getattr__`
        # What `self` and `cls` are in a method, once it has been worked out; until facts change.
        self.receivers: dict[ScopeEntry, Values] = {}
        # Which parameters take arguments by place, and what a class's own names denote, likewise.
        self.places: dict[ScopeEntry, tuple[list[int], list[int]]] = {}
        self.denoting: dict[tuple[ScopeEntry, str], frozenset[str]] = {}
        self.engine = Engine(self.rules())
        self.ask = self.engine.ask
        self.note = self.engine.note

    def rules(self) -> Mapping[str, Callable[..., Hashable]]:
        """What answers which question."""
        raise NotImplementedError

    def term(self, term: Term, entry: ScopeEntry) -> Values:
        """What a term can be, evaluated in a scope."""
        raise NotImplementedError

    def types(self, term: Term, entry: ScopeEntry) -> Values:
        """What an annotation says, as classes."""
        raise NotImplementedError

    def annotation(self, term: Term, entry: ScopeEntry) -> Values:
        """What an annotation says of the value it annotates."""
        raise NotImplementedError

    def wanted_arguments(self, term: Term, entry: ScopeEntry) -> list[Values]:
        """What a function is called with that is given where an annotation wants a callable."""
        raise NotImplementedError

    def attribute(self, value: Value, name: str) -> Values:
        """What `value.name` can be."""
        raise NotImplementedError

    def called(self, value: Value) -> Values:
        """What calling `value` gives."""
        raise NotImplementedError

    def lookup(self, name: str, entry: ScopeEntry) -> Values:
        """What a name can be, read in a scope."""
        raise NotImplementedError

    def call(self, term: Any, entry: ScopeEntry, called: Values | None = None) -> Values:
        """What a call gives; `called`, where it is known already, is what is called."""
        raise NotImplementedError

    def bound(self, binding: Binding, entry: ScopeEntry) -> Values:
        """What a binding of a scope gives its name."""
        raise NotImplementedError

    def iterated(self, values: Values) -> Values:
        """What a loop over `values` gives."""
        raise NotImplementedError

    def iterated_async(self, values: Values) -> Values:
        """What an asynchronous loop over `values` gives."""
        raise NotImplementedError

    def awaited(self, values: Values) -> Values:
        """What awaiting gives."""
        raise NotImplementedError

    def entered(self, values: Values, dunder: str) -> Values:
        """What entering a context gives."""
        raise NotImplementedError

    def instances(self, values: Values) -> Values:
        """Instances of what may be classes."""
        raise NotImplementedError

    def member(self, value: Value, name: str) -> Values:
        """What an instance or class gives for an attribute."""
        raise NotImplementedError

    def beyond(self, value: Value, name: str) -> Values:
        """What `super().name` gives."""
        raise NotImplementedError

    def member_of_module(self, path: str, name: str) -> Values:
        """What `module.name` can be."""
        raise NotImplementedError

    def definition(self, scope: str) -> Values:
        """The value of a definition."""
        raise NotImplementedError

    def parameter(self, entry: ScopeEntry, index: int) -> Values:
        """What a parameter can be."""
        raise NotImplementedError

    def expanded(self, values: Values) -> Values:
        """`values`, parameters replaced by what reaches them."""
        raise NotImplementedError

    def reaching_values(self, value: Value) -> Values:
        """What reaches a parameter from all its callers."""
        raise NotImplementedError

    def filled(self, values: Values, value: Value, term: Term, where: ScopeEntry) -> Values:
        """What a function returns, its own parameters replaced by the arguments of a call."""
        raise NotImplementedError

    def arguments(self, term: Term, where: ScopeEntry, first: int = 0) -> Arguments:
        """The arguments of a call."""
        raise NotImplementedError

    def matched(self, entry: ScopeEntry, shift: int, arguments: Arguments) -> Iterator[tuple[int, Values]]:
        """Which parameter each argument of a call reaches."""
        raise NotImplementedError

    def target(self, value: Value) -> tuple[ScopeEntry | None, int]:
        """The function that calling a value runs, and how many of its first parameters the call itself fills."""
        raise NotImplementedError

    def flowing(self, values: Values) -> Values:
        """Those of `values` that are worth following into a parameter."""
        raise NotImplementedError

    def decorated(self, term: Term, values: Values, where: ScopeEntry) -> tuple[Values, bool]:
        """What a decorator makes of `values`, and whether that is known."""
        raise NotImplementedError

    def applied(self, decorator: Value, values: Values) -> Values | None:
        """What a decorator makes of what it decorates; `None` where that is not known."""
        raise NotImplementedError

    def is_plain(self, entry: ScopeEntry, index: int) -> bool:
        """Whether a parameter needs no question of its own."""
        raise NotImplementedError

    def takes_fixtures(self, entry: ScopeEntry) -> bool:
        """Whether pytest gives a function its arguments."""
        raise NotImplementedError

    def given_by_pytest(self, entry: ScopeEntry, index: int) -> Values:
        """What pytest gives for a parameter."""
        raise NotImplementedError

    def requested(self, term: tuple[Any, ...], entry: ScopeEntry) -> Values:
        """What a call of `getfixturevalue` gives."""
        raise NotImplementedError

    def sent_by_request(self, entry: ScopeEntry) -> Values | None:
        """What `request.param` is in a fixture; `None` elsewhere."""
        raise NotImplementedError

    def is_enum(self, scope: str) -> bool:
        """Whether a class is an enumeration."""
        raise NotImplementedError

    def stub_of(self, entry: ScopeEntry) -> str:
        """The id of a scope's twin in a stub."""
        raise NotImplementedError

    def holder(self, name: str, entry: ScopeEntry) -> ScopeEntry | None:
        """The scope that binds a name."""
        raise NotImplementedError

    def is_global(self, path: str, name: str) -> bool:
        """Whether a module binds a name itself."""
        raise NotImplementedError

    def is_plain_builtin(self, path: str, name: str) -> bool:
        """Whether a builtin's name means the builtin in a module."""
        raise NotImplementedError

    def star_source(self, path: str, name: str) -> str:
        """The file a star import takes a name from."""
        raise NotImplementedError

    def stub(self, path: str) -> str:
        """The stub beside a module."""
        raise NotImplementedError

    def global_rows(self, table: FileTable, name: str) -> list[ModuleBinding]:
        """The bindings of a module's name that can hold."""
        raise NotImplementedError

    def entities(self, term: Term, entry: ScopeEntry) -> frozenset[str]:
        """Ids of the symbols that a term denotes."""
        raise NotImplementedError

    def denoted_in(self, scope: ScopeEntry, name: str) -> frozenset[str]:
        """Ids of the symbols that a name of a class or function denotes."""
        raise NotImplementedError

    def denoted_member(self, value: Value, name: str) -> frozenset[str]:
        """Ids of the symbols that an attribute of a value denotes."""
        raise NotImplementedError

    # ------------------------------------------------------------------ modules

    def is_bound(self, name: str) -> bool:
        """Whether anything of the workspace can be reached by this name."""
        self.note(("bound", name))
        return name in self.name_counts

    def table(self, path: str) -> FileTable | None:
        """The table of a file; that there is none is noted too."""
        table = self.tables.get(path)
        if table is None:
            self.note(("stars", path))
        return table

    def module(self, dotted: str, path: str) -> Found:
        """The module that `import dotted` gives in the file at `path`."""
        self.note(("layout",))
        found: Found = self.ask(("module", dotted, self.layout.script_folder(path)))
        return found

    def imported_module(self, level: int, module: str, path: str) -> Found:
        """The module of a from-import in the file at `path`."""
        if level == 0:
            return self.module(module, path)
        self.note(("layout",))
        return self.layout.relative(path, level, module)

    def submodule(self, found: tuple[str, str], name: str) -> Found:
        """A module inside a package."""
        self.note(("layout",))
        return self.layout.submodule(found, name)

    # ------------------------------------------------------------------ scopes

    def note_facts(self, scope: ScopeEntry) -> None:
        """Note the facts of a scope, once for the question being answered."""
        kept = self.engine.kept
        if scope not in kept:
            kept[scope] = True
            self.note(("facts", scope.id))

    def entry(self, scope: str) -> ScopeEntry | None:
        """A scope whose facts the present answer depends on."""
        self.note(("facts", scope))
        return self.entries.get(scope)

    def at(self, entry: ScopeEntry, place: int) -> ScopeEntry | None:
        """The scope at a place of `entry`'s owner."""
        if place < 0:
            around = entry.owner.parent
            return self.at(around, -1 - place) if around is not None else None
        owner = entry.owner
        if place == 0:
            return owner
        found = self.entries.get(owner.places[place])
        if found is not None and found.scope.kind in NAMELESS:
            # Its id counts those before it, so that it changes where nothing of the asker's own does.
            is_module = owner.scope.kind == ScopeKind.MODULE
            self.note(("top", owner.path) if is_module else ("facts", owner.id))
        return found

    def down(self, entry: ScopeEntry, path: tuple[int, ...]) -> ScopeEntry | None:
        """The scope that `path` leads to from a binding's scope."""
        current: ScopeEntry | None = entry if not path else entry.owner
        for place in path:
            if current is None:
                return None
            current = self.at(current, place)
        if path and current is not None:
            self.note(("facts", current.id))
        return current

    def effective(self, bindings: tuple[Binding, ...], places: tuple[str, ...]) -> list[int]:
        """Which of a scope's bindings of a name can hold once its suite has run."""
        if len(bindings) < 2:
            return [0] if bindings else []
        return lasting([(binding, places) for binding in bindings])


def lasting(bindings: Sequence[tuple[Binding, tuple[str, ...]]]) -> list[int]:
    """Which of these bindings, each with its places, can hold after all: the last unconditional one and those after it.

    Parts of one symbol (overloads, accessors) do not undo one another, nor do the values of a variable.
    """
    kept: list[int] = []
    undone = ""
    for index in range(len(bindings) - 1, -1, -1):
        binding, places = bindings[index]
        part = whole(places[binding[1]]) if binding[0] == "d" else "-"
        if undone and part != undone:
            continue
        kept.append(index)
        if not binding[-1] and not undone:
            undone = part
    kept.reverse()
    return kept


SPECIAL_HEADS = (
    Trait.STATIC | Trait.CLASSMETHOD | Trait.PROPERTY | Trait.ACCESSOR | Trait.OVERLOAD | Trait.CONTEXT
)
"""Decorators whose effect is known."""
