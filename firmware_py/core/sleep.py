"""When the display dims, plays its saver and goes dark. Time is passed in.

    AWAKE --idle--> DIM --idle--> SAVER --idle--> OFF
      ^--- an input acts -----'       '--- an input only wakes ---'

Never while a screen forbids it (an entry, an explanation, a final score): then DIM is the most.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class SleepStage(IntEnum):
    """How awake the display is."""

    AWAKE = 0
    DIM = 1
    SAVER = 2
    OFF = 3


class SleepTimes(NamedTuple):
    """How long without an input until each level; 0: never."""

    dim_s: float = 120.0
    saver_s: float = 300.0
    off_s: float = 1200.0


SAVER_STEP_S = 5.0


class Sleeper:
    """Knows how awake the display should be."""

    def __init__(self, times: SleepTimes, now_s: float) -> None:
        self.times = times
        self._touched_s = now_s

    def touch(self, now_s: float, *, may_sleep: bool) -> bool:
        """Wake up; return whether the input acts (True) or only woke the display."""
        acts = self.level(now_s, may_sleep=may_sleep) < SleepStage.SAVER
        self._touched_s = now_s
        return acts

    def level(self, now_s: float, *, may_sleep: bool) -> SleepStage:
        """Return how awake the display should be."""
        idle = now_s - self._touched_s
        level = SleepStage.AWAKE
        for each, after in self._ladder(may_sleep):
            if idle >= after:
                level = each
        return level

    def deadline_s(self, now_s: float, *, may_sleep: bool) -> float | None:
        """Return when the level, or the saver's picture, changes next; None: never."""
        times = [
            self._touched_s + after
            for _, after in self._ladder(may_sleep)
            if self._touched_s + after > now_s
        ]
        if self.level(now_s, may_sleep=may_sleep) is SleepStage.SAVER:
            times.append(now_s + SAVER_STEP_S - (now_s - self._touched_s) % SAVER_STEP_S)
        return min(times, default=None)

    def _ladder(self, may_sleep: bool) -> list[tuple[SleepStage, float]]:
        rungs = [(SleepStage.DIM, self.times.dim_s)]
        if may_sleep:
            rungs += [(SleepStage.SAVER, self.times.saver_s), (SleepStage.OFF, self.times.off_s)]
        return [(level, after) for level, after in rungs if after > 0]
