"""Calls: what calling a value gives, and what a function returns."""

from __future__ import annotations

from packlens.resolve.static.annotations import DECLARED_CALLABLE
from packlens.resolve.static.containers import (
    CONTAINER_CALLS,
    ELEMENT_METHODS,
    STORED,
    container_of,
    elements,
    queried,
)
from packlens.resolve.static.generics import settled_later, without_declared
from packlens.resolve.static.pytest_terms import REQUEST
from packlens.resolve.static.values import (
    CALLABLES,
    CLASSES,
    INSTANCE_OF,
    INSTANCES,
    NOTHING,
    Value,
    Values,
    bound_to,
    bounded,
    shallow,
)
from packlens.resolve.static.variables import without_variables
from packlens.resolve.static.world import World
from packlens.symbols.scope import ScopeEntry
from packlens.syntax.facts import ScopeKind, Term, Trait

_Call = tuple[str, Term, tuple[Term, ...], tuple[tuple[str, Term], ...]]


ENTERING = frozenset({"contextlib.ExitStack.enter_context", "contextlib.AsyncExitStack.enter_context"})
"""What enters what it is given, and leaves it later."""
_COPIES = frozenset({"dataclasses.replace", "copy.replace", "attr.evolve", "attrs.evolve"})
_WRAPS: Value = ("Y", "functools.wraps")
_MADE = {"C": "E", "K": "S"}
_CALLABLE = CALLABLES | INSTANCES


