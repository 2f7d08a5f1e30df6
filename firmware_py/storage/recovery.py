"""What happens at a start: look, set a damaged file aside, save what can be read, and tell.

    find damage --> read every whole page --> build tablemate.recovered --> swap
                                                   |
    a file of that name is complete: a start that finds it only has to swap

Matches keep their events up to the first that does not fit the chain. Nothing is ever deleted: the
damaged file stays beside the new one under a number.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.language import N_
from firmware_py.storage import schema
from firmware_py.storage.chain import PAUSED, RUNNING, StoreError
from firmware_py.storage.database import (
    FILE_NAME,
    MAGIC,
    adopt,
    is_damage,
    log_of,
    refuse_newer,
    size_of,
    take_lock,
)
from firmware_py.storage.schema import SCHEMA_VERSION
from firmware_py.storage.store import Date, Store

# Every start comes through here, and nearly none finds damage: what mends is imported then.
if TYPE_CHECKING:
    from logging import Logger

    from firmware_py.storage.salvage import Saved

RECOVERING, RECOVERED = "tablemate.recovering", "tablemate.recovered"
CHECKED_BYTES = 8 * 1024 * 1024
"""A larger file is not read as a whole at a start: its damages are found where it is used."""
SMALL_TABLES = ("players", "settings", "profiles")
UNREADABLE_FROM = 1_000_000
"""Matches get numbers from here while nobody knows which are taken."""

Say = Callable[..., str]


class Report(NamedTuple):
    """What the table should know about a start."""

    why: str
    """For the log: what was found."""
    aside: Path | None = None
    """Where the damaged file lies now; None: nothing was damaged, but nothing can be saved."""
    saved: Saved | None = None

    def text(self, say: Say) -> str:
        """Return it in words for the first screen."""
        if self.aside is None or self.saved is None:
            return say(
                N_(
                    "The data folder cannot be written. You can play, but NOTHING IS SAVED "
                    "until it can be."
                )
            )
        told = [
            say(N_("The saved games were damaged. What could be read is here again.")),
            say(N_("Matches: {count}"), count=self.saved.matches),
        ]
        if self.saved.shortened:
            told.append(say(N_("Matches cut short: {count}"), count=self.saved.shortened))
        if self.saved.lost:
            told.append(say(N_("Matches lost: {count}"), count=self.saved.lost))
        told.append(say(N_("Compare the table before you go on.")))
        told.append(say(N_("The damaged file is kept: {file}"), file=self.aside.name))
        return "\n".join(told)


def open_or_recover(folder: Path, date: Date) -> tuple[Store, Report | None]:
    """Open what is kept in a folder; see `Store.open_or_recover`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = take_lock(folder)
    except (FileExistsError, NotADirectoryError) as error:
        raise StoreError(f"{folder} is no directory: choose another --data") from error
    except OSError as error:
        return _from_memory(folder, date, error)
    try:
        report = mend(folder)
        store = Store(folder, date, lock=lock)
    except BaseException as error:
        lock.close()
        if isinstance(error, OSError | sqlite3.Error):
            return _from_memory(folder, date, error)
        raise
    if report is None and (broken := _find_broken(store)) is not None:
        report = _mend_matches(store, broken)
    return store, report


def _mend_matches(store: Store, broken: str) -> Report | None:
    """Recover the file because of a match; where that cannot be now, go on with the others."""
    try:
        with store.set_down():
            return recover(store.path.parent, broken)
    except (OSError, sqlite3.Error) as error:
        _log().exception("%s, and it cannot be mended now", broken)
        return None if store.on_disk else Report(str(error))


def mend(folder: Path) -> Report | None:
    """Set a damaged file aside and put what it holds in its place; the caller has the lock."""
    if (folder / RECOVERED).exists():
        _swap(folder)
    damage = find_damage(folder / FILE_NAME)
    return None if damage is None else recover(folder, damage)


# --- looking ---


def find_damage(path: Path) -> str | None:
    """Return what is wrong with a database; None: nothing. Raises StoreTooNew."""
    log = log_of(path)
    if not path.exists():
        return "the file is missing, its log is there" if size_of(log) else None
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            return "the file is empty" if not size_of(path) else "the file is no database"
    try:
        refuse_newer(path)
        if size_of(log) and _is_log_damaged(log):
            return "the log is damaged"
        return _check(path)
    except UnicodeDecodeError as error:  # SQLite's own complaint quotes what it found
        return str(error)
    except sqlite3.Error as error:
        if is_damage(error):
            return str(error)
        raise


