"""From the sites of one scope to its rows."""

from __future__ import annotations

from packlens.resolve.edge import EdgeKind, Through
from packlens.resolve.static.mentions import called_for, fallbacks
from packlens.resolve.static.rows import DISPATCHED, IMPORTED, INFERRED, MOST_OVERRIDERS, Row, Rows
from packlens.resolve.static.values import CLASSES, INSTANCES, NOTHING, Value, Values, bounded
from packlens.resolve.static.world import World
from packlens.symbols.scope import ScopeEntry
from packlens.symbols.table import whole
from packlens.syntax.facts import Role, ScopeKind, Site, Term, Trait

_AFTER_INIT = ("__post_init__", "__attrs_post_init__")
_ROLE_KINDS = {
    Role.READ: EdgeKind.REFERENCES,
    Role.QUALIFIER: EdgeKind.REFERENCES,
    Role.WRITE: EdgeKind.REFERENCES,
    Role.ANNOTATION: EdgeKind.REFERENCES,
    Role.RAISE: EdgeKind.REFERENCES,
    Role.CALL: EdgeKind.REFERENCES,
    Role.BASE: EdgeKind.EXTENDS,
    Role.DECORATOR: EdgeKind.DECORATES,
    Role.IMPORT: EdgeKind.IMPORTS,
}


_CALL = Role.CALL
_KEPT = frozenset("nvac")  # the tags of terms that are evaluated once
_DEFINED = frozenset("FHC")
_OUTSIDE = frozenset("XYZ")
# Members of an enum cost a call at each use; these are used for every site.
_CALLS, _REFERENCES, _EXTENDS = EdgeKind.CALLS, EdgeKind.REFERENCES, EdgeKind.EXTENDS
_OVERRIDES = EdgeKind.OVERRIDES
_DIRECT, _DISPATCH, _DECORATED = Through.DIRECT, Through.DISPATCH, Through.DECORATED


