"""The file of the database: its lock, its making, its opening.

A new file gets its tables under another name and is then renamed: there is never a half-made one.
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
"""Where the header of the file holds the version of the schema."""
BUSY_S = 1.0
"""How long another program may hold the file before a choice counts as not saved."""
OPEN = ("open", row_hash("open"))
"""The row of the digests in a file that has a log beside it."""
WAL_PAGES = 250
"""The log of pending writes is folded in at about 1 MB: it is read as a whole at every start."""
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
"""Troubles of the disk, not of what lies on it."""


UNREAD = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_CORRUPTFS)


def is_damage(error: sqlite3.Error) -> bool:
    """Say whether an error lies in the file rather than in the disk below it."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return code & 0xFF not in DISK_TROUBLES


def is_unread(error: Exception) -> bool:
    """Return whether a place of the disk did not answer; it may do so a moment later."""
    if isinstance(error, OSError):
        return error.errno == errno.EIO
    return getattr(error, "sqlite_errorcode", None) in UNREAD


def take_lock(folder: Path) -> TextIO:
    """Return the open lock of a data directory; raise StoreInUse while another program has it."""
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
    """Return whether a program has the lock of a data directory."""
    try:
        with (folder / LOCK_NAME).open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except FileNotFoundError:
        return False
    return False


class OpenFile(NamedTuple):
    """A database that is open for the one program that writes, and its guard.

    The last connection that is closed folds the log into the file and removes it, but not one that
    may only read. So a file whose mark cannot be removed keeps its log.
    """

    db: sqlite3.Connection
    guard: sqlite3.Connection

    def close(self) -> None:
        """Let go of the file, with or without its log."""
        is_unmarked = mark_closed(self.db)
        for each in (self.guard, self.db) if is_unmarked else (self.db, self.guard):
            each.close()


def open_file(path: Path) -> OpenFile:
    """Open the database for the one program that writes; make it if there is none."""
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
    # Bytes that are no text are damage, which the hashes show; they must not stop a list.
    db.text_factory = lambda data: data.decode(errors="replace")
    try:
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "secure_delete=ON",  # what was deleted must not come back from a damaged file
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
    """Open a file that nobody uses before it is whole: it is brought to the disk once, by `sync`.

    On a slow card each sync that is spared is a second or more.
    """
    with closing(sqlite3.connect(new, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous=OFF")
        db.execute("PRAGMA journal_mode=MEMORY")
        yield db
        # As it will be used: switching over later is a moment in which a plug can be pulled.
        db.execute("PRAGMA journal_mode=WAL")


def _make(path: Path) -> None:
    if size_of(wal_path(path)):
        raise sqlite3.DatabaseError(f"{path} is missing, its log is there")
    forget_newest(path.parent)  # of a file that somebody took away
    new = path.with_name(NEW_NAME)
    new.unlink(missing_ok=True)
    with open_unsynced(new) as db:
        schema.create(db)
    give_to_folder_owner(new)
    sync(new)
    new.rename(path)
    sync(path.parent)


def _mark_open(db: sqlite3.Connection) -> None:
    """Note in the file itself that it has a log: from then on a log that is missing was lost.

    The row is in the log before it is in the file, so the log exists; SQLite shortens it but does
    not empty it. On a disk that is full the file stays without the mark.
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
    """Remove the mark before SQLite folds the log into the file; return whether that was done."""
    try:
        db.execute("PRAGMA wal_checkpoint(RESTART)")  # so that there is room on a full disk
        with transaction(db):
            db.execute("DELETE FROM digests WHERE of=?", OPEN[:1])
    except sqlite3.Error:
        return False
    return True


def is_marked_open(db: sqlite3.Connection) -> bool:
    """Return whether a log must lie beside the file."""
    return db.execute("SELECT 1 FROM digests WHERE of=? AND hash=?", OPEN).fetchone() is not None


def roll_back(path: Path) -> None:
    """Let SQLite undo what a power cut left half done; whoever only reads cannot.

    There is such a journal beside a file that was just being switched to a log of pending writes.
    """
    if not size_of(path.with_name(f"{path.name}-journal")):
        return
    with closing(sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)) as db:
        db.execute("PRAGMA schema_version").fetchone()


def refuse_newer(path: Path) -> None:
    """Raise StoreTooNew for a file of a newer program, without touching it.

    A version that no row confirms is damage, and none of its business.
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
        with suppress(sqlite3.Error):  # no file newer than this one can be told by it
            version = _pending_version(path)
    if version > SCHEMA_VERSION and _has_version_row(path, version):
        raise StoreTooNew(
            f"{path} was written by a newer Tablemate (schema {version}, this one knows "
            f"{SCHEMA_VERSION}): update Tablemate; the file is untouched"
        )


def _has_version_row(path: Path, version: int) -> bool:
    """Return whether a row confirms a version; SQLite would write beside a file to read that."""
    from firmware_py.storage.raw_pages import RawPages, raw_rows  # slow: hardly ever needed

    pages = RawPages(path)
    if pages.unread is not None:
        raise pages.unread
    row = schema.version_row(version)
    return any(found.values == row for found in raw_rows(pages))


def _pending_version(path: Path) -> int:
    """Return the version with the pending writes; a reader leaves them where they are."""
    place = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(place, uri=True, timeout=BUSY_S, isolation_level=None)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


@contextmanager
def open_to_read(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database of ours for reading only; raise StoreError where it cannot be read.

    SQLite may have to make its log of pending writes beside it, as a box can start at any time.
    In a directory that cannot be written it is taken as it lies.
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
    """The file of a data directory, or memory in its place until the disk can be reached."""

    def __init__(self, folder: Path, *, lock: TextIO | None = None, on_disk: bool = True) -> None:
        self.path = folder / FILE_NAME
        self.on_disk = False
        """False while there is only memory, because the directory cannot be written."""
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
        """What is open, for whoever only reads; after a loss of the disk it is another one."""
        return self._db

    def reach_disk(self, prepare: Callable[[Path], None] | None = None) -> None:
        """Take the lock and open the file in the place of whatever was open; raise as the disk.

        `prepare` gets the folder before the file is opened: one that was damaged is mended there.
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
        """Let go of the file; may be called twice."""
        self._close_file()
        if self.on_disk:
            self.on_disk = False
            with suppress(OSError):  # one that stays is true as well
                self._drop_note()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def release(self) -> None:
        """Let go of the file and keep the lock, which stays with whoever gave it."""
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
        """Remove the note of the newest event once no log is left that could be lost."""
        if not size_of(wal_path(self.path)):
            forget_newest(self.path.parent)

    @contextmanager
    def file_released(self) -> Iterator[None]:
        """Let go of the file, not of the lock, while something else replaces it."""
        self._close_file()
        try:
            yield
        finally:
            self._db = _open_memory()
            self.on_disk = False
            self.reach_disk()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Do all of it or nothing; raise OSError rather than write into a file nobody can find."""
        if self.on_disk and file_identity(self.path) not in (self._identity, None):
            raise OSError(errno.ESTALE, "the file of matches was taken away", str(self.path))
        with schema.transaction(self._db):
            yield


def _open_memory() -> sqlite3.Connection:
    db = sqlite3.connect(":memory:", isolation_level=None)
    schema.create(db)
    return db
