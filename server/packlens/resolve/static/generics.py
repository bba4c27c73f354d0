"""Generic classes and functions of the workspace: what they give, once it is known what their type variables are.

A type variable is a value, `("V", name, bound, of the class)`, in what annotations declare. An instance or a class
carries what it is known to be given for its own as a third part: `("I", class, arguments)`, from an annotation, a base,
a subscript, or from what its constructor is called with. What a function or an attribute is declared to be stands
beside what is known without it as `("U", declared)`; reading the attribute through something that carries arguments, or
a call that shows them, settles it, and else it is dropped: what cannot be settled stays as if nothing was declared.
"""

from __future__ import annotations

from collections.abc import Iterable

from packlens.resolve.static.values import (
    CALLABLES,
    CLASSES,
    INSTANCE_OF,
    INSTANCES,
    NOTHING,
    Value,
    Values,
    bound_to,
    shallow,
)
from packlens.resolve.static.variables import plain, put_in, variables
from packlens.resolve.static.world import World
from packlens.symbols.scope import ScopeEntry
from packlens.syntax.facts import ScopeKind, Term, Trait

_CALLED = CALLABLES | {"A"}  # a body says more of what can be called than what is declared
_LISTING = frozenset({"Generic", "Protocol"})
_MOST_BASES = 16


def settled_later(declared: Values) -> Values:
    """What is declared, kept for whoever knows its type variables; nothing where it mentions none."""
    if next(variables(declared), None) is None:
        return NOTHING
    return frozenset({("U", declared - {("?",)})})


def without_declared(values: Values) -> Values:
    """`values` without what is only declared."""
    for value in values:
        if value[0] == "U":
            return frozenset(one for one in values if one[0] != "U")
    return values


def _known(found: dict[str, set[Value]]) -> dict[str, Values]:
    """What was found of type variables, as it looks from everywhere."""
    return {name: answer for name, values in found.items() if (answer := plain(frozenset(values)))}


