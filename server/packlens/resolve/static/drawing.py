"""From the sites of one scope to its rows."""

from __future__ import annotations

from packlens.resolve.edge import EdgeKind, Through
from packlens.resolve.static.passing import CALLERS, REGISTERED, Passing, dispatches
from packlens.resolve.static.pytest_terms import PARAM
from packlens.resolve.static.rows import DISPATCHED, IMPORTED, INFERRED
from packlens.resolve.static.sketch import is_named, is_path
from packlens.resolve.static.values import CLASSES, INSTANCES, NOTHING, OPEN_BELOW, Value, Values
from packlens.symbols.scope import ScopeEntry
from packlens.symbols.table import whole
from packlens.syntax.facts import ParameterKind, Role, ScopeKind, Site, Term

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


_RAISE, _DECORATOR = Role.RAISE, Role.DECORATOR
_BY_VALUE = frozenset({_RAISE, _DECORATOR})  # roles in which it matters what the term can be
# How the sites of a role are drawn: found by one look, since there are very many.
_USE, _CALL, _CALL_WITH, _STORE, _PUT, _OPERATOR = range(6)
_WAYS = {
    **dict.fromkeys(_ROLE_KINDS, _USE),
    Role.CALL: _CALL,
    Role.CALL_WITH: _CALL_WITH,
    Role.STORE: _STORE,
    Role.PUT: _PUT,
}
# Members of an enum cost a call at each use; these are used for every site.
_CALLS, _REFERENCES, _EXTENDS = EdgeKind.CALLS, EdgeKind.REFERENCES, EdgeKind.EXTENDS
_OVERRIDES = EdgeKind.OVERRIDES
_DIRECT, _DECORATED = Through.DIRECT, Through.DECORATED
_OUTSIDE = frozenset("XYZ")


