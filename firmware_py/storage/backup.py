"""Makes and restores backups: one file with everything that is stored.

    backup   tablemate.db --(SQLite's online copy)--> .part --checked, synced--> FILE
    restore  FILE --verified rows--> incoming --swap--> tablemate.db    (the old file is kept)

A backup can be made while the box runs. It includes the files that people wrote (`own_texts`). A
restore changes nothing until the new file is complete in the data directory; the swap is one
rename.
"""

from __future__ import annotations

import errno
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from firmware_py.core.files import atomic_path, sync
from firmware_py.core.language import N_
from firmware_py.storage import own_texts
from firmware_py.storage.backup_import import (
    LARGEST_DAMAGED,
    BadBackup,
    OpenBackup,
    check_tables,
    copy_backup,
    import_damaged,
    import_rows,
    open_backup,
    open_untrusted,
)
from firmware_py.storage.database import (
    FILE_NAME,
    mark_closed,
    open_file,
    open_to_read,
    open_unsynced,
    take_lock,
)
from firmware_py.storage.disk import (
    become_owner_of,
    give_to_folder_owner,
    is_root,
    make_private_folder,
    replace_database,
    require_file,
    size_of,
    wal_path,
    write_as_owner,
)
from firmware_py.storage.errors import StoreError, StoreInUse
from firmware_py.storage.event_log import forget_newest
from firmware_py.storage.files import (
    NotWritten,
    check_free_space,
    explain_errors,
    require_folder,
)
from firmware_py.storage.recovery_report import NOTICE, Salvaged, clear_recovery, keep_notice
from firmware_py.storage.schema import OWN_KEY, put_value, row_hash, seal, transaction
from firmware_py.storage.store import Date, now

INCOMING = "tablemate.incoming"
COPY = "tablemate.copy"
UPLOADED = "tablemate.upload"
"""An upload from a page, until the people at the table agree to restore it."""
INCOMING_NOTICE = "tablemate.incoming-notice"
"""The recovery report of an incomplete backup, shown after the swap."""
WRITING_FAILED = N_("Writing failed. Is the disk full?")
PREFIX = "tablemate-backup"
ENDING = ".db"

Copy = Callable[[Path, Path], None]


# --- back up ---


def backup_name(date: Date = now) -> str:
    """Return the default name of a backup, with the date if it is known."""
    at = date()
    if at is None:
        return f"{PREFIX}{ENDING}"
    return f"{PREFIX}-{datetime.fromtimestamp(at, UTC).astimezone():%Y-%m-%d}{ENDING}"


def back_up(data: Path, target: Path, copy: Copy | None = None, date: Date = now) -> Path:
    """Copy the database of a data directory into one checked file and return its path.

    The box may be running. If the target is a folder, the file gets the default name, with a number
    if that is taken. Raises StoreError or NotWritten.
    """
    source = data / FILE_NAME
    require_file(source, f"there is nothing to back up in {data}: name the data with --data")
    target = _free_name(target / backup_name(date)) if target.is_dir() else target
    with explain_errors(target):
        if target.exists():
            raise FileExistsError(errno.EEXIST, "exists", str(target))
        sizes = size_of(source) + size_of(wal_path(source)) + own_texts.size_of_all(data)
        check_free_space(target.parent, sizes)
        with atomic_path(target, replace=False) as part:
            (copy or _copy)(source, part)
            check_backup(part)
    return target


def back_up_into(data: Path, folder: Path) -> Path:
    """Back up into a folder that must exist (a stick may be pulled); see `back_up`."""
    require_folder(folder)
    return back_up(data, folder)


def _copy(source: Path, part: Path) -> None:
    """Make SQLite's online copy, which is consistent while the box writes."""
    with open_to_read(source) as db:
        copy = sqlite3.connect(part, isolation_level=None)
        try:
            db.backup(copy)
            _leave_out_own(copy)
            own_texts.pack(source.parent, copy)
            # One file without a log that could be left behind.
            copy.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError as error:
            raise NotWritten(part.parent, WRITING_FAILED) from error
        finally:
            copy.close()


def _leave_out_own(copy: sqlite3.Connection) -> None:
    """Remove the settings of this box and the OPEN mark from a copy."""
    copy.execute("PRAGMA secure_delete=ON")
    mark_closed(copy)
    copy.execute("DELETE FROM settings WHERE key GLOB ?", (f"{OWN_KEY}*",))


def _copy_as_owner(source: Path, part: Path) -> None:
    """Make the same copy, read as the owner of the data and written as root."""

    def copy(target: BinaryIO) -> None:
        with TemporaryDirectory() as folder:
            made = Path(folder) / part.name
            _copy(source, made)
            with made.open("rb") as file:
                shutil.copyfileobj(file, target)

    with part.open("xb") as target:
        write_as_owner(source.parent, copy, target)


def _free_name(path: Path) -> Path:
    """Return the path, or the first numbered one that is free."""
    number = 2
    found = path
    while found.exists():
        found = path.with_name(f"{path.stem}-{number}{path.suffix}")
        number += 1
    return found


def check_backup(file: Path) -> int:
    """Return the number of matches in a backup; raise BadBackup if it is not a sound one."""
    with open_backup(file), open_untrusted(file, file) as db:
        return check_tables(db, file)


