"""What a scope passes on: arguments to parameters, values to attributes and containers that live elsewhere."""

from __future__ import annotations

from packlens.resolve.static.calls import ENTERING
from packlens.resolve.static.nodes import Key
from packlens.resolve.static.pytest_terms import PARAM
from packlens.resolve.static.specials import Specials
from packlens.resolve.static.values import CLASSES, INSTANCES, NOTHING, Arguments, Value, Values, held
from packlens.symbols.scope import ScopeEntry
from packlens.syntax.facts import Term, may_be_called

# Callables of the library that call what they are given: the place of the argument, and where its own come from.
_CALLERS = {
    "map": 0,
    "filter": 0,
    "reduce": 0,
    "starmap": 0,
    "takewhile": 0,
    "dropwhile": 0,
    "filterfalse": 0,
}
_BY_KEY = frozenset({"sorted", "max", "min", "sort", "groupby", "nsmallest", "nlargest", "merge"})
_DISPATCHERS = frozenset({"singledispatch", "singledispatchmethod"})
REGISTERED = -2
"""In the place of a parameter: what is registered with a function that dispatches."""
CALLERS = frozenset({"partial", "enter_context", "callback", "closing", PARAM, *_CALLERS, *_BY_KEY})
"""Attributes that are worth looking at though nothing in the workspace has their name."""
_HOMES = frozenset({"builtins", "functools", "itertools", "heapq"})
_OF_CONTEXTS = frozenset({"contextlib", "contextlib.ExitStack", "contextlib.AsyncExitStack"})


