"""The file of the database: its lock, its making, its opening.

A new file gets its tables under another name and is then renamed: there is never a half-made one.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import struct
from contextlib import closing, suppress
from pathlib import Path
from typing import TextIO

from firmware_py.storage import schema
from firmware_py.storage.chain import StoreError
from firmware_py.storage.schema import SCHEMA_VERSION

FILE_NAME = "tablemate.db"
LOCK_NAME = "tablemate.lock"
NEW_NAME = "tablemate.new"
MAGIC = b"SQLite format 3\0"
VERSION_AT = 60
"""Where the header of the file holds the version of the schema."""
BUSY_S = 1.0
"""How long another program may hold the file before a choice counts as not saved."""
BELIEVABLE = 1000
"""A version beyond it is no newer program's, but damage."""
LOG_PAGES = 250
"""The log of pending writes is folded in at about 1 MB: it is read as a whole at every start."""
WORLD_CODES = frozenset(
    {
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_AUTH,
    }
)
"""Troubles of the disk, not of what lies on it."""


class StoreInUse(StoreError):
    """Another Tablemate works on the same data directory."""


class StoreTooNew(StoreError):
    """The file was written by a newer Tablemate; it is left untouched."""


def log_of(path: Path) -> Path:
    """Return where SQLite keeps the pending writes of a database."""
    return path.with_name(f"{path.name}-wal")


def size_of(path: Path) -> int:
    """Return how long a file is; 0: it is not there."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def is_damage(error: sqlite3.Error) -> bool:
    """Say whether an error lies in the file rather than in the disk below it."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return code == sqlite3.SQLITE_IOERR_READ or code & 0xFF not in WORLD_CODES


def adopt(path: Path) -> None:
    """Give a file that root made to the owner of its folder: the service must be able to use it."""
    if os.geteuid() == 0:
        owner = path.parent.stat()
        with suppress(PermissionError):  # a file system that knows no owners
            os.chown(path, owner.st_uid, owner.st_gid)


def take_lock(folder: Path) -> TextIO:
    """Return the open lock of a data directory; raise StoreInUse while another program has it."""
    lock = (folder / LOCK_NAME).open("w")
    adopt(folder / LOCK_NAME)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        lock.close()
        raise StoreInUse(
            f"another Tablemate works in {folder}: end it first, or choose another --data"
        ) from error
    return lock


def open_file(path: Path) -> sqlite3.Connection:
    """Open the database for the one program that writes; make it if there is none."""
    refuse_newer(path)
    if not path.exists():
        _make(path)
    db = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)
    # Bytes that are no text are damage, which the chain tells; they must not stop a list.
    db.text_factory = lambda data: data.decode(errors="replace")
    try:
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "secure_delete=ON",  # what was deleted must not come back from a damaged file
            f"wal_autocheckpoint={LOG_PAGES}",
            f"journal_size_limit={LOG_PAGES * 4096}",
        ):
            db.execute(f"PRAGMA {pragma}")
        schema.migrate(db)
    except BaseException:
        db.close()
        raise
    return db


def _make(path: Path) -> None:
    if size_of(log_of(path)):
        raise sqlite3.DatabaseError(f"{path} is missing, its log is there")
    new = path.with_name(NEW_NAME)
    new.unlink(missing_ok=True)
    with closing(sqlite3.connect(new, isolation_level=None)) as db:
        schema.create(db)
    from firmware_py.storage.files import sync  # slow to import; this happens once

    adopt(new)
    sync(new)
    new.rename(path)
    sync(path.parent)


def refuse_newer(path: Path) -> None:
    """Raise StoreTooNew for a file of a newer program, without touching it."""
    try:
        with path.open("rb") as file:
            head = file.read(VERSION_AT + 4)
    except FileNotFoundError:
        return
    if not head.startswith(MAGIC) or len(head) < VERSION_AT + 4:
        return
    version = struct.unpack_from(">I", head, VERSION_AT)[0]
    if version <= SCHEMA_VERSION and size_of(log_of(path)):
        version = _pending_version(path)
    if SCHEMA_VERSION < version < BELIEVABLE:
        raise StoreTooNew(
            f"{path} was written by a newer Tablemate (schema {version}, this one knows "
            f"{SCHEMA_VERSION}): update Tablemate; the file is untouched"
        )


def _pending_version(path: Path) -> int:
    """Return the version with the pending writes; a reader leaves them where they are."""
    place = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(place, uri=True, timeout=BUSY_S, isolation_level=None)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def place_of(path: Path) -> tuple[int, int] | None:
    """Return which file lies at a path; None: that cannot be looked up."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return (0, 0)
    except OSError:
        return None
    return (found.st_dev, found.st_ino)
