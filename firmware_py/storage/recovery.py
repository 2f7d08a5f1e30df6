"""Opens the store at the start; recovers a damaged file, and reports what was lost.

    find damage --> read every intact page --> build tablemate.recovered --> swap
                                                   |
    a file of that name is complete: a start that finds it only has to swap

Matches keep their events up to the first that does not fit the chain. Nothing is deleted: the
damaged file is kept under a numbered name. Whatever the files contain, the start completes: on the
disk if possible, in memory otherwise. Files that cannot be read completely are left in place, in
case the card only has a bad contact, unless the user chose to go on without them.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TextIO

from firmware_py.core.files import sync
from firmware_py.storage import schema
from firmware_py.storage.damage import find_damage, find_damaged_match, look_twice
from firmware_py.storage.database import (
    FILE_NAME,
    is_damage,
    is_unread,
    open_unsynced,
    refuse_newer,
    take_lock,
)
from firmware_py.storage.disk import (
    give_to_folder_owner,
    make_private_folder,
    replace_database,
    size_of,
)
from firmware_py.storage.errors import StoreError
from firmware_py.storage.recovery_report import (
    NOTICE,
    RECOVERED,
    RECOVERING,
    GoOn,
    RecoveryReport,
    Salvaged,
    find_notice,
    keep_notice,
    nothing,
)
from firmware_py.storage.store import Date, Store, now

# Every start runs this module and very few find damage, so recovery is imported only then.
if TYPE_CHECKING:
    from logging import Logger

    from firmware_py.storage.raw_pages import RawPages

PAUSES_S = (0.25, 0.5, 1.0, 2.0)
"""Pauses between the attempts of a start to read a disk that does not answer."""
UNREADABLE_FROM = 1_000_000
"""The first number of new matches while the used numbers are unknown."""


def open_or_recover(
    folder: Path, date: Date = now, wait: Callable[[float], None] = time.sleep
) -> tuple[Store, RecoveryReport | None]:
    """Check and open the store, and recover it if damaged; return it with a report, if any.

    Raises StoreInUse, StoreTooNew, and StoreError if `folder` cannot be a directory.
    """
    try:
        make_private_folder(folder)
        lock = take_lock(folder)
    except (FileExistsError, NotADirectoryError) as error:
        raise StoreError(f"{folder} is not a directory: choose another --data") from error
    except OSError as error:
        return _open_in_memory(folder, date, error)
    try:
        store, report = _open_checked(folder, date, lock, wait)
    except BaseException as error:
        lock.close()
        if isinstance(error, StoreError) or not isinstance(error, Exception):
            raise
        return _open_in_memory(folder, date, error)
    return store, report or find_notice(folder)


def _open_checked(
    folder: Path, date: Date, lock: TextIO, wait: Callable[[float], None]
) -> tuple[Store, RecoveryReport | None]:
    """Open the file, with several attempts if the disk does not answer."""
    for pause_s in PAUSES_S:
        try:
            return _try_to_open(folder, date, lock)
        except (OSError, sqlite3.Error) as error:
            if is_disk_trouble(error) and not is_unread(error):
                raise
        wait(pause_s)
    return _try_to_open(folder, date, lock)


def _try_to_open(folder: Path, date: Date, lock: TextIO) -> tuple[Store, RecoveryReport | None]:
    report = recover_if_damaged(folder)
    store = Store(folder, date, lock=lock)
    try:
        if (
            report is None
            and (damage := look_twice(find_damaged_match, store.connection)) is not None
        ):
            report = _recover_matches(store, damage)
    except BaseException:
        store.release()
        raise
    return store, report


def _recover_matches(store: Store, damage: str) -> RecoveryReport | None:
    """Recover the file because of a damaged match; if that fails now, use the other matches."""
    try:
        with store.file_released():
            return recover(store.path.parent, damage)
    except (OSError, sqlite3.Error) as error:
        _log().error("%s, and it cannot be recovered now: %s", damage, error)
        return None if store.on_disk else RecoveryReport(str(error))


def recover_if_damaged(
    folder: Path, go_on: GoOn = nothing, *, without_unread: bool = False
) -> RecoveryReport | None:
    """Check the file and recover it if it is damaged; the caller holds the lock.

    `go_on` is called with each step, because a recovery may take minutes. Raises OSError or
    sqlite3.Error if the file cannot be read completely, unless `without_unread`.
    """
    if (folder / RECOVERED).exists():
        _swap(folder)
    try:
        damage = look_twice(find_damage, folder / FILE_NAME)
        if damage is None and without_unread:
            _read_pages(folder / FILE_NAME)  # a large file is not read as a whole in the check
    except (OSError, sqlite3.Error) as error:
        if not (without_unread and is_unread(error)):
            raise
        damage = str(error)
    if damage is None:
        return None
    return recover(folder, damage, go_on, without_unread=without_unread)


def _read_pages(path: Path, *, without_unread: bool = False) -> RawPages:
    """Return the pages of a file; raise OSError for one that cannot be read."""
    from firmware_py.storage.raw_pages import RawPages  # slow to import, and seldom needed

    pages = RawPages(path)
    if pages.unread is not None and not without_unread:
        raise pages.unread
    return pages


def recover(
    folder: Path, why: str, go_on: GoOn = nothing, *, without_unread: bool = False
) -> RecoveryReport:
    """Build a new file of everything that can be read, and swap. The file must not be open."""
    log = _log()
    log.error("%s is damaged: %s", folder / FILE_NAME, why)
    building = folder / RECOVERING
    try:
        pages = _read_pages(folder / FILE_NAME, without_unread=without_unread)
        salvaged = _build(building, pages, go_on)
    except Exception as error:
        if is_disk_trouble(error):
            raise
        # Start with an empty file and a report; the old file is kept.
        log.exception("nothing could be recovered")
        salvaged = _build(building, None, go_on)
    give_to_folder_owner(building)
    sync(building)
    keep_notice(folder / NOTICE, why, salvaged)
    building.rename(folder / RECOVERED)
    sync(folder)
    aside = _swap(folder)
    log.error("recovered %s; the damaged file is %s", salvaged, aside)
    return RecoveryReport(why, aside, salvaged)


def _build(building: Path, damaged: RawPages | None, go_on: GoOn) -> Salvaged:
    """Make a new file with what can be saved of a damaged one, or an empty one."""
    from firmware_py.storage.salvage import salvage  # slow to import, and seldom needed

    building.unlink(missing_ok=True)
    with open_unsynced(building) as db:
        schema.create(db)
        return Salvaged() if damaged is None else salvage(damaged, db, go_on)


def is_disk_trouble(error: Exception) -> bool:
    """Return whether an error comes from the disk (perhaps for a moment) and not from the file."""
    if isinstance(error, sqlite3.Error):
        return not is_damage(error)
    return isinstance(error, OSError | MemoryError)


def _swap(folder: Path) -> Path | None:
    """Replace the damaged file by the recovered one; after a crash the next start does it."""
    return replace_database(folder / FILE_NAME, folder / RECOVERED, "damaged")


def _log() -> Logger:
    """Return a logger; calling `logging.error` would configure the root logger too early."""
    import logging  # slow to import, and seldom needed

    return logging.getLogger(__name__)


# --- without a disk ---


def _open_in_memory(folder: Path, date: Date, error: Exception) -> tuple[Store, RecoveryReport]:
    """Return a store in memory with what can be read of a folder that is not usable."""
    log = _log()
    is_known = isinstance(error, OSError | sqlite3.Error)
    log.error("%s cannot be written: %s", folder, error, exc_info=None if is_known else error)
    path = folder / FILE_NAME
    try:
        if (folder / RECOVERED).exists():  # complete, but not yet swapped
            path = folder / RECOVERED
        refuse_newer(path)
        image = _image(path)
        store = Store.in_memory(folder, image.data, date)
    except StoreError:
        raise
    except Exception as unread:
        is_known = isinstance(unread, OSError | sqlite3.Error)
        log.error("%s cannot be read: %s", path, unread, exc_info=None if is_known else unread)  # noqa: TRY400 - a traceback only for unexpected errors
        image = _Image(None, can_read=False, is_whole=False)
        store = Store.in_memory(folder, None, date)
    if not image.is_whole:
        store.highest_match = max(store.highest_match, UNREADABLE_FROM)
    return store, RecoveryReport(str(error), can_read=image.can_read)


class _Image(NamedTuple):
    """The bytes of a database to open in memory."""

    data: bytes | None
    """None if there is no database yet."""
    can_read: bool
    """False if a part of the files could not be read."""
    is_whole: bool
    """False if matches may be missing from it."""


def _image(path: Path) -> _Image:
    """Return the file with its log applied, or what can be saved of it."""
    from firmware_py.storage.raw_pages import RawPages  # slow to import, and seldom needed
    from firmware_py.storage.salvage import salvage  # the same

    pages = RawPages(path)
    can_read = pages.unread is None
    if not size_of(path) and not pages.count:
        return _Image(None, can_read, can_read)
    image = RawPages(path, beyond_damage=False).image()
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        try:
            db.deserialize(image)
            if (
                can_read
                and not pages.log.is_damaged
                and db.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok"
                and schema.has_version_row(db, db.execute("PRAGMA user_version").fetchone()[0])
            ):
                return _Image(image, can_read=True, is_whole=True)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            _log().error("%s is damaged: %s", path, error)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        schema.create(db)
        salvage(pages, db)
        if not can_read:
            # A match may have more events on the disk, which would conflict with new ones.
            db.execute("DELETE FROM events")
            db.execute("DELETE FROM matches")
        return _Image(db.serialize(), can_read, is_whole=False)
