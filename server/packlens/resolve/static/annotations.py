"""Annotations: what they say of the values they annotate."""

from __future__ import annotations

from packlens.resolve.static.values import INSTANCES, NOTHING, Value, Values, bounded, shallow
from packlens.resolve.static.variables import CLASS_OF, without_variables
from packlens.resolve.static.world import World
from packlens.symbols.scope import ScopeEntry
from packlens.syntax.facts import ScopeKind, Term

_ANYTHING: Values = frozenset({("?",)})
_TRANSPARENT = frozenset(
    {
        "Annotated",
        "ClassVar",
        "Final",
        "InitVar",
        "NotRequired",
        "Optional",
        "ReadOnly",
        "Required",
        "TypeGuard",
        "TypeIs",
        "Union",
        "Unpack",
    }
)
_ITERATORS = frozenset(
    {
        "AsyncGenerator",
        "AsyncIterable",
        "AsyncIterator",
        "Collection",
        "Container",
        "Generator",
        "Iterable",
        "Iterator",
        "Reversible",
        "ContextManager",
        "AbstractContextManager",
        "AsyncContextManager",
        "AbstractAsyncContextManager",
    }
)
_LISTS = frozenset(
    {
        "Deque",
        "FrozenSet",
        "List",
        "MutableSequence",
        "MutableSet",
        "Sequence",
        "Set",
        "deque",
        "frozenset",
        "list",
        "set",
    }
)
_DICTS = frozenset(
    {
        "ChainMap",
        "Counter",
        "DefaultDict",
        "Dict",
        "Mapping",
        "MutableMapping",
        "OrderedDict",
        "defaultdict",
        "dict",
        "Items",
        "ItemsView",
    }
)
_CALLED = frozenset({"Callable", "ref", "ReferenceType"})
_AWAITABLES = frozenset({"Awaitable", "Coroutine", "Future", "Task"})
_HOMES = (
    "builtins.",
    "typing.",
    "typing_extensions.",
    "collections.",
    "contextlib.",
    "asyncio.",
    "dataclasses.",
    "contextvars.",
    "weakref.",
)


DECLARED_CALLABLE: Value = ("Y", "builtins.Callable")
"""What is declared a `Callable`: which one, callers or the body of a function still say."""


