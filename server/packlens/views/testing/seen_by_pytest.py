"""What pytest sees when it imports a file of tests, beyond the definitions in it, and how it reads its arguments."""

from __future__ import annotations

import re
from typing import Any

from packlens.graph.snapshot import Snapshot

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


def is_made(snapshot: Snapshot, path: str, name: str) -> bool:
    """Whether a variable of a module is surely a function: a lambda, or made by `partial`."""
    table = snapshot.table(path)
    bound = table.bindings.get(name, ()) if table is not None else ()
    terms = [binding[1] for _, binding in bound if binding[0] == "="]
    return bool(terms) and all(
        term is not None and (term[0] == "l" or (term[0] == "c" and (term[1] or ("",))[-1] == "partial"))
        for term in terms
    )


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
