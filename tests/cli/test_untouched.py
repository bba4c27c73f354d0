"""What a command must not do: leave a trace, run a stranger's program, answer otherwise the second time."""

from __future__ import annotations

from pathlib import Path

from tests.cli.program import git, in_turn, packlens, process, repository, write

FILES = """
#- pkg/__init__.py
from pkg.store import Store
#- pkg/store.py
class Store:
    def get(self, key): ...
    def put(self, key, value): ...
#- pkg/use.py
from pkg import Store

def run(store: Store):
    return store.get(1)

def guess(thing):
    return thing.put(1, 2)
"""
COMMANDS = (
    ("pack", "--entry", "Store", "--stats"),
    ("pack", "--entry", "pkg/use.py", "--format", "json"),
    ("pack", "--entry", "Store.get", "--format", "xml", "--direction", "callers"),
    ("pack", "--entry", "run", "--format", "text", "--signatures-only"),
    ("callers", "Store.put", "--json"),
    ("callees", "run"),
    ("symbol", "Store", "--body"),
    ("search", "store a value", "--json"),
    ("pack", "--query", "where does the store get a value"),
    ("map",),
    ("map", "--query", "get a store", "--focus", "pkg/use.py", "--format", "json"),
    ("graph",),
    ("graph", "--format", "json"),
    ("graph", "--format", "graphml"),
)


def test_f3_no_command_writes_into_the_work_tree(tmp_path: Path) -> None:
    folder = repository(tmp_path, FILES)
    process("pack", "--entry", "Store", cwd=folder)
    assert git(folder, "status", "--porcelain", "--ignored") == b""
    for command in (*COMMANDS, ("status",), ("pack", "--entry", "absent")):
        packlens(*command, cwd=folder)
        assert git(folder, "status", "--porcelain", "--ignored") == b"", command


def test_l3_the_same_bytes_under_another_hash_seed_and_file_order(tmp_path: Path) -> None:
    first = write(tmp_path / "one" / "root", FILES)
    second = tmp_path / "two" / "root"
    for file in sorted(first.rglob("*.py"), reverse=True):
        copy = second / file.relative_to(first)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(file.read_bytes())
    git(second, "init", "-q")

    one = in_turn(COMMANDS, cwd=first, env={"PYTHONHASHSEED": "1"})
    two = in_turn(COMMANDS, cwd=second, env={"PYTHONHASHSEED": "2"})
    assert {outcome.code for outcome in one} == {0}
    assert one == two


def test_nothing_of_a_hostile_repository_runs_y5(tmp_path: Path) -> None:
    folder = repository(tmp_path / "root", FILES)
    trap = tmp_path / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch '{tmp_path}/sprung'\n")
    trap.chmod(0o755)
    for key in ("core.fsmonitor", "diff.external", "core.pager", "diff.x.textconv", "filter.x.clean"):
        git(folder, "config", key, str(trap))
    git(folder, "config", "core.hooksPath", str(tmp_path / "hooks"))
    (tmp_path / "hooks").mkdir()
    (tmp_path / "hooks" / "post-index-change").symlink_to(trap)
    (folder / ".gitattributes").write_text("*.py diff=x filter=x\n")
    for command in (("pack", "--entry", "Store"), ("graph",)):
        assert process(*command, cwd=folder).code == 0
    assert not (tmp_path / "sprung").exists()


def test_modules_of_the_workspace_are_not_imported_by_the_program_y5(tmp_path: Path) -> None:
    folder = write(tmp_path / "root", FILES)
    for name in ("typing", "json", "re", "dataclasses", "click", "msgspec"):
        (folder / f"{name}.py").write_text(f"open({str(tmp_path / 'sprung')!r}, 'w').close()\n")
    assert process("status", cwd=folder).code == 0
    assert not (tmp_path / "sprung").exists()


def test_a_workspace_cannot_weaken_redaction_or_name_a_program_y5(tmp_path: Path) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6" * 3
    folder = write(
        tmp_path,
        f"""
#- pyproject.toml
[tool.packlens]
redact = false
interpreter = "./evil"
[tool.packlens.semantic]
endpoint = "https://example.org"
#- a.py
def f():
    return "{secret}"
""",
    )
    answer = packlens("pack", "--entry", "f", cwd=folder)
    assert answer.code == 0
    assert secret not in answer.text
    why = "is ignored in a workspace file; set it in your own settings"
    assert answer.err == "".join(
        f"packlens: warning: pyproject.toml: `{key}` {why}\n"
        for key in ("redact", "interpreter", "semantic.endpoint")
    )
    assert secret in packlens("pack", "--entry", "f", "--no-redact", "-q", cwd=folder).text


def test_quiet_says_nothing_but_errors(tmp_path: Path) -> None:
    folder = write(tmp_path, "\n#- packlens.toml\nbudgte = 1\n#- a.py\ndef f(): ...\n")
    assert packlens("callers", "f", "-q", cwd=folder).err == ""
    assert packlens("callers", "g", "-q", cwd=folder).err.count("\n") == 1


def test_the_answer_is_bytes_and_not_text_of_the_locale(tmp_path: Path) -> None:
    folder = write(tmp_path, "\n#- a.py\ndef naïve(): return 'ö\U0001f600'\n")
    env = {
        "LC_ALL": "C",
        "LANG": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONIOENCODING": "ascii",
    }
    answer = process("symbol", "naïve", "--body", cwd=folder, env={"PYTHONUTF8": "1"})
    other = process("symbol", "a.py:1", "--body", cwd=folder, env=env)
    assert answer.code == other.code == 0
    assert answer.out == other.out
    assert "def naïve(): return 'ö\U0001f600'\n".encode() in answer.out
    assert b"\r" not in answer.out