class Calls(World):
    """Evaluates calls."""

    def call(self, term: _Call, entry: ScopeEntry, called: Values | None = None) -> Values:
        func = term[1]
        if func is not None and func[0] == "n" and func[1] == "super":
            return self._super(term[2], entry)
        if func is not None and func[0] == "a" and func[2] == REQUEST:
            return self.requested(term, entry)
        union: set[Value] = set()
        for value in self.expanded(self.term(func, entry) if called is None else called):
            tag = value[0]
            if tag == "X":
                union |= self._called_outside(value, term, entry) | self._made_by_class(func, entry)
            elif tag in INSTANCES:
                for method in self.member(value, "__call__"):
                    if method[0] in ("F", "H", "X"):
                        union |= self.filled(self.giving(method), method, term, entry)
            elif value == _WRAPS and term[2]:
                union |= self.term(term[2][0], entry)
            elif tag == "C":
                union.add(self.made(value, term, entry))
            else:
                union |= self.filled(self.giving(value), value, term, entry)
        return bounded(union)

    def _super(self, arguments: tuple[Term, ...], entry: ScopeEntry) -> Values:
        scope: ScopeEntry | None = entry
        while scope is not None and scope.parent is not None:
            if scope.scope.kind == ScopeKind.FUNCTION and scope.parent.scope.kind == ScopeKind.CLASS:
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
            return without_declared(self.giving(value))
        if tag == "C":
            return frozenset({("E", *value[1:])})
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
        if tag == "Y" or tag == "^":
            return frozenset({value})
        if tag == "Q":
            return self.called(value[1])
        if tag == "R":
            given: set[Value] = set()
            for one in self.reaching_values(value):
                given |= self.called(one)
            return bounded(given)
        if tag == "Z":
            return self._called_container(value)
        if tag == "A":
            return frozenset({value[1]})
        return NOTHING

    def giving(self, value: Value) -> Values:
        """What calling a value gives, with what is declared that its arguments may settle."""
        while value[0] == "Q":
            value = value[1]
        if value[0] not in ("F", "H"):
            return self.called(value)
        values: Values = self.ask(("returned", value[1]))
        receiver = value[2]
        if receiver is None:
            return values
        for one in values:
            if one[0] == "U":
                self.note(("head", value[1]))
                entry = self.entries.get(value[1])
                if entry is not None and entry.parent is not None:
                    values = self.seen_through(values, receiver, entry.parent.id)
                break
        return bound_to(values, receiver)

    def _called_container(self, value: Value) -> Values:
        container, name = value[1], value[2]
        if container[:2] == ("L", STORED):
            return queried(container, name)
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
        term: _Call,
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
        if name == "__new__" and arguments:
            return frozenset((_MADE[v[0]], v[1]) for v in self.term(arguments[0], entry) if v[0] in _MADE)
        if value[1] == "weakref.ref" and arguments:
            return frozenset(v for v in (("A", v) for v in self.term(arguments[0], entry)) if shallow(v))
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
            bounds = [bound for keyword, bound in term[3] if keyword == "bound"] or arguments[1:]
            if not arguments or arguments[0] is None or arguments[0][0] != "k" or name == "ParamSpec":
                return frozenset({("?",), *(v for bound in bounds for v in self.types(bound, entry))})
            says = frozenset(v for bound in bounds for v in self.annotation(bound, entry) if v != ("?",))
            return frozenset({("?",), ("V", arguments[0][1], says, False)})
        if name == "NewType" and len(arguments) == 2:
            return self.types(arguments[1], entry)
        if name == "partial" and value[1] == "functools.partial" and arguments:
            count = len(arguments) - 1
            return frozenset(("Q", v, count) if count else v for v in self.term(arguments[0], entry))
        if value[1] in _COPIES and arguments:
            return self.term(arguments[0], entry)
        if value[1] in ENTERING and arguments:
            return self.entered(self.term(arguments[0], entry), "__enter__")
        if value[1] == "contextlib.closing" and arguments:
            return frozenset(("L", "context", v) for v in self.term(arguments[0], entry) if shallow(v))
        if value[1] == "functools.partialmethod" and arguments:
            return frozenset(("Q", v, len(arguments)) for v in self.term(arguments[0], entry) if v[0] in "FH")
        if value[1] == "functools.cmp_to_key" and arguments:
            return self.term(arguments[0], entry)
        if name == "reduce" and len(arguments) >= 2:
            return self._results(arguments[0], entry)
        if name == "map" and len(arguments) >= 2:
            return container_of("iter", self._results(arguments[0], entry))
        if name == "filter" and len(arguments) == 2:
            return container_of("iter", self.iterated(self.term(arguments[1], entry)))
        if name == "dict" and value[1] == "builtins.dict":
            keyed = [
                ("D", "v", v, key) for key, part in term[3] if key != "**" for v in self.term(part, entry)
            ]
            spread = [v for part in arguments[:1] for v in self.term(part, entry) if v[0] == "D"]
            return bounded({("Y", "builtins.dict"), *(v for v in (*keyed, *spread) if shallow(v))})
        if name == "defaultdict" and arguments:
            inside = [("D", "v", v) for v in self._results(arguments[0], entry)]
            return bounded({("Y", "builtins.dict"), *(v for v in inside if shallow(v))})
        if name in ("property", "cached_property") and arguments:
            return frozenset(("J", v) for v in self.term(arguments[0], entry) if v[0] in ("F", "H"))
        if name in ("staticmethod", "classmethod") and arguments:
            return self.term(arguments[0], entry)
        if name == "iter" and len(arguments) == 1:
            given = self.term(arguments[0], entry)
            steppers = {
                v for one in self.expanded(given) if one[0] in INSTANCES for v in self._iterators(one)
            }
            return bounded(steppers | container_of("iter", self.iterated(given)))
        if arguments and not value[1].startswith("builtins."):
            # Given a class first, what is outside most often gives an instance: `get_object_or_404(Order, pk=pk)`.
            return self.called(value) | {("I", v[1]) for v in self.term(arguments[0], entry) if v[0] == "C"}
        return self.called(value)

    def _made_by_class(self, func: Term, entry: ScopeEntry) -> Values:
        """What a class gives by a method that it has from outside, as `Row.model_validate`: mostly an instance."""
        if func is None or func[0] != "a" or func[1] is None or func[1][0] not in "nva":
            return NOTHING
        givers = self.term(func[1], entry)
        if func[2] == "_replace":
            return frozenset(v for v in givers if v[0] in INSTANCES)
        return frozenset((INSTANCE_OF[v[0]], v[1]) for v in givers if v[0] in CLASSES)

    def _iterators(self, value: Value) -> Values:
        """The iterators of the workspace that an instance gives for itself."""
        union: set[Value] = set()
        for method in self.member(value, "__iter__"):
            union |= {one for one in self.called(method) if one[0] in INSTANCES}
        return bounded(union)

    def _results(self, term: Term, entry: ScopeEntry) -> Values:
        """What calling any of a term's values gives."""
        union: set[Value] = set()
        for value in self.expanded(self.term(term, entry)):
            union |= self.called(value)
        return bounded(union)

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
            declared |= self.declared(twin.scope.returns, twin.parent)
        if facts.returns is not None:
            declared |= self.declared(facts.returns, entry if traits & Trait.GENERIC else entry.parent)
        later = settled_later(frozenset(declared)) if annotated else NOTHING
        if later:
            declared = set(without_variables(frozenset(declared)))
        if annotated and ("?",) not in declared:
            if DECLARED_CALLABLE in declared and not traits & Trait.GENERATOR:
                for term in facts.returned:
                    declared |= {v for v in self.term(term, entry) if v[0] in _CALLABLE}
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
            later = frozenset(("U", frozenset(("W", v) for v in one[1])) for one in later)
        return values | later
