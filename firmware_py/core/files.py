"""Write a file whole or not at all.

The new content is written to a part next to the target, which then gets the target's name:

    .target.PID-N.part   written
                         synced                   a power cut leaves the old file, or none
    target               renamed
                         synced, and its folder   when the write returns, the new file is there

Only `durable=False` leaves out the syncs: for files that are in memory (/run), that can be made
again, or that are not needed after a power cut. After an error the part is removed; parts that a
kill or a power cut left are removed by the next write of the same target.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

_numbers = count()


def atomic_write(
    target: Path,
    data: bytes,
    *,
    replace: bool = True,
    mode: int | None = None,
    durable: bool = True,
) -> None:
    """Write `data` to `target`; see `atomic_path`."""
    with atomic_path(target, replace=replace, mode=mode, durable=durable) as part:
        part.write_bytes(data)


@contextmanager
def atomic_path(
    target: Path, *, replace: bool = True, mode: int | None = None, durable: bool = True
) -> Iterator[Path]:
    """Yield the path of a part to write; at the end of the block it becomes `target`.

    With `replace=False` an existing target is kept and FileExistsError raised. With a `mode` the
    part exists already and is readable for its owner alone until it is complete. Raises OSError.
    """
    _remove_leftovers(target)
    part = target.with_name(f".{target.name}.{os.getpid()}-{next(_numbers)}.part")
    try:
        if mode is not None:
            part.touch(mode=0o600, exist_ok=False)
        yield part
        if mode is not None:
            part.chmod(mode)
        if durable:
            sync(part)
        if replace:
            part.replace(target)
        else:
            _rename_without_replacing(part, target)
        if durable:
            # On FAT the new name is at first that of an empty file; its place is written later.
            sync(target)
            sync(target.parent)
    finally:
        part.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Write a file, or the names in a folder, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        # Some file systems of sticks cannot sync a folder, and need not.
        if error.errno != errno.EINVAL:
            raise
    finally:
        os.close(handle)


def _remove_leftovers(target: Path) -> None:
    for path in target.parent.iterdir():
        if path.name.startswith(f".{target.name}.") and path.suffix == ".part":
            process = path.stem.rpartition(".")[2].partition("-")[0]
            if process.isdecimal() and not Path("/proc", process).exists():
                path.unlink(missing_ok=True)


def _rename_without_replacing(part: Path, target: Path) -> None:
    try:
        os.link(part, target)  # unlike a rename, refuses to replace
    except FileExistsError:
        raise
    except OSError:
        # Sticks are FAT, which has no links: look before the rename.
        if target.exists():
            raise FileExistsError(errno.EEXIST, "exists already", str(target)) from None
        part.rename(target)
