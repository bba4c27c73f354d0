"""The progress bar of what takes a while. Loaded only when stderr is a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn


@contextmanager
def bar(doing: str, counted: str) -> Iterator[Callable[[int, int], None]]:
    """Yields the function that moves the bar to `done` of `total`; the bar is gone after the block."""
    console = Console(stderr=True)
    columns = (TextColumn(doing), BarColumn(), MofNCompleteColumn(), TextColumn(counted))
    progress = Progress(
        *columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False
    )
    with progress:
        task = progress.add_task(doing, total=None)

        def report(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        yield report
