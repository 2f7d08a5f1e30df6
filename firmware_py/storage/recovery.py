"""Opens what is stored at a start; sets a damaged file aside, saves what can be read, and tells.

    find damage --> read every whole page --> build tablemate.recovered --> swap
                                                   |
    a file of that name is complete: a start that finds it only has to swap

Matches keep their events up to the first that does not fit the chain. Nothing is ever deleted: the
damaged file stays beside the new one under a number. Whatever is in the files, a start comes to an
end: with the disk where that can be, from memory where not. Files of which a place cannot be read
stay where they are, unless somebody chose to go on without it: a loose card may be back soon.
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

# Every start comes through here, and nearly none finds damage: what mends is imported then.
if TYPE_CHECKING:
    from logging import Logger

    from firmware_py.storage.raw_pages import RawPages

PAUSES_S = (0.25, 0.5, 1.0, 2.0)
"""Pauses of a start between its tries to read what does not answer."""
UNREADABLE_FROM = 1_000_000
"""Matches get numbers from here while nobody knows which are taken."""


def open_or_recover(
    folder: Path, date: Date = now, wait: Callable[[float], None] = time.sleep
) -> tuple[Store, RecoveryReport | None]:
    """Open what is stored, after a check; mend what is damaged, and tell what happened.

    Raises StoreInUse and StoreTooNew, and StoreError where no directory can be.
    """
    try:
        make_private_folder(folder)
        lock = take_lock(folder)
    except (FileExistsError, NotADirectoryError) as error:
        raise StoreError(f"{folder} is no directory: choose another --data") from error
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
    """Open the file, in several tries where the disk does not answer; raise as the disk."""
    for pause_s in PAUSES_S:
        try:
            return _try_to_open(folder, date, lock)
        except (OSError, sqlite3.Error) as error:
            if is_disk_trouble(error) and not is_unread(error):
                raise
        wait(pause_s)
    return _try_to_open(folder, date, lock)


def _try_to_open(folder: Path, date: Date, lock: TextIO) -> tuple[Store, RecoveryReport | None]:
    report = mend(folder)
    store = Store(folder, date, lock=lock)
    try:
        if (
            report is None
            and (damage := look_twice(find_damaged_match, store.connection)) is not None
        ):
            report = _mend_matches(store, damage)
    except BaseException:
        store.release()
        raise
    return store, report


def _mend_matches(store: Store, damage: str) -> RecoveryReport | None:
    """Recover the file because of a match; where that cannot be now, go on with the others."""
    try:
        with store.file_released():
            return recover(store.path.parent, damage)
    except (OSError, sqlite3.Error) as error:
        _log().error("%s, and it cannot be mended now: %s", damage, error)
        return None if store.on_disk else RecoveryReport(str(error))


def mend(
    folder: Path, go_on: GoOn = nothing, *, without_unread: bool = False
) -> RecoveryReport | None:
    """Set a damaged file aside and put what it holds in its place; the caller has the lock.

    `go_on` is called with each step of it, as it may take minutes. Raises as the disk where a place
    cannot be read, unless somebody chose to go on `without_unread`.
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
    """Return the pages of a file; raise as the disk, unless what cannot be read may be missing."""
    from firmware_py.storage.raw_pages import RawPages  # slow to import, and seldom needed

    pages = RawPages(path)
    if pages.unread is not None and not without_unread:
        raise pages.unread
    return pages


def recover(
    folder: Path, why: str, go_on: GoOn = nothing, *, without_unread: bool = False
) -> RecoveryReport:
    """Build a new file of everything that can be read, and swap; nobody has the file open."""
    log = _log()
    log.error("%s is damaged: %s", folder / FILE_NAME, why)
    building = folder / RECOVERING
    try:
        pages = _read_pages(folder / FILE_NAME, without_unread=without_unread)
        salvaged = _build(building, pages, go_on)
    except Exception as error:
        if is_disk_trouble(error):
            raise
        # A box with an empty file and a word about it, and the old file kept, beats none at all.
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
    """Make a new file with what can be saved of a damaged one, or with nothing."""
    from firmware_py.storage.salvage import salvage  # slow to import, and seldom needed

    building.unlink(missing_ok=True)
    with open_unsynced(building) as db:
        schema.create(db)
        return Salvaged() if damaged is None else salvage(damaged, db, go_on)


def is_disk_trouble(error: Exception) -> bool:
    """Say whether an error is the disk's, which may be over soon, and not the file's."""
    if isinstance(error, sqlite3.Error):
        return not is_damage(error)
    return isinstance(error, OSError | MemoryError)


def _swap(folder: Path) -> Path | None:
    """Put the recovered file in its place; a crash in between is made good at the next start."""
    return replace_database(folder / FILE_NAME, folder / RECOVERED, "damaged")


def _log() -> Logger:
    """Return a log of our own: the root one would set itself up before anybody chose a file."""
    import logging  # slow to import, and seldom needed

    return logging.getLogger(__name__)


# --- without a disk ---


def _open_in_memory(folder: Path, date: Date, error: Exception) -> tuple[Store, RecoveryReport]:
    """Return a store in memory with what can be read, for a folder that cannot be used."""
    log = _log()
    is_known = isinstance(error, OSError | sqlite3.Error)
    log.error("%s cannot be written: %s", folder, error, exc_info=None if is_known else error)
    path = folder / FILE_NAME
    try:
        if (folder / RECOVERED).exists():  # complete, and not yet in its place
            path = folder / RECOVERED
        refuse_newer(path)
        image = _image(path)
        store = Store.in_memory(folder, image.data, date)
    except StoreError:
        raise
    except Exception as unread:
        is_known = isinstance(unread, OSError | sqlite3.Error)
        log.error("%s cannot be read: %s", path, unread, exc_info=None if is_known else unread)  # noqa: TRY400 - a traceback only for what nobody expected
        image = _Image(None, can_read=False, is_whole=False)
        store = Store.in_memory(folder, None, date)
    if not image.is_whole:
        store.highest_match = max(store.highest_match, UNREADABLE_FROM)
    return store, RecoveryReport(str(error), can_read=image.can_read)


class _Image(NamedTuple):
    """A database for the memory."""

    data: bytes | None
    """None: there is none yet."""
    can_read: bool
    """False: a place of the files could not be read."""
    is_whole: bool
    """False: there may be matches that are not in it."""


def _image(path: Path) -> _Image:
    """Return the file with its log, or what can be saved of it."""
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
            # A match may be longer on the disk: played on here, it would not fit there later.
            db.execute("DELETE FROM events")
            db.execute("DELETE FROM matches")
        return _Image(db.serialize(), can_read, is_whole=False)
