"""The hand-checked edges of the evaluation data: true ones found, false ones not reported.

    python -m tests.bench.edges --data shared/eval/data/open

`--data` names the folder that holds `edges.jsonl`. The sdists it names are fetched by pip.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from tests.bench.figures import announce
from tests.support.corpus import python_texts, release


def main() -> int:
    """The command."""
    command = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    command.add_argument("--data", required=True, type=Path)
    command.add_argument("-v", "--verbose", action="store_true", help="print every entry")
    arguments = command.parse_args()
    announce()
    lines = (arguments.data / "edges.jsonl").read_text(encoding="utf-8").splitlines()
    snapshots: dict[tuple[str, str], Snapshot] = {}
    counts = {True: [0, 0], False: [0, 0]}
    for entry in map(json.loads, lines):
        key = entry["sdist"], entry["source_root"]
        if key not in snapshots:
            snapshots[key] = snapshot_of(*key)
        reported = is_reported(snapshots[key], entry)
        counts[entry["is_edge"]][0] += reported
        counts[entry["is_edge"]][1] += 1
        if arguments.verbose or reported != entry["is_edge"]:
            word = "true" if entry["is_edge"] else "false"
            caller, callee = entry["gold_symbols"][0]["qualname"], entry["callee"]["qualname"]
            verdict = "reported" if reported else "not reported"
            print(f"{entry['id']} ({word}) {verdict}: {caller} line {entry['line']} -> {callee}")
    (found, true), (claimed, false) = counts[True], counts[False]
    print(f"true edges found {found} of {true}; false edges reported {claimed} of {false}")
    return 0 if found == true and not claimed else 1


def snapshot_of(sdist: str, source_root: str) -> Snapshot:
    """The graph of the Python files below the source root ("" for all); paths are those inside the sdist."""
    name, _, version = sdist.partition("==")
    [top] = [folder for folder in release(name, version, sdist=True).iterdir() if folder.is_dir()]
    documents = {
        path: document
        for path, document in python_texts(top).items()
        if path.startswith(f"{source_root}/" if source_root else "") and path.endswith(".py")
    }
    return Writer(top.name).update(documents)


def is_reported(snapshot: Snapshot, entry: dict[str, Any]) -> bool:
    """Whether the callee's callers name the entry's caller at the entry's line."""
    callee = f"{entry['callee']['path']}::{entry['callee']['qualname']}"
    caller = f"{entry['gold_symbols'][0]['path']}::{entry['gold_symbols'][0]['qualname']}"
    return any(edge.source == caller and edge.line == entry["line"] for edge in snapshot.incoming(callee))


if __name__ == "__main__":
    raise SystemExit(main())
