"""The oversights of weak levels: own moves, and answers to them, that they do not see."""

from __future__ import annotations

from engines.bots.player import Strength
from engines.mana.bot.search import WIN, PvSearch
from engines.mana.fast_state import FastState

_SCRAMBLE = 0x9E3779B97F4A7C15
_MASK = 2**64 - 1


class Oversight:
    """The oversights of one thought, the same for the same seed."""

    def __init__(self, level: Strength, seed: int) -> None:
        self._limit = int(level.overlooks * 2**32)
        self._is_careful = level.is_careful
        self._seed = seed

    def noticed(self, position: FastState, steps: list[int]) -> list[int]:
        """Return the steps that are seen in a position; careful levels see every win."""
        lord = position.foes & position.lords
        return [
            step
            for step in steps
            if (self._is_careful and step & lord) or self._lot(position, step) >= self._limit
        ]

    def _lot(self, position: FastState, step: int) -> int:
        """Return a pseudo-random number below 2 ** 32."""
        mixed = self._seed
        for part in (position.own, position.foes, step):
            mixed = (mixed ^ part) * _SCRAMBLE & _MASK
            mixed ^= mixed >> 29
        return mixed >> 32


class BlindSearch(PvSearch):
    """A search that overlooks some answers to its own step, but sees everything after that."""

    oversight: Oversight

    def worth(self, position: FastState, step: int, depth: int, alpha: int, beta: int) -> int:
        """Return the value of a step if some of the answers are overlooked."""
        del alpha, beta  # so little is searched that no limits are needed
        if step & position.foes & position.lords:
            return WIN - 1
        after = self.fast.after(position, step)
        answers = self.fast.steps(after, self.armies[1], self.armies[0])
        seen = self.oversight.noticed(after, answers)
        lord = after.foes & after.lords
        if any(answer & lord for answer in seen):
            return -(WIN - 2)
        quiet = [answer for answer in seen if not answer & lord]
        if depth <= 1 or not quiet or quiet == [0]:
            return -self.judge(after, 1)
        return min(
            self.look(*self.fast.after(after, answer), depth - 2, -WIN, WIN, 2) for answer in quiet
        )
