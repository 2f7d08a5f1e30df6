"""What is kept, and what is found when it was tampered with."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engines import catalog
from engines.match import Match
from engines.record import Header, RecordLine
from firmware_py.history.archive import EndedMatches
from firmware_py.storage.errors import StoreInUse, StoreTooNew
from firmware_py.storage.event_log import StatusChange
from firmware_py.storage.recovery import open_or_recover
from firmware_py.storage.schema import write_version
from firmware_py.storage.store import (
    ABANDONED,
    OVER,
    PAUSED,
    RUNNING,
    DamagedMatch,
    GameProfile,
    Store,
    StoreError,
    now,
)
from tests.support.stored import first_damaged_event, line_count


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


LINES = [RecordLine("0", "=b1"), RecordLine("1", "=b6"), RecordLine("table", "undo")]


def stored(store: Store) -> int:
    """Keep a small match and return its number."""
    number = store.next_match()
    store.begin(number, header("Ada", "Bo"))
    store.append(number, 0, LINES[:1])
    store.append(number, 1, LINES[1:], "[1.5, 2.0]")
    return number


def test_a_match_comes_back_as_it_was_kept(store: Store, tmp_path: Path) -> None:
    """After the program ended, too."""
    number = stored(store)
    store.close()
    again = Store(tmp_path)
    record = again.record(number)
    assert record.lines == tuple(LINES)
    assert record.header == header("Ada", "Bo")
    assert [event.clock for event in again.events(number)][-1] == "[1.5, 2.0]"
    again.close()


def test_matches_are_listed_newest_first_by_status(store: Store) -> None:
    """With the number of events, and the outcome once there is one."""
    first, second = stored(store), stored(store)
    store.set_status(first, OVER, {"winners": [0], "scores": [1, 0], "by": "daimio"})
    store.set_status(second, PAUSED)
    assert [match.id for match in store.matches(OVER, PAUSED)] == [second, first]
    assert store.matches(RUNNING) == []
    (over,) = store.matches(OVER)
    assert over.events == 3
    assert over.outcome == {"winners": [0], "scores": [1, 0], "by": "daimio"}


def test_a_line_is_kept_once(store: Store) -> None:
    """The same choice written again is there already; another in its place is refused."""
    number = stored(store)
    store.append(number, 1, LINES[1:])
    assert store.record(number).lines == tuple(LINES)
    with pytest.raises(StoreError, match="other content"):
        store.append(number, 2, [RecordLine("0", "x"), RecordLine("0", "y")])
    assert store.record(number).lines == tuple(LINES)


def test_a_number_belongs_to_one_match(store: Store) -> None:
    """To begin the same match again changes nothing; another one is refused."""
    number = stored(store)
    store.begin(number, header("Ada", "Bo"), LINES)
    assert store.record(number).lines == tuple(LINES)
    with pytest.raises(StoreError, match="another match"):
        store.begin(number, header("Eve", "Bo"))


def test_a_choice_and_what_follows_from_it_are_one_transaction(store: Store) -> None:
    """The line, the end of the match and what was learned: all, or nothing."""
    number = stored(store)
    over = StatusChange(OVER, {"winners": [1], "scores": [0, 1], "by": "resignation"})
    with pytest.raises(TypeError):
        store.append(
            number, 3, [RecordLine("0", "resign")], change=over, profile=GameProfile("mana", {1})
        )
    assert line_count(store, number) == 3
    assert store.matches(OVER) == []
    store.append(
        number, 3, [RecordLine("0", "resign")], change=over, profile=GameProfile("mana", [1])
    )
    assert line_count(store, number) == 4
    assert store.matches(OVER)[0].outcome == over.outcome
    assert store.profile("mana") == [1]


def test_pauses_and_ends_are_events_but_not_lines(store: Store) -> None:
    """The record has only the lines; a status that did not change makes no event."""
    number = stored(store)
    store.set_status(number, RUNNING)
    store.set_status(number, PAUSED)
    store.set_status(number, PAUSED)
    store.append(number, 3, [RecordLine("1", "=b5")], change=StatusChange(RUNNING))
    store.set_status(number, ABANDONED)
    kinds = [event.kind for event in store.events(number)]
    assert kinds == [
        "began", "played", "played", "undone", "paused", "played", "resumed", "abandoned"
    ]  # fmt: skip
    assert store.record(number).lines == (*LINES, RecordLine("1", "=b5"))
    assert first_damaged_event(store, number) is None


def test_a_gap_is_refused(store: Store) -> None:
    """An event follows the one before."""
    number = stored(store)
    with pytest.raises(StoreError, match="missing"):
        store.append(number, 7, LINES[:1])


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE events SET text='=c1' WHERE number=1",
        "UPDATE events SET who='1' WHERE number=1",
        "UPDATE events SET kind='undone' WHERE number=1",
        "DELETE FROM events WHERE number=1",
        "DELETE FROM events WHERE number=0",
        "UPDATE events SET clock='[0,0]' WHERE number=2",
        "UPDATE events SET at=1 WHERE number=2",
        "UPDATE events SET lines=9 WHERE number=3",
        "UPDATE events SET number=7 WHERE number=3",
        "UPDATE events SET hash=zeroblob(32) WHERE number=3",
        "UPDATE events SET text='{}' WHERE kind='ended'",
        "UPDATE events SET text=replace(text, 'Ada', 'Eve') WHERE number=0",
        "UPDATE matches SET header=replace(header, 'Ada', 'Eve')",
        "DELETE FROM events",
    ],
)
def test_an_edited_row_is_found(store: Store, tmp_path: Path, damage: str) -> None:
    """The chain of hashes breaks where somebody touched it, whatever was touched."""
    number = stored(store)
    store.set_status(number, OVER, {"winners": [0], "scores": [1, 0], "by": "daimio"})
    assert first_damaged_event(store, number) is None
    with closing(sqlite3.connect(tmp_path / "tablemate.db")) as other:
        other.execute(damage)
        other.commit()
    assert first_damaged_event(store, number) is not None
    with pytest.raises(DamagedMatch, match="restore a backup"):
        store.record(number)
    with pytest.raises(DamagedMatch):
        EndedMatches(store.connection).record(number)


def test_a_deleted_match_is_gone(store: Store) -> None:
    """With its events."""
    number = stored(store)
    store.delete(number)
    with pytest.raises(StoreError, match=f"there is no match {number}"):
        store.record(number)


def test_what_was_deleted_is_not_in_the_bytes_of_the_file(store: Store, tmp_path: Path) -> None:
    """A recovery reads every page, and an attacker who finds the card may too."""
    number = store.next_match()
    store.begin(number, header("Zanzibar", "Bo"))
    store.append(number, 0, [RecordLine("0", "Quagga")])
    store.put_setting("language", "Ouagadougou")
    store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = (tmp_path / "tablemate.db").read_bytes()
    assert all(word in before for word in (b"Zanzibar", b"Quagga", b"Ouagadougou"))
    store.delete(number)
    store.put_setting("language", "fr")
    store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    after = (tmp_path / "tablemate.db").read_bytes()
    assert not any(word in after for word in (b"Zanzibar", b"Quagga", b"Ouagadougou"))


def test_a_new_data_folder_is_private(tmp_path: Path) -> None:
    """On a desk others have accounts as well; a folder that exists keeps its rights."""
    made, given = tmp_path / "share/made", tmp_path / "given"
    given.mkdir()
    given.chmod(0o750)
    for folder in (made, given):
        opened, _ = open_or_recover(folder)
        opened.close()
    assert stat.S_IMODE(made.stat().st_mode) == 0o700
    assert stat.S_IMODE(given.stat().st_mode) == 0o750


def test_two_programs_on_one_directory_are_one_too_many(store: Store, tmp_path: Path) -> None:
    """The second refuses and says what to do."""
    with pytest.raises(StoreInUse, match="another Tablemate"):
        Store(tmp_path)
    store.next_match()


@pytest.mark.parametrize("pending", [False, True])
def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path, pending: bool) -> None:
    """Update first. Not a byte changes, even if the newer version stands in the log only."""
    store = Store(tmp_path)
    stored(store)
    path = tmp_path / "tablemate.db"
    other = sqlite3.connect(path)
    write_version(other, 99)
    other.commit()
    store.close()
    if pending:  # as after a power cut: nobody folded the log in
        copies = tmp_path / "cut"
        copies.mkdir()
        for name in ("tablemate.db", "tablemate.db-wal"):
            shutil.copy(tmp_path / name, copies)
        path = copies / "tablemate.db"
    other.close()
    before = {file.name: file.read_bytes() for file in path.parent.glob("tablemate.db*")}
    assert len(before) == 1 + pending
    with pytest.raises(StoreTooNew, match="update Tablemate"):
        Store(path.parent)
    with pytest.raises(StoreTooNew, match="update Tablemate"):
        open_or_recover(path.parent)
    for name, data in before.items():
        assert (path.parent / name).read_bytes() == data, name


@pytest.mark.parametrize("at", range(60, 64))
@pytest.mark.parametrize("pending", [False, True])
def test_a_flipped_bit_makes_no_newer_file(tmp_path: Path, at: int, pending: bool) -> None:
    """A row with a hash says the version too: such a file is repaired, and all of it is there."""
    store = Store(tmp_path / "live")
    stored(store)
    lines = store.record(1).lines
    for bit in range(8):
        folder = tmp_path / str(bit)
        shutil.copytree(tmp_path / "live", folder, ignore=shutil.ignore_patterns("*.lock", "*-shm"))
        if not pending:
            Store(folder).close()
        data = bytearray((folder / "tablemate.db").read_bytes())
        data[at] ^= 1 << bit
        (folder / "tablemate.db").write_bytes(data)
        opened, report = open_or_recover(folder)
        assert report is not None
        assert opened.record(1).lines == lines
        opened.close()
    store.close()


def test_a_new_file_appears_complete_or_not_at_all(tmp_path: Path) -> None:
    """The files of a killed first start do not prevent the next one."""
    (tmp_path / "tablemate.new").write_bytes(b"half")
    store = Store(tmp_path)
    assert store.next_match() == 1
    assert not (tmp_path / "tablemate.new").exists()
    store.close()


def test_a_new_file_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut in between would leave an empty file of that name."""
    synced = []
    fsync = os.fsync

    def see(handle: int) -> None:
        fsync(handle)
        name = Path(f"/proc/self/fd/{handle}").readlink().name
        synced.append((name, (tmp_path / "tablemate.db").exists()))

    monkeypatch.setattr("os.fsync", see)
    Store(tmp_path).close()
    assert synced == [("tablemate.new", False), (tmp_path.name, True)]


