"""A file's table: its facts under the names that the rest of the workspace uses.

The table is built from the file's blocks in order. What a block contributes is kept from the previous table wherever
its facts and its names are unchanged, so an edit costs its own block and a scan over the others.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from packlens.symbols.listing import symbols_of
from packlens.symbols.scope import ScopeEntry, variable_id
from packlens.symbols.symbol import MODULE_QUALNAME, Symbol, SymbolKind
from packlens.syntax.facts import Binding, BlockFacts, FileFacts, ScopeKind, Term, Trait

PART = "\0"  # sets off the number of a symbol's second and later parts; occurs in no path and no name
ModuleBinding = tuple[ScopeEntry, Binding]


@dataclass(slots=True, eq=False)
class BlockTable:
    """One block's scopes: `entries[0]` is its fragment of the module scope."""

    facts: BlockFacts
    names: tuple[str, ...]
    entries: tuple[ScopeEntry, ...]
    mentioned: frozenset[str] | None = None  # attributes that its sites name, once somebody has asked
    stored: frozenset[str] | None = None  # attributes that they assign to what is not `self`, likewise


@dataclass(eq=False)
class FileTable:
    """All that is known of one file without looking at another."""

    path: str
    facts: FileFacts
    blocks: tuple[BlockTable, ...]
    first_lines: tuple[int, ...]  # number of lines before each block
    line_count: int
    scopes: dict[str, ScopeEntry] = field(default_factory=dict)
    bindings: dict[str, tuple[ModuleBinding, ...]] = field(default_factory=dict)
    mentioned: frozenset[str] | None = None  # what its blocks mention, once somebody has asked

    @property
    def module(self) -> str:
        """Id of the module symbol."""
        return f"{self.path}::{MODULE_QUALNAME}"

    @cached_property
    def stars(self) -> tuple[tuple[int, str], ...]:
        """`from m import *` statements: (level, module)."""
        return tuple(star for block in self.blocks for star in block.facts.stars)

    @cached_property
    def exported(self) -> tuple[tuple[ScopeEntry, Term], ...]:
        """The terms that build `__all__`, with the scope to read them in."""
        return tuple((block.entries[0], term) for block in self.blocks for term in block.facts.exported)

    @cached_property
    def variables(self) -> frozenset[str]:
        """Ids that variables of the module and of its classes have, where no definition has the name."""
        found: set[str] = set()
        for block in self.blocks:
            for definition in block.facts.definitions:
                if definition.scope < 0:
                    found.add(variable_id(block.entries[definition.owner], definition.name))
        return frozenset(found)

    @cached_property
    def order(self) -> dict[int, int]:
        """Identity of each block's fragment of the module -> the block's number."""
        return {id(block.entries[0]): number for number, block in enumerate(self.blocks)}

    @cached_property
    def places(self) -> dict[str, tuple[int, int]]:
        """Scope id -> (index of its block, index in the block)."""
        return {
            entry.id: (number, entry.index)
            for number, block in enumerate(self.blocks)
            for entry in block.entries
            if entry.index
        }

    def site_position(self, block: int, scope: int, site: int) -> tuple[int, int]:
        """(line, column) of a site of a scope of a block."""
        positions = self.blocks[block].facts.positions[scope]
        return positions[2 * site] + self.first_lines[block], positions[2 * site + 1]

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        """The file's symbols in source order, the module first."""
        return tuple(symbols_of(self))

    @cached_property
    def by_id(self) -> dict[str, Symbol]:
        """The file's symbols by id."""
        return {symbol.id: symbol for symbol in self.symbols}

    @cached_property
    def named_at(self) -> dict[tuple[int, int], str]:
        """(line, column) of the name of each definition that opens a scope -> the scope's id."""
        places: dict[tuple[int, int], str] = {}
        for block, before in zip(self.blocks, self.first_lines, strict=True):
            for definition in block.facts.definitions:
                if definition.scope >= 0:
                    place = (definition.name_line + before, definition.name_column)
                    places[place] = block.entries[definition.scope].id
        return places

    @cached_property
    def by_name(self) -> dict[str, tuple[str, ...]]:
        """Simple name -> ids of the file's symbols of that name, in source order."""
        names: dict[str, tuple[str, ...]] = {}
        for symbol in self.symbols[1:]:
            names[symbol.name] = (*names.get(symbol.name, ()), symbol.id)
        return names

    @cached_property
    def lower_names(self) -> str:
        """The simple names of the file's symbols in lower case, each once, a line each."""
        return "\n".join(dict.fromkeys(symbol.name.lower() for symbol in self.symbols))

    @cached_property
    def children(self) -> dict[str, tuple[str, ...]]:
        """Id -> ids of the symbols directly inside."""
        inside: dict[str, list[str]] = {}
        for symbol in self.symbols[1:]:
            inside.setdefault(symbol.parent or "", []).append(symbol.id)
        return {parent: tuple(ids) for parent, ids in inside.items()}

    @cached_property
    def attributes(self) -> dict[str, dict[str, tuple[int, int]]]:
        """Class id -> attribute -> lines of the statement that first gives it, in the class or in a method."""
        found: dict[str, dict[str, tuple[int, int]]] = {}
        for symbol in self.symbols[1:]:
            if symbol.kind in (SymbolKind.VARIABLE, SymbolKind.CONSTANT) and symbol.parent is not None:
                found.setdefault(symbol.parent, {})[symbol.name] = symbol.spans[0]
        for block, before in zip(self.blocks, self.first_lines, strict=True):
            for scope, name, first, last in block.facts.attribute_lines:
                lines = found.setdefault(block.entries[scope].symbol, {})
                lines.setdefault(name, (first + before, last + before))
        return found


