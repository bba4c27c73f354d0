"""How a server begins and ends: it speaks only protocol, and does not outlive its editor."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psutil

from tests.lsp.editor import SERVER, write

PATIENCE = 5.0


def message(**fields: Any) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **fields}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def initialize(root: Path | None, **fields: Any) -> bytes:
    uri = None if root is None else root.as_uri()
    params = {"processId": None, "rootUri": uri, "capabilities": {}, **fields}
    return message(id=1, method="initialize", params=params)


INITIALIZED = message(method="initialized", params={})
RANGE = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}
SHUTDOWN = message(id=2, method="shutdown", params=None)
EXIT = message(method="exit", params=None)


class Conversation:
    """A server spoken to in bytes. What it says is read as messages, and must hold nothing else."""

    def __init__(self, cwd: Path, command: Sequence[str] = SERVER) -> None:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self._server = subprocess.Popen(command, cwd=cwd, **pipes)
        self.heard: list[dict[str, Any]] = []

    def say(self, *spoken: bytes) -> None:
        """Say several messages in one breath."""
        assert self._server.stdin is not None
        self._server.stdin.write(b"".join(spoken))
        self._server.stdin.flush()

    def hear(self, identity: int) -> dict[str, Any]:
        """Listen until a request is answered."""
        while not self.heard or self.heard[-1].get("id") != identity or "method" in self.heard[-1]:
            message = self._next()
            assert message is not None, f"the server ended: {self.heard}"
        return self.heard[-1]

    def end(self) -> tuple[int, str]:
        """Close the server's input and listen to its end: the exit code, and what it wrote to stderr."""
        assert self._server.stdin is not None and self._server.stderr is not None
        self._server.stdin.close()
        while self._next() is not None:
            continue
        said = self._server.stderr.read().decode()
        with self._server:
            code = self._server.wait(PATIENCE)
        assert "Traceback" not in said
        return code, said

    def error_codes(self) -> dict[int, int | None]:
        """The requests that were answered, in order, with the code of the error if it was one."""
        answers = [message for message in self.heard if "id" in message and "method" not in message]
        return {answer["id"]: answer.get("error", {}).get("code") for answer in answers}

    def _next(self) -> dict[str, Any] | None:
        assert self._server.stdout is not None
        length = None
        while (line := self._server.stdout.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b": ")
            assert name in (b"Content-Length", b"Content-Type"), line
            length = int(value) if name == b"Content-Length" else length
        if length is None:
            assert line == b""
            return None
        self.heard.append(json.loads(self._server.stdout.read(length)))
        return self.heard[-1]


def pack(identity: int, target: str) -> bytes:
    params = {"command": "packlens.server.pack", "arguments": [{"targets": [target]}]}
    return message(id=identity, method="workspace/executeCommand", params=params)


def lenses(identity: int) -> bytes:
    params = {"textDocument": {"uri": "file:///a.py"}}
    return message(id=identity, method="textDocument/codeLens", params=params)


def check_end(cwd: Path, *spoken: bytes, answers: dict[int, int | None], code: int) -> None:
    """Everything is said at once and the input ends: which requests were answered, and the exit code."""
    server = Conversation(cwd)
    server.say(*spoken)
    ended, _ = server.end()
    assert (server.error_codes(), ended) == (answers, code)


def test_exit_codes(tmp_path: Path) -> None:
    check_end(tmp_path, initialize(tmp_path), SHUTDOWN, EXIT, answers={1: None, 2: None}, code=0)
    check_end(tmp_path, initialize(tmp_path), EXIT, answers={1: None}, code=1)


def test_the_end_of_input_is_the_end(tmp_path: Path) -> None:
    write(tmp_path, {f"m{number}.py": "def f(): ...\n" * 100 for number in range(100)})
    server = Conversation(tmp_path)
    server.say(initialize(tmp_path), INITIALIZED)
    server.hear(1)
    began = time.monotonic()
    assert server.end()[0] == 1
    assert time.monotonic() - began < PATIENCE


def test_input_that_ends_inside_a_message(tmp_path: Path) -> None:
    check_end(tmp_path, initialize(tmp_path), SHUTDOWN[:-5], answers={1: None}, code=1)


def test_requests_at_the_wrong_time_are_answered(tmp_path: Path) -> None:
    expected = {7: -32002, 1: None, 2: None, 8: -32600}
    check_end(tmp_path, lenses(7), initialize(tmp_path), SHUTDOWN, lenses(8), EXIT, answers=expected, code=0)


