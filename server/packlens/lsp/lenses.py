"""The lenses of every open file: where they stand now, and what the client was last told of them.

Open, edit and close come from the document notifications; `listed` answers `textDocument/codeLens`; `stale`
tells the refresher whether the client shows anything that is no longer so. All of it runs on the event
loop.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from packlens.graph.snapshot import Snapshot
from packlens.lsp.lens_places import LensPlace, after_edit, after_parse
from packlens.lsp.protocol import LensKind

LensId = tuple[str, LensKind]


@dataclass(slots=True)
class _OpenFile:
    uri: str
    text: str
    places: tuple[LensPlace, ...] = ()
    parsed: bool = False
    told: tuple[LensPlace, ...] | None = None
    told_kinds: tuple[LensKind, ...] = ()
    titles: dict[LensId, str] = field(default_factory=dict)


class Lenses:
    """Places and titles of the lenses of open files, by path."""

    def __init__(self) -> None:
        self._files: dict[str, _OpenFile] = {}

    def opened(self, path: str, uri: str, text: str) -> None:
        """A file was opened in the client."""
        self._files[path] = _OpenFile(uri, text)

    def edited(self, path: str, text: str) -> None:
        """An open file's text changed."""
        file = self._files.get(path)
        if file is None or file.text == text:
            return
        file.places = after_edit(file.places, file.text, text)
        if file.told is not None:
            file.told = after_edit(file.told, file.text, text)
        file.text, file.parsed = text, False

    def closed(self, path: str) -> None:
        """A file was closed in the client."""
        self._files.pop(path, None)

    def uri(self, path: str) -> str | None:
        """The URI under which the client has a file open."""
        file = self._files.get(path)
        return None if file is None else file.uri

    def text(self, path: str) -> str | None:
        """The text of an open file."""
        file = self._files.get(path)
        return None if file is None else file.text

    def paths(self) -> tuple[str, ...]:
        """The paths of all open files."""
        return tuple(self._files)

    def known(self, path: str) -> bool:
        """Whether the file's definitions were ever seen."""
        file = self._files.get(path)
        return file is not None and (file.parsed or bool(file.places))

    def absorb(self, path: str, snapshot: Snapshot) -> None:
        """Take places from the graph, if its text of the file is the client's; none of a file that it leaves out."""
        file = self._files.get(path)
        if file is None:
            return
        document = snapshot.documents.get(path)
        if document is None:
            file.places, file.parsed = (), False
            return
        if file.parsed or document.text != file.text:
            return
        whole = snapshot.problem(path) is None
        file.places = after_parse(file.places, snapshot.symbols_in(path), whole, file.text)
        file.parsed = True

    def guess(self, path: str, text: str, places: tuple[LensPlace, ...]) -> None:
        """Places worked out from one text alone, if it is still the file's and nothing better is known."""
        file = self._files.get(path)
        if file is not None and file.text == text and not file.places:
            file.places = places

    def listed(self, path: str, kinds: tuple[LensKind, ...]) -> tuple[LensPlace, ...]:
        """The places to tell the client of, which has then been told of lenses of these kinds."""
        file = self._files.get(path)
        if file is None:
            return ()
        file.told, file.told_kinds = file.places, kinds
        file.titles.clear()
        return file.places

    def titled(self, path: str, lens: LensId, title: str) -> None:
        """The client was told the title of one lens."""
        file = self._files.get(path)
        if file is not None:
            file.titles[lens] = title

    def titles(self, path: str) -> dict[LensId, str]:
        """The titles the client was told since it last asked for the list."""
        file = self._files.get(path)
        return {} if file is None else dict(file.titles)

    def misplaced(self, path: str, kinds: tuple[LensKind, ...]) -> bool:
        """Whether the client shows another list than it would be told now, with lenses of these kinds."""
        file = self._files.get(path)
        if file is None or file.told is None:
            return False
        return file.told_kinds != kinds or (bool(kinds) and _lines(file.told) != _lines(file.places))


def _lines(places: tuple[LensPlace, ...]) -> list[tuple[str, int]]:
    return [(place.id, place.line) for place in places]
