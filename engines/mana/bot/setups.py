"""A thought about the set-up: some are tried against some answers, the better half looked at again.

The first side sets up without knowing what stands against it, so answers are drawn by lot; the
second sees what it will meet, and every look is at the real position. Which way the board is
turned is drawn by lot: that nobody knows to be good or bad.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines.bots.deadline import Deadline
from engines.bots.player import Budget, Stop, Thought, level_of
from engines.mana.bot.play import result, wins_in
from engines.mana.bot.search import WIN, OutOfTime, PvSearch
from engines.mana.choices import ORIENTS, Place
from engines.mana.fast_state import FastRules, FastState, fast_state_of
from engines.mana.notation import write
from engines.mana.rules import apply, places
from engines.mana.state import ORIENT, PLAY, State
from engines.rng import Chance

ARMIES = (6, 6)
ANSWERS = 4
DEEPEST = 12


def think_of_setup(state: State, number: int, budget: Budget, seed: int, stop: Stop) -> Thought:
    """Return a thought for the side that turns the board or sets up."""
    chance = Chance(seed, "setup")
    if state.phase == ORIENT:
        move = write(chance.choose(ORIENTS))
        return Thought(move, 0.0, (move,))
    level = level_of(number)
    deadline = Deadline(level.of(budget), stop)
    search = PvSearch(FastRules(state), ARMIES, budget.memory_mb, deadline.is_over)
    tried = [
        (place, _positions(apply(state, place), chance))
        for place in _drawn(places(state), 2 ** (number + 1), chance)
    ]
    place, judged = _best(search, tried, state.side, level.horizon or DEEPEST)
    move = write(place)
    return Thought(move, judged.result, (move,), judged.wins_in)


def _drawn(items: Sequence[Place], count: int, chance: Chance) -> list[Place]:
    """Return so many of the items, drawn by lot; all of them, if they are few."""
    if len(items) <= count:
        return list(chance.shuffle(items))
    return [chance.choose(items) for _ in range(count)]


def _positions(state: State, chance: Chance) -> list[FastState]:
    """Return the positions that may follow a set-up."""
    if state.phase == PLAY:
        return [fast_state_of(state)]
    return [
        fast_state_of(apply(state, answer)) for answer in _drawn(places(state), ANSWERS, chance)
    ]


def _best(
    search: PvSearch, tried: list[tuple[Place, list[FastState]]], side: int, deepest: int
) -> tuple[Place, Judged]:
    """Return the best set-up and what it is worth to its side: deeper looks at fewer and fewer."""
    place, judged = tried[0][0], Judged(0.0, None)
    try:
        for depth in range(1, deepest + 1):
            looked = {each: _judged(search, met, side, depth) for each, met in tried}
            tried.sort(key=lambda each: looked[each[0]].order, reverse=True)
            place = tried[0][0]
            judged = looked[place]
            tried = tried[: max(2, (len(tried) + 1) // 2)]
    except OutOfTime:
        pass
    return place, judged


class Judged(NamedTuple):
    """What a set-up is worth."""

    result: float
    """The expected result, over all answers looked at."""
    wins_in: int | None
    """Where the answer is known: own turns to a forced win, negative to a forced loss."""
    points: int = 0

    @property
    def order(self) -> tuple[float, int]:
        """Put longer losses before shorter ones."""
        return self.result, self.points


def _judged(search: PvSearch, met: list[FastState], side: int, depth: int) -> Judged:
    sign = 1 if side == 0 else -1  # the first side will be on turn
    values = [sign * search.look(*position, depth, -WIN, WIN, 0) for position in met]
    mean = sum(map(result, values)) / len(values)
    return Judged(mean, wins_in(values[0]) if side == 1 else None, sum(values))
