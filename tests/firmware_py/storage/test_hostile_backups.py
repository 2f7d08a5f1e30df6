"""A backup is data, not a program: whatever somebody put into one is refused, or does nothing."""

from __future__ import annotations

import io
import os
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engines.record import Record, RecordLine, read, write
from firmware_py.history.archive import EndedMatches
from firmware_py.storage import backup_import
from firmware_py.storage.backup import back_up, restore, run_restore
from firmware_py.storage.backup_import import BadBackup, open_backup
from firmware_py.storage.event_log import StoredEvent
from firmware_py.storage.recovery import open_or_recover
from firmware_py.storage.schema import SCHEMA_VERSION, row_hash, write_version
from firmware_py.storage.store import Store
from tests.support.stored import first_damaged_event, line_count

DEEP = "[" * 100_000


@pytest.fixture
def good(tmp_path: Path, archive: Any) -> Path:
    """Return a good backup with two matches, a player and a setting."""
    store = Store(tmp_path / "source")
    archive(store, "mana")
    archive(store, "mana", seed=2)
    store.add_player("Ada")
    store.put_setting("language", "fr")
    store.close()
    return back_up(tmp_path / "source", tmp_path / "good.db")


@pytest.fixture
def data(tmp_path: Path, archive: Any) -> Path:
    """Return the data of a box with a match of its own."""
    store = Store(tmp_path / "data")
    archive(store, "icehouse")
    store.close()
    return tmp_path / "data"


def sql(*statements: str) -> Callable[[Path], None]:
    """Return what runs statements on a file."""

    def change(file: Path) -> None:
        with closing(sqlite3.connect(file)) as db:
            for statement in statements:
                db.execute(statement)
            db.commit()

    return change


def put(at: int, content: bytes) -> Callable[[Path], None]:
    """Return what overwrites a part of a file."""

    def change(file: Path) -> None:
        with file.open("r+b") as opened:
            opened.seek(at)
            opened.write(content)

    return change


def newer(file: Path) -> None:
    """Make it the file of a newer program."""
    with closing(sqlite3.connect(file)) as db, db:
        write_version(db, SCHEMA_VERSION + 1)


def remake(table: str, columns: str, select: str) -> Callable[[Path], None]:
    """Return what makes a table anew with other columns."""
    return sql(
        "PRAGMA foreign_keys=OFF",
        f"CREATE TABLE other ({columns})",
        f"INSERT INTO other {select}",
        f"DROP TABLE {table}",
        f"ALTER TABLE other RENAME TO {table}",
    )


def as_link(file: Path) -> None:
    """Put a link in the place of the file."""
    file.rename(file.with_name("elsewhere"))
    file.symlink_to(file.with_name("elsewhere"))


def as_pipe(file: Path) -> None:
    """Put a pipe there, from which nobody will ever hear."""
    file.unlink()
    os.mkfifo(file)


def as_device(file: Path) -> None:
    """Put a link to a device there."""
    file.unlink()
    file.symlink_to("/dev/zero")


def as_folder(file: Path) -> None:
    """Put a folder there."""
    file.unlink()
    file.mkdir()


