"""Case Y5: whatever a repository tells git to run, opening, listing and diffing run none of it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from packlens.base.config import Config
from packlens.base.errors import UsageError
from packlens.text.discovery import discover, select
from packlens.text.disk import read_all
from packlens.text.git import GitError, run
from packlens.text.git_files import listed_files
from packlens.text.git_objects import changed_names, touched, tree_of
from packlens.text.git_tree import read_entries
from packlens.text.history import Comparison, read_history
from tests.text.repository import Repository, write


@pytest.fixture
def trap() -> Iterator[Path]:
    """A program that, when run, leaves a file beside itself. Its path is one word to a shell, wherever temporary files
    are kept.
    """
    with tempfile.TemporaryDirectory(prefix="trap", dir="/tmp") as folder:
        program = Path(folder) / "trap.sh"
        program.write_text('#!/bin/sh\necho "$0 $*" >> "${0%.sh}.sprung"\nexit 0\n')
        program.chmod(0o755)
        yield program


def sprung(trap: Path) -> bool:
    return trap.with_suffix(".sprung").exists()


def hostile(repository: Repository, trap: Path) -> None:
    """A repository that names the trap wherever git would run something."""
    write(repository.root, "a.py", "b.py", text="x = 1\n")
    repository.commit()
    write(repository.root, ".gitattributes", text="*.py diff=evil filter=evil\n")
    write(repository.root, ".git/info/attributes", text="*.py diff=evil filter=Evil.Twin merge=evil\n")
    for hook in ("post-index-change", "pre-commit", "post-checkout", "fsmonitor-watchman"):
        write(repository.root, f".git/hooks/{hook}", text=trap.read_text())
        (repository.root / ".git" / "hooks" / hook).chmod(0o755)
    with (repository.root / ".git" / "config").open("a") as config:
        config.write(f"""
[core]
    fsmonitor = {trap}
    hooksPath = {trap.parent}
    pager = {trap}
    editor = {trap}
    sshCommand = {trap}
    askPass = {trap}
    gitProxy = {trap}
[pager]
    diff = {trap}
    ls-files = {trap}
[diff]
    external = {trap}
[diff "evil"]
    command = {trap}
    textconv = {trap}
[filter "evil"]
    clean = {trap}
    smudge = {trap}
    required = true
[filter "Evil.Twin"]
    process = {trap}
    required = true
[merge "evil"]
    driver = {trap}
[alias]
    ls-files = !{trap}
    diff = !{trap}
[credential]
    helper = !{trap}
""")


def springs(repository: Repository, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=repository.root, capture_output=True, stdin=subprocess.DEVNULL)


def test_the_traps_are_real(repository: Repository, trap: Path) -> None:
    hostile(repository, trap)
    write(repository.root, "a.py", text="x = 2\n")
    springs(repository, "ls-files", "-co", "--exclude-standard")
    assert sprung(trap)


def test_y5_nothing_runs(repository: Repository, trap: Path) -> None:
    hostile(repository, trap)
    write(repository.root, "a.py", text="x = 2\n")
    write(repository.root, "new.py")
    listing = discover(repository.root, Config())
    assert (listing.files, listing.used_git) == (("a.py", "b.py", "new.py"), True)
    assert select(repository.root, Config(), ["new.py"]).files == ("new.py",)
    read_all(repository.root, listing, Config())
    history = read_history(repository.root, Comparison())
    assert history.names == ("a.py",)
    assert read_entries(repository.root, Config(), history.old).documents["a.py"].text == "x = 1\n"
    assert touched(repository.root, 1) == [["a.py", "b.py"]]
    assert not sprung(trap)


def test_y5_folders_inside_a_hostile_repository(repository: Repository, trap: Path) -> None:
    hostile(repository, trap)
    write(repository.root, "pkg/c.py")
    assert discover(repository.root / "pkg", Config()).files == ("c.py",)
    assert discover(repository.root / ".git", Config()).files == ()
    assert not sprung(trap)


def test_y5_a_bare_repository_hidden_in_a_folder_is_not_obeyed(tmp_path: Path, trap: Path) -> None:
    write(tmp_path, "root/a.py")
    Repository(tmp_path).git("init", "-q", "--bare", "root/assets")
    write(tmp_path, "root/assets/b.py")
    with (tmp_path / "root" / "assets" / "config").open("a") as config:
        config.write(f"[core]\n    bare = false\n    worktree = .\n    fsmonitor = {trap}\n")
    listing = discover(tmp_path / "root" / "assets", Config())
    assert (listing.files, listing.used_git) == (("b.py",), False)
    assert not sprung(trap)


def test_y5_a_partial_clone_fetches_nothing(repository: Repository, trap: Path) -> None:
    write(repository.root, "a.py")
    repository.commit()
    old = repository.git("rev-parse", "HEAD:a.py").decode().strip()
    write(repository.root, "a.py", text="x = 2\n")
    repository.commit()
    (repository.root / ".git" / "objects" / old[:2] / old[2:]).unlink()
    with (repository.root / ".git" / "config").open("a") as config:
        config.write(f"""
[core]
    repositoryFormatVersion = 1
[extensions]
    partialClone = origin
[remote "origin"]
    url = {repository.root}
    promisor = true
    uploadPack = {trap}
[protocol]
    allow = always
