"""Players, settings and profiles: a damaged one is found, left out and reported."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware_py.storage.backup import back_up, restore
from firmware_py.storage.recovery import open_or_recover
from firmware_py.storage.store import Store

NAME = "tablemate.db"
FLIPS = {
    "name": (b"Adamant", b"Adamanu"),
    "no text": (b"Adamant", b"Adaman\xf4"),
    "setting": (b'"francais"', b'"frankais"'),
    "key": (b"language", b"languag`"),
    "profile": (b'["stone"]', b'["stonf"]'),
    "evening": (b'["evening"]', b'["evenina"]'),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the data of a box that was shut down."""
    made = Store(tmp_path / "data")
    for name in ("Bo", "Adamant", "Cleo"):
        made.add_player(name)
    made.rename_player("Cleo", "Clea")
    made.retire_player("Bo")
    made.put_setting("language", "francais")
    made.put_setting("hold", 1)
    made.put_setting("hold", 2)
    made.put_profile("stones", ["stone"])
    made.put_evening(1, ["evening"])
    made.close()
    return tmp_path / "data"


def small(store: Store) -> set[str]:
    """Return all that is known of these."""
    known = {*store.players(), *(f"{key}={value}" for key, value in store.settings().items())}
    known |= {f"evening {number}={store.evening(number)}" for number in store.evenings()}
    return known | {f"stones={store.profile('stones')}"}


ALL = {
    "Adamant", "Clea", "language=francais", "hold=2", "stones=['stone']", "evening 1=['evening']",
}  # fmt: skip


def test_what_was_changed_by_people_is_as_it_was_stored(folder: Path) -> None:
    """Renamed, taken off the roster and on it again, set twice."""
    store, report = open_or_recover(folder)
    assert report is None
    assert small(store) == ALL
    store.add_player("Bo")
    store.close()
    store, report = open_or_recover(folder)
    assert report is None
    assert store.players() == ["Bo", "Adamant", "Clea"]
    store.close()


@pytest.mark.parametrize("flip", FLIPS.values(), ids=FLIPS)
def test_a_flipped_bit_is_reported_and_costs_nothing_else(
    folder: Path, flip: tuple[bytes, bytes]
) -> None:
    """SQLite finds such a file sound, or says so of an index alone."""
    data = (folder / NAME).read_bytes()
    assert flip[0] in data
    (folder / NAME).write_bytes(data.replace(*flip))
    store, report = open_or_recover(folder)
    assert report is not None
    assert len(ALL & small(store)) == len(ALL) - 1
    assert not small(store) - ALL - {"stones=None"}
    store.close()


CHANGES = {
    "players": lambda store: store.add_player("Dora"),
    "settings": lambda store: store.put_setting("hold", 3),
    "profiles": lambda store: store.put_profile("stones", ["other"]),
    "evenings": lambda store: store.put_evening(1, ["more"]),
}


@pytest.mark.parametrize("table", CHANGES)
def test_an_older_page_is_reported(folder: Path, table: str) -> None:
    """Its rows fit their hashes, but the digest in another page does not fit the rows."""
    older = (folder / NAME).read_bytes()
    store = Store(folder)
    CHANGES[table](store)
    (page,) = store.connection.execute(
        "SELECT rootpage FROM sqlite_master WHERE name=?", (table,)
    ).fetchone()
    store.close()
    place = slice((page - 1) * 4096, page * 4096)
    data = bytearray((folder / NAME).read_bytes())
    assert data[place] != older[place]
    data[place] = older[place]
    (folder / NAME).write_bytes(data)
    store, report = open_or_recover(folder)
    assert report is not None
    store.close()
    (folder / "tablemate.notice").unlink()
    store, report = open_or_recover(folder)
    assert report is None, "what is there now is taken for what there is"
    store.close()


def test_a_row_with_another_type_is_reported(folder: Path) -> None:
    """Whatever is in it."""
    with closing(sqlite3.connect(folder / NAME)) as db:
        db.execute("UPDATE settings SET hash=x'00ff' WHERE key='hold'")
        db.commit()
    store, report = open_or_recover(folder)
    assert report is not None
    assert store.settings() == {"language": "francais"}
    store.close()


def test_a_backup_is_restored_without_such_a_row_and_that_is_reported(
    folder: Path, tmp_path: Path
) -> None:
    """At the first start after it."""
    back_up(folder, tmp_path / "backup.db")
    file = tmp_path / "backup.db"
    file.write_bytes(file.read_bytes().replace(*FLIPS["setting"]))
    restore(folder, file)
    store, report = open_or_recover(folder)
    assert report is not None
    assert store.settings() == {"hold": 2}
    assert store.players() == ["Adamant", "Clea"]
    store.close()
