"""The database while it is open: with its lock, on the disk or for the time being in memory."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from firmware_py.storage import schema
from firmware_py.storage.database import (
    FILE_NAME,
    OpenFile,
    open_file,
    take_lock,
)
from firmware_py.storage.disk import file_identity, make_private_folder, size_of, wal_path
from firmware_py.storage.event_log import NewestNote, forget_newest


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
