"""What an error of the disk or of SQLite means."""

from __future__ import annotations

import errno
import sqlite3

import pytest

from firmware_py.storage.database import is_damage, is_unread


def failed(code: int) -> sqlite3.Error:
    """Return an error of SQLite with a code."""
    error = sqlite3.OperationalError("planted")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "is_so"),
    [
        (OSError(errno.EIO, "planted"), True),
        (OSError(errno.ENOSPC, "planted"), False),
        (failed(sqlite3.SQLITE_IOERR_READ), True),
        (failed(sqlite3.SQLITE_IOERR_WRITE), False),
        (sqlite3.OperationalError("without a code"), False),
    ],
)
def test_a_read_error_is_distinguished_from_other_troubles(error: Exception, is_so: bool) -> None:
    """A disk that is full will not answer a moment later."""
    assert is_unread(error) is is_so


@pytest.mark.parametrize(
    ("code", "is_so"),
    [
        (sqlite3.SQLITE_CORRUPT, True),
        (sqlite3.SQLITE_NOTADB, True),
        (sqlite3.SQLITE_IOERR_READ, False),
        (sqlite3.SQLITE_FULL, False),
        (sqlite3.SQLITE_BUSY, False),
    ],
)
def test_damage_is_distinguished_from_troubles_of_the_disk(code: int, is_so: bool) -> None:
    assert is_damage(failed(code)) is is_so
