"""Where processes meet: a folder of one person, short enough paths, nothing left behind."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from packlens.bridge.place import MOST_PATH_BYTES, UnsafeFolderError, addresses, own_address, secret


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_folder_and_token_are_their_owners_alone(cache: Path, tmp_path: Path) -> None:
    address = own_address(tmp_path)
    assert address.file.parent == cache / "packlens" / "bridge"
    assert mode(address.file.parent) == 0o700
    made = secret()
    assert (len(made), secret()) == (64, made)
    assert secret("http-token") != made
    assert mode(address.file.parent / "token") == 0o600
    assert sorted(path.name for path in address.file.parent.iterdir()) == ["http-token", "token"]


def test_a_folder_that_others_may_enter_is_closed_to_them(cache: Path, tmp_path: Path) -> None:
    folder = own_address(tmp_path).file.parent
    folder.chmod(0o755)
    secret()
    assert mode(folder) == 0o700


def test_a_folder_that_is_a_symlink_is_not_trusted(cache: Path, tmp_path: Path) -> None:
    (cache / "packlens").mkdir()
    (tmp_path / "theirs").mkdir()
    (cache / "packlens" / "bridge").symlink_to(tmp_path / "theirs")
    with pytest.raises(UnsafeFolderError):
        own_address(tmp_path)
    assert addresses(tmp_path) == []


def test_a_damaged_token_is_made_anew(tmp_path: Path) -> None:
    folder = own_address(tmp_path).file.parent
    (folder / "token").write_bytes(b"short")
    assert len(secret()) == 64
    assert (folder / "token").read_text() == secret()
    (folder / "token").write_bytes(b"\xff" * 100)
    assert len(secret()) == 64


def test_a_socket_of_a_deep_cache_folder_is_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ("deep/" * 30)))
    address = own_address(tmp_path)
    assert address.file.parent == Path(f"/tmp/packlens-{os.getuid()}")
    assert mode(address.file.parent) == 0o700
    assert len(os.fsencode(address.file)) <= MOST_PATH_BYTES


def test_a_root_is_the_same_however_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "root")
    address = own_address(tmp_path / "root")
    address.file.touch()
    assert addresses(tmp_path / "link") == addresses(tmp_path / "root" / ".." / "root") == [address]
    assert addresses(tmp_path) == []
    address.remove()
