"""Jedi over the texts it is given: the one module that touches Jedi's private names (`trees` has those of its parser).

Jedi reaches the disk for a workspace file at four points: where it looks a module up, where it lists a package, where
it looks for stubs beside a package's files, and where it parses. Each is led to `Places` for every path below the
workspace's folder, which does not exist, and to Jedi's own code for all others (the standard library, typeshed,
installed packages). `check` says in one line which of the names it needs a release of Jedi no longer has.

What was looked up and parsed for the present unit is noted in `Trail`. Before a file is parsed a unit can give way: all
that Jedi knows of it by then belongs to its script, which goes with it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jedi
from jedi.file_io import KnownContentFileIO
from jedi.inference import InferenceState
from jedi.inference.compiled.subprocess import functions
from jedi.inference.gradual import typeshed
from jedi.inference.imports import ImplicitNSInfo
from parso.python.tree import PythonMixin

from packlens.base.memory import resident_bytes
from packlens.resolve.jedi.places import Places
from packlens.resolve.jedi.trees import NEEDED as OF_TREES
from packlens.resolve.jedi.trees import forget_tree, keep_trees

TESTED = ("0.20",)
"""Releases of Jedi, by major and minor number, that the tests have run with."""


class GivesWayError(BaseException):
    """The present unit gives way to something more urgent. No `Exception`, which Jedi might take for its own."""


@dataclass(slots=True)
class Trail:
    """What one unit's answers were drawn from: files parsed, and the last names of imports looked up.

    A package of which the modules were listed is among the names as its path and a slash.
    """

    loaded: set[str] = field(default_factory=set)
    sought: set[str] = field(default_factory=set)

    def looked_for(self, path: str) -> None:
        """A file was looked for and is not there."""
        folder, _, name = path.rpartition("/")
        stem = name.rpartition(".")[0]
        self.sought.add(folder.rpartition("/")[2] if stem == "__init__" else stem)


class Parsing:
    """Processor time and resident memory that have gone into parsing so far; entered while they do."""

    def __init__(self) -> None:
        self._spent = (0.0, 0)
        self._begin: tuple[float, int] | None = None

    def __enter__(self) -> None:
        self._begin = (time.process_time(), resident_bytes())

    def __exit__(self, *exception: object) -> None:
        self._spent = self.spent
        self._begin = None

    @property
    def spent(self) -> tuple[float, int]:
        """Seconds and bytes: what is past, and what has gone into the parsing under way."""
        begin = self._begin
        seconds, size = self._spent
        if begin is None:
            return seconds, size
        return seconds + time.process_time() - begin[0], size + max(0, resident_bytes() - begin[1])


def check() -> str | None:
    """What this release of Jedi lacks of the names used here; `None` when nothing."""
    needed: list[tuple[Any, str]] = [
        (functions, "get_module_info"),
        (functions, "iter_module_names"),
        (typeshed, "_create_stub_map"),
        (InferenceState, "parse_and_get_code"),
        (PythonMixin, "get_name_of_position"),
        *OF_TREES,
    ]
    missing = [
        f"{getattr(owner, '__name__', owner)}.{name}" for owner, name in needed if not hasattr(owner, name)
    ]
    return f"Jedi {jedi.__version__} has no {', '.join(missing)}" if missing else None


class Overlay:
    """Leads Jedi to `places`. One a process: Jedi's modules are changed for good.

    gives_way  whether the present unit is to end now, where it can
    """

    def __init__(self, places: Places, cache: str) -> None:
        self.places = places
        self.trail = Trail()
        self.parsing = Parsing()
        self.gives_way: Callable[[], bool] = lambda: False
        settings = jedi.settings
        settings.cache_directory = Path(cache)
        settings.fast_parser = True
        settings.dynamic_params = False
        settings.dynamic_params_for_other_modules = False
        settings.dynamic_array_additions = False
        keep_trees(Path(cache))
        self._replace_lookup()
        self._replace_listing()
        self._replace_stub_map()
        self._replace_parse()
        PythonMixin.get_name_of_position = _name_at  # type: ignore[method-assign]

    def forget(self, path: str) -> None:
        """Drop what was parsed of a file that is gone."""
        forget_tree(Path(self.places.absolute(path)))

    def give_way(self) -> None:
        """Raise `GivesWayError` when the present unit is to end now."""
        if self.gives_way():
            raise GivesWayError

    def _replace_lookup(self) -> None:
        original = functions.get_module_info
        places = self.places

        def get_module_info(
            inference_state: Any, sys_path: Any = None, full_name: str | None = None, **kwargs: Any
        ) -> Any:
            name: str = kwargs["string"]
            is_global = kwargs.get("is_global_search", True)
            folders = [os.fspath(folder) for folder in (sys_path if is_global else kwargs["path"]) or ()]
            inside = [folder for folder in folders if places.holds(folder)]
            if not inside or (is_global and name in sys.builtin_module_names):
                return original(inference_state, sys_path=sys_path, full_name=full_name, **kwargs)
            self.trail.sought.add(name)
            portions: list[str] = []
            for folder in inside:
                found = places.module(folder, name)
                if found is None:
                    continue
                kind, path = found
                if kind == "M":
                    if path.endswith(".pyi"):
                        return None, None  # Jedi looks for a lone stub by itself
                    is_package = path.rpartition("/")[2] == "__init__.py"
                    return KnownContentFileIO(places.absolute(path), places.texts[path]), is_package
                portions.append(places.absolute(path))
            outside = [folder for folder in folders if not places.holds(folder)]
            if is_global:
                answer = original(inference_state, sys_path=outside, full_name=full_name, **kwargs)
            elif outside:
                answer = original(inference_state, full_name=full_name, **(kwargs | {"path": outside}))
            else:
                answer = (None, None)
            if answer == (None, None) and portions:
                return ImplicitNSInfo(full_name or name, portions), True
            return answer

        functions.get_module_info = get_module_info

    def _replace_listing(self) -> None:
        original = functions.iter_module_names
        places = self.places

        def iter_module_names(inference_state: Any, paths: Iterable[Any]) -> list[str]:
            names: list[str] = []
            for path in paths:
                if places.holds(path):
                    self.trail.sought.add(f"{places.relative(path) or ''}/")
                    names.extend(places.names_in(os.fspath(path)))
                else:
                    names.extend(original(inference_state, [path]))
            return names

        functions.iter_module_names = iter_module_names

    def _replace_stub_map(self) -> None:
        original = typeshed._create_stub_map
        places = self.places

        def create_stub_map(directory: Any) -> dict[str, Any]:
            if not places.holds(directory.path):
                return dict(original(directory))
            return {
                name: typeshed.PathInfo(path, directory.is_third_party)
                for name, path in places.stubs_in(os.fspath(directory.path))
            }

        typeshed._create_stub_map = create_stub_map

    def _replace_parse(self) -> None:
        original = InferenceState.parse_and_get_code
        places = self.places

        def parse_and_get_code(
            state: Any, code: Any = None, path: Any = None, use_latest_grammar: Any = False,
            file_io: Any = None, **kwargs: Any
        ) -> Any:  # fmt: skip
            self.give_way()
            if code is None and file_io is not None and places.holds(file_io.path):
                relative = places.relative(file_io.path)
                text = places.texts.get(relative) if relative is not None else None
                if relative is not None and text is None:
                    self.trail.looked_for(relative)
                if relative is None or text is None:
                    raise FileNotFoundError(file_io.path)
                self.trail.loaded.add(relative)
                file_io = KnownContentFileIO(file_io.path, text)
                code, path = text, Path(file_io.path)
                kwargs |= {"cache": False, "diff_cache": True}
            with self.parsing:
                return original(
                    state,
                    code=code,
                    path=path,
                    use_latest_grammar=use_latest_grammar,
                    file_io=file_io,
                    **kwargs,
                )

        InferenceState.parse_and_get_code = parse_and_get_code


def _name_at(node: Any, position: tuple[int, int]) -> Any:
    """The name that begins at a position; parso's own way looks at every node of the file before it."""
    leaf = node.get_leaf_for_position(position)
    if leaf is not None and leaf.start_pos != position:  # it ends there
        leaf = leaf.get_next_leaf()
    return leaf if leaf is not None and leaf.type == "name" and leaf.start_pos == position else None


def definitions_at(script: Any, line: int, column: int) -> Iterator[Any]:
    """The names that a site leads to: those it names, and what is behind those that are no function or class."""
    names = script.goto(line, column, follow_imports=True)
    settled = [name for name in names if name.type in ("function", "class", "property")]
    yield from settled
    if len(settled) < len(names) or not names or any(name.type == "property" for name in settled):
        yield from script.infer(line, column)
