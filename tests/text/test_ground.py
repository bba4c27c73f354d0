"""The ground of a listing holds exactly as long as listing again would give the same."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from packlens.base.config import Config, Index
from packlens.text.discovery import discover
from packlens.text.ground import Ground, ground_of
from packlens.text.listing import Listing
from tests.cli.program import git, repository, write
from tests.support.clock import wait_a_clock_step

FILES = """
#- .gitignore
/build/
*.log.py
#- .packlensignore
private.py
#- a.py
x = 1
#- private.py
x = 1
#- pkg/__init__.py
#- pkg/deep/b.py
x = 1
#- pkg/deep/c.log.py
x = 1
#- build/made.py
x = 1
#- docs/notes.txt
text
"""

CHANGES: dict[str, tuple[Callable[[Path], object], bool]] = {
    # What is done to the folder, and whether the listing is then another.
    "nothing": (lambda root: None, False),
    "a text": (lambda root: (root / "a.py").write_text("x = 2\n"), False),
    "an ignored file": (lambda root: (root / "build/other.py").write_text(""), False),
    "a new file": (lambda root: (root / "pkg/deep/d.py").write_text(""), True),
    "a new file of another kind": (lambda root: (root / "docs/more.txt").write_text(""), True),
    "a file gone": (lambda root: (root / "pkg/deep/b.py").unlink(), True),
    "a file renamed": (lambda root: (root / "a.py").rename(root / "z.py"), True),
    "a file in a folder that was empty": (lambda root: (root / "empty/x.py").write_text(""), True),
    "an ignore file, in place": (lambda root: (root / ".gitignore").write_text("nothing\n"), True),
    "our ignore file, in place": (lambda root: (root / ".packlensignore").write_text("nothing\n"), True),
    "an ignore file further in": (lambda root: (root / "pkg/.gitignore").write_text("*.py\n"), True),
    "an environment": (lambda root: (root / "pkg/deep/pyvenv.cfg").write_text(""), True),
    "a large file": (lambda root: (root / "large.py").write_text("x = 1\n"), True),
}
GIT_CHANGES: dict[str, tuple[Callable[[Path], object], bool]] = {
    "an ignored file that git is told of": (lambda root: git(root, "add", "-f", "build/made.py"), True),
    "rules beside the repository": (
        lambda root: (root / ".git/info/exclude").write_text("/untracked.py\n"),
        True,
    ),
    "the user's settings": (
        lambda root: (
            (root / "docs/notes.txt").write_text("/untracked.py\n"),
            settings_of(root).write_text(f"[core]\nexcludesFile = {root / 'docs/notes.txt'}\n"),
        ),
        True,
    ),
}
if os.name == "posix":
    CHANGES |= {
        "a link to a source": (lambda root: _link(root / "link.py", "pkg/deep/b.py"), False),
        "a link to nothing": (lambda root: _link(root / "link.py", "nowhere.py"), True),
        "what a link ends at": (lambda root: (root / "docs/target").unlink(), True),
        "a pipe in place of a file": (lambda root: _pipe(root / "a.py"), True),
    }


def _link(link: Path, target: str) -> None:
    link.unlink()
    link.symlink_to(target)


def _pipe(place: Path) -> None:
    place.unlink()
    os.mkfifo(place)


CONFIG = Config(index=Index(max_file_bytes=1000))


def settings_of(root: Path) -> Path:
    """The user's git configuration, as it is for this folder alone."""
    return root.with_name(f"{root.name}.settings")


def listed(root: Path) -> tuple[Listing, Ground | None]:
    begun = time.time_ns()
    listing = discover(root, CONFIG)
    return listing, ground_of(root, listing, begun)


@pytest.fixture(scope="module")
def aged(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, bool], Path]:
    """Folders by the change that is to come, made together so that their age is waited for once."""
    base = tmp_path_factory.mktemp("aged")
    for kind, changes in (("plain", CHANGES), ("git", CHANGES | GIT_CHANGES)):
        for number, _ in enumerate(changes):
            folder = base / f"{kind}{number}"
            write(folder, FILES)
            settings_of(folder).write_text("")
            (folder / "empty").mkdir()
            (folder / "large.py").write_text("#" * 2000)
            if os.name == "posix":
                (folder / "docs/target").write_text("x = 1\n")
                (folder / "link.py").symlink_to("docs/target")
            if kind == "git":
                repository(folder, "")
                (folder / "untracked.py").write_text("x = 1\n")
    wait_a_clock_step()

    def folder_for(change: str, in_git: bool) -> Path:
        names = list(CHANGES | GIT_CHANGES)
        return base / f"{'git' if in_git else 'plain'}{names.index(change)}"

    return folder_for


@pytest.mark.parametrize("in_git", [False, True])
@pytest.mark.parametrize("change", CHANGES)
def test_it_holds_as_long_as_the_listing(
    aged: Callable[[str, bool], Path], monkeypatch: pytest.MonkeyPatch, change: str, in_git: bool
) -> None:
    check(aged(change, in_git), monkeypatch, *CHANGES[change])


@pytest.mark.parametrize("change", GIT_CHANGES)
def test_what_only_git_looks_at(
    aged: Callable[[str, bool], Path], monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    check(aged(change, True), monkeypatch, *GIT_CHANGES[change])


def check(
    root: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], object], another: bool
) -> None:
    """`change` makes `another` listing or the same, and the ground no longer holds if it is another."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings_of(root)))
    before, ground = listed(root)
    if os.name == "nt":
        assert ground is None
        return
    assert ground is not None
    assert ground.holds()
    change(root)
    after = discover(root, CONFIG)
    assert (after != before) is another
    assert not ground.holds() or after == before


def test_there_is_none_right_after_a_change(tmp_path: Path) -> None:
    write(tmp_path, FILES)
    assert listed(tmp_path)[1] is None
