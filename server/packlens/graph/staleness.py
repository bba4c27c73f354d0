"""Which of Jedi's answers a change can have made wrong.

An answer was drawn from files and from module names that were looked up. A file matters when its code differs; a name,
when it can lead elsewhere: a file or a folder of that name came or went, or a folder in which it stands began or ceased
to be one that imports are looked up in. A package that was listed stands among the names as its path and a slash.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from packlens.base.pattern import late_pattern
from packlens.graph.settled import Settled
from packlens.graph.shard import Shard
from packlens.resolve.static.modules import Layout
from packlens.symbols.symbol import path_of
from packlens.text.document import Document, UnreadDocument, text_hash

_LINE_END = late_pattern(r"\r\n|\r|\n")
_STRING_OR_COMMENT = late_pattern(
    r"""\"{3}(?:\\.|[^\\])*?\"{3}|'{3}(?:\\.|[^\\])*?'{3}|"(?:\\.|[^"\\\r\n])*"|'(?:\\.|[^'\\\r\n])*'|\#[^\r\n]*""",
    re.DOTALL,
)
_TYPE_COMMENT = "type:"


@dataclass(frozen=True, slots=True)
class Change:
    """What differs between two generations, as far as answers depend on it.

    files       came, went, or hold other code
    names       may lead elsewhere as modules
    everything  the folders that imports are looked up in come in another order
    """

    files: frozenset[str]
    names: frozenset[str]
    everything: bool = False

    def __bool__(self) -> bool:
        return self.everything or bool(self.files or self.names)

    def reaches(self, answer: Settled) -> bool:
        """Whether an answer may be another now."""
        return self.everything or answer.depends_on(self.files, self.names)


def change_between(
    before: Mapping[str, Document],
    now: Mapping[str, Document],
    layouts: tuple[Layout, Layout],
    paths: Iterable[str],
) -> Change:
    """What differs in the files of `paths`, which are all that differ."""
    files: set[str] = set()
    moved: set[str] = set()
    for path in paths:
        first, second = before.get(path), now.get(path)
        if first is None or second is None:
            if first is not second:
                files.add(path)
                moved.add(path)
        elif first is not second and first.hash != second.hash and not _same_code(first, second):
            files.add(path)
    if not moved:
        return Change(frozenset(files), frozenset())
    old, new = layouts
    common = set(old.roots) & set(new.roots)
    same_order = [r for r in old.roots if r in common] == [r for r in new.roots if r in common]
    everything = not same_order or old.root_is_package is not new.root_is_package
    return Change(frozenset(files), _names(moved, old, new), everything)


def outdated(answer: Settled, change: Change, shards: Mapping[str, Shard]) -> Settled:
    """The answer gone stale, without the targets that are no more; the same one where that changes nothing."""
    found = answer.found
    if any(path_of(target) in change.files for targets in found.values() for target in targets):
        kept = {site: frozenset(t for t in targets if _exists(t, shards)) for site, targets in found.items()}
        kept = {site: targets for site, targets in kept.items() if targets}
        if kept != found:
            return replace(answer, found=kept, stale=True)
    return answer if answer.stale else replace(answer, stale=True)


def code_of(document: Document) -> tuple[str, ...]:
    """The lines of a text that can mean anything: without blank ones, space at the end, and comments but on types.

    Strings are kept as they are, for Jedi reads types in docstrings.
    """
    text = _STRING_OR_COMMENT.sub(_without_comment, document.text)
    return tuple(line for line in (line.rstrip() for line in _LINE_END.split(text)) if line)


def code_hash(document: Document) -> bytes:
    """16 bytes that identify `code_of` a document. Those that were kept with it, where its text is not at hand."""
    if isinstance(document, UnreadDocument) and not document.has_text and document.code:
        return document.code
    return text_hash("\n".join(code_of(document)))


def _same_code(first: Document, second: Document) -> bool:
    """Whether two texts mean the same; the earlier one may be there no more, and then its kept digest stands for it."""
    if first.has_text:
        return second.has_text and code_of(first) == code_of(second)
    known = isinstance(first, UnreadDocument) and bool(first.code)
    return known and second.has_text and code_hash(first) == code_hash(second)


def _without_comment(match: re.Match[str]) -> str:
    found = match[0]
    if not found.startswith("#"):
        return found.replace("\r", "\0").replace("\n", "\0")
    return found if _TYPE_COMMENT in found else ""


def _names(moved: Iterable[str], old: Layout, new: Layout) -> frozenset[str]:
    names: set[str] = set()
    listed: set[str] = set()  # folders in which something came or went
    other: set[str] = set(old.roots) ^ set(new.roots)  # folders in which imports are looked up, before or now
    for path in moved:
        folder, _, name = path.rpartition("/")
        stem = name.rpartition(".")[0]
        listed.add(folder)
        if stem == "__init__":
            other.add(folder)
            folder, _, stem = folder.rpartition("/")
            listed.add(folder)
        names.add(stem)
    for path in old.folders ^ new.folders:
        folder, _, name = path.rpartition("/")
        listed.add(folder)
        names.update((name, name.removesuffix("-stubs")))
    if other:
        for path in (*old.files, *new.files, *old.folders, *new.folders):
            folder, _, name = path.rpartition("/")
            if folder in other:
                names.add(name.partition(".")[0])
    return frozenset(names | {f"{folder}/" for folder in listed})


def _exists(target: str, shards: Mapping[str, Shard]) -> bool:
    shard = shards.get(path_of(target))
    return shard is not None and target in shard.table.by_id
