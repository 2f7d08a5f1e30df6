"""A match at this table: the game, the players, the clock, and its entry in the store.

Every confirmed choice is handled in the same way:

    Match.play --> WriteQueue.write (on disk) --> the screen may draw its tick

If the box plays seats, an undo removes its moves and the person's move before them.

Anna  box  box  Anna?      one undo takes back both moves of the box, and Anna's
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from engines import catalog
from engines.engine import Json, Message, Start
from engines.match import Match, begin, follow
from engines.record import DEALER, EDIT, BadRecord, RecordLine
from firmware_py.match.clock import MatchClock, RunningClock, Timing, clock_text
from firmware_py.match.scene import SeatClock
from firmware_py.storage.errors import MissingLines
from firmware_py.storage.event_log import (
    ABANDONED,
    OVER,
    PAUSED,
    RUNNING,
    StatusChange,
    StoredEvent,
    record_of,
    status_of,
)
from firmware_py.storage.store import GameProfile, Store, StoredMatch
from firmware_py.storage.write_queue import WriteQueue

NOTE_S = 0.9
"""The interval at which the running clock is noted: every second that it shows."""
Seconds = Callable[[], float]
Tick = Callable[[int | None, float, int | None], None]
"""Tells the clock who is on turn: `MatchClock.begin_turn`, `take_back` or `move_to`."""


class TableMatch:
    """One match that people play here."""

    def __init__(
        self,
        number: int,
        match: Match[Any, Any],
        clock: MatchClock,
        queue: WriteQueue,
        time: Seconds,
    ) -> None:
        self.number = number
        self.match = match
        self.clock = clock
        self.saved = True
        self.listeners: list[Callable[[tuple[RecordLine, ...]], None]] = []
        """Called with the new lines of the record after they were stored."""
        self._queue = queue
        self._time = time
        self._stored = len(match.lines)
        self._status = RUNNING
        self._known = self._learned()
        self._note = RunningClock(queue.store.path.parent)
        self._noted_s = time()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, by seat."""
        return self.match.names

    @property
    def is_over(self) -> bool:
        """Return whether the match has ended."""
        return self.match.turn is None

    def seat_clocks(self, now_s: float) -> tuple[SeatClock, ...]:
        """Return what the clock of every seat shows; empty without a clock."""
        clock, turn = self.clock, self.match.turn
        clocks = []
        for seat, (name, shown) in enumerate(zip(self.names, clock.shown_all(now_s), strict=True)):
            if shown is None:
                return ()
            is_running = turn is not None and turn.seat == seat
            free_s = 0.0
            if is_running:
                is_entering = clock.is_entering(now_s)
                free_s = clock.entry_left_s(now_s) if is_entering else clock.delay_left_s(now_s)
            free = f"{math.ceil(free_s)}" if free_s else ""
            text = clock_text(shown)
            if clock.is_shared and not is_running and turn is not None and turn.seat is not None:
                text = ""  # it is shown once
            clocks.append(SeatClock(name, text, is_running, clock.paused, shown < 0, free))
        return tuple(clocks)

    def play(self, text: str, seat: int | None = None) -> tuple[Message, ...]:
        """Play and store a choice; raise Refused and change nothing."""
        events = self.match.play(text, seat)
        self._save(self.clock.begin_turn)
        return events

    def undo(self) -> tuple[RecordLine, ...]:
        """Undo the last choice, and store that."""
        taken = self.match.undo()
        self._save(self.clock.take_back)
        return taken

    def redo(self) -> tuple[RecordLine, ...]:
        """Redo what was undone, and store that."""
        again = self.match.redo()
        is_edit = again[0].text.startswith(EDIT)
        self._save(self.clock.move_to if is_edit else self.clock.begin_turn)
        return again

    def edit(self, position: Json) -> None:
        """Correct the table, and store that; raise Refused."""
        self.match.edit(position)
        self._save(self.clock.move_to)

    def note(self, remark: str) -> None:
        """Write a remark into the record, and store that."""
        self.match.note(remark)
        self._save(self.clock.move_to)

    def leave(self) -> None:
        """Pause: the match is resumed from Home."""
        self.clock.pause(self._time())
        if not self.is_over:
            self._set_status(PAUSED)

    def abandon(self) -> None:
        """End without a result."""
        self.clock.pause(self._time())
        self._set_status(ABANDONED)

    def set_timing(self, timing: Timing) -> None:
        """Change how time is kept, and store that."""
        self.clock.change(timing, self._time())
        self._store_clock()

    def give(self, seat: int, seconds: float) -> None:
        """Give a seat more time, and store that."""
        self.clock.give(seat, seconds, self._time())
        self._store_clock()

    def _store_clock(self) -> None:
        """Store the clock as it is; as a pause."""
        was_paused = self.clock.paused
        self.leave()
        self.wake()
        if was_paused:
            self.clock.pause(self._time())

    def keep_time(self) -> None:
        """Write the running clock to its file, so that a killed program loses no thinking time."""
        now = self._time()
        if now >= self._noted_s + NOTE_S and self.clock.next_change_s(now) is not None:
            self._noted_s = now
            self._note.write(self.number, self._stored, self.clock.write())

    def wake(self) -> None:
        """Continue after a pause, on the same turn."""
        self.clock.resume(self._time())
        self._tick(self.clock.move_to)
        if self._status != self._now() or self._stored < len(self.match.lines):
            self._save(self.clock.move_to)

    def stored(self) -> StoredMatch:
        """Return the match as a list shows it."""
        outcome = self._outcome() if self._status == OVER else None
        lines = len(self.match.lines)
        return StoredMatch(self.number, self.match.header, self._status, None, None, outcome, lines)

    def resume_from(self, lines: int, status: str) -> None:
        """Set the number of stored lines and the stored status."""
        self._stored, self._status = lines, status

    # --- internals ---

    def _save(self, tick: Tick) -> None:
        """Write the new lines, and any that the disk lacks, in one transaction."""
        self._tick(tick)
        first, upto = self._stored, len(self.match.lines)
        self._stored = upto
        change = self._change_status(self._now())
        known = self._learned()
        profile = None
        if known is not None and known != self._known:
            self._known = known
            profile = GameProfile(self.match.engine.name, known)
        number, match, clock = self.number, self.match, self.clock.write()

        def append(store: Store, start: int) -> None:
            lines = match.lines[start:upto]
            store.append(number, start, lines, clock, change=change, profile=profile)

        def write(store: Store) -> None:
            try:
                append(store, first)
            except MissingLines as missing:
                if missing.there is None:
                    store.begin(number, match.header, clock=clock)
                append(store, missing.there or 0)

        self.saved = self._queue.write(write, self)
        lines = tuple(self.match.lines[first:upto])
        for listener in tuple(self.listeners) if lines else ():
            listener(lines)

    def _learned(self) -> list[str] | None:
        """Return what the game learned about this table's copy of it, or None."""
        learned = self.match.engine.learned
        is_real = learned is not None and not self.match.practice
        return None if learned is None or not is_real else list(learned(self.match.state))

    def _now(self) -> str:
        return OVER if self.is_over else RUNNING

    def _change_status(self, status: str) -> StatusChange | None:
        """Set the status; return the change to write, or None."""
        if status == self._status:
            return None
        self._status = status
        return StatusChange(status, self._outcome() if status == OVER else None)

    def _set_status(self, status: str) -> None:
        change = self._change_status(status)
        if change is not None:
            number, clock = self.number, self.clock.write()
            self._queue.write(lambda store: store.set_status(number, *change, clock), self)

    def _tick(self, tick: Tick) -> None:
        turn = self.match.turn
        seat, owner = (None, None) if turn is None else (turn.seat, turn.owner)
        tick(seat, self._time(), owner)

    def _outcome(self) -> dict[str, Any]:
        ended = self.match.engine.outcome(self.match.state)
        assert ended is not None
        return {
            "winners": list(ended.winners),
            "scores": list(ended.scores),
            "by": ended.why.code,
        }


