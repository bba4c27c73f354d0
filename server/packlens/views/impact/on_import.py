"""What of a diff runs when a module is imported, and the files that it runs for.

A function runs when it is called, and a variable is what its readers see; both have edges. Any other statement at the
top of a file (a registration, a setting of the environment, a check that raises) has none: it runs for whoever imports
the module, directly or not, or a module below its package. And a file that does not parse, or cannot be read any more,
or at whose top something is used that no longer fits, nobody can import: who imported it is what the graph of the
earlier state says too.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator

from packlens.graph.snapshot import Snapshot
from packlens.resolve.edge import EdgeKind
from packlens.symbols.symbol import CALLABLE_KINDS, MODULE_QUALNAME, path_of, symbol_id
from packlens.text.diff import Diff
from packlens.views.affected import Step, is_module
from packlens.views.impact.fit import Unfit
from packlens.views.impact.taken import statements_of

_SILENT = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Pass)
_PACKAGE = "__init__.py"


def steps_of_imports(
    snapshot: Snapshot, earlier: Snapshot | None, diff: Diff, unfit: Iterable[Unfit]
) -> tuple[Step, ...]:
    """From each module that no longer does the same on import to all that import it, however far.

    They are hops that the walk to tests may add.
    """
    found: dict[str, Step] = {}
    broken = {each.path: each for each in unfit if _is_on_import(snapshot, each)}
    paths = dict.fromkeys((*_changed(snapshot, diff), *sorted(broken)))
    changed = [symbol_id(path, MODULE_QUALNAME) for path in paths]
    for module in changed:
        if (place := broken.get(path_of(module))) is not None:
            found[module] = Step(module, place.target, EdgeKind.REFERENCES.value, 0.9, line=place.line)
    waiting = list(changed)
    while waiting:
        module = waiting.pop()
        importers = list(_importers(snapshot, path_of(module)))
        if earlier is not None and module in changed:
            importers += _importers(earlier, path_of(module))
        for source, line in importers:
            if source not in found and source not in changed and snapshot.symbol(source) is not None:
                kind = EdgeKind.IMPORTS if is_module(source) else EdgeKind.REFERENCES
                found[source] = Step(source, module, kind.value, 0.9, line=line)
                if is_module(source):
                    waiting.append(source)
    return tuple(found.values())


def lost(snapshot: Snapshot, diff: Diff) -> frozenset[str]:
    """The files of a diff that could be read before and now cannot, or not whole."""
    broken = {problem.path for problem in snapshot.problems}
    return frozenset(
        file.path for file in diff.files if file.old is not None and (file.unread or file.path in broken)
    )


def _changed(snapshot: Snapshot, diff: Diff) -> Iterator[str]:
    """The files whose statements at the top, other than definitions, imports and variables, are not what they were."""
    unreadable = lost(snapshot, diff)
    for file in diff.files:
        if file.path in unreadable:
            yield file.path
        elif file.new is None or file.old is None or snapshot.table(file.path) is None:
            continue
        elif _running(file.old.text) != _running(file.new.text):
            yield file.path


def _is_on_import(snapshot: Snapshot, place: Unfit) -> bool:
    """Whether a place is run when its module is imported: it stands in no function, or at the head of one."""
    symbol = snapshot.symbol(place.id)
    if symbol is not None and symbol.kind in CALLABLE_KINDS:
        if place.line >= symbol.body_line:
            return False
        symbol = snapshot.symbol(symbol.parent or "")
    while symbol is not None and symbol.kind not in CALLABLE_KINDS:
        if symbol.parent is None:
            return True
        symbol = snapshot.symbol(symbol.parent)
    return False


def _running(text: str) -> Counter[str]:
    return Counter(_statements(statements_of(text)))


def _statements(body: Iterable[ast.stmt], condition: str = "") -> Iterator[str]:
    """The statements that run on import and that no edge stands for, each with what it stands under."""
    for node in body:
        if isinstance(node, _SILENT) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            continue
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if all(isinstance(target, ast.Name | ast.Tuple) for target in targets):
                continue
        if isinstance(node, ast.If | ast.Try):
            test = ast.unparse(node.test) if isinstance(node, ast.If) else "try"
            if "__name__" in test:
                continue
            handlers = [handler.body for handler in node.handlers] if isinstance(node, ast.Try) else []
            final = node.finalbody if isinstance(node, ast.Try) else []
            for part in (node.body, *handlers, node.orelse, final):
                yield from _statements(part, f"{condition}{test}: ")
            continue
        yield condition + ast.unparse(node)


def _importers(snapshot: Snapshot, path: str) -> Iterator[tuple[str, int]]:
    """(who imports a file or a part of it, line); of a package, or what is below it."""
    folder = path.removesuffix(_PACKAGE) if path.endswith(f"/{_PACKAGE}") else ""
    below = [each for each in snapshot.paths() if folder and each.startswith(folder) and each != path]
    yield from (
        (symbol_id(each, MODULE_QUALNAME), 0) for each in below
    )  # the package is imported before them
    for symbol in snapshot.inbound.get(path, {}):
        for edge in snapshot.incoming(symbol):
            if edge.kind is EdgeKind.IMPORTS:
                yield edge.source, edge.line
