"""How packs compare with the other ways to hand code over, measured on an open session.

Nothing leaves but figures. The other ways are done as their tools do them: files are read from the disk for `cat`,
every text is looked through for `grep`; both in this process, so that no start of a program counts for either side.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from packlens.base.errors import NotFoundError
from packlens.graph.snapshot import Snapshot
from packlens.symbols.symbol import qualname_of
from packlens.text.paths import on_disk
from packlens.views.layout.render import render
from packlens.views.pack.inputs import Inputs
from packlens.views.pack.pack import pack
from packlens.views.pack.question import PackQuestion
from packlens.views.tokens import Tokenizer, count_in_parts
from packlens.views.yardstick import (
    Way,
    Yardstick,
    chosen_symbols,
    grepped,
    lines_of,
    near_to,
    share_shown,
    way_of,
)

SYMBOLS = 12
"""How many symbols are asked about."""

Progress = Callable[[int, int], None]
Ask = Callable[[str], PackQuestion]


def measure(
    root: Path,
    snapshot: Snapshot,
    ask: Ask,
    index_milliseconds: float,
    progress: Progress | None = None,
) -> Yardstick:
    """The comparison on `snapshot`. `ask` gives the question about one symbol.

    Raises `NotFoundError` when the workspace holds no function that has to do with another.
    """
    symbols = chosen_symbols(snapshot, SYMBOLS)
    if not symbols:
        raise NotFoundError(f"nothing to compare in {root.name}: no function here uses another or is used")
    total = len(snapshot.documents) + 2 * len(symbols)
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, total)

    questions = {identifier: ask(identifier) for identifier in symbols}
    first = questions[symbols[0]]
    ways = (
        _everything(root, snapshot, first.tokenizer, step),
        way_of("grep -rnw -C 10", [_mentions(snapshot, each, first.tokenizer, step) for each in symbols]),
        way_of("packlens pack", [_packed(snapshot, each, questions[each], step) for each in symbols]),
    )
    return Yardstick(
        snapshot.root_name,
        len(snapshot.documents),
        symbols,
        first.budget,
        first.tokenizer.value,
        round(index_milliseconds, 1),
        ways,
    )


def _everything(root: Path, snapshot: Snapshot, tokenizer: Tokenizer, step: Callable[[], None]) -> Way:
    size = tokens = 0
    milliseconds = 0.0
    for path, document in sorted(snapshot.documents.items()):
        begin = time.perf_counter()
        try:
            size += len(on_disk(root, path).read_bytes())
        except OSError:
            size += document.size  # a buffer that was never saved
        milliseconds += _since(begin)
        tokens += count_in_parts(document.text, tokenizer)
        step()
    return Way("find and cat", size, tokens, round(milliseconds, 1), 1.0)


def _mentions(
    snapshot: Snapshot, identifier: str, tokenizer: Tokenizer, step: Callable[[], None]
) -> tuple[int, int, float, float]:
    begin = time.perf_counter()
    text, shown = grepped(snapshot, qualname_of(identifier).rpartition(".")[2])
    milliseconds = _since(begin)
    step()
    near = share_shown(snapshot, near_to(snapshot, identifier), shown)
    return _size(text), count_in_parts(text, tokenizer), milliseconds, near


def _packed(
    snapshot: Snapshot, identifier: str, question: PackQuestion, step: Callable[[], None]
) -> tuple[int, int, float, float]:
    begin = time.perf_counter()
    answer = pack(snapshot, question, Inputs())
    text = render(answer)
    milliseconds = _since(begin)
    step()
    near = share_shown(snapshot, near_to(snapshot, identifier), lines_of(answer))
    return _size(text), answer.tokens, milliseconds, near


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _since(begin: float) -> float:
    return (time.perf_counter() - begin) * 1000
