"""The choice of a setup: some are tried against some answers, the better half searched deeper.

The first side sets up without knowing the opponent's setup, so answers are sampled; the second side
sees it, and searches the real position. The orientation of the board is drawn at random, because
none is known to be better.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from engines.bots.deadline import Deadline
from engines.bots.player import Budget, Stop, Thought, level_of
from engines.mana.bot.play import result, wins_in
from engines.mana.bot.search import WIN, OutOfTime, PvSearch
from engines.mana.bot.solved import applies, key, table
from engines.mana.choices import ORIENTS, Place
from engines.mana.fast_state import FastRules, FastState, fast_state_of
from engines.mana.notation import write
from engines.mana.rules import apply, places
from engines.mana.state import ORIENT, PLAY, State
from engines.rng import Chance

ARMIES = (6, 6)
ANSWERS = 4
DEEPEST = 12


def think_of_setup(
    state: State, number: int, budget: Budget, seed: int, stop: Stop, move: str | None
) -> Thought:
    """Return the choice of the side that turns the board or sets up, or what a setup is worth.

    The first setup is worth what it is after the best answer that half of the time finds: the
    answers that it was chosen by promise too much.
    """
    chance = Chance(seed, "setup")
    if state.phase == ORIENT:
        turned = move or write(chance.choose(ORIENTS))
        return Thought(turned, 0.0, (turned,))
    if not level_of(number).overlooks and applies(state.rules) and not state.rules.free_setup:
        with suppress(KeyError):  # a corrected table need not have a set-up of the rules
            return _solved_setup(state, chance, move)
    is_answered = state.side == 1
    share = level_of(number).of(budget)
    part = share if is_answered else _half(share)
    place, judged = _choose(state, number, part, chance, stop, move)
    if is_answered:
        return Thought(write(place), judged.result, (write(place),), judged.wins_in)
    _, answered = _choose(apply(state, place), number, part, chance, stop, None)
    return Thought(write(place), -answered.result, (write(place),))


def _solved_setup(state: State, chance: Chance, move: str | None) -> Thought:
    """Return a set-up of one row: the first side wins, the other holds out as long as it can.

    Raise KeyError for a set-up that is not solved.
    """

    def turns(state: State) -> int:
        """Return the own turns to the win after the best answers to come."""
        if state.phase == PLAY:
            return table()[key(state)].turns
        return max(turns(apply(state, answer)) for answer in places(state))

    tried = chance.shuffle(_wanted(places(state), move) or places(state))
    best = min if state.side == 0 else max
    place = best(tried, key=lambda each: turns(apply(state, each)))
    left = turns(apply(state, place))
    value, wins_in = (1.0, left) if state.side == 0 else (-1.0, 1 - left)
    return Thought(write(place), value, (write(place),), wins_in)


def _half(budget: Budget) -> Budget:
    nodes = None if budget.nodes is None else (budget.nodes + 1) // 2
    return replace(budget, seconds=budget.seconds / 2, nodes=nodes)


def _choose(
    state: State, number: int, share: Budget, chance: Chance, stop: Stop, move: str | None
) -> tuple[Place, Judged]:
    """Return the best of some setups and its value; of `move` alone, if it is given."""
    level = level_of(number)
    deadline = Deadline(share, stop)
    search = PvSearch(FastRules(state), ARMIES, share.memory_mb, deadline.is_over)
    tried = [
        (place, _positions(apply(state, place), chance))
        for place in _wanted(places(state), move)
        or _drawn(places(state), 2 ** (number + 1), chance)
    ]
    return _best(search, tried, state.side, level.horizon or DEEPEST)


def _wanted(items: Sequence[Place], move: str | None) -> list[Place]:
    return [place for place in items if write(place) == move]


def _drawn(items: Sequence[Place], count: int, chance: Chance) -> list[Place]:
    """Return `count` of the items, drawn at random; all of them if there are no more."""
    if len(items) <= count:
        return list(chance.shuffle(items))
    return [chance.choose(items) for _ in range(count)]


def _positions(state: State, chance: Chance) -> list[FastState]:
    """Return the positions that may follow a setup."""
    if state.phase == PLAY:
        return [fast_state_of(state)]
    return [
        fast_state_of(apply(state, answer)) for answer in _drawn(places(state), ANSWERS, chance)
    ]


def _best(
    search: PvSearch, tried: list[tuple[Place, list[FastState]]], side: int, deepest: int
) -> tuple[Place, Judged]:
    """Return the best setup and its value, searching deeper and fewer in each round."""
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
    """The value of a setup."""

    result: float
    """The expected result over all answers tried."""
    wins_in: int | None
    """If the answer is known: own turns to a forced win, negative to a forced loss."""
    points: int = 0

    @property
    def order(self) -> tuple[float, int]:
        """The sort key; longer losses come before shorter ones."""
        return self.result, self.points


def _judged(search: PvSearch, met: list[FastState], side: int, depth: int) -> Judged:
    sign = 1 if side == 0 else -1  # the first side will be on turn
    values = [sign * search.look(*position, depth, -WIN, WIN, 0) for position in met]
    mean = sum(map(result, values)) / len(values)
    return Judged(mean, wins_in(values[0]) if side == 1 else None, sum(values))