def test_a_malformed_request_is_answered_and_the_server_goes_on(tmp_path: Path) -> None:
    wrong = message(id=5, method="textDocument/codeLens", params={"textDocument": 3})
    garbage = b"Content-Length: 9\r\n\r\n{not json"
    expected = {1: None, 5: -32602, 2: None}
    check_end(tmp_path, initialize(tmp_path), wrong, garbage, SHUTDOWN, EXIT, answers=expected, code=0)


def test_a_withdrawn_request_is_answered_as_such(tmp_path: Path) -> None:
    """`$/cancelRequest` arrives in the same breath as a command and a request; both are answered once."""
    write(tmp_path, {"a.py": "def f(): ...\n"})
    server = Conversation(tmp_path)
    server.say(initialize(tmp_path), INITIALIZED, pack(3, "f"))
    server.hear(3)
    item = {"name": "f", "kind": 12, "uri": "file:///a.py", "range": RANGE, "selectionRange": RANGE}
    calls = message(id=5, method="callHierarchy/incomingCalls", params={"item": item})
    withdraw = [message(method="$/cancelRequest", params={"id": identity}) for identity in (4, 5, 99)]
    server.say(pack(4, "f"), calls, *withdraw, pack(6, "f"))
    server.hear(6)
    server.say(SHUTDOWN, EXIT)
    assert server.end()[0] == 0
    assert server.error_codes() == {1: None, 3: None, 4: -32800, 5: -32800, 6: None, 2: None}


def test_only_protocol_on_stdout_in_a_folder_that_cannot_be_indexed(tmp_path: Path) -> None:
    """The root is a file, does not exist, or is not said: the person is told once, and so is who asks."""
    file = write(tmp_path, {"file.txt": "no folder"}) / "file.txt"
    for root in (file, tmp_path / "absent", None):
        server = Conversation(tmp_path)
        server.say(initialize(root), INITIALIZED, pack(3, "f"))
        refusal = server.hear(3)["error"]["message"]
        server.say(SHUTDOWN, EXIT)
        assert server.end() == (0, "")
        shown = [heard for heard in server.heard if heard.get("method") == "window/showMessage"]
        assert [message["params"]["message"] for message in shown] == [f"Packlens: {refusal}"]


NOISY = """
import os, subprocess, sys
from packlens.lsp import routes
before, _ = routes.FEATURES["initialize"]
def loud(ls, params):
    print("printed")
    os.write(1, b"written")
    subprocess.run([sys.executable, "-c", "print('child')"])
    return before(ls, params)
routes.FEATURES["initialize"] = (loud, None)
from packlens.lsp.start import serve
serve()
"""


def test_stray_prints_and_a_childs_output_do_not_reach_stdout(tmp_path: Path) -> None:
    server = Conversation(tmp_path, [sys.executable, "-c", NOISY])
    server.say(initialize(tmp_path), SHUTDOWN, EXIT)
    code, said = server.end()
    assert (code, server.error_codes()) == (0, {1: None, 2: None})
    assert all(word in said for word in ("printed", "written", "child"))


FAKE_EDITOR = """
import json, os, subprocess, sys, time
root, held_open, *command = sys.argv[1:]
server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
keeper = None
if held_open == "yes":
    sleep = [sys.executable, "-c", "import time; time.sleep(60)"]
    keeper = subprocess.Popen(sleep, pass_fds=[server.stdin.fileno()])
params = {"processId": os.getpid(), "rootUri": root, "capabilities": {}}
body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}).encode()
server.stdin.write(b"Content-Length: %d\\r\\n\\r\\n%b" % (len(body), body))
server.stdin.flush()
server.stdout.readline()
print(server.pid, keeper.pid if keeper else 0, flush=True)
time.sleep(60)
"""


def check_editor_killed(root: Path, *, held_open: bool) -> None:
    """Kill an editor that has just initialized a server, and see the server go."""
    command = [sys.executable, "-c", FAKE_EDITOR, root.as_uri(), "yes" if held_open else "no", *SERVER]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as fake_editor:
        assert fake_editor.stdout is not None
        server_id, keeper_id = (int(word) for word in fake_editor.stdout.readline().split())
        server = psutil.Process(server_id)
        fake_editor.kill()
        try:
            server.wait(PATIENCE)
        finally:
            if keeper_id:
                psutil.Process(keeper_id).kill()
    assert not server.is_running()


def test_a_killed_editor_leaves_no_server(tmp_path: Path) -> None:
    check_editor_killed(tmp_path, held_open=False)


# On Windows a handle is passed on to one child alone, so that no other can hold the pipe open.
if sys.platform != "win32":

    def test_nor_does_one_whose_pipe_another_child_holds_open(tmp_path: Path) -> None:
        check_editor_killed(tmp_path, held_open=True)
