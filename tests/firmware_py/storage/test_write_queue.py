"""What happens when the disk says no."""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from engines import catalog
from engines.record import RecordLine
from firmware_py.match.clock import Timing
from firmware_py.match.table_match import TableMatch, begin_match, resume_match
from firmware_py.storage.raw_pages import RawPages
from firmware_py.storage.recovery import UNREADABLE_FROM, open_or_recover
from firmware_py.storage.store import ABANDONED, OVER, PAUSED, RUNNING, Store, StoreError
from firmware_py.storage.write_queue import RETRY_S, WriteQueue
from tests.support.stored import first_damaged_event

Begin = Callable[..., TableMatch]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Return a fresh store."""
    made = Store(tmp_path)
    yield made
    made.close()


@pytest.fixture
def queue(store: Store) -> WriteQueue:
    """Return the way to write to it."""
    return WriteQueue(store)


def begin(queue: WriteQueue, game: str = "mana") -> TableMatch:
    """Begin a match."""
    engine = catalog.load(game)
    start = catalog.begin(engine, seats=2, seed=1)
    names = ("Ada", "Bo")
    return begin_match(queue, game, start, names=names, timing=Timing(), time=lambda: 0.0)


def play(table: TableMatch, moves: int = 1) -> None:
    """Play the first legal choices."""
    for _ in range(moves):
        engine, state = table.match.engine, table.match.state
        table.play(engine.write(next(iter(engine.legal(state)))))


@contextmanager
def full_disk() -> Iterator[None]:
    """Let the kernel refuse every write to a file, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


class TestWaiting:
    """What could not be kept."""

    def test_it_waits_in_order_and_is_kept_as_soon_as_it_can_be(
        self, store: Store, queue: WriteQueue
    ) -> None:
        """With the next write that works."""
        with full_disk():
            assert not queue.write(lambda stored: stored.put_setting("a", 1))
            assert not queue.write(lambda stored: stored.put_setting("a", 2))
            assert queue.unsaved == 2
            assert queue.error
            assert store.settings() == {}
        assert queue.write(lambda stored: stored.put_setting("b", 3))
        assert (queue.unsaved, queue.error) == (0, "")
        assert store.settings() == {"a": 2, "b": 3}

    def test_a_timer_tries_again(self, store: Store, queue: WriteQueue) -> None:
        """Every ten seconds, and not while nothing waits."""
        assert queue.deadline_s(100.0) is None
        with full_disk():
            queue.write(lambda stored: stored.add_player("Ada"))
            assert queue.deadline_s(100.0) == 100.0 + RETRY_S
            assert queue.deadline_s(105.0) == 100.0 + RETRY_S
            queue.due(110.0)
            assert queue.unsaved == 1
            assert queue.deadline_s(111.0) == 120.0
        queue.due(119.0)
        assert queue.unsaved == 1
        queue.due(120.0)
        assert queue.unsaved == 0
        assert queue.deadline_s(121.0) is None
        assert store.players() == ["Ada"]

    def test_our_own_mistakes_are_not_swallowed(self, queue: WriteQueue) -> None:
        """Only the disk's troubles wait; a mistake does not stop what comes after it."""

        def fail(_store: Store) -> None:
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            queue.write(fail)
        with pytest.raises(StoreError, match="no match 7"):
            queue.write(lambda stored: stored.set_status(7, PAUSED))
        assert queue.unsaved == 0
        assert queue.write(lambda stored: stored.add_player("Ada"))

    def test_the_log_is_not_flooded(
        self, queue: WriteQueue, caplog: pytest.LogCaptureFixture
    ) -> None:
        """The same trouble is written down once."""
        with full_disk():
            for _ in range(20):
                queue.write(lambda stored: stored.put_setting("a", 1))
        assert len(caplog.records) == 1


