"""A match at the table: begun, left, resumed, over, given up; its clock; what it writes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines import catalog
from engines.errors import EngineError
from engines.record import RecordLine
from engines.rng import Chance
from firmware_py.history.archive import EndedMatches
from firmware_py.match.clock import Timing
from firmware_py.match.table_match import TableMatch, begin_match, resume_match
from firmware_py.storage.store import ABANDONED, OVER, PAUSED, RUNNING, Store
from firmware_py.storage.write_queue import WriteQueue
from tests.support.box import DAY
from tests.support.stored import first_damaged_event, line_count

NONE = Timing()
FISCHER = Timing("fischer", 600.0, 10.0)


class Table:
    """A store, and a clock that stands until it is moved."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now = 1000.0
        self.store = Store(folder)
        self.queue = WriteQueue(self.store)

    def begin(self, game: str = "mana", timing: Timing = FISCHER, **options: object) -> TableMatch:
        """Begin a match."""
        engine = catalog.load(game)
        start = catalog.begin(engine, seats=2, seed=1, first=0, options=options)
        names = ("Ada", "Bo")
        return begin_match(
            self.queue, game, start, names=names, timing=timing, time=lambda: self.now
        )

    def restart(self, number: int = 1, timing: Timing = NONE) -> TableMatch:
        """Switch off and on again, with another monotonic clock, and resume."""
        self.store.close()
        self.now = 5.0
        self.store = Store(self.folder)
        self.queue = WriteQueue(self.store)
        return resume_match(self.queue, number, timing, lambda: self.now)

    def status(self, number: int = 1) -> str:
        """Return how a match stands on disk."""
        return EndedMatches(self.store.connection).stored(number).status


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Return a table."""
    made = Table(tmp_path)
    yield made
    made.store.close()


def play(table_match: TableMatch, moves: int = 1) -> None:
    """Play the first legal choices."""
    for _ in range(moves):
        engine, state = table_match.match.engine, table_match.match.state
        table_match.play(engine.write(next(iter(engine.legal(state)))))


def test_a_confirmed_move_asks_the_store_once(table: Table) -> None:
    """For the newest event of the match; everything else is written, in one transaction."""
    table_match = table.begin()
    said: list[str] = []
    table.store.connection.set_trace_callback(said.append)
    play(table_match)
    table.store.connection.set_trace_callback(None)
    assert [" ".join(statement.split()[:2]) for statement in said] == [
        "BEGIN IMMEDIATE", "SELECT number,", "INSERT INTO", "UPDATE matches", "COMMIT"
    ]  # fmt: skip


class TestStanding:
    """How a match stands on disk, whatever happened to it."""

    def test_it_runs_from_its_first_moment(self, table: Table) -> None:
        """It is there before a choice is made, with what the dealer dealt."""
        table.begin("mandala", table="full")
        assert table.status() == RUNNING
        assert line_count(table.store, 1)

    def test_leaving_pauses_and_coming_back_runs_on(self, table: Table) -> None:
        """On the same turn."""
        table_match = table.begin()
        play(table_match, 3)
        table_match.leave()
        assert table.status() == PAUSED
        again = table.restart()
        assert table.status() == RUNNING
        assert again.match.turn == table_match.match.turn
        assert again.match.lines == table_match.match.lines

    def test_after_a_power_cut_it_just_goes_on(self, table: Table) -> None:
        """No pause was written, and nothing has to be."""
        play(table.begin(), 3)
        events = len(table.store.events(1))
        table.restart()
        assert table.status() == RUNNING
        assert len(table.store.events(1)) == events

    def test_the_end_and_its_result_come_with_the_last_choice(self, table: Table) -> None:
        """In the same transaction."""
        table_match = table.begin()
        play(table_match, 2)
        table_match.play("resign")
        assert table.status() == OVER
        outcome = EndedMatches(table.store.connection).stored(1).outcome
        assert outcome is not None
        assert outcome["by"] == "resignation"
        assert [event.kind for event in table.store.events(1)][-2:] == ["played", "ended"]

    def test_an_undo_after_the_end_makes_it_run_again(self, table: Table) -> None:
        """Without a result, until it ends again."""
        table_match = table.begin()
        play(table_match, 2)
        table_match.play("resign")
        table_match.undo()
        assert table.status() == RUNNING
        assert EndedMatches(table.store.connection).stored(1).outcome is None
        assert not table.restart().is_over
        assert table_match.match.lines[-1] == RecordLine("table", "undo")

    def test_a_redo_of_the_end_ends_it_again(self, table: Table) -> None:
        """With the same result."""
        table_match = table.begin()
        table_match.play("resign")
        before = EndedMatches(table.store.connection).stored(1).outcome
        table_match.undo()
        table_match.redo()
        assert table.status() == OVER
        assert EndedMatches(table.store.connection).stored(1).outcome == before

    def test_leaving_a_finished_match_does_not_pause_it(self, table: Table) -> None:
        """It is over."""
        table_match = table.begin()
        table_match.play("resign")
        table_match.leave()
        assert table.status() == OVER

    def test_abandoned_is_neither_open_nor_over(self, table: Table) -> None:
        """It is in the history, without a result."""
        table_match = table.begin()
        play(table_match, 2)
        table_match.abandon()
        assert table.status() == ABANDONED
        assert table.queue.open_matches() == []

    def test_an_end_that_was_not_noted_is_noted_on_coming_back(self, table: Table) -> None:
        """As in a file of an older program that was killed between the two."""
        table_match = table.begin()
        play(table_match, 2)
        table.store.append(1, 2, [RecordLine(str(table_match.match.turn.seat), "resign")])
        assert table.status() == RUNNING
        again = table.restart()
        assert again.is_over
        assert table.status() == OVER

    def test_missing_answers_of_the_dealer_are_dealt_again(self, table: Table) -> None:
        """As after a recovery that cut a choice from its answers: the same cards."""
        table_match = table.begin("mandala", table="full")
        dealt = tuple(table_match.match.lines)
        assert len(dealt) == 2
        table.store.begin(2, table_match.match.header, dealt[:1])
        again = table.restart(2)
        assert tuple(again.match.lines) == dealt
        assert table.store.record(2).lines == dealt
        play(again, 2)
        assert table.store.record(2).lines == tuple(again.match.lines)


class TestRefused:
    """Matches this program cannot continue are left as they are."""

    @pytest.mark.parametrize("change", [{"rules": 99}, {"game": "chess"}])
    def test_another_game_or_other_rules(self, table: Table, change: dict[str, Any]) -> None:
        """Refused with the reason; nothing of it changes."""
        (words,) = map(str, change.values())
        other = table.begin().match.header._replace(**change)
        table.store.begin(2, other, [RecordLine("0", "e4")])
        before = table.store.events(2)
        with pytest.raises(EngineError, match=words):
            resume_match(table.queue, 2, Timing(), lambda: 0.0)
        assert table.store.events(2) == before

    def test_a_record_that_does_not_replay(self, table: Table) -> None:
        """The same."""
        header = table.begin().match.header
        table.store.begin(2, header, [RecordLine("0", "rubbish")])
        with pytest.raises(EngineError):
            resume_match(table.queue, 2, Timing(), lambda: 0.0)
        assert line_count(table.store, 2) == 1


class TestClock:
    """Time is kept by the monotonic clock and lives through everything."""

    def test_time_and_bonus_are_there_after_a_restart(self, table: Table) -> None:
        """Fischer's seconds too, and how time is kept, whatever the settings say now."""
        table_match = table.begin()
        table.now += 30.0
        play(table_match)
        table.now += 50.0
        play(table_match)
        shown = [table_match.clock.shown_s(seat, table.now) for seat in (0, 1)]
        again = table.restart(timing=Timing("none"))
        assert again.clock.timing == FISCHER
        assert [again.clock.shown_s(seat, table.now) for seat in (0, 1)] == shown == [580.0, 560.0]

    def test_thinking_before_a_pause_is_charged(self, table: Table) -> None:
        """Going Home does not win time."""
        table_match = table.begin()
        play(table_match)
        table.now += 40.0
        table_match.leave()
        table.now += 5000.0
        assert table.restart().clock.spent_s[1] == 40.0

    def test_undo_and_corrections_earn_nothing(self, table: Table) -> None:
        """Nor does going Home and coming back."""
        table_match = table.begin()
        play(table_match, 2)
        before = [table_match.clock.shown_s(seat, table.now) for seat in (0, 1)]
        for _ in range(3):
            table_match.undo()
            table_match.undo()
            table_match.redo()
            table_match.redo()
        table_match.edit(table_match.match.engine.position(table_match.match.state))
        table_match.leave()
        table_match.wake()
        assert [table_match.clock.shown_s(seat, table.now) for seat in (0, 1)] == before

    def test_a_turns_limit_goes_on_where_it_stood(self, table: Table) -> None:
        """After a pause in mid-turn."""
        table_match = table.begin(timing=Timing("turn", 60.0))
        table.now += 45.0
        table_match.leave()
        again = table.restart()
        table.now += 5.0
        assert again.clock.shown_s(0, table.now) == 10.0

    def test_a_kill_gives_back_at_most_a_second(self, table: Table) -> None:
        """The time since the last choice is noted in a file without a sync."""
        table_match = table.begin()
        play(table_match)
        for _ in range(40):
            table.now += 1.0
            table_match.keep_time()
        table.now += 0.8  # and nobody leaves the match
        again = table.restart()
        assert again.clock.spent_s[1] == pytest.approx(40.0, abs=0.1)

    def test_a_kill_gives_back_no_free_time_for_entering(self, table: Table) -> None:
        """Not even to somebody who has not thought yet."""
        table_match = table.begin()
        play(table_match)
        table_match.clock.touched(table.now)
        table.now += 6.0
        table_match.keep_time()
        again = table.restart()
        assert again.clock.entry_left_s(table.now) == pytest.approx(4.0)

    def test_what_was_noted_holds_only_for_its_moment(self, table: Table) -> None:
        """A choice, a pause or another match after it knows better."""
        table_match = table.begin()
        play(table_match)
        table.now += 30.0
        table_match.keep_time()
        table.now += 5.0
        play(table_match)
        assert table.restart().clock.spent_s == (0.0, 35.0)
        other = table.begin()
        table.now += 70.0
        other.keep_time()
        assert table.restart(1).clock.spent_s == (0.0, 35.0)

    def test_a_note_that_is_torn_is_not_heeded(self, table: Table) -> None:
        """The clock of the last choice holds."""
        table_match = table.begin()
        table.now += 12.0
        play(table_match)
        table.now += 30.0
        table_match.keep_time()
        (note,) = table.folder.glob("running-clock*")
        for rubbish in (b"", b"{", b"[]", b'{"match": 1, "lines": 1, "clock": 7}', bytes(4000)):
            note.write_bytes(rubbish)
            assert table.restart().clock.spent_s == (12.0, 0.0)

    def test_nothing_is_noted_without_a_clock_or_while_it_stands(self, table: Table) -> None:
        """The card is left alone."""
        table_match = table.begin(timing=Timing("none"))
        table.now += 30.0
        table_match.keep_time()
        table_match.set_timing(FISCHER)
        table_match.clock.pause(table.now)
        table.now += 30.0
        table_match.keep_time()
        assert not list(table.folder.glob("running-clock*"))

    def test_a_clock_can_be_switched_on_changed_and_off(self, table: Table) -> None:
        """And a restart knows it, whatever the settings say."""
        table_match = table.begin(timing=Timing("none"))
        table.now += 100.0
        play(table_match)
        table_match.set_timing(FISCHER)
        table.now += 20.0
        assert table_match.clock.shown_all(table.now) == (600.0, 580.0)
        table_match.leave()
        again = table.restart(timing=Timing("up"))
        assert again.clock.timing == FISCHER
        assert again.clock.shown_all(table.now) == (600.0, 580.0)
        again.set_timing(Timing("none"))
        assert table.restart(timing=Timing("up")).clock.timing.kind == "none"

    def test_a_claim_earns_no_seconds(self, table: Table) -> None:
        """Mandala: both claim within the turn that completed it."""
        table_match = table.begin("mandala", table="full")
        chance = Chance(3, "claims")
        match, clock, claims = table_match.match, table_match.clock, 0
        for _ in range(2000):
            turn = match.turn
            if turn is None:
                break
            before = clock.shown_all(table.now)
            choices = match.engine.legal(match.state)
            table_match.play(match.engine.write(chance.choose(choices)))
            is_claim, after = turn.turn_of is not None, match.turn
            if is_claim and after is not None and after.turn_of is not None:
                claims += 1
                assert clock.shown_all(table.now) == before
        assert claims > 3

    @pytest.mark.parametrize("years", [-30, 30])
    def test_a_date_that_jumps_changes_no_duration(
        self, tmp_path: Path, table: Table, years: int
    ) -> None:
        """Dates are shown and nothing else; order is by number."""
        table.store.date = lambda: DAY
        table_match = table.begin()
        table.now += 10.0
        play(table_match)
        table.store.date = lambda: DAY + years * 365 * 86400
        table.now += 20.0
        play(table_match)
        second = table.begin()
        play(second)
        assert [round(spent) for spent in table_match.clock.spent_s] == [10, 20]
        assert [stored.id for stored in table.queue.open_matches()] == [2, 1]
        assert first_damaged_event(table.store, 1) is None
        assert len(table.restart().match.lines) == 2