def build_table(path: str, facts: FileFacts, previous: FileTable | None) -> FileTable:
    """The table of the file at `path`, which may share blocks with the file's previous table."""
    earlier = previous.blocks if previous is not None else ()
    kept = {(id(known.facts), known.names): known for known in earlier}
    names = _Names(path)
    blocks: list[BlockTable] = []
    first_lines: list[int] = []
    before = 0
    for block in facts.blocks:
        ids = names.of_block(block)
        known = kept.pop((id(block), ids), None)  # used once: blocks of equal text share their facts
        if known is None:
            known = BlockTable(block, ids, _entries(path, block, ids))
        blocks.append(known)
        first_lines.append(before)
        before += block.lines
    table = FileTable(path, facts, tuple(blocks), tuple(first_lines), before)
    bindings: dict[str, list[ModuleBinding]] = {}
    for known in blocks:
        for entry in known.entries[1:]:
            table.scopes[entry.id] = entry
        fragment = known.entries[0]
        for name, bound in fragment.scope.bindings.items():
            bindings.setdefault(name, []).extend((fragment, binding) for binding in bound)
    table.bindings = {name: tuple(bound) for name, bound in bindings.items()}
    return table


def same_meaning(before: FileTable, now: FileTable, scope: str) -> bool:
    """Whether the sites of a scope are the same ones in both tables, and mean the same."""
    if before is now:
        return True
    if scope == before.module:
        first, second = before.blocks, now.blocks
        return len(first) == len(second) and all(
            one is other or one.entries[0].same_meaning(other.entries[0])
            for one, other in zip(first, second, strict=True)
        )
    one, other = before.scopes.get(scope), now.scopes.get(scope)
    return one is not None and other is not None and (one is other or one.same_meaning(other))


def whole(scope_id: str) -> str:
    """The symbol id of a scope id: that of the whole symbol, for one of its parts."""
    return scope_id if PART not in scope_id else scope_id.partition(PART)[0]


class _Names:
    """Gives scopes their ids, in source order: redefinitions are numbered, parts of one symbol share its id."""

    def __init__(self, path: str) -> None:
        self.prefix = f"{path}::"
        self.module = self.prefix + MODULE_QUALNAME
        self.counts: dict[str, int] = {}
        self.parts: dict[str, int] = {}
        self.open_overloads: set[str] = set()
        self.last: dict[str, str] = {}

    def of_block(self, block: BlockFacts) -> tuple[str, ...]:
        names: list[str] = [self.module]
        for scope in block.scopes[1:]:
            around = scope.parent
            while block.scopes[around].kind == ScopeKind.COMPREHENSION:
                around = block.scopes[around].parent
            parent = names[around]
            plain = whole(parent)
            base = self.prefix + scope.name if parent == self.module else f"{plain}.{scope.name}"
            names.append(self.one(base, scope.kind, scope.traits))
        return tuple(names)

    def one(self, base: str, kind: int, traits: int) -> str:
        counts = self.counts
        latest = self.last.get(base)
        joins = latest is not None and (
            bool(traits & Trait.ACCESSOR) or (latest in self.open_overloads and kind == ScopeKind.FUNCTION)
        )
        if joins:
            assert latest is not None
            part = self.parts.get(latest, 1) + 1
            self.parts[latest] = part
            if not traits & Trait.OVERLOAD:
                self.open_overloads.discard(latest)
            return f"{latest}{PART}{part}"
        number = counts.get(base, 0) + 1
        counts[base] = number
        name = base if number == 1 else f"{base}#{number}"
        self.last[base] = name
        if traits & Trait.OVERLOAD:
            self.open_overloads.add(name)
        return name


def _entries(path: str, block: BlockFacts, names: tuple[str, ...]) -> tuple[ScopeEntry, ...]:
    entries: list[ScopeEntry] = []
    for index, scope in enumerate(block.scopes):
        parent = entries[scope.parent] if index else None
        if scope.kind == ScopeKind.COMPREHENSION and parent is not None:
            symbol = parent.symbol
        else:
            symbol = whole(names[index])
        entries.append(ScopeEntry(names[index], symbol, path, scope, index, parent))
    places: dict[int, list[str]] = {}
    for entry in entries:
        if entry.parent is not None:
            places.setdefault(entry.parent.owner.index, []).append(entry.id)
    for entry in entries:
        owner = entry.owner
        entry.places = owner.places or (owner.id, *places.get(owner.index, ()))
    return tuple(entries)
