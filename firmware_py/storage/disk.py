"""What a file needs besides its bytes: to be on the disk, an owner, and a place of its own."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from firmware_py.core.files import sync
from firmware_py.storage.errors import StoreError
from firmware_py.storage.event_log import forget_newest

MAGIC = b"SQLite format 3\0"


def wal_path(path: Path) -> Path:
    """Return where SQLite keeps the pending writes of a database."""
    return path.with_name(f"{path.name}-wal")


def make_private_folder(folder: Path) -> None:
    """Make a data directory that only its owner can open; one that exists stays as it is."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def size_of(path: Path) -> int:
    """Return how long a file is; 0: it is not there."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def require_file(path: Path, missing: str) -> None:
    """Raise StoreError where there is no file, and say why where that cannot be seen."""
    try:
        is_there = path.is_file()
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}") from error
    if not is_there:
        raise StoreError(missing)


def file_identity(path: Path) -> tuple[int, int] | None:
    """Return which file lies at a path; None: that cannot be looked up."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return (0, 0)
    except OSError:
        return None
    return (found.st_dev, found.st_ino)


def is_root() -> bool:
    """Return whether the program runs as root."""
    return os.geteuid() == 0


def give_to_folder_owner(path: Path) -> None:
    """Give a file that root made to the owner of its folder: the service must be able to use it."""
    if is_root():
        owner = path.parent.stat()
        with suppress(PermissionError):  # a file system that knows no owners
            os.chown(path, owner.st_uid, owner.st_gid)


def replace_database(path: Path, new: Path, word: str) -> Path | None:
    """Put a new database in the place of the old one, which stays beside it under a number.

    Returns where the old one lies now, None if there was none. A crash in between leaves both the
    old and the new file under a name: doing it again makes it good.
    """
    aside = _free_name(path, word)
    beside = [path.with_name(path.name + ending) for ending in ("-wal", "-shm")]
    there = [file for file in (path, *beside) if file.exists()]
    if path in there:
        _link(path, aside)
    for file in there:
        if file != path:
            file.rename(aside.with_name(aside.name + file.name.removeprefix(path.name)))
    forget_newest(path.parent)
    # On the disk first: SQLite would read the old log over the new file.
    sync(path.parent)
    new.replace(path)
    sync(path.parent)
    return aside if there else None


def _free_name(path: Path, word: str) -> Path:
    """Return a name that is free, or the one that the file got in a try that failed later."""
    number = 1
    while True:
        aside = path.with_name(f"{path.stem}-{word}-{number}{path.suffix}")
        names = list(path.parent.glob(f"{aside.name}*"))
        if not names or (names == [aside] and file_identity(aside) == file_identity(path)):
            return aside
        number += 1


def _link(path: Path, aside: Path) -> None:
    """Give a file a second name, or a copy where the file system has no links."""
    if file_identity(aside) == file_identity(path):
        return
    try:
        os.link(path, aside)
    except OSError:
        import shutil  # slow to import, and seldom needed

        shutil.copyfile(path, aside)
        sync(aside)
