"""Clocks for a match. Time is passed in (the monotonic clock): a Pi has no other to trust.

Thinking is charged. Entering a choice is free from the first touch of a control until the hand
rests again, as long as the turn has free time left for it:

    think ---- touch ~~~~ touch ~~~~ (rests) ---- think ---- confirmed
    charged    free, for some seconds of each turn    charged

What a turn earns (Fischer) is paid when another's turn begins, and not while the clock stands.
The first seconds of a turn (Bronstein, delay) are given back as they are used; a Bronstein clock
shows that only when the turn is over.

The running clock is noted next to the store every second while somebody's time runs.

A choice is stored with the clock of its moment; the thinking since then would be forgotten if the
program were killed. So the clock is written into one small file, in place and without a sync: a
sync every second would wear out the card. Once written it is the system's, and no kill of the
program takes it back; the system brings it to the card at its own times, with other things, so a
power cut may give back what was thought since then, at most about half a minute on Linux.
"""

from __future__ import annotations

import json
import math
import os
from contextlib import suppress
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

from engines.unicode import read_json

REST_S = 8.0
"""An entry counts as thinking again after this time without a touch."""
_TURNS_AT_MOST = 100_000
"""More than any match has. The limit keeps a damaged clock from filling the memory."""
KINDS = ("none", "up", "turn", "fischer", "bronstein", "delay", "sand", "table")
DOWN = KINDS[2:]
"""The kinds of clock that run out."""
_LONGEST_S = 1e6


@dataclass(frozen=True, slots=True)
class Timing:
    """How time is kept; `kind` is one of `KINDS`."""

    kind: str = "none"
    limit_s: float = 0.0
    """Of a turn for `turn`, of everyone together for `table`, else of each player's match."""
    added_s: float = 0.0
    """What `fischer` adds after each turn; the seconds of each turn that `bronstein` gives back,
    and in which the clock of `delay` waits."""
    entry_s: float = 10.0
    """The time of each turn in which entering is free."""
    warn_s: float = 0.0
    """A warning is given when so much time is left; 0: none."""
    limits_s: tuple[float, ...] = ()
    """The limit of each seat, if they differ."""

    def limit_of(self, seat: int) -> float:
        """Return the limit of a seat."""
        return self.limits_s[seat] if seat < len(self.limits_s) else self.limit_s

    def write(self) -> list[Any]:
        """Return the timing as JSON; as older versions wrote it, if they knew all of it."""
        written = [*astuple(self)[:-1], list(self.limits_s)]
        return written if self.warn_s or self.limits_s else written[:4]

    @classmethod
    def read(cls, stored: Any) -> Timing:
        """Return a written timing; those of older versions are shorter.

        Raises ValueError or TypeError for anything else.
        """
        kind, limit_s, added_s, entry_s, *more = stored
        warn_s, limits_s = more or (0.0, ())
        for each in (limit_s, added_s, entry_s, warn_s, *limits_s):
            if not (isinstance(each, int | float) and 0 <= each <= _LONGEST_S):
                raise ValueError("no times")
        if kind not in KINDS:
            raise ValueError("no kind of clock")
        return cls(kind, limit_s, added_s, entry_s, warn_s, tuple(limits_s))


NEW = Timing(limit_s=600.0, added_s=10.0)
"""The clock of a game that had none yet, with the numbers that other kinds begin with."""