def test_a_choice_is_on_disk_before_it_is_confirmed(store: Store) -> None:
    """WAL with full synchronisation."""
    assert store.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store.connection.execute("PRAGMA synchronous").fetchone() == (2,)


@pytest.mark.parametrize(("clock", "date"), [(86_400.5, None), (1_800_000_000.5, 1_800_000_000)])
def test_a_clock_that_was_never_set_gives_no_date(
    clock: float, date: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Pi without a network begins in the past."""
    monkeypatch.setattr("time.time", lambda: clock)
    assert now() == date


def test_a_file_that_was_taken_away_is_not_written_to(store: Store, tmp_path: Path) -> None:
    """SQLite would go on writing into nowhere."""
    number = stored(store)
    (tmp_path / "tablemate.db").rename(tmp_path / "elsewhere.db")
    with pytest.raises(OSError, match="was removed"):
        store.append(number, 3, LINES[:1])
    (tmp_path / "elsewhere.db").rename(tmp_path / "tablemate.db")
    store.append(number, 3, LINES[:1])
    assert line_count(store, number) == 4


def test_a_name_that_left_the_roster_can_be_given_again(store: Store) -> None:
    """By renaming somebody else to it."""
    store.add_player("Ada")
    store.add_player("Bo")
    store.retire_player("Bo")
    store.rename_player("Ada", "Bo")
    assert store.players() == ["Bo"]


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
