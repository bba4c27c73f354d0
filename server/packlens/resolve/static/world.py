"""What the inference looks at: the tables of all files, the layout of modules, and the engine that asks.

Facts are noted under these keys, which `changes` produces when they change:

    ("head", scope)           whether there is such a scope, of what kind, behind which decorators
    ("facts", scope)          all of a function's, lambda's or comprehension's scope; a class's head, sites and lambdas
    ("own", class, name)      what a class binds to a name, in its body or through self in its methods
    ("global", path, name)    what a module binds to a name
    ("stars", path)           whether there is such a module, and its star imports
    ("names", path)           which names a module binds, and its `__all__`
    ("top", path)             a module's own sites, lambdas, and which statement binds what
    ("layout",)               which files there are
    ("bound", name)           whether a module of the workspace has this name, or anything in one, in a class or on
                              self; for the names that a scope's sites mention, part of the scope's own facts
    ("methods", name)         which classes define a method of this name; after `<base> `, which have a base of it
    ("parameters", scope)     the parameters of a function
    ("reaching", scope, index) what reaches a parameter from its callers (`link.py`); what is put in attributes and
                              variables from elsewhere is part of their own facts
"""

from __future__ import annotations

from collections.abc import Sequence

from packlens.resolve.static.circles import Join
from packlens.resolve.static.engine import Engine
from packlens.resolve.static.modules import Found, Layout
from packlens.resolve.static.nodes import Key
from packlens.resolve.static.questions import Questions
from packlens.resolve.static.values import Values, grown
from packlens.symbols.scope import ScopeEntry
from packlens.symbols.table import FileTable, whole
from packlens.syntax.facts import NAMELESS, Binding, ScopeKind, Trait

_JOINS: dict[str, Join] = {
    **dict.fromkeys(("attribute", "earlier", "local", "name", "returned"), grown),
    **dict.fromkeys(("denoted", "exports", "mixed"), frozenset.union),
}


class World(Questions):
    """The state shared by the parts of the inference."""

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
        self.engine = Engine(self.rules(), _JOINS)
        self.ask = self.engine.ask
        self.note = self.engine.note

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
        layout = self.layout
        found: Found = self.ask(("module", dotted, layout.script_folder(path), layout.nearest_root(path)))
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