def as_zip(file: Path) -> None:
    """Make it a zip file as well, by what comes behind it and then before it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as made:
        made.writestr(zipfile.ZipInfo("tablemate.db"), file.read_bytes())  # in 1970 too
    file.write_bytes(packed.getvalue())


def with_linked_log(file: Path) -> None:
    """Let its log be a link to a file of somebody else."""
    sql("PRAGMA journal_mode=WAL")(file)
    file.with_name(f"{file.name}-wal").symlink_to("/etc/passwd")


def with_huge_log(file: Path) -> None:
    """Make its log longer than any, without using the disk."""
    sql("PRAGMA journal_mode=WAL")(file)
    file.with_name(f"{file.name}-wal").touch()
    os.truncate(file.with_name(f"{file.name}-wal"), backup_import.LARGEST_LOG + 1)


def huge(file: Path) -> None:
    """Make it longer than any backup, without using the disk."""
    os.truncate(file, backup_import.LARGEST + 1)


EVENT_COLUMNS = "match, number, kind, who, text, clock, at, lines, hash"
REFUSED = {
    "trigger": (
        sql("CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM matches; END"),
        "not those of a backup",
    ),
    "view": (
        sql(
            "PRAGMA foreign_keys=OFF",
            "ALTER TABLE matches RENAME TO hidden",
            "CREATE VIEW matches AS SELECT * FROM hidden",
        ),
        "not those of a backup",
    ),
    "extra table": (sql("CREATE TABLE more (x)"), "not those of a backup"),
    "extra column": (sql("ALTER TABLE events ADD COLUMN more TEXT"), "not those of a backup"),
    "generated column": (
        sql("ALTER TABLE players ADD COLUMN more TEXT AS (upper(name)) VIRTUAL"),
        "not those of a backup",
    ),
    "no types": (remake("events", EVENT_COLUMNS, "SELECT * FROM events"), "not those of a backup"),
    "expression index": (sql("CREATE INDEX i ON players(abs(retired))"), "not those of a backup"),
    "virtual table": (
        sql("CREATE VIRTUAL TABLE v USING fts5(x)"),
        "not those of a backup",
    ),
    "version 0": (sql("PRAGMA user_version=0"), "not a Tablemate backup"),
    "negative version": (sql("PRAGMA user_version=-5"), "not a Tablemate backup"),
    "newer version": (newer, "newer Tablemate"),
    "a version that no row confirms": (
        sql("PRAGMA user_version=2000000000"),
        "not a Tablemate backup",
    ),
    "a link as its log": (with_linked_log, "a link, a folder or a drive"),
    "a huge log": (with_huge_log, "too large"),
    "link": (as_link, "a link, a folder or a drive"),
    "pipe": (as_pipe, "a link, a folder or a drive"),
    "device": (as_device, "a link, a folder or a drive"),
    "folder": (as_folder, "a link, a folder or a drive"),
    "zip": (as_zip, "not a Tablemate backup"),
    "encrypted": (put(0, os.urandom(100)), "not a Tablemate backup"),
    "odd page size": (put(16, b"\x03\xe8"), "not a Tablemate backup"),
    "page size of 256": (put(16, b"\x01\x00"), "not a Tablemate backup"),
    "reserved bytes": (put(20, b"\x20"), "not a Tablemate backup"),
    "huge": (huge, "too large"),
    "empty": (lambda file: file.write_bytes(b""), "not a Tablemate backup"),
    "schema of nonsense": (
        sql("PRAGMA writable_schema=ON", "UPDATE sqlite_master SET sql='CREATE nonsense'"),
        "not a Tablemate backup",
    ),
}


@pytest.mark.parametrize(("change", "words"), REFUSED.values(), ids=REFUSED)
def test_it_is_refused_with_the_reason(
    good: Path, data: Path, change: Callable[[Path], None], words: str, capsys: Any
) -> None:
    """Nothing on the box changes, and nothing is left behind."""
    change(good)
    before = sorted(path.name for path in data.iterdir())
    assert run_restore(data, good) == 1
    assert words in capsys.readouterr().err
    assert sorted(path.name for path in data.iterdir()) == before
    store, report = open_or_recover(data)
    assert report is None
    assert [match.header.game for match in EndedMatches(store.connection).older(None, 9)] == [
        "icehouse"
    ]
    store.close()


def hashed(table: str, key: str, value: str) -> str:
    """Return the statement that puts a value there, with its true hash."""
    return (
        f"INSERT INTO {table} VALUES ('{key}', '{value}', x'{row_hash(table, key, value).hex()}')"
    )


HARMLESS = {
    "negative number": sql("PRAGMA foreign_keys=OFF", "UPDATE matches SET id=-1 WHERE id=1"),
    "highest number": sql(
        "PRAGMA foreign_keys=OFF", "UPDATE matches SET id=9223372036854775807 WHERE id=1"
    ),
    "highest but one": sql(
        "PRAGMA foreign_keys=OFF",
        "UPDATE matches SET id=9223372036854775806 WHERE id=1",
        "UPDATE events SET match=9223372036854775806 WHERE match=1",
    ),
    "the same match twice": sql(
        "PRAGMA foreign_keys=OFF",
        "INSERT INTO matches SELECT 7, game, header, status, began_at, ended_at, outcome,"
        " last_number, last_hash FROM matches WHERE id=1",
        "INSERT INTO events SELECT 7, number, kind, who, text, clock, at, lines, hash"
        " FROM events WHERE match=1",
    ),
    "event number": sql("UPDATE events SET number=-5 WHERE match=1 AND number=3"),
    "no hash": sql("UPDATE events SET hash=x'' WHERE match=1"),
    "huge date": sql("UPDATE matches SET began_at=9223372036854775807, ended_at=-1 WHERE id=1"),
    "deep outcome": sql(f"UPDATE matches SET outcome='{DEEP}' WHERE id=1"),
    "deep header": sql(f"UPDATE matches SET header=header || 'position {DEEP}' WHERE id=1"),
    "deep setting": sql(hashed("settings", "deep", DEEP)),
    "deep profile": sql(hashed("profiles", "mana", DEEP)),
    "unhashed setting": sql("INSERT INTO settings VALUES ('hold', '9', x'00')"),
    "unhashed name": sql("INSERT INTO players VALUES (9, 'Eve', 0, x'00')"),
    "long name": sql(
        "INSERT INTO players VALUES (9, printf('%.*c', 500000, 'x'), 0,"
        f" x'{row_hash('players', 'x' * 500000, 0).hex()}')"
    ),
    "blob above the limit": sql("UPDATE matches SET last_hash=zeroblob(20000000) WHERE id=1"),
    "no text": sql("UPDATE events SET text=CAST(x'ff00fe' AS TEXT) WHERE match=1 AND number=2"),
    "strange status": sql("UPDATE matches SET status='x'' OR 1' WHERE id=1"),
    "only events": sql("PRAGMA foreign_keys=OFF", "DELETE FROM matches WHERE id=1"),
    "only rows": sql("DELETE FROM events WHERE match=1"),
}


@pytest.mark.parametrize("change", HARMLESS.values(), ids=HARMLESS)
def test_what_cannot_be_verified_does_not_come_in(
    good: Path, data: Path, change: Callable[[Path], None]
) -> None:
    """The other match does; the box starts, reads everything, and can begin new matches."""
    change(good)
    restore(data, good)
    use(data)


def use(data: Path) -> None:
    """Start on restored data and read all of it."""
    store, _ = open_or_recover(data)
    assert first_damaged_event(store, 2) is None
    assert line_count(store, 2)
    archive = EndedMatches(store.connection)
    for match in archive.older(None, 99):
        assert first_damaged_event(store, match.id) is None
    list(archive.results())
    assert store.settings() == {"language": "fr"}
    assert store.players() == ["Ada"]
    assert store.profile("mana") is None
    assert 2 < store.next_match() < 1000
    store.close()


def test_a_match_with_a_true_chain_and_absurd_words_is_only_data(good: Path, data: Path) -> None:
    """With valid hashes any match can be written; it is listed, and refused when it is opened."""
    with closing(sqlite3.connect(good)) as db:
        (text,) = db.execute("SELECT header FROM matches WHERE id=1").fetchone()
        header = read(text).header
        start = header.start._replace(seats=2_000_000_000)
        absurd = write(Record(header._replace(start=start)))
        began = StoredEvent(9, 0, "began", "table", absurd, "{}", 5)
        line = RecordLine("0", "x" * 100_000)
        played = StoredEvent(9, 1, "played", line.who, line.text, DEEP, 5, 1)
        first = began.link(b"")
        last = played.link(first)
        db.execute(
            "INSERT INTO matches VALUES (9, ?, ?, 'running', 5, NULL, NULL, 1, ?)",
            (header.game, absurd, last),
        )
        for event, stored in ((began, first), (played, last)):
            db.execute("INSERT INTO events VALUES (?,?,?,?,?,?,?,?,?)", (*event, stored))
        db.commit()
    restore(data, good)
    use(data)


def test_a_file_that_grows_while_it_is_copied_is_bounded(
    good: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What counts is what was read, not what the file said at first."""
    monkeypatch.setattr(backup_import, "LARGEST", good.stat().st_size)
    with open_backup(good) as backup:
        with good.open("ab") as more:
            more.write(b"more")
        with pytest.raises(BadBackup, match="too large"):
            backup_import.copy_backup(backup, data / "copy")