class Passing(Specials):
    """Draws what flows out of a scope."""

    def called(self, value: Value, term: Term, among: Values) -> bool:
        """Draw a call of a value, one of those `among` which it was found; whether that settles the site."""
        raise NotImplementedError

    def passes(self, callees: Values, term: Term, where: ScopeEntry) -> None:
        """A call with arguments of any of `callees`."""
        assert term is not None
        world = self.world
        arguments: Arguments | None = None
        for value in callees:
            tag = value[0]
            if tag == "X":
                self.given_outside(value, term, where)
                continue
            if tag == "Z":
                if value[2] == "sort":
                    self.called_by_key(term, world.iterated(frozenset({value[1]})), where)
                continue
            if tag not in _RUN:
                continue
            entry, shift = world.target(value)
            if entry is None and tag not in CLASSES:
                continue
            if arguments is None:
                arguments = self.worth_passing(term, where)
            if arguments is _NONE:
                break
            if entry is not None:
                self.give(entry, shift, arguments)
            else:
                self.give_fields(value[1], arguments)

    def worth_passing(self, term: Term, where: ScopeEntry, first: int = 0) -> Arguments:
        """The arguments of a call, those left empty that hold nothing that can be called."""
        assert term is not None
        flowing = self.world.flowing
        positional: list[tuple[bool, Values]] = []
        some = False
        for argument in term[2][first:]:
            if not may_be_called(argument):
                positional.append((False, NOTHING))
                continue
            assert argument is not None
            starred = argument[0] == "*"
            values = flowing(self.value(argument[1] if starred else argument, where))
            some = some or bool(values)
            positional.append((starred, values))
        named = [
            (name, values)
            for name, argument in term[3]
            if may_be_called(argument) and (values := flowing(self.value(argument, where)))
        ]
        return Arguments(tuple(positional), tuple(named)) if some or named else _NONE

    def pass_to(self, value: Value, arguments: Arguments) -> None:
        """The arguments of a call of `value`."""
        entry, shift = self.world.target(value)
        if entry is not None:
            self.give(entry, shift, arguments)

    def give(self, entry: ScopeEntry, shift: int, arguments: Arguments) -> None:
        """Arguments reach the parameters of a function, of which a call fills the first `shift` itself."""
        for index, values in self.world.matched(entry, shift, arguments):
            if values:
                self.flow(("reaching", entry.id, index), values)
                self.declared_callable(entry, index, values)

    def give_fields(self, scope: str, arguments: Arguments) -> None:
        """Arguments reach the fields of a class that is not seen to take them: a dataclass, a named tuple.

        By name they reach the field of that name; the one among those by place that can be called reaches the one
        field that is declared to be called.
        """
        world = self.world
        for name, values in arguments.named:
            place = world.ask(("found", scope, name, ""))
            holder = world.entries.get(place[1]) if place and place[0] == "C" else None
            if holder is not None and any(b[0] == "=" and b[2] for b in holder.scope.bindings.get(name, ())):
                self.flow(("own", holder.id, name), held(values))
        given = [values for starred, values in arguments.positional if values and not starred]
        if len(given) == 1:
            fields = [
                (holder, name)
                for holder in world.ask(("mro", scope))
                for name in self.callable_fields(holder)
            ]
            if len(fields) == 1:
                self.flow(("own", *fields[0]), held(given[0]))

    def callable_fields(self, scope: str) -> list[str]:
        """The fields of a class that are declared to be called."""
        self.world.note(("facts", scope))
        entry = self.world.entries.get(scope)
        if entry is None:
            return []
        return [
            name
            for name, bindings in entry.scope.bindings.items()
            if any(binding[0] == "=" and _says_callable(binding[2]) for binding in bindings)
        ]

    def declared_callable(self, entry: ScopeEntry, index: int, values: Values) -> None:
        """A function given where a `Callable[[A], ...]` is declared is called with an A."""
        annotation = entry.scope.parameters[index].annotation
        if annotation is None or entry.parent is None:
            return
        world = self.world
        wanted: list[Values] | None = None
        for value in values:
            if value[0] in ("F", "H"):
                if wanted is None:
                    wanted = world.wanted_arguments(annotation, entry.parent)
                given, shift = world.target(value)
                if given is not None and any(wanted):
                    rows = Arguments(tuple((False, answer) for answer in wanted))
                    for place, answer in world.matched(given, shift, rows):
                        if answer:
                            self.flow(("reaching", given.id, place), answer)

    def flow(self, sink: Key, values: Values) -> None:
        """`values` reach a sink from here."""
        self.flows.setdefault(sink, set()).update(values)

    # ------------------------------------------------------------------ outside the workspace

    def given_outside(self, value: Value, term: Term, where: ScopeEntry) -> None:
        """What the library calls for its caller: `map(f, xs)`, `sorted(xs, key=f)`, `partial(f, x)`."""
        assert term is not None
        home, _, name = value[1].rpartition(".")
        if home not in _HOMES:
            if home in _OF_CONTEXTS and term[2]:
                self.given_to_contexts(value[1], name, term, where)
            return
        world = self.world
        if name == "setattr":
            if len(term[2]) == 3 and term[2][1] is not None and term[2][1][0] == "k":
                self.stores(("a", term[2][0], term[2][1][1]), term[2][2], where)
            return
        if name in _CHECKS:
            if len(term[2]) == 2 and world.is_bound(_CHECKS[name]):
                self.checked(_CHECKS[name], world.instances(self.values(term[2][1], where)))
            return
        if name == "partial" and term[2]:
            for function in self.values(term[2][0], where):
                self.pass_to(function, self.worth_passing(term, where, 1))
        elif name in _CALLERS and len(term[2]) > 1:
            inside = tuple(
                (False, world.staying(world.iterated(v)))
                for _, v in world.arguments(term, where, 1).positional
            )
            if name == "reduce":
                inside = (inside[0], inside[0])
            self.called_outside(term[2][0], Arguments(inside), where)
        elif name in _BY_KEY and term[2]:
            self.called_by_key(term, world.iterated(self.value(term[2][0], where)), where)

    def checked(self, dunder: str, instances: Values) -> None:
        """`isinstance` and `issubclass` ask the metaclasses of the classes that they are given."""
        for one in instances:
            meta = self.world.ask(("metaclass", one[1])) if one[0] in INSTANCES else ""
            if meta:
                self.special(("I", meta), dunder)

    def given_to_contexts(self, dotted: str, name: str, term: Term, where: ScopeEntry) -> None:
        """`stack.enter_context(x)`, `stack.callback(f, x)`, `closing(x)`."""
        assert term is not None
        if dotted in ENTERING:
            self.operator("__enter__", term[2][0], where)
            self.operator("__exit__", term[2][0], where)
        elif dotted == "contextlib.closing":
            for one in self.values(term[2][0], where):
                for method in self.world.attribute(one, "close"):
                    self.called(method, term, NOTHING)
        elif name == "callback":
            self.called_outside(term[2][0], self.worth_passing(term, where, 1), where)

    def called_by_key(self, term: Term, inside: Values, where: ScopeEntry) -> None:
        """A `key` function is called for each element."""
        assert term is not None
        for name, argument in term[3]:
            if name == "key":
                self.called_outside(argument, Arguments(((False, self.world.staying(inside)),)), where)

    def called_outside(self, term: Term, arguments: Arguments, where: ScopeEntry) -> None:
        """The library calls a term's values."""
        for value in self.values(term, where):
            if value[0] in _RUN:
                self.called(value, term, NOTHING)
                self.pass_to(value, arguments)

    # ------------------------------------------------------------------ attributes, variables, decorators

    def stores(self, place: Term, term: Term, where: ScopeEntry) -> None:
        """A value is put in an attribute of something, or in a container that it names."""
        assert place is not None
        world = self.world
        values = world.staying(world.term(term, where))
        if not values:
            return
        if place[0] == "a":
            for holder in self.values(place[1], where):
                if holder[0] in CLASSES or holder[0] in INSTANCES:
                    found = world.ask(("found", holder[1], place[2], ""))
                    owner = found[1] if found and found[0] == "C" else holder[1]
                    self.flow(("own", owner, place[2]), held(values) if holder[0] in INSTANCES else values)
                elif holder[0] == "M":
                    self.flow(("global", holder[1], place[2]), values)
            return
        for target in world.entities(place, where):
            path, _, name = target.partition("::")
            if "." not in name:
                self.flow(("global", path, name), values)

    def registers(self, decorator: Term, where: ScopeEntry) -> None:
        """`@show.register` adds what is decorated to what a call of `show` may call."""
        if decorator is None or decorator[0] != "a" or decorator[2] != "register":
            return
        for value in self.values(decorator[1], where):
            if value[0] in ("F", "H"):
                self.world.note(("head", value[1]))
                if dispatches(self.world.entries.get(value[1])):
                    self.flow(("reaching", value[1], REGISTERED), frozenset({("F", self.entry.id, None)}))

    def decorators(self) -> None:
        """What is decorated is passed to its decorators, the innermost first."""
        entry = self.entry
        if not entry.scope.decorators or entry.parent is None:
            return
        kind = "C" if entry.scope.kind == 1 else "F"
        values: Values = frozenset({("C", entry.id) if kind == "C" else ("F", entry.id, None)})
        for term in reversed(entry.scope.decorators):
            if term is not None and term[0] == "c":
                self.passes(self.values(term[1], entry.parent), term, entry.parent)
            self.registers(term[1] if term is not None and term[0] == "c" else term, entry.parent)
            for decorator in self.values(term, entry.parent):
                if decorator[0] in _RUN:
                    self.pass_to(decorator, Arguments(((False, values),)))
            if kind == "F":
                values, _ = self.world.decorated(term, values, entry.parent)


def dispatches(entry: ScopeEntry | None) -> bool:
    """Whether a function is one that calls, by the type of its first argument, what is registered with it."""
    return entry is not None and any(
        term is not None and term[0] in ("n", "a") and term[-1] in _DISPATCHERS
        for term in entry.scope.decorators
    )


def _says_callable(annotation: object) -> bool:
    """Whether an annotation names `Callable`, of whatever module, alone or as a part."""
    if not isinstance(annotation, tuple):
        return False
    if annotation and annotation[-1] == "Callable" and annotation[0] in ("n", "a"):
        return True
    return any(_says_callable(part) for part in annotation)


_CHECKS = {"isinstance": "__instancecheck__", "issubclass": "__subclasscheck__"}
_RUN = frozenset("FHCKQIES")
_NONE = Arguments(())
