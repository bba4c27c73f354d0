"""The ground of drawing: one scope, the rows found in it so far, what its terms can be."""

from __future__ import annotations

from typing import Any

from packlens.resolve.edge import EdgeKind, Resolver, Through
from packlens.resolve.static.mentions import called_for
from packlens.resolve.static.nodes import Key
from packlens.resolve.static.pytest_terms import PARAM, asks_for_parameter
from packlens.resolve.static.rows import Drawn, Row, Rows
from packlens.resolve.static.terms import FROM_RIGHT
from packlens.resolve.static.values import NOTHING, Value, Values, bounded
from packlens.resolve.static.world import World
from packlens.symbols.scope import ScopeEntry
from packlens.symbols.table import whole
from packlens.syntax.facts import Term

_DIRECT = Through.DIRECT  # a member of an enum costs a call at each use
_STATIC = (Resolver.STATIC,)
_tuple = tuple.__new__
_KEPT = frozenset(("n", "v", "a", "c", "op"))  # the tags of terms that are evaluated once
_LONG = frozenset(("c", "op"))
_NAMES = frozenset("nv")
_DEFINED = frozenset("FHC")
_BEFORE_NAMES = frozenset(".:")


Drafted = tuple[list[tuple[str, EdgeKind, float, Through]], list[str]]
"""What one site draws, without its number: edges, and targets that are beyond."""


class Sketch:
    """The rows of one scope in the making."""

    def __init__(self, world: World, entry: ScopeEntry) -> None:
        self.world = world
        self.entry = entry
        self.found: dict[tuple[int, str, EdgeKind], tuple[float, Through]] = {}
        self.unsettled: list[tuple[int, str, bool]] = []
        self.beyond: list[tuple[int, str]] = []
        self.flows: dict[Key, set[Value]] = {}
        self.number = 0
        self.known: dict[object, Values] = {}
        self.expanded: dict[object, Values] = {}
        self.operators: dict[tuple[str, Values], Drafted] = {}

    def result(self) -> Drawn:
        found = self.found
        # A named tuple made from its parts costs a call of Python; there is one for each edge.
        edges = tuple([_tuple(Row, key + found[key] + _STATIC) for key in sorted(found)]) if found else ()
        beyond = tuple(sorted(set(self.beyond))) if self.beyond else ()
        rows = Rows(edges, tuple(self.unsettled), beyond)
        flows = self.flows
        return Drawn(rows, frozenset([(sink, frozenset(flows[sink])) for sink in flows]))

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

    # ------------------------------------------------------------------ what terms can be

    def is_defined(self, role: str) -> bool:
        """Whether any class of the workspace has a special method that may answer for the operator of a role."""
        known = self.world.defined.get(role)
        if known is None:
            bound = self.world.name_counts
            known = self.world.defined[role] = any(name in bound for name in called_for(role[3:]))
        return known

    def value(self, term: Term, where: ScopeEntry) -> Values:
        """What a term can be. Names, and the links of a chain of attributes, calls, operators, are evaluated once."""
        if term is None or term[0] not in _KEPT:
            return self.world.term(term, where)
        key = _key(term) if where is self.entry else (id(where), _key(term))
        known = self.known.get(key)
        return known if known is not None else self.evaluated(term, where, key)

    def evaluated(self, term: tuple[Any, ...], where: ScopeEntry, key: object) -> Values:
        """What a term of `_KEPT` can be, kept under `key` from now on."""
        tag = term[0]
        if tag == "a" and (term[2] != PARAM or not asks_for_parameter(term)):
            name = term[2]
            inner = self.value(term[1], where)
            if len(inner) == 1:
                (one,) = inner
                known = self.world.attribute(one, name)
            else:
                union: set[Value] = set()
                for one in inner:
                    union |= self.world.attribute(one, name)
                known = bounded(union)
        elif tag == "c":
            known = self.world.call(term, where, self.value(term[1], where))
        elif tag == "op":
            right = self.value(term[3], where) if term[3] is not None and term[2] in FROM_RIGHT else NOTHING
            known = self.world.operated(term[2], self.values(term[1], where), right)
        else:
            known = self.world.term(term, where)
        self.known[key] = known
        return known

    def values(self, term: Term, where: ScopeEntry) -> Values:
        """What a term can be, parameters replaced by what reaches them."""
        if term is None or term[0] not in _KEPT:
            return self.world.expanded(self.world.term(term, where))
        tag = term[0]
        key: object = term  # as `_key` has it, without a call: nothing is asked more often
        if tag in _LONG or (tag == "a" and (term[1] is None or term[1][0] not in _NAMES)):
            key = id(term)
        if where is not self.entry:
            key = (id(where), key)
        values = self.expanded.get(key)
        if values is None:
            known = self.known.get(key)
            if known is None:
                known = self.evaluated(term, where, key)
            values = self.expanded[key] = self.world.expanded(known)
        return values

    def denoted(self, term: Term, where: ScopeEntry) -> frozenset[str]:
        """Ids of the symbols that a term denotes."""
        if term is not None and term[0] == "a":
            return self.members(self.values(term[1], where), term[2])
        return self.world.entities(term, where)

    def members(self, base: Values, name: str) -> frozenset[str]:
        """Ids of the symbols that an attribute of any of these values denotes."""
        if len(base) == 1:
            (one,) = base
            return self.world.denoted_member(one, name)
        union: set[str] = set()
        for value in base:
            union |= self.world.denoted_member(value, name)
        return frozenset(union)


def _key(term: tuple[Any, ...]) -> object:
    """What the value of a term of `_KEPT` is kept under: equal names and attributes of names share theirs.

    Longer terms are told apart by identity, which costs less than to hash them: they live as long as the scope.
    """
    tag = term[0]
    if tag in _LONG or (tag == "a" and (term[1] is None or term[1][0] not in _NAMES)):
        return id(term)
    return term


def is_named(value: Value, name: str) -> bool:
    """Whether a value is a definition of this name."""
    if value[0] == "Q" and not value[2]:
        value = value[1]
    if value[0] not in _DEFINED:
        return False
    scope: str = whole(value[1])
    return scope.endswith(name) and scope[-len(name) - 1 : -len(name)] in _BEFORE_NAMES


def is_path(term: Term) -> bool:
    """Whether a term is a name, or attributes of one: `name`, `module.name`, `module.Class`."""
    while term is not None and term[0] in ("a", "s"):
        term = term[1]
        if term is not None and term[0] == "v":
            return False
    return term is not None and term[0] in ("n", "m", "f", "l")
