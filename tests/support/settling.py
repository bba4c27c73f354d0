"""Jedi asked without a session: one worker process, every pending unit in order, until nothing is pending."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from packlens.graph.absorb import Answered
from packlens.graph.snapshot import Snapshot
from packlens.graph.update import Writer
from packlens.resolve.jedi.process import Process
from packlens.resolve.jedi.unit import Unit
from packlens.resolve.jedi.wire import Setup
from packlens.symbols.symbol import path_of

SITE_SECONDS = 20.0


@contextmanager
def worker(*outside: str, root_name: str = "workspace", seconds: float = SITE_SECONDS) -> Iterator[Process]:
    """A worker that sees the standard library, and the packages in the folders `outside`."""
    with tempfile.TemporaryDirectory() as cache:
        process = Process(Setup(root_name, (), outside, cache, seconds, False))
        try:
            process.begin()
            yield process
        finally:
            process.end()


def pending_units(snapshot: Snapshot) -> list[Unit]:
    """All units that Jedi has yet to answer, by path and scope."""
    units: list[Unit] = []
    for path in snapshot.paths():
        shard = snapshot.shards[path]
        for scope in sorted(shard.pending):
            sites = [(number, *shard.site(scope, number)) for number in shard.open[scope]]
            units.append(Unit(scope, path_of(scope), tuple(sorted(sites, key=lambda site: site[1:]))))
    return units


def settle(writer: Writer, process: Process, *, backwards: bool = False) -> Snapshot:
    """Ask about everything that is pending; the snapshot in which nothing is."""
    snapshot = writer.snapshot
    units = pending_units(snapshot)
    for unit, answer in process.ask(units[::-1] if backwards else units, snapshot.documents):
        assert not answer.timed_out
        writer.absorb([Answered(snapshot, unit, answer)])
    assert writer.snapshot.pending == 0
    return writer.snapshot
