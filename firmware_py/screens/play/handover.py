"""The moment after a committed turn, in which the next entry takes no press.

::

    press plays a turn --- 0.6 s without a touch of the knob --> presses are taken again
           |                     ^
           '-- press, turn ------'   starts the time again; a turn moves the cursor all the same
"""

from __future__ import annotations

import math
from dataclasses import dataclass

STILL_S = 0.6
"""A finger that made the last turn may still press within this time."""
DONE_S = 1.0
"""How long a stage with a single option is shown as done."""
_LEVELS = 3
"""Pictures of the wait: each is a frame on a slow wire."""


@dataclass(slots=True)
class Handover:
    """Times of one entry, by the clock of the event loop."""

    until_s: float | None = None
    """When presses are taken again; None: they are."""
    _done_until_s: float = -math.inf

    def begin(self, now_s: float) -> None:
        """Begin to wait: somebody else chooses next."""
        self.until_s = now_s + STILL_S

    def end(self) -> None:
        """Take presses again."""
        self.until_s = None

    def is_on(self, now_s: float) -> bool:
        """Return whether presses are not taken."""
        if self.until_s is not None and now_s >= self.until_s:
            self.until_s = None
        return self.until_s is not None

    def touch(self, now_s: float) -> bool:
        """Wait longer, because the knob moved; return whether presses are not taken."""
        is_on = self.is_on(now_s)
        if is_on:
            self.begin(now_s)
        return is_on

    def left(self, now_s: float) -> float:
        """Return how much of the wait is left, from 1 to 0, in steps."""
        if self.until_s is None or not self.is_on(now_s):
            return 0.0
        return math.ceil((self.until_s - now_s) / STILL_S * _LEVELS - 1e-6) / _LEVELS

    def skip(self, now_s: float) -> None:
        """Show for a moment that a stage with a single option is done."""
        self._done_until_s = now_s + DONE_S

    def shows_done(self, now_s: float) -> bool:
        """Return whether a stage is shown as done."""
        return now_s < self._done_until_s

    def next_change_s(self, now_s: float) -> float | None:
        """Return when the picture changes, or None."""
        times = [self._done_until_s] if self.shows_done(now_s) else []
        if self.until_s is not None and self.is_on(now_s):
            further = round(self.left(now_s) * _LEVELS) - 1
            times.append(self.until_s - further * STILL_S / _LEVELS)
        return min(times, default=None)
