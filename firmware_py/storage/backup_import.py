"""Imports a backup as untrusted data: only verified rows are copied into a new file.

    FILE --(regular file, size limit)--> copy --(exactly our tables, sound)--> rows
         rows --(each match along its chain)--> a new file

Nothing in the file is executed: no trigger, no view, no computed column. Sticks, uploads and the
command line all use this module.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
import struct
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

from firmware_py.core.language import N_
from firmware_py.storage import schema
from firmware_py.storage.database import open_unsynced
from firmware_py.storage.disk import MAGIC, wal_path
from firmware_py.storage.errors import StoreError
from firmware_py.storage.files import FileTrouble
from firmware_py.storage.raw_pages import RawPages, read_log
from firmware_py.storage.recovery_report import Salvaged
from firmware_py.storage.salvage import is_json, salvage, save_matches
from firmware_py.storage.schema import SCHEMA_VERSION, VALUES, put_player, put_value, row_hash, seal

LARGEST = 512 * 1024 * 1024
"""Far above any real box: ten thousand matches are about 62 MB."""
LARGEST_LOG = 16 * 1024 * 1024
LARGEST_DAMAGED = 128 * 1024 * 1024
"""A damaged file is read into memory as a whole."""
LONGEST_VALUE = 16 * 1024 * 1024
LONGEST_NAME = 1000
MOST_SMALL_ROWS = 10_000
"""The limit for players, settings, profiles and evenings, each."""
BLOCK = 1024 * 1024
HEADER_BYTES = 100
NO_BACKUP = N_("This is not a Tablemate backup, or it is damaged. Use another one.")
NO_PLAIN_FILE = N_("This is a link, a folder or a drive, not a file. Use another one.")
TOO_LARGE = N_("This file is too large for a backup. Use another one.")
CHANGED = N_("Its tables are not those of a backup. Use another one.")


class BadBackup(FileTrouble, StoreError):
    """A file that cannot be restored."""


# --- the file ---


class OpenBackup(NamedTuple):
    """A backup that is open for reading."""

    name: Path
    """The path, for messages."""
    file: BinaryIO
    log: BinaryIO | None
    """The write-ahead log of a database that was set aside or copied while in use."""

    @property
    def size(self) -> int:
        """The size in bytes, with the log."""
        files = (self.file,) if self.log is None else (self.file, self.log)
        return sum(os.fstat(file.fileno()).st_size for file in files)


@contextmanager
def open_backup(file: Path) -> Iterator[OpenBackup]:
    """Open a backup for reading; raise BadBackup if it is not a regular file or too large."""
    with ExitStack() as stack:
        stream = stack.enter_context(_open_plain(file, LARGEST))
        log = None
        if os.path.lexists(wal_path(file)):
            log = stack.enter_context(_open_plain(wal_path(file), LARGEST_LOG))
        yield OpenBackup(file, stream, log)


def _open_plain(file: Path, largest: int) -> BinaryIO:
    try:
        # O_NONBLOCK, because opening a pipe would block.
        handle = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR):
            raise BadBackup(file, N_("There is no such file. Check its name.")) from error
        if error.errno in (errno.ELOOP, errno.ENXIO, errno.ENODEV):
            raise BadBackup(file, NO_PLAIN_FILE) from error
        raise BadBackup(file, "{why}", why=error.strerror or error) from error
    found = os.fstat(handle)
    words = NO_PLAIN_FILE if not stat.S_ISREG(found.st_mode) else TOO_LARGE
    if words == NO_PLAIN_FILE or found.st_size > largest:
        os.close(handle)
        raise BadBackup(file, words)
    return os.fdopen(handle, "rb", buffering=0)


def copy_backup(backup: OpenBackup, copy: Path) -> bool:
    """Copy an open backup with its log into a new file; return whether the log is complete.

    Raises BadBackup and OSError.
    """
    head = backup.file.read(HEADER_BYTES)
    has_log = backup.log is not None and head[18:20] != b"\1\1"
    if not has_log:
        _check_header(head, backup.name)
    copy.unlink(missing_ok=True)
    with copy.open("xb") as file:
        file.write(head)
        left = LARGEST - len(head)
        while block := backup.file.read(BLOCK):
            left -= len(block)
            if left < 0:
                raise BadBackup(backup.name, TOO_LARGE)
            file.write(block)
        is_whole = not has_log or _fold_log(backup, file)
        # Journal mode DELETE: the copy has no log.
        file.seek(18)
        file.write(b"\1\1")
    return is_whole


def _fold_log(backup: OpenBackup, copy: BinaryIO) -> bool:
    """Write the pages of the log into a copy of its file; return whether the log is complete."""
    assert backup.log is not None
    data = b""
    while block := backup.log.read(BLOCK):
        data += block
        if len(data) > LARGEST_LOG:
            raise BadBackup(backup.name, TOO_LARGE)
    log = read_log(data)
    for number, at in log.all_pages.items():
        if number * log.page_size > LARGEST:
            raise BadBackup(backup.name, TOO_LARGE)
        copy.seek((number - 1) * log.page_size)
        copy.write(data[at : at + log.page_size])
    return not log.is_damaged


def _check_header(head: bytes, name: Path) -> None:
    if len(head) < HEADER_BYTES or not head.startswith(MAGIC):
        raise BadBackup(name, NO_BACKUP)
    size, written, read, reserved = struct.unpack_from(">HBBB", head, 16)
    is_size = size == 1 or (size >= 512 and size.bit_count() == 1)
    if not is_size or written not in (1, 2) or read not in (1, 2) or reserved:
        raise BadBackup(name, NO_BACKUP)


# --- its tables ---


@contextmanager
def open_untrusted(file: Path, name: Path) -> Iterator[sqlite3.Connection]:
    """Open an untrusted database for reading; raise BadBackup."""
    place = f"{file.absolute().as_uri()}?immutable=1"
    try:
        with closing(sqlite3.connect(place, uri=True, isolation_level=None)) as db:
            db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
            db.text_factory = lambda data: data.decode(errors="replace")
            for pragma in ("trusted_schema=OFF", "query_only=ON", "cell_size_check=ON"):
                db.execute(f"PRAGMA {pragma}")
            yield db
    except (sqlite3.Error, UnicodeDecodeError, OverflowError) as error:
        raise BadBackup(name, NO_BACKUP) from error


def check_tables(db: sqlite3.Connection, name: Path) -> int:
    """Return the number of matches; raise BadBackup unless it is sound and has our tables."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    found = schema.tables_of(db)
    if not {table for _, table, *_ in found} >= {table for _, table, *_ in schema.our_tables()}:
        raise BadBackup(name, NO_BACKUP)
    if version > SCHEMA_VERSION and schema.has_version_row(db, version):
        raise BadBackup(name, N_("A newer Tablemate made this. Update this one first."))
    if not 0 < version <= SCHEMA_VERSION:
        raise BadBackup(name, NO_BACKUP)
    if found != schema.our_tables():
        raise BadBackup(name, CHANGED)
    if db.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
        raise BadBackup(name, N_("This backup is damaged. Use another one."))
    return int(db.execute("SELECT count(*) FROM matches").fetchone()[0])


