"""Raw lines: only protocol on stdout, whatever comes in, and an end with the input."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from packlens.mcp.stdio import MOST_BYTES
from tests.mcp.agent import PATIENCE, Raw, call, hello, message


def test_whatever_is_no_message_is_answered_and_passed_over(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def f(): ...\n")
    with Raw(cwd=tmp_path) as server:
        server.say(hello())
        server.hear_of(1)
        server.say(b"{not json\n", b"[]\n", b"\n", b"\xff\xfe\n", b"[" * 100_000 + b"\n", b'"text"\n')
        server.say(
            b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":"' + b"x" * (MOST_BYTES + 1) + b'"}\n'
        )
        server.say(message(id=2, method="no/such"), message(id=3, method="tools/call", params={"name": 3}))
        server.say(
            message(id=4, method="tools/call", params=[1]), call(5, "nope"), call(6, "get_symbol", target="f")
        )
        server.say(b'{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"\\ud800"}}\n')
        server.say(
            message(method="no/such/notification"), message(method="notifications/cancelled", params={})
        )
        unreadable, answered = [], {}
        while len(answered) < 6 or len(unreadable) < 6:
            heard = server.hear()
            if heard["id"] is None:
                unreadable.append(heard["error"]["code"])
            else:
                answered[heard["id"]] = heard.get("error", {}).get("code")
        assert answered == {2: -32601, 3: -32602, 4: -32700, 5: -32602, 6: None, 8: -32700}
        assert unreadable == [-32700] * 5 + [-32600] + [-32700] * (len(unreadable) - 6)
        code, out, err = server.end()
        assert (code, out) == (0, b"")
        assert "Traceback" not in err


def test_the_end_of_input_is_the_end(tmp_path: Path) -> None:
    """Also inside a message, and while the first index runs."""
    for number in range(100):
        (tmp_path / f"m{number}.py").write_text("def f(): ...\n" * 200)
    with Raw(cwd=tmp_path) as server:
        server.say(hello(), call(2, "callers_of", target="m1.f"), call(3, "get_sym")[:-9])
        server.hear_of(1)
        began = time.monotonic()
        code, out, err = server.end()
        assert (code, err) == (0, "")
        assert time.monotonic() - began < PATIENCE
        assert all(line.startswith(b'{"jsonrpc"') for line in out.splitlines())


@pytest.mark.parametrize("path", ["absent", "a.py", "no\nname"])
def test_a_folder_that_cannot_be_opened_is_named_in_each_answer(tmp_path: Path, path: str) -> None:
    (tmp_path / "a.py").write_text("def f(): ...\n")
    with Raw(path, cwd=tmp_path) as server:
        server.say(hello(), call(2, "get_symbol", target="f"), call(3, "index_status"))
        heard = server.hear_of(1, 2, 3)
        assert "error" not in heard[1]
        for identity in (2, 3):
            result = heard[identity]["result"]
            assert result["isError"]
            assert result["content"][0]["text"].startswith("cannot open ")
        assert server.end()[:2] == (0, b"")


def test_a_folder_without_python_says_so(tmp_path: Path) -> None:
    with Raw(cwd=tmp_path) as server:
        server.say(hello(), call(2, "get_symbol", target="f"))
        text = server.hear_of(2)[2]["result"]["content"][0]["text"]
        assert text.startswith(f"no Python file in {tmp_path.name}")
        assert server.end()[:2] == (0, b"")


def test_a_question_that_waits_for_the_index_hears_how_far_it_is(tmp_path: Path) -> None:
    for number in range(200):
        (tmp_path / f"m{number}.py").write_text(
            "".join(f"def f{i}(a): return f{i - 1}(a)\n" for i in range(1, 90))
        )
    asked = {"name": "callers_of", "arguments": {"target": "m1.f3"}, "_meta": {"progressToken": "p"}}
    with Raw(cwd=tmp_path) as server:
        server.say(hello(), message(id=2, method="tools/call", params=asked), call(3, "index_status"))
        heard = [server.hear()]
        while heard[-1].get("id") != 2:
            heard.append(server.hear())
        progress = [each["params"] for each in heard if each.get("method") == "notifications/progress"]
        assert progress
        assert {each["progressToken"] for each in progress} == {"p"}
        done = [each["progress"] for each in progress]
        assert done == sorted(done)
        assert not heard[-1]["result"].get("isError", False)
        server.end()


def test_a_question_that_is_withdrawn_is_not_answered_and_the_others_are(tmp_path: Path) -> None:
    for number in range(100):
        (tmp_path / f"m{number}.py").write_text("def f(): ...\n" * 200)
    with Raw(cwd=tmp_path) as server:
        server.say(
            *(hello(), call(2, "callers_of", target="m1.f"), call(3, "callers_of", target="m2.f")),
            message(method="notifications/cancelled", params={"requestId": 2}),
        )
        answered = server.hear_of(1, 3)
        assert set(answered) == {1, 3}
        server.end()
