"""A file of an earlier version is brought to this one, all or nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware_py.storage import database, schema
from firmware_py.storage.store import Store


def add_column(db: sqlite3.Connection) -> None:
    """Go to the version after this one."""
    db.execute("ALTER TABLE players ADD COLUMN colour TEXT")


def add_table(db: sqlite3.Connection) -> None:
    """Go one version further, from what the step before made."""
    db.execute("CREATE TABLE colours AS SELECT colour FROM players")


def fail_half_way(db: sqlite3.Connection) -> None:
    """Change something, and then meet a row that nobody expected."""
    add_table(db)
    raise sqlite3.DatabaseError("unheard-of")


def columns(path: Path) -> list[str]:
    """Return the columns of the players, and the version of the file last."""
    with closing(sqlite3.connect(path)) as db:
        names = [row[1] for row in db.execute("PRAGMA table_info(players)")]
        return [*names, str(db.execute("PRAGMA user_version").fetchone()[0])]


@pytest.fixture
def older(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Write a file of this version; with two more migrations it is two versions old."""
    store = Store(tmp_path)
    store.add_player("Ada")
    store.close()
    newer = schema.SCHEMA_VERSION + 2
    monkeypatch.setattr(schema, "SCHEMA_VERSION", newer)
    monkeypatch.setattr(database, "SCHEMA_VERSION", newer)
    return monkeypatch


def test_an_older_file_takes_the_steps_that_are_new(
    tmp_path: Path, older: pytest.MonkeyPatch
) -> None:
    """Each once and in order, with everything in it."""
    older.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, add_column, add_table))
    for _ in range(2):
        store = Store(tmp_path)
        assert store.players() == ["Ada"]
        store.close()
    wanted = ["id", "name", "retired", "hash", "colour", str(schema.SCHEMA_VERSION)]
    assert columns(tmp_path / "tablemate.db") == wanted


def test_an_update_that_fails_leaves_the_old_file(
    tmp_path: Path, older: pytest.MonkeyPatch
) -> None:
    """All or nothing."""
    before = columns(tmp_path / "tablemate.db")
    older.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, add_column, fail_half_way))
    with pytest.raises(sqlite3.DatabaseError, match="unheard-of"):
        Store(tmp_path)
    assert columns(tmp_path / "tablemate.db") == before


def test_a_file_without_our_tables_is_not_taken_for_an_old_one(tmp_path: Path) -> None:
    """Version 0 is any SQLite file."""
    with closing(sqlite3.connect(tmp_path / "tablemate.db")) as db:
        db.execute("CREATE TABLE other (x)")
    with pytest.raises(sqlite3.DatabaseError, match="not the tables"):
        Store(tmp_path)


def test_the_version_of_the_tables_is_written_as_a_number() -> None:
    """The helper for updates reads that line as text."""
    assert 1 + len(schema.MIGRATIONS) == schema.SCHEMA_VERSION
