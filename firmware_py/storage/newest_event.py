"""Which event was confirmed last, noted beside the database once it is on the disk.

A damaged end of the log looks like a power cut in the middle of a write, and a log that was taken
away looks like none. The note tells them apart, and costs no sync: it is written after the commit
and left to the system, which brings it to the disk within about half a minute. So it may be older
than the database, but what it names was there.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from engines.digest import sha256

NAME = "tablemate.newest"
LENGTH = 160
"""Always as much, so that nothing of a longer note is left behind a shorter one."""


class NewestEvent(NamedTuple):
    """An event that was confirmed."""

    match: int
    number: int
    hash: bytes

    def text(self) -> bytes:
        """Return the note, with a digest of its own: one that is not whole says nothing."""
        body = f"{self.match} {self.number} {self.hash.hex()}".encode()
        return body + b" " + _digest(body)


def _digest(body: bytes) -> bytes:
    return sha256(body).digest()[:8].hex().encode()


def find_newest(folder: Path) -> NewestEvent | None:
    """Return what the note says; None: there is none, or none that is whole."""
    try:
        with (folder / NAME).open("rb") as file:
            body, _, digest = file.read(LENGTH).rstrip().rpartition(b" ")
        if _digest(body) != digest:
            return None
        match, number, stored = body.decode().split(" ")
        return NewestEvent(int(match), int(number), bytes.fromhex(stored))
    except (OSError, ValueError):
        return None


def forget_newest(folder: Path) -> None:
    """Remove the note, as another database takes the place of the one it is about."""
    (folder / NAME).unlink(missing_ok=True)


class NewestNote:
    """The note of an open database."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._file: int | None = None

    def write(self, newest: NewestEvent) -> None:
        """Note an event that is on the disk; where that cannot be, an older note stays true."""
        with suppress(OSError):
            self._put(newest.text())

    def leave_out(self, match: int) -> None:
        """Say nothing of a match from now on, on the disk as well: it is about to be deleted."""
        newest = find_newest(self._path.parent)
        if newest is not None and newest.match == match:
            self._put(b"")
            os.fsync(self._open())

    def close(self) -> None:
        """Let go of the file; the next word opens it again."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _put(self, text: bytes) -> None:
        os.pwrite(self._open(), text.ljust(LENGTH), 0)

    def _open(self) -> int:
        if self._file is None:
            flags = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
            self._file = os.open(self._path, flags, 0o644)
        return self._file
