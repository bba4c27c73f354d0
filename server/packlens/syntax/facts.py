"""What one block of text says, free of names from elsewhere.

A *block* is a top-level statement with its lines. Its facts are a pure function of its text: lines count from the
block's first line, so a block that only moves keeps its facts, and an edit redoes one block.

Facts hold no syntax tree. Expressions are kept as small nested tuples, the *terms* that `resolve` evaluates:

    ("n", name)               a name, looked up from the scope outwards
    ("v", name, (i, ...))     a local name where only these of its bindings can reach
    ("a", term, attr)         attribute
    ("c", term, args, kw)     call; args: terms, ("*", term) for a starred one; kw: ((name, term), ...)
    ("s", term, index)        subscript; a slice's index is ("sl", lower, upper)
    ("k", text) ("b", type)   a string; another literal, by the name of its type
    ("t", kind, terms)        list, set or tuple display
    ("d", keys, values)       dict display
    ("o", terms)              any of these (conditional expression, `or`, `and`)
    ("w", term)               what awaiting gives        ("i", term) ("I", term)   what (async) iterating gives
    ("e", term) ("E", term)   what (async) entering a context gives
    ("u", term, index)        the index-th part of an unpacking
    ("u*", term, before, after)  its starred part, with how many parts stand before and after it
    ("x", term)               what `except term as name` catches
    ("is", term, classes)     term, known to be an instance of classes     ("not", term, classes)   known to be none
    ("op", term, dunder, other)  an operator
    ("l", place)              a lambda         ("g", kind, place, term)   a comprehension giving term
    None                      anything else

A binding says what gives a name its value; its last part tells whether it stands under a condition:

    ("d", place, cond)                     def, class
    ("m", dotted, cond)                    import a.b as name, or `import a`
    ("f", level, module, name, cond)       from module import name
    ("=", term, annotation, path, cond)    a value; `path` leads from the binding's scope to the one that evaluates it
    ("p", index, cond)                     the index-th parameter
    ("T", bound, cond)                     a type parameter

A site is an occurrence that can make an edge: (role, term, place of the scope that evaluates it). The term of a call
is what is called, or with arguments worth following (role "call with") the whole call. What is put in a container or
attribute that lives elsewhere is a site too: the term is ("st", place, value), the role "store" for an attribute that
is assigned, "put" for what goes into a container.

Scopes are named by their place among the scopes of their *owner*, the nearest scope around them that is no
comprehension: 0 is the owner itself, then all scopes opened in it, in source order. A place -1 - p is the place p
of the owner's own owner: decorators, defaults and annotations belong to the definition they head and are evaluated
around it. So a scope's facts change only when the scope itself does.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

Term = tuple[Any, ...] | None
Binding = tuple[Any, ...]
Site = tuple[str, Term, int]


class ScopeKind:
    """What opens a scope: plain integers, since a member of an enum costs a call at each use."""

    MODULE = 0
    CLASS = 1
    FUNCTION = 2
    LAMBDA = 3
    COMPREHENSION = 4


NAMELESS = frozenset({ScopeKind.LAMBDA, ScopeKind.COMPREHENSION})
"""Scopes that code reaches by their place alone."""
_NEVER_CALLED = frozenset({"k", "b", "op"})  # what literals and operators give is not called, as a rule


class Role:
    """Roles of an occurrence, plain strings for speed. `op:__add__` names the special method an operator calls."""

    CALL = "call"
    READ = "read"
    QUALIFIER = "qualifier"  # read only to reach an attribute of it
    WRITE = "write"
    IMPORT = "import"
    BASE = "base"
    DECORATOR = "decorator"
    ANNOTATION = "annotation"
    RAISE = "raise"
    CALL_WITH = "call with"
    STORE = "store"
    PUT = "put"
    OPERATOR = "op:"


class Trait:
    """What a definition's head says of it: bits, plain integers for speed."""

    NONE = 0
    ASYNC = 1
    GENERATOR = 2
    STATIC = 4
    CLASSMETHOD = 8
    PROPERTY = 16
    ACCESSOR = 32  # @name.setter, @name.deleter, @name.getter
    OVERLOAD = 64
    CONTEXT = 128  # @contextmanager
    GENERIC = 256  # has type parameters of its own


