"""Files of every earlier version are brought to this one, with everything in them."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engines import catalog
from engines.match import Match
from engines.record import Record, RecordLine, write
from firmware_py.storage.schema import SCHEMA_VERSION
from firmware_py.storage.store import OVER, PAUSED, RUNNING, Store

VERSION_1 = """
CREATE TABLE matches (
  id INTEGER PRIMARY KEY,
  game TEXT NOT NULL,
  header TEXT NOT NULL,
  status TEXT NOT NULL,
  began_at INTEGER,
  ended_at INTEGER,
  outcome TEXT
) STRICT;
CREATE TABLE events (
  match INTEGER NOT NULL REFERENCES matches(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  kind TEXT NOT NULL,
  who TEXT NOT NULL,
  text TEXT NOT NULL,
  clock TEXT,
  at INTEGER,
  hash BLOB NOT NULL,
  PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE players (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  retired INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE profiles (game TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX matches_by_status ON matches(status, id);
PRAGMA user_version=1;
"""
LINES = (RecordLine("0", "=b1"), RecordLine("1", "=b6"), RecordLine("table", "undo"))
KINDS = ("played", "played", "undone")
OUTCOME = {"winners": [1], "scores": [0, 1], "by": "resignation"}


def header() -> str:
    """Return how a match begins."""
    engine = catalog.load("mana")
    match = Match(engine, catalog.begin(engine, seats=2, seed=1, first=0), names=("Ada", "Bo"))
    return write(Record(match.header))


def add_match(db: sqlite3.Connection, number: int, status: str) -> None:
    """Write a match as version 1 did."""
    ended, outcome = (1_800_000_900, json.dumps(OUTCOME)) if status == OVER else (None, None)
    row = (number, "mana", header(), status, 1_800_000_000, ended, outcome)
    db.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    before = b""
    for at, (line, kind) in enumerate(zip(LINES, KINDS, strict=True)):
        clock = f"[{at}.5, 0.0]"
        body = json.dumps([number, at, kind, line.who, line.text, clock])
        before = hashlib.sha256(before + body.encode()).digest()
        row = (number, at, kind, line.who, line.text, clock, 1_800_000_000 + at, before)
        db.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)


def make_version_1(folder: Path) -> Path:
    """Write a file as version 1 left it: matches of every kind, people, settings, a profile."""
    path = folder / "tablemate.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.executescript(VERSION_1)
        for number, status in enumerate((RUNNING, PAUSED, OVER), 1):
            add_match(db, number, status)
        db.execute("INSERT INTO players(name, retired) VALUES ('Ada', 0), ('Bo', 1)")
        db.execute("INSERT INTO settings VALUES ('language', '\"fr\"')")
        db.execute("INSERT INTO profiles VALUES ('stones', '[\"0\"]')")
    return path


EARLIER = {1: make_version_1}


def test_every_earlier_version_is_tested() -> None:
    """A new version brings the making of the one before into this file."""
    assert sorted(EARLIER) == list(range(1, SCHEMA_VERSION))


@pytest.mark.parametrize("version", EARLIER)
def test_everything_is_there_after_the_update(tmp_path: Path, version: int) -> None:
    """Records, clocks, dates, results, people, settings; the chains hold."""
    EARLIER[version](tmp_path)
    store, report = Store.open_or_recover(tmp_path)
    assert report is None
    for number in (1, 2, 3):
        assert store.record(number).lines == LINES
        assert store.last_clock(number) == "[2.5, 0.0]"
        assert store.archive.times(number) == [1_800_000_000 + at for at in range(3)]
    assert [(m.id, m.status, m.events) for m in store.matches(RUNNING, PAUSED, OVER)] == [
        (3, OVER, 3),
        (2, PAUSED, 3),
        (1, RUNNING, 3),
    ]
    over = store.matches(OVER)[0]
    assert (over.began_at, over.ended_at, over.outcome) == (1_800_000_000, 1_800_000_900, OUTCOME)
    assert store.events(3)[-1].at == over.ended_at
    assert store.players() == ["Ada"]
    assert store.settings() == {"language": "fr"}
    assert store.profile("stones") == ["0"]
    store.append(1, 3, [RecordLine("1", "=b5")])
    assert store.broken_chain(1) is None
    store.close()


@pytest.mark.parametrize("version", EARLIER)
def test_an_updated_file_has_the_tables_of_a_new_one(tmp_path: Path, version: int) -> None:
    """Whichever way it came."""
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    EARLIER[version](old)
    tables = []
    for folder in (old, new):
        store = Store(folder)
        rows = store._db.execute("SELECT type, name, sql FROM sqlite_master ORDER BY 1, 2")
        tables.append([(kind, name, (sql or "").replace('"', "")) for kind, name, sql in rows])
        assert store._db.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
        store.close()
    assert tables[0] == tables[1]


def test_a_chain_that_was_broken_stays_broken(tmp_path: Path) -> None:
    """An update makes nothing true; the rest of the match is kept as it was."""
    path = make_version_1(tmp_path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE events SET text='=c1' WHERE match=3 AND number=1")
        db.commit()
    store = Store(tmp_path)
    assert store.broken_chain(3) == 2
    assert store.broken_chain(1) is None
    assert store.archive.stored(3).outcome == OUTCOME
    store.close()


def test_an_update_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    """All or nothing."""
    path = make_version_1(tmp_path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE matches SET status='unheard-of' WHERE id=2")
        db.commit()
    with pytest.raises(sqlite3.DatabaseError, match="unheard-of"):
        Store(tmp_path)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
        assert db.execute("SELECT count(*) FROM events").fetchone() == (9,)


@pytest.mark.parametrize("version", EARLIER)
def test_a_damaged_file_of_an_earlier_version_is_recovered(tmp_path: Path, version: int) -> None:
    """Into a file of this one, with the good part of each match."""
    path = EARLIER[version](tmp_path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE events SET text='=c1' WHERE match=2 AND number=1")
        db.commit()
    with path.open("r+b") as file:
        file.write(bytes(100))
    store, report = Store.open_or_recover(tmp_path)
    assert report is not None
    assert report.saved is not None
    assert (report.saved.matches, report.saved.shortened) == (3, 1)
    assert [store.record(number).lines for number in (1, 2, 3)] == [LINES, LINES[:1], LINES]
    assert store.archive.stored(3).outcome == OUTCOME
    assert store.matches(PAUSED)[0].id == 2
    assert store.players() == ["Ada"]
    store.close()
