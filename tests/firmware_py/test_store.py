"""What is kept, and what is found when it was tampered with."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines import catalog
from engines.match import Match
from engines.record import Header, Line
from firmware_py.store import OVER, PAUSED, RUNNING, Store, StoreError, StoreInUse, StoreTooNew


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Return a fresh store."""
    made = Store(tmp_path)
    yield made
    made.close()


def header(*names: str) -> Header:
    """Return how a match begins."""
    engine = catalog.load("mana")
    return Match(engine, catalog.begin(engine, seats=2, seed=1), names=names).header


LINES = [Line("0", "=b1"), Line("1", "=b6"), Line("table", "undo")]


def kept(store: Store) -> int:
    """Keep a small match and return its number."""
    number = store.next_match()
    store.begin(number, header("Ada", "Bo"))
    store.append(number, 0, LINES[:1])
    store.append(number, 1, LINES[1:], "[1.5, 2.0]")
    return number


def test_a_match_comes_back_as_it_was_kept(store: Store, tmp_path: Path) -> None:
    """After the program ended, too."""
    number = kept(store)
    store.close()
    again = Store(tmp_path)
    record = again.record(number)
    assert record.lines == tuple(LINES)
    assert record.header == header("Ada", "Bo")
    assert again.last_clock(number) == "[1.5, 2.0]"
    again.close()


def test_matches_are_listed_newest_first_by_status(store: Store) -> None:
    """With the number of events, and the outcome once there is one."""
    first, second = kept(store), kept(store)
    store.set_status(first, OVER, {"winners": [0], "scores": [1, 0], "by": "daimio"})
    store.set_status(second, PAUSED)
    assert [match.id for match in store.matches(OVER, PAUSED)] == [second, first]
    assert store.count(RUNNING) == 0
    (over,) = store.matches(OVER)
    assert over.events == 3
    assert over.outcome == {"winners": [0], "scores": [1, 0], "by": "daimio"}


def test_an_event_cannot_be_kept_twice(store: Store) -> None:
    """Append-only: a number is taken once, and a failed transaction leaves nothing."""
    number = kept(store)
    with pytest.raises(sqlite3.IntegrityError):
        store.append(number, 2, [Line("0", "x"), Line("0", "y")])
    assert store.record(number).lines == tuple(LINES)


def test_a_gap_is_refused(store: Store) -> None:
    """An event follows the one before."""
    number = kept(store)
    with pytest.raises(StoreError, match="missing"):
        store.append(number, 7, LINES[:1])


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE events SET text='=c1' WHERE number=0",
        "UPDATE events SET who='1' WHERE number=0",
        "DELETE FROM events WHERE number=0",
        "UPDATE events SET clock='[0,0]' WHERE number=1",
    ],
)
def test_an_edited_row_is_found(store: Store, tmp_path: Path, damage: str) -> None:
    """The chain of hashes breaks where somebody touched it."""
    number = kept(store)
    assert store.broken_chain(number) is None
    with sqlite3.connect(tmp_path / "tablemate.db") as other:
        other.execute(damage)
    other.close()
    assert store.broken_chain(number) is not None


def test_a_deleted_match_is_gone(store: Store) -> None:
    """With its events."""
    number = kept(store)
    store.delete(number)
    with pytest.raises(StoreError):
        store.record(number)


def test_two_programs_on_one_directory_are_one_too_many(store: Store, tmp_path: Path) -> None:
    """The second refuses and says what to do."""
    with pytest.raises(StoreInUse, match="another Tablemate"):
        Store(tmp_path)
    store.next_match()


def test_a_newer_file_is_refused_and_left_alone(store: Store, tmp_path: Path) -> None:
    """Update first."""
    kept(store)
    store.close()
    path = tmp_path / "tablemate.db"
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA user_version=99")
    other.close()
    with pytest.raises(StoreTooNew, match="update Tablemate"):
        Store(tmp_path)
    with sqlite3.connect(path) as other:
        assert other.execute("PRAGMA user_version").fetchone() == (99,)
        assert other.execute("SELECT count(*) FROM events").fetchone() == (3,)
    other.close()


def test_the_disk_is_asked_before_anybody_is_told(store: Store) -> None:
    """WAL with full synchronisation."""
    assert store._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_players_settings_and_profiles(store: Store) -> None:
    """The smaller things that are kept."""
    store.add_player("Ada")
    store.add_player("Bo")
    store.rename_player("Ada", "Adele")
    store.retire_player("Bo")
    assert store.players() == ["Adele"]
    store.add_player("Bo")
    assert store.players() == ["Adele", "Bo"]
    store.put_setting("language", "fr")
    store.put_setting("language", "it")
    assert store.settings() == {"language": "it"}
    assert store.profile("stones") is None
    store.put_profile("stones", ["0", "1"])
    assert store.profile("stones") == ["0", "1"]
