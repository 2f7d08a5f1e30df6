"""Finds the turning points of matches that have ended, in the background, one match at a time.

The thinking process does the work, gives way to every other question, and is asked no more when
the time is up: what was found by then is kept.

A match gone through backwards, position by position: what was each choice worth?

    last position <-- ... <-- first position
    the thought about each says what could be expected there, and with which choice; what is
    expected at the next position says what the choice that was played made of it

The view of each position is made when it is wanted: a long match would hold the box up otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.bots.player import Thought
from engines.bots.seat_view import seat_view
from engines.engine import AGREEMENTS, Json, Message
from engines.match import Match
from engines.record import DEALER, EDIT
from firmware_py.match.engine_process.client import Thinker
from firmware_py.match.engine_process.messages import Job, Reply
from firmware_py.match.game_info import facts_of
from firmware_py.match.turning_points import TurningPoint, TurningPointFiles, key_of

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
        return None if self._at is None else seat_view(self._match, self._at.seat)

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


LEVEL = 5
TOTAL_S = 30.0
"""Processor time for a whole match, on a desktop."""
MOST_S = 0.4
"""And for one position, however short the match was."""
LIMIT_S = 300.0
"""After so long nobody waits for more: other questions may have come between."""


class Analyst:
    """Reviews matches."""

    def __init__(self, thinker: Thinker, store_folder: Path, time: Callable[[], float]) -> None:
        self._thinker = thinker
        self._files = TurningPointFiles(store_folder)
        self._time = time
        self._number = 0
        self._key = ""
        self._game = ""
        self._review: Review | None = None
        self._token: int | None = None
        self._ends_s = 0.0
        self._seconds = 0.0

    def can_review(self, match: Match[Any, Any]) -> bool:
        """Say whether the game has a player that knows what people knew."""
        return match.engine.think is not None and facts_of(match.engine.name).reviews(match)

    def begin(self, number: int, match: Match[Any, Any]) -> None:
        """Think about a match that has ended, unless that was done, or is being done."""
        key = key_of(match)
        if not self.can_review(match) or self._is_at(number, key):
            return
        if self._files.read(number, key) is not None:
            return
        self.stop()
        self._number, self._key, self._game = number, key, match.engine.name
        self._review = Review(match)
        self._ends_s = self._time() + LIMIT_S
        self._seconds = min(MOST_S, TOTAL_S / max(self._review.count, 1))
        self._ask()

    def found(self, number: int, match: Match[Any, Any]) -> tuple[TurningPoint, ...] | None:
        """Return the turning points of a match, as far as they are known; None: not at all."""
        key = key_of(match)
        if self._is_at(number, key):
            assert self._review is not None
            return self._review.points
        return self._files.read(number, key)

    def part(self, number: int) -> float | None:
        """Say how far thinking about a match has come; None: nobody thinks about it."""
        at_it = self._review is not None and self._number == number
        return self._review.part if at_it and self._review is not None else None

    def forget(self, number: int) -> None:
        """Let go of a match that is deleted, or goes on."""
        if self._number == number:
            self.stop()
        self._files.forget(number)

    def stop(self) -> None:
        """Think about nothing; what is not finished is begun anew when somebody asks."""
        if self._token is not None:
            self._thinker.cancel(self._token)
        self._token, self._review = None, None

    # --- inside ---

    def _is_at(self, number: int, key: str) -> bool:
        return self._review is not None and (self._number, self._key) == (number, key)

    def _ask(self) -> None:
        review = self._review
        assert review is not None
        view = review.view
        if view is None or self._time() >= self._ends_s:
            self._files.write(self._number, self._key, review.points)
            self._token, self._review = None, None
            return
        job = Job(self._game, view, LEVEL, self._seconds, coached=True, background=True)
        self._token = self._thinker.ask(job, self._hear)

    def _hear(self, reply: Reply) -> None:
        self._token = None
        if self._review is None or reply.why_not:
            self._review = None  # begun anew when somebody asks
            return
        self._review.take(reply.thought, reply.words)
        self._ask()
