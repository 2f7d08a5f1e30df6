"""A missing tail, an older or exchanged page, another status: found by the row, or by the walk."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from firmware_py.storage import damage
from firmware_py.storage.damage import DamageFound, Inspection
from firmware_py.storage.recovery import open_or_recover
from firmware_py.storage.store import DamagedMatch, Store
from firmware_py.storage.write_queue import WriteQueue
from tests.support.stored import line_count

NAME = "tablemate.db"


@pytest.fixture
def store(tmp_path: Path, archive: Any) -> Iterator[Store]:
    """Return a store with two ended matches and one that was given up."""
    made = Store(tmp_path / "data")
    archive(made, "mana")
    archive(made, "mandala")
    archive(made, "mana", moves=5, agreed="")
    yield made
    made.close()


CHANGES = {
    "tail": "DELETE FROM events WHERE match=1 AND number=(SELECT max(number) FROM events"
    " WHERE match=1)",
    "tail and end": "DELETE FROM events WHERE match=1 AND number>5",
    "status": "UPDATE matches SET status='abandoned' WHERE id=1",
    "outcome": "UPDATE matches SET outcome=replace(outcome, '[0]', '[1]') || ' ' WHERE id=1",
    "began": "UPDATE matches SET began_at=7 WHERE id=1",
    "ended": "UPDATE matches SET ended_at=7 WHERE id=1",
    "game": "UPDATE matches SET game='other' WHERE id=1",
    "last number": "UPDATE matches SET last_number=last_number+1 WHERE id=1",
    "last hash": "UPDATE matches SET last_hash=zeroblob(32) WHERE id=1",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_match_and_its_events_vouch_for_each_other(store: Store, change: str) -> None:
    """Reading it raises, and the inspection reports it."""
    store.connection.execute(change)
    with pytest.raises(DamagedMatch):
        store.events(1)
    found = walk(store)
    assert [each.match for each in found] == [1]


def walk(store: Store) -> list[DamageFound]:
    """Walk through all matches once, a minute at a time."""
    look = Inspection(store)
    found: list[Any] = []
    now = 0.0
    while True:
        due = look.deadline_s(now)
        if due - now > damage.EVERY_S:
            return found
        now = due
        if (each := look.due(now)) is not None:
            found.append(each)


@pytest.mark.parametrize("change", ["tail", "tail and end", "last number", "last hash"])
def test_a_start_finds_what_is_missing_of_a_match_that_has_ended(
    store: Store, tmp_path: Path, change: str
) -> None:
    """While the file is small; what is left is saved and counted as cut short."""
    store.connection.execute(CHANGES[change])
    store.close()
    again, report = open_or_recover(tmp_path / "data")
    assert report is not None
    assert report.salvaged is not None
    assert (report.salvaged.matches, report.salvaged.lost) == (3, 0)
    again.close()


def test_events_without_their_match_are_found(store: Store, tmp_path: Path) -> None:
    """By a start, and by the walk, which goes by the numbers in both tables."""
    store.connection.execute("PRAGMA foreign_keys=OFF")
    store.connection.execute("DELETE FROM matches WHERE id=2")
    assert [found.match for found in walk(store)] == [2]
    store.close()
    again, report = open_or_recover(tmp_path / "data")
    assert report is not None
    assert line_count(again, 2)
    again.close()


def test_every_page_may_be_older_than_it_should_be(
    store: Store, tmp_path: Path, archive: Any
) -> None:
    """A card that lost the newest write of a page: found at the start, or by the walk."""
    data = tmp_path / "data"
    fold(store)
    old = (data / NAME).read_bytes()
    archive(store, "mana")
    store.set_status(1, "abandoned")
    truth = {number: store.events(number) for number in range(1, 5)}
    store.close()
    new = (data / NAME).read_bytes()
    older = 0
    for at in range(0, len(old), 4096):
        if old[at : at + 4096] == new[at : at + 4096]:
            continue
        older += 1
        folder = tmp_path / str(at)
        folder.mkdir()
        (folder / NAME).write_bytes(new[:at] + old[at : at + 4096] + new[at + 4096 :])
        again, report = open_or_recover(folder)
        is_reported = report is not None or walk(again)
        whole = all(
            line_count(again, number) is not None and again.events(number) == events
            for number, events in truth.items()
        )
        assert is_reported or whole, at
        again.close()
    assert older > 2


def fold(store: Store) -> None:
    """Bring the log into the file."""
    store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def test_an_index_that_lacks_a_match_is_found(store: Store, tmp_path: Path) -> None:
    """The quick check of SQLite would not compare it with its table."""
    store.close()
    path = tmp_path / "data" / NAME
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA writable_schema=ON")
        db.execute("UPDATE sqlite_master SET sql=NULL, type='x' WHERE name='matches_by_status'")
        db.commit()
    copy = tmp_path / "copy.db"
    shutil.copy(path, copy)
    again, report = open_or_recover(tmp_path / "data")
    assert report is not None
    assert [line_count(again, number) is not None for number in (1, 2, 3)] == [True] * 3
    again.close()


class TestWalk:
    """A little each minute, and only once a day everything."""

    def test_it_goes_on_where_it_was(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        """Also after a start, as far as the place was written down."""
        monkeypatch.setattr(damage, "MATCHES_AT_ONCE", 1)
        monkeypatch.setattr(damage, "NOTED_EVERY", 1)
        first = Inspection(store)
        assert first.due(first.deadline_s(0.0)) is None
        store.connection.execute("UPDATE matches SET game='x' WHERE id IN (1, 2)")
        second = Inspection(store)
        found = second.due(second.deadline_s(0.0))
        assert found is not None
        assert found.match == 2

    def test_it_wakes_a_box_once_a_minute_and_then_rests_for_a_day(self, store: Store) -> None:
        """Three small matches are looked at in one go or in a few."""
        look = Inspection(store)
        times = [0.0]
        while len(times) < 8:
            times.append(look.deadline_s(times[-1]))
            look.due(times[-1])
        gaps = {later - earlier for earlier, later in pairwise(times)}
        assert gaps == {damage.EVERY_S, damage.REST_S}

    def test_before_it_is_time_nothing_is_read(self, store: Store) -> None:
        """A box in play looks at the clock only."""
        look = Inspection(store)
        store.connection.execute(CHANGES["game"])
        assert look.due(look.deadline_s(0.0) - 1.0) is None

    def test_the_queue_tells_the_table(self, store: Store) -> None:
        """In words that name the match."""
        queue = WriteQueue(store)
        assert queue.deadline_s(0.0) is None
        queue.inspection = Inspection(store)
        store.connection.execute(CHANGES["game"])
        deadline = queue.deadline_s(0.0)
        assert deadline is not None
        queue.due(deadline)
        assert queue.report is not None
        assert "Game 1 " in queue.report.text(lambda words, **places: words.format(**places))

    def test_a_disk_that_fails_ends_nothing(self, store: Store) -> None:
        """The next write says what is wrong."""
        look = Inspection(store)
        store.close()
        assert look.due(look.deadline_s(0.0)) is None

    @pytest.mark.parametrize("place", ["x", -4, 2**63, None, [1]])
    def test_a_place_that_makes_no_sense_is_the_beginning(self, store: Store, place: Any) -> None:
        """As after damage."""
        store.put_setting(damage.PLACE, place)
        store.connection.execute(CHANGES["game"])
        assert [found.match for found in walk(store)] == [1]
