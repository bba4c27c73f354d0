"""Case F4: what is no plain file below the root is named, never opened and never followed."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from packlens.base.config import Config, Index, Privacy
from packlens.base.errors import UsageError
from packlens.text.discovery import discover
from packlens.text.disk import Tree, read_all
from packlens.text.listing import Cause, Listing, Skip
from tests.text.repository import Repository, write

MILLION = 1_000_000


@contextmanager
def as_an_ordinary_person() -> Iterator[None]:
    """Root may read everything; so the superuser becomes somebody else for a moment."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that everyone may enter, as pytest's own are not."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_f4_pipes_sockets_and_devices_are_never_opened(tmp_path: Path) -> None:
    write(tmp_path, "a.py")
    os.mkfifo(tmp_path / "pipe.py")
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(os.path.relpath(tmp_path / "socket.py"))
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "zero.py").symlink_to("/dev/zero")
    (tmp_path / "to_pipe.py").symlink_to("pipe.py")
    (tmp_path / "to_folder.py").symlink_to("folder.py")
    listing = discover(tmp_path, Config())
    assert listing.files == ("a.py",)
    assert listing.skipped.named == {
        Cause.OUTSIDE_ROOT: (Skip("zero.py", Cause.OUTSIDE_ROOT, "a symlink out of the root"),),
        Cause.NOT_A_FILE: (
            Skip("pipe.py", Cause.NOT_A_FILE, "a FIFO"),
            Skip("socket.py", Cause.NOT_A_FILE, "a socket"),
            Skip("to_folder.py", Cause.NOT_A_FILE, "a symlink to a folder"),
            Skip("to_pipe.py", Cause.NOT_A_FILE, "a symlink to a FIFO"),
        ),
    }
    for name in ("pipe.py", "socket.py", "to_pipe.py", "zero.py", "folder.py"):
        assert isinstance(Tree(tmp_path).read(name, MILLION), Skip)
    listening.close()


def test_f4_a_root_full_of_devices_is_listed_in_no_time() -> None:
    assert Tree(Path("/dev")).read("zero", MILLION) == Skip("zero", Cause.NOT_A_FILE, "a device")


@pytest.mark.parametrize("use_git", [True, False])
def test_f4_symlinks(tmp_path: Path, use_git: bool) -> None:
    root = tmp_path / "root"
    write(tmp_path, "outside.py", "elsewhere/b.py")
    write(root, "a.py", "sub/c.py")
    for name, target in {
        "inside.py": "sub/c.py",
        "out.py": "../outside.py",
        "absolute.py": str(tmp_path / "outside.py"),
        "gone.py": "nowhere.py",
        "self.py": "self.py",
        "ping.py": "pong.py",
        "pong.py": "ping.py",
        "sub/loop": "..",
        "away": "../elsewhere",
        "chain.py": "inside.py",
        "prefix.py": "../root2/x.py",
    }.items():
        (root / name).symlink_to(target)
    write(tmp_path, "root2/x.py")
    if use_git:
        Repository.new(root)
    listing = discover(root, Config())
    assert listing.files == ("a.py", "chain.py", "inside.py", "sub/c.py")
    assert listing.skipped.paths(Cause.OUTSIDE_ROOT) == ("absolute.py", "out.py", "prefix.py")
    assert listing.skipped.paths(Cause.UNREADABLE) == ("ping.py", "pong.py", "self.py")
    documents, skips = read_all(root, listing, Config())
    assert list(documents) == list(listing.files)
    assert skips == ()


def test_f4_a_tracked_folder_exchanged_for_a_symlink_leads_nowhere(
    repository: Repository, tmp_path: Path
) -> None:
    write(repository.root, "a.py", "pkg/deep/b.py")
    repository.commit()
    write(tmp_path / "stranger", "deep/b.py", text="SECRET = 1\n")
    listing = discover(repository.root, Config())
    (repository.root / "pkg").rename(repository.root / "was")
    (repository.root / "pkg").symlink_to(tmp_path / "stranger")
    expected = Skip("pkg/deep/b.py", Cause.OUTSIDE_ROOT, "its folder is a symlink out of the root")
    documents, skips = read_all(repository.root, listing, Config())
    assert (list(documents), skips) == (["a.py"], (expected,))
    again = discover(repository.root, Config())
    assert again.files == ("a.py", "was/deep/b.py")
    assert again.skipped.named[Cause.OUTSIDE_ROOT] == (expected,)


def test_a_symlink_to_what_is_never_indexed(tmp_path: Path) -> None:
    write(tmp_path, "secret/a.py")
    (tmp_path / "b.py").symlink_to("secret/a.py")
    listing = discover(tmp_path, Config(privacy=Privacy(never_index=("secret/",))))
    assert listing.files == ()
    assert listing.skipped.named[Cause.NEVER_INDEX] == (
        Skip("b.py", Cause.NEVER_INDEX, "a symlink to secret/a.py"),
        Skip("secret/a.py", Cause.NEVER_INDEX),
    )


def test_no_permission(public_folder: Path) -> None:
    write(public_folder, "open.py", "closed.py", "closed/a.py")
    (public_folder / "closed.py").chmod(0)
    (public_folder / "closed").chmod(0)
    with as_an_ordinary_person():
        listing = discover(public_folder, Config())
        documents, skips = read_all(public_folder, listing, Config())
        with pytest.raises(UsageError) as refused:
            discover(public_folder / "closed", Config())
    (public_folder / "closed").chmod(0o700)
    assert listing.files == ("closed.py", "open.py")
    assert listing.skipped.named == {
        Cause.UNREADABLE: (Skip("closed", Cause.UNREADABLE, "permission denied"),)
    }
    assert list(documents) == ["open.py"]
    assert skips == (Skip("closed.py", Cause.UNREADABLE, "permission denied"),)
    assert str(refused.value) == (
        f"{public_folder}/closed cannot be read (permission denied); check its permissions"
    )


def test_files_that_change_between_listing_and_reading(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "gone.py", "sub/gone.py", "grown.py", "pipe.py")
    config = Config(index=Index(max_file_bytes=100))
    listing = discover(tmp_path, config)
    assert len(listing.files) == 5
    for name in ("gone.py", "sub/gone.py", "pipe.py"):
        (tmp_path / name).unlink()
    (tmp_path / "sub").rmdir()
    os.mkfifo(tmp_path / "pipe.py")
    write(tmp_path, "grown.py", text="x" * 101)
    documents, skips = read_all(tmp_path, listing, config)
    assert list(documents) == ["a.py"]
    assert skips == (
        Skip("grown.py", Cause.TOO_LARGE, "101 bytes"),
        Skip("pipe.py", Cause.NOT_A_FILE, "a FIFO"),
    )
    assert Tree(tmp_path).read("gone.py", MILLION) == Skip("gone.py", Cause.MISSING)
    assert Listing((), listing.skipped.plus([Skip("gone.py", Cause.MISSING)])) == Listing(())
