"""No server outlives its editor: a watch on the process that started the conversation.

The end of standard input is the usual sign that the editor is gone, but a pipe may be held open by another
child of a killed editor. So the process named by `initialize` is looked at once a second as well. A process
that was not there to begin with (an editor in another container) says nothing about the editor and is not
watched.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable

_INTERVAL_SECONDS = 1.0


def watch(editor: int, gone: Callable[[], None]) -> bool:
    """Call `gone` once, from a daemon thread, when process `editor` has ended.

    False: it cannot be watched.
    """
    if not _alive(editor):
        return False
    started_by_editor = os.getppid() == editor

    def look() -> None:
        while True:
            _pause.wait(_INTERVAL_SECONDS)
            # A killed parent that nobody has reaped still has a process id, but is nobody's parent.
            if (started_by_editor and os.getppid() != editor) or not _alive(editor):
                gone()
                return

    threading.Thread(target=look, name="packlens-lifeline", daemon=True).start()
    return True


_pause = threading.Event()


def _alive(identity: int) -> bool:
    if sys.platform == "win32":
        return _alive_on_windows(identity)
    try:
        os.kill(identity, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # it is there and belongs to somebody else
    return True


def _alive_on_windows(identity: int) -> bool:
    if sys.platform != "win32":
        return True
    import ctypes
    from ctypes import wintypes

    synchronize, wait_timeout = 0x00100000, 0x102
    kernel = ctypes.windll.kernel32
    kernel.OpenProcess.restype = wintypes.HANDLE
    handle = kernel.OpenProcess(synchronize, False, identity)
    if not handle:
        return False
    try:
        return int(kernel.WaitForSingleObject(handle, 0)) == wait_timeout
    finally:
        kernel.CloseHandle(handle)
