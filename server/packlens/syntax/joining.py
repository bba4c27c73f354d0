"""The facts of a class put together from those of its head and its members.

A *slice* is what one part adds to the facts of a block. A part read on its own and the same part cut out of the facts
of a whole class give equal slices but for where they stand: indexes of scopes, places in the class, lines. `join` moves
them to where they stand now, and what needs no move is kept, so that an edit reads the part it touches.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from packlens.syntax.facts import Binding, BlockFacts, Definition, Part, Scope, ScopeKind, Site, Term

_FIRST_SCOPE = 2  # of a part: before it come the top level and the class
_FIRST_PLACE = 1  # before it comes the class itself
_LEAVES = frozenset({"k", "b", "n", "v", "sl", "**", "m", "f"})

Named = list[tuple[str, Binding]]


class Slice(NamedTuple):
    """What a part adds to `facts`, where it begins in each sequence."""

    facts: BlockFacts
    part: Part
    line: int
    scope: int
    place: int
    definition: int
    site: int
    attribute_line: int
    bound: Named
    given: Named
    outer: Named


def slices(facts: BlockFacts) -> list[Slice]:
    """The slices of the facts of a class, the head first."""
    found: list[Slice] = []
    line = definition = site = attribute_line = 0
    scope, place = _FIRST_SCOPE, _FIRST_PLACE
    outer, inner = facts.scopes[:_FIRST_SCOPE]
    attributes = inner.attributes or {}
    bound: dict[str, int] = {}
    given: dict[str, int] = {}
    around: dict[str, int] = {}
    for part in facts.parts:
        found.append(
            Slice(
                facts,
                part,
                line,
                scope,
                place,
                definition,
                site,
                attribute_line,
                _next(inner.bindings, part.bound, bound),
                _next(attributes, part.given, given),
                _next(outer.bindings, part.outer, around),
            )
        )
        line += part.lines
        scope += part.scopes
        place += part.places
        definition += part.definitions
        site += part.sites
        attribute_line += part.attribute_lines
    return found


def _next(bindings: dict[str, tuple[Binding, ...]], names: Iterable[str], taken: dict[str, int]) -> Named:
    """The next binding of each of `names`, where `taken` says how many of each are gone."""
    rows: Named = []
    for name in names:
        number = taken.get(name, 0)
        taken[name] = number + 1
        rows.append((name, bindings[name][number]))
    return rows


def join(parts: Sequence[Slice]) -> BlockFacts:
    """The facts of the class that these slices make, the head first."""
    joint = _Joint()
    for piece in parts:
        joint.add(piece)
    head = parts[0].facts
    outer, inner = head.scopes[:_FIRST_SCOPE]
    joint.scopes[:0] = (
        outer._replace(bindings=_tuples(joint.outer)),
        inner._replace(
            bindings=_tuples(joint.bound), sites=tuple(joint.sites), attributes=_tuples(joint.given) or None
        ),
    )
    joint.positions[:0] = (head.positions[0], joint.class_positions)
    broken = next((piece for piece in parts if piece.part.status != "ok"), None)
    return BlockFacts(
        lines=joint.line,
        status="ok" if broken is None else "partial",
        error_line=joint.error_line,
        message="" if broken is None else broken.part.message,
        scopes=tuple(joint.scopes),
        definitions=tuple(joint.definitions_around(parts)),
        positions=tuple(joint.positions),
        stars=(),
        exported=(),
        attribute_lines=tuple(joint.attribute_lines),
        self_uses=joint.self_uses,
        parts=tuple(piece.part for piece in parts),
    )


class _Joint:
    """The class so far: sequences of its facts, without its own scope and the one around it."""

    def __init__(self) -> None:
        self.line = 0
        self.error_line = 0
        self.place = _FIRST_PLACE
        self.scopes: list[Scope] = []
        self.positions: list[array[int]] = []
        self.definitions: list[Definition] = []
        self.attribute_lines: list[tuple[int, str, int, int]] = []
        self.self_uses: dict[int, tuple[str, ...]] = {}
        self.sites: list[Site] = []
        self.class_positions: array[int] = array("I")
        self.bound: dict[str, list[Binding]] = {}
        self.given: dict[str, list[Binding]] = {}
        self.outer: dict[str, list[Binding]] = {}

    def add(self, piece: Slice) -> None:
        """Put a slice behind those before it."""
        facts, part = piece.facts, piece.part
        down = self.line - piece.line
        along = len(self.scopes) + _FIRST_SCOPE - piece.scope
        by = self.place - piece.place
        if part.status != "ok" and not self.error_line:
            self.error_line = self.line + max(part.error_line, 1)
        self._add_scopes(piece, along, by, down)
        for definition in facts.definitions[piece.definition : piece.definition + part.definitions]:
            self.definitions.append(_moved_definition(definition, along, down))
        end = piece.attribute_line + part.attribute_lines
        for scope, name, first, last in facts.attribute_lines[piece.attribute_line : end]:
            self.attribute_lines.append((_index(scope, along), name, first + down, last + down))
        end = piece.site + part.sites
        sites = facts.scopes[1].sites[piece.site : end]
        self.sites.extend([_moved_site(site, by) for site in sites] if by else sites)
        self.class_positions.extend(_lower(facts.positions[1][2 * piece.site : 2 * end], down))
        for name, binding in piece.bound:
            self.bound.setdefault(name, []).append(_moved_binding(binding, by) if by else binding)
        for name, binding in piece.given:
            self.given.setdefault(name, []).append(_moved_path(binding, by, 0) if by else binding)
        for name, binding in piece.outer:
            self.outer.setdefault(name, []).append(_moved_path(binding, by, 1) if by else binding)
        self.line += part.lines
        self.place += part.places

    def _add_scopes(self, piece: Slice, along: int, by: int, down: int) -> None:
        facts, in_class = piece.facts, {1}  # the class, and scopes that share its places
        for index in range(piece.scope, piece.scope + piece.part.scopes):
            scope = facts.scopes[index]
            uses = facts.self_uses.get(index)
            if uses is not None:
                self.self_uses[len(self.scopes) + _FIRST_SCOPE] = uses
            if by and scope.parent in in_class:
                if scope.kind == ScopeKind.COMPREHENSION:
                    in_class.add(index)
                scope = _moved_head(scope, by)
            parent = _index(scope.parent, along)
            self.scopes.append(scope if parent == scope.parent else scope._replace(parent=parent))
            self.positions.append(_lower(facts.positions[index], down))

    def definitions_around(self, parts: Sequence[Slice]) -> Iterable[Definition]:
        """The definitions, that of the class with the lines of its first and last statement."""
        body = parts[0].part.lines + parts[1].part.first
        last = self.line - parts[-1].part.lines + parts[-1].part.last
        for definition in self.definitions:
            if definition.scope == 1:
                yield definition._replace(body_line=body, last_line=last)
            else:
                yield definition


def _tuples(rows: dict[str, list[Binding]]) -> dict[str, tuple[Binding, ...]]:
    return {name: tuple(bindings) for name, bindings in rows.items()}


def _index(index: int, along: int) -> int:
    return index + along if index >= _FIRST_SCOPE else index


def _lower(positions: array[int], down: int) -> array[int]:
    """Positions with their lines moved down."""
    if not down or not positions:
        return positions
    moved = array("I", positions)
    moved[::2] = array("I", [line + down for line in positions[::2]])
    return moved


def _moved_definition(definition: Definition, along: int, down: int) -> Definition:
    if not along and not down:
        return definition
    name, kind, scope, owner, first, last, line, column, body, decorators, traits = definition
    return Definition(
        name,
        kind,
        _index(scope, along),
        _index(owner, along),
        first + down,
        last + down,
        line + down,
        column,
        body + down if body else 0,
        decorators,
        traits,
    )


def _moved_head(scope: Scope, by: int) -> Scope:
    """A scope of the class: what of it is evaluated in the class, whose places have moved."""
    if scope.kind == ScopeKind.COMPREHENSION:
        bindings = {
            name: tuple([_moved_binding(binding, by) for binding in rows])
            for name, rows in scope.bindings.items()
        }
        return scope._replace(bindings=bindings)
    sites = list(scope.sites)
    for number, site in enumerate(sites):
        role, term, place = site
        if place >= 0:
            break
        sites[number] = (role, _moved(term, by), place - by if place < -1 else place)
    bindings = {
        name: tuple([_moved_binding(binding, by) if binding[0] == "T" else binding for binding in rows])
        for name, rows in scope.bindings.items()
    }
    parameters = tuple(
        [
            parameter._replace(
                annotation=_moved(parameter.annotation, by), default=_moved(parameter.default, by)
            )
            for parameter in scope.parameters
        ]
    )
    return scope._replace(
        bindings=bindings,
        sites=tuple(sites),
        parameters=parameters,
        returns=_moved(scope.returns, by),
        decorators=tuple([_moved(term, by) for term in scope.decorators]),
        bases=tuple([_moved(term, by) for term in scope.bases]),
    )


def _moved_site(site: Site, by: int) -> Site:
    """A site of the class."""
    role, term, place = site
    return role, _moved(term, by), place + by if place > 0 else place


def _moved_binding(binding: Binding, by: int) -> Binding:
    """A binding whose terms are evaluated in the class."""
    kind = binding[0]
    if kind == "d":
        return ("d", binding[1] + by, binding[2])
    if kind == "T":
        return ("T", _moved(binding[1], by), binding[2])
    if kind != "=":
        return binding
    _, term, annotation, path, condition = _moved_path(binding, by, 0)
    return ("=", _moved(term, by), _moved(annotation, by), path, condition)


def _moved_path(binding: Binding, by: int, step: int) -> Binding:
    """A binding whose terms are evaluated where its path leads; at `step` the path goes from the class to a scope."""
    if binding[0] != "=" or len(binding[3]) <= step or not binding[3][step]:
        return binding  # 0 is the class itself
    kind, term, annotation, path, condition = binding
    return (kind, term, annotation, (*path[:step], path[step] + by, *path[step + 1 :]), condition)


def _moved(term: Any, by: int) -> Term:
    """A term that is evaluated in the class."""
    if not isinstance(term, tuple) or not term:
        return term
    kind = term[0]
    if kind in _LEAVES:
        return term
    if kind == "l":
        return ("l", term[1] + by)
    if kind == "g":
        return ("g", term[1], term[2] + by, _moved(term[3], by))
    if kind == "c":
        keywords = tuple([(name, _moved(value, by)) for name, value in term[3]])
        return ("c", _moved(term[1], by), _moved(term[2], by), keywords)
    return tuple([_moved(part, by) for part in term])
