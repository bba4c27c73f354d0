"""What pytest sees when it imports a file of tests, beyond the definitions in it, and how it reads its arguments."""

from __future__ import annotations

import re
from typing import Any

from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import SymbolKind, path_of, symbol_id
from packlens.symbols.table import whole
from packlens.views.reexports import brought

_SKIPS = frozenset({"importorskip", "SkipTest"})


def argument(run_as: str) -> str:
    """A file or node id as an argument of pytest, which reads signs at the front, and brackets, as something else.

    What is in a file with brackets in its path is run by the folder above them.
    """
    path, separator, rest = run_as.partition("::")
    if "[" in path:
        return argument(path.partition("[")[0].rpartition("/")[0] or ".")
    return f"./{run_as}" if path.startswith(("-", "@")) else f"{path}{separator}{rest}"


def may_be_skipped(snapshot: Snapshot, path: str) -> bool:
    """Whether a module may end its own collection."""
    document, table = snapshot.documents.get(path), snapshot.table(path)
    if document is None or table is None:
        return False
    if "allow_module_level" in document.text:
        return True
    if not any(word in document.text for word in _SKIPS):
        return False
    sites = (term for block in table.blocks for _, term, _ in block.facts.scopes[0].sites)
    return any(_names_any(term, _SKIPS) for term in sites)


def made(snapshot: Snapshot, path: str, name: str) -> str:
    """The code that runs when a variable of a module is called, if the variable surely is a function; else nothing.

    It is a lambda, made by `partial`, another name of a function, or what a function of the workspace returns that
    defines it. Where the code has no symbol of its own, the variable stands for it.
    """
    table = snapshot.table(path)
    bound = table.bindings.get(name, ()) if table is not None else ()
    term = bound[-1][1][1] if bound and bound[-1][1][0] == "=" else None
    if term is None:
        return ""
    if term[0] == "l" or (term[0] == "c" and (term[1] or ("",))[-1] == "partial"):
        return symbol_id(path, name)
    if term[0] == "n":
        return _function(snapshot, path, term[1])
    if term[0] == "c" and term[1] is not None and term[1][0] == "n":
        return _returned(snapshot, _function(snapshot, path, term[1][1]))
    return ""


def _function(snapshot: Snapshot, path: str, name: str) -> str:
    """The function that a name of a module stands for: the module's own, or an imported one."""
    imported = [target for each, target, _ in brought(snapshot, path) if each == name]
    found = snapshot.symbol(imported[0] if imported else symbol_id(path, name))
    return found.id if found is not None and found.kind is SymbolKind.FUNCTION else ""


def _returned(snapshot: Snapshot, maker: str) -> str:
    """The one function that a function defines and returns."""
    table = snapshot.table(path_of(maker))
    entry = table.scopes.get(maker) if table is not None else None
    if entry is None or len(entry.scope.returned) != 1:
        return ""
    term = entry.scope.returned[0]
    if term is None or term[0] not in ("l", "n", "v"):
        return ""
    bound = (("d", term[1]),) if term[0] == "l" else entry.scope.bindings.get(term[1], ())
    return whole(entry.places[bound[-1][1]]) if bound and bound[-1][0] == "d" else ""


def is_taken_out(snapshot: Snapshot, path: str, name: str) -> bool:
    """Whether a module deletes a name after it has used it, or says that it is no test."""
    text = snapshot.documents[path].text
    if "\ndel " not in text and ".__test__" not in text:
        return False
    written = rf"(?m)^(?:del [^#\n]*\b{re.escape(name)}\b|{re.escape(name)}\.__test__ *= *False)"
    return re.search(written, text) is not None


def _names_any(term: Any, names: frozenset[str]) -> bool:
    return (
        any(_names_any(part, names) for part in term)
        if isinstance(term, tuple)
        else isinstance(term, str) and term in names
    )