# --- its rows ---


def import_rows(found: sqlite3.Connection, new: Path) -> Salvaged:
    """Write the verified rows of a checked backup into a new file."""
    new.unlink(missing_ok=True)
    with open_unsynced(new) as db:
        schema.create(db)
        with schema.transaction(db):
            left_out = _import_small(found, db)
            seal(db)
            return save_matches(found, db)._replace(left_out=left_out)


def import_damaged(copy: Path, new: Path) -> Salvaged:
    """Write the verified rows of a damaged file into a new one, page by page."""
    new.unlink(missing_ok=True)
    with open_unsynced(new) as db:
        schema.create(db)
        return salvage(RawPages(copy), db)


def _import_small(found: sqlite3.Connection, db: sqlite3.Connection) -> int:
    """Import players, settings, profiles and evenings; return how many were left out as damaged."""
    left_out = 0
    query = "SELECT id, name, retired, hash FROM players LIMIT ?"
    for number, name, retired, stored in found.execute(query, (MOST_SMALL_ROWS,)):
        if stored != row_hash("players", name, retired):
            left_out += 1
        elif type(number) is int and _is_name(name) and retired in (0, 1):
            put_player(db, number, name, retired)
    for table in VALUES:
        query = f"SELECT * FROM {table} LIMIT ?"  # noqa: S608 - one of three
        for word, value, stored in found.execute(query, (MOST_SMALL_ROWS,)):
            if stored != row_hash(table, word, value):
                left_out += 1
            elif _is_name(word) and isinstance(value, str) and is_json(value):
                put_value(db, table, word, value)
    return left_out


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME
