"""Where an import leads: dotted names to files, from the set of indexed paths alone.

Import roots, in the order they are tried: the one nearest above the importing file, so that each project of a
workspace finds its own `tests`; the root itself (unless it is a package); folders called `src` and those that hold a
`setup.py`, at any depth outside packages; the parents of top packages; the folders that pyproject names. A root that is
a package also answers to its own name. A folder without `__init__.py` is a namespace package (PEP 420) where Python
files lie below it. Beside a script, its folder counts. A dotted name found nowhere else is looked for in every
namespace package without modules of its own that is called like its first part, wherever that lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from packlens.resolve.static.pytest_names import TestNames, folders_of

Found = tuple[str, str] | None
"""("M", path of the module's file), ("N", folder of a namespace package) or `None`."""

_SUFFIXES = ("/__init__.py", ".py", "/__init__.pyi", ".pyi")


class Layout:
    """The module structure of a set of files."""

    def __init__(self, root_name: str, paths: Iterable[str], hints: Sequence[str] = ()) -> None:
        self.files = frozenset(paths)
        self.root_name = root_name
        folders: set[str] = set()
        for path in self.files:
            folder = path.rpartition("/")[0]
            while folder and folder not in folders:
                folders.add(folder)
                folder = folder.rpartition("/")[0]
        self.folders = frozenset(folders)
        self.root_is_package = "__init__.py" in self.files
        self._free = self._outside_packages()
        self._spaces = self._namespaces()
        self.roots = self._roots(folders_of(hints))
        self._known_roots = frozenset(self.roots)
        self.tests = TestNames.of(hints)
        self.stubbed = frozenset(
            path[:-1] for path in self.files if path.endswith(".pyi") and path[:-1] in self.files
        )
        """The `.py` files beside which a stub stands."""

    def is_package(self, folder: str) -> bool:
        """Whether `folder` ("" for the root) has an `__init__`."""
        prefix = f"{folder}/" if folder else ""
        return f"{prefix}__init__.py" in self.files or f"{prefix}__init__.pyi" in self.files

    def _outside_packages(self) -> list[str]:
        """The folders that are in no package, the least deep first."""
        inside = {"": self.root_is_package}
        for folder in sorted(self.folders, key=_least_deep):
            inside[folder] = inside[folder.rpartition("/")[0]] or self.is_package(folder)
        return [folder for folder in inside if folder and not inside[folder]]

    def _namespaces(self) -> dict[str, list[str]]:
        """By name, where the namespace packages lie that hold packages and no module: as `google` or `zope`."""
        holding = {path.rpartition("/")[0] for path in self.files}
        spaces: dict[str, list[str]] = {}
        for folder in self._free:
            if folder not in holding:
                parent, _, name = folder.rpartition("/")
                spaces.setdefault(name, []).append(parent)
        return spaces

    def _roots(self, hints: Sequence[str]) -> tuple[str, ...]:
        roots: dict[str, None] = {}
        if not self.root_is_package:
            roots[""] = None
        for folder in ("src", *self._free):  # that of the root even where it is a package
            if folder.rpartition("/")[2] == "src" and folder in self.folders:
                roots[folder] = None
        tops = set()
        for folder in self.folders:
            parent = folder.rpartition("/")[0]
            if self.is_package(folder) and not self.is_package(parent):
                tops.add(parent)
            elif f"{folder}/setup.py" in self.files and not self.is_package(folder):
                tops.add(folder)
        for top in sorted(tops, key=_least_deep):
            roots[top] = None
        for hint in hints:
            folder = hint.strip("/")
            if folder in self.folders and folder != ".":
                roots[folder] = None
        return tuple(roots)

    def find(self, dotted: str, beside: str = "", near: str = "") -> Found:
        """The module of an absolute import.

        `beside` is the folder of an importing script that is in no package, `near` the import root nearest above it.
        """
        parts = dotted.replace(".", "/")
        first = parts.partition("/")[0]
        namespace: Found = None
        for root in (near, *self.roots) if near else self.roots:
            top = self.within(root, first)
            if top is None:
                continue
            found = self.within(root, parts)
            if top[0] == "M" or (found is not None and found[0] == "M"):
                return found  # a regular package or a module hides its namesakes under later roots
            namespace = namespace or found
        if self.root_is_package:
            rest = parts.partition("/")[2]
            if first == self.root_name:
                found = self.within("", rest) if rest else ("M", "__init__.py")
                if found is not None and found[0] == "M":
                    return found
                namespace = namespace or found
        if beside:
            found = self.within(beside, parts)
            if found is not None and found[0] == "M":
                return found
            namespace = namespace or found
        if namespace is None and first != parts:
            for parent in self._spaces.get(first, ()):
                found = self.within(parent, parts)
                if found is not None and found[0] == "M":
                    return found
        return namespace

    def within(self, folder: str, parts: str) -> Found:
        """The module `parts` (slashes between names) below `folder`; without parts, the folder as a package."""
        base = f"{folder}/{parts}" if folder and parts else folder or parts
        files = self.files
        if not parts:
            prefix = f"{base}/" if base else ""
            for suffix in ("__init__.py", "__init__.pyi"):
                if prefix + suffix in files:
                    return ("M", prefix + suffix)
        else:
            for suffix in _SUFFIXES:
                if base + suffix in files:
                    return ("M", base + suffix)
        if base in self.folders or not base:
            return ("N", base)
        return None

    def relative(self, path: str, level: int, module: str) -> Found:
        """The module of `from ...module import` in the file at `path`."""
        folder = path.rpartition("/")[0]
        for _ in range(level - 1):
            if not folder:
                return None
            folder = folder.rpartition("/")[0]
        return self.within(folder, module.replace(".", "/"))

    def script_folder(self, path: str) -> str:
        """The folder that counts as an import root for this file alone; "" for none."""
        folder = path.rpartition("/")[0]
        return "" if not folder or self.is_package(folder) or folder in self._known_roots else folder

    def nearest_root(self, path: str) -> str:
        """The import root nearest above a file; "" where that is the root itself."""
        folder = path.rpartition("/")[0]
        while folder and folder not in self._known_roots:
            folder = folder.rpartition("/")[0]
        return folder

    def submodule(self, found: tuple[str, str], name: str) -> Found:
        """`name` as a module inside a package or namespace package, which may be spread over several roots."""
        kind, place = found
        if kind == "M":
            folder, _, last = place.rpartition("/")
            if last.partition(".")[0] != "__init__":
                return None
        else:
            folder = place
        inside = self.within(folder, name)
        return inside if inside is not None or kind == "M" else self._elsewhere(folder, name)

    def _elsewhere(self, folder: str, name: str) -> Found:
        """`name` in the other folders of the namespace package that lies at `folder`."""
        for root in self.roots:
            if folder.startswith(f"{root}/" if root else ""):
                dotted = folder[len(root) + 1 if root else 0 :].replace("/", ".")
                found = self.find(f"{dotted}.{name}")
                if found is not None:
                    return found
        return None

    def names_of(self, path: str) -> tuple[str, ...]:
        """The dotted names a file answers to, best first."""
        stem = path.rpartition(".")[0]
        if stem == "__init__":
            stem = ""
        elif stem.endswith("/__init__"):
            stem = stem[: -len("/__init__")]
        names: dict[str, None] = {}
        if self.root_is_package:
            whole = f"{self.root_name}/{stem}" if stem else self.root_name
            names[whole.replace("/", ".")] = None
        for root in sorted(self.roots, key=len, reverse=True):
            if root and stem.startswith(f"{root}/"):
                names[stem[len(root) + 1 :].replace("/", ".")] = None
        if stem:
            names[stem.replace("/", ".")] = None
        return tuple(names)


def _least_deep(folder: str) -> tuple[int, str]:
    return (folder.count("/"), folder)
