"""One file with everything that is stored: made beside a running box, checked, and put back.

    backup   tablemate.db --(SQLite's online copy)--> .part --checked, on disk--> FILE
    restore  FILE --verified rows--> incoming --swap--> tablemate.db    (the old one is kept aside)

The texts that people wrote in files beside it travel along (`own_texts`).
A restore changes nothing until the new file lies whole in the data directory; the swap itself
is one rename.
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
    open_stranger,
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
    give_to_folder_owner,
    is_root,
    make_private_folder,
    replace_database,
    require_file,
    size_of,
    wal_path,
)
from firmware_py.storage.errors import StoreError, StoreInUse
from firmware_py.storage.event_log import forget_newest
from firmware_py.storage.files import (
    NotWritten,
    check_free_space,
    explain_errors,
    require_folder,
)
from firmware_py.storage.owner import become_owner_of, write_as_owner
from firmware_py.storage.recovery_report import NOTICE, Salvaged, clear_recovery, keep_notice
from firmware_py.storage.schema import OWN_KEY, put_value, row_hash, seal, transaction
from firmware_py.storage.store import Date, now

INCOMING = "tablemate.incoming"
COPY = "tablemate.copy"
UPLOADED = "tablemate.upload"
"""Where a page's upload lies until the table has agreed to it."""
INCOMING_NOTICE = "tablemate.incoming-notice"
"""What the table should know about a backup that is not whole, once it is in place."""
WRITING_FAILED = N_("Writing failed. Is the disk full?")
PREFIX = "tablemate-backup"
ENDING = ".db"

Copy = Callable[[Path, Path], None]


# --- making one ---


def backup_name(date: Date = now) -> str:
    """Return the usual name of a backup, with the date where it is known."""
    at = date()
    if at is None:
        return f"{PREFIX}{ENDING}"
    return f"{PREFIX}-{datetime.fromtimestamp(at, UTC).astimezone():%Y-%m-%d}{ENDING}"


def back_up(data: Path, target: Path, copy: Copy | None = None, date: Date = now) -> Path:
    """Copy the database of a data directory, a running box or not, into one sound file.

    A folder as the target gets a file of the usual name, numbered if that is taken. Returns the
    file; raises StoreError or NotWritten.
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
    """Back up into a folder that must be there, as a stick may be pulled; see `back_up`."""
    require_folder(folder)
    return back_up(data, folder)


def _copy(source: Path, part: Path) -> None:
    """Make SQLite's own copy: one moment of the database, whatever the box writes meanwhile."""
    with open_to_read(source) as db:
        copy = sqlite3.connect(part, isolation_level=None)
        try:
            db.backup(copy)
            _leave_out_own(copy)
            own_texts.pack(source.parent, copy)
            # One file: no log beside it that could be forgotten.
            copy.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError as error:
            raise NotWritten(part.parent, WRITING_FAILED) from error
        finally:
            copy.close()


def _leave_out_own(copy: sqlite3.Connection) -> None:
    """Remove what is about this box alone from a copy, and that its file was open."""
    copy.execute("PRAGMA secure_delete=ON")
    mark_closed(copy)
    copy.execute("DELETE FROM settings WHERE key GLOB ?", (f"{OWN_KEY}*",))


def _copy_as_owner(source: Path, part: Path) -> None:
    """Make the same copy where root writes it and the owner of the data reads it."""

    def copy(target: BinaryIO) -> None:
        with TemporaryDirectory() as folder:
            made = Path(folder) / part.name
            _copy(source, made)
            with made.open("rb") as file:
                shutil.copyfileobj(file, target)

    with part.open("xb") as target:
        write_as_owner(source.parent, copy, target)


def _free_name(path: Path) -> Path:
    """Return a path, or the first with a number that is not taken."""
    number = 2
    found = path
    while found.exists():
        found = path.with_name(f"{path.stem}-{number}{path.suffix}")
        number += 1
    return found


def check_backup(file: Path) -> int:
    """Return how many matches a file holds; raise BadBackup unless it is sound and ours."""
    with open_backup(file), open_stranger(file, file) as db:
        return check_tables(db, file)


def check_incoming(data: Path, file: Path) -> None:
    """Raise what `bring_in` would raise of a file, and write nothing."""
    with open_backup(file) as backup, explain_errors(data):
        check_free_space(data, 2 * backup.size)
    check_backup(file)


# --- putting one back ---


def bring_in(data: Path, file: Path) -> Path:
    """Make a new database of a backup in the data directory; raise StoreError or NotWritten."""
    with open_backup(file) as backup:
        return bring_in_open(data, backup)


def bring_in_open(data: Path, backup: OpenBackup) -> Path:
    """Do the same with a backup that is open already."""
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
    """Write the rows of a backup into a new file; of a damaged one with a log what can be saved."""
    try:
        with open_stranger(copy, backup.name) as found:
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
    """Put the incoming file in the place of the database; return where the old one lies now.

    The caller holds the lock of the data directory, and nobody has the database open.
    """
    current = data / FILE_NAME
    with explain_errors(data):
        forget_newest(data)  # before the log goes of which it knows
        if current.exists():
            _fold_log(current)
        if (data / INCOMING).exists():
            _keep_own(current, data / INCOMING)
            clear_recovery(data)  # it would be put over the restored file at the next start
        if (data / INCOMING_NOTICE).exists():
            (data / INCOMING_NOTICE).rename(data / NOTICE)
        return replace_database(current, data / INCOMING, "before")


def _fold_log(current: Path) -> None:
    """Bring the pending writes into the database, so that one file holds everything."""
    # A damaged database may refuse: then its log is set aside beside it, as it is.
    with suppress(sqlite3.DatabaseError, StoreError):
        open_file(current).close()


def _keep_own(current: Path, incoming: Path) -> None:
    """Bring what is about this box into the new database, in the place of what came along."""
    rows = []
    if current.exists():
        with suppress(BadBackup), open_stranger(current, current) as old:
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
    """Replace the database by a backup while no box runs; return where the old one lies.

    Raises StoreInUse, BadBackup, NotWritten.
    """
    with open_backup(file) as backup:
        return restore_open(data, backup)


def restore_open(data: Path, backup: OpenBackup) -> Path | None:
    """Do the same with a backup that is open already."""
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
        with open_backup(file) as backup:  # by whoever named it, and only then as the owner
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
