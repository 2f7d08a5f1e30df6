"""Opens what is stored at a start; sets a damaged file aside, saves what can be read, and tells.

    find damage --> read every whole page --> build tablemate.recovered --> swap
                                                   |
    a file of that name is complete: a start that finds it only has to swap

Matches keep their events up to the first that does not fit the chain. Nothing is ever deleted: the
damaged file stays beside the new one under a number.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.language import N_
from firmware_py.storage import schema
from firmware_py.storage.damage import find_damage, find_damaged_match
from firmware_py.storage.database import FILE_NAME, refuse_newer, take_lock
from firmware_py.storage.disk import give_to_folder_owner, replace_database, size_of, sync
from firmware_py.storage.errors import StoreError
from firmware_py.storage.store import Date, Store, now

# Every start comes through here, and nearly none finds damage: what mends is imported then.
if TYPE_CHECKING:
    from logging import Logger

    from firmware_py.storage.salvage import Salvaged

RECOVERING, RECOVERED = "tablemate.recovering", "tablemate.recovered"
UNREADABLE_FROM = 1_000_000
"""Matches get numbers from here while nobody knows which are taken."""

Say = Callable[..., str]


class RecoveryReport(NamedTuple):
    """What the table should know about a start."""

    why: str
    """For the log: what was found."""
    aside: Path | None = None
    """Where the damaged file lies now; None: nothing was damaged, but nothing can be saved."""
    salvaged: Salvaged | None = None

    def text(self, say: Say) -> str:
        """Return it in words for the first screen."""
        if self.aside is None or self.salvaged is None:
            return say(
                N_(
                    "The data folder cannot be written. You can play, but NOTHING IS SAVED "
                    "until it can be."
                )
            )
        told = [
            say(N_("The saved games were damaged. What could be read is here again.")),
            say(N_("Matches: {count}"), count=self.salvaged.matches),
        ]
        if self.salvaged.shortened:
            told.append(say(N_("Matches cut short: {count}"), count=self.salvaged.shortened))
        if self.salvaged.lost:
            told.append(say(N_("Matches lost: {count}"), count=self.salvaged.lost))
        told.append(say(N_("Compare the table before you go on.")))
        told.append(say(N_("The damaged file is kept: {file}"), file=self.aside.name))
        return "\n".join(told)


def open_or_recover(folder: Path, date: Date = now) -> tuple[Store, RecoveryReport | None]:
    """Open what is stored, after a check; mend what is damaged, and tell what happened.

    Raises StoreInUse and StoreTooNew, and StoreError where no directory can be.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = take_lock(folder)
    except (FileExistsError, NotADirectoryError) as error:
        raise StoreError(f"{folder} is no directory: choose another --data") from error
    except OSError as error:
        return _open_in_memory(folder, date, error)
    try:
        report = mend(folder)
        store = Store(folder, date, lock=lock)
    except BaseException as error:
        lock.close()
        if isinstance(error, OSError | sqlite3.Error):
            return _open_in_memory(folder, date, error)
        raise
    if report is None and (damage := find_damaged_match(store)) is not None:
        report = _mend_matches(store, damage)
    return store, report


def _mend_matches(store: Store, damage: str) -> RecoveryReport | None:
    """Recover the file because of a match; where that cannot be now, go on with the others."""
    try:
        with store.file_released():
            return recover(store.path.parent, damage)
    except (OSError, sqlite3.Error) as error:
        _log().exception("%s, and it cannot be mended now", damage)
        return None if store.on_disk else RecoveryReport(str(error))


def mend(folder: Path) -> RecoveryReport | None:
    """Set a damaged file aside and put what it holds in its place; the caller has the lock."""
    if (folder / RECOVERED).exists():
        _swap(folder)
    damage = find_damage(folder / FILE_NAME)
    return None if damage is None else recover(folder, damage)


def recover(folder: Path, why: str) -> RecoveryReport:
    """Build a new file of everything that can be read, and swap; nobody has the file open."""
    from firmware_py.storage.raw_pages import RawPages  # slow to import, and seldom needed
    from firmware_py.storage.salvage import salvage  # the same

    log = _log()
    log.error("%s is damaged: %s", folder / FILE_NAME, why)
    building = folder / RECOVERING
    for stale in (building, building.with_name(f"{RECOVERING}-journal")):
        stale.unlink(missing_ok=True)
    with closing(sqlite3.connect(building, isolation_level=None)) as db:
        schema.create(db)
        salvaged = salvage(RawPages(folder / FILE_NAME), db)
    give_to_folder_owner(building)
    sync(building)
    building.rename(folder / RECOVERED)
    sync(folder)
    aside = _swap(folder)
    log.error("recovered %s; the damaged file is %s", salvaged, aside)
    return RecoveryReport(why, aside, salvaged)


def _swap(folder: Path) -> Path | None:
    """Put the recovered file in its place; a crash in between is made good at the next start."""
    return replace_database(folder / FILE_NAME, folder / RECOVERED, "damaged")


def _log() -> Logger:
    """Return a log of our own: the root one would set itself up before anybody chose a file."""
    import logging  # slow to import, and seldom needed

    return logging.getLogger(__name__)


# --- without a disk ---


def _open_in_memory(folder: Path, date: Date, error: Exception) -> tuple[Store, RecoveryReport]:
    """Return a store in memory with what can be read, for a folder that cannot be written."""
    _log().error("%s cannot be written: %s", folder, error)
    path = folder / FILE_NAME
    try:
        refuse_newer(path)
        store = Store.in_memory(folder, _image(path), date)
    except OSError:
        _log().exception("%s cannot be read either", path)
        store = Store.in_memory(folder, None, date)
        store.highest_match = UNREADABLE_FROM
    return store, RecoveryReport(str(error))


def _image(path: Path) -> bytes | None:
    """Return a database for the memory: the file with its log, or what can be saved of it."""
    if not size_of(path):
        return None
    from firmware_py.storage.raw_pages import RawPages  # slow to import, and seldom needed
    from firmware_py.storage.salvage import salvage  # the same

    image = RawPages(path, beyond_damage=False).image()
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        try:
            db.deserialize(image)
            if db.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok":
                return image
        except sqlite3.Error:
            _log().exception("%s is damaged", path)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        schema.create(db)
        salvage(RawPages(path), db)
        return db.serialize()