class TestLearning:
    """What Stones learns about the table's copy."""

    def test_the_profile_is_written_when_it_changes(self, table: Table) -> None:
        """With the choice, and not again and again."""
        table_match = table.begin("stones", tracking="towers")
        assert table.store.profile("stones") is None
        for _ in range(60):
            before = table.store.connection.total_changes
            known = table_match._learned()  # noqa: SLF001 - what the match has learned so far
            lines = len(table_match.match.lines)
            if table_match.is_over:
                break
            play(table_match)
            rows = table.store.connection.total_changes - before
            new = len(table_match.match.lines) - lines
            row = 1  # which event is the last
            over = 3 * table_match.is_over
            learned = 2 * (table_match._learned() != known)  # noqa: SLF001 - the profile, and its table's digest
            assert rows == new + row + over + learned, table_match.match.lines[-1]
            if table_match._learned() != known:  # noqa: SLF001 - what the match has learned so far
                assert table.store.profile("stones") == table_match._learned()  # noqa: SLF001 - what the match has learned so far


def test_every_choice_is_one_transaction(table: Table) -> None:
    """Whatever comes with it."""
    table_match = table.begin("mandala", table="full")
    commits: list[str] = []
    table.store.connection.set_trace_callback(
        lambda sql: commits.append(sql) if sql.startswith("COMMIT") else None
    )
    play(table_match, 5)
    table_match.undo()
    table_match.redo()
    table_match.play("end")
    assert len(commits) == 8
    table.store.connection.set_trace_callback(None)


def test_the_kept_clock_is_text_that_anybody_can_read(table: Table) -> None:
    """For a bug report."""
    table_match = table.begin()
    play(table_match)
    stored = json.loads(table.store.events(1)[-1].clock or "")
    assert stored["timing"] == ["fischer", 600.0, 10.0, 10.0]
