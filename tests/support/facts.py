"""Everything a snapshot says, as plain values: what "equal" means where incremental is compared with fresh.

The generation is left out: it counts inside one process.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any

from packlens.graph.counts import by_confidence, by_resolver, unresolved
from packlens.graph.possible import possible_callees, possible_callers
from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.text.document import Document

Facts = dict[str, Any]


def facts_of(snapshot: Snapshot) -> Facts:
    """All answers of the snapshot, by question and id."""
    facts: Facts = {
        "state": snapshot.state,
        "paths": snapshot.paths(),
        "problems": snapshot.problems,
        "counts": (snapshot.symbol_count, snapshot.edge_count, unresolved(snapshot)),
        "confidence": by_confidence(snapshot),
        "resolver": by_resolver(snapshot),
    }
    for path in snapshot.paths():
        facts[f"symbols of {path}"] = snapshot.symbols_in(path)
        facts[f"modules of {path}"] = snapshot.modules_of(path)
    for symbol in snapshot.symbols():
        key = symbol.id
        facts[f"outgoing of {key}"] = snapshot.outgoing(key)
        facts[f"incoming of {key}"] = snapshot.incoming(key)
        facts[f"possible callers of {key}"] = possible_callers(snapshot, key)
        facts[f"possible callees of {key}"] = possible_callees(snapshot, key)
        facts[f"children of {key}"] = snapshot.children(key)
        facts[f"named {symbol.name}"] = snapshot.named(symbol.name)
        facts[f"signature of {key}"] = snapshot.signature(key)
        facts[f"docstring of {key}"] = snapshot.docstring(key)
        facts[f"class attributes of {key}"] = dict(snapshot.class_attributes(key))
        facts[f"attributes used by {key}"] = snapshot.attributes_used(key)
    return facts


def fresh(documents: Mapping[str, Document], root_name: str = "workspace") -> Snapshot:
    """A snapshot built from nothing, the files in sorted order."""
    return Writer(root_name).update({path: documents[path] for path in sorted(documents)})


def differences(found: Facts, expected: Facts) -> list[str]:
    """One line for each answer that differs, sorted; empty when equal."""
    lines = []
    for key in sorted(found.keys() | expected.keys()):
        left, right = found.get(key, "absent"), expected.get(key, "absent")
        if left != right:
            lines.append(f"{key}: {_difference(left, right)}")
    return lines


def check_equal_to_fresh(snapshot: Snapshot, note: str = "") -> Facts:
    """Assert that the snapshot says what one built from its own texts says; gives what that is."""
    facts = facts_of(snapshot)
    lines = differences(facts, facts_of(fresh(snapshot.documents, snapshot.root_name)))
    assert not lines, "\n".join([f"incremental differs from fresh {note}", *lines[:20]])
    return facts


def check_every_order(files: Mapping[str, str]) -> None:
    """Fails where the order in which files come, or go and come back one by one, shows in any answer."""
    documents = {path: Document.of_text(path, text) for path, text in files.items()}
    full = facts_of(fresh(documents))
    for order in permutations(documents):
        writer = Writer("workspace")
        for path in order:
            writer.update({path: documents[path]})
        assert differences(facts_of(writer.snapshot), full) == [], order
        for path in order:
            writer.update({path: None})
            writer.update({path: documents[path]})
        assert differences(facts_of(writer.snapshot), full) == [], order


def _difference(left: Any, right: Any) -> str:
    if isinstance(left, tuple) and isinstance(right, tuple):
        ours, theirs = [x for x in left if x not in right], [x for x in right if x not in left]
        return f"only incremental {ours}, only fresh {theirs}"
    return f"incremental {left!r}, fresh {right!r}"