class ParameterKind(StrEnum):
    """How arguments reach a parameter."""

    POSITIONAL = "positional"
    KEYWORD = "keyword"
    VARIADIC = "variadic"
    KEYWORDS = "keywords"


class Parameter(NamedTuple):
    """One parameter of a function."""

    name: str
    kind: ParameterKind
    annotation: Term
    default: Term


class Scope(NamedTuple):
    """One scope of a block; equal scopes resolve alike. `parent` indexes `BlockFacts.scopes`; 0 is the top level.

    attributes   class: what its methods assign to self or cls
    bases        class: its bases, then ("metaclass", term) where given
    """

    kind: int
    name: str
    parent: int
    traits: int
    bindings: dict[str, tuple[Binding, ...]]
    sites: tuple[Site, ...]
    globals: frozenset[str]  # declared global
    parameters: tuple[Parameter, ...] = ()
    returns: Term = None  # the annotation
    returned: tuple[Term, ...] = ()
    yielded: tuple[Term, ...] = ()
    decorators: tuple[Term, ...] = ()
    bases: tuple[Term, ...] = ()
    attributes: dict[str, tuple[Binding, ...]] | None = None


class Definition(NamedTuple):
    """One definition of a block. Lines are 1-based within the block; `scope` is -1 for a variable.

    owner   index of the scope that holds the name
    """

    name: str
    kind: str  # class, function, variable, type_alias
    scope: int
    owner: int
    first_line: int
    last_line: int
    name_line: int
    name_column: int
    body_line: int
    decorators: tuple[str, ...]
    traits: int


class Part(NamedTuple):
    """What the head or one member of a class adds to the facts of its block: how much of each sequence, and the
    names it binds, one for each binding, in order.

    first, last   lines within the part: where its first statement starts after its decorators, where its last ends
    places        scopes whose owner is the class
    bound         names of the class      given   attributes that methods assign to self or cls
    outer         names of the module
    """

    lines: int
    first: int
    last: int
    status: str
    error_line: int
    message: str
    scopes: int
    places: int
    definitions: int
    sites: int
    attribute_lines: int
    bound: tuple[str, ...]
    given: tuple[str, ...]
    outer: tuple[str, ...]


class BlockFacts(NamedTuple):
    """All that one block says.

    positions   for each scope, two numbers a site: line within the block (1-based), column
    stars       `from m import *`: (level, module)
    exported    terms that `__all__` is built from
    attribute_lines  (class scope, name, first line, last line) of the statements that give self attributes, for each
                     method the first
    parts       of a class that is read member by member: its head, then its members
    """

    lines: int
    status: str
    error_line: int
    message: str
    scopes: tuple[Scope, ...]
    definitions: tuple[Definition, ...]
    positions: tuple[array[int], ...]
    stars: tuple[tuple[int, str], ...]
    exported: tuple[Term, ...]
    attribute_lines: tuple[tuple[int, str, int, int], ...]
    self_uses: dict[int, tuple[str, ...]]
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class FileFacts:
    """Facts of a whole text: its blocks in order and where each begins (code point offset)."""

    blocks: tuple[BlockFacts, ...]
    starts: tuple[int, ...]

    @property
    def status(self) -> str:
        """`ok`; `partial` when something could not be read; `failed` when nothing could."""
        broken = [block for block in self.blocks if block.status != "ok"]
        if not broken:
            return "ok"
        return "failed" if all(block.status == "failed" for block in self.blocks) else "partial"


def may_be_called(term: Term) -> bool:
    """Whether a value, or anything in a display, may be something that can be called."""
    if term is None or term[0] in _NEVER_CALLED:
        return False
    if term[0] in ("t", "d", "o"):
        return any(may_be_called(part) for part in term[-1])
    return True
