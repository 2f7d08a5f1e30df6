"""Files that leave the box: whole or not at all, and never over another.

A file is written beside its place under another name, brought to the disk, and only then given
its name. USB sticks are where the system mounts them; the box itself mounts nothing.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

STICKS = ("/media/*", "/media/*/*", "/run/media/*/*")
"""Where desktops, udisks and automounters put sticks."""
SPARE_BYTES = 256 * 1024
"""What is left free on a disk after a write: a full one stops more than us."""


class NotWritten(OSError):
    """A file could not be written; the message says what to do."""


def find_sticks(
    patterns: Iterable[str] = STICKS, is_mount: Callable[[Path], bool] = os.path.ismount
) -> list[Path]:
    """Return the mounted sticks that can be written to."""
    found = {path for pattern in patterns for path in Path("/").glob(pattern.lstrip("/"))}
    return [path for path in sorted(found) if is_mount(path) and os.access(path, os.W_OK)]


def safe_name(text: str) -> str:
    """Return a text as a part of a file name that every file system takes."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60] or "match"


def write_new(folder: Path, name: str, data: bytes) -> Path:
    """Write a file under a name, or that name with a number if it is taken; raise NotWritten."""
    stem, dot, ending = name.partition(".")
    numbered = (f"{stem}-{number}{dot}{ending}" for number in range(2, 1000))
    with tell_apart(folder):
        folder.mkdir(parents=True, exist_ok=True)
        check_room(folder, len(data))
        for target in (folder / each for each in (name, *numbered)):
            if target.exists():
                continue
            with arriving(target) as part:
                part.write_bytes(data)
            return target
    raise NotWritten(f"{folder} is full of files called {stem}: tidy it up")


@contextmanager
def arriving(target: Path) -> Iterator[Path]:
    """Give a path to write to; it becomes the target when the block ends well, and is gone else.

    Raises FileExistsError, and replaces nothing.
    """
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        yield part
        sync(part)
        give_name(part, target)
        sync(target.parent)
    finally:
        part.unlink(missing_ok=True)


def give_name(part: Path, target: Path) -> None:
    """Give a finished file its name; raise FileExistsError rather than replace another."""
    try:
        os.link(part, target)  # unlike a rename, refuses to replace
    except FileExistsError:
        raise
    except OSError:
        # Sticks are FAT, which has no links: look before the rename.
        if target.exists():
            raise FileExistsError(errno.EEXIST, "exists already", str(target)) from None
        part.rename(target)


def sync(path: Path) -> None:
    """Bring a file, or the names in a folder, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        # Some file systems of sticks cannot do it for a folder, and then need not.
        if error.errno != errno.EINVAL:
            raise
    finally:
        os.close(handle)


def check_room(folder: Path, wanted: int) -> None:
    """Raise NotWritten if so many bytes do not fit."""
    free = shutil.disk_usage(folder).free
    if free < wanted + SPARE_BYTES:
        raise NotWritten(
            f"{folder} has {free // 1024} KiB free and {(wanted + SPARE_BYTES) // 1024 + 1} KiB "
            "are needed: delete something there, or choose another place"
        )


@contextmanager
def tell_apart(place: Path) -> Iterator[None]:
    """Turn what the system says about a place into words that tell what to do."""
    try:
        yield
    except NotWritten:
        raise
    except OSError as error:
        raise NotWritten(f"{place}: {_advice(error)}") from error


def _advice(error: OSError) -> str:
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return "the disk is full; delete something there, or choose another place"
        case errno.EROFS:
            return "it can only be read; choose another place, or unlock the stick"
        case errno.EACCES | errno.EPERM:
            return "writing is not allowed there; choose another place"
        case errno.ENOENT | errno.ENOTDIR:
            return "there is no such folder; make it first, or choose another place"
        case errno.EIO:
            return "the disk or stick does not answer; try another one"
        case errno.EEXIST:
            return "there is a file of that name; choose another name"
    return error.strerror or str(error)
