"""What names and attributes denote: the symbols themselves, whatever their values."""

from __future__ import annotations

from packlens.resolve.static.builtin_names import BUILTINS
from packlens.resolve.static.values import CLASSES, INSTANCES, OPEN_BELOW, Value
from packlens.resolve.static.world import World
from packlens.symbols.scope import ScopeEntry, variable_id
from packlens.symbols.table import whole
from packlens.syntax.facts import ScopeKind, Term


class Denoted(World):
    """Follows names to symbols."""

    def entities(self, term: Term, entry: ScopeEntry) -> frozenset[str]:
        """Ids of the symbols that a name or attribute denotes, whatever their values."""
        if term is None:
            return frozenset()
        if term[0] == "n":
            scope = self.holder(term[1], entry)
            if scope is None:
                return frozenset()
            if scope.scope.kind == ScopeKind.MODULE:
                if term[1] in BUILTINS and self.is_plain_builtin(scope.path, term[1]):
                    return frozenset()
                found: frozenset[str] = self.ask(("denoted", scope.path, term[1]))
                return found
            return self.denoted_in(scope, term[1])
        if term[0] == "v":
            return self.denoted_in(entry.owner, term[1])
        if term[0] == "a":
            union: set[str] = set()
            for value in self.expanded(self.term(term[1], entry)):
                union |= self.denoted_member(value, term[2])
            return frozenset(union)
        if term[0] == "l":
            where = self.at(entry, term[1])
            return frozenset({where.symbol}) if where is not None else frozenset()
        if term[0] == "f":
            return self.denoted_import(term[1], term[2], term[3], entry.path)
        if term[0] == "m":
            module = self.module(term[1], entry.path)
            return self.denoted_module(module)
        if term[0] == "s":
            return self.entities(term[1], entry)
        return frozenset()

    def denoted_in(self, scope: ScopeEntry, name: str) -> frozenset[str]:
        """Symbols that a name of a function or class denotes."""
        is_class = scope.scope.kind == ScopeKind.CLASS
        self.note(("own", scope.id, name) if is_class else ("facts", scope.id))
        known = self.denoting.get((scope, name))
        if known is not None:
            return known
        bindings = scope.scope.bindings.get(name, ())
        chosen = self.effective(bindings, scope.places) if is_class else range(len(bindings))
        union: set[str] = set()
        is_own = True  # what it denotes follows from the scope alone
        for index in chosen:
            binding = bindings[index]
            if binding[0] == "d":
                union.add(whole(scope.places[binding[1]]))
            elif binding[0] == "f":
                is_own = False
                union |= self.denoted_import(binding[1], binding[2], binding[3], scope.path)
            elif binding[0] == "m":
                is_own = False
                union |= self.denoted_module(self.module(binding[1], scope.path))
            elif binding[0] == "=" and is_class and not any(b[0] == "d" for b in bindings):
                union |= self.variable(scope, name)
        found = frozenset(union)
        if is_own:
            self.denoting[scope, name] = found
        return found

    def denoted(self, path: str, name: str) -> frozenset[str]:
        """Symbols that a module's name denotes, imports followed."""
        self.note(("global", path, name))
        table = self.table(path)
        if table is None:
            return frozenset()
        rows = self.global_rows(table, name)
        if not rows:
            source = self.star_source(path, name)
            if source:
                found: frozenset[str] = self.ask(("denoted", source, name))
                return found
            stub = self.stub(path)
            return self.ask(("denoted", stub, name)) if stub else frozenset()
        union: set[str] = set()
        defined = any(binding[0] == "d" for _, binding in table.bindings[name])
        for fragment, binding in rows:
            if binding[0] == "d":
                union.add(whole(fragment.places[binding[1]]))
            elif binding[0] == "f":
                union |= self.denoted_import(binding[1], binding[2], binding[3], path)
            elif binding[0] == "m":
                union |= self.denoted_module(self.module(binding[1], path))
            elif binding[0] == "=" and not defined and not binding[3]:
                union |= self.variable(fragment, name)
        return frozenset(union)

    def variable(self, owner: ScopeEntry, name: str) -> frozenset[str]:
        """The symbol of a variable; what `except ... as name` and `:=` bind has none."""
        table = self.tables.get(owner.path)
        identifier = variable_id(owner, name)
        known = table is not None and identifier in table.variables
        return frozenset({identifier}) if known else frozenset()

    def denoted_import(self, level: int, module: str, name: str, path: str) -> frozenset[str]:
        found = self.imported_module(level, module, path)
        if found is None:
            return frozenset()
        if name == "*":
            return self.denoted_module(found)
        inside = self.submodule(found, name)
        if found[0] == "N" or (found[1] == path and inside is not None):
            return self.denoted_module(inside)
        union: frozenset[str] = self.ask(("denoted", found[1], name))
        if inside is not None and not self.is_global(found[1], name):
            union |= self.denoted_module(inside)
        return union

    def denoted_module(self, found: tuple[str, str] | None) -> frozenset[str]:
        if found is None or found[0] != "M":
            return frozenset()
        return frozenset({f"{found[1]}::<module>"})

    def denoted_member(self, value: Value, name: str) -> frozenset[str]:
        """Symbols that an attribute of a value denotes."""
        tag = value[0]
        if tag == "M":
            found: frozenset[str] = self.ask(("denoted", value[1], name))
            if not found and not self.is_global(value[1], name):
                return self.denoted_module(self.submodule(("M", value[1]), name))
            return found
        if tag == "N":
            return self.denoted_module(self.submodule(("N", value[1]), name))
        if tag in INSTANCES or tag in CLASSES or tag == "P":
            place = self.ask(("found", value[1], name, value[1] if tag == "P" else ""))
            if place and place[0] == "C":
                holder = self.entries.get(place[1])
                return self.denoted_in(holder, name) if holder is not None else frozenset()
            if not place and tag in CLASSES:
                meta = self.ask(("metaclass", value[1]))
                if meta and meta != value[1]:
                    return self.denoted_member(("I", meta), name)
            if not place and tag in OPEN_BELOW:
                holders = [self.entries.get(one) for one in self.completed(value[1], name)]
                return frozenset().union(*(self.denoted_in(one, name) for one in holders if one is not None))
        return frozenset()
