"""One Neovim to be driven, and the workspace it is given."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_SPEC_SECONDS = 400
_WORKSPACE = {
    "pyproject.toml": '[project]\nname = "shop"\n',
    "shop/__init__.py": "",
    "shop/orders.py": '''class Order:
    """What a customer wants."""

    currency = "EUR"

    def __init__(self, lines):
        self.lines = lines
        self.paid = False

    def total(self):
        return sum(line.price for line in self.lines)

    def pay(self, till):
        till.take(self.total(), self.currency)
        self.paid = True
''',
    "shop/till.py": '''"""Where the money goes."""

from shop.orders import Order


class Till:
    def __init__(self):
        self.taken = []

    def take(self, amount, currency):
        self.taken.append((amount, currency))


def sell(lines):
    order = Order(lines)
    order.pay(Till())
    return order


def größe(order): return "äöü𝄞", order.total(), Order(order.lines).total()


def guess(thing):
    return thing.total()
''',
}


@dataclass(frozen=True, slots=True)
class Editor:
    """A Neovim binary. `new`: it has `vim.lsp.enable`."""

    binary: Path
    version: str
    new: bool
    python: Path

    @property
    def packlens(self) -> Path:
        """The command line of the installation under test."""
        return self.python.parent / "packlens"

    def runtime(self) -> str:
        """The folder of the runtime files, as the command line names it."""
        asked = [self.packlens, "lsp", "--runtime-path"]
        return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()

    def environment(self, workspace: Path, how: str) -> dict[str, str]:
        """A home of its own, no display, and the plugin's program on PATH."""
        kept = {name: value for name, value in os.environ.items() if name in ("LANG", "LC_ALL", "TMPDIR")}
        home = workspace.parent / "home"
        home.mkdir(exist_ok=True)
        return kept | {
            "PATH": f"{self.python.parent}:{os.environ['PATH']}",
            "HOME": str(home),
            "LUA_PATH": f"{_HERE}/?.lua;;",
            "PACKLENS_PYTHON": str(self.python),
            "PACKLENS_TURN_ON": how,
            "PACKLENS_WORKSPACE": str(workspace),
        }

    def command(self, how: str, *rest: str) -> list[str]:
        """Headless, without anybody's configuration; with the plugin unless the run is about doing without."""
        paths = [] if how == "bare" else ["--cmd", f"set runtimepath^={self.runtime()}"]
        older = ["--cmd", "lua vim.lsp.enable = nil"] if how == "start" else []
        return [str(self.binary), "--clean", "--headless", "-n", "-i", "NONE", *paths, *older, *rest]

    def run_spec(self, spec: Path, how: str) -> Iterator[str]:
        """The lines that a spec prints; one more when Neovim did not come to its end."""
        with workspace() as folder:
            asked = self.command(how, "-c", f"luafile {spec}")
            try:
                done = subprocess.run(
                    asked,
                    cwd=folder,
                    env=self.environment(folder, how),
                    capture_output=True,
                    stdin=subprocess.DEVNULL,
                    encoding="utf-8",
                    errors="replace",
                    timeout=_SPEC_SECONDS,
                )
            except subprocess.TimeoutExpired as error:
                said = error.stdout or b""
                yield from _cases(said if isinstance(said, str) else said.decode("utf-8", "replace"))
                yield f"FAIL {spec.stem}: Neovim did not end within {_SPEC_SECONDS} s"
                return
            lines = list(_cases(done.stdout))
            yield from lines
            if done.returncode or not lines:
                yield f"FAIL {spec.stem}: Neovim ended with {done.returncode}: {done.stderr.strip()}"


def _cases(printed: str) -> Iterator[str]:
    return (line for line in printed.splitlines() if line.startswith(("PASS ", "FAIL ")))


@contextmanager
def workspace() -> Iterator[Path]:
    """A git work tree with a small program in it, in a folder that has room for more beside it."""
    with tempfile.TemporaryDirectory(prefix="packlens-nvim-", ignore_cleanup_errors=True) as around:
        folder = Path(around).resolve() / "shop"
        for name, text in _WORKSPACE.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        subprocess.run(["git", "init", "-q", folder], check=True)
        yield folder


def editors(variables: Mapping[str, str]) -> list[Editor]:
    """The Neovims that the environment names, newest first."""
    python = Path(variables.get("PACKLENS_PYTHON", sys.executable))
    if not variables.get("PACKLENS_NVIM"):
        raise SystemExit(
            "tests/e2e/neovim: set PACKLENS_NVIM to Neovim 0.11 or newer; tests/e2e/install installs one"
        )
    found = []
    for name in ("PACKLENS_NVIM", "PACKLENS_NVIM_OLD"):
        binary = variables.get(name)
        if binary:
            said = subprocess.run([binary, "--version"], check=True, capture_output=True, text=True).stdout
            found.append(Editor(Path(binary), said.splitlines()[0], name == "PACKLENS_NVIM", python))
    return found


def end(child: subprocess.Popen[str]) -> None:
    """End a Neovim that a case started, whatever state it is in."""
    if child.poll() is None:
        child.send_signal(signal.SIGKILL)
    child.wait()
