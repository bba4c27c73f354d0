"""Names: scopes, imports, star imports, re-exports, definitions behind decorators."""

from __future__ import annotations

from packlens.resolve.static.annotations import DECLARED_CALLABLE
from packlens.resolve.static.builtin_names import BUILTINS
from packlens.resolve.static.modules import Found
from packlens.resolve.static.values import NOTHING, Value, Values, bounded
from packlens.resolve.static.world import SPECIAL_HEADS, World, lasting
from packlens.symbols.scope import ScopeEntry
from packlens.symbols.table import FileTable, ModuleBinding
from packlens.syntax.facts import Binding, ParameterKind, ScopeKind, Term, Trait

_SAYS_ENOUGH = frozenset("IESYLDTW")  # a parameter declared to be this is not asked for what its callers give


class Names(World):
    """Answers what names are bound to."""

    # ------------------------------------------------------------------ reading a name

    def lookup(self, name: str, entry: ScopeEntry) -> Values:
        scope: ScopeEntry | None = self.holder(name, entry)
        if scope is None:
            return NOTHING
        if scope.scope.kind != ScopeKind.MODULE:
            found: Values = self.ask(("local", scope.id, name))
            return found
        if entry.owner is scope:
            early = self.earlier(name, scope)
            if early is not None:
                return early
        if name in BUILTINS and self.is_plain_builtin(scope.path, name):
            return frozenset({("X", f"builtins.{name}")})
        values: Values = self.ask(("name", scope.path, name))
        if values or self.is_global(scope.path, name):
            return values
        if name in BUILTINS:
            return frozenset({("X", f"builtins.{name}")})
        return NOTHING

    def is_plain_builtin(self, path: str, name: str) -> bool:
        """Whether a builtin's name means the builtin in a module: neither bound there nor brought by a star."""
        table = self.table(path)
        if table is None or name in table.bindings or table.stars:
            return False
        self.note(("global", path, name))
        self.note(("stars", path))
        return not self.stub(path)

    def earlier(self, name: str, fragment: ScopeEntry) -> Values | None:
        """What a name is while the module's own code runs, where later statements bind it again; else `None`."""
        self.note(("global", fragment.path, name))
        table = self.table(fragment.path)
        rows = table.bindings.get(name, ()) if table is not None else ()
        if table is None or len(rows) < 2:
            return None
        self.note(("top", fragment.path))
        order = table.order
        here = order.get(id(fragment), 0)
        seen = sum(order.get(id(row[0]), 0) <= here for row in rows)
        if seen == 0 or seen == len(rows):
            return None
        values: Values = self.ask(("earlier", fragment.path, name, seen))
        return values

    def earlier_values(self, path: str, name: str, count: int) -> Values:
        """What a module's name is after its first `count` bindings."""
        self.note(("global", path, name))
        table = self.table(path)
        values: set[Value] = set()
        for holder, binding in (
            self.in_force(table.bindings.get(name, ())[:count]) if table is not None else ()
        ):
            values |= self.bound(binding, holder)
        return bounded(values)

    def holder(self, name: str, entry: ScopeEntry) -> ScopeEntry | None:
        """The scope in which a name read in `entry` is bound; the module's fragment when in none below it."""
        scope: ScopeEntry | None = entry
        first = entry.owner
        kept = self.engine.kept
        while scope is not None:
            kind = scope.scope.kind
            if kind == ScopeKind.MODULE:
                return scope
            if kind == ScopeKind.CLASS:
                if scope is first:
                    self.note(("own", scope.id, name))
                    if name in scope.scope.bindings:
                        return scope
            else:
                if scope not in kept:
                    self.note_facts(scope)
                facts = scope.scope
                if facts.globals and name in facts.globals:
                    while scope.parent is not None:
                        scope = scope.parent
                    return scope
                if name in facts.bindings:
                    return scope
            scope = scope.parent
        return None

    def is_global(self, path: str, name: str) -> bool:
        """Whether the module binds the name itself."""
        self.note(("global", path, name))
        table = self.table(path)
        return table is not None and name in table.bindings

    def local_values(self, scope: str, name: str) -> Values:
        """What a name of a class or function can be: all its bindings, or in a class body those not undone."""
        entry = self.entries.get(scope)
        if entry is None:
            self.note(("head", scope))
            return NOTHING
        if entry.scope.kind == ScopeKind.CLASS:
            self.note(("own", scope, name))
            bindings = entry.scope.bindings.get(name, ())
            chosen = self.effective(bindings, entry.places)
        else:
            self.note(("facts", scope))
            bindings = entry.scope.bindings.get(name, ())
            chosen = list(range(len(bindings)))
        values: set[Value] = set()
        for index in chosen:
            binding = bindings[index]
            if binding[0] == "T":
                says = self.annotation(binding[1], entry) - {("?",)}
                values |= {("V", name, says, False), ("?",)}
            else:
                values |= self.bound(binding, entry)
        return bounded(values)

    # ------------------------------------------------------------------ modules

    def global_values(self, path: str, name: str) -> Values:
        """What a module's name can be: its own bindings, else what its star imports bring, else its stub's."""
        self.note(("global", path, name))
        table = self.table(path)
        if table is None:
            return NOTHING
        values: set[Value] = set()
        rows = self.global_rows(table, name)
        for fragment, binding in rows:
            values |= self.bound(binding, fragment)
        if not rows:
            source = self.star_source(path, name)
            if source:
                values |= self.ask(("name", source, name))
        put = self.reaching.get(("global", path, name))
        if put:
            values |= put
        stub = self.stub(path)
        if stub:
            from_stub = self.ask(("name", stub, name))
            values |= from_stub if not rows else {v for v in from_stub if v[0] not in "FHC"}
        return bounded(values)

    def global_rows(self, table: FileTable, name: str) -> list[ModuleBinding]:
        """The bindings of a module's name that can hold once the module has run."""
        return self.in_force(table.bindings.get(name, ()))

    def in_force(self, rows: tuple[ModuleBinding, ...]) -> list[ModuleBinding]:
        """The bindings that those after them have not undone."""
        if len(rows) < 2:
            return list(rows)
        return [rows[index] for index in lasting([(binding, holder.places) for holder, binding in rows])]

    def stub(self, path: str) -> str:
        """The `.pyi` beside a module; "" for none. Whoever asks has noted the fact of the module that it wants."""
        return f"{path}i" if path in self.layout.stubbed else ""

    def member_of_module(self, path: str, name: str) -> Values:
        """What `module.name` can be: a name of the module, or a submodule of the package."""
        values: Values = self.ask(("name", path, name))
        if not self.is_global(path, name):
            inside = self.submodule(("M", path), name)
            if inside is not None:
                return values | {inside}
            if not values and path in self.lazy_modules and not name.startswith("__"):
                given: set[Value] = set()
                for value in self.ask(("name", path, "__getattr__")):
                    given |= self.called(value)
                return bounded(given)
        return values

    # ------------------------------------------------------------------ bindings

    def bound(self, binding: Binding, entry: ScopeEntry) -> Values:
        """What a binding of `entry` gives its name."""
        tag = binding[0]
        if tag == "=":
            where = self.down(entry, binding[3])
            if where is None:
                return NOTHING
            values = self.term(binding[1], where)
            if binding[2] is not None:
                values = bounded(values | self.annotation(binding[2], where))
            return values
        if tag == "d":
            return self.definition(entry.places[binding[1]])
        if tag == "p":
            return self.parameter(entry, binding[1])
        if tag == "f":
            return self.imported_name(binding[1], binding[2], binding[3], entry.path)
        if tag == "T":
            return self.types(binding[1], entry) | {("?",)}
        if tag == "m":
            found = self.module(binding[1], entry.path)
            return frozenset({found if found is not None else ("X", binding[1])})
        return NOTHING

    def imported_name(self, level: int, module: str, name: str, path: str) -> Values:
        """What `from module import name` gives. What is outside the workspace stays outside."""
        found: Found = self.imported_module(level, module, path)
        if found is None:
            return frozenset({("X", f"{module}.{name}" if level == 0 else f".{module}.{name}")})
        if found[0] == "N":
            inside = self.submodule(found, name)
            return frozenset({inside}) if inside is not None else NOTHING
        if found[1] == path:
            inside = self.submodule(found, name)
            if inside is not None:
                return frozenset({inside})
        return self.member_of_module(found[1], name)

    def definition(self, scope: str) -> Values:
        """The value of a `def` or `class`: behind decorators of the workspace stands what they return."""
        self.note(("head", scope))
        entry = self.entries.get(scope)
        if entry is None:
            return NOTHING
        if entry.path.endswith(".pyi"):
            twin = self.entries.get(entry.path[:-1] + scope[len(entry.path) :])
            self.note(("head", entry.path[:-1] + scope[len(entry.path) :]))
            if twin is not None and twin.scope.kind is entry.scope.kind:
                return self.definition(twin.id)
        if entry.scope.kind == ScopeKind.CLASS:
            return frozenset({("C", scope)})
        if not entry.scope.decorators:
            return frozenset({("F", scope, None)})
        if entry.scope.traits & SPECIAL_HEADS or entry.parent is None:
            return frozenset({("F", scope, None)})
        itself: Value = ("F", scope, None)
        values = frozenset({itself})
        is_known = True
        for term in reversed(entry.scope.decorators):
            values, was_known = self.decorated(term, values, entry.parent)
            is_known = is_known and was_known
        replaced = {
            ("F", *v[1:]) if v[0] == "H" else v
            for v in values
            if v[0] in ("F", "H", "E", "C", "Q") and v != itself
        }
        if is_known and itself in values:
            return bounded({itself, *replaced})
        return bounded({("H", scope, None), *replaced})

    def decorated(self, term: Term, values: Values, where: ScopeEntry) -> tuple[Values, bool]:
        """What a decorator makes of `values`, and whether that is known; else they stay what they are."""
        made: set[Value] = set()
        for decorator in self.expanded(self.term(term, where)):
            made |= self.applied(decorator, values) or NOTHING
        useful = frozenset(v for v in made if v[0] in ("F", "H", "E", "C", "Q"))
        return (useful, True) if useful else (values, False)

    def is_plain(self, entry: ScopeEntry, index: int) -> bool:
        """Whether a parameter needs no question of its own: `self`, or nothing is said of it."""
        parameter = entry.scope.parameters[index]
        if parameter.annotation is None and parameter.default is None:
            return entry.path not in self.layout.stubbed and not self.takes_fixtures(entry)
        return False

    def parameter(self, entry: ScopeEntry, index: int) -> Values:
        """What a parameter can be: self or cls, what it is declared to be, what its default is."""
        scope = entry.scope
        around = entry.parent
        if index >= len(scope.parameters) or around is None:
            return NOTHING
        parameter = scope.parameters[index]
        kind = parameter.kind
        is_method = around.scope.kind == ScopeKind.CLASS and scope.kind == ScopeKind.FUNCTION
        if index == 0 and is_method and kind is ParameterKind.POSITIONAL and not scope.traits & Trait.STATIC:
            receiver = frozenset({("K" if scope.traits & Trait.CLASSMETHOD else "S", around.id)})
            self.receivers[entry] = receiver
            return receiver
        values: Values = NOTHING
        if parameter.annotation is not None:
            values = self.annotation(parameter.annotation, entry if scope.traits & Trait.GENERIC else around)
            values -= {("?",)}
        if self.takes_fixtures(entry) and not any(value[0] in _SAYS_ENOUGH for value in values):
            values |= self.given_by_pytest(entry, index)
        if DECLARED_CALLABLE in values or not any(value[0] in _SAYS_ENOUGH for value in values):
            values |= {("R", entry.id, index)}
        if kind is ParameterKind.VARIADIC:
            return bounded((("Y", "builtins.tuple"), *(("L", "tuple", value) for value in values)))
        if kind is ParameterKind.KEYWORDS:
            inside = (value if value[0] == "R" else ("D", "v", value) for value in values)
            return bounded((("Y", "builtins.dict"), *inside))
        if parameter.default is not None:
            default = self.term(parameter.default, around)
            values = bounded(values | {v for v in default if v[0] not in ("X", "Y")})
        stub = self.stub(entry.path)
        if stub:
            twin = self.entry(stub + entry.id[len(entry.path) :])
            if twin is not None and index < len(twin.scope.parameters) and twin.parent is not None:
                declared = twin.scope.parameters[index].annotation
                if declared is not None:
                    values = bounded(values | self.annotation(declared, twin.parent))
        return values