def check_incoming(data: Path, file: Path) -> None:
    """Raise what `bring_in` would raise of a file, and write nothing."""
    with open_backup(file) as backup, explain_errors(data):
        check_free_space(data, 2 * backup.size)
    check_backup(file)


# --- restore ---


def bring_in(data: Path, file: Path) -> Path:
    """Build a new database from a backup in the data directory; raise StoreError or NotWritten."""
    with open_backup(file) as backup:
        return bring_in_open(data, backup)


def bring_in_open(data: Path, backup: OpenBackup) -> Path:
    """Do the same with an open backup."""
    incoming, copy = data / INCOMING, data / COPY
    with explain_errors(data):
        make_private_folder(data)
        check_free_space(data, 2 * backup.size)
        for stale in (incoming, copy, data / INCOMING_NOTICE):
            stale.unlink(missing_ok=True)
        try:
            is_whole = copy_backup(backup, copy)
            salvaged = _import(backup, copy, incoming)
            give_to_folder_owner(incoming)
            sync(incoming)
            if not is_whole or salvaged.lost or salvaged.shortened or salvaged.left_out:
                keep_notice(data / INCOMING_NOTICE, f"restored from {backup.name}", salvaged)
        except BaseException:
            incoming.unlink(missing_ok=True)
            raise
        finally:
            copy.unlink(missing_ok=True)
    return incoming


def _import(backup: OpenBackup, copy: Path, incoming: Path) -> Salvaged:
    """Write the rows of a backup into a new file; salvage a damaged file that has a log."""
    try:
        with open_untrusted(copy, backup.name) as found:
            check_tables(found, backup.name)
            return import_rows(found, incoming)
    except BadBackup:
        if backup.log is None or size_of(copy) > LARGEST_DAMAGED:
            raise
        salvaged = import_damaged(copy, incoming)
        if not salvaged.matches:
            raise
        return salvaged


def swap(data: Path) -> Path | None:
    """Replace the database by the incoming file; return the new path of the old one.

    The caller holds the lock of the data directory, and the database is not open.
    """
    current = data / FILE_NAME
    with explain_errors(data):
        forget_newest(data)  # before the log it refers to is removed
        if current.exists():
            _fold_log(current)
        if (data / INCOMING).exists():
            _keep_own(current, data / INCOMING)
            clear_recovery(data)  # the next start would replace the restored file by it
        if (data / INCOMING_NOTICE).exists():
            (data / INCOMING_NOTICE).rename(data / NOTICE)
        return replace_database(current, data / INCOMING, "before")


def _fold_log(current: Path) -> None:
    """Write the log into the database, so that one file holds everything."""
    # A damaged database may fail: then its log is set aside with it, unchanged.
    with suppress(sqlite3.DatabaseError, StoreError):
        open_file(current).close()


def _keep_own(current: Path, incoming: Path) -> None:
    """Copy the settings of this box into the new database and remove those of the backup."""
    rows = []
    if current.exists():
        with suppress(BadBackup), open_untrusted(current, current) as old:
            query = "SELECT key, value, hash FROM settings WHERE key GLOB ?"
            rows = old.execute(query, (f"{OWN_KEY}*",)).fetchall()
    try:
        with open_unsynced(incoming) as new, transaction(new):
            new.execute("DELETE FROM settings WHERE key GLOB ?", (f"{OWN_KEY}*",))
            for key, value, stored in rows:
                if stored == row_hash("settings", key, value):
                    put_value(new, "settings", key, value)
            seal(new, "settings")
    except sqlite3.Error as error:
        raise NotWritten(incoming.parent, WRITING_FAILED) from error
    sync(incoming)


def restore(data: Path, file: Path) -> Path | None:
    """Replace the database by a backup while no box runs; return the path of the old one.

    Raises StoreInUse, BadBackup, NotWritten.
    """
    with open_backup(file) as backup:
        return restore_open(data, backup)


def restore_open(data: Path, backup: OpenBackup) -> Path | None:
    """Do the same with an open backup."""
    with explain_errors(data):
        make_private_folder(data)
        lock = take_lock(data)
    try:
        bring_in_open(data, backup)
        return swap(data)
    finally:
        lock.close()


# --- the command line ---


def run_backup(data: Path, file: Path) -> int:
    """Run `tablemate backup FILE`."""
    try:
        made = back_up(data, file, _copy_as_owner if is_root() else None)
        matches = check_backup(made)
    except (StoreError, NotWritten) as error:
        print(f"tablemate: {error}", file=sys.stderr)
        return 1
    what = "1 match" if matches == 1 else f"{matches} matches"
    print(f"{made}: {what}, {max(size_of(made) // 1024, 1)} KiB, checked")
    return 0


def run_restore(data: Path, file: Path) -> int:
    """Run `tablemate restore FILE`."""
    try:
        with open_backup(file) as backup:  # as the user who named it, before becoming the owner
            become_owner_of(data)
            aside = restore_open(data, backup)
    except StoreInUse:
        print(
            f"tablemate: a box is running on {data}. End it first (systemctl stop tablemate), "
            "or restore from its own menu",
            file=sys.stderr,
        )
        return 1
    except (StoreError, NotWritten) as error:
        print(f"tablemate: {error}", file=sys.stderr)
        return 1
    print(f"{data / FILE_NAME} is restored from {file}.")
    if aside is not None:
        print(f"What was there before is kept as {aside}.")
    return 0
