"""Star imports: which names they bring, and from where."""

from __future__ import annotations

from packlens.resolve.static.world import World
from packlens.symbols.scope import ScopeEntry
from packlens.syntax.facts import Term


class Stars(World):
    """Answers what `from module import *` brings."""

    def star_source(self, path: str, name: str) -> str:
        """The file whose star import brings a name into a module; "" for none. The last one wins.

        Of modules that import one another in a circle each goes straight to the one that binds the name: the last that
        there is a way to which does not lead back. A name that none binds may be a submodule.
        """
        met = [path]
        way = self._way(path, name, met)
        if way:
            return way[-1] if len(met) > len(set(met)) else way[0]
        sources = self._sources(path, name)
        return sources[-1] if sources else ""

    def _way(self, path: str, name: str, met: list[str]) -> list[str]:
        """The files over which a name comes into a module, the one that binds it last; none where it does not come.

        `met` gathers the modules that were looked at; one that was met before is not looked at again.
        """
        for source in reversed(self._sources(path, name)):
            met.append(source)
            if source in met[:-1]:
                continue
            self.note(("global", source, name))
            table = self.table(source)
            if table is not None and name in table.bindings:
                return [source]
            way = self._way(source, name, met)
            if way:
                return [source, *way]
        return []

    def _sources(self, path: str, name: str) -> list[str]:
        """The files that give a name to the star imports of a module, in their order."""
        self.note(("stars", path))
        table = self.table(path)
        found = table.stars if table is not None and not name.startswith("__") else ()
        modules = [self.imported_module(level, module, path) for level, module in found]
        paths = [module[1] for module in modules if module is not None and module[0] == "M"]
        return [source for source in paths if name in self.ask(("exports", source))]

    def exports(self, path: str) -> frozenset[str]:
        """The names that `from module import *` brings: `__all__`, else all public ones."""
        self.note(("stars", path))
        self.note(("names", path))
        table = self.table(path)
        if table is None:
            return frozenset()
        if "__all__" in table.bindings and table.exported:
            listed: set[str] = set()
            for fragment, term in table.exported:
                listed |= self.listed(term, fragment)
            return frozenset(listed)
        names = {name for name in table.bindings if not name.startswith("_")}
        for level, module in table.stars:
            found = self.imported_module(level, module, path)
            if found is not None and found[0] == "M":
                names |= {name for name in self.ask(("exports", found[1])) if not name.startswith("_")}
        return frozenset(names)

    def listed(self, term: Term, entry: ScopeEntry) -> set[str]:
        """The strings of a term that builds `__all__`."""
        if term is None:
            return set()
        tag = term[0]
        if tag == "k":
            return {term[1]}
        if tag == "t":
            return {name for part in term[2] for name in self.listed(part, entry)}
        if tag == "*":
            return self.listed(term[1], entry)
        if tag == "op":
            return self.listed(term[1], entry) | self.listed(term[3], entry)
        if tag == "c" and term[2]:
            return self.listed(term[2][0], entry)
        if tag == "n":
            return self._lists_imported(term[1], entry.path)
        if tag == "a" and term[2] == "__all__":
            names: set[str] = set()
            for value in self.term(term[1], entry):
                if value[0] == "M":
                    names |= self.ask(("exports", value[1]))
            return names
        return set()

    def _lists_imported(self, name: str, path: str) -> set[str]:
        """The names of the lists that `from module import __all__ as name` brings."""
        self.note(("global", path, name))
        table = self.table(path)
        names: set[str] = set()
        for _, binding in table.bindings.get(name, ()) if table is not None else ():
            if binding[0] == "f" and binding[3] == "__all__":
                found = self.imported_module(binding[1], binding[2], path)
                if found is not None and found[0] == "M":
                    names |= self.ask(("exports", found[1]))
        return names
