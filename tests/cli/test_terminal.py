"""On a terminal: a bar while the index is made, gone when it is done, and Ctrl-C that ends it."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

from tests.cli.program import PROGRAM, environment, hears_ctrl_c, process, write

FILES = "\n#- a.py\ndef f(): ...\n"

if os.name == "posix":
    import pty

    class Terminal:
        """A running command whose stderr is a terminal."""

        def __init__(self, folder: Path, *arguments: str) -> None:
            self._end, theirs = pty.openpty()
            self.running = subprocess.Popen(
                [*PROGRAM, *arguments],
                cwd=folder,
                env=environment({"TERM": "xterm-256color"}),
                stdout=subprocess.PIPE,
                stderr=theirs,
                preexec_fn=hears_ctrl_c,
            )
            os.close(theirs)

        def read(self, until: bytes = b"") -> bytes:
            """What the terminal shows, to `until` or to the end."""
            shown = b""
            while not (until and until in shown):
                try:
                    chunk = os.read(self._end, 4096)
                except OSError:  # how Linux says that nobody holds the other end
                    chunk = b""
                if not chunk:
                    break
                shown += chunk
            return shown

        def end(self) -> tuple[int, bytes]:
            """Exit code and stdout."""
            out, _ = self.running.communicate(timeout=240)
            os.close(self._end)
            return self.running.returncode, out

    def test_a_bar_on_a_terminal_and_the_same_answer(tmp_path: Path) -> None:
        terminal = Terminal(write(tmp_path, FILES), "callers", "f")
        shown = terminal.read()
        code, out = terminal.end()
        assert b"indexing" in shown
        assert b"1/1" in shown
        assert (code, out) == (0, b"a.py::f: no callers\n")

    def test_no_bar_when_quiet(tmp_path: Path) -> None:
        terminal = Terminal(write(tmp_path, FILES), "callers", "f", "-q")
        assert terminal.read() == b""
        assert terminal.end() == (0, b"a.py::f: no callers\n")

    def test_ctrl_c_during_the_index(tmp_path: Path) -> None:
        body = "".join(f"def f{n}(a, b):\n    return f{n + 1}(a, b)\n" for n in range(200))
        for number in range(300):
            (tmp_path / f"m{number}.py").write_text(body)
        terminal = Terminal(tmp_path, "graph")
        terminal.read(until=b"indexing")
        terminal.running.send_signal(signal.SIGINT)
        shown = terminal.read()
        code, out = terminal.end()
        assert (code, out) == (130, b"")
        assert b"Traceback" not in shown
        assert b"packlens:" not in shown


def test_nothing_of_a_bar_when_stderr_is_no_terminal(tmp_path: Path) -> None:
    answer = process("callers", "f", cwd=write(tmp_path, FILES))
    assert (answer.code, answer.out, answer.err) == (0, b"a.py::f: no callers\n", "")
