"""A file is written whole or not at all, whatever fails."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_py.core.files import atomic_path, atomic_write


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """A file with old content."""
    path = tmp_path / "file.txt"
    path.write_bytes(b"old")
    return path


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def refuse(error: int) -> Callable[..., None]:
    """Return a call that fails."""

    def call(*_arguments: object) -> None:
        raise OSError(error, os.strerror(error))

    return call


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """What is synced and renamed, in its order."""
    seen: list[str] = []
    fsync = os.fsync

    def see_sync(handle: int) -> None:
        path = Path(f"/proc/self/fd/{handle}").readlink()
        seen.append(f"sync {'folder' if path == tmp_path else path.suffix}")
        fsync(handle)

    monkeypatch.setattr("os.fsync", see_sync)
    for owner, name in ((Path, "replace"), (os, "link")):
        call = getattr(owner, name)

        def see(*arguments: object, name: str = name, call: Callable[..., object] = call) -> object:
            seen.append(name)
            return call(*arguments)

        monkeypatch.setattr(owner, name, see)
    return seen


def test_what_is_synced_when(target: Path, calls: list[str]) -> None:
    """The part before it gets its name; the file and the name before the call returns."""
    atomic_write(target, b"new")
    assert calls == ["sync .part", "replace", "sync .txt", "sync folder"]
    assert files(target.parent) == {"file.txt": b"new"}


def test_a_new_file_is_synced_in_the_same_way(tmp_path: Path, calls: list[str]) -> None:
    atomic_write(tmp_path / "file.txt", b"new", replace=False)
    assert calls == ["sync .part", "link", "sync .txt", "sync folder"]
    assert files(tmp_path) == {"file.txt": b"new"}


def test_what_need_not_last_is_not_synced(target: Path, calls: list[str]) -> None:
    atomic_write(target, b"new", durable=False)
    assert calls == ["replace"]
    assert files(target.parent) == {"file.txt": b"new"}


@pytest.mark.parametrize("has_links", [True, False])
def test_an_existing_file_is_kept(
    target: Path, has_links: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also on a stick whose file system has no links."""
    if not has_links:
        monkeypatch.setattr("os.link", refuse(errno.EPERM))
    with pytest.raises(FileExistsError):
        atomic_write(target, b"new", replace=False)
    assert files(target.parent) == {"file.txt": b"old"}


def test_a_new_file_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.link", refuse(errno.EPERM))
    atomic_write(tmp_path / "file.txt", b"new", replace=False)
    assert files(tmp_path) == {"file.txt": b"new"}


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO])
def test_a_failed_sync_leaves_the_old_file(
    target: Path, error: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.fsync", refuse(error))
    with pytest.raises(OSError, match=os.strerror(error)):
        atomic_write(target, b"new")
    assert files(target.parent) == {"file.txt": b"old"}


def test_a_file_system_that_syncs_no_folders_is_good_enough(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.fsync", refuse(errno.EINVAL))
    atomic_write(target, b"new")
    assert files(target.parent) == {"file.txt": b"new"}


def test_an_error_while_it_is_written_leaves_the_old_file(target: Path) -> None:
    def write() -> None:
        with atomic_path(target) as part:
            part.write_bytes(b"ne")
            raise InterruptedError

    with pytest.raises(InterruptedError):
        write()
    assert files(target.parent) == {"file.txt": b"old"}


def test_a_private_file_is_private_from_its_first_byte(tmp_path: Path) -> None:
    """And the group may read it only when it is complete."""
    umask = os.umask(0)
    try:
        with atomic_path(tmp_path / "wish", mode=0o640) as part:
            assert stat.S_IMODE(part.stat().st_mode) == 0o600
            part.write_bytes(b"secret")
    finally:
        os.umask(umask)
    assert stat.S_IMODE((tmp_path / "wish").stat().st_mode) == 0o640


def test_two_writers_do_not_mix(target: Path) -> None:
    """The one that is ready last is kept."""
    with atomic_path(target) as one, atomic_path(target) as other:
        one.write_bytes(b"one")
        other.write_bytes(b"the other")
    assert files(target.parent) == {"file.txt": b"one"}


def test_the_part_of_a_killed_program_is_removed(target: Path) -> None:
    """The part of one that still runs is kept, and so is a file that only looks like one."""
    no_process = 2**30  # Linux numbers them up to 2**22
    left = target.with_name(f".file.txt.{no_process}-0.part")
    used = target.with_name(f".file.txt.{os.getppid()}-0.part")
    other = target.with_name(".file.txt.mine.part")
    for path in (left, used, other):
        path.write_bytes(b"half")
    atomic_write(target, b"new")
    assert set(files(target.parent)) == {"file.txt", used.name, other.name}
