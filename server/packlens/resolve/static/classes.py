"""Classes: bases, method resolution order, where an attribute is found, what it can be."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, zip_longest

from packlens.resolve.static.changes import BASE
from packlens.resolve.static.generics import without_declared
from packlens.resolve.static.values import (
    CLASSES,
    FIXED,
    INSTANCES,
    NOTHING,
    OPEN_BELOW,
    Value,
    Values,
    bound_to,
    bounded,
    held,
)
from packlens.resolve.static.world import World
from packlens.symbols.scope import ScopeEntry
from packlens.syntax.facts import ScopeKind, Trait

_METACLASS = "metaclass"
_FUNCTIONS = frozenset("FH")
_MOST_BELOW = 64
_MOST_MIXED = 16


class Classes(World):
    """Answers questions about classes."""

    def class_entry(self, scope: str) -> ScopeEntry | None:
        """The scope of a class, if it is one."""
        entry = self.entries.get(scope)
        return entry if entry is not None and entry.scope.kind == ScopeKind.CLASS else None

    def bases(self, scope: str) -> tuple[Value, ...]:
        """The bases of a class in order: classes, things outside the workspace, `("?",)` for an unknown one."""
        self.note(("facts", scope))
        entry = self.class_entry(scope)
        if entry is None or entry.parent is None:
            return ()
        found: list[Value] = []
        for term in entry.scope.bases:
            if term is not None and term[0] == _METACLASS:
                continue
            values = self.types(term, entry if entry.scope.traits & Trait.GENERIC else entry.parent)
            chosen = _in_order(v for v in values if v[0] in ("C", "X", "G"))
            if term is not None and term[0] == "c" and not any(v[0] == "C" for v in chosen):
                # with_metaclass(Meta, Base) and the like: the classes among the arguments are bases.
                for argument in term[2]:
                    inner = self.term(argument, entry.parent)
                    chosen.extend(_in_order(v for v in inner if v[0] == "C"))
            found.extend(chosen or [("?",)])
        return tuple(found)

    def metaclass(self, scope: str) -> str:
        """The workspace class that is a class's metaclass, its own or inherited; "" for none."""
        for ancestor in self.ask(("mro", scope)):
            self.note(("facts", ancestor))
            entry = self.class_entry(ancestor)
            if entry is None or entry.parent is None:
                continue
            for term in entry.scope.bases:
                if term is not None and term[0] == _METACLASS:
                    for value in sorted(self.term(term[1], entry.parent), key=repr):
                        if value[0] == "C":
                            return str(value[1])
                    return ""
        return ""

    def mro(self, scope: str) -> tuple[str, ...]:
        """The workspace classes of a class's method resolution order (C3), itself first.

        Classes outside the workspace are left out; what does not linearise keeps the order of a depth-first walk.
        """
        self.note(("head", scope))
        if self.class_entry(scope) is None:
            return ()
        parents = [base[1] for base in self.ask(("bases", scope)) if base[0] == "C" and base[1] != scope]
        parents = list(dict.fromkeys(parents))
        sequences = [[c for c in self.ask(("mro", parent)) if c != scope] for parent in parents]
        sequences.append(list(parents))
        order = [scope]
        while True:
            sequences = [sequence for sequence in sequences if sequence]
            if not sequences:
                return tuple(order)
            head = sequences[0][0]
            for sequence in sequences:
                candidate = sequence[0]
                if not _in_a_tail(candidate, sequences):
                    head = candidate
                    break
            order.append(head)
            sequences = [[c for c in sequence if c != head] for sequence in sequences]

    def found(self, scope: str, name: str, after: str = "") -> Value:
        """Where a class finds an attribute.

        ("C", class) that gives it; ("X", dotted) when a class outside the workspace may; ("?",) when an unknown base
        may; () when no class has it. With `after` the search begins behind that class, as `super()` does.
        """
        order = tuple(self.ask(("mro", scope)))  # in a circle it begins as the empty set
        if after:
            order = order[order.index(after) + 1 :] if after in order else order
        for ancestor in order:
            self.note(("own", ancestor, name))
            entry = self.entries.get(ancestor)
            if entry is None:
                continue
            if name in entry.scope.bindings or (entry.scope.attributes and name in entry.scope.attributes):
                return ("C", ancestor)
            if ("own", ancestor, name) in self.reaching:
                return ("C", ancestor)
            stub = self.class_entry(self.stub_of(entry))
            if stub is not None:
                self.note(("own", stub.id, name))
                if name in stub.scope.bindings:
                    return ("C", stub.id)
        outside: Value = ()
        for ancestor in order:
            for base in self.ask(("bases", ancestor)):
                if base[0] == "X" and base[1] != "builtins.object":
                    outside = outside if outside and outside[0] == "X" else ("X", f"{base[1]}.{name}")
                elif base[0] == "G":
                    outside = outside or ("X", f"builtins.{base[1]}.{name}")
                elif base[0] == "?" and not outside:
                    outside = ("?",)
        return outside

    def stub_of(self, entry: ScopeEntry) -> str:
        """The id that a scope's twin in the stub beside its file would have; "" for no stub."""
        if entry.path not in self.layout.stubbed:
            return ""
        twin = f"{entry.path}i{entry.id[len(entry.path) :]}"
        self.note(("facts", twin))
        return twin

    def attribute_values(self, scope: str, name: str) -> Values:
        """What a class itself gives for an attribute it has: functions unbound, `self` not yet replaced."""
        entry = self.class_entry(scope)
        self.note(("own", scope, name))
        self.note(("head", scope))
        if entry is None:
            return NOTHING
        values: set[Value] = set()
        if name in entry.scope.bindings:
            values |= self.ask(("local", scope, name))
        for binding in (entry.scope.attributes or {}).get(name, ()):
            where = self.down(entry, binding[3])
            if where is None:
                continue
            if binding[2] is not None:
                values |= self.annotation(binding[2], where)
            given = self.term(binding[1], where)
            values |= given if where.scope.traits & Trait.CLASSMETHOD else held(given)
        values |= self.reaching.get(("own", scope, name), NOTHING)
        values |= self.declared_of_attribute(entry, name)
        stub = self.class_entry(self.stub_of(entry))
        if stub is not None:
            self.note(("own", stub.id, name))
            values |= {v for v in self.ask(("attribute", stub.id, name)) if v[0] not in "FH"}
        return bounded(values)

    def member(self, value: Value, name: str) -> Values:
        """What an instance or a class gives for an attribute, bound to it."""
        scope = value[1]
        place = self.ask(("found", scope, name, ""))
        if name == "__class__" and value[0] in INSTANCES and not (place and place[0] == "C"):
            return frozenset({("K" if value[0] == "S" else "C", scope)})
        if not place:
            if value[0] in CLASSES:
                meta = self.ask(("metaclass", scope))
                if meta:
                    return self.member(("I", meta), name) if meta != scope else NOTHING
            completed = self.given_below(value, name)
            if completed:
                return completed
            if value[0] in INSTANCES and not name.startswith("__") and self.is_bound("__getattr__"):
                given: set[Value] = set()
                for method in self.member(value, "__getattr__"):
                    given |= self.called(method)
                return bounded(given)
            return NOTHING
        if place[0] == "X":
            return frozenset({place})
        if place[0] == "?":
            return NOTHING
        values: Values = self.ask(("attribute", place[1], name))
        if value[0] in CLASSES and self.is_enum(scope) and not name.startswith("_"):
            values |= {("I", scope)} if not any(v[0] in "FH" for v in values) else NOTHING
        return self.bind(values, value, place[1])

    def is_enum(self, scope: str) -> bool:
        """Whether a class is an enumeration: its plain attributes are instances of it."""
        for ancestor in self.ask(("mro", scope)):
            for base in self.ask(("bases", ancestor)):
                if base[0] == "X" and base[1].startswith("enum."):
                    return True
        return False

    def bind(self, values: Values, receiver: Value, holder: str) -> Values:
        """What reading a class attribute through a receiver gives: descriptors applied, functions bound."""
        through_class = receiver[0] in CLASSES or (receiver[0] == "P" and receiver[2][0] in CLASSES)
        result: set[Value] = set()
        for value in values:
            if value[0] == "U":
                values = without_declared(self.seen_through(values, receiver, holder))
                break
        for value in values:
            tag = value[0]
            if tag in _FUNCTIONS and value[2] is None:
                self.note(("head", value[1]))
                entry = self.entries.get(value[1])
                if entry is None:
                    continue
                if entry.parent is None or entry.parent.scope.kind != ScopeKind.CLASS:
                    result.add((tag, value[1], receiver if tag == "F" and not through_class else None))
                    continue
                traits = entry.scope.traits
                if traits & (Trait.PROPERTY | Trait.ACCESSOR):
                    if not through_class and not traits & Trait.ACCESSOR:
                        result |= self.called(("F", value[1], receiver))
                elif traits & Trait.STATIC:
                    result.add(value)
                elif traits & Trait.CLASSMETHOD:
                    result.add((tag, value[1], _class_of(receiver)))
                else:
                    result.add((tag, value[1], None if through_class else receiver))
            elif tag == "J":
                if not through_class:
                    result |= self.called(("F", value[1][1], receiver))
            elif tag == "E" and value[1] != holder:
                getter = self.ask(("found", value[1], "__get__", ""))
                if getter and getter[0] == "C":
                    for method in self.member(value, "__get__"):
                        result |= self.called(method)
                else:
                    result.add(value)
            elif tag in FIXED:
                result.add(value)
            else:
                result |= bound_to(frozenset({value}), receiver)
        return bounded(result)

    def beyond(self, value: Value, name: str) -> Values:
        """What `super().name` gives."""
        scope, receiver = value[1], value[2]
        place = self.ask(("found", scope, name, scope))
        values = self.given_below(receiver, name, scope)
        if not place and name == "__new__":
            return values | {("X", "builtins.object.__new__")}
        if not place or place[0] == "?":
            return values
        if place[0] == "X":
            return values | {place}
        return bounded(values | self.bind(self.ask(("attribute", place[1], name)), receiver, place[1]))

    def given_below(self, receiver: Value, name: str, after: str = "") -> Values:
        """What an attribute of what may be of a class below is by the further bases of those."""
        union: set[Value] = set()
        for holder in self.completed(after or receiver[1], name, after) if receiver[0] in OPEN_BELOW else ():
            union |= self.bind(self.ask(("attribute", holder, name)), receiver, holder)
        return bounded(union)

    def overriders(self, scope: str, name: str) -> tuple[str, ...]:
        """The classes below a class that define the method anew, and those that one below finds it in first, sorted."""
        self.note(("methods", name))
        defining = self.methods.get(name, set())
        below = {c for c in defining if c != scope and scope in self.ask(("mro", c))}
        if len(defining) > len(below) and not below.union(self.ask(("mro", scope))).issuperset(defining):
            below.update(self.completed(scope, name))
        return tuple(sorted(below))

    def mixed(self, scope: str) -> frozenset[str]:
        """The classes below a class that have further bases, which may come between it and its own.

        More than sixteen, and those below a class that more than sixty-four may have as their base, are none.
        """
        self.note(("head", scope))
        entry = self.class_entry(scope)
        if entry is None:
            return frozenset()
        called = BASE + entry.scope.name
        self.note(("methods", called))
        candidates = self.methods.get(called, ())
        if len(candidates) > _MOST_BELOW:
            return frozenset()
        found: set[str] = set()
        for one in sorted(candidates):
            bases = [base[1] for base in self.ask(("bases", one)) if base[0] == "C"]
            if one == scope or scope not in bases:
                continue
            found |= self.ask(("mixed", one))
            if len(bases) > 1:
                found.add(one)
        return frozenset(found) if len(found) <= _MOST_MIXED else frozenset()

    def completed(self, scope: str, name: str, after: str = "") -> list[str]:
        """The classes that a class does not find an attribute in, and one below it that has further bases does."""
        mixed = sorted(self.ask(("mixed", scope)))
        if not mixed:
            return []
        own = self.ask(("found", scope, name, after))
        places = [self.ask(("found", one, name, after)) for one in mixed]
        return sorted({place[1] for place in places if place and place[0] == "C" and place != own})


def _in_order(bases: Iterable[Value]) -> list[Value]:
    """Bases by name. A class that is meant with several arguments is one base with all of them, since only the first is
    asked what a type variable stands for.
    """
    arguments: dict[Value, list[tuple[Values, ...]]] = {}
    for base in bases:
        arguments.setdefault(base[:2], []).append(base[2] if len(base) > 2 else ())
    found: list[Value] = []
    for base in sorted(arguments, key=repr):
        parts = tuple(
            [bounded(chain(*column)) for column in zip_longest(*arguments[base], fillvalue=NOTHING)]
        )
        found.append((*base, parts) if parts or base[0] == "G" else base)
    return found


def _in_a_tail(candidate: str, sequences: list[list[str]]) -> bool:
    return any(candidate in sequence[1:] for sequence in sequences)


def _class_of(receiver: Value) -> Value:
    tag = receiver[0]
    if tag == "S":
        return ("K", receiver[1])
    if tag in CLASSES:
        return receiver
    if tag == "P":
        return _class_of(receiver[2])
    return ("C", *receiver[1:])
