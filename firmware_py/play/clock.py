"""Clocks for a match. Time is passed in (the monotonic clock): a Pi has no other to trust.

Thinking is charged; entering a move is not. The clock of the thinker stops from the first
touch of a control until the choice is confirmed, or until the hand rests again.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass

REST_S = 8.0
"""After so long without a touch an entry counts as thinking again."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How time is kept: `none`, `up` (spent), `turn` (a limit for each turn) or `fischer`."""

    kind: str = "none"
    limit_s: float = 0.0
    """Of a turn, or of the whole match for `fischer`."""
    added_s: float = 0.0
    """What `fischer` adds after each turn."""


class MatchClock:
    """The seats' time."""

    def __init__(self, timing: Timing, seats: int, spent_s: tuple[float, ...] = ()) -> None:
        self.timing = timing
        self._spent = list(spent_s or (0.0,) * seats)
        self._bonus = [0.0] * seats
        self._seat: int | None = None
        self._turn_s = 0.0
        self._since: float | None = None
        self._entry_until = 0.0
        self.paused = False

    def write(self) -> str:
        """Return the clock as text, as of the last reckoning: how time is kept, and who used it."""
        timing = self.timing
        return json.dumps(
            {
                "timing": [timing.kind, timing.limit_s, timing.added_s],
                "spent": [round(s, 1) for s in self._spent],
                "bonus": self._bonus,
                "seat": self._seat,
                "turn": round(self._turn_s, 1),
            }
        )

    @classmethod
    def read(cls, text: str | None, timing: Timing, seats: int) -> MatchClock:
        """Return the clock of a match that goes on; `timing` is for one that never had any.

        Raises ValueError, TypeError or LookupError for a text that is no clock of so many seats.
        """
        if not text:
            return cls(timing, seats)
        stored = json.loads(text)
        clock = cls(Timing(*stored["timing"]), seats, tuple(stored["spent"]))
        clock._bonus = list(stored["bonus"])
        clock._seat = stored["seat"]
        clock._turn_s = stored["turn"]
        times = (*clock._spent, *clock._bonus, clock._turn_s, *stored["timing"][1:])
        if not all(isinstance(each, int | float) and math.isfinite(each) for each in times):
            raise ValueError("no times")
        if (len(clock._spent), len(clock._bonus)) != (seats, seats) or not (
            clock._seat is None or clock._seat in range(seats)
        ):
            raise ValueError("other seats")
        return clock

    @property
    def spent_s(self) -> tuple[float, ...]:
        """What each seat has used up to the last reckoning."""
        return tuple(self._spent)

    def begin_turn(self, seat: int | None, now_s: float) -> None:
        """Charge the seat so far and start the next one; None while the table answers."""
        if seat != self._seat and self._seat is not None:
            self._bonus[self._seat] += self.timing.added_s
        self.move_to(seat, now_s)

    def take_back(self, seat: int | None, now_s: float) -> None:
        """Go back to a seat: its time is used as before, what its turn had earned is gone."""
        if seat != self._seat and seat is not None:
            self._bonus[seat] -= self.timing.added_s
        self.move_to(seat, now_s)

    def move_to(self, seat: int | None, now_s: float) -> None:
        """Charge the seat so far and start another one, without a turn having ended."""
        self.reckon(now_s)
        if seat != self._seat:
            self._turn_s = 0.0
        self._seat = seat
        self._entry_until = 0.0
        self._since = now_s

    def touched(self, now_s: float) -> None:
        """Note that somebody is entering something: that time is free."""
        self.reckon(now_s)
        self._entry_until = now_s + REST_S

    def pause(self, now_s: float) -> None:
        """Stop all clocks."""
        self.reckon(now_s)
        self.paused = True

    def resume(self, now_s: float) -> None:
        """Let the clock run on."""
        self.paused = False
        self._since = now_s

    def reckon(self, now_s: float) -> None:
        """Charge the time since the last reckoning to the thinker."""
        if self._since is None or self.paused or self._seat is None:
            return
        charged = max(0.0, now_s - max(self._since, min(self._entry_until, now_s)))
        self._spent[self._seat] += charged
        self._turn_s += charged
        self._since = now_s

    def shown_s(self, seat: int, now_s: float) -> float | None:
        """Return what a seat's clock shows: spent, or left (below 0: overdrawn); None: no clock."""
        if self.timing.kind == "none":
            return None
        self.reckon(now_s)
        if self.timing.kind == "up":
            return self._spent[seat]
        if self.timing.kind == "turn":
            return self.timing.limit_s - (self._turn_s if seat == self._seat else 0.0)
        return self.timing.limit_s + self._bonus[seat] - self._spent[seat]

    def next_change_s(self, now_s: float) -> float | None:
        """Return when the shown seconds of the running clock change next; None: not running."""
        if self.timing.kind == "none" or self.paused or self._seat is None:
            return None
        shown = self.shown_s(self._seat, now_s)
        assert shown is not None
        if now_s < self._entry_until:
            return self._entry_until
        return now_s + (1.0 - shown % 1.0 if self.timing.kind == "up" else shown % 1.0 or 1.0)


def clock_text(seconds: float) -> str:
    """Return seconds as people read them: 1:05, 1:02:09, -0:03."""
    sign = "-" if seconds < 0 else ""
    whole = abs(math.floor(seconds))  # overdrawn by a moment is overdrawn
    hours, rest = divmod(whole, 3600)
    minutes, second = divmod(rest, 60)
    if hours:
        return f"{sign}{hours}:{minutes:02}:{second:02}"
    return f"{sign}{minutes}:{second:02}"
