"""The workspace as Jedi is shown it: a folder that exists nowhere, with the texts it was given and nothing else.

Every path below that folder is answered from memory, so that what Jedi says is a function of the texts: what is on the
disk, saved or not, newer or not, plays no part.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from packlens.resolve.static.modules import Layout

TOP = os.path.abspath(os.sep + "packlens-workspace")  # noqa: PTH100 - Jedi wants text, with this system's drive


def is_inside(entry: str, folder: str) -> bool:
    """Whether a place on the disk is `folder` or in it; a folder of "" holds nothing."""
    return bool(folder) and Path(os.path.realpath(entry)).is_relative_to(os.path.realpath(folder))


class Places:
    """Paths of the workspace, relative and as Jedi sees them."""

    def __init__(self, root_name: str, hints: Sequence[str]) -> None:
        self._root_name, self._hints = root_name, tuple(hints)
        self.root = os.path.join(TOP, root_name or "root")  # noqa: PTH118 - see TOP
        self.texts: dict[str, str] = {}
        self._layout: Layout | None = None

    def change(self, changed: dict[str, str | None]) -> None:
        """Take new texts; `None` removes a file."""
        for path, text in changed.items():
            if (text is None) is not (path not in self.texts):
                self._layout = None
            if text is None:
                self.texts.pop(path, None)
            else:
                self.texts[path] = text

    @property
    def layout(self) -> Layout:
        """The module structure of the present files."""
        if self._layout is None:
            self._layout = Layout(self._root_name, self.texts, self._hints)
        return self._layout

    def import_path(self, path: str) -> list[str]:
        """The folders that absolute imports of the file at `path` are looked up in, in this order."""
        layout = self.layout
        near, beside = layout.nearest_root(path), layout.script_folder(path)
        folders = [
            self.absolute(root) for root in dict.fromkeys((near, *layout.roots) if near else layout.roots)
        ]
        if layout.root_is_package:
            folders.append(TOP)
        return [*folders, self.absolute(beside)] if beside else folders

    def absolute(self, path: str) -> str:
        """A path as Jedi sees it."""
        return os.path.join(self.root, *path.split("/")) if path else self.root  # noqa: PTH118 - see TOP

    def holds(self, place: str | os.PathLike[str]) -> bool:
        """Whether a path is one of the workspace's, whether there or not."""
        text = os.fspath(place)
        return text == TOP or text.startswith(TOP + os.sep)

    def relative(self, place: str | os.PathLike[str]) -> str | None:
        """The path relative to the root, with forward slashes; "" for the root, `None` for what is above it."""
        text = os.fspath(place)
        if text == self.root:
            return ""
        if not text.startswith(self.root + os.sep):
            return None
        return text[len(self.root) + 1 :].replace(os.sep, "/")

    def module(self, folder: str, name: str) -> tuple[str, str] | None:
        """What `name` is as a module in `folder`: ("M", file), ("N", folder of a namespace package) or `None`."""
        relative = self.relative(folder)
        if relative is not None:
            return self.layout.within(relative, name)
        if self.layout.root_is_package and name == self._root_name:
            return self.layout.within("", "")
        return None

    def names_in(self, folder: str) -> Iterable[str]:
        """Names of the modules and packages in a folder."""
        relative = self.relative(folder)
        if relative is None:
            return
        prefix = f"{relative}/" if relative else ""
        found: dict[str, None] = {}
        for path in sorted(self.texts):
            if path.startswith(prefix):
                first, _, rest = path[len(prefix) :].partition("/")
                name = first if rest else first.rpartition(".")[0]
                if name.isidentifier() and name != "__init__":
                    found[name] = None
        yield from found

    def stubs_in(self, folder: str) -> Iterable[tuple[str, str]]:
        """(module name, path of its stub as Jedi sees it) for each stub in a folder."""
        relative = self.relative(folder)
        if relative is None:
            return
        prefix = f"{relative}/" if relative else ""
        for path in sorted(self.texts):
            if path.startswith(prefix) and path.endswith(".pyi"):
                parts = path[len(prefix) : -len(".pyi")].split("/")
                if (len(parts) == 1 and parts[0] != "__init__") or (
                    len(parts) == 2 and parts[1] == "__init__"
                ):
                    yield parts[0], self.absolute(path)
