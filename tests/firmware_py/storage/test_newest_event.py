"""The note of the newest event distinguishes a damaged or missing log from a power cut."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engines import catalog
from engines.match import Match
from engines.record import RecordLine
from firmware_py.storage import database
from firmware_py.storage.backup import back_up, restore
from firmware_py.storage.event_log import NEWEST_NAME as NOTE
from firmware_py.storage.event_log import NewestEvent, find_newest
from firmware_py.storage.recovery import open_or_recover
from firmware_py.storage.recovery_report import RecoveryReport
from firmware_py.storage.store import PAUSED, Store
from tests.support.stored import line_count

NAME = "tablemate.db"
LOG = f"{NAME}-wal"


def begin(store: Store, seed: int = 1) -> int:
    """Begin a match and make a choice in it; return its number."""
    engine = catalog.load("mana")
    match = Match(engine, catalog.begin(engine, seats=2, seed=seed), ("Ada", "Bo"))
    number = store.next_match()
    store.begin(number, match.header)
    store.append(number, 0, [RecordLine("0", engine.write(next(iter(engine.legal(match.state)))))])
    return number


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Return the store of a running box: one match is folded into its file, another in the log."""
    made = Store(tmp_path / "live")
    begin(made)
    made.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    begin(made, 2)
    yield made
    made.close()


def pull_plug(store: Store, to: Path) -> Path:
    """Return a copy of the files as they lie there now."""
    shutil.copytree(store.path.parent, to, ignore=shutil.ignore_patterns("*.lock", "*-shm"))
    return to


def start(folder: Path) -> RecoveryReport | None:
    """Start a box and end it; return its report."""
    opened, report = open_or_recover(folder)
    opened.close()
    return report


def test_a_power_cut_is_no_damage(store: Store, tmp_path: Path) -> None:
    """The note names what is there."""
    folder = pull_plug(store, tmp_path / "cut")
    assert find_newest(folder) is not None
    assert start(folder) is None


@pytest.mark.parametrize("back", [1, 100, 2000, 4096, 4110])
def test_a_lost_end_of_the_log_is_reported(store: Store, tmp_path: Path, back: int) -> None:
    """Only the last choice is in it: without the note it would look like a choice in flight."""
    folder = pull_plug(store, tmp_path / "cut")
    log = bytearray((folder / LOG).read_bytes())
    log[-back] ^= 1
    (folder / LOG).write_bytes(log)
    without = pull_plug(store, tmp_path / "without")
    shutil.copy(folder / LOG, without)
    (without / NOTE).unlink()
    assert start(folder) is not None
    assert start(without) is None


def test_a_missing_log_is_reported(store: Store, tmp_path: Path) -> None:
    """And what was folded in before is there."""
    folder = pull_plug(store, tmp_path / "cut")
    (folder / LOG).unlink()
    opened, report = open_or_recover(folder)
    assert report is not None
    assert line_count(opened, 1) == 1
    assert line_count(opened, 2) is None
    opened.close()
    assert start(folder) is not None, "until somebody has read it"


@pytest.mark.parametrize("empty", [False, True], ids=["gone", "empty"])
def test_a_log_that_is_missing_with_the_note_is_reported(
    store: Store, tmp_path: Path, empty: bool
) -> None:
    """The file is marked as open, so it had a log."""
    folder = pull_plug(store, tmp_path / "cut")
    (folder / NOTE).unlink()
    (folder / LOG).unlink()
    if empty:
        (folder / LOG).touch()
    assert start(folder) is not None


def test_a_file_that_was_closed_needs_no_log(store: Store) -> None:
    """After a clean end, on a full disk as well, and after a restore that was cut off."""
    folder = store.path.parent
    store.close()
    assert not (folder / LOG).exists()
    assert start(folder) is None


def test_a_power_cut_at_any_statement_of_a_start_or_an_end_is_no_damage(tmp_path: Path) -> None:
    """The mark comes after the log, and goes before it."""
    kept: list[Path] = []

    def keep(statement: str) -> None:
        to = tmp_path / f"cut{len(kept)}"
        shutil.copytree(tmp_path / "live", to, ignore=shutil.ignore_patterns("*.lock", "*-shm"))
        kept.append(to)

    made = Store(tmp_path / "live")
    begin(made)
    made.connection.set_trace_callback(keep)
    database._mark_open(made.connection)  # noqa: SLF001 - as a program that was cut off leaves it
    database.mark_closed(made.connection)
    keep("the end")
    database._mark_open(made.connection)  # noqa: SLF001 - as a program that was cut off leaves it
    keep("again open")
    made.close()
    keep("closed")
    assert len(kept) > 10
    for folder in kept:
        assert start(folder) is None, folder.name


