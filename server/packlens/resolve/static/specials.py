"""Calls that no call expression shows: constructors, special methods, properties, overriders."""

from __future__ import annotations

from collections.abc import Mapping

from packlens.resolve.edge import EdgeKind, Through
from packlens.resolve.static.mentions import fallbacks
from packlens.resolve.static.nodes import Key
from packlens.resolve.static.rows import DISPATCHED, IMPORTED, INFERRED, MOST_OVERRIDERS
from packlens.resolve.static.sketch import Drafted, Sketch
from packlens.resolve.static.values import CLASSES, INSTANCES, Value, Values
from packlens.resolve.static.world import SPECIAL_HEADS
from packlens.symbols.scope import ScopeEntry
from packlens.symbols.table import whole
from packlens.syntax.facts import Term, Trait

_AFTER_INIT = ("__post_init__", "__attrs_post_init__")
_CALLS = EdgeKind.CALLS  # members of an enum cost a call at each use
_DISPATCH = Through.DISPATCH
_OPERATED = INSTANCES | CLASSES  # an operator on other values runs no code of the workspace
_OF_CLASSES = frozenset({"__getitem__", "__iter__", "__contains__", "__len__"})


class Specials(Sketch):
    """Draws what the language calls by itself."""

    def constructed(self, value: Value) -> None:
        """Calling a class calls `__new__` and `__init__`, or what a dataclass calls from the `__init__` it is given."""
        meta = self.world.ask(("metaclass", value[1]))
        if meta:
            self.special(("I", meta), "__call__")
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
            if not place or (
                place[0] == "X" and name == "__format__"
            ):  # what is outside hardly has one of its own
                continue
            if place[0] == "C":
                holder = self.world.entries.get(place[1])
                if holder is not None:
                    self.implemented(holder, name)
                return True
            return bool(place[0] == "X")
        return False

    def implemented(self, holder: ScopeEntry, name: str) -> None:
        """Draw the call of a special method that a class has, under whatever name it was defined."""
        world = self.world
        for target in world.denoted_in(holder, name):
            world.note(("head", target))
            if target in world.entries:
                self.add(target, _CALLS, INFERRED)
                continue
            for value in world.ask(("attribute", holder.id, name)):
                if value[0] in ("F", "H"):
                    self.add(whole(value[1]), _CALLS, INFERRED)

    def asked_of_module(self, path: str, name: str) -> bool:
        """Draw the call of a module's `__getattr__` for a name that it does not have; whether it is that."""
        world = self.world
        world.note(("global", path, "__getattr__"))
        if (
            path not in world.lazy_modules
            or name.startswith("__")
            or world.is_global(path, name)
            or world.submodule(("M", path), name) is not None
            or world.ask(("denoted", path, name))
        ):
            return False
        for target in world.ask(("denoted", path, "__getattr__")):
            self.add(target, _CALLS, INFERRED)
        return True

    def created(self) -> None:
        """What the statement of a class calls by itself."""
        world, entry = self.world, self.entry
        if world.is_bound("__init_subclass__"):
            self.at_head(("found", entry.id, "__init_subclass__", entry.id), "__init_subclass__")
        meta = world.ask(("metaclass", entry.id))
        if meta:
            for name in ("__prepare__", "__new__", "__init__"):
                self.at_head(("found", meta, name, ""), name)
        world.note(("methods", "__set_name__"))
        told = {
            scope.rpartition(".")[2].rpartition("::")[2] for scope in world.methods.get("__set_name__", ())
        }
        if not told:
            return
        for name, bindings in entry.scope.bindings.items():
            if any(binding[0] == "=" and _last_name(binding[1]) in told for binding in bindings):
                for value in world.ask(("attribute", entry.id, name)):
                    if value[0] in INSTANCES:
                        self.at_head(("found", value[1], "__set_name__", ""), "__set_name__")

    def at_head(self, question: Key, name: str) -> None:
        """Draw the call of what a class finds, from the first line of the definition."""
        world = self.world
        place = world.ask(question)
        holder = world.entries.get(place[1]) if place and place[0] == "C" else None
        if holder is not None:
            for target in world.denoted_in(holder, name):
                self.add(target, _CALLS, INFERRED, site=-1)

    def may_be_descriptors(self, targets: frozenset[str]) -> bool:
        """Whether an attribute that denotes these symbols may run a descriptor: a variable, something decorated, or
        nothing that is known."""
        entries = self.world.entries
        for target in targets:
            entry = entries.get(target)
            if entry is None or (entry.scope.decorators and not entry.scope.traits & SPECIAL_HEADS):
                return True
        return not targets

    def descriptors(self, base: Values, name: str, dunder: str) -> bool:
        """Draw the descriptor method that reading an attribute of any of `base` runs; whether there is one."""
        world = self.world
        found = False
        for value in base:
            if value[0] not in INSTANCES:
                if value[0] == "M" and dunder == "__get__" and value[1] in world.lazy_modules:
                    found = self.asked_of_module(value[1], name) or found
                if value[0] not in CLASSES or dunder != "__get__":
                    continue
            place = world.ask(("found", value[1], name, ""))
            if not place:
                if value[0] in CLASSES or dunder != "__get__" or name.startswith("__"):
                    continue
                if world.is_bound("__getattr__"):
                    found = self.special(value, "__getattr__") or found
                continue
            holder = world.entries.get(place[1]) if place[0] == "C" else None
            if holder is None or not _may_describe(holder, name, world.entries):
                continue
            for inside in world.ask(("attribute", holder.id, name)):
                if inside[0] == "E":
                    found = self.special(inside, dunder) or found
                elif inside[0] == "J" and dunder == "__get__" and value[0] in INSTANCES:
                    self.add(whole(inside[1][1]), _CALLS, INFERRED)
                    found = True
        return found

    def dispatch(self, base: Values, name: str) -> bool:
        """A method called on what may be a subclass may be any overrider of it; whether there is one."""
        world = self.world
        found = False
        for value in base:
            if value[0] not in ("I", "S", "K"):
                continue
            place = world.ask(("found", value[1], name, ""))
            if place and place[0] != "C":
                continue
            found = self.dispatched(world.ask(("overriders", value[1], name)), name) or found
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

    def properties(self, base: Values, name: str) -> bool:
        """Draw the properties of any of `base` that give what is called; whether there are any."""
        found = False
        for target in self.members(base, name):
            if self.is_property(target):
                self.add(target, _CALLS, INFERRED)
                found = True
        return found

    def is_property(self, target: str) -> bool:
        """Whether a symbol is a property."""
        self.world.note(("head", target))
        entry = self.world.entries.get(target)
        return entry is not None and bool(entry.scope.traits & (Trait.PROPERTY | Trait.ACCESSOR))

    def operator(self, dunder: str, term: Term, where: ScopeEntry) -> None:
        """A special method that the syntax calls: what that is for the same values is found out once for a scope."""
        values = self.values(term, where)
        if _OPERATED.isdisjoint([value[0] for value in values]):
            return
        drafted = self.operators.get((dunder, values))
        if drafted is None:
            drafted = self.operators[dunder, values] = self._drafted(dunder, values)
        for target, kind, confidence, through in drafted[0]:
            self.add(target, kind, confidence, through)
        number = self.number
        self.beyond.extend([(number, target) for target in drafted[1]])

    def _drafted(self, dunder: str, values: Values) -> Drafted:
        """What an operator on any of `values` draws."""
        found, beyond = self.found, self.beyond
        self.found, self.beyond = {}, []
        self._operator(dunder, values)
        edges = [(target, kind, *how) for (_, target, kind), how in self.found.items()]
        targets = list(dict.fromkeys([target for _, target in self.beyond]))
        self.found, self.beyond = found, beyond
        return edges, targets

    def _operator(self, dunder: str, values: Values) -> None:
        """Draw an operator on any of `values`."""
        world = self.world
        if dunder in ("__next__", "__anext__"):
            stepped: set[Value] = set()
            for value in values:
                if value[0] in INSTANCES:
                    for method in world.attribute(value, "__iter__" if dunder == "__next__" else "__aiter__"):
                        stepped |= {v for v in world.called(method) if v[0] in INSTANCES}
            values = frozenset(stepped)
        for value in values:
            if value[0] in CLASSES and dunder in _OF_CLASSES:
                meta = world.ask(("metaclass", value[1]))
                if not (meta and self.special(("I", meta), dunder)) and dunder == "__getitem__":
                    self.special(value, "__class_getitem__")
            elif value[0] in INSTANCES:
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


def _last_name(term: Term) -> str:
    """The last name of what a call calls, for a call of a name or attribute."""
    if term is None or term[0] != "c" or term[1] is None or term[1][0] not in ("n", "a"):
        return ""
    name: str = term[1][-1]
    return name


def _may_describe(holder: ScopeEntry, name: str, entries: Mapping[str, ScopeEntry]) -> bool:
    """Whether what a class binds to a name can be a descriptor: what a call gives, or what decorators made."""
    for binding in holder.scope.bindings.get(name, ()):
        if binding[0] == "=":
            if binding[1] is not None and binding[1][0] == "c":
                return True
        elif binding[0] == "d":
            entry = entries.get(holder.places[binding[1]])
            if entry is not None and entry.scope.decorators and not entry.scope.traits & SPECIAL_HEADS:
                return True
    return False
