"""What something takes when it is called: the parameters of its signature, or of the constructor that its fields make.

A class that writes no `__init__` takes what those of its bases take. A dataclass, a class of attrs and a `NamedTuple`
take their fields, in order, those of their bases first. Where a base or a decorator is not known nothing is said.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import Symbol, SymbolKind
from packlens.syntax.newer import parse_newer

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

_MAKES_FIELDS = frozenset({"dataclass", "define", "frozen", "mutable", "s", "attrs", "attributes"})
_LISTS_FIELDS = frozenset({"s", "attrs", "attributes"})
_PLAIN_BASES = frozenset({"object", "ABC", "Generic", "Protocol"})
_NO_FIELDS = re.compile(r"\b(?:ClassVar|KW_ONLY)\b")
_SAYS_FIELD = frozenset({"field", "ib", "attrib"})


@dataclass(frozen=True, slots=True)
class Parameters:
    """What a function takes, its receiver left out.

    places      names that take an argument by place
    names       names that take one by name
    required    names that have no default
    any_place, any_name  whether it has `*args`, `**kwargs`
    """

    places: tuple[str, ...]
    names: frozenset[str]
    required: frozenset[str]
    any_place: bool = False
    any_name: bool = False


NOTHING_TAKEN = Parameters((), frozenset(), frozenset())


def taken_by(snapshot: Snapshot, identifier: str, *, on_class: bool = False) -> Parameters | None:
    """What a function, method or class takes; `None` where that is not known.

    `on_class`: a method is called on its class, so that its receiver is an argument: `Base.go(self)`.
    """
    symbol = snapshot.symbol(identifier)
    if symbol is None:
        return None
    if symbol.kind is SymbolKind.FUNCTION:
        return parameters_of(snapshot.signature(identifier), bound=False)
    if symbol.kind is SymbolKind.METHOD:
        bound = not on_class or "classmethod" in symbol.decorators
        return parameters_of(snapshot.signature(identifier), bound=bound)
    return _constructor(snapshot, identifier) if symbol.kind is SymbolKind.CLASS else None


def parameters_of(signature: str, *, bound: bool) -> Parameters | None:
    """The parameters of a signature, of the one that runs where overloads make several; `None` for what cannot be read.

    `bound`: its first parameter is given by the call itself.
    """
    function = function_of(signature)
    if function is None:
        return None
    arguments = function.args
    static = any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in function.decorator_list)
    by_place = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    required = set(by_place[: len(by_place) - len(arguments.defaults)])
    required |= {
        each.arg
        for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        if default is None
    }
    places = by_place[1:] if bound and not static else by_place
    names = {*places, *(each.arg for each in arguments.kwonlyargs)} - {
        each.arg for each in arguments.posonlyargs
    }
    return Parameters(
        tuple(places),
        frozenset(names),
        frozenset(required & {*places, *names}),
        arguments.vararg is not None,
        arguments.kwarg is not None,
    )


def function_of(signature: str) -> Function | None:
    """The function that a signature says, of overloads the one that runs; `None` where there is none, or several."""
    body = statements_of(signature)
    functions = [node for node in body if isinstance(node, Function)]
    if len(functions) > 1:
        overloads = [node for node in functions[:-1] if "overload" in _decorators(node)]
        if len(overloads) != len(functions) - 1 or "overload" in _decorators(functions[-1]):
            return None
    return functions[-1] if functions else None


def statements_of(text: str) -> list[ast.stmt]:
    """The statements of a text, with syntax newer than this interpreter too; none where it cannot be read."""
    try:
        return ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        newer = parse_newer(text)
        return newer.body if newer is not None else []


@dataclass(frozen=True, slots=True)
class _Field:
    """What a class takes for one of its fields."""

    name: str
    has_default: bool
    by_name_alone: bool


def _constructor(snapshot: Snapshot, identifier: str) -> Parameters | None:
    fields = _fields(snapshot, identifier, frozenset())
    if fields is None:
        return None
    taken = list(fields.values())
    return Parameters(
        tuple(field.name for field in taken if not field.by_name_alone),
        frozenset(field.name for field in taken),
        frozenset(field.name for field in taken if not field.has_default),
    )


def _fields(snapshot: Snapshot, identifier: str, seen: frozenset[str]) -> dict[str, _Field] | None:
    """The fields that a class takes, by name and in order; `None` where something else makes its instances."""
    symbol = snapshot.symbol(identifier)
    if symbol is None or identifier in seen:
        return None
    node = next(iter(statements_of(textwrap.dedent(snapshot.source(identifier)))), None)
    if not isinstance(node, ast.ClassDef) or node.keywords or _writes_its_own(snapshot, symbol):
        return None
    bases = [_name(each) for each in node.bases]
    known = snapshot.bases(identifier)
    if len(known) + sum(name in _PLAIN_BASES or name == "NamedTuple" for name in bases) != len(bases):
        return None
    if len(known) > 1:
        return None  # their order is not written in the graph
    found: dict[str, _Field] = {}
    for base in known:
        inherited = _fields(snapshot, base, seen | {identifier})
        if inherited is None:
            return None
        found |= inherited
    if "NamedTuple" in bases:
        return found | {field.name: field for field in _own_fields(node)}
    maker = next((each for each in node.decorator_list if _name(each) in _MAKES_FIELDS), None)
    if len(node.decorator_list) > (maker is not None):
        return None
    if maker is None:
        return found
    options = {each.arg: each.value for each in maker.keywords} if isinstance(maker, ast.Call) else {}
    if None in options or _is(options.get("init"), False):
        return None
    listed = _name(maker) in _LISTS_FIELDS and not _is(options.get("auto_attribs"), True)
    own = _own_fields(
        node, attrs=_name(maker) != "dataclass", by_name=_is(options.get("kw_only"), True), listed=listed
    )
    return found | {field.name: field for field in own}


def _own_fields(
    node: ast.ClassDef, *, attrs: bool = False, by_name: bool = False, listed: bool = False
) -> Iterator[_Field]:
    """The fields that a class writes. `listed`: those alone that are given a field of attrs."""
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            name, value, written = statement.target.id, statement.value, ast.unparse(statement.annotation)
        elif attrs and isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name, value, written = statement.targets[0].id, statement.value, ""
        else:
            continue
        by_name |= "KW_ONLY" in written
        is_written = isinstance(value, ast.Call) and _name(value) in _SAYS_FIELD
        if _NO_FIELDS.search(written) or not (is_written or (written and not listed)):
            continue
        options = (
            {each.arg: each.value for each in value.keywords}
            if isinstance(value, ast.Call) and is_written
            else None
        )
        if options is None:
            yield _Field(_taken_as(name, attrs), value is not None, by_name)
        elif not _is(options.get("init"), False):
            has_default = not options.keys().isdisjoint({"default", "default_factory", "factory", None})
            by_default = attrs and any(
                f"{name}.default" == ast.unparse(each)
                for method in node.body
                if isinstance(method, Function)
                for each in method.decorator_list
            )
            alias = options.get("alias")
            taken = alias.value if isinstance(alias, ast.Constant) else _taken_as(name, attrs)
            alone = by_name or _is(options.get("kw_only"), True)
            yield _Field(str(taken), has_default or by_default, alone)


def _taken_as(name: str, attrs: bool) -> str:
    """The parameter for a field: attrs takes private ones without their underscores."""
    return name.lstrip("_") if attrs else name


def _writes_its_own(snapshot: Snapshot, symbol: Symbol) -> bool:
    """Whether a class has code of its own for what makes its instances."""
    return any(
        snapshot.symbol(f"{symbol.id}.{name}") is not None
        for name in ("__init__", "__new__", "__attrs_init__")
    )


def _is(node: ast.expr | None, value: bool) -> bool:
    return isinstance(node, ast.Constant) and node.value is value


def _decorators(function: Function) -> list[str]:
    return [_name(each) for each in function.decorator_list]


def _name(node: ast.expr) -> str:
    """The last name of `a.b.Name`, `Name[...]` or `Name(...)`."""
    while isinstance(node, ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
