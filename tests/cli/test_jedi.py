"""The command line with Jedi: the default, `--wait`, and the same answer at every door."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import psutil

from packlens import open_workspace
from tests.cli.program import PROGRAM, hears_ctrl_c, packlens, write
from tests.session.test_settling import JOBS, OPEN, TARGET


def test_callers_wait_for_all_by_default(tmp_path: Path) -> None:
    root = write(tmp_path, JOBS)
    answer = packlens("callers", TARGET, "--json", cwd=root, with_jedi=True)
    told = json.loads(answer.text)
    assert [(row["id"], row["confidence"], row["resolver"]) for row in told["callers"]] == [
        ("other.py::there", 1.0, "jedi"),
        ("use.py::go", 1.0, "jedi"),
    ]
    assert (answer.err, told["pending"]) == ("", 0)


def test_with_no_settings_jedi_is_asked_about_what_is_left_open(tmp_path: Path) -> None:
    root = write(tmp_path, OPEN)
    assert json.loads(packlens("status", "--json", cwd=root).text)["pending"] == 1
    stops = packlens("callers", "job.py::Job.stop", "--json", cwd=root, with_jedi=True)
    told = packlens("callers", TARGET, "--json", cwd=root, with_jedi=True)
    static = packlens("callers", TARGET, "--json", cwd=root)
    assert [
        [(row["id"], row["confidence"], row["resolver"]) for row in json.loads(answer.text)["callers"]]
        for answer in (stops, told, static)
    ] == [[("use.py::end", 0.8, "static")], [("use.py::go", 1.0, "jedi")], []]
    assert json.loads(packlens("status", "--json", cwd=root).text)["pending"] == 0


def test_what_was_not_waited_for_is_counted_and_said(tmp_path: Path) -> None:
    root = write(tmp_path, JOBS)
    answer = packlens("callers", TARGET, "--json", "--wait", "0", cwd=root, with_jedi=True)
    told = json.loads(answer.text)
    assert {row["confidence"] for row in told["callers"]} == {0.8}
    assert told["pending"] == 2
    assert answer.err == (
        "packlens: warning: 2 calls are not settled yet and could change the answer; --wait all waits for them\n"
    )


def test_a_pack_says_what_is_pending_in_its_header(tmp_path: Path) -> None:
    root = write(tmp_path, JOBS)
    answer = packlens("pack", "--entry", TARGET, "--wait", "0", cwd=root, with_jedi=True)
    assert "pending 2" in answer.text.splitlines()[0]


def test_a_settled_pack_is_the_same_at_both_doors(tmp_path: Path) -> None:
    root = write(tmp_path, JOBS)
    answer = packlens("pack", "--entry", TARGET, cwd=root, with_jedi=True)
    with open_workspace(root) as session:
        assert session.render(session.pack(TARGET)) == answer.text


def test_the_graph_waits_for_everything(tmp_path: Path) -> None:
    root = write(tmp_path, OPEN)
    graph = json.loads(packlens("graph", "--format", "json", cwd=root, with_jedi=True).text)
    assert [(edge["source"], edge["target"]) for edge in graph["edges"] if edge["resolver"] == "jedi"] == [
        ("use.py::go", TARGET)
    ]


if os.name == "posix":

    def test_ctrl_c_ends_the_wait_and_the_workers(tmp_path: Path) -> None:
        root = write(tmp_path, JOBS)
        calls = "".join(f"def go{number}():\n    make().run()\n" for number in range(2000))
        (root / "many.py").write_text(f"from make import make\n{calls}")  # so that there is a wait to end
        command = [*PROGRAM, "callers", TARGET]
        with subprocess.Popen(
            command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=hears_ctrl_c
        ) as program:
            children: list[psutil.Process] = []
            while not children and program.poll() is None:
                children = psutil.Process(program.pid).children()
                time.sleep(0.005)
            program.send_signal(signal.SIGINT)
            out, err = program.communicate(timeout=240)
        assert (program.returncode, out) == (130, b"")
        assert b"Traceback" not in err
        assert children
        assert psutil.wait_procs(children, timeout=240)[1] == []
