"""An immutable generation of the graph, with the texts it was computed from.

A view takes one snapshot and reads nothing else. A file's symbols and edges stand in its own shard; everything X"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from packlens.graph.directory import ANYTHING, Directory, Says
from packlens.graph.shard import Shard
from packlens.graph.touched import Touched
from packlens.resolve.edge import Edge
from packlens.resolve.static.mentions import mentioned_in
from packlens.resolve.static.modules import Layout
from packlens.symbols.symbol import Symbol, path_of, simple_name
from packlens.symbols.table import FileTable, whole
from packlens.text.document import Document


@dataclass(frozen=True, slots=True)
class Problem:
    """A file that could not be read whole: `status` is `partial` or `failed`, `line` the first line given up."""

    path: str
    status: str
    line: int
    message: str


class Snapshot:
    """One generation. `documents`, `shards` and `inbound` are never changed once it is published.

    generation   counts the updates of one writer
    inbound      path -> symbol of that file -> ids of the scopes that use it
    directory    which files say a name
    touched      what Jedi's answers have changed since a text last did
    """

    def __init__(
        self,
        root_name: str,
        generation: int,
        documents: Mapping[str, Document],
        shards: Mapping[str, Shard],
        inbound: Mapping[str, Mapping[str, tuple[str, ...]]],
        layout: Layout,
        directory: Directory | None = None,
        touched: Touched | None = None,
    ) -> None:
        self.root_name = root_name
        self.generation = generation
        self.documents = documents
        self.shards = shards
        self.inbound = inbound
        self.layout = layout
        self.directory = directory or Directory(shards)
        self.touched = touched or Touched.all_in(generation)
        # What `named` and `symbol` have found; a thread that repeats it does no harm.
        self._named: dict[str, tuple[str, ...]] = {}
        self._symbols: dict[str, Symbol] = {}

    def with_answers(
        self,
        shards: Mapping[str, Shard],
        inbound: Mapping[str, Mapping[str, tuple[str, ...]]],
        scopes: Mapping[str, Iterable[str]],
    ) -> Snapshot:
        """The next generation, of the same texts, in which Jedi has answered about these scopes, by path."""
        number = self.generation + 1
        directory = self.directory.after(shards, scopes)
        touched = Touched.all_in(number)
        if directory.saying(Says.PENDING, ANYTHING):
            answered = (scope for path in scopes for scope in scopes[path])
            touched = self.touched.after(answered, self.shards, shards)
        later = Snapshot(
            self.root_name,
            number,
            self.documents,
            shards,
            inbound,
            self.layout,
            directory,
            touched,
        )
        later._named, later._symbols = self._named, self._symbols
        for name in ("_paths", "state"):
            if name in self.__dict__:
                later.__dict__[name] = self.__dict__[name]
        return later

    def warm(self) -> None:
        """Work out now what is worked out once and shared: symbols, names, open sites for all questions, and for
        edits what files mention."""
        for shard in self.shards.values():
            _ = shard.table.by_id, shard.table.by_name, mentioned_in(shard.table)
        _ = self.state
        self.directory.warm()

    @cached_property
    def state(self) -> str:
        """12 hex digits that stand for all texts: equal texts, equal state."""
        digest = hashlib.sha256()
        for path in self.paths():
            digest.update(path.encode("utf-8", "surrogatepass") + b"\0" + self.documents[path].hash)
        return digest.hexdigest()[:12]

    # ------------------------------------------------------------------ symbols

    @cached_property
    def _paths(self) -> tuple[str, ...]:
        return tuple(sorted(self.documents))

    def paths(self) -> tuple[str, ...]:
        """The indexed files, sorted."""
        return self._paths

    def table(self, path: str) -> FileTable | None:
        """The table of a file."""
        shard = self.shards.get(path)
        return shard.table if shard is not None else None

    def symbol(self, identifier: str) -> Symbol | None:
        """The symbol of an id."""
        known = self._symbols.get(identifier)
        if known is None:
            table = self.table(path_of(identifier))
            known = table.by_id.get(identifier) if table is not None else None
            if known is not None:
                self._symbols[identifier] = known
        return known

    def symbols_in(self, path: str) -> tuple[Symbol, ...]:
        """A file's symbols in source order; the module comes first. Empty for a file that is not indexed."""
        table = self.table(path)
        return table.symbols if table is not None else ()

    def symbols(self) -> Iterator[Symbol]:
        """All symbols, by path and source order."""
        for path in self.paths():
            yield from self.symbols_in(path)

    def children(self, identifier: str) -> tuple[str, ...]:
        """Ids of the symbols directly inside one, in source order."""
        table = self.table(path_of(identifier))
        return table.children.get(identifier, ()) if table is not None else ()

    def named(self, name: str) -> tuple[str, ...]:
        """Ids of the symbols with this simple name, sorted."""
        known = self._named.get(name)
        if known is None:
            found: list[str] = []
            for shard in self.directory.saying(Says.NAMED, name):
                found.extend(shard.table.by_name.get(name, ()))
            known = self._named[name] = tuple(sorted(found))
        return known

    def modules_of(self, path: str) -> tuple[str, ...]:
        """The dotted names that a file answers to, best first."""
        return self.layout.names_of(path)

    @property
    def symbol_count(self) -> int:
        """How many symbols there are, modules included."""
        return sum(len(shard.table.symbols) for shard in self.shards.values())

    # ------------------------------------------------------------------ what is written

    def source(self, identifier: str) -> str:
        """A symbol's lines as they stand in its file, its parts one after another. "" for an unknown id."""
        from packlens.symbols.written import (
            source_of,  # what reads source text is needed once some is written
        )

        symbol = self.symbol(identifier)
        return source_of(symbol, self.documents[symbol.path]) if symbol is not None else ""

    def signature(self, identifier: str) -> str:
        """A symbol's signature in its one normal form, which parses as Python. "" for an unknown id."""
        shard = self.shards.get(path_of(identifier))
        symbol = shard.table.by_id.get(identifier) if shard is not None else None
        if shard is None or symbol is None:
            return ""
        known = shard.signatures.get(identifier)
        if known is None:
            from packlens.symbols.written import signature_of

            known = shard.signatures[identifier] = signature_of(symbol, self.documents[symbol.path])
        return known

    def docstring(self, identifier: str) -> str | None:
        """A symbol's docstring, cleaned of indentation; `None` where there is none."""
        from packlens.symbols.written import docstring_of

        symbol = self.symbol(identifier)
        return docstring_of(symbol, self.documents[symbol.path]) if symbol is not None else None

    def class_attributes(self, identifier: str) -> Mapping[str, tuple[int, int]]:
        """A class's attributes with the lines of the statement that first gives each, in its body or a method's."""
        table = self.table(path_of(identifier))
        return table.attributes.get(identifier, {}) if table is not None else {}

    def attributes_used(self, identifier: str) -> tuple[str, ...]:
        """The names that a method reads or writes on `self` or `cls`, sorted."""
        shard = self.shards.get(path_of(identifier))
        if shard is None:
            return ()
        names: set[str] = set()
        for scope in shard.scopes_of.get(identifier, ()):
            place = shard.table.places.get(scope)
            if place is not None:
                names.update(shard.table.blocks[place[0]].facts.self_uses.get(place[1], ()))
        return tuple(sorted(names))

    # ------------------------------------------------------------------ edges

    def outgoing(self, identifier: str) -> tuple[Edge, ...]:
        """The edges out of a symbol, by line, column, target and kind."""
        shard = self.shards.get(path_of(identifier))
        if shard is None:
            return ()
        return tuple(sorted(shard.edges(identifier), key=lambda e: (e.line, e.column, e.target, e.kind)))

    def incoming(self, identifier: str) -> tuple[Edge, ...]:
        """The edges into a symbol, by source, line, column and kind."""
        found: list[Edge] = []
        sources = dict.fromkeys(
            whole(s) for s in self.inbound.get(path_of(identifier), {}).get(identifier, ())
        )
        for source in sources:
            shard = self.shards[path_of(source)]
            found.extend(shard.edges(source, identifier))
        return tuple(sorted(found, key=lambda e: (path_of(e.source), e.line, e.column, e.kind, e.source)))

    def bases(self, identifier: str) -> frozenset[str]:
        """Ids of the classes that a class extends."""
        shard = self.shards.get(path_of(identifier))
        return shard.bases(identifier) if shard is not None else frozenset()

    @property
    def edge_count(self) -> int:
        """How many edges there are."""
        return sum(shard.edge_count for shard in self.shards.values())

    # ------------------------------------------------------------------ what Jedi has yet to say

    @property
    def pending(self) -> int:
        """How many sites Jedi has not answered for, or whose answer no longer holds."""
        return sum(shard.pending_count for shard in self.shards.values())

    def pending_for(
        self, identifiers: Iterable[str], *, inside: bool = True, naming: bool = True
    ) -> frozenset[tuple[str, int]]:
        """(scope, site) of the pending sites that can change an answer about these symbols.

        Those `inside` the symbols can change what they use; those that call something of the same name (`naming`), what
        uses them.
        """
        if not self._is_pending:
            return frozenset()
        found: set[tuple[str, int]] = set()
        asked = tuple(dict.fromkeys(identifiers))
        for identifier in asked if inside else ():
            shard = self.shards.get(path_of(identifier))
            if shard is not None:
                for scope in shard.scopes_of.get(identifier, ()):
                    found.update((scope, site) for site in shard.pending.get(scope, ()))
        names = {simple_name(identifier) for identifier in asked} if naming else set()
        for name in names:
            for shard in self.directory.saying(Says.PENDING, name):
                found.update(shard.pending_names.get(name, ()))
        return frozenset(found)

    def still_pending(self, sites: Iterable[tuple[str, int]]) -> frozenset[tuple[str, int]]:
        """Those of the (scope, site) of an earlier generation that are pending in this one."""
        found = set()
        for scope, site in sites:
            shard = self.shards.get(path_of(scope))
            if shard is not None and site in shard.pending.get(scope, ()):
                found.add((scope, site))
        return frozenset(found)

    @cached_property
    def _is_pending(self) -> bool:
        return bool(self.directory.saying(Says.PENDING, ANYTHING))

    @property
    def all_pending(self) -> frozenset[tuple[str, int]]:
        """(scope, site) of every pending site."""
        return frozenset(
            (scope, site)
            for shard in self.shards.values()
            for scope, sites in shard.pending.items()
            for site in sites
        )

    # ------------------------------------------------------------------ problems

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """The files that could not be read whole, by path."""
        return tuple(problem for path in self.paths() if (problem := self.problem(path)) is not None)

    def problem(self, path: str) -> Problem | None:
        """Why a file could not be read whole; `None` where it was, and for one that is not indexed."""
        table = self.table(path)
        if table is None or table.facts.status == "ok":
            return None
        for block, before in zip(table.blocks, table.first_lines, strict=True):
            if block.facts.status != "ok":
                line = before + max(block.facts.error_line, 1)
                return Problem(path, table.facts.status, line, block.facts.message)
        return None
