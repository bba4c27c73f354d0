"""The small programs of `tests/resolve/programs`: how many of each kind are read without a false edge, and whole.

python -m tests.bench.programs
python -m tests.bench.programs --wrong          also each false (+) and each missed (-) edge
"""

from __future__ import annotations

from collections import defaultdict

from tests.bench.figures import announce, parser
from tests.resolve.programs import Answer, answer, programs

COMPLETE, SOUND = 0.97, 0.95


def main() -> int:
    """The command."""
    command = parser(__doc__)
    command.add_argument("--wrong", action="store_true")
    arguments = command.parse_args()
    announce()
    kinds: defaultdict[str, list[Answer]] = defaultdict(list)
    for program in programs():
        kinds[program.kind].append(answer(program))
    print(f"{'kind':<18} {'programs':>8} {'complete':>8} {'sound':>8}")
    for kind, answers in kinds.items():
        print(_row(kind, answers))
    every = [one for answers in kinds.values() for one in answers]
    print(_row("all", every))
    if arguments.wrong:
        for one in every:
            for sign, edges in (("+", one.false), ("-", one.missed)):
                for source, target in sorted(edges):
                    print(f"{one.program.kind}: {one.program.name}: {sign} {source} -> {target}")
    complete = sum(not one.false for one in every) / len(every)
    sound = sum(not one.missed for one in every) / len(every)
    print(f"complete {complete:.1%}, limit {COMPLETE:.0%}; sound {sound:.1%}, limit {SOUND:.0%}")
    return 0 if complete > COMPLETE and sound > SOUND else 1


def _row(kind: str, answers: list[Answer]) -> str:
    complete = sum(not one.false for one in answers)
    sound = sum(not one.missed for one in answers)
    return f"{kind:<18} {len(answers):>8} {complete:>8} {sound:>8}"


if __name__ == "__main__":
    raise SystemExit(main())