class TestMatches:
    """Matches that are ahead of the disk."""

    def test_a_match_begins_plays_and_ends_on_a_full_disk(
        self, store: Store, queue: WriteQueue
    ) -> None:
        """Later all of it is there, in order, with its result."""
        with full_disk():
            table = begin(queue)
            play(table, 4)
            assert not table.saved
            table.play("resign")
            unsaved = queue.unsaved
        assert unsaved == 6
        assert queue.retry()
        assert store.record(1).lines == tuple(table.match.lines)
        assert store.matches(OVER)[0].outcome is not None
        assert first_damaged_event(store, 1) is None

    def test_one_that_was_left_is_found_again_as_it_was(
        self, store: Store, queue: WriteQueue
    ) -> None:
        """Home lists it, and it goes on with the moves that are not on disk."""
        with full_disk():
            table = begin(queue)
            play(table, 3)
            table.leave()
            assert [(stored.id, stored.status) for stored in queue.open_matches()] == [(1, PAUSED)]
            again = resume_match(queue, 1, Timing(), lambda: 9.0)
            assert len(again.match.lines) == 3
            play(again, 2)
        queue.retry()
        assert len(store.record(1).lines) == 5
        assert store.matches(RUNNING)[0].id == 1
        fresh = resume_match(queue, 1, Timing(), lambda: 9.0)
        assert fresh is not again
        assert fresh.match.lines == again.match.lines

    def test_one_from_the_disk_goes_on_ahead_of_it(self, store: Store, queue: WriteQueue) -> None:
        """Left and resumed twice, on disk with the first write that works."""
        table = begin(queue)
        play(table, 2)
        table.leave()
        with full_disk():
            one = resume_match(queue, 1, Timing(), lambda: 9.0)
            play(one, 2)
            one.leave()
            two = resume_match(queue, 1, Timing(), lambda: 9.0)
            play(two, 1)
        play(two, 1)
        assert two.saved
        assert store.record(1).lines == tuple(two.match.lines)
        assert len(two.match.lines) == 6
        assert first_damaged_event(store, 1) is None

    @pytest.mark.parametrize("how", ["delete", "abandon"])
    def test_one_that_was_given_up_is_not_listed(
        self, store: Store, queue: WriteQueue, how: str
    ) -> None:
        """Even before the disk knows."""
        begin(queue).leave()
        begin(queue).leave()
        with full_disk():
            getattr(queue, how)(1)
            assert [stored.id for stored in queue.open_matches()] == [2]
        queue.retry()
        assert [stored.id for stored in queue.open_matches()] == [2]
        assert len(store.matches(ABANDONED)) == (how == "abandon")

    def test_numbers_are_given_without_the_disk(self, store: Store, queue: WriteQueue) -> None:
        """And none twice."""
        begin(queue)
        with full_disk():
            begin(queue)
            store.connection.execute("PRAGMA query_only=ON")
            path, store._db = (  # noqa: SLF001 - as if reading failed
                store.connection,
                sqlite3.connect(":memory:"),
            )  # reading would fail now
            try:
                assert queue.next_match() == 3
            finally:
                store.connection.close()
                store._db = path  # noqa: SLF001 - as if reading failed
            store.connection.execute("PRAGMA query_only=OFF")
        queue.retry()
        assert queue.next_match() == 4

    def test_a_number_that_another_program_used_is_not_given_again(
        self, store: Store, queue: WriteQueue
    ) -> None:
        """While the disk works it is asked."""
        other = WriteQueue(store)
        begin(other)
        assert queue.next_match() == 2

    def test_a_list_that_cannot_be_read_is_what_is_on_the_table(
        self, store: Store, queue: WriteQueue
    ) -> None:
        """Home must open when the card is gone."""
        with full_disk():
            begin(queue)
            store.connection.close()
            assert [stored.id for stored in queue.open_matches()] == [1]


class TestDamage:
    """A file that breaks while the box runs."""

    def spoil(self, store: Store) -> None:
        """Overwrite every page of the file and its log, under the open connection."""
        store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        data = bytearray(store.path.read_bytes())
        data[4096:] = b"\xee" * (len(data) - 4096)
        with store.path.open("r+b") as file:
            file.write(data)
        store.connection.execute("PRAGMA shrink_memory")

    def test_the_match_on_the_table_is_written_anew(self, store: Store, queue: WriteQueue) -> None:
        """From memory, into a new file; the damaged one is set aside, and it is reported."""
        table = begin(queue)
        play(table, 5)
        self.spoil(store)
        play(table, 1)
        assert table.saved
        assert queue.unsaved == 0
        assert queue.report is not None
        assert queue.report.aside is not None
        assert store.record(1).lines == tuple(table.match.lines)
        assert first_damaged_event(store, 1) is None