class Drawing(Passing):
    """The rows of one scope in the making."""

    def sites(self, sites: tuple[Site, ...], entry: ScopeEntry) -> None:
        """Draw a run of sites that were left in `entry`."""
        world = self.world
        bound = world.name_counts  # what has a name that nothing in the workspace has leads nowhere in it
        lazy = world.lazy_modules  # any name can be asked of these
        first = self.number
        defined = world.defined
        for number, (role, term, place) in enumerate(sites, first):
            if term is None:
                continue
            way = _WAYS.get(role, _OPERATOR)
            if way == _OPERATOR:
                known = defined.get(role)
                if not (self.is_defined(role) if known is None else known):
                    continue
            else:
                named = term if way <= _CALL else term[1]  # the others hold more than what is named
                if named[0] == "a" and named[2] not in bound and named[2] not in CALLERS:
                    base = named[1]
                    if not lazy or base is None or base[0] != "n":
                        continue
            where = world.at(entry, place) if place else entry
            if where is None:
                continue
            self.number = number
            if way == _USE:
                self.use(role, term, where)
            elif way == _CALL:
                self.call(term, where)
            elif way == _CALL_WITH:
                values = self.call(term[1], where)
                if values:
                    self.passes(values, term, where)
            elif way == _OPERATOR:
                self.operator(role[3:], term, where)
            else:
                if way == _STORE:
                    self.use(Role.WRITE, term[1], where)
                self.stores(term[1], term[2], where)
        self.number = first + len(sites)

    # ------------------------------------------------------------------ calls

    def call(self, term: Term, where: ScopeEntry) -> Values:
        """Draw a call of a term; what it can be."""
        assert term is not None
        kind = term[0]
        base = NOTHING
        if kind == "a":
            base = self.values(term[1], where)
            if not base and term[2] != PARAM:
                self.unsettled.append((self.number, term[2], True))
                return NOTHING
        values = self.values(term, where)
        name = term[2] if kind == "a" else term[1] if kind in ("n", "v") else ""
        settled = named = False
        read = False  # whether the name is that of a variable, and not of what is called
        for value in values:
            settled = self.called(value, term, values) or settled
            if is_named(value, name):
                named = True
            elif value[0] not in _OUTSIDE:
                read = True
        if name and (read or (kind == "n" and not named)):
            self.variables(term, where)
        if kind == "a":
            if not named:
                settled = self.properties(base, name) or settled
            if not named or self.world.lazy_modules:
                settled = self.descriptors(base, name, "__get__") or settled
            settled = self.dispatch(base, name) or settled
            self.receives(values)
        if not settled:
            if kind == "a":
                self.unsettled.append((self.number, name, True))
            elif kind == "n" and self.is_unbound(name, where):
                self.unsettled.append((self.number, name, False))
        return values

    def registered(self, scope: str) -> None:
        """Draw calls of what is registered with a function that dispatches by type."""
        self.world.note(("head", scope))
        if dispatches(self.world.entries.get(scope)):
            for other in self.world.reaching_values(("R", scope, REGISTERED)):
                if other[0] == "F":
                    self.add(whole(other[1]), _CALLS, DISPATCHED, Through.DISPATCH)

    def receives(self, values: Values) -> None:
        """A method's wrapper is called with the instance that the method was read from as its first argument."""
        world = self.world
        if not any(value[0] == "H" and value[2] is not None for value in values):
            return
        for value in values:
            entry = world.entries.get(value[1]) if value[0] == "F" and value[2] is not None else None
            if entry is None or value[2][0] not in INSTANCES or not _is_nested(entry):
                continue
            world.note(("parameters", value[1]))
            if entry.scope.parameters and entry.scope.parameters[0].kind is ParameterKind.POSITIONAL:
                self.flow(("reaching", entry.id, 0), world.staying(frozenset({value[2]})))

    def variables(self, term: Term, where: ScopeEntry) -> None:
        """Draw the variables that are read to find what is called."""
        for target in self.denoted(term, where):
            self.world.note(("head", target))
            if target not in self.world.entries and not target.endswith("::<module>"):
                self.add(target, _REFERENCES, IMPORTED if is_path(term) else INFERRED)

    def is_unbound(self, name: str, where: ScopeEntry) -> bool:
        """Whether nothing in sight binds a name: what a local variable holds is not known by the variable's name."""
        scope = self.world.holder(name, where)
        if scope is None or scope.scope.kind != ScopeKind.MODULE:
            return False
        return not self.world.is_global(scope.path, name)

    def called(self, value: Value, term: Term, among: Values) -> bool:
        """Draw a call of a value, one of those `among` which it was found; whether that settles the site."""
        tag = value[0]
        if tag == "F":
            if self.is_below(value):
                self.add(whole(value[1]), _CALLS, DISPATCHED, Through.DISPATCH)
            else:
                self.add(whole(value[1]), _CALLS, self.reach(term, value))
        elif tag == "H":
            wrapped = any(other[0] in ("F", "E") for other in among)
            through = _DECORATED if wrapped else _DIRECT
            self.add(whole(value[1]), _CALLS, INFERRED if wrapped else self.reach(term, value), through)
            self.registered(value[1])
        elif tag in CLASSES:
            self.add(value[1], _CALLS, IMPORTED if tag == "C" and is_path(term) else INFERRED)
            self.constructed(value)
        elif tag in INSTANCES:
            return self.special(value, "__call__")
        elif tag == "Q":
            return self.called(value[1], term, among)
        else:
            return tag in ("X", "Y", "Z", "A")
        return True

    def is_below(self, value: Value) -> bool:
        """Whether a bound function is a method that only a class below that of its receiver finds."""
        receiver, world = value[2], self.world
        if receiver is None or receiver[0] not in OPEN_BELOW:
            return False
        holder = value[1].rpartition(".")[0].replace(".pyi::", ".py::")
        if holder == receiver[1] or not world.ask(("mixed", receiver[1])):
            return False
        return world.class_entry(holder) is not None and holder not in world.ask(("mro", receiver[1]))

    # ------------------------------------------------------------------ other uses

    def use(self, role: str, term: Term, where: ScopeEntry) -> None:
        assert term is not None
        world = self.world
        kind = _ROLE_KINDS[role]
        is_attribute = term[0] == "a"
        values = base = NOTHING
        if is_attribute:
            base = self.values(term[1], where)
            if not base:
                return
        if role in _BY_VALUE:
            values = self.values(term, where)
        if role == _RAISE:
            for value in values:
                if value[0] in CLASSES:
                    self.add(value[1], _CALLS, IMPORTED if is_path(term) else INFERRED)
                    self.constructed(value)
            if any(value[0] in CLASSES for value in values):
                return
        if term[0] == "f" and world.lazy_modules:
            module = world.imported_module(term[1], term[2], self.entry.path)
            if module is not None and module[0] == "M":
                self.asked_of_module(module[1], term[3])
        if is_attribute:
            targets = self.members(base, term[2])
            if self.may_be_descriptors(targets):
                self.descriptors(base, term[2], "__set__" if role == Role.WRITE else "__get__")
        else:
            targets = world.entities(term, where)
        if not targets and role != _DECORATOR:
            return
        confidence = IMPORTED if is_path(term) else INFERRED
        for target in targets:
            if role == Role.QUALIFIER and target.endswith("::<module>"):
                continue
            if target == self.entry.symbol and role != Role.READ:
                continue
            if is_attribute and self.is_property(target):
                self.add(target, _CALLS, INFERRED)
                if role in (Role.READ, Role.QUALIFIER):
                    self.dispatch(base, term[2])
                continue
            world.note(("head", target))
            entry = world.entries.get(target)
            shown = kind
            if kind is _EXTENDS and (entry is None or entry.scope.kind != ScopeKind.CLASS):
                shown = _REFERENCES
            self.add(target, shown, confidence)
        if role == _DECORATOR:  # under another name
            for value in values:
                if value[0] == "F" and not is_attribute and whole(value[1]) not in targets:
                    self.add(whole(value[1]), kind, INFERRED)
        if role == _DECORATOR and not any(v[0] in ("F", "H", "C", "X") for v in values) and term[0] == "a":
            for value in values:
                if value[0] in INSTANCES:
                    self.special(value, "__call__")

    def overrides(self) -> None:
        """A method overrides what the class would find without it."""
        entry = self.entry
        holder = entry.parent
        if entry.scope.kind != ScopeKind.FUNCTION or holder is None or holder.scope.kind != ScopeKind.CLASS:
            return
        if len(self.world.ask(("mro", holder.id))) < 2:
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
        if value[2] is None and is_path(term):
            return IMPORTED
        return INFERRED


def _is_nested(entry: ScopeEntry) -> bool:
    """Whether a function stands in another one."""
    return entry.parent is not None and entry.parent.scope.kind == ScopeKind.FUNCTION