def begin_match(
    queue: WriteQueue,
    game: str,
    start: Start,
    *,
    names: tuple[str, ...],
    timing: Timing,
    time: Seconds,
    levels: tuple[int, ...] = (),
    practice: bool = False,
) -> TableMatch:
    """Begin a match and store its beginning; raise BadStart."""
    match = Match(catalog.load(game), start, names, levels=levels, practice=practice)
    return store_new_match(queue, match, timing, time)


def store_new_match(
    queue: WriteQueue, match: Match[Any, Any], timing: Timing, time: Seconds
) -> TableMatch:
    """Store a match that has just begun."""
    number = queue.next_match()
    table = TableMatch(number, match, MatchClock(timing, match.start.seats), queue, time)
    header, lines, clock = match.header, tuple(match.lines), table.clock.write()
    table.saved = queue.write(lambda store: store.begin(number, header, lines, clock), table)
    table.wake()
    return table


def resume_match(queue: WriteQueue, number: int, timing: Timing, time: Seconds) -> TableMatch:
    """Return a stored match, on the same turn; raise EngineError or StoreError.

    A match that is ahead of the disk is taken from memory. Missing last answers of the dealer are
    given again, and a missing end is noted.
    """
    left = queue.ahead(number)
    table = left if isinstance(left, TableMatch) else _load(queue, number, timing, time)
    table.wake()
    return table


