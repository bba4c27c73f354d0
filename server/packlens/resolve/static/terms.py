"""Terms: what an expression can be, from what its parts can be."""

from __future__ import annotations

from collections.abc import Callable

from packlens.resolve.static.containers import (
    CONTAINER_CALLS,
    ELEMENT_METHODS,
    UNKNOWN_INSIDE,
    container_of,
    elements,
)
from packlens.resolve.static.values import (
    CLASSES,
    INSTANCES,
    NOTHING,
    Value,
    Values,
    bound_to,
    bounded,
    shallow,
)
from packlens.resolve.static.world import World
from packlens.symbols.scope import ScopeEntry
from packlens.syntax.facts import ScopeKind, Term, Trait

_NONE = frozenset({("Y", "builtins.None")})


class Terms(World):
    """Evaluates terms."""

    def term(self, term: Term, entry: ScopeEntry) -> Values:
        if term is None:
            return NOTHING
        rule = _RULES.get(term[0])
        return rule(self, term, entry) if rule is not None else NOTHING

    def _name(self, term: tuple[str, str], entry: ScopeEntry) -> Values:
        return self.lookup(term[1], entry)

    def _local(self, term: tuple[str, str, tuple[int, ...]], entry: ScopeEntry) -> Values:
        scope = entry
        while (
            scope.scope.kind is ScopeKind.COMPREHENSION
            and scope.parent is not None
            and term[1] not in scope.scope.bindings
        ):
            scope = scope.parent
        places = term[2]
        if len(places) == 1:
            binding = scope.scope.bindings[term[1]][places[0]]
            if binding[0] == "p" and self.is_plain(scope, binding[1]):
                self.note(("facts", scope.id))
                return self.parameter(scope, binding[1])
            values: Values = self.ask(("binding", scope.id, term[1], places[0]))
            return values
        union: set[Value] = set()
        for index in places:
            union |= self.ask(("binding", scope.id, term[1], index))
        return bounded(union)

    def _attribute(self, term: tuple[str, Term, str], entry: ScopeEntry) -> Values:
        base = self.term(term[1], entry)
        if len(base) == 1:
            (value,) = base
            return self.attribute(value, term[2])
        union: set[Value] = set()
        for value in base:
            union |= self.attribute(value, term[2])
        return bounded(union)

    def attribute(self, value: Value, name: str) -> Values:
        tag = value[0]
        if tag in INSTANCES or tag in CLASSES:
            return self.member(value, name)
        if tag == "M":
            return self.member_of_module(value[1], name)
        if tag == "N":
            inside = self.submodule(("N", value[1]), name)
            return frozenset({inside}) if inside is not None else NOTHING
        if tag in ("X", "Y"):
            return frozenset({("X", f"{value[1]}.{name}")}) if value[1].count(".") < 8 else frozenset({value})
        if tag == "P":
            return self.beyond(value, name)
        if tag in ("L", "D", "T", "G"):
            return frozenset({("Z", value, name)})
        return frozenset({("X", f"builtins.{name}")})

    def _call(
        self, term: tuple[str, Term, tuple[Term, ...], tuple[tuple[str, Term], ...]], entry: ScopeEntry
    ) -> Values:
        func = term[1]
        if func is not None and func[0] == "n" and func[1] == "super":
            return self._super(term[2], entry)
        union: set[Value] = set()
        for value in self.term(func, entry):
            if value[0] == "X":
                union |= self._called_outside(value, term, entry)
            else:
                union |= self.called(value)
        return bounded(union)

    def _super(self, arguments: tuple[Term, ...], entry: ScopeEntry) -> Values:
        scope: ScopeEntry | None = entry
        while scope is not None and scope.parent is not None:
            if scope.scope.kind is ScopeKind.FUNCTION and scope.parent.scope.kind is ScopeKind.CLASS:
                self.note(("head", scope.id))
                holder = scope.parent.id
                receiver: Value = ("K" if scope.scope.traits & Trait.CLASSMETHOD else "S", holder)
                if arguments:
                    for value in self.term(arguments[0], entry):
                        if value[0] == "C":
                            return frozenset({("P", value[1], receiver)})
                return frozenset({("P", holder, receiver)})
            scope = scope.parent
        return NOTHING

    def called(self, value: Value) -> Values:
        tag = value[0]
        if tag in ("F", "H"):
            values: Values = self.ask(("returned", value[1]))
            return bound_to(values, value[2]) if value[2] is not None else values
        if tag == "C":
            return frozenset({("E", value[1])})
        if tag == "K":
            return frozenset({("S", value[1])})
        if tag in INSTANCES:
            union: set[Value] = set()
            for method in self.member(value, "__call__"):
                if method[0] in ("F", "H", "X"):
                    union |= self.called(method)
            return bounded(union)
        if tag == "X":
            return frozenset({("Y", value[1])})
        if tag == "Y":
            return frozenset({value})
        if tag == "Z":
            return self._called_container(value)
        if tag == "A":
            return frozenset({value[1]})
        return NOTHING

    def _called_container(self, value: Value) -> Values:
        container, name = value[1], value[2]
        way = ELEMENT_METHODS.get(name)
        if way is None:
            return frozenset({("Y", f"builtins.{name}")})
        if way == "self":
            return frozenset({container})
        if way == "element":
            return elements(container, "v")
        if way == "items":
            part = container[1] if container[0] == "D" else "v"
            pair: list[Values] = [NOTHING, NOTHING]
            pair[0 if part == "k" else 1] = elements(container, part)
            return frozenset({("L", "iter", ("T", tuple(pair)))})
        return frozenset(("L", "iter", v) for v in elements(container, "k" if way == "keys" else "v"))

    def _called_outside(
        self,
        value: Value,
        term: tuple[str, Term, tuple[Term, ...], tuple[tuple[str, Term], ...]],
        entry: ScopeEntry,
    ) -> Values:
        """Calls of things outside whose result is known from their arguments."""
        name = value[1].rpartition(".")[2]
        arguments = term[2]
        if name in CONTAINER_CALLS and arguments:
            kind = CONTAINER_CALLS[name]
            if kind == "first":
                return self.term(arguments[0], entry)
            if kind == "awaited":
                return self.awaited(self.term(arguments[0], entry))
            if kind == "gathered":
                results = tuple(self.awaited(self.term(argument, entry)) for argument in arguments[:8])
                gathered: Value = ("W", ("T", results))
                return frozenset({gathered}) if shallow(gathered) else NOTHING
            if kind == "element":
                return self.iterated(self.term(arguments[0], entry))
            if kind == "pairs":
                inner = self.iterated(self.term(arguments[0], entry))
                return frozenset({("L", "iter", ("T", (frozenset({("Y", "builtins.int")}), inner)))})
            if kind == "zip":
                parts = tuple(self.iterated(self.term(argument, entry)) for argument in arguments[:6])
                pair: Value = ("T", parts)
                return frozenset({("L", "iter", pair)}) if shallow(pair) else NOTHING
            return container_of(kind, self.iterated(self.term(arguments[0], entry)))
        if name == "cast" and len(arguments) == 2:
            return self.annotation(arguments[0], entry) | self.term(arguments[1], entry)
        if name == "type" and len(arguments) == 1:
            return frozenset(
                ("K" if v[0] == "S" else "C", v[1])
                for v in self.term(arguments[0], entry)
                if v[0] in INSTANCES
            )
        if name == "getattr" and len(arguments) >= 2 and arguments[1] is not None and arguments[1][0] == "k":
            union: set[Value] = set()
            for base in self.term(arguments[0], entry):
                union |= self.attribute(base, arguments[1][1])
            return bounded(union)
        if name in ("TypeVar", "ParamSpec"):
            for keyword, bound in term[3]:
                if keyword == "bound":
                    return self.types(bound, entry) | {("?",)}
            return frozenset({("?",)})
        if name == "NewType" and len(arguments) == 2:
            return self.types(arguments[1], entry)
        if name == "partial" and value[1] == "functools.partial" and arguments:
            return self.term(arguments[0], entry)
        if name in ("property", "cached_property") and arguments:
            return NOTHING
        return self.called(value)

    def _subscript(self, term: tuple[str, Term, Term], entry: ScopeEntry) -> Values:
        index = term[2]
        union: set[Value] = set()
        for value in self.term(term[1], entry):
            tag = value[0]
            if index == ("sl",) and tag in ("L", "T", "Y"):
                union.add(value)
            elif tag == "T":
                if (
                    index is not None
                    and index[0] == "b"
                    and len(index) == 3
                    and -len(value[1]) <= index[2] < len(value[1])
                ):
                    union |= value[1][index[2]]
                else:
                    union |= elements(value, "v")
            elif tag in ("L", "D"):
                union |= elements(value, "v")
            elif tag in INSTANCES:
                for method in self.member(value, "__getitem__"):
                    union |= self.called(method)
            elif tag == "C":
                union.add(value)
            elif tag == "X":
                union |= self.types(term, entry)
            elif tag == "Y" and value[1] not in UNKNOWN_INSIDE:
                union.add(value)
        return bounded(union)

    def _string(self, term: tuple[str, str], entry: ScopeEntry) -> Values:
        return frozenset({("Y", "builtins.str")})

    def _literal(self, term: tuple[str, str], entry: ScopeEntry) -> Values:
        return NOTHING if term[1] == "None" else frozenset({("Y", f"builtins.{term[1]}")})

    def _display(self, term: tuple[str, str, tuple[Term, ...]], entry: ScopeEntry) -> Values:
        kind, parts = term[1], term[2]
        starred = any(part is not None and part[0] == "*" for part in parts)
        if kind == "tuple" and len(parts) <= 8 and not starred:
            value: Value = ("T", tuple(self.term(part, entry) for part in parts))
            return frozenset({value}) if shallow(value) else NOTHING
        union: set[Value] = set()
        for part in parts:
            if part is not None and part[0] == "*":
                union |= self.iterated(self.term(part[1], entry))
            else:
                union |= self.term(part, entry)
        return container_of(kind, union)

    def _dictionary(self, term: tuple[str, tuple[Term, ...], tuple[Term, ...]], entry: ScopeEntry) -> Values:
        union: set[Value] = set()
        for key, value in zip(term[1], term[2], strict=True):
            if key is not None and key[0] == "**":
                union |= {v for v in self.term(value, entry) if v[0] == "D"}
                continue
            union |= {("D", "k", v) for v in self.term(key, entry)}
            union |= {("D", "v", v) for v in self.term(value, entry)}
        return bounded((("Y", "builtins.dict"), *(v for v in union if shallow(v))))

    def _either(self, term: tuple[str, tuple[Term, ...]], entry: ScopeEntry) -> Values:
        union: set[Value] = set()
        for part in term[1]:
            union |= self.term(part, entry)
        return bounded(union)

    def _awaited(self, term: tuple[str, Term], entry: ScopeEntry) -> Values:
        return self.awaited(self.term(term[1], entry))

    def awaited(self, values: Values) -> Values:
        """What awaiting gives."""
        union: set[Value] = set()
        for value in values:
            if value[0] == "W":
                union.add(value[1])
            elif value[0] == "Y":
                union.add(value)
            elif value[0] in INSTANCES:
                for method in self.member(value, "__await__"):
                    union |= self.iterated(self.called(method))
        return bounded(union)

    def _iterated(self, term: tuple[str, Term], entry: ScopeEntry) -> Values:
        return self.iterated(self.term(term[1], entry))

    def iterated(self, values: Values) -> Values:
        """What a loop over `values` gives."""
        union: set[Value] = set()
        for value in values:
            tag = value[0]
            if tag in ("L", "T"):
                union |= elements(value, "v")
            elif tag == "D":
                union |= elements(value, "k") if value[1] == "k" else NOTHING
            elif tag == "Y":
                if value[1] not in UNKNOWN_INSIDE:
                    union.add(value)
            elif tag in INSTANCES:
                for method in self.member(value, "__iter__") | self.member(value, "__getitem__"):
                    for iterator in self.called(method):
                        union |= (
                            self.stepped(iterator)
                            if iterator[0] in INSTANCES
                            else self.iterated(frozenset({iterator}))
                        )
            elif tag in CLASSES:
                if self.is_enum(value[1]):
                    union.add(("I", value[1]))
                meta = self.ask(("metaclass", value[1]))
                if meta and meta != value[1]:
                    union |= self.iterated(frozenset({("I", meta)}))
        return bounded(union)

    def stepped(self, iterator: Value) -> Values:
        """What `next(iterator)` gives for an iterator of the workspace."""
        union: set[Value] = set()
        for method in self.member(iterator, "__next__"):
            union |= self.called(method)
        return bounded(union)

    def _iterated_async(self, term: tuple[str, Term], entry: ScopeEntry) -> Values:
        union: set[Value] = set()
        for value in self.term(term[1], entry):
            if value[0] in INSTANCES:
                for method in self.member(value, "__aiter__"):
                    for iterator in self.called(method):
                        if iterator[0] in INSTANCES:
                            for step in self.member(iterator, "__anext__"):
                                union |= self.awaited(self.called(step))
                        else:
                            union |= self.iterated(frozenset({iterator}))
            else:
                union |= self.iterated(frozenset({value}))
        return bounded(union)

    def _entered(self, term: tuple[str, Term], entry: ScopeEntry) -> Values:
        return self._enter(self.term(term[1], entry), "__enter__")

    def _entered_async(self, term: tuple[str, Term], entry: ScopeEntry) -> Values:
        return self.awaited(self._enter(self.term(term[1], entry), "__aenter__"))

    def _enter(self, values: Values, dunder: str) -> Values:
        union: set[Value] = set()
        for value in values:
            if value[0] in INSTANCES:
                for method in self.member(value, dunder):
                    union |= self.called(method)
            elif value[0] == "L":
                inner = elements(value, "v")
                union |= inner if dunder == "__enter__" else {("W", v) for v in inner}
            elif value[0] == "Y":
                union.add(value)
        return bounded(union)

    def _unpacked(self, term: tuple[str, Term, int], entry: ScopeEntry) -> Values:
        index = term[2]
        union: set[Value] = set()
        for value in self.term(term[1], entry):
            if value[0] == "T":
                if -len(value[1]) <= index < len(value[1]):
                    union |= value[1][index]
            else:
                union |= self.iterated(frozenset({value}))
        return bounded(union)

    def _unpacked_rest(self, term: tuple[str, Term], entry: ScopeEntry) -> Values:
        return container_of("list", self.iterated(self.term(term[1], entry)))

    def _caught(self, term: tuple[str, Term], entry: ScopeEntry) -> Values:
        return self.instances(self.term(term[1], entry))

    def instances(self, values: Values) -> Values:
        """Instances of what may be classes, or tuples of classes."""
        union: set[Value] = set()
        for value in values:
            if value[0] == "C":
                union.add(("I", value[1]))
            elif value[0] == "K":
                union.add(("S", value[1]))
            elif value[0] == "X":
                union.add(("Y", value[1]))
            elif value[0] in ("T", "L"):
                union |= self.instances(elements(value, "v"))
        return bounded(union)

    def _narrowed(self, term: tuple[str, Term, Term], entry: ScopeEntry) -> Values:
        return self.instances(self.term(term[2], entry))

    def _excluded(self, term: tuple[str, Term, Term], entry: ScopeEntry) -> Values:
        classes = {value[1] for value in self.instances(self.term(term[2], entry))}
        kept = set()
        for value in self.term(term[1], entry):
            if value[0] in INSTANCES and not classes.isdisjoint(self.ask(("mro", value[1]))):
                continue
            kept.add(value)
        return frozenset(kept)

    def _operated(self, term: tuple[str, Term, str, Term], entry: ScopeEntry) -> Values:
        dunder = term[2]
        union: set[Value] = set()
        for value in self.term(term[1], entry):
            tag = value[0]
            if tag in INSTANCES:
                names = (dunder,) if not dunder.startswith("__i") else (dunder, f"__{dunder[3:]}")
                for name in names:
                    for method in self.member(value, name):
                        union |= self.called(method)
            elif tag in ("L", "D", "Y", "T") or (tag == "C" and dunder == "__or__"):
                union.add(value)
        if term[3] is not None:
            right = self.term(term[3], entry)
            if dunder == "__or__":
                union |= {v for v in right if v[0] in ("C", "D")}
            elif dunder in ("__add__", "__iadd__"):
                union |= {v for v in right if v[0] in ("L", "T")}
        return bounded(union)

    def _scope(self, term: tuple[str, int], entry: ScopeEntry) -> Values:
        where = self.at(entry, term[1])
        return self.definition(where.id) if where is not None else NOTHING

    def _comprehended(self, term: tuple[str, str, int, Term], entry: ScopeEntry) -> Values:
        where = self.at(entry, term[2])
        if where is None:
            return NOTHING
        values = self.term(term[3], where)
        return values if term[1] == "dict" else container_of(term[1], values)

    def returned(self, scope: str) -> Values:
        """What a function gives when called: declared, or else what its body returns."""
        entry = self.entry(scope)
        if entry is None or entry.parent is None:
            return NOTHING
        facts = entry.scope
        traits = facts.traits
        declared: set[Value] = set()
        stub = self.stub_of(entry)
        twin = self.entries.get(stub) if stub else None
        annotated = facts.returns is not None
        if twin is not None and twin.parent is not None and twin.scope.returns is not None:
            annotated = True
            declared |= self.annotation(twin.scope.returns, twin.parent)
        if facts.returns is not None:
            declared |= self.annotation(facts.returns, entry if traits & Trait.GENERIC else entry.parent)
        if annotated and ("?",) not in declared:
            values = bounded(declared)
        else:
            declared.discard(("?",))
            union = declared
            for term in facts.returned:
                union |= self.term(term, entry)
            if traits & Trait.GENERATOR:
                union = declared
                for term in facts.yielded:
                    union |= {v for v in (("L", "iter", v) for v in self.term(term, entry)) if shallow(v)}
            values = bounded(union)
        if traits & Trait.ASYNC and not traits & Trait.GENERATOR:
            values = frozenset(v for v in (("W", v) for v in values) if shallow(v))
        return values

    # Implemented with the classes and names.

    def member(self, value: Value, name: str) -> Values:
        """What an instance or class gives for an attribute."""
        raise NotImplementedError

    def is_plain(self, entry: ScopeEntry, index: int) -> bool:
        """Whether a parameter needs no question of its own."""
        raise NotImplementedError

    def parameter(self, entry: ScopeEntry, index: int) -> Values:
        """What a parameter can be."""
        raise NotImplementedError

    def is_enum(self, scope: str) -> bool:
        """Whether a class is an enumeration."""
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

    def stub_of(self, entry: ScopeEntry) -> str:
        """The id of a scope's twin in a stub."""
        raise NotImplementedError


_Rule = Callable[..., Values]
_RULES: dict[str, _Rule] = {
    "n": Terms._name,
    "v": Terms._local,
    "a": Terms._attribute,
    "c": Terms._call,
    "s": Terms._subscript,
    "k": Terms._string,
    "b": Terms._literal,
    "t": Terms._display,
    "d": Terms._dictionary,
    "o": Terms._either,
    "w": Terms._awaited,
    "i": Terms._iterated,
    "I": Terms._iterated_async,
    "e": Terms._entered,
    "E": Terms._entered_async,
    "u": Terms._unpacked,
    "u*": Terms._unpacked_rest,
    "x": Terms._caught,
    "is": Terms._narrowed,
    "not": Terms._excluded,
    "op": Terms._operated,
    "l": Terms._scope,
    "g": Terms._comprehended,
}
