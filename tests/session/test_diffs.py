"""Diffs and states out of git's objects. The oracle for a state is a session opened on a checkout of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from packlens.base.errors import CancelledError, NotFoundError, UsageError
from packlens.session.session import Session
from packlens.text.diff import Diff
from packlens.text.history import Comparison
from tests.support.edges import edge_lines
from tests.support.facts import differences, facts_of
from tests.text.conftest import own_git_configuration  # noqa: F401 - holds for every git of these tests
from tests.text.repository import Repository, write
from tests.text.test_git_safety import hostile, sprung, trap  # noqa: F401 - a fixture

LEDGER = "def append(entry):\n    return entry\n\n\ndef total(entries):\n    return sum(entries)\n"
SHOP = "from pkg.ledger import append\n\n\ndef sell(item):\n    return append(item)\n"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository.new(tmp_path / "project")
    write(made.root, "pkg/__init__.py", text="")
    write(made.root, "pkg/ledger.py", text=LEDGER)
    write(made.root, "pkg/shop.py", text=SHOP)
    made.commit()
    made.git("tag", "first")
    return made


def shown(diff: Diff) -> list[str]:
    """Each file as a line: how it changed, its hunks, why it has no text."""
    lines = []
    for file in diff.files:
        sign = "M" if file.old and file.new else "A" if file.new else "D"
        name = f"{file.before} -> {file.path}" if file.before else file.path
        ranges = " ".join(f"-{h.old_first},{h.old_count}+{h.new_first},{h.new_count}" for h in file.hunks)
        lines.append(f"{'?' if file.unread else sign} {name} {file.unread or ranges}".rstrip())
    return lines


def check_diff(root: Path, revisions: str | None, *expected: str, staged: bool = False) -> Session:
    """The diff of these revisions, file by file; the session of its later state."""
    comparison = Comparison.of(revisions, staged=staged)
    with Session.open(root) as session, session.later(comparison) as later:
        later.index()
        assert shown(later.diff(comparison)) == list(expected)
        return later


def check_same_graph(later: Session, checkout: Path) -> None:
    """The state has the graph of a checkout of it."""
    with Session.open(checkout) as session:
        session.index()
        assert later.snapshot.state == session.snapshot.state
        assert differences(facts_of(later.snapshot), facts_of(session.snapshot)) == []


def test_the_working_tree_against_head(repository: Repository) -> None:
    check_diff(repository.root, None)
    write(repository.root, "pkg/ledger.py", text=LEDGER.replace("return entry", "return [entry]"))
    write(repository.root, "pkg/new.py", text="y = 1\n")
    write(repository.root, "notes.txt", text="hello\n")
    repository.git("add", "notes.txt")
    (repository.root / "pkg/shop.py").unlink()
    check_diff(
        repository.root,
        None,
        "? notes.txt not Python",
        "M pkg/ledger.py -2,1+2,1",
        "A pkg/new.py -1,0+1,1",
        "D pkg/shop.py -1,5+1,0",
    )
    check_diff(
        repository.root,
        "first",
        "? notes.txt not Python",
        "M pkg/ledger.py -2,1+2,1",
        "A pkg/new.py -1,0+1,1",
        "D pkg/shop.py -1,5+1,0",
    )


def test_open_buffers_belong_to_the_working_tree(repository: Repository) -> None:
    comparison = Comparison.of(None)
    with Session.open(repository.root) as session:
        session.index()
        session.change("pkg/shop.py", SHOP.replace("sell", "vend"))
        session.change("pkg/ledger.py", LEDGER)
        assert shown(session.diff(comparison)) == ["M pkg/shop.py -4,1+4,1"]
        session.close("pkg/shop.py")
        assert shown(session.diff(comparison)) == []


def test_the_graph_of_a_range_is_that_of_its_end(repository: Repository, tmp_path: Path) -> None:
    write(repository.root, "pkg/shop.py", text=SHOP.replace("append", "total"))
    write(repository.root, "src/other.py", text="import pkg.shop\n")
    write(repository.root, "pyproject.toml", text='[tool.setuptools.packages.find]\nwhere = ["src"]\n')
    repository.commit()
    repository.git("tag", "second")
    repository.git("worktree", "add", "-q", str(tmp_path / "second"), "second")
    write(repository.root, "pkg/shop.py", text="broken(")
    write(repository.root, "unrelated.py")
    (repository.root / "pyproject.toml").unlink()
    expected = (
        "M pkg/shop.py -1,1+1,1 -5,1+5,1",
        "? pyproject.toml not Python",
        "A src/other.py -1,0+1,1",
    )
    for revisions in ("first..second", "first..", "first...HEAD", "HEAD~1..HEAD"):
        later = check_diff(repository.root, revisions, *expected)
    check_same_graph(later, tmp_path / "second")
    assert edge_lines(later.snapshot, kinds=("calls",)) == ["pkg/shop.py::sell -calls-> pkg/ledger.py::total"]
    check_diff(
        repository.root,
        "second..first",
        "M pkg/shop.py -1,1+1,1 -5,1+5,1",
        "? pyproject.toml not Python",
        "D src/other.py -1,1+1,0",
    )
    # A work tree of the same repository asks the same objects.
    check_diff(tmp_path / "second", "first..second", *expected)


def test_what_is_staged_is_the_index_and_not_the_disk(repository: Repository, tmp_path: Path) -> None:
    write(repository.root, "pkg/shop.py", text=SHOP.replace("append", "total"))
    repository.git("add", "-A")
    write(repository.root, "pkg/shop.py", text="broken(")
    write(repository.root, "pkg/new.py")
    later = check_diff(repository.root, None, "M pkg/shop.py -1,1+1,1 -5,1+5,1", staged=True)
    repository.git("checkout-index", "-a", f"--prefix={tmp_path}/staged/")
    check_same_graph(later, tmp_path / "staged")


def test_three_dots_begin_where_the_branch_left(repository: Repository) -> None:
    repository.git("checkout", "-q", "-b", "topic")
    write(repository.root, "pkg/topic.py", text="y = 2\n")
    repository.commit()
    repository.git("checkout", "-q", "main")
    write(repository.root, "pkg/main.py")
    repository.commit()
    check_diff(repository.root, "main...topic", "A pkg/topic.py -1,0+1,1")
    check_diff(repository.root, "main..topic", "D pkg/main.py -1,1+1,0", "A pkg/topic.py -1,0+1,1")


def test_renames_with_and_without_edits(repository: Repository) -> None:
    (repository.root / "pkg/ledger.py").rename(repository.root / "pkg/book.py")
    write(repository.root, "pkg/till.py", text=SHOP.replace("sell", "vend"))
    (repository.root / "pkg/shop.py").unlink()
    lines = ("M pkg/ledger.py -> pkg/book.py", "M pkg/shop.py -> pkg/till.py -4,1+4,1")
    check_diff(repository.root, None, *lines)
    repository.commit()
    check_diff(repository.root, "first..", *lines)
    comparison = Comparison.of("first..")
    with Session.open(repository.root) as session:
        session.index()
        diff = session.diff(comparison)
        renames = [(file.before, file.path) for file in diff.files if file.before is not None]
        assert renames == [("pkg/ledger.py", "pkg/book.py"), ("pkg/shop.py", "pkg/till.py")]
        assert diff.texts["pkg/ledger.py"] == (LEDGER, None)
        assert diff.texts["pkg/book.py"] == (None, LEDGER)


def test_what_has_no_text_is_said(repository: Repository, tmp_path: Path) -> None:
    library = Repository.new(tmp_path / "library")
    write(library.root, "lib.py")
    library.commit()
    repository.add_submodule(library, "vendored")
    (repository.root / "pkg/binary.py").write_bytes(b"x = 1\0\n")
    (repository.root / "pkg/latin.py").write_bytes(b"x = 'caf\xe9'\n")
    write(repository.root, "pkg/large.py", text="x = 1\n" * 200_000)
    (repository.root / "pkg/link.py").symlink_to("shop.py")
    (repository.root / "pkg/out.py").symlink_to("/etc/passwd")
    (repository.root / "pkg/loop.py").symlink_to("loop.py")
    repository.commit()
    check_diff(
        repository.root,
        "first..",
        "? .gitmodules not Python",
        "? pkg/binary.py binary",
        "? pkg/large.py larger than index.maxFileBytes",
        "? pkg/latin.py not text in the encoding it declares",
        "A pkg/link.py -1,0+1,5",
        "? pkg/loop.py not readable",
        "? pkg/out.py not readable",
        "? vendored a submodule",
    )


def test_names_that_are_not_utf8_x5(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    for name in (b"caf\xe9.py", "日本.py".encode(), b"new\nline.py", b"back\\slash.py", b'q"uote.py'):
        write(repository.root, os.fsdecode(name))
    expected = (
        "A back\\\\slash.py -1,0+1,1",
        "A caf\\xe9.py -1,0+1,1",
        "A new\\x0aline.py -1,0+1,1",
        'A q"uote.py -1,0+1,1',
        "A 日本.py -1,0+1,1",
    )
    check_diff(repository.root, None, *expected)
    repository.commit()
    check_diff(repository.root, "first..", *expected)


def test_a_root_inside_the_repository(repository: Repository) -> None:
    write(repository.root, "outside.py")
    write(repository.root, "pkg/shop.py", text=SHOP.replace("sell", "vend"))
    check_diff(repository.root / "pkg", None, "M shop.py -4,1+4,1")
    repository.commit()
    check_diff(repository.root / "pkg", "first..", "M shop.py -4,1+4,1")
    later = check_diff(repository.root / "pkg", "first..first")
    assert later.snapshot.paths() == ("__init__.py", "ledger.py", "shop.py")


def test_a_repository_without_a_commit(tmp_path: Path) -> None:
    repository = Repository.new(tmp_path / "unborn")
    check_diff(repository.root, None)
    write(repository.root, "a.py", "b.py")
    repository.git("add", "a.py")
    check_diff(repository.root, None, "A a.py -1,0+1,1", "A b.py -1,0+1,1")
    check_diff(repository.root, None, "A a.py -1,0+1,1", staged=True)
    check_refused(
        repository.root, "HEAD..HEAD", "diff `HEAD..HEAD`: `HEAD` is no revision of this repository"
    )


def test_line_ends_that_git_turns(repository: Repository) -> None:
    repository.git("config", "core.autocrlf", "true")
    (repository.root / "pkg/shop.py").write_bytes(SHOP.replace("sell", "vend").replace("\n", "\r\n").encode())
    (repository.root / "pkg/ledger.py").write_bytes(LEDGER.replace("\n", "\r\n").encode())
    check_diff(repository.root, None, "M pkg/shop.py -4,1+4,1")


def check_refused(root: Path, revisions: str, message: str) -> None:
    with pytest.raises((NotFoundError, UsageError)) as refused:
        comparison = Comparison.of(revisions)
        with Session.open(root) as session, session.later(comparison) as later:
            later.index()
            later.diff(comparison)
    assert str(refused.value).startswith(message)


def test_revisions_that_are_not_there(repository: Repository, tmp_path: Path) -> None:
    repository.git("branch", "feature/totals")
    check_refused(
        repository.root,
        "frist..HEAD",
        "diff `frist..HEAD`: `frist` is no revision of this repository; did you mean first?",
    )
    check_refused(repository.root, "HEAD..feature/total", "diff `HEAD..feature/total`: `feature/total` is no")
    check_refused(repository.root, "HEAD~7", "diff `HEAD~7`: `HEAD~7` is no revision of this repository")
    check_refused(repository.root, "HEAD@{x", "diff `HEAD@{x`: `HEAD@{x` is no revision")
    plain = tmp_path / "plain"
    write(plain, "a.py")
    check_refused(plain, "HEAD", "diff `HEAD`: not a git repository")
    check_refused(plain, "a..b", "diff `a..b`: not a git repository")


def test_a_partial_clone_says_so(repository: Repository, tmp_path: Path) -> None:
    for number in range(2):
        (repository.root / "b.py").write_text(f"def f(): return {number}\n")
        repository.commit()
    repository.git("config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "partial"
    repository.git("clone", "-q", "--filter=blob:none", f"file://{repository.root}", str(clone))
    check_refused(
        clone,
        "HEAD~1..HEAD",
        "diff `HEAD~1..HEAD`: this clone is partial and does not hold all of it; `git fetch --refetch` gets",
    )


def test_a_shallow_clone_says_so(repository: Repository, tmp_path: Path) -> None:
    write(repository.root, "b.py")
    repository.commit()
    repository.git("clone", "-q", "--depth=1", f"file://{repository.root}", str(tmp_path / "shallow"))
    check_diff(tmp_path / "shallow", None)
    check_refused(
        tmp_path / "shallow",
        "HEAD~1",
        "diff `HEAD~1`: `HEAD~1` is no revision of this repository, which is a shallow clone "
        "(git fetch --unshallow gets the rest); give a commit, a branch or a tag",
    )


@pytest.mark.parametrize(
    "revisions",
    [
        "--ext-diff",
        "HEAD..--output=x",
        "-p..HEAD",
        "",
        "..",
        "...",
        "a..b..c",
        "a b",
        "a\0b",
        "HE\u200bAD",
        "\udce9",
    ],
)
def test_what_is_no_revision_is_refused_by_name_y3(repository: Repository, revisions: str) -> None:
    with pytest.raises(UsageError) as refused:
        Comparison.of(revisions)
    assert str(refused.value).startswith("`")
    assert "\0" not in str(refused.value)


def test_an_unfinished_merge(repository: Repository) -> None:
    repository.git("checkout", "-q", "-b", "topic")
    write(repository.root, "pkg/shop.py", text=SHOP.replace("sell", "vend"))
    repository.commit()
    repository.git("checkout", "-q", "main")
    write(repository.root, "pkg/shop.py", text=SHOP.replace("sell", "trade"))
    repository.commit()
    with pytest.raises(AssertionError):
        repository.git("merge", "topic")
    check_diff(repository.root, None, "? pkg/shop.py not readable", staged=True)
    check_diff(repository.root, None, "M pkg/shop.py -4,0+4,1 -5,0+6,3")


def test_nothing_of_a_hostile_repository_runs_y5(repository: Repository, trap: Path) -> None:  # noqa: F811
    hostile(repository, trap)
    write(repository.root, "a.py", text="x = 2\n")
    with Session.open(repository.root) as session:
        session.index()
        for revisions in (None, "HEAD", "first", "first..HEAD", "first...HEAD"):
            comparison = Comparison.of(revisions)
            with session.later(comparison) as later:
                later.index()
                assert later.diff(comparison).files
        comparison = Comparison.of(None, staged=True)
        with session.later(comparison) as later:
            later.index()
            assert later.diff(comparison).files == ()
    assert not sprung(trap)


def test_an_impact_says_how_far_it_is_and_ends_when_it_is_withdrawn(repository: Repository) -> None:
    """Both of its parts: the index of the later state, and the earlier state."""
    write(repository.root, "pkg/ledger.py", text=LEDGER.replace("append(entry)", "append(entry, date)"))
    repository.commit()
    comparison = Comparison.of("first..HEAD")
    with Session.open(repository.root) as session:
        heard: list[float] = []
        asked = session.impact(
            comparison=comparison, progress=lambda done, total: heard.append(done / total), seconds=0
        )
        assert heard == sorted(heard)
        assert (heard[0], heard[-1]) == (0, 1)
        assert [unfit.reason for unfit in asked.unfit] == ["does not give `date`"]
        for part in (0, 1 / 3):  # of three files, one is done when the index is
            heard.clear()
            with pytest.raises(CancelledError):
                session.impact(
                    comparison=comparison,
                    progress=lambda done, total: heard.append(done / total),
                    cancelled=lambda part=part: max(heard, default=0) >= part,
                )
            assert part <= max(heard, default=0) < 1
        assert session.impact(comparison=comparison, seconds=0) == asked
