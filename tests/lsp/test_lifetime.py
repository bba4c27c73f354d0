"""How a server begins and ends: it speaks only protocol, and does not outlive its editor."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
import time
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
SHUTDOWN = message(id=2, method="shutdown", params=None)
EXIT = message(method="exit", params=None)


def messages_of(output: bytes) -> list[dict[str, Any]]:
    """Every message of an output that must hold nothing else."""
    found = []
    while output:
        header, _, rest = output.partition(b"\r\n\r\n")
        assert header.startswith(b"Content-Length: "), output[:200]
        length = int(header.splitlines()[0].removeprefix(b"Content-Length: "))
        found.append(json.loads(rest[:length]))
        output = rest[length:]
    return found


def converse(spoken: bytes, cwd: Path, patience: float = 20.0) -> tuple[list[dict[str, Any]], int]:
    """Start a server, say everything at once, and hear it out."""
    done = subprocess.run(SERVER, input=spoken, capture_output=True, cwd=cwd, timeout=patience)
    assert b"Traceback" not in done.stderr
    return messages_of(done.stdout), done.returncode


def test_exit_codes(tmp_path: Path) -> None:
    answers, code = converse(initialize(tmp_path) + SHUTDOWN + EXIT, tmp_path)
    assert [answer["id"] for answer in answers if "id" in answer] == [1, 2]
    assert code == 0
    assert converse(initialize(tmp_path) + EXIT, tmp_path)[1] == 1


def test_the_end_of_input_is_the_end(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "def f(): ...\n"})
    began = time.monotonic()
    _, code = converse(initialize(tmp_path) + INITIALIZED, tmp_path)
    assert code == 1
    assert time.monotonic() - began < 3 * PATIENCE


def test_input_that_ends_inside_a_message(tmp_path: Path) -> None:
    answers, code = converse(initialize(tmp_path) + SHUTDOWN[:-5], tmp_path)
    assert [answer["id"] for answer in answers] == [1]
    assert code == 1


def test_only_protocol_on_stdout_in_a_folder_that_cannot_be_indexed(tmp_path: Path) -> None:
    """Started in an empty folder, with a root that is a file, and with no root at all."""
    file = write(tmp_path, {"file.txt": "no folder"}) / "file.txt"
    for root in (file, tmp_path / "absent", None):
        question = message(
            id=3,
            method="workspace/executeCommand",
            params={"command": "packlens.server.pack", "arguments": [{"targets": ["f"]}]},
        )
        answers, _ = converse(initialize(root) + INITIALIZED + question + SHUTDOWN + EXIT, tmp_path)
        shown = [
            answer["params"]["message"] for answer in answers if answer.get("method") == "window/showMessage"
        ]
        assert len(shown) == 1, answers
        refusal = next(answer for answer in answers if answer.get("id") == 3)
        assert refusal["error"]["message"] in shown[0]


def test_stray_prints_and_child_output_do_not_reach_stdout(tmp_path: Path) -> None:
    noisy = textwrap.dedent(
        """
        import os, subprocess, sys
        import packlens.lsp.requests.initialize as module
        from packlens.lsp import routes
        before = module.initialize
        def loud(ls, params):
            print("printed"); os.write(1, b"written"); subprocess.run([sys.executable, "-c", "print('child')"])
            return before(ls, params)
        routes.FEATURES["initialize"] = (loud, None)
        from packlens.lsp.start import serve
        serve()
        """
    )
    command = [sys.executable, "-c", noisy]
    spoken = initialize(tmp_path) + SHUTDOWN + EXIT
    done = subprocess.run(command, input=spoken, capture_output=True, timeout=20)
    assert [answer.get("id") for answer in messages_of(done.stdout)] == [1, 2]
    for word in (b"printed", b"written", b"child"):
        assert word in done.stderr


def test_requests_at_the_wrong_time_are_answered(tmp_path: Path) -> None:
    early = message(id=7, method="textDocument/codeLens", params={"textDocument": {"uri": "file:///a.py"}})
    late = message(id=8, method="textDocument/codeLens", params={"textDocument": {"uri": "file:///a.py"}})
    answers, _ = converse(early + initialize(tmp_path) + SHUTDOWN + late + EXIT, tmp_path)
    codes = {answer["id"]: answer["error"]["code"] for answer in answers if "error" in answer}
    assert codes == {7: -32002, 8: -32600}


def test_a_malformed_request_is_answered_and_the_server_goes_on(tmp_path: Path) -> None:
    wrong = message(id=5, method="textDocument/codeLens", params={"textDocument": 3})
    garbage = b"Content-Length: 9\r\n\r\n{not json"
    answers, code = converse(initialize(tmp_path) + wrong + garbage + SHUTDOWN + EXIT, tmp_path)
    assert [(answer["id"], answer.get("error", {}).get("code")) for answer in answers if "id" in answer] == [
        (1, None),
        (5, -32602),
        (2, None),
    ]
    assert code == 0


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
