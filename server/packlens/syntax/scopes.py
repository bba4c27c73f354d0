"""The scopes of a block while it is being read, and what freezes them into facts.

Flow: inside a function, `reaching` tells for each local name which of its bindings can hold at the present
statement, so that `x = A(); x.f(); x = B(); x.g()` reads each call with its own receiver. A name that is missing
there, or mapped to `None`, stands for all its bindings.
"""

from __future__ import annotations

from array import array

from packlens.syntax.facts import Binding, Parameter, Role, Scope, ScopeKind, Site, Term, Trait

Reaching = dict[str, tuple[int, ...] | None]

_WITH_FLOW = frozenset({ScopeKind.FUNCTION, ScopeKind.COMPREHENSION})
_LOCAL_ONLY = frozenset({"=", "p", "T"})
DROPPED_WHEN_LOCAL = frozenset({Role.READ, Role.QUALIFIER, Role.WRITE})


class ScopeBuilder:
    """One scope being filled.

    index   its place in the block
    local   its place among the scopes of its owner
    place   where it is found from its owner, which comprehensions share with their function: 0 for itself
    depth   counts the conditions around a statement
    """

    __slots__ = (
        "attributes",
        "bases",
        "bindings",
        "captured",
        "decorators",
        "depth",
        "dotted",
        "dropped",
        "given",
        "globals",
        "index",
        "keeps_values",
        "kind",
        "local",
        "locals",
        "name",
        "order",
        "outer_names",
        "owner",
        "parameters",
        "parent",
        "place",
        "positions",
        "reaching",
        "returned",
        "returns",
        "self_name",
        "self_uses",
        "sites",
        "traits",
        "unsure",
        "yielded",
    )

    def __init__(self, kind: int, name: str, index: int, parent: ScopeBuilder | None) -> None:
        self.kind = kind
        self.name = name
        self.index = index
        self.unsure: list[
            tuple[int, ScopeBuilder]
        ] = []  # sites of names that may turn out to be local variables
        self.parent = parent
        self.owner: ScopeBuilder = parent.owner if kind == ScopeKind.COMPREHENSION and parent else self
        self.locals = 1
        self.local = self.place = 0
        if parent is not None:
            self.local = parent.owner.locals
            parent.owner.locals += 1
            if kind == ScopeKind.COMPREHENSION:
                self.place = self.local
        self.keeps_values = True  # whether all its names hold values: none is a definition or an import
        self.traits: int = Trait.NONE
        self.bindings: dict[str, list[Binding]] = {}
        self.order: list[str] = []  # module or class: the names of its bindings, one for each, as they come
        self.given: list[str] = []  # class: the same for its attributes
        self.sites: list[Site] = []
        self.positions: list[int] = []
        self.outer_names: set[str] = set()  # declared global or nonlocal here
        self.globals: set[str] = set()
        self.captured: set[str] = set()  # bound by a function inside: no statement order tells their values
        self.dotted = False
        self.dropped = False  # whether sites were found to be of no use at the end
        self.parameters: list[Parameter] = []
        self.returns: Term = None
        self.returned: list[Term] = []
        self.yielded: list[Term] = []
        self.decorators: list[Term] = []
        self.bases: list[Term] = []
        self.attributes: dict[str, list[Binding]] = {}
        self.reaching: Reaching = {}
        self.depth = 0
        self.self_name = ""
        self.self_uses: set[str] = set()

    def path_from(self, holder: ScopeBuilder) -> tuple[int, ...]:
        """The steps from `holder` down to this scope, each a place among an owner's scopes."""
        if self is holder:
            return ()
        steps: list[int] = []
        scope = self
        while scope is not holder and scope.parent is not None:
            steps.append(scope.local)
            scope = scope.parent.owner
        return tuple(reversed(steps))

    def bind(self, name: str, *binding: object) -> None:
        """Add a binding of `name`, made at the present statement."""
        known = self.bindings.setdefault(name, [])
        if self.kind in _WITH_FLOW:
            if binding[0] not in _LOCAL_ONLY:
                self.keeps_values = False
            self.reaching[name] = (len(known),)
            if self.dotted:
                self.forget(name)
        else:
            self.order.append(name)
        known.append((*binding, self.depth > 0))

    def bind_too(self, name: str, *binding: object) -> None:
        """Add a binding that may or may not have happened: what reached before still reaches."""
        before = self.reaching.get(name)
        self.depth += 1
        self.bind(name, *binding)
        self.depth -= 1
        now = self.reaching.get(name)
        if now is not None:
            self.reaching[name] = None if before is None else (*before, *now)

    def forget(self, name: str) -> None:
        """What was learnt of attributes of `name` no longer holds."""
        prefix = f"{name}."
        for known in [known for known in self.reaching if known.startswith(prefix)]:
            del self.reaching[known]

    def is_plain_local(self, name: str) -> bool:
        """True for a local variable: a name of a function that holds a value and no definition or import."""
        if self.kind == ScopeKind.MODULE or self.kind == ScopeKind.CLASS or name in self.outer_names:
            return False
        bindings = self.bindings.get(name)
        if bindings is None:
            if self.parent is None:
                return False
            scope = self.parent
            while scope.kind == ScopeKind.CLASS and scope.parent is not None:
                scope = scope.parent
            return scope.is_plain_local(name)
        return all(binding[0] in _LOCAL_ONLY for binding in bindings)

    def reaches_only_values(self, name: str, reach: tuple[int, ...]) -> bool:
        """Whether none of these bindings of a name is a definition or an import."""
        if self.keeps_values:
            return True
        bindings = self.bindings[name]
        if len(reach) == 1:
            return bindings[reach[0]][0] in _LOCAL_ONLY
        return all(bindings[index][0] in _LOCAL_ONLY for index in reach)

    def freeze(self) -> tuple[Scope, array[int]]:
        """The scope's facts and, apart from them, the positions of its sites."""
        sites, positions = self.sites, self.positions
        dropped = {
            index for index, where in self.unsure if where.is_plain_local((sites[index][1] or ("", ""))[1])
        }
        if dropped:
            self.dropped = True
            kept = [index for index in range(len(sites)) if index not in dropped]
            sites = [sites[index] for index in kept]
            positions = [number for index in kept for number in positions[2 * index : 2 * index + 2]]
        scope = Scope(
            self.kind,
            self.name,
            self.parent.index if self.parent is not None else 0,
            self.traits,
            {name: tuple(known) for name, known in self.bindings.items()},
            tuple(sites),
            frozenset(self.globals),
            tuple(self.parameters),
            self.returns,
            tuple(self.returned),
            tuple(self.yielded),
            tuple(self.decorators),
            tuple(self.bases),
            {name: tuple(known) for name, known in self.attributes.items()} or None,
        )
        return scope, array("I", positions)


def merged(left: Reaching, right: Reaching, before: Reaching, narrowed: set[tuple[str, int]]) -> Reaching:
    """What reaches after two branches that began with `before`.

    `narrowed` holds the bindings (name, index) that only narrow a type: past the branch they are forgotten.
    """
    if left == right and not narrowed:
        return left
    result: Reaching = dict(left)
    differing = {name for name, _ in left.items() ^ right.items()}
    for name in left.keys() | right.keys() if narrowed else differing:
        sides = []
        for side in (left, right):
            reach = side.get(name, before.get(name))
            if reach is not None and len(reach) == 1 and (name, reach[0]) in narrowed:
                reach = before.get(name)
            sides.append(reach)
        first, second = sides
        if first is None or second is None:
            result[name] = None
        elif first == second:
            result[name] = first
        else:
            result[name] = tuple(sorted({*first, *second}))
    return result
