"""How a server begins and ends: it speaks only protocol, and does not outlive its editor."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import psutil

from tests.lsp.editor import SERVER, write
from tests.lsp.wire import EXIT, INITIALIZED, PATIENCE, RANGE, SHUTDOWN, Conversation, initialize, message


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


def test_exit_without_shutdown(tmp_path: Path) -> None:
    check_end(tmp_path, initialize(tmp_path), EXIT, answers={1: None}, code=1)


def test_the_end_of_input_is_the_end(tmp_path: Path) -> None:
    """Also inside a message, and while the first index runs."""
    write(tmp_path, {f"m{number}.py": "def f(): ...\n" * 100 for number in range(100)})
    server = Conversation(tmp_path)
    server.say(initialize(tmp_path), INITIALIZED, SHUTDOWN[:-5])
    server.hear(1)
    began = time.monotonic()
    assert server.end()[0] == 1
    assert time.monotonic() - began < PATIENCE


def test_requests_at_the_wrong_time_or_of_no_shape_are_answered(tmp_path: Path) -> None:
    """Before `initialize`, a second one, after `shutdown`, of no shape; what is no JSON is passed over."""
    wrong = message(id=5, method="textDocument/codeLens", params={"textDocument": 3})
    garbage = b"Content-Length: 9\r\n\r\n{not json"
    again = message(
        id=6, method="initialize", params={"processId": None, "rootUri": None, "capabilities": {}}
    )
    said = (lenses(7), initialize(tmp_path), wrong, garbage, again, SHUTDOWN, lenses(8), EXIT)
    expected = {7: -32002, 1: None, 5: -32602, 6: -32600, 2: None, 8: -32600}
    check_end(tmp_path, *said, answers=expected, code=0)


def test_a_client_that_reads_no_more_is_an_end_in_one_line(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    server = subprocess.Popen(
        SERVER, cwd=tmp_path, stdin=subprocess.PIPE, stdout=writing, stderr=subprocess.PIPE
    )
    os.close(writing)
    assert server.stdin is not None
    server.stdin.write(initialize(tmp_path))
    server.stdin.flush()
    assert server.wait(PATIENCE) == 1  # its input is still open
    _, said = server.communicate()
    assert said.decode().splitlines() == ["packlens: the connection to the client ended: BrokenPipeError"]


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


def check_refusal(server: Conversation, root: Path | None) -> str:
    """A root that cannot be served: the person is told once, and so is whoever asks. What stderr holds."""
    server.say(initialize(root), INITIALIZED, pack(3, "f"))
    refusal = server.hear(3)["error"]["message"]
    server.say(SHUTDOWN, EXIT)
    code, said = server.end()
    shown = [heard for heard in server.heard if heard.get("method") == "window/showMessage"]
    assert [message["params"]["message"] for message in shown] == [f"Packlens: {refusal}"]
    assert code == 0
    return said


def test_only_protocol_on_stdout_without_a_folder(tmp_path: Path) -> None:
    assert check_refusal(Conversation(tmp_path), None) == ""


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
    """The root is a file besides."""
    file = write(tmp_path, {"file.txt": "no folder"}) / "file.txt"
    said = check_refusal(Conversation(tmp_path, [sys.executable, "-c", NOISY]), file)
    assert all(word in said for word in ("printed", "written", "child"))


def test_a_socket_instead_of_standard_streams(tmp_path: Path) -> None:
    """The address is told on stderr, as port 0 lets the system choose one."""
    with subprocess.Popen([*SERVER, "--tcp", "127.0.0.1:0"], stderr=subprocess.PIPE) as server:
        assert server.stderr is not None
        host, _, port = server.stderr.readline().decode().split()[-1].rpartition(":")
        with socket.create_connection((host, int(port)), PATIENCE) as connection:
            connection.sendall(initialize(tmp_path) + SHUTDOWN + EXIT)
            said = b"".join(iter(lambda: connection.recv(1 << 16), b""))
        assert server.wait(PATIENCE) == 0
    assert (said.count(b'"id": 1'), said.count(b'"id": 2')) == (1, 1)


FAKE_EDITOR = """
import json, os, subprocess, sys, time
root, held_open, *command = sys.argv[1:]
server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
keeper = None
if held_open == "yes":
    sleep = [sys.executable, "-c", "import time; time.sleep(600)"]
    keeper = subprocess.Popen(sleep, pass_fds=[server.stdin.fileno()])
params = {"processId": os.getpid(), "rootUri": root, "capabilities": {}}
body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}).encode()
server.stdin.write(b"Content-Length: %d\\r\\n\\r\\n%b" % (len(body), body))
server.stdin.flush()
server.stdout.readline()
print(server.pid, keeper.pid if keeper else 0, flush=True)
time.sleep(600)
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


def test_the_classes_of_the_protocol_are_loaded_without_comparisons_and_compare_where_it_counts() -> None:
    program = (
        "import attrs; define = attrs.define; import packlens.lsp.start; from lsprotocol import types;"
        "assert attrs.define is define;"
        "assert types.Position(1, 2) == types.Position(1, 2) < types.Position(2, 0);"
        "place = types.Position(1, 2); assert types.Range(place, place) == types.Range(place, place);"
        "assert types.CodeLens(types.Range(place, place)) != types.CodeLens(types.Range(place, place))"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_server_loads_no_view_before_it_is_asked() -> None:
    views = "[name for name in sys.modules if name.startswith('packlens.views')]"
    script = f"import sys, packlens.lsp.start; print({views})"
    finished = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert finished.stdout == "[]\n"