""")
    before = read_history(repository.root, Comparison.of("HEAD~1")).old
    with pytest.raises(GitError):
        read_entries(repository.root, Config(), before)
    assert discover(repository.root, Config()).files == ("a.py",)
    assert not sprung(trap)
    springs(repository, "diff", "HEAD~1")
    assert sprung(trap)


def test_y5_a_hostile_submodule(repository: Repository, tmp_path: Path, trap: Path) -> None:
    library = Repository.new(tmp_path / "library")
    write(library.root, "lib.py")
    library.commit()
    write(repository.root, "a.py")
    repository.add_submodule(library, "vendored")
    repository.commit()
    Repository(repository.root / "vendored").git("config", "core.fsmonitor", str(trap))
    write(repository.root, "vendored/lib.py", text="x = 2\n")
    assert discover(repository.root, Config()).files == ("a.py",)
    assert read_history(repository.root, Comparison()).names == ()
    assert not sprung(trap)


def test_y5_a_git_in_the_workspace_is_not_the_git_we_run(
    repository: Repository, trap: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(repository.root, "a.py")
    write(repository.root, "git", text=trap.read_text())
    (repository.root / "git").chmod(0o755)
    write(repository.root, "inside/a.py")
    monkeypatch.chdir(repository.root)
    path = os.environ["PATH"]
    for hostile_path in (f".:{path}", f":{path}", f"{repository.root}:{path}"):
        monkeypatch.setenv("PATH", hostile_path)
        assert discover(repository.root, Config()).used_git
        assert discover(repository.root / "inside", Config()).used_git
    assert not (repository.root / "git.sprung").exists()


def test_nothing_is_written_and_nothing_is_locked(repository: Repository) -> None:
    """Case F3, as far as discovery goes."""
    write(repository.root, "a.py")
    repository.commit()
    before = {path: path.stat().st_mtime_ns for path in repository.root.rglob("*")}
    write(repository.root, "a.py", text="x = 1\n")
    before[repository.root / "a.py"] = (repository.root / "a.py").stat().st_mtime_ns
    lock = repository.root / ".git" / "index.lock"
    lock.touch()
    before[lock] = lock.stat().st_mtime_ns
    assert discover(repository.root, Config()).used_git
    assert read_history(repository.root, Comparison()).names == ()
    after = {path: path.stat().st_mtime_ns for path in repository.root.rglob("*")}
    changed = {path for path in after if before.get(path) != after[path]}
    assert changed <= {repository.root / ".git"}
    lock.unlink()
    assert repository.git("status", "--porcelain") == b""


@pytest.mark.parametrize("revision", ["--ext-diff", "-p", "--output=x", "", "a b", "HEAD\n", "a\0b"])
def test_y3_what_is_no_revision_is_refused_by_name(repository: Repository, revision: str) -> None:
    with pytest.raises(UsageError) as refused:
        tree_of(repository.root, revision)
    shown = revision.replace("\n", "?").replace("\0", "?")
    assert str(refused.value) == f"`{shown}` is not a revision; give a commit, a branch or a tag"


def test_changed_names_are_the_same_under_any_configuration(
    repository: Repository, own_git_configuration: Path
) -> None:
    write(repository.root, "a.py", "b/c.py", text="x = 1\n")
    repository.commit()
    (repository.root / "a.py").write_text("x = 2\n")
    repository.git("mv", "b/c.py", "b/d.py")
    expected = ["a.py", "b/c.py", "b/d.py"]
    assert changed_names(repository.root, "HEAD") == expected
    with own_git_configuration.open("a") as config:
        config.write(
            "[diff]\nnoprefix = true\nrelative = false\nrenames = copies\n[color]\nui = always\n"
            "[core]\nquotePath = true\n"
        )
    assert changed_names(repository.root, "HEAD") == expected
    assert changed_names(repository.root / "b", "HEAD") == ["c.py", "d.py"]


def test_x5_names_that_are_not_utf8_under_any_locale(repository: Repository) -> None:
    names = (
        b"caf\xe9.py",
        "cafe\u0301.py".encode(),
        "日本.py".encode(),
        b"new\nline.py",
        b"back\\slash.py",
        b'q"uote.py',
    )
    for name in names:
        write(repository.root, os.fsdecode(name))
    script = (
        "import sys; from pathlib import Path; from packlens.base.config import Config\n"
        "from packlens.text.discovery import discover, select; from packlens.text.disk import read_all\n"
        "root = Path(sys.argv[1]); listing = discover(root, Config())\n"
        "documents, skips = read_all(root, listing, Config())\n"
        "assert select(root, Config(), listing.files).files == listing.files\n"
        "print(ascii((listing.files, listing.used_git, sorted(documents), skips)))\n"
    )
    expected = ("back\\\\slash.py", "caf\\xe9.py", "cafe\u0301.py", "new\\x0aline.py", 'q"uote.py', "日本.py")
    for locale in (
        {"LANG": "C"},
        {"LC_ALL": "C"},
        {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ):
        for use_git in (True, False):
            path = {"PATH": os.environ["PATH"] if use_git else "/nowhere"}
            kept = {name: os.environ[name] for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM")}
            done = subprocess.run(
                [sys.executable, "-c", script, str(repository.root)],
                env=locale | path | kept,
                capture_output=True,
            )
            assert done.stderr == b""
            assert done.stdout.decode().strip() == ascii((expected, use_git, sorted(expected), ()))


def test_failures_are_one_line(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def failure(ask: Callable[[], object]) -> str:
        with pytest.raises(GitError) as error:
            ask()
        return str(error.value)

    assert failure(lambda: run(repository.root, "no-such-command")).startswith(
        "git: 'no-such-command' is not"
    )
    assert failure(lambda: changed_names(repository.root, "nowhere")) == "fatal: bad revision 'nowhere'"
    assert failure(lambda: run(tmp_path / "nowhere", "status")).startswith("git did not start: ")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert failure(lambda: listed_files(repository.root)) == "git is not installed"
