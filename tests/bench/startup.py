"""A pack from a cold start, and the import of the command line.

    python -m tests.bench.startup --corpus flask

The figures are the medians of processes started one after another; `python -c pass` is printed beside
them and is not taken off. The import is measured inside the process, and must not bring a protocol
library with it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

from tests.bench.figures import announce, corpus, parser, percentile, single, timed

_IMPORT = """
import sys, time
begin = time.perf_counter()
import packlens.main
import packlens.cli.app
print((time.perf_counter() - begin) * 1000)
print(",".join(sorted({"pygls", "lsprotocol", "mcp", "jedi", "rich", "tiktoken"} & set(sys.modules))))
"""


def main() -> int:
    """The command."""
    command = parser(__doc__)
    command.set_defaults(corpus="flask")
    command.add_argument("--entry", default="Flask.wsgi_app")
    command.add_argument("--repeat", type=int, default=7)
    arguments = command.parse_args()
    announce()
    folder = corpus(arguments.corpus)
    pack = [sys.executable, "-m", "packlens", "pack", str(folder), "--no-jedi", "--entry", arguments.entry]

    def run(*command: str) -> None:
        with tempfile.TemporaryDirectory() as cache:  # nothing is kept from one to the next
            environment = os.environ | {"XDG_CACHE_HOME": cache}
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)

    def median(*command: str) -> float:
        return percentile([timed(lambda: run(*command)) for _ in range(arguments.repeat)], 0.5)

    single("python -c pass", median(sys.executable, "-c", "pass"), "ms")
    kept = single(f"pack of {folder.name}", median(*pack), "ms", 1500)
    imports = [
        subprocess.run(
            [sys.executable, "-c", _IMPORT], check=True, capture_output=True, text=True
        ).stdout.split("\n")
        for _ in range(arguments.repeat)
    ]
    kept = (
        single(
            "import of the command line", percentile([float(lines[0]) for lines in imports], 0.5), "ms", 150
        )
        and kept
    )
    heavy = imports[0][1]
    print(f"libraries it brings: {heavy or 'none of pygls, lsprotocol, mcp, jedi, rich, tiktoken'}")
    return 0 if kept and not {"pygls", "lsprotocol", "mcp", "jedi"} & set(heavy.split(",")) else 1


if __name__ == "__main__":
    raise SystemExit(main())
