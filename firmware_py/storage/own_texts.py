"""Texts that people wrote, as files in a folder of the data directory: they travel in a backup.

    templates/skat.toml --pack--> a row of the copy --(verified as all rows are)--> the new database
    the new database, opened for the first time --unpack--> templates/skat.toml, and the row goes

A box that loses power in between unpacks at its next start. A file that is there already with other
words is nobody's to lose: it stays, under another name.
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
"""So many files of a folder are looked at."""
LARGEST = 64 * 1024
NAME = re.compile("[a-z0-9][a-z0-9-]{0,59}")
_AFTER = "text;"
"""The next word after all keys of texts."""


def names(folder: Path) -> list[str]:
    """Return the names of the texts in a folder, without their ending."""
    try:
        found = sorted(path.stem for path in folder.iterdir() if path.suffix == ENDING)
    except OSError:
        return []
    return [name for name in found if NAME.fullmatch(name)][:MOST]


def size_of_all(data: Path) -> int:
    """Return about how many bytes the texts of a data directory have."""
    return sum(len(text) for _, text in _texts(data / FOLDER))


def pack(data: Path, db: sqlite3.Connection) -> None:
    """Put the texts of a data directory into a copy of its database."""
    with schema.transaction(db):
        for name, text in _texts(data / FOLDER):
            put_value(db, "settings", f"{TEXT_KEY}{name}", json.dumps(text))
        seal(db, "settings")


def _texts(folder: Path) -> list[tuple[str, str]]:
    """Return names and texts; what is no text, or far too long to be one, stays where it is."""
    found = []
    for name in names(folder):
        with suppress(OSError, UnicodeDecodeError), (folder / f"{name}{ENDING}").open("rb") as file:
            data = file.read(LARGEST + 1)
            if len(data) <= LARGEST:
                found.append((name, data.decode()))
    return found


def unpack(data: Path, db: sqlite3.Connection) -> None:
    """Write the texts of a restored database to their folder, then forget the rows.

    Raises OSError, and the rows stay, where a file cannot be written.
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
    """Return the text of a row; nothing of one that is damaged."""
    try:
        text = read_json(value)
    except ValueError:
        return b""
    return text.encode(errors="replace") if isinstance(text, str) else b""


def _is_bounded(name: str, text: bytes) -> bool:
    """Return whether a text can be read without harm; one that cannot is left out, and logged."""
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
