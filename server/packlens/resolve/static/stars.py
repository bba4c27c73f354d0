"""Star imports: which names they bring, and from where."""

from __future__ import annotations

from packlens.resolve.static.world import World
from packlens.symbols.scope import ScopeEntry
from packlens.syntax.facts import Term


class Stars(World):
    """Answers what `from module import *` brings."""

    def star_source(self, path: str, name: str) -> str:
        """The file whose star import brings a name into a module; "" for none. The last one wins."""
        self.note(("stars", path))
        table = self.table(path)
        if table is None or name.startswith("__"):
            return ""
        for level, module in reversed(table.stars):
            found = self.imported_module(level, module, path)
            if found is not None and found[0] == "M" and name in self.ask(("exports", found[1])):
                return found[1]
        return ""

    def exports(self, path: str) -> frozenset[str]:
        """The names that `from module import *` brings: `__all__`, else all public ones."""
        self.note(("stars", path))
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
