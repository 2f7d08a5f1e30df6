"""Helpers for the files of a data directory: names, sizes, owners, replacing the database.

Root must not open anything in a folder of another user as root: the owner could put a link there
that leads to any file of the system. So a command that root runs in such a folder becomes that user
first (`become_owner_of`). A file that root named on the command line is opened by root before that.
"""

from __future__ import annotations

import os
import pwd
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NoReturn

from firmware_py.core.files import sync
from firmware_py.storage.errors import StoreError
from firmware_py.storage.event_log import forget_newest

MAGIC = b"SQLite format 3\0"


def wal_path(path: Path) -> Path:
    """Return the path of the write-ahead log of a database."""
    return path.with_name(f"{path.name}-wal")


def make_private_folder(folder: Path) -> None:
    """Create a data directory that only its owner can open; an existing one is not changed."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def size_of(path: Path) -> int:
    """Return the size of a file, or 0 if it is missing."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def require_file(path: Path, missing: str) -> None:
    """Raise StoreError with the text `missing` if there is no file, or with the disk's error."""
    try:
        is_there = path.is_file()
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}") from error
    if not is_there:
        raise StoreError(missing)


def file_identity(path: Path) -> tuple[int, int] | None:
    """Return device and inode of a file, (0, 0) if it is missing, None if the look-up fails."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return (0, 0)
    except OSError:
        return None
    return (found.st_dev, found.st_ino)


def is_root() -> bool:
    return os.geteuid() == 0


def give_to_folder_owner(path: Path) -> None:
    """Give a file that root created to the owner of its folder, so that the service can use it."""
    if is_root():
        owner = path.parent.stat()
        with suppress(PermissionError):  # a file system without owners
            os.chown(path, owner.st_uid, owner.st_gid)


def become_owner_of(folder: Path) -> bool:
    """Become the owner of a folder for good, if root; return whether that was done.

    For a missing folder it is the owner of its nearest existing parent.
    """
    if not is_root():
        return False
    place = folder.absolute()
    while not os.path.lexists(place):
        place = place.parent
    owner = place.lstat() if place == folder.absolute() else place.stat()
    if owner.st_uid == 0:
        return False
    try:
        groups = os.getgrouplist(pwd.getpwuid(owner.st_uid).pw_name, owner.st_gid)
    except KeyError:  # an owner without a name
        groups = [owner.st_gid]
    os.setgroups(groups)
    os.setresgid(owner.st_gid, owner.st_gid, owner.st_gid)
    os.setresuid(owner.st_uid, owner.st_uid, owner.st_uid)
    return True


def write_as_owner(folder: Path, job: Callable[[BinaryIO], object], target: BinaryIO) -> None:
    """Run a job that reads a folder as its owner and writes into a file that is open already.

    Root runs it in a child process; raises StoreError with the message of the child.
    """
    if not is_root():
        job(target)
        return
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _work_as_owner(folder, job, target, writer)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        error = pipe.read().decode(errors="replace")
    if os.waitpid(child, 0)[1] or error:
        raise StoreError(error or "the work failed")


def _work_as_owner(
    folder: Path, job: Callable[[BinaryIO], object], target: BinaryIO, pipe: int
) -> NoReturn:
    code = 1
    try:
        become_owner_of(folder)
        job(target)
        target.flush()
        code = 0
    except BaseException as error:  # noqa: BLE001 - the parent raises it again
        os.write(pipe, (str(error) or type(error).__name__)[:4000].encode())
    finally:
        os._exit(code)


def replace_database(path: Path, new: Path, word: str) -> Path | None:
    """Replace a database by `new`, and keep the old one in the folder under a numbered name.

    Returns the path of the old one, None if there was none. After a crash both files still exist
    under some name, and a second call completes the replacement.
    """
    aside = _free_name(path, word)
    companions = [path.with_name(path.name + ending) for ending in ("-wal", "-shm")]
    there = [file for file in (path, *companions) if file.exists()]
    if path in there:
        _link(path, aside)
    for file in there:
        if file != path:
            file.rename(aside.with_name(aside.name + file.name.removeprefix(path.name)))
    forget_newest(path.parent)
    # Sync first: after a power cut SQLite would apply the old log to the new file.
    sync(path.parent)
    new.replace(path)
    sync(path.parent)
    return aside if there else None


def _free_name(path: Path, word: str) -> Path:
    """Return an unused name, or the one that an earlier interrupted call gave to this file."""
    number = 1
    while True:
        aside = path.with_name(f"{path.stem}-{word}-{number}{path.suffix}")
        names = list(path.parent.glob(f"{aside.name}*"))
        if not names or (names == [aside] and file_identity(aside) == file_identity(path)):
            return aside
        number += 1


def _link(path: Path, aside: Path) -> None:
    """Give a file a second name, or copy it if the file system has no links."""
    if file_identity(aside) == file_identity(path):
        return
    try:
        os.link(path, aside)
    except OSError:
        import shutil  # slow to import, and seldom needed

        shutil.copyfile(path, aside)
        sync(aside)