class MatchClock:
    """The time of each seat."""

    def __init__(self, timing: Timing, seats: int, spent_s: tuple[float, ...] = ()) -> None:
        self.timing = timing
        self.paused = False
        self._spent = list(spent_s or (0.0,) * seats)
        self._bonus = [0.0] * seats
        """The time added by `fischer`, and the time used before a change of the kind of clock."""
        self._seat: int | None = None
        self._owner: int | None = None
        """The seat whose turn it is; another may choose within it."""
        self._turn_s = [0.0] * seats
        self._entry_s = [0.0] * seats
        """The time that each seat has thought in this turn, and entered for free."""
        self._before: tuple[int, list[float], list[float]] | None = None
        """Owner, thinking and entering of the turn before, for an undo."""
        self._paid: list[bool] = []
        """Whether time was added, for each turn that has ended."""
        self._since: float | None = None
        self._entry_until = 0.0
        self._called: set[int | None] = set()
        """The seats whose time is up and was called; None: everyone's."""
        self._unwarned: set[int | None] = set()
        """The same of those who had more time left than the warning says."""

    # --- storing ---

    def write(self) -> str:
        """Return the clock as text, as of the last reckoning."""
        return json.dumps(
            {
                "timing": self.timing.write(),
                "spent": [round(s, 1) for s in self._spent],
                "bonus": [round(s, 1) for s in self._bonus],
                "seat": self._seat,
                "owner": self._owner,
                "turn": [round(s, 1) for s in self._turn_s],
                "entry": [round(s, 1) for s in self._entry_s],
                "turns": len(self._paid),
                "unpaid": [number for number, paid in enumerate(self._paid) if not paid],
            }
        )

    @classmethod
    def read(cls, text: str | None, timing: Timing, seats: int) -> MatchClock:
        """Return the clock of a match that goes on; `timing` is for one that never had any.

        Raises ValueError, TypeError or LookupError for a text that is not a clock of these seats.
        """
        if not text:
            return cls(timing, seats)
        stored = read_json(text)
        clock = cls(Timing.read(stored["timing"]), seats, tuple(stored["spent"]))
        clock._bonus, clock._turn_s = list(stored["bonus"]), list(stored["turn"])
        clock._entry_s = list(stored["entry"])
        clock._seat, clock._owner = stored["seat"], stored["owner"]
        of_seats = (clock._spent, clock._bonus, clock._turn_s, clock._entry_s)
        times = (each for every in of_seats for each in every)
        if not all(isinstance(each, int | float) and math.isfinite(each) for each in times):
            raise ValueError("no times")
        known = (None, *range(seats))
        if {len(every) for every in of_seats} != {seats} or not (
            clock._seat in known and clock._owner in known
        ):
            raise ValueError("other seats")
        if not 0 <= stored["turns"] <= _TURNS_AT_MOST:
            raise ValueError("too many turns")
        unpaid = set(stored["unpaid"])
        clock._paid = [number not in unpaid for number in range(stored["turns"])]
        return clock

    @property
    def spent_s(self) -> tuple[float, ...]:
        """The time that each seat has used, up to the last reckoning."""
        return tuple(self._spent)

    @property
    def entered_s(self) -> tuple[float, ...]:
        """The free time that each seat has used in this turn, up to the last reckoning."""
        return tuple(self._entry_s)

    # --- turns ---

    def begin_turn(self, seat: int | None, now_s: float, owner: int | None = None) -> None:
        """Charge the seat so far and let the next one choose; None while the table answers.

        `owner` is the seat whose turn it is, if that is known and not the one who chooses.
        """
        self._go_to(seat, now_s, owner, pays=True)

    def move_to(self, seat: int | None, now_s: float, owner: int | None = None) -> None:
        """Charge the seat so far and let another one choose within the turn."""
        self._go_to(seat, now_s, owner, pays=False)

    def _go_to(self, seat: int | None, now_s: float, owner: int | None, *, pays: bool) -> None:
        self.reckon(now_s)
        owner = seat if owner is None else owner
        if owner is not None and owner != self._owner:
            if self._owner is not None:
                is_paid = pays and not self.paused and self.timing.kind == "fischer"
                self._paid.append(is_paid)
                self._bonus[self._owner] += self.timing.added_s if is_paid else 0.0
                self._before = (self._owner, self._turn_s, self._entry_s)
            self._own(owner)
        self._choose(seat, now_s)

    def take_back(self, seat: int | None, now_s: float, owner: int | None = None) -> None:
        """Go back to a seat: its time is restored, and what its turn had earned is removed."""
        self.reckon(now_s)
        owner = seat if owner is None else owner
        if owner is not None and owner != self._owner:
            if self._paid and self._paid.pop():
                self._bonus[owner] -= self.timing.added_s
            before, self._before = self._before, None
            self._own(owner)
            if before is not None and before[0] == owner:
                _, self._turn_s, self._entry_s = before
        self._choose(seat, now_s)

    def _own(self, owner: int) -> None:
        self._owner = owner
        self._turn_s = [0.0] * len(self._spent)
        self._entry_s = [0.0] * len(self._spent)

    def _choose(self, seat: int | None, now_s: float) -> None:
        self._seat = seat
        self._entry_until = 0.0
        self._since = now_s

    # --- running ---

    def touched(self, now_s: float) -> None:
        """Called for each input: entering is free while the turn has free time left."""
        self.reckon(now_s)
        self._entry_until = now_s + REST_S

    def pause(self, now_s: float) -> None:
        """Stop all clocks."""
        self.reckon(now_s)
        self.paused = True

    def resume(self, now_s: float) -> None:
        """Let the clock run."""
        self.paused = False
        self._since = now_s

    def change(self, timing: Timing, now_s: float) -> None:
        """Change how time is kept; the time that each seat has used is kept.

        Another kind begins with its whole time for everybody. With the same kind only the limits
        are others.
        """
        self.reckon(now_s)
        if timing.kind != self.timing.kind:
            self._bonus = list(self._spent)
            self._turn_s = [0.0] * len(self._spent)
        self._paid.clear()
        self._called.clear()
        self.timing = timing

    def give(self, seat: int, seconds: float, now_s: float) -> None:
        """Give a seat more time; to the turn under way if that is what is limited."""
        self.reckon(now_s)
        if self.timing.kind == "turn":
            self._turn_s[seat] -= seconds
        else:
            self._bonus[seat] += seconds

    def reckon(self, now_s: float) -> None:
        """Charge the time since the last reckoning to the thinker."""
        if self._since is None or self.paused or self._seat is None:
            return
        passed = max(0.0, now_s - self._since)
        free = max(0.0, min(self._entry_until, now_s) - self._since)
        free = min(free, self._entry_left_s)
        seat, thought = self._seat, passed - free
        self._entry_s[seat] += free
        if self.timing.kind in ("bronstein", "delay"):
            self._bonus[seat] += min(thought, self._returned_left_s)
        elif self.timing.kind == "sand":
            others = [other for other in range(len(self._spent)) if other != seat]
            for other in others:
                self._bonus[other] += thought / len(others)
        self._spent[seat] += thought
        self._turn_s[seat] += thought
        self._since = now_s

    @property
    def _returned_left_s(self) -> float:
        """The seconds that are still given back in this turn."""
        assert self._seat is not None
        return max(0.0, self.timing.added_s - self._turn_s[self._seat])

    @property
    def _entry_left_s(self) -> float:
        if self._seat is None:
            return 0.0
        return max(0.0, self.timing.entry_s - self._entry_s[self._seat])

    # --- showing ---

    def shown_s(self, seat: int, now_s: float) -> float | None:
        """Return the time that a seat's clock shows, spent or left, or None without a clock.

        Negative if the time is up.
        """
        if self.timing.kind == "none":
            return None
        self.reckon(now_s)
        if self.timing.kind == "up":
            return self._spent[seat]
        if self.timing.kind == "turn":
            return self.timing.limit_of(seat) - self._turn_s[seat]
        if self.is_shared:
            return self.timing.limit_s + sum(self._bonus) - sum(self._spent)
        left = self.timing.limit_of(seat) + self._bonus[seat] - self._spent[seat]
        if self.timing.kind == "bronstein":
            left -= min(self._turn_s[seat], self.timing.added_s)  # comes back after the turn
        return left

    @property
    def is_shared(self) -> bool:
        """Whether all have one clock together."""
        return self.timing.kind == "table"

    def shown_all(self, now_s: float) -> tuple[float | None, ...]:
        """Return what the clock of each seat shows."""
        return tuple(self.shown_s(seat, now_s) for seat in range(len(self._spent)))

    def is_running(self, seat: int) -> bool:
        """Return whether the clock of a seat runs."""
        return self.timing.kind != "none" and not self.paused and seat == self._seat

    def is_entering(self, now_s: float) -> bool:
        """Return whether the clock is stopped for an entry, within the turn's free time."""
        if self.timing.kind == "none" or self.paused or self._seat is None:
            return False
        self.reckon(now_s)
        return now_s < self._entry_until and self._entry_left_s > 0.0

    def entry_left_s(self, now_s: float) -> float:
        """Return the free time for entering that is left in this turn."""
        self.reckon(now_s)
        return self._entry_left_s

    def delay_left_s(self, now_s: float) -> float:
        """Return how long a clock with delay still waits in this turn."""
        if self.timing.kind != "delay" or self.paused or self._seat is None:
            return 0.0
        self.reckon(now_s)
        return self._returned_left_s

    def next_change_s(self, now_s: float) -> float | None:
        """Return when the seconds of the running clock change next, or None."""
        if self.timing.kind == "none" or self.paused or self._seat is None:
            return None
        if self.is_entering(now_s):
            left = self._entry_left_s
            return min(self._entry_until, now_s + (left % 1.0 or 1.0))
        if (left := self.delay_left_s(now_s)) > 0.0:
            return now_s + (left % 1.0 or 1.0)
        shown = self.shown_s(self._seat, now_s)
        assert shown is not None
        return now_s + (1.0 - shown % 1.0 if self.timing.kind == "up" else shown % 1.0 or 1.0)

    def _left(self, now_s: float) -> tuple[int, int | None, float] | None:
        """Return the seat on turn, whose clock runs (None: everyone's) and what is left of it."""
        if self.timing.kind not in DOWN or self.paused or self._seat is None:
            return None
        shown = self.shown_s(self._seat, now_s)
        assert shown is not None
        return self._seat, None if self.is_shared else self._seat, shown

    def call_time(self, now_s: float) -> int | None:
        """Return the seat on turn when its time has run out, once; None otherwise."""
        if (running := self._left(now_s)) is None:
            return None
        seat, whose, left = running
        if left > 0.0:
            self._called.discard(whose)
            return None
        if whose in self._called:
            return None
        self._called.add(whose)
        return seat

    def call_warning(self, now_s: float) -> int | None:
        """Return the seat on turn when little of its time is left, once; None otherwise."""
        if (running := self._left(now_s)) is None:
            return None
        seat, whose, left = running
        if left > self.timing.warn_s:
            self._unwarned.add(whose)
        elif whose in self._unwarned:
            self._unwarned.discard(whose)
            return seat if left > 0.0 else None
        return None


