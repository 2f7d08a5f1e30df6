"""Files that people wrote themselves (templates of the data directory), and their way in a backup.

    templates/skat.toml --pack--> a row of the copy --(verified like all rows)--> the new database
    the new database, opened for the first time --unpack--> templates/skat.toml; the row is deleted

After a power cut in between, the next start unpacks. An existing file with different content is
kept under a new name.
"""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import suppress
from pathlib import Path

from engines.unicode import read_json
from firmware_py.core.files import atomic_write
from firmware_py.storage import schema
from firmware_py.storage.schema import TEXT_KEY, put_value, seal

FOLDER = "templates"
ENDING = ".toml"
MOST = 100
"""The number of files of a folder that are used."""
LARGEST = 64 * 1024
NAME = re.compile("[a-z0-9][a-z0-9-]{0,59}")
_AFTER = "text;"
"""Sorts right after all keys of texts."""


def names(folder: Path) -> list[str]:
    """Return the names of the texts in a folder, without the ending."""
    try:
        found = sorted(path.stem for path in folder.iterdir() if path.suffix == ENDING)
    except OSError:
        return []
    return [name for name in found if NAME.fullmatch(name)][:MOST]


def size_of_all(data: Path) -> int:
    """Return the approximate size in bytes of the texts of a data directory."""
    return sum(len(text) for _, text in _texts(data / FOLDER))


def pack(data: Path, db: sqlite3.Connection) -> None:
    """Write the texts of a data directory into a copy of its database."""
    with schema.transaction(db):
        for name, text in _texts(data / FOLDER):
            put_value(db, "settings", f"{TEXT_KEY}{name}", json.dumps(text))
        seal(db, "settings")


def _texts(folder: Path) -> list[tuple[str, str]]:
    """Return names and texts, without files that are not UTF-8 or are too long."""
    found = []
    for name in names(folder):
        with suppress(OSError, UnicodeDecodeError), (folder / f"{name}{ENDING}").open("rb") as file:
            data = file.read(LARGEST + 1)
            if len(data) <= LARGEST:
                found.append((name, data.decode()))
    return found


def unpack(data: Path, db: sqlite3.Connection) -> None:
    """Write the texts of a restored database to their folder, then delete the rows.

    If a file cannot be written, raises OSError and keeps the rows.
    """
    query = "SELECT key, value FROM settings WHERE key >= ? AND key < ?"
    for key, value in db.execute(query, (TEXT_KEY, _AFTER)).fetchall():
        name, text = key.removeprefix(TEXT_KEY), _text(value)
        if NAME.fullmatch(name) and _is_bounded(name, text):
            _put_back(data / FOLDER, name, text)
    with schema.transaction(db):
        db.execute("DELETE FROM settings WHERE key >= ? AND key < ?", (TEXT_KEY, _AFTER))
        seal(db, "settings")


def _text(value: str) -> bytes:
    """Return the text of a row, or b"" if it is damaged."""
    try:
        text = read_json(value)
    except ValueError:
        return b""
    return text.encode(errors="replace") if isinstance(text, str) else b""


def _is_bounded(name: str, text: bytes) -> bool:
    """Return whether a text is within the limits of the TOML reader; log it otherwise."""
    from engines.toml_text import check_bounds  # only after a restore

    try:
        check_bounds(text.decode())
    except ValueError as error:
        import logging  # slow to import, and seldom needed

        logging.getLogger(__name__).error("the text %s of a backup is left out: %s", name, error)  # noqa: TRY400 - expected
        return False
    return bool(text)


def _put_back(folder: Path, name: str, text: bytes) -> None:
    target = folder / f"{name}{ENDING}"
    if target.exists():
        if target.read_bytes() == text:
            return
        target.rename(_free_name(folder, name))
    folder.mkdir(parents=True, exist_ok=True)
    atomic_write(target, text)


def _free_name(folder: Path, name: str) -> Path:
    number = 2
    while (found := folder / f"{name[:55]}-{number}{ENDING}").exists():
        number += 1
    return found