class Drawing:
    """The rows of one scope in the making."""

    def __init__(self, world: World, entry: ScopeEntry) -> None:
        self.world = world
        self.entry = entry
        self.found: dict[tuple[int, str, EdgeKind], tuple[float, Through]] = {}
        self.unsettled: list[tuple[int, str, bool]] = []
        self.beyond: list[tuple[int, str]] = []
        self.number = 0
        self.known: dict[tuple[object, ...], Values] = {}

    def result(self) -> Rows:
        found = self.found
        edges = tuple([Row(*key, *found[key]) for key in sorted(found)])
        return Rows(edges, tuple(self.unsettled), tuple(sorted(set(self.beyond))))

    def add(
        self,
        target: str,
        kind: EdgeKind,
        confidence: float,
        through: Through = _DIRECT,
        site: int | None = None,
    ) -> None:
        key = (self.number if site is None else site, target, kind)
        known = self.found.get(key)
        if known is None or (through is _DIRECT, confidence) > (known[1] is _DIRECT, known[0]):
            self.found[key] = (confidence, through)

    def sites(self, sites: tuple[Site, ...], entry: ScopeEntry) -> None:
        """Draw a run of sites that were left in `entry`."""
        world = self.world
        bound = world.name_counts  # what has a name that nothing in the workspace has leads nowhere in it
        first = self.number
        for number, (role, term, place) in enumerate(sites, first):
            if term is None:
                continue
            if role[0] == "o":
                dunder = role[3:]
                if not self.is_defined(dunder):
                    continue
            elif term[0] == "a" and term[2] not in bound:
                continue
            where = world.at(entry, place) if place else entry
            if where is None:
                continue
            self.number = number
            if role == _CALL:
                self.call(term, where)
            elif role[0] == "o":
                self.operator(dunder, term, where)
            else:
                self.use(role, term, where)
        self.number = first + len(sites)

    # ------------------------------------------------------------------ calls

    def is_defined(self, dunder: str) -> bool:
        """Whether any class of the workspace has a special method that may answer for `dunder`."""
        bound = self.world.name_counts
        return any(name in bound for name in called_for(dunder))

    def value(self, term: Term, where: ScopeEntry) -> Values:
        """What a term can be. Names, and the links of a chain of attributes and calls, are evaluated once."""
        if term is None or term[0] not in _KEPT:
            return self.world.term(term, where)
        key = term if where is self.entry else (id(where), term)
        known = self.known.get(key)
        if known is not None:
            return known
        if term[0] not in ("a", "c"):
            known = self.known[key] = self.world.term(term, where)
        else:
            inner = self.value(term[1], where)
            if term[0] == "c":
                known = self.world.call(term, where, inner)
            else:
                union: set[Value] = set()
                for value in inner:
                    union |= self.world.attribute(value, term[2])
                known = bounded(union)
            self.known[key] = known
        return known

    def call(self, term: Term, where: ScopeEntry) -> None:
        assert term is not None
        values = self.value(term, where)
        kind = term[0]
        name = term[2] if kind == "a" else term[1] if kind in ("n", "v") else ""
        settled = named = False
        read = False  # whether the name is that of a variable, and not of what is called
        tags = {value[0] for value in values}
        wrapped = "H" in tags and ("F" in tags or "E" in tags)
        for value in values:
            settled = self.called(value, term, wrapped) or settled
            if _is_named(value, name):
                named = True
            elif value[0] not in _OUTSIDE:
                read = True
        if read and name:
            self.variables(term, where)
        if kind == "a":
            if not named:
                settled = self.properties(term, where) or settled
            settled = self.dispatch(term, where) or settled
        if not settled:
            if kind == "a":
                self.unsettled.append((self.number, name, True))
            elif kind == "n" and self.is_unbound(name, where):
                self.unsettled.append((self.number, name, False))

    def variables(self, term: Term, where: ScopeEntry) -> None:
        """Draw the variables that are read to find what is called."""
        for target in self.denoted(term, where):
            self.world.note(("head", target))
            if target not in self.world.entries and not target.endswith("::<module>"):
                self.add(target, _REFERENCES, IMPORTED if _is_path(term) else INFERRED)

    def properties(self, term: Term, where: ScopeEntry) -> bool:
        """Draw the properties that give what is called; whether there are any."""
        found = False
        for target in self.denoted(term, where):
            if self.is_property(target):
                self.add(target, _CALLS, INFERRED)
                found = True
        return found

    def is_property(self, target: str) -> bool:
        """Whether a symbol is a property."""
        self.world.note(("head", target))
        entry = self.world.entries.get(target)
        return entry is not None and bool(entry.scope.traits & (Trait.PROPERTY | Trait.ACCESSOR))

    def denoted(self, term: Term, where: ScopeEntry) -> frozenset[str]:
        """Ids of the symbols that a term denotes."""
        if term is not None and term[0] == "a":
            union: set[str] = set()
            for value in self.value(term[1], where):
                union |= self.world.denoted_member(value, term[2])
            return frozenset(union)
        return self.world.entities(term, where)

    def is_unbound(self, name: str, where: ScopeEntry) -> bool:
        """Whether nothing in sight binds a name: what a local variable holds is not known by the variable's name."""
        scope = self.world.holder(name, where)
        if scope is None or scope.scope.kind != ScopeKind.MODULE:
            return False
        return not self.world.is_global(scope.path, name)

    def called(self, value: Value, term: Term, wrapped: bool) -> bool:
        """Draw a call of a value; whether that settles the site."""
        tag = value[0]
        if tag == "F":
            self.add(whole(value[1]), _CALLS, self.reach(term, value))
        elif tag == "H":
            through = _DECORATED if wrapped else _DIRECT
            self.add(whole(value[1]), _CALLS, INFERRED if wrapped else self.reach(term, value), through)
        elif tag in CLASSES:
            self.add(value[1], _CALLS, IMPORTED if tag == "C" and _is_path(term) else INFERRED)
            self.constructed(value)
        elif tag in INSTANCES:
            return self.special(value, "__call__")
        else:
            return tag in ("X", "Y", "Z", "A")
        return True

    def constructed(self, value: Value) -> None:
        """Calling a class calls `__new__` and `__init__`, or what a dataclass calls from the `__init__` it is given."""
        self.found_and_called(value, "__new__")
        if self.found_and_called(value, "__init__"):
            return
        for name in _AFTER_INIT:
            if self.world.is_bound(name):
                self.found_and_called(value, name)

    def found_and_called(self, value: Value, name: str) -> bool:
        """Draw the call of a method that a class finds in the workspace; whether it finds one."""
        place = self.world.ask(("found", value[1], name, ""))
        holder = self.world.entries.get(place[1]) if place and place[0] == "C" else None
        if holder is None:
            return False
        own = place[1] == value[1] and value[0] == "C"
        for target in self.world.denoted_in(holder, name):
            self.add(target, _CALLS, IMPORTED if own else INFERRED)
        return True

    def special(self, value: Value, dunder: str) -> bool:
        """Draw the call of a special method; true when the class is known to have it, here or outside."""
        for name in (dunder, *fallbacks(dunder)):
            place = self.world.ask(("found", value[1], name, ""))
            if not place:
                continue
            if place[0] == "C":
                holder = self.world.entries.get(place[1])
                if holder is not None:
                    for target in self.world.denoted_in(holder, name):
                        self.add(target, _CALLS, INFERRED)
                return True
            return bool(place[0] == "X")
        return False

    def dispatch(self, term: Term, where: ScopeEntry) -> bool:
        """A method called on what may be a subclass may be any overrider of it; whether there is one."""
        assert term is not None
        world = self.world
        found = False
        for value in self.value(term[1], where):
            if value[0] not in ("I", "S", "K"):
                continue
            place = world.ask(("found", value[1], term[2], ""))
            if place and place[0] != "C":
                continue
            found = self.dispatched(world.ask(("overriders", value[1], term[2])), term[2]) or found
        return found

    def dispatched(self, classes: tuple[str, ...], name: str) -> bool:
        """Draw calls of the overriders in `classes`; whether there are any."""
        for number, scope in enumerate(classes):
            holder = self.world.entries.get(scope)
            if holder is None:
                continue
            for target in sorted(self.world.denoted_in(holder, name)):
                if number < MOST_OVERRIDERS:
                    self.add(target, _CALLS, DISPATCHED, _DISPATCH)
                else:
                    self.beyond.append((self.number, target))
        return bool(classes)

    # ------------------------------------------------------------------ other uses

    def operator(self, dunder: str, term: Term, where: ScopeEntry) -> None:
        """A special method that the syntax calls."""
        world = self.world
        values = self.value(term, where)
        if dunder in ("__next__", "__anext__"):
            stepped: set[Value] = set()
            for value in values:
                if value[0] in INSTANCES:
                    for method in world.attribute(value, "__iter__" if dunder == "__next__" else "__aiter__"):
                        stepped |= {v for v in world.called(method) if v[0] in INSTANCES}
            values = frozenset(stepped)
        for value in values:
            if value[0] in INSTANCES:
                if (
                    dunder.startswith("__i")
                    and not world.ask(("found", value[1], dunder, ""))
                    and dunder != "__iter__"
                ):
                    self.special(value, f"__{dunder[3:]}")
                else:
                    self.special(value, dunder)
                if value[0] != "E" and dunder != "__await__":
                    self.dispatched(world.ask(("overriders", value[1], dunder)), dunder)

    def use(self, role: str, term: Term, where: ScopeEntry) -> None:
        assert term is not None
        world = self.world
        kind = _ROLE_KINDS[role]
        values = world.term(term, where) if role in (Role.RAISE, Role.DECORATOR) else NOTHING
        if role == Role.RAISE:
            for value in values:
                if value[0] in CLASSES:
                    self.add(value[1], _CALLS, IMPORTED if _is_path(term) else INFERRED)
                    self.constructed(value)
            if any(value[0] in CLASSES for value in values):
                return
        for target in self.denoted(term, where):
            if role == Role.QUALIFIER and target.endswith("::<module>"):
                continue
            if target == self.entry.symbol and role != Role.READ:
                continue
            if term[0] == "a" and self.is_property(target):
                self.add(target, _CALLS, INFERRED)
                if role in (Role.READ, Role.QUALIFIER):
                    self.dispatch(term, where)
                continue
            world.note(("head", target))
            entry = world.entries.get(target)
            shown = kind
            if kind is _EXTENDS and (entry is None or entry.scope.kind != ScopeKind.CLASS):
                shown = _REFERENCES
            self.add(target, shown, IMPORTED if _is_path(term) else INFERRED)
        if (
            role == Role.DECORATOR
            and not any(v[0] in ("F", "H", "C", "X") for v in values)
            and term[0] == "a"
        ):
            for value in values:
                if value[0] in INSTANCES:
                    self.special(value, "__call__")

    def overrides(self) -> None:
        """A method overrides what the class would find without it."""
        entry = self.entry
        holder = entry.parent
        if entry.scope.kind != ScopeKind.FUNCTION or holder is None or holder.scope.kind != ScopeKind.CLASS:
            return
        place = self.world.ask(("found", holder.id, entry.scope.name, holder.id))
        if place and place[0] == "C":
            above = self.world.entries.get(place[1])
            if above is not None:
                for target in self.world.denoted_in(above, entry.scope.name):
                    self.world.note(("head", target))
                    if target != entry.symbol and target in self.world.entries:
                        self.add(target, _OVERRIDES, IMPORTED, site=-1)

    # ------------------------------------------------------------------ confidence

    def reach(self, term: Term, value: Value) -> float:
        """How sure a call of a function is: named through imports, or found on an inferred receiver."""
        if value[2] is None and _is_path(term):
            return IMPORTED
        return INFERRED


def _is_named(value: Value, name: str) -> bool:
    """Whether a value is a definition of this name."""
    if value[0] not in _DEFINED:
        return False
    scope = whole(value[1])
    return scope.endswith(name) and scope[: -len(name)].endswith((".", "::"))


def _is_path(term: Term) -> bool:
    """Whether a term is a name, or attributes of one: `name`, `module.name`, `module.Class`."""
    while term is not None and term[0] in ("a", "s"):
        term = term[1]
        if term is not None and term[0] == "v":
            return False
    return term is not None and term[0] in ("n", "m", "f", "l")