def _read_clock(
    events: list[StoredEvent], noted: str | None, timing: Timing, seats: int
) -> MatchClock:
    """Return the newest clock that can be read: a damaged one does not stop the match."""
    found = [MatchClock(timing, seats)]
    for text in (noted, *(event.clock for event in reversed(events))):
        with suppress(ValueError, TypeError, LookupError, RecursionError):
            if text is not None:
                found.append(MatchClock.read(text, timing, seats))
                if text is not noted:
                    break
    # The note in the file is newer, unless the match was left since.
    return max(reversed(found), key=lambda clock: (sum(clock.spent_s), sum(clock.entered_s)))


def _load(queue: WriteQueue, number: int, timing: Timing, time: Seconds) -> TableMatch:
    events = queue.store.events(number)
    record = record_of(events)
    header = record.header
    if header.game not in catalog.GAMES:
        raise BadRecord(f"this Tablemate does not know the game {header.game!r}")
    engine = catalog.load(header.game)
    if header.rules != engine.version:
        raise BadRecord(
            f"it was played by rules {header.rules} of {header.game}, "
            f"this Tablemate plays rules {engine.version}"
        )
    match = begin(engine, header)
    follow(match, record.lines)
    noted = RunningClock(queue.store.path.parent).read(number, len(record.lines))
    clock = _read_clock(events, noted, timing, header.start.seats)
    table = TableMatch(number, match, clock, queue, time)
    table.resume_from(len(record.lines), status_of(events)[0])
    return table


class Undoing(Protocol):
    """A `Match` or a `TableMatch`."""

    def undo(self) -> tuple[RecordLine, ...]:
        """Undo the last choice."""
        ...


Played = Callable[[RecordLine], bool]
"""Returns whether the box played a line."""


def played_by_box(match: Match[Any, Any]) -> Played:
    """Return the function that returns whether the box played a line."""
    header = match.header
    return lambda line: line.who.isdecimal() and header.level_of(int(line.who)) > 0


def can_take_back(match: Match[Any, Any]) -> bool:
    """Return whether a person, or the table, made a choice that can be undone."""
    by_box = played_by_box(match)
    lines = (moment.line for moment in match.moments)
    return any(line.who != DEALER and not by_box(line) for line in lines)


def take_back(match: Undoing, by_box: Played) -> list[RecordLine]:
    """Undo the last choice of a person and the box's after it; return them, newest first."""
    taken = [match.undo()[0]]
    while by_box(taken[-1]):
        taken.append(match.undo()[0])
    return taken