def _is_log_damaged(log: Path) -> bool:
    from firmware_py.storage.raw_pages import read_log

    return read_log(log.read_bytes()).is_damaged


def _check(path: Path) -> str | None:
    """Let SQLite look, at a bounded cost: at everything only while that is little."""
    place = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(place, uri=True, isolation_level=None)) as db:
        tables = ("",) if size_of(path) <= CHECKED_BYTES else SMALL_TABLES
        for table in tables:
            verdict = db.execute(f"PRAGMA quick_check({table or 1})").fetchone()[0]
            if verdict != "ok":
                return str(verdict)
        if not 0 < db.execute("PRAGMA user_version").fetchone()[0] <= SCHEMA_VERSION:
            return "the file holds no tables of ours"
        db.execute("SELECT * FROM matches WHERE status IN (?, ?)", (RUNNING, PAUSED)).fetchall()
    return None


def _find_broken(store: Store) -> str | None:
    """Return what is wrong with an open match; those that ended are looked at when they are read.

    Their number is small and has nothing to do with that of the ended ones.
    """
    try:
        for number in store.open_numbers():
            if store.broken_chain(number) is not None:
                return f"match {number} is not as it was kept"
    except sqlite3.Error as error:
        if is_damage(error):
            return str(error)
        raise
    return None


def _log() -> Logger:
    """Return a log of our own: the root one would set itself up before anybody chose a file."""
    import logging

    return logging.getLogger(__name__)


# --- saving ---


def recover(folder: Path, why: str) -> Report:
    """Build a new file of everything that can be read, and swap; nobody has the file open."""
    from firmware_py.storage.files import sync
    from firmware_py.storage.raw_pages import Pages
    from firmware_py.storage.salvage import save_rows

    log = _log()
    log.error("%s is damaged: %s", folder / FILE_NAME, why)
    building = folder / RECOVERING
    for stale in (building, building.with_name(f"{RECOVERING}-journal")):
        stale.unlink(missing_ok=True)
    with closing(sqlite3.connect(building, isolation_level=None)) as db:
        schema.create(db)
        saved = save_rows(Pages(folder / FILE_NAME), db)
    adopt(building)
    sync(building)
    building.rename(folder / RECOVERED)
    sync(folder)
    aside = _swap(folder)
    log.error("recovered %s; the damaged file is %s", saved, aside)
    return Report(why, aside, saved)


def _swap(folder: Path) -> Path:
    """Put the recovered file in its place; a crash in between is made good at the next start."""
    import shutil

    from firmware_py.storage.files import sync

    path = folder / FILE_NAME
    aside = _free_name(path)
    if path.exists():
        try:
            os.link(path, aside)
        except OSError:  # a file system without links
            shutil.copyfile(path, aside)
            sync(aside)
    for ending in ("-wal", "-shm"):
        beside = path.with_name(path.name + ending)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + ending))
    # On the disk first: SQLite would read the old log over the new file.
    sync(folder)
    (folder / RECOVERED).replace(path)
    sync(folder)
    return aside


def _free_name(path: Path) -> Path:
    number = 1
    while any(path.parent.glob(f"{path.stem}-damaged-{number}{path.suffix}*")):
        number += 1
    return path.with_name(f"{path.stem}-damaged-{number}{path.suffix}")


# --- without a disk ---


def _from_memory(folder: Path, date: Date, error: Exception) -> tuple[Store, Report]:
    """Return a store in memory with what can be read, for a folder that cannot be written."""
    _log().error("%s cannot be written: %s", folder, error)
    path = folder / FILE_NAME
    try:
        refuse_newer(path)
        store = Store.in_memory(folder, _image(path), date)
    except OSError:
        _log().exception("%s cannot be read either", path)
        store = Store.in_memory(folder, None, date)
        store.highest = UNREADABLE_FROM
    return store, Report(str(error))


def _image(path: Path) -> bytes | None:
    """Return a database for the memory: the file with its log, or what can be saved of it."""
    if not size_of(path):
        return None
    from firmware_py.storage.raw_pages import Pages
    from firmware_py.storage.salvage import save_rows

    image = Pages(path, beyond_damage=False).image()
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        try:
            db.deserialize(image)
            if db.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok":
                return image
        except sqlite3.Error:
            _log().exception("%s is damaged", path)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        schema.create(db)
        save_rows(Pages(path), db)
        return db.serialize()
