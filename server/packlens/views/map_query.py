"""The symbols that the words of a query name, for a map of what somebody is about to do.

A word fits a symbol whose name it is, whole or as one of its parts (`wsgi` and `app` of `wsgi_app`), and fits the
better the fewer symbols it fits. Any text is a query; what names nothing changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import fsum
from weakref import WeakKeyDictionary

from packlens.graph.snapshot import Snapshot
from packlens.symbols.table import FileTable

_WORD = re.compile(r"\w+")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+")
_MOST_WORDS = 64
_MOST_SYMBOLS = 200
# How much better the whole of a name fits than a part of it.
_WHOLE_NAME = 4.0

# Word -> (id, how well it fits) of the symbols of one file, which never change.
_Names = Mapping[str, tuple[tuple[str, float], ...]]
_names: WeakKeyDictionary[FileTable, _Names] = WeakKeyDictionary()


def named_in(snapshot: Snapshot, query: str) -> Mapping[str, float]:
    """Symbol id -> how well it fits the words of `query`; at most the 200 that fit best."""
    written = _WORD.findall(query)[:_MOST_WORDS]
    words = dict.fromkeys(word.lower() for each in written for word in (each, *_PART.findall(each)))
    if not words:
        return {}
    tables = [_names_of(snapshot.shards[path].table) for path in snapshot.paths()]
    scores: dict[str, list[float]] = {}
    for word in words:
        hits = [hit for names in tables for hit in names.get(word, ())]
        for identifier, fit in hits:
            scores.setdefault(identifier, []).append(fit / len(hits))
    ranked = sorted((-fsum(parts), identifier) for identifier, parts in scores.items())
    return {identifier: -score for score, identifier in ranked[:_MOST_SYMBOLS]}


def _names_of(table: FileTable) -> _Names:
    known = _names.get(table)
    if known is not None:
        return known
    found: dict[str, list[tuple[str, float]]] = {}
    for symbol in table.symbols:
        whole = symbol.name.lower()
        for word in {whole, *(part.lower() for part in _PART.findall(symbol.name))}:
            found.setdefault(word, []).append((symbol.id, _WHOLE_NAME if word == whole else 1.0))
    names = _names[table] = {word: tuple(hits) for word, hits in found.items()}
    return names
