"""What the parts of the inference ask of one another.

Each part is a class of its own that answers some of these and asks the others of the whole, which `inference.py` puts
together. What is remembered between two updates, and which answers an answer was drawn from, is the engine's affair.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any

from packlens.resolve.static.values import Arguments, Value, Values
from packlens.symbols.scope import ScopeEntry
from packlens.symbols.table import FileTable, ModuleBinding
from packlens.syntax.facts import Binding, Term


class Questions:
    """The questions, which the parts answer."""

    def rules(self) -> Mapping[str, Callable[..., Hashable]]:
        """What answers which question."""
        raise NotImplementedError

    def term(self, term: Term, entry: ScopeEntry) -> Values:
        """What a term can be, evaluated in a scope."""
        raise NotImplementedError

    def types(self, term: Term, entry: ScopeEntry) -> Values:
        """What an annotation says, as classes."""
        raise NotImplementedError

    def annotation(self, term: Term, entry: ScopeEntry) -> Values:
        """What an annotation says of the value it annotates."""
        raise NotImplementedError

    def declared(self, term: Term, entry: ScopeEntry) -> Values:
        """What an annotation says, its type variables left in it."""
        raise NotImplementedError

    def instance_of(self, value: Value, entry: ScopeEntry) -> Values:
        """What an annotation's type says of a value."""
        raise NotImplementedError

    def parametrised_class(self, value: Value, arguments: Iterable[Values], entry: ScopeEntry) -> Value:
        """A class with what is written for its type variables."""
        raise NotImplementedError

    def seen_through(self, values: Values, receiver: Value, holder: str) -> Values:
        """`values`, what is declared among them settled by a receiver."""
        raise NotImplementedError

    def settled_by_call(self, values: Values, value: Value, term: Term, where: ScopeEntry) -> Values:
        """`values`, what is declared among them settled by a call."""
        raise NotImplementedError

    def made(self, value: Value, term: Term, where: ScopeEntry) -> Value:
        """The instance that a call of a class makes."""
        raise NotImplementedError

    def declared_of_attribute(self, entry: ScopeEntry, name: str) -> Values:
        """What is declared of an attribute in terms of type variables."""
        raise NotImplementedError

    def wanted_arguments(self, term: Term, entry: ScopeEntry) -> list[Values]:
        """What a function is called with that is given where an annotation wants a callable."""
        raise NotImplementedError

    def attribute(self, value: Value, name: str) -> Values:
        """What `value.name` can be."""
        raise NotImplementedError

    def called(self, value: Value) -> Values:
        """What calling `value` gives."""
        raise NotImplementedError

    def lookup(self, name: str, entry: ScopeEntry) -> Values:
        """What a name can be, read in a scope."""
        raise NotImplementedError

    def call(self, term: Any, entry: ScopeEntry, called: Values | None = None) -> Values:
        """What a call gives; `called`, where it is known already, is what is called."""
        raise NotImplementedError

    def operated(self, dunder: str, left: Values, right: Values) -> Values:
        """What an operator gives."""
        raise NotImplementedError

    def bound(self, binding: Binding, entry: ScopeEntry) -> Values:
        """What a binding of a scope gives its name."""
        raise NotImplementedError

    def stored(self, value: Value, found: Values) -> Values:
        """The store of a class's instances, where what it `found` under the name of one can be one."""
        raise NotImplementedError

    def iterated(self, values: Values) -> Values:
        """What a loop over `values` gives."""
        raise NotImplementedError

    def iterated_async(self, values: Values) -> Values:
        """What an asynchronous loop over `values` gives."""
        raise NotImplementedError

    def awaited(self, values: Values) -> Values:
        """What awaiting gives."""
        raise NotImplementedError

    def entered(self, values: Values, dunder: str) -> Values:
        """What entering a context gives."""
        raise NotImplementedError

    def instances(self, values: Values) -> Values:
        """Instances of what may be classes."""
        raise NotImplementedError

    def member(self, value: Value, name: str) -> Values:
        """What an instance or class gives for an attribute."""
        raise NotImplementedError

    def beyond(self, value: Value, name: str) -> Values:
        """What `super().name` gives."""
        raise NotImplementedError

    def member_of_module(self, path: str, name: str) -> Values:
        """What `module.name` can be."""
        raise NotImplementedError

    def definition(self, scope: str) -> Values:
        """The value of a definition."""
        raise NotImplementedError

    def parameter(self, entry: ScopeEntry, index: int) -> Values:
        """What a parameter can be."""
        raise NotImplementedError

    def expanded(self, values: Values) -> Values:
        """`values`, parameters replaced by what reaches them."""
        raise NotImplementedError

    def reaching_values(self, value: Value) -> Values:
        """What reaches a parameter from all its callers."""
        raise NotImplementedError

    def filled(self, values: Values, value: Value, term: Term, where: ScopeEntry) -> Values:
        """What a function returns, its own parameters replaced by the arguments of a call."""
        raise NotImplementedError

    def arguments(self, term: Term, where: ScopeEntry, first: int = 0) -> Arguments:
        """The arguments of a call."""
        raise NotImplementedError

    def matched(self, entry: ScopeEntry, shift: int, arguments: Arguments) -> Iterator[tuple[int, Values]]:
        """Which parameter each argument of a call reaches."""
        raise NotImplementedError

    def target(self, value: Value) -> tuple[ScopeEntry | None, int]:
        """The function that calling a value runs, and how many of its first parameters the call itself fills."""
        raise NotImplementedError

    def flowing(self, values: Values) -> Values:
        """Those of `values` that are worth following into a parameter."""
        raise NotImplementedError

    def staying(self, values: Values) -> Values:
        """Those of `values` that are worth following into a parameter."""
        raise NotImplementedError

    def decorated(self, term: Term, values: Values, where: ScopeEntry) -> tuple[Values, bool]:
        """What a decorator makes of `values`, and whether that is known."""
        raise NotImplementedError

    def applied(self, decorator: Value, values: Values) -> Values | None:
        """What a decorator makes of what it decorates; `None` where that is not known."""
        raise NotImplementedError

    def is_plain(self, entry: ScopeEntry, index: int) -> bool:
        """Whether a parameter needs no question of its own."""
        raise NotImplementedError

    def takes_fixtures(self, entry: ScopeEntry) -> bool:
        """Whether pytest gives a function its arguments."""
        raise NotImplementedError

    def given_by_pytest(self, entry: ScopeEntry, index: int) -> Values:
        """What pytest gives for a parameter."""
        raise NotImplementedError

    def requested(self, term: tuple[Any, ...], entry: ScopeEntry) -> Values:
        """What a call of `getfixturevalue` gives."""
        raise NotImplementedError

    def sent_by_request(self, entry: ScopeEntry) -> Values | None:
        """What `request.param` is in a fixture; `None` elsewhere."""
        raise NotImplementedError

    def class_entry(self, scope: str) -> ScopeEntry | None:
        """The scope of a class, if it is one."""
        raise NotImplementedError

    def completed(self, scope: str, name: str, after: str = "") -> list[str]:
        """The classes that only those below a class find an attribute in."""
        raise NotImplementedError

    def is_enum(self, scope: str) -> bool:
        """Whether a class is an enumeration."""
        raise NotImplementedError

    def stub_of(self, entry: ScopeEntry) -> str:
        """The id of a scope's twin in a stub."""
        raise NotImplementedError

    def holder(self, name: str, entry: ScopeEntry) -> ScopeEntry | None:
        """The scope that binds a name."""
        raise NotImplementedError

    def is_global(self, path: str, name: str) -> bool:
        """Whether a module binds a name itself."""
        raise NotImplementedError

    def is_plain_builtin(self, path: str, name: str) -> bool:
        """Whether a builtin's name means the builtin in a module."""
        raise NotImplementedError

    def star_source(self, path: str, name: str) -> str:
        """The file a star import takes a name from."""
        raise NotImplementedError

    def stub(self, path: str) -> str:
        """The stub beside a module."""
        raise NotImplementedError

    def global_rows(self, table: FileTable, name: str) -> list[ModuleBinding]:
        """The bindings of a module's name that can hold."""
        raise NotImplementedError

    def entities(self, term: Term, entry: ScopeEntry) -> frozenset[str]:
        """Ids of the symbols that a term denotes."""
        raise NotImplementedError

    def denoted_in(self, scope: ScopeEntry, name: str) -> frozenset[str]:
        """Ids of the symbols that a name of a class or function denotes."""
        raise NotImplementedError

    def denoted_member(self, value: Value, name: str) -> frozenset[str]:
        """Ids of the symbols that an attribute of a value denotes."""
        raise NotImplementedError
