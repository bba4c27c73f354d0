"""What can only be seen from outside Neovim: what is left when it is gone, and how it starts with a configuration."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from editor import Editor, end, workspace

_START_SECONDS = 60.0
_GONE_SECONDS = 90.0  # one that is still being loaded does not see it before


def _servers(parent: int) -> list[int]:
    """The processes below `parent` that serve, those below a wrapper of Neovim too."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                above = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if above == parent:
                found += [int(entry.name)] if b"lsp" in words else _servers(int(entry.name))
    return found


def _alive(pid: int) -> bool:
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _parent(pid: int) -> int:
    return int((Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[1])


def _after(editor: Editor, leave: Callable[[int], None], *rest: str) -> str | None:
    """Open a file, let `leave` end Neovim, and look for the server."""
    with workspace() as folder:
        how = "enable" if editor.new else "setup"
        command = editor.command(how, "--cmd", f"lua {_turned_on(editor)}", *rest, "shop/orders.py")
        quiet = subprocess.DEVNULL
        child = subprocess.Popen(
            command,
            cwd=folder,
            env=editor.environment(folder, how),
            stdin=quiet,
            stdout=quiet,
            stderr=quiet,
            text=True,
        )
        try:
            until = time.monotonic() + _START_SECONDS
            while not (servers := _servers(child.pid)):
                if time.monotonic() > until:
                    return f"no server within {_START_SECONDS} s"
                time.sleep(0.05)
            time.sleep(2)
            leave(_parent(servers[0]))
            until = time.monotonic() + _GONE_SECONDS
            while any(map(_alive, servers)):
                if time.monotonic() > until:
                    for server in servers:
                        os.kill(server, signal.SIGKILL)
                    return f"the server was there {_GONE_SECONDS} s later"
                time.sleep(0.05)
            return None
        finally:
            end(child)


def killed(editor: Editor) -> str | None:
    """Neovim killed with -9: the server goes too"""
    return _after(editor, lambda neovim: os.kill(neovim, signal.SIGKILL))


_QUIT = (
    "lua local function quit() if #require('packlens.client').all() > 0 then vim.cmd('qall!') end"
    " vim.defer_fn(quit, 100) end vim.defer_fn(quit, 3000)"
)


def quit_normally(editor: Editor) -> str | None:
    """Neovim quits: the server goes too"""
    return _after(editor, _until_gone, "-c", _QUIT)


def _until_gone(neovim: int) -> None:
    until = time.monotonic() + _START_SECONDS
    while _alive(neovim) and time.monotonic() < until:
        time.sleep(0.05)


def _says(editor: Editor, folder: Path, paths: list[str], script: str) -> str:
    """What `script` writes to stderr in a Neovim with the user's files of `folder` and only these paths."""
    variables = editor.environment(folder, "enable") | {"XDG_CONFIG_HOME": str(folder.parent / "config")}
    command = [
        str(editor.binary),
        "--headless",
        "-n",
        "-i",
        "NONE",
        *paths,
        "shop/orders.py",
        "-c",
        script,
        "-c",
        "qa!",
    ]
    done = subprocess.run(
        command,
        cwd=folder,
        env=variables,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        encoding="utf-8",
        errors="replace",
        timeout=180,
    )
    return done.stderr


_COPY = (
    "lua vim.wait(60000, function() return require('packlens.client').of(0) end) vim.cmd('Packlens copy Order.pay')"
    " vim.wait(60000, function() return vim.fn.getreg('\"') ~= '' end)"
    " io.stderr:write(vim.fn.getreg('\"'):sub(1, 8))"
)


def _installed(editor: Editor, lines: list[str], in_packpath: bool) -> str | None:
    with workspace() as folder:
        config = folder.parent / "config" / "nvim"
        config.mkdir(parents=True)
        if in_packpath:
            pack = config / "pack" / "packlens" / "start"
            pack.mkdir(parents=True)
            (pack / "packlens").symlink_to(editor.runtime(), target_is_directory=True)
        (config / "init.lua").write_text("\n".join(lines) + "\n", encoding="utf-8")
        said = _says(editor, folder, [], _COPY)
        return None if said.endswith("packlens") else f"Neovim said {said!r}"


def _turned_on(editor: Editor) -> str:
    return "vim.lsp.enable('packlens')" if editor.new else "require('packlens').setup()"


def runtime_path_line(editor: Editor) -> str | None:
    """Installed by the line that asks `packlens lsp --runtime-path`"""
    line = "vim.opt.runtimepath:append(vim.fn.trim(vim.fn.system({ 'packlens', 'lsp', '--runtime-path' })))"
    return _installed(editor, [line, _turned_on(editor)], in_packpath=False)


def packpath(editor: Editor) -> str | None:
    """Installed as a link in the packpath"""
    return _installed(editor, [_turned_on(editor)], in_packpath=True)


def help_at_once(editor: Editor) -> str | None:
    """:help packlens opens without :helptags"""
    with workspace() as folder:
        paths = ["--cmd", f"set runtimepath^={editor.runtime()}"]
        said = _says(editor, folder, paths, "help packlens | lua io.stderr:write(vim.fn.expand('%:t'))")
        return None if said.endswith("packlens.txt") else f"Neovim said {said!r}"


CASES = [killed, quit_normally, runtime_path_line, packpath, help_at_once]