def clock_text(seconds: float) -> str:
    """Return seconds as people read them: 1:05, 1:02:09, -0:03."""
    sign = "-" if seconds < 0 else ""
    whole = abs(math.floor(seconds))  # overdrawn by a moment is overdrawn
    hours, rest = divmod(whole, 3600)
    minutes, second = divmod(rest, 60)
    if hours:
        return f"{sign}{hours}:{minutes:02}:{second:02}"
    return f"{sign}{minutes}:{second:02}"


FILE_NAME = "running-clock.json"
_ROOM = 4000
"""One block of the card is enough for a note."""


class RunningClock:
    """The file with the clock of the match on the table."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME

    def write(self, match: int, lines: int, clock: str) -> None:
        """Write the clock, with the length of the record it belongs to.

        Errors are ignored: the choices are stored elsewhere, where errors are reported.
        """
        text = json.dumps({"match": match, "lines": lines, "clock": clock}).encode()
        if len(text) > _ROOM:
            return
        # Always the same length, so that nothing is left of a longer note.
        with suppress(OSError):
            handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
            try:
                os.pwrite(handle, text.ljust(_ROOM), 0)
            finally:
                os.close(handle)

    def read(self, match: int, lines: int) -> str | None:
        """Return the clock noted for a match at a length of its record, or None."""
        try:
            noted = read_json(self._path.read_bytes()[: 2 * _ROOM])
            if (noted["match"], noted["lines"]) == (match, lines):
                clock = noted["clock"]
                return clock if isinstance(clock, str) else None
        except (OSError, ValueError, TypeError, LookupError, RecursionError):
            pass  # a note that is missing or torn: the clock of the last choice holds
        return None
