"""Writes files to USB sticks and other folders, whole or not at all, and never over another file.

The system mounts the sticks; the box mounts nothing.
"""

from __future__ import annotations

import errno
import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware_py.core.files import atomic_write
from firmware_py.core.language import N_

STICKS = ("/media/*", "/media/*/*", "/run/media/*/*")
"""Where desktops, udisks and automounters mount sticks."""
SPARE_BYTES = 256 * 1024
"""What a write leaves free, because a full disk stops other programs, too."""


class FileTrouble(Exception):
    """Something is wrong with a file. `words` says what to do and can be translated."""

    def __init__(self, place: Path, words: str, **facts: object) -> None:
        super().__init__(f"{place}: {words.format(**facts)}")
        self.place = place
        self.words = words
        self.facts = facts


class NotWritten(FileTrouble):
    """A file could not be written."""


def find_sticks(
    patterns: Iterable[str] = STICKS, is_mount: Callable[[Path], bool] = os.path.ismount
) -> list[Path]:
    """Return the mounted sticks that are writable."""
    found = {path for pattern in patterns for path in Path("/").glob(pattern.lstrip("/"))}
    return [path for path in sorted(found) if is_mount(path) and os.access(path, os.W_OK)]


def safe_name(text: str) -> str:
    """Return a text as part of a file name that every file system accepts."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60] or "match"


def write_new(folder: Path, name: str, data: bytes) -> Path:
    """Write a file, with a number in its name if that is taken; raise NotWritten."""
    stem, dot, ending = name.partition(".")
    numbered = (f"{stem}-{number}{dot}{ending}" for number in range(2, 1000))
    with explain_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        check_free_space(folder, len(data))
        for target in (folder / each for each in (name, *numbered)):
            if target.exists():
                continue
            atomic_write(target, data, replace=False)
            return target
    raise NotWritten(folder, N_("Too many files have this name. Delete some of them."))


def check_free_space(folder: Path, wanted: int) -> None:
    """Raise NotWritten if `wanted` bytes do not fit."""
    disk = os.statvfs(folder)
    free = disk.f_bavail * disk.f_frsize
    if free < wanted + SPARE_BYTES:
        needed = (wanted + SPARE_BYTES) // 1024 + 1
        raise NotWritten(
            folder,
            N_("Not enough space: {free} KiB free, {needed} KiB needed. Delete some files there."),
            free=free // 1024,
            needed=needed,
        )


def require_folder(folder: Path) -> None:
    """Raise NotWritten if a folder that the user named is missing; it is not created."""
    with explain_errors(folder):
        if not folder.is_dir():
            raise FileNotFoundError(errno.ENOENT, "is not there", str(folder))


@contextmanager
def explain_errors(place: Path) -> Iterator[None]:
    """Turn an OSError into NotWritten with a sentence that says what to do."""
    try:
        yield
    except OSError as error:
        words = _ADVICE.get(error.errno or 0)
        if words is None:
            raise NotWritten(place, "{why}", why=error.strerror or error) from error
        raise NotWritten(place, words) from error


_FULL = N_("The disk is full. Delete something there, or use another one.")
_FORBIDDEN = N_("You cannot write there. Choose another place.")
_MISSING = N_("There is no such folder. Create it, or choose another one.")
_ADVICE = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EACCES: _FORBIDDEN,
    errno.EPERM: _FORBIDDEN,
    errno.ENOENT: _MISSING,
    errno.ENOTDIR: _MISSING,
    errno.EROFS: N_("You cannot write on this stick. Unlock it, or use another one."),
    errno.EIO: N_("The disk does not answer. Use another one."),
    errno.EEXIST: N_("There is already a file with this name. Choose another name."),
}
