"""Symbols by name: the ones called so first, then those whose names begin so, then those that hold it.

A query of several names is about the last one, in what the others name: `Flask.route` and `Flask route` find
`route` in `Flask`, `Flask.` all that is in it. Case counts only for the order, and modules come last. Nothing is
guessed: a name that no symbol holds is an error with the nearest ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from packlens.base.counted import counted
from packlens.base.errors import NotFoundError, UsageError
from packlens.base.pattern import late_pattern
from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import MODULE_QUALNAME, Symbol, SymbolKind
from packlens.views.json_text import json_text
from packlens.views.nearest import nearest
from packlens.views.redact import Redactor, visible

_SCHEMA = "packlens.find/1"
_SEPARATORS = late_pattern(r"\.pyi?::|::|[.\s/\\]+")


@dataclass(frozen=True, slots=True)
class FoundSymbol:
    """One symbol and its signature, on one line and without secrets; empty where it has none."""

    symbol: Symbol
    signature: str


@dataclass(frozen=True, slots=True)
class Found:
    """The answer: rows `first` to `first + len(rows)` of `total`."""

    query: str
    rows: tuple[FoundSymbol, ...]
    first: int
    total: int

    @property
    def open_sites(self) -> frozenset[tuple[str, int]]:
        """Nothing that is resolved later changes which symbols there are."""
        return frozenset()


def find_symbols(
    snapshot: Snapshot, query: str, kind: SymbolKind | None = None, first: int = 0, limit: int = 20
) -> Found:
    """The symbols that `query` names, best first. Raises `NotFoundError` when there is none."""
    asked = query.strip()
    if not asked or "\0" in asked:
        raise UsageError(f"query {visible(query)!r}: names nothing; give a name or a part of one")
    *around, name = _SEPARATORS.split(asked.removesuffix(".pyi").removesuffix(".py"))
    wanted = [*(part.lower() for part in around if part), name.lower()]
    ranked: list[tuple[int, bool, int, str, int, int, Symbol]] = []
    for symbol in _holding(snapshot, wanted[-1]):
        if kind is not None and symbol.kind is not kind:
            continue
        rank = _rank(symbol, wanted)
        if rank is not None:
            exact_case = name != symbol.name
            depth = symbol.qualname.count(".")
            ranked.append((rank, exact_case, depth, symbol.path, symbol.start_line, len(ranked), symbol))
    if not ranked:
        names = nearest(asked, (each.id for each in snapshot.symbols() if kind is None or each.kind is kind))
        of_kind = "" if kind is None else f" of kind {kind.value}"
        hint = (
            f"did you mean {', '.join(map(visible, names))}?"
            if names
            else "try a part of the name, or a search"
        )
        raise NotFoundError(
            f"query {visible(query)!r}: no symbol{of_kind} is called so; {hint}",
            asked=query,
            suggestions=names,
        )
    ranked.sort()
    redactor = Redactor()
    rows = tuple(
        FoundSymbol(
            symbol, _one_line(redactor.text(snapshot.signature(symbol.id), snapshot.documents[symbol.path]))
        )
        for *_, symbol in ranked[first : first + limit]
    )
    return Found(query, rows, first, len(ranked))


def first_rows(found: Found, limit: int) -> Found:
    """`found` with no more than `limit` rows."""
    return replace(found, rows=found.rows[:limit])


def to_json(found: Found) -> str:
    """`packlens.find/1`."""
    return json_text(
        {
            "schema": _SCHEMA,
            "query": found.query,
            "total": found.total,
            "results": [
                {
                    "id": row.symbol.id,
                    "path": row.symbol.path,
                    "qualname": row.symbol.qualname,
                    "kind": row.symbol.kind.value,
                    "start_line": row.symbol.start_line,
                    "end_line": row.symbol.end_line,
                    "signature": row.signature,
                }
                for row in found.rows
            ],
        }
    )


def to_text(found: Found) -> str:
    """A line a symbol, and its signature below it."""
    lines = [f"{counted(found.total, 'symbol')} for {visible(found.query)}"]
    for row in found.rows:
        symbol = row.symbol
        lines.append(
            f"  {visible(symbol.id)}  {symbol.kind.value}, lines {symbol.start_line}-{symbol.end_line}"
        )
        if row.signature:
            lines.append(f"    {row.signature}")
    if len(found.rows) < found.total:
        lines.append(f"rows {found.first + 1}-{found.first + len(found.rows)} of {found.total}")
    return "\n".join(lines) + "\n"


def _holding(snapshot: Snapshot, part: str) -> Iterator[Symbol]:
    """The symbols of the files in which a name holds `part`, whatever its case, by path and source order."""
    for path in snapshot.paths():
        table = snapshot.table(path)
        if table is not None and part in table.lower_names:
            yield from table.symbols


def _rank(symbol: Symbol, wanted: list[str]) -> int | None:
    """How well a symbol is named by the parts of a query, 0 the best; `None` when it is not."""
    *around, last = wanted
    name = symbol.name.lower()
    if last not in name:
        return None
    if around:
        qualname = symbol.qualname.lower()
        place = f"{symbol.path.lower().removesuffix('.pyi').removesuffix('.py')}.{qualname}"
        parts = place.replace("/", ".").split(".")[:-1]
        if not all(any(part in other for other in parts) for part in around):
            return None
    rank = 0 if name == last else 1 if name.startswith(last) else 2
    return rank + 3 if symbol.qualname == MODULE_QUALNAME else rank


def _one_line(signature: str) -> str:
    """A signature without its decorators."""
    lines = [line.strip() for line in signature.strip().split("\n")]
    return next((line for line in lines if not line.startswith("@")), "")[:300]
