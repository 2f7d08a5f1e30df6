"""A match gone through backwards, position by position: what was each choice worth?

    last position <-- ... <-- first position
    the thought about each says what could be expected there, and with which choice; what is
    expected at the next position says what the choice that was played made of it

The view of each position is made when it is wanted: a long match would hold the box up otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engines.bots.player import Thought
from engines.bots.seat_view import sight
from engines.engine import AGREEMENTS, Json, Message
from engines.match import Match
from engines.record import DEALER, EDIT
from firmware_py.match.turning_points import TurningPoint

MOST = 3
"""So many moments are told, the most expensive ones."""
LEAST = 0.2
"""A choice that costs less is none of them: so much two thoughts may differ by themselves."""


@dataclass(frozen=True, slots=True)
class _Position:
    """A position in which a seat chose."""

    place: int
    seat: int
    played: str | None
    """None: the seat gave up, or the table agreed on something."""


class Review:
    """Goes backwards through a match; `view` is what to think about, `take` takes the thought."""

    def __init__(self, match: Match[Any, Any]) -> None:
        self._match = match.fork()
        outcome = match.engine.outcome(match.state)
        self._is_duel = match.start.seats == 2
        self._expected: dict[int, float] = {}
        """By seat, what it could expect at the next position that was looked at."""
        if outcome is not None:
            for seat in range(match.start.seats):
                is_winner = seat in outcome.winners
                is_shared = len(outcome.winners) > 1
                self._expected[seat] = (0.0 if is_shared else 1.0) if is_winner else -1.0
        self.count = self._left = len(_choices(match))
        self._found: list[TurningPoint] = []
        self._at: _Position | None = None
        self._step_back()

    @property
    def part(self) -> float:
        """How much of the match is done, from 0 to 1."""
        return 1.0 if self._at is None else 1.0 - self._left / max(self.count, 1)

    @property
    def view(self) -> Json | None:
        """What the seat knew at the position to think about; None: all of them are done."""
        return None if self._at is None else sight(self._match, self._at.seat)

    @property
    def points(self) -> tuple[TurningPoint, ...]:
        """The most expensive choices so far, in the order of the match."""
        dear = sorted(self._found, key=lambda point: -point.lost)[:MOST]
        return tuple(sorted(dear, key=lambda point: point.place))

    def take(self, thought: Thought | None, words: tuple[Message, ...] = ()) -> None:
        """Take what was thought about the position, and go on to the one before."""
        at = self._at
        assert at is not None
        if thought is not None:
            after = self._expected.get(at.seat)
            if after is not None and at.played is not None and thought.move != at.played:
                point = TurningPoint(
                    at.place, at.seat, at.played, thought.move, thought.value, after, words[:1]
                )
                self._found += [point] if point.lost >= LEAST else []
            self._expected[at.seat] = thought.value
            if self._is_duel:
                self._expected[1 - at.seat] = -thought.value
        self._step_back()

    def _step_back(self) -> None:
        """Go to the position before in which a seat chose by itself."""
        self._at = None
        while self._match.can_undo:
            line = self._match.last
            assert line is not None
            self._match.undo()
            self._left -= 1
            turn = self._match.turn
            if turn is None or turn.seat is None or turn.asks is not None:
                continue
            if not line.text.startswith(EDIT):
                played = None if line.text in AGREEMENTS else line.text
                self._at = _Position(self._left + 1, turn.seat, played)
                return


def _choices(match: Match[Any, Any]) -> list[object]:
    """Return the lines of people that stand."""
    return [moment for moment in match.moments if moment.line.who != DEALER]
