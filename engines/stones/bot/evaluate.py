"""Evaluates a table: the expected points of towers, and each seat's chance to win."""

from __future__ import annotations

from functools import cache
from math import exp
from typing import NamedTuple

from engines.bots.search import Values
from engines.stones.bot.fast_state import POINTS_BY_HEIGHT, FastState, Tower, many_colours

FIRST_SPACE_POINTS = 3.3
"""The average points of the first space, which counts the heights of all towers."""
PAIR_SHARE, SINGLE_SHARE, BELOW_SHARE = 0.85, 0.5, 0.4
"""Parts of their points: of a top with another top of its colour, of that for a top without one,
and of the stones below.
"""
SAME_COLOUR_BONUS = 0.06
"""The bonus for every top of the same colour: they are scored in one turn."""
TOP_POINTS = 0.6
"""Points of any top, which can be scored alone."""
STONES_PER_TURN = 2.2
"""The average number of stones that a scoring turn puts on the mandala."""
POINTS_SPREAD = 4.0
"""The scale of the logistic function in points; large, because objectives are hidden."""
LOGIT_LIMIT = 30.0


class TowerWorth(NamedTuple):
    """The points of a tower on one space: of its top, and of the stones below together."""

    top: float
    below: float


@cache
def layers(tower: Tower) -> tuple[TowerWorth, ...]:
    """Return the points of a tower on each of the five spaces."""
    found = []
    for space in range(5):
        worth = [_points(space, tower[:height]) for height in range(1, len(tower) + 1)]
        found.append(TowerWorth(worth[-1], sum(worth[:-1])))
    return tuple(found)


def _points(space: int, tower: Tower) -> float:
    if space == 0:
        return FIRST_SPACE_POINTS
    return many_colours(tower) if space == 4 else POINTS_BY_HEIGHT[space - 1][len(tower)]


def turns_left(table: FastState) -> float:
    """Return how often each seat may still score."""
    if table.triggered:
        return 0.0
    room = min(table.trigger, table.placed + 12 * table.count) - table.placed
    return room / (STONES_PER_TURN * table.count)


class Hopes(NamedTuple):
    """The parts of their points that stones are worth now: a pair, a single top, stones below."""

    pair: float
    lone: float
    deep: float


def hopes(table: FastState) -> Hopes:
    """Return the current parts, which decrease towards the end."""
    left = turns_left(table)
    pair = min(PAIR_SHARE, 0.35 + 0.3 * left)
    return Hopes(pair, pair * SINGLE_SHARE, BELOW_SHARE * min(1.0, left / 3))


def tops_worth(number: int, worth: float, hope: Hopes) -> float:
    """Return the expected points of the tops of one colour."""
    if number > 1:
        return hope.pair * worth * (1 + SAME_COLOUR_BONUS * number)
    return max(hope.lone * worth, TOP_POINTS) if number else 0.0


def promise(own: list[Tower], hope: Hopes) -> float:
    """Return the expected points of a seat's towers."""
    worth = [0.0] * 4
    number = [0] * 4
    below = 0.0
    for space, tower in enumerate(own):
        if tower:
            layer = layers(tower)[space]
            worth[tower[-1]] += layer[0]
            number[tower[-1]] += 1
            below += layer[1]
    total = hope.deep * below
    for colour in range(4):
        total += tops_worth(number[colour], worth[colour], hope)
    return total


def chances(table: FastState) -> Values:
    """Return the chance of each seat to win; 0 for a seat that left."""
    spread = POINTS_SPREAD
    totals: list[float] = list(table.vp)
    if table.turn >= 0:
        hope = hopes(table)
        spread *= 1 + 0.25 * min(4.0, turns_left(table))
        totals = [vp + promise(own, hope) for vp, own in zip(table.vp, table.towers, strict=True)]
    best = max(totals)
    shares = [exp(max(-LOGIT_LIMIT, (total - best) / spread)) for total in totals]
    for seat in table.left:
        shares[seat] = 0.0
    whole = sum(shares)
    return [share / whole for share in shares]
