"""Locks, creates and opens the database file.

A new file is created under another name and then renamed, so an incomplete one never has the name
of the database.
"""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
import struct
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, TextIO

from firmware_py.core.files import sync
from firmware_py.storage import schema
from firmware_py.storage.disk import (
    MAGIC,
    file_identity,
    give_to_folder_owner,
    make_private_folder,
    size_of,
    wal_path,
)
from firmware_py.storage.errors import StoreError, StoreInUse, StoreTooNew
from firmware_py.storage.event_log import NewestNote, forget_newest
from firmware_py.storage.schema import SCHEMA_VERSION, row_hash, transaction

FILE_NAME = "tablemate.db"
LOCK_NAME = "tablemate.lock"
NEW_NAME = "tablemate.new"
VERSION_AT = 60
"""Offset of the schema version in the header of the file."""
BUSY_S = 1.0
"""How long another program may lock the file before a choice counts as not saved."""
OPEN = ("open", row_hash("open"))
"""The digest row of a file that has a write-ahead log."""
WAL_PAGES = 250
"""Checkpoint the log at about 1 MB, because every start reads all of it."""
DISK_TROUBLES = frozenset(
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
"""Error codes of the disk rather than of damaged content."""
UNREAD = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_CORRUPTFS)


def is_damage(error: sqlite3.Error) -> bool:
    """Return whether an error means damaged content rather than a failing disk."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return code & 0xFF not in DISK_TROUBLES


def is_unread(error: Exception) -> bool:
    """Return whether a sector of the disk could not be read; it may be readable later."""
    if isinstance(error, OSError):
        return error.errno == errno.EIO
    return getattr(error, "sqlite_errorcode", None) in UNREAD


def take_lock(folder: Path) -> TextIO:
    """Lock a data directory and return the open lock file; raise StoreInUse."""
    lock = (folder / LOCK_NAME).open("w")
    give_to_folder_owner(folder / LOCK_NAME)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        lock.close()
        raise StoreInUse(
            f"another Tablemate works in {folder}: end it first, or choose another --data"
        ) from error
    return lock


def is_in_use(folder: Path) -> bool:
    """Return whether a program holds the lock of a data directory."""
    try:
        with (folder / LOCK_NAME).open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except FileNotFoundError:
        return False
    return False


class OpenFile(NamedTuple):
    """The connection that writes, and a read-only one that guards the log.

    SQLite removes the log when the last connection is closed, unless that one is read-only. Closing
    the guard last therefore keeps the log of a file whose OPEN mark could not be removed.
    """

    db: sqlite3.Connection
    guard: sqlite3.Connection

    def close(self) -> None:
        """Close both connections; the log stays if the file is still marked as open."""
        is_unmarked = mark_closed(self.db)
        for each in (self.guard, self.db) if is_unmarked else (self.db, self.guard):
            each.close()


def open_file(path: Path) -> OpenFile:
    """Open the database for writing, and create it if it is missing."""
    refuse_newer(path)
    if not path.exists():
        _make(path)
    place = f"{path.absolute().as_uri()}?mode=ro"
    guard = sqlite3.connect(place, uri=True, timeout=BUSY_S, isolation_level=None)
    try:
        guard.execute("PRAGMA schema_version").fetchone()
    except BaseException:
        guard.close()
        raise
    db = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)
    # Bytes that are not UTF-8 are damage, which the hashes find; lists must still work.
    db.text_factory = lambda data: data.decode(errors="replace")
    try:
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "secure_delete=ON",  # deleted rows must not reappear when a damaged file is salvaged
            f"wal_autocheckpoint={WAL_PAGES}",
            f"journal_size_limit={WAL_PAGES * 4096}",
        ):
            db.execute(f"PRAGMA {pragma}")
        schema.migrate(db)
        _mark_open(db)
    except BaseException:
        OpenFile(db, guard).close()
        raise
    return OpenFile(db, guard)


@contextmanager
def open_unsynced(new: Path) -> Iterator[sqlite3.Connection]:
    """Open a new file without syncs; the caller syncs it once when it is complete.

    On a slow card a sync takes a second or more.
    """
    with closing(sqlite3.connect(new, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous=OFF")
        db.execute("PRAGMA journal_mode=MEMORY")
        yield db
        # The final mode already, so that no power cut can hit a later switch.
        db.execute("PRAGMA journal_mode=WAL")


def _make(path: Path) -> None:
    if size_of(wal_path(path)):
        raise sqlite3.DatabaseError(f"{path} is missing, its log is there")
    forget_newest(path.parent)  # a note about a file that was removed
    new = path.with_name(NEW_NAME)
    new.unlink(missing_ok=True)
    with open_unsynced(new) as db:
        schema.create(db)
    give_to_folder_owner(new)
    sync(new)
    new.rename(path)
    sync(path.parent)


def _mark_open(db: sqlite3.Connection) -> None:
    """Mark the file as having a log, so that a missing log is recognised as lost.

    The mark is written to the log first, so the log exists from then on; SQLite truncates it but
    does not empty it. On a full disk the file stays unmarked.
    """
    try:
        if not is_marked_open(db):
            with transaction(db):
                db.execute("INSERT OR REPLACE INTO digests VALUES (?, ?)", OPEN)
        db.execute("PRAGMA wal_checkpoint(PASSIVE)")
    except sqlite3.Error as error:
        if is_damage(error):
            raise


def mark_closed(db: sqlite3.Connection) -> bool:
    """Remove the mark before SQLite removes the log; return whether that worked."""
    try:
        db.execute("PRAGMA wal_checkpoint(RESTART)")  # makes room on a full disk
        with transaction(db):
            db.execute("DELETE FROM digests WHERE of=?", OPEN[:1])
    except sqlite3.Error:
        return False
    return True


def is_marked_open(db: sqlite3.Connection) -> bool:
    """Return whether the file must have a log."""
    return db.execute("SELECT 1 FROM digests WHERE of=? AND hash=?", OPEN).fetchone() is not None


def roll_back(path: Path) -> None:
    """Let SQLite roll back a transaction that a power cut interrupted, which needs a writer.

    A rollback journal exists only if the file was being switched to WAL mode.
    """
    if not size_of(path.with_name(f"{path.name}-journal")):
        return
    with closing(sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)) as db:
        db.execute("PRAGMA schema_version").fetchone()


def refuse_newer(path: Path) -> None:
    """Raise StoreTooNew for a file of a newer program, without changing the file.

    A version without a matching digest row is damage and is ignored here.
    """
    try:
        with path.open("rb") as file:
            head = file.read(VERSION_AT + 4)
    except FileNotFoundError:
        return
    if not head.startswith(MAGIC) or len(head) < VERSION_AT + 4:
        return
    version = struct.unpack_from(">I", head, VERSION_AT)[0]
    if version <= SCHEMA_VERSION and size_of(wal_path(path)):
        with suppress(sqlite3.Error):  # then the version in the file itself decides
            version = _pending_version(path)
    if version > SCHEMA_VERSION and _has_version_row(path, version):
        raise StoreTooNew(
            f"{path} was written by a newer Tablemate (schema {version}, this one knows "
            f"{SCHEMA_VERSION}): update Tablemate; the file is untouched"
        )


def _has_version_row(path: Path, version: int) -> bool:
    """Return whether a digest row matches a version; SQLite would create files to read it."""
    from firmware_py.storage.raw_pages import RawPages, raw_rows  # slow, and seldom needed

    pages = RawPages(path)
    if pages.unread is not None:
        raise pages.unread
    row = schema.version_row(version)
    return any(found.values == row for found in raw_rows(pages))


def _pending_version(path: Path) -> int:
    """Return the version with the pending writes; a read-only connection leaves them in the log."""
    place = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(place, uri=True, timeout=BUSY_S, isolation_level=None)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


@contextmanager
def open_to_read(path: Path) -> Iterator[sqlite3.Connection]:
    """Open our database read-only; raise StoreError if it cannot be read.

    SQLite may have to create the log, because a box can start at any time. In a directory that is
    not writable the file is opened as immutable.
    """
    may_grow = wal_path(path).exists() or os.access(path.parent, os.W_OK)
    mode = "mode=ro" if may_grow else "immutable=1"
    try:
        db = sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, isolation_level=None)
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be opened: {error}") from error
    try:
        yield db
    except sqlite3.DatabaseError as error:
        raise StoreError(f"{path} cannot be read: {error}") from error
    finally:
        db.close()


class OpenDatabase:
    """The database of a data directory, or one in memory until the disk is usable."""

    def __init__(self, folder: Path, *, lock: TextIO | None = None, on_disk: bool = True) -> None:
        self.path = folder / FILE_NAME
        self.on_disk = False
        """False while the database is in memory, because the directory is not usable."""
        self._lock = lock
        self._identity: tuple[int, int] | None = None
        self._newest = NewestNote(folder)
        self._db = _open_memory()
        self._file: OpenFile | None = None
        if not on_disk:
            return
        try:
            self.reach_disk()
        except BaseException:
            self.release()
            raise

    @property
    def connection(self) -> sqlite3.Connection:
        """The open connection, for reading; it changes when the file is opened again."""
        return self._db

    def reach_disk(self, prepare: Callable[[Path], None] | None = None) -> None:
        """Take the lock and open the file; raise sqlite3.Error, OSError or StoreError.

        `prepare` is called with the folder before the file is opened, to recover a damaged one.
        """
        folder = self.path.parent
        make_private_folder(folder)
        lock = take_lock(folder) if self._lock is None else self._lock
        try:
            if prepare is not None:
                prepare(folder)
            file = open_file(self.path)
        except BaseException:
            if self._lock is None:
                lock.close()
            raise
        self._db.close()
        self._lock, self._file, self._db, self.on_disk = lock, file, file.db, True
        self._identity = file_identity(self.path)

    def close(self) -> None:
        """Close the file and release the lock; may be called twice."""
        self._close_file()
        if self.on_disk:
            self.on_disk = False
            with suppress(OSError):  # a note that stays is still valid
                self._drop_note()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def release(self) -> None:
        """Close the file and leave the lock to the caller who passed it in."""
        self._close_file()
        self.on_disk = False
        self._lock = None

    def _close_file(self) -> None:
        if self._file is None:
            self._db.close()
        else:
            self._file.close()
            self._file = None
        self._newest.close()

    def _drop_note(self) -> None:
        """Remove the note of the newest event if no log is left that could be lost."""
        if not size_of(wal_path(self.path)):
            forget_newest(self.path.parent)

    @contextmanager
    def file_released(self) -> Iterator[None]:
        """Close the file, but keep the lock, while the file is replaced."""
        self._close_file()
        try:
            yield
        finally:
            self._db = _open_memory()
            self.on_disk = False
            self.reach_disk()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Run a block as one transaction; raise OSError if the file was removed or replaced."""
        if self.on_disk and file_identity(self.path) not in (self._identity, None):
            raise OSError(errno.ESTALE, "the file of matches was removed", str(self.path))
        with schema.transaction(self._db):
            yield


def _open_memory() -> sqlite3.Connection:
    db = sqlite3.connect(":memory:", isolation_level=None)
    schema.create(db)
    return db