class TestMemory:
    """A data directory that cannot be written at the start."""

    def test_what_was_kept_can_be_read_and_played_on(self, tmp_path: Path) -> None:
        """And is on disk once there is one again."""
        first = Store(tmp_path)
        table = begin(WriteQueue(first))
        play(table, 3)
        first.close()
        with full_disk():
            store, report = open_or_recover(tmp_path)
            assert report is not None
            assert report.aside is None
            queue = WriteQueue(store)
            again = resume_match(queue, 1, Timing(), lambda: 0.0)
            play(again, 2)
            new = begin(queue)
            play(new, 1)
            assert (new.number, new.saved) == (2, False)
            assert queue.unsaved == 4
            queue.write(lambda stored: stored.put_setting("language", "fr"))
            assert store.settings() == {"language": "fr"}
        queue.due(0.0)
        queue.due(RETRY_S)
        assert queue.unsaved == 0
        assert store.on_disk
        store.close()
        third = Store(tmp_path)
        assert third.record(1).lines == tuple(again.match.lines)
        assert third.record(2).lines == tuple(new.match.lines)
        assert third.settings() == {"language": "fr"}
        third.close()

    def test_what_is_read_into_memory_can_be_written_to(self, tmp_path: Path) -> None:
        """By statements made for it, and not by those of the empty memory before."""
        first = Store(tmp_path)
        first.put_setting("language", "fr")
        first.put_profile("mana", ["a" * 100] * 50)
        first.close()
        image = RawPages(first.path).image()
        for number in range(200):
            store = Store.in_memory(tmp_path, image)
            store.add_player(f"Ada {number}")
            store.put_setting("language", "it")
            store.put_profile("mana", [number])
            assert (store.settings(), store.profile("mana")) == ({"language": "it"}, [number])
            store.close()

    def test_an_empty_folder_works_too(self, tmp_path: Path) -> None:
        """A first start on a full disk."""
        with full_disk():
            store, report = open_or_recover(tmp_path / "data")
            assert report is not None
            queue = WriteQueue(store)
            table = begin(queue)
            play(table, 2)
        assert queue.retry()
        assert store.record(1).lines == tuple(table.match.lines)
        store.close()

    def test_numbers_do_not_meet_those_that_cannot_be_read(self, tmp_path: Path) -> None:
        """When the file comes back, both are there."""
        first = Store(tmp_path)
        play(begin(WriteQueue(first)), 3)
        first.close()
        hidden = tmp_path / "tablemate.db"
        hidden.rename(tmp_path / "hidden")
        hidden.symlink_to(hidden)  # as unreadable as a dead card, also for root
        store, report = open_or_recover(tmp_path)
        assert report is not None
        queue = WriteQueue(store)
        table = begin(queue)
        play(table, 1)
        assert table.number == UNREADABLE_FROM + 1
        hidden.unlink()
        (tmp_path / "hidden").rename(hidden)
        assert queue.retry()
        assert len(store.record(1).lines) == 3
        assert store.record(table.number).lines == tuple(table.match.lines)
        store.close()

    def test_another_box_in_the_folder_is_waited_for(self, tmp_path: Path) -> None:
        """It is not a mistake: the disk is just not ours yet."""
        with full_disk():
            store, _ = open_or_recover(tmp_path)
            queue = WriteQueue(store)
            queue.write(lambda stored: stored.add_player("Ada"))
        other = Store(tmp_path)
        assert not queue.retry()
        assert "another Tablemate" in queue.error
        other.close()
        assert queue.retry()
        assert store.players() == ["Ada"]
        store.close()


def test_a_listener_hears_what_was_kept(queue: WriteQueue) -> None:
    """Once for each choice, never for a pause."""
    heard: list[Any] = []
    table = begin(queue)
    table.listeners.append(heard.append)
    play(table)
    table.leave()
    table.wake()
    table.undo()
    assert [len(lines) for lines in heard] == [1, 1]
    assert heard[1] == (RecordLine("table", "undo"),)
