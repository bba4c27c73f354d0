"""The clipboard, through the tool each platform has for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

_TIMEOUT_SECONDS = 10


def copy(text: str) -> str | None:
    """Put `text` on the clipboard. `None` when it is there, else the reason why it is not."""
    reason = "no clipboard tool was found (one of wl-copy, xclip, xsel)"
    for command, encoding in _tools():
        try:
            # The X11 and Wayland tools stay in the background and would keep our stdout open.
            subprocess.run(
                command,
                input=text.encode(encoding, "surrogatepass"),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=_TIMEOUT_SECONDS,
                env={**os.environ, "LC_CTYPE": "UTF-8"} if sys.platform == "darwin" else None,
                check=True,
            )
            return None
        except subprocess.CalledProcessError as error:
            reason = f"{Path(command[0]).name} ended with exit code {error.returncode}"
        except subprocess.TimeoutExpired:
            reason = f"{Path(command[0]).name} did not answer within {_TIMEOUT_SECONDS} s"
        except (OSError, UnicodeError) as error:
            reason = f"{Path(command[0]).name} could not be used ({type(error).__name__})"
    return reason


def _tools() -> Iterator[tuple[list[str], str]]:
    """Commands that read the clipboard's new text on stdin, and its encoding, best first."""
    if sys.platform == "win32":
        # The full path: a search would begin in the current folder, which may hold somebody else's clip.exe.
        system = Path(os.environ.get("SYSTEMROOT", r"C:\Windows")) / "System32"
        yield [str(system / "clip.exe")], "utf-16"
        return
    if sys.platform == "darwin":
        yield ["/usr/bin/pbcopy"], "utf-8"
        return
    candidates = [["xclip", "-selection", "clipboard"], ["xsel", "--clipboard", "--input"]]
    if os.environ.get("WAYLAND_DISPLAY"):
        candidates.insert(0, ["wl-copy"])
    for command in candidates:
        if found := shutil.which(command[0]):
            yield [found, *command[1:]], "utf-8"