@pytest.mark.parametrize("left", ["note", "damaged note", "empty log"])
def test_files_that_are_all_missing_are_reported(store: Store, tmp_path: Path, left: str) -> None:
    """The note is all that is left, or not even that as a whole; a new file begins."""
    folder = pull_plug(store, tmp_path / "cut")
    (folder / LOG).unlink()
    (folder / NAME).unlink()
    if left == "damaged note":
        (folder / NOTE).write_bytes(b"")
    elif left == "empty log":
        (folder / NOTE).unlink()
        (folder / LOG).touch()
    opened, report = open_or_recover(folder)
    assert report is not None
    assert begin(opened) == 1
    opened.close()


def test_an_older_note_says_nothing_against_newer_events(store: Store, tmp_path: Path) -> None:
    """It is not synced, so a power cut may leave the one before."""
    note = (store.path.parent / NOTE).read_bytes()
    store.set_status(2, PAUSED)
    begin(store, 3)
    folder = pull_plug(store, tmp_path / "cut")
    assert (folder / NOTE).read_bytes() != note
    (folder / NOTE).write_bytes(note)
    assert start(folder) is None


def test_a_note_that_is_not_whole_says_nothing(store: Store, tmp_path: Path) -> None:
    """Whichever byte is another one, and wherever it ends."""
    note = (store.path.parent / NOTE).read_bytes()
    whole = len(note.rstrip())
    for at in range(whole):
        changed = bytearray(note)
        changed[at] ^= 1
        (tmp_path / NOTE).write_bytes(changed)
        assert find_newest(tmp_path) is None
        (tmp_path / NOTE).write_bytes(note[:at])
        assert find_newest(tmp_path) is None
    (tmp_path / NOTE).write_bytes(note[:whole])
    assert find_newest(tmp_path) is not None


def test_a_deleted_match_is_not_missed(store: Store, tmp_path: Path) -> None:
    """Neither when the power goes right after it."""
    store.delete(2)
    assert start(pull_plug(store, tmp_path / "cut")) is None


def test_a_restore_is_no_damage(store: Store, tmp_path: Path) -> None:
    """The backup is older than what the note of a box that lost its power knows."""
    back_up(store.path.parent, tmp_path / "backup.db")
    store.set_status(2, PAUSED)
    folder = pull_plug(store, tmp_path / "cut")
    restore(folder, tmp_path / "backup.db")
    assert find_newest(folder) is None
    assert start(folder) is None


def test_a_clean_end_leaves_no_note(store: Store) -> None:
    """There is no log that could be lost, and somebody may put another file there by hand."""
    folder = store.path.parent
    store.close()
    assert not (folder / NOTE).exists()


def test_a_note_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    """The choice is on the disk all the same, and a link is not followed."""
    victim = tmp_path / "victim"
    victim.write_text("of somebody")
    made = Store(tmp_path / "live")
    (tmp_path / "live" / NOTE).symlink_to(victim)
    assert begin(made) == 1
    assert line_count(made, 1) == 1
    made.close()
    assert victim.read_text() == "of somebody"


def test_a_shorter_note_leaves_nothing_of_a_longer_one(store: Store) -> None:
    """As after match 10 comes match 9."""
    folder = store.path.parent
    for newest in (NewestEvent(12345, 678, b"a" * 32), NewestEvent(1, 2, b"b" * 32)):
        store._newest.write(newest)  # noqa: SLF001 - an older mark
        assert find_newest(folder) == newest


@pytest.mark.parametrize("letter", ["x", "\udcef"], ids=["another letter", "no letter at all"])
def test_a_table_with_another_name_for_a_column_is_found(tmp_path: Path, letter: str) -> None:
    """SQLite finds such a file sound, and then there is no such column."""
    made = Store(tmp_path / "live")
    begin(made)
    made.close()
    file = tmp_path / "live" / NAME
    data = file.read_bytes()
    changed = letter.encode(errors="surrogateescape")
    file.write_bytes(data.replace(b"  outcome TEXT", b"  " + changed + b"utcome TEXT"))
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("SELECT count(*) FROM matches").fetchone() == (1,)
    opened, report = open_or_recover(tmp_path / "live")
    assert report is not None
    assert len(opened.events(1)) == 2
    opened.close()
