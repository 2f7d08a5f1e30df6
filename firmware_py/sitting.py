"""A match at this table: the game, who sits where, the clock, and its place in the store.

Every confirmed choice goes the same way, whoever enters it:

    Match.play --> Keeper.keep (on disk) --> the screen may draw its tick
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from engines import catalog
from engines.base import Json, Message, Start
from engines.match import Match, follow
from engines.record import Line
from firmware_py.clock import MatchClock, Timing
from firmware_py.keeper import Keeper
from firmware_py.store import ABANDONED, OVER, PAUSED, RUNNING

Seconds = Callable[[], float]


class Sitting:
    """One match that people play here."""

    def __init__(
        self, number: int, match: Match[Any, Any], clock: MatchClock, keeper: Keeper, time: Seconds
    ) -> None:
        self.number = number
        self.match = match
        self.clock = clock
        self.saved = True
        self.listeners: list[Callable[[tuple[Line, ...]], None]] = []
        """Told about every event of the record, after it was kept."""
        self._keeper = keeper
        self._time = time
        self._kept = len(match.lines)

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where."""
        return self.match.names

    @property
    def is_over(self) -> bool:
        """Say whether the match has ended."""
        return self.match.turn is None

    def play(self, text: str, seat: int | None = None) -> tuple[Message, ...]:
        """Play and keep a choice; raise Refused and change nothing."""
        events = self.match.play(text, seat)
        self._keep()
        return events

    def undo(self) -> tuple[Line, ...]:
        """Take back the last choice, and keep that."""
        taken = self.match.undo()
        self._keep()
        return taken

    def undo_turn(self) -> tuple[Line, ...]:
        """Take back to the start of a turn, and keep that."""
        taken = self.match.undo_turn()
        self._keep()
        return taken

    def redo(self) -> tuple[Line, ...]:
        """Play again what was taken back, and keep that."""
        again = self.match.redo()
        self._keep()
        return again

    def edit(self, position: Json) -> None:
        """Mend the table, and keep that; raise Refused."""
        self.match.edit(position)
        self._keep()

    def leave(self) -> None:
        """Pause: the match is resumed from Home."""
        self.clock.pause(self._time())
        if not self.is_over:
            self._status(PAUSED)

    def abandon(self) -> None:
        """End without a result."""
        self._status(ABANDONED)

    def wake(self) -> None:
        """Go on after a pause, on the same turn."""
        self.clock.resume(self._time())
        self._begin_turn()
        if not self.is_over:
            self._status(RUNNING)

    # --- inside ---

    def _keep(self) -> None:
        self._begin_turn()
        lines = tuple(self.match.lines[self._kept :])
        number, first = self.number, self._kept
        clock = json.dumps([round(s, 1) for s in self.clock.spent_s])
        self._kept += len(lines)
        self.saved = self._keeper.keep(lambda store: store.append(number, first, lines, clock))
        self._keep_profile()
        for listener in self.listeners:
            listener(lines)
        if self.is_over:
            self._status(OVER)
        elif lines and lines[-1].text == "undo":
            self._status(RUNNING)

    def _keep_profile(self) -> None:
        """Remember what the game learned about this table's copy of it (Stones' mandala)."""
        learned = getattr(self.match.engine, "learned", None)
        if learned is not None:
            game, known = self.match.engine.name, list(learned(self.match.state))
            self._keeper.keep(lambda store: store.put_profile(game, known))

    def _begin_turn(self) -> None:
        turn = self.match.turn
        self.clock.begin_turn(None if turn is None else turn.seat, self._time())

    def _status(self, status: str) -> None:
        outcome = None
        if status == OVER:
            ended = self.match.engine.outcome(self.match.state)
            assert ended is not None
            outcome = {
                "winners": list(ended.winners),
                "scores": list(ended.scores),
                "by": ended.why.code,
            }
        number = self.number
        self._keeper.keep(lambda store: store.set_status(number, status, outcome))


def sit_down(
    keeper: Keeper,
    game: str,
    start: Start,
    *,
    names: tuple[str, ...],
    timing: Timing,
    time: Seconds,
) -> Sitting:
    """Begin a match and keep its beginning; raise BadStart."""
    return sit_with(keeper, Match(catalog.load(game), start, names), timing, time)


def sit_with(keeper: Keeper, match: Match[Any, Any], timing: Timing, time: Seconds) -> Sitting:
    """Keep a match that has just begun."""
    number = keeper.store.next_match()
    header, lines = match.header, tuple(match.lines)
    keeper.keep(lambda store: store.begin(number, header))
    if lines:
        keeper.keep(lambda store: store.append(number, 0, lines))
    sitting = Sitting(number, match, MatchClock(timing, match.start.seats), keeper, time)
    sitting.wake()
    return sitting


def come_back(keeper: Keeper, number: int, timing: Timing, time: Seconds) -> Sitting:
    """Return a kept match, on the same turn; raise EngineError or StoreError."""
    record = keeper.store.record(number)
    header = record.header
    match = Match(catalog.load(header.game), header.start, header.names, header.position)
    follow(match, record.lines)
    spent = keeper.store.last_clock(number)
    clock = MatchClock(timing, header.start.seats, tuple(json.loads(spent)) if spent else ())
    sitting = Sitting(number, match, clock, keeper, time)
    if not sitting.is_over:
        sitting.wake()
    return sitting
