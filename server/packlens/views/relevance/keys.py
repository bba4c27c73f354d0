"""Settings that a text names, and that are keys of a table: `DEFAULTS = {"COOKIE_PATH": "/"}`.

The code that reads a setting is found by its words; the table that gives it its first value is no unit. Of the modules
and classes that a text's words are most like, the variables are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from packlens.graph.snapshot import Snapshot
from packlens.symbols.written import source_of

_SETTING = re.compile(r"(?<![\w.])[A-Z][A-Z0-9]{0,99}(?:_[A-Z0-9]{1,100}){1,9}(?!\w)")


def tables_with(snapshot: Snapshot, text: str, holders: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The variables directly inside `holders` that have a setting of `text` as a key: their ids, each with it."""
    settings = sorted(set(_SETTING.findall(text)))
    if not settings:
        return
    key = re.compile(rf"[\"']({'|'.join(settings)})[\"']\s*:")
    for variable, source in variables_in(snapshot, holders):
        found = key.search(source)
        if found is not None:
            yield variable, found[1]


def variables_in(snapshot: Snapshot, holders: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The variables directly inside `holders`: their ids, each with its source."""
    for holder in holders:
        for child in snapshot.children(holder):
            symbol = snapshot.symbol(child)
            if symbol is not None and not symbol.body_line:
                yield child, source_of(symbol, snapshot.documents[symbol.path])