class Generics(World):
    """Puts what is given in the place of type variables."""

    def type_parameters(self, scope: str) -> tuple[str, ...]:
        """The names of a class's own type variables, in order; none for a class that is not generic."""
        self.note(("facts", scope))
        bases = self.ask(("bases", scope))
        listed: list[str] = []
        found: list[str] = []
        entry = self.entries.get(scope)
        if entry is not None and entry.scope.traits & Trait.GENERIC:
            return tuple(
                name for name, rows in entry.scope.bindings.items() if any(row[0] == "T" for row in rows)
            )
        for base in bases:
            if len(base) > 2:
                names = [name for part in base[2] for name in sorted(variables(part))]
                (listed if base[0] == "G" and base[1] in _LISTING else found).extend(names)
        return tuple(dict.fromkeys(listed or found))

    def parametrised_class(self, value: Value, arguments: Iterable[Values], entry: ScopeEntry) -> Value:
        """A class with what is written for its type variables, as types."""
        names = self.ask(("type parameters", value[1]))
        if not names:
            return value
        given = tuple(
            frozenset(one for kind in types for one in self.instance_of(kind, entry) if one != ("?",))
            for types, _ in zip(arguments, names, strict=False)
        )
        made = (value[0], value[1], given)
        return made if any(given) and shallow(made) else value[:2]

    def given_to(self, value: Value, holder: str, left: int = _MOST_BASES) -> dict[str, Values]:
        """What is known of the type variables of the class `holder` in an instance or class, which has it as a base."""
        names = self.ask(("type parameters", value[1]))
        known = value[2] if len(value) > 2 else ()
        own = {name: answer for name, answer in zip(names, known, strict=False) if answer}
        if value[1] == holder or not left:
            return own
        for base in self.ask(("bases", value[1])):
            if base[0] == "C" and (base[1] == holder or holder in self.ask(("mro", base[1]))):
                if len(base) > 2:
                    parts = tuple(put_in(part, own, keeping=True) for part in base[2])
                    closed = tuple(part if next(variables(part), None) is None else NOTHING for part in parts)
                    base = ("C", base[1], closed)
                return self.given_to(base, holder, left - 1)
        return {}

    def seen_through(self, values: Values, receiver: Value, holder: str) -> Values:
        """`values` of the class `holder`, what is declared among them settled by the receiver as far as it says."""
        seen = receiver[2] if receiver[0] == "P" else receiver
        if seen[0] not in INSTANCES and seen[0] not in CLASSES:
            return values
        given = self.given_to(seen, holder)
        if not given:
            return values
        kept: set[Value] = set()
        settled: list[Values] = []
        for value in values:
            if value[0] != "U":
                kept.add(value)
                continue
            if given.keys().isdisjoint(variables(value[1])):
                kept.add(value)
                continue
            declared = put_in(bound_to(value[1], receiver), given, keeping=True)
            if next(variables(declared), None) is not None:
                kept.add(("U", declared))
            elif not any(one[0] == "A" for one in declared):
                settled.append(declared)
        return NOTHING.union(*settled) if settled else frozenset(kept)

    def settled_by_call(self, values: Values, value: Value, term: Term, where: ScopeEntry) -> Values:
        """`values` that a call gives, what is declared among them settled by its arguments, or dropped."""
        given: dict[str, Values] | None = None
        settled: Values = NOTHING
        for declared in values:
            if declared[0] == "U":
                if given is None:
                    given = self.shown_by_call(value, term, where)
                if not given.keys().isdisjoint(variables(declared[1])):
                    found = put_in(declared[1], given)
                    if found and _CALLED.isdisjoint([one[0] for one in found]):
                        settled |= found
        return settled or without_declared(values)

    def shown_by_call(self, value: Value, term: Term, where: ScopeEntry) -> dict[str, Values]:
        """What the arguments of a call show of the type variables of what it calls."""
        entry, shift = self.target(value)
        found: dict[str, set[Value]] = {}
        if entry is None and value[0] == "C":
            self._shown_by_fields(value[1], term, where, found)
        if entry is None or entry.parent is None:
            return _known(found)
        self.note(("facts", entry.id))
        around = entry if entry.scope.traits & Trait.GENERIC else entry.parent
        for index, given in self.matched(entry, shift, self.arguments(term, where)):
            annotation = entry.scope.parameters[index].annotation
            if annotation is not None and given:
                for pattern in self.declared(annotation, around):
                    self.compared(pattern, given, found)
        return _known(found)

    def _shown_by_fields(
        self, scope: str, term: Term, where: ScopeEntry, found: dict[str, set[Value]]
    ) -> None:
        """The same for a class that is given its fields: a dataclass, a named tuple."""
        fields: dict[str, Values] = {}
        for holder in reversed(tuple(self.ask(("mro", scope)))):
            self.note(("facts", holder))
            entry = self.entries.get(holder)
            for name, rows in entry.scope.bindings.items() if entry is not None else ():
                for row in rows:
                    if entry is not None and row[0] == "=" and row[2] is not None:
                        self.note(("own", holder, name))
                        fields[name] = self.declared(row[2], entry)
        given = self.arguments(term, where)
        named = [*zip(fields, (values for _, values in given.positional), strict=False), *given.named]
        for name, values in named:
            for pattern in fields.get(name, NOTHING):
                self.compared(pattern, values, found)

    def compared(self, pattern: Value, given: Values, found: dict[str, set[Value]]) -> None:
        """Add to `found` what values say of the type variables of what they are declared to be."""
        tag = pattern[0]
        if next(variables((pattern,)), None) is None:
            return
        given = self.expanded(given)
        if tag == "V":
            if pattern[3]:
                given = frozenset((INSTANCE_OF[one[0]], *one[1:]) for one in given if one[0] in CLASSES)
            found.setdefault(pattern[1], set()).update(given)
        elif tag == "L":
            self.compared(pattern[2], self.iterated(given), found)
        elif tag == "D":
            inside = frozenset(one[2] for one in given if one[0] == "D" and one[1] == pattern[1])
            self.compared(pattern[2], inside, found)
        elif tag == "W":
            self.compared(pattern[1], self.awaited(given), found)
        elif tag == "A":
            results = frozenset(result for one in given for result in self.called(one))
            self.compared(pattern[1], results, found)
        elif tag == "T":
            for one in given:
                if one[0] == "T" and len(one[1]) == len(pattern[1]):
                    for part, answer in zip(pattern[1], one[1], strict=True):
                        for inner in part:
                            self.compared(inner, answer, found)
        elif tag in INSTANCES:
            names = self.ask(("type parameters", pattern[1]))
            for one in given:
                if one[0] in INSTANCES:
                    known = self.given_to(one, pattern[1])
                    for name, part in zip(names, pattern[2], strict=False):
                        for inner in part:
                            self.compared(inner, known.get(name, NOTHING), found)

    def made(self, value: Value, term: Term, where: ScopeEntry) -> Value:
        """The instance that a call of a class makes, with what the call shows of its type variables."""
        names = self.ask(("type parameters", value[1])) if len(value) == 2 else ()
        if names:
            shown = self.shown_by_call(value, term, where)
            instance: Value = ("E", value[1], tuple(shown.get(name, NOTHING) for name in names))
            if any(instance[2]) and shallow(instance):
                return instance
        return ("E", *value[1:])

    def declared_of_attribute(self, entry: ScopeEntry, name: str) -> Values:
        """What is declared of an attribute of a class in terms of type variables: there, or of the parameter that is
        put in it."""
        declared: Values = NOTHING
        for binding in entry.scope.bindings.get(name, ()):
            if binding[0] == "=" and binding[2] is not None:
                declared |= self.declared(binding[2], entry)
        for binding in (entry.scope.attributes or {}).get(name, ()):
            where = self.down(entry, binding[3])
            if where is None:
                continue
            if binding[2] is not None:
                declared |= self.declared(binding[2], where)
            elif binding[1] is not None and binding[1][0] in ("n", "v"):
                declared |= self._declared_of_parameter(where, binding[1][1])
        return settled_later(declared) if declared else NOTHING

    def _declared_of_parameter(self, method: ScopeEntry, name: str) -> Values:
        if method.scope.kind != ScopeKind.FUNCTION or method.parent is None:
            return NOTHING
        for parameter in method.scope.parameters:
            if parameter.name == name and parameter.annotation is not None:
                return self.declared(parameter.annotation, method.parent)
        return NOTHING