class Annotations(World):
    """Reads annotations."""

    def annotation(self, term: Term, entry: ScopeEntry) -> Values:
        return without_variables(self.declared(term, entry))

    def declared(self, term: Term, entry: ScopeEntry) -> Values:
        """What an annotation says, its type variables left in it."""
        union: set[Value] = set()
        for value in self.types(term, entry):
            union |= self.instance_of(value, entry)
        return bounded(union)

    def types(self, term: Term, entry: ScopeEntry) -> Values:
        if term is None:
            return NOTHING
        tag = term[0]
        if tag == "k":
            return self.quoted(term[1], entry)
        if tag == "op" and term[2] == "__or__":
            return bounded(self.types(term[1], entry) | self.types(term[3], entry))
        if tag == "s":
            return self.parametrised(term, entry)
        if tag == "b":
            return NOTHING
        return self.term(term, entry)

    def quoted(self, text: str, entry: ScopeEntry) -> Values:
        """A dotted name in a string."""
        parts = text.strip().split(".")
        if not all(part.isidentifier() for part in parts):
            return NOTHING
        values = self.lookup(parts[0], entry)
        for part in parts[1:]:
            union: set[Value] = set()
            for value in values:
                union |= self.attribute(value, part)
            values = bounded(union)
        return values

    def parametrised(self, term: Term, entry: ScopeEntry) -> Values:
        """`origin[arguments]`."""
        assert term is not None
        index = term[2]
        arguments = index[2] if index is not None and index[0] == "t" and index[1] == "tuple" else (index,)
        union: set[Value] = set()
        for origin in self.term(term[1], entry):
            tag = origin[0]
            if tag == "C":
                types = [self.argument(part, entry) for part in arguments[:6]]
                union.add(self.parametrised_class(origin, types, entry))
            elif tag == "K":
                union.add(origin)
            elif tag == "X":
                name = origin[1].rpartition(".")[2]
                if not origin[1].startswith(_HOMES):
                    union.add(origin)
                elif name == "Literal":
                    union.add(("X", "builtins.str"))
                elif name in ("Annotated",):
                    union |= self.types(arguments[0], entry)
                elif name in _TRANSPARENT:
                    for argument in arguments:
                        union |= self.types(argument, entry)
                else:
                    row: Value = ("G", name, tuple(self.argument(part, entry) for part in arguments[:6]))
                    if shallow(row):
                        union.add(row)
            elif tag in ("L", "D", "T", "Y", "?", "G"):
                union.add(origin)
        return bounded(union)

    def argument(self, term: Term, entry: ScopeEntry) -> Values:
        """One argument of a generic: its types, `...` left empty."""
        if term is not None and term[0] == "t" and term[1] == "list":  # the parameters of a Callable
            row: Value = ("T", tuple(self.types(part, entry) for part in term[2][:6]))
            return frozenset({row}) if shallow(row) else NOTHING
        return self.types(term, entry)

    def instance_of(self, value: Value, entry: ScopeEntry) -> Values:
        """What an annotation's type says of a value."""
        tag = value[0]
        if tag == "C":
            return frozenset({("I", *value[1:])})
        if tag == "K":
            return frozenset({("S", value[1])})
        if tag == "X":
            name = value[1].rpartition(".")[2]
            if value[1].startswith(_HOMES):
                if name == "Self":
                    scope = self.enclosing_class(entry)
                    return frozenset({("S", scope)}) if scope else NOTHING
                if name == "Callable":
                    return frozenset({DECLARED_CALLABLE})
                if name in ("Any", "object"):
                    return _ANYTHING if name == "Any" else NOTHING
            return frozenset({("Y", value[1])})
        if tag == "G":
            return self.generic(value, entry)
        if tag == "?":
            return _ANYTHING
        if tag in ("A", "W", "L", "D", "T", "V"):
            return frozenset({value})
        return NOTHING

    def generic(self, value: Value, entry: ScopeEntry) -> Values:
        """A value of a parametrised builtin generic."""
        name, arguments = value[1], value[2]
        inner = [
            bounded(v for t in answer for v in self.instance_of(t, entry) if v != ("?",))
            for answer in arguments
        ]
        first = inner[0] if inner else NOTHING
        last = inner[-1] if inner else NOTHING
        made: list[Value] = []
        if name in ("type", "Type"):
            classes = frozenset((CLASS_OF[v[0]], *v[1:]) for v in first if v[0] in INSTANCES)
            return classes | {("V", v[1], v[2], True) for v in first if v[0] == "V"}
        if name in ("tuple", "Tuple"):
            if len(arguments) == 2 and not arguments[1]:
                made = [("L", "tuple", v) for v in first]
            else:
                made = [("T", tuple(inner))]
        elif name in _LISTS:
            made = [("L", "list", v) for v in first]
        elif name in _ITERATORS:
            made = [("L", "iter", v) for v in first]
        elif name in _DICTS:
            made = [("D", "k", v) for v in first] + [
                ("D", "v", v) for v in (last if len(inner) > 1 else NOTHING)
            ]
        elif name in _AWAITABLES:
            made = [("W", v) for v in last]
        elif name in _CALLED:
            made = [("A", v) for v in last]
        elif name == "ContextVar":
            made = [("D", "v", v) for v in last]  # its `get` is that of a dict
        return bounded((("Y", f"builtins.{name}"), *(v for v in made if shallow(v))))

    def wanted_arguments(self, term: Term, entry: ScopeEntry) -> list[Values]:
        """What a parameter that is declared a `Callable[[A, B], ...]` is called with: instances, by place."""
        wanted: list[set[Value]] = []
        for value in self.types(term, entry):
            if value[0] == "G" and value[1] == "Callable" and len(value[2]) == 2:
                for row in value[2][0]:
                    if row[0] == "T":
                        for place, types in enumerate(row[1]):
                            wanted.extend([set()] if place == len(wanted) else [])
                            for kind in types:
                                wanted[place] |= without_variables(self.instance_of(kind, entry))
        return [frozenset(v for v in values if v[0] in INSTANCES) for values in wanted]

    def enclosing_class(self, entry: ScopeEntry) -> str:
        """The class around a scope, itself included; "" for none."""
        scope: ScopeEntry | None = entry
        while scope is not None:
            if scope.scope.kind == ScopeKind.CLASS:
                return scope.id
            scope = scope.parent
        return ""
