"""Terms: what an expression can be, from what its parts can be."""

from __future__ import annotations

from collections.abc import Callable

from packlens.resolve.static.containers import (
    STORES,
    UNKNOWN_INSIDE,
    container_of,
    elements,
)
from packlens.resolve.static.pytest_terms import PARAM, asks_for_parameter
from packlens.resolve.static.values import (
    CLASSES,
    INSTANCES,
    NOTHING,
    Value,
    Values,
    bounded,
    shallow,
)
from packlens.resolve.static.world import World
from packlens.symbols.scope import ScopeEntry
from packlens.syntax.facts import Binding, ScopeKind, Term

FROM_RIGHT = {"__or__": frozenset("CD"), "__add__": frozenset("LT"), "__iadd__": frozenset("LT")}
"""Operators whose right side, where it is of one of these kinds, is part of what they give."""
_MOST_PLACED = 8  # elements of a display that are told apart
_TYPE: Value = ("Y", "builtins.type")
_TAGS_OF = {
    **{f"builtins.{kind}": "LT" for kind in ("list", "tuple", "set", "frozenset")},
    **{
        f"{home}.{kind}": "LTD"
        for home in ("typing", "collections.abc")
        for kind in ("Iterable", "Collection")
    },
    **{f"{home}.Sequence": "LT" for home in ("typing", "collections.abc")},
    **{f"{home}.Mapping": "D" for home in ("typing", "collections.abc")},
    **{f"{home}.Callable": "FHCKQ" for home in ("typing", "collections.abc")},
    "builtins.dict": "D",
    "builtins.type": "CK",
    "types.FunctionType": "FH",
}
"""Classes outside the workspace whose instances are values of a kind of their own."""
_PLACED = frozenset("FHCQRT")  # what makes it worth knowing which element of a list is which


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
        while scope.scope.kind == ScopeKind.COMPREHENSION and scope.parent is not None:
            self.note_facts(scope)
            if term[1] in scope.scope.bindings:
                break
            scope = scope.parent
        places = term[2]
        bindings = scope.scope.bindings[term[1]]
        if len(places) == 1:
            return self.given(bindings[places[0]], scope)
        union: set[Value] = set()
        for index in places:
            union |= self.given(bindings[index], scope)
        return bounded(union)

    def given(self, binding: Binding, scope: ScopeEntry) -> Values:
        """What one binding of a function or comprehension gives, worked out once for the question being answered.

        It builds on bindings before it; one that builds on itself, as `sorted(x for x in f(x))`, begins with nothing.
        """
        kept = self.engine.kept
        key = (scope, id(binding))
        values: Values | None = kept.get(key)
        if values is None:
            self.note_facts(scope)
            kept[key] = NOTHING
            values = kept[key] = self.bound(binding, scope)
        return values

    def _attribute(self, term: tuple[str, Term, str], entry: ScopeEntry) -> Values:
        if term[2] == PARAM and asks_for_parameter(term):
            sent = self.sent_by_request(entry)
            if sent is not None:
                return sent
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
            found = self.member(value, name)
            return found | self.stored(value, found) if name in STORES and tag in CLASSES else found
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
        if tag == "R":
            union: set[Value] = set()
            for one in self.reaching_values(value):
                union |= self.attribute(one, name)
            return bounded(union)
        if tag == "^":
            return frozenset({value})
        if tag == "H" and not name.startswith("__"):
            return NOTHING  # what a decorator has put in its place may have any attribute
        return frozenset({("X", f"builtins.{name}")})

    def _call(self, term: Term, entry: ScopeEntry) -> Values:
        return self.call(term, entry)

    def _subscript(self, term: tuple[str, Term, Term], entry: ScopeEntry) -> Values:
        index = term[2]
        union: set[Value] = set()
        values = self.expanded(self.term(term[1], entry))
        keyed = (
            index is not None
            and index[0] == "k"
            and {v for v in values if v[0] == "D" and v[3:] == index[1:]}
        )
        if keyed:
            values = frozenset(v for v in values if v[0] != "D" or len(v) == 3) | keyed
        for value in values:
            tag = value[0]
            if index is not None and index[0] == "sl" and tag in ("L", "T", "Y"):
                if tag == "T" and index[1] is not None and index[2] is not None:
                    union.add(("T", value[1][index[1] : index[2]]))
                else:
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
            elif tag == "^":
                union.add(value)
            elif tag in INSTANCES:
                for method in self.member(value, "__getitem__"):
                    union |= self.called(method)
            elif tag == "C":
                parts = index[2] if index is not None and index[:2] == ("t", "tuple") else (index,)
                types = [self.types(part, entry) for part in parts[:6]]
                union.add(self.parametrised_class(value, types, entry))
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
        answers = self._in_order(parts, entry) if len(parts) <= _MOST_PLACED else None
        if kind == "tuple" and answers is not None:
            value: Value = ("T", answers)
            return frozenset({value}) if shallow(value) else NOTHING
        if kind == "list" and answers:
            value = ("T", answers)
            if any(one[0] in _PLACED for answer in answers for one in answer) and shallow(value):
                return frozenset({value, ("Y", "builtins.list")})
            return container_of(kind, (one for answer in answers for one in answer))
        union: set[Value] = set()
        for part in parts:
            if part is not None and part[0] == "*":
                union |= self.iterated(self.term(part[1], entry))
            else:
                union |= self.term(part, entry)
        return container_of(kind, union)

    def _in_order(self, parts: tuple[Term, ...], entry: ScopeEntry) -> tuple[Values, ...] | None:
        """What each element of a display can be; `None` where a star spreads what has no known length, or too many."""
        answers: list[Values] = []
        for part in parts:
            if part is None or part[0] != "*":
                answers.append(self.term(part, entry))
                continue
            spread = [value for value in self.term(part[1], entry) if value[0] != "Y"]
            if len(spread) != 1 or spread[0][0] != "T":
                return None
            answers.extend(spread[0][1])
        return tuple(answers) if len(answers) <= _MOST_PLACED else None

    def _dictionary(self, term: tuple[str, tuple[Term, ...], tuple[Term, ...]], entry: ScopeEntry) -> Values:
        union: set[Value] = set()
        for key, value in zip(term[1], term[2], strict=True):
            if key is not None and key[0] == "**":
                union |= {v for v in self.expanded(self.term(value, entry)) if v[0] == "D"}
                continue
            union |= {("D", "k", v) for v in self.term(key, entry)}
            if key is not None and key[0] == "k":
                union |= {("D", "v", v, key[1]) for v in self.term(value, entry)}
            else:
                union |= {("D", "v", v) for v in self.term(value, entry)}
        return bounded((("Y", "builtins.dict"), *(v for v in union if shallow(v))))

    def _either(self, term: tuple[str, tuple[Term, ...]], entry: ScopeEntry) -> Values:
        union: set[Value] = set()
        for part in term[1]:
            union |= self.term(part, entry)
        return bounded(union)

    def _awaited(self, term: tuple[str, Term], entry: ScopeEntry) -> Values:
        return self.awaited(self.term(term[1], entry))

    def _iterated(self, term: tuple[str, Term], entry: ScopeEntry) -> Values:
        return self.iterated(self.term(term[1], entry))

    def _iterated_async(self, term: tuple[str, Term], entry: ScopeEntry) -> Values:
        return self.iterated_async(self.term(term[1], entry))

    def _entered(self, term: tuple[str, Term], entry: ScopeEntry) -> Values:
        return self.entered(self.term(term[1], entry), "__enter__")

    def _entered_async(self, term: tuple[str, Term], entry: ScopeEntry) -> Values:
        return self.awaited(self.entered(self.term(term[1], entry), "__aenter__"))

    def _unpacked(self, term: tuple[str, Term, int], entry: ScopeEntry) -> Values:
        index = term[2]
        union: set[Value] = set()
        for value in self.expanded(self.term(term[1], entry)):
            if value[0] == "T":
                if -len(value[1]) <= index < len(value[1]):
                    union |= value[1][index]
            else:
                union |= self.iterated(frozenset({value}))
        return bounded(union)

    def _unpacked_rest(self, term: tuple[str, Term, int, int], entry: ScopeEntry) -> Values:
        values = self.expanded(self.term(term[1], entry))
        union: set[Value] = set()
        for value in values:
            if value[0] == "T":
                union.add(("T", value[1][term[2] : len(value[1]) - term[3]]))
        return bounded(
            union | container_of("list", self.iterated(frozenset(v for v in values if v[0] != "T")))
        )

    def _caught(self, term: tuple[str, Term], entry: ScopeEntry) -> Values:
        return self.instances(self.term(term[1], entry))

    def _narrowed(self, term: tuple[str, Term, Term], entry: ScopeEntry) -> Values:
        """An instance of some classes. Of what is outside, only the kind of a term's values is known by that: what a
        list holds, and which class or function it is, stays known."""
        found = self.instances(self.term(term[2], entry))
        kinds = frozenset("".join(_TAGS_OF.get(value[1], "") for value in found if value[0] == "Y"))
        if not kinds:
            return found
        return bounded(found | {v for v in self.expanded(self.term(term[1], entry)) if v[0] in kinds})

    def _excluded(self, term: tuple[str, Term, Term], entry: ScopeEntry) -> Values:
        """What is left of a term that is no instance of some classes. A parameter stays itself, which its callers give
        their own for, unless what reaches it is one of those."""
        excluded = self.instances(self.term(term[2], entry))
        classes = {value[1] for value in excluded if value[0] in INSTANCES}
        no_classes = _TYPE in excluded
        kept: set[Value] = set()
        for value in self.term(term[1], entry):
            given = self.reaching_values(value) if value[0] == "R" else frozenset({value})
            left = frozenset(
                one
                for one in given
                if not (
                    (no_classes and one[0] in CLASSES)
                    or (one[0] in INSTANCES and not classes.isdisjoint(self.ask(("mro", one[1]))))
                )
            )
            kept |= {value} if left == given else left
        return bounded(kept)

    def _operated(self, term: tuple[str, Term, str, Term], entry: ScopeEntry) -> Values:
        right = self.term(term[3], entry) if term[3] is not None and term[2] in FROM_RIGHT else NOTHING
        return self.operated(term[2], self.expanded(self.term(term[1], entry)), right)

    def operated(self, dunder: str, left: Values, right: Values) -> Values:
        """What an operator gives: `left`, where no parameter stands for itself, has the method called; `right` counts
        for operators of `FROM_RIGHT` alone.
        """
        union: set[Value] = set()
        for value in left:
            tag = value[0]
            if tag in INSTANCES:
                union |= self._applied_to(value, dunder)
            elif tag in ("L", "D", "Y", "T", "^") or (tag == "C" and dunder == "__or__"):
                union.add(value)
        if right:
            kept = FROM_RIGHT[dunder]
            union |= {v for v in right if v[0] in kept}
        return bounded(union)

    def _applied_to(self, value: Value, dunder: str) -> Values:
        """What an operator gives for an instance, worked out once for the question being answered: a formula applies
        the same few operators to the same things over and over.
        """
        kept = self.engine.kept
        key = (dunder, value)
        known: Values | None = kept.get(key)
        if known is None:
            union: set[Value] = set()
            names = (dunder,) if not dunder.startswith("__i") else (dunder, f"__{dunder[3:]}")
            for name in names:
                for method in self.member(value, name):
                    union |= self.called(method)
            known = kept[key] = frozenset(union)
        return known

    def _scope(self, term: tuple[str, int], entry: ScopeEntry) -> Values:
        where = self.at(entry, term[1])
        return self.definition(where.id) if where is not None else NOTHING

    def _comprehended(self, term: tuple[str, str, int, Term], entry: ScopeEntry) -> Values:
        where = self.at(entry, term[2])
        if where is None:
            return NOTHING
        values = self.term(term[3], where)
        return values if term[1] == "dict" else container_of(term[1], values)


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
