"""How a table stands: what towers promise, and what that makes a seat's chances."""

from __future__ import annotations

from functools import cache
from math import exp
from typing import NamedTuple

from engines.bots.search import Values
from engines.stones.bot.fast_state import POINTS_BY_HEIGHT, FastState, Tower, many_colours

FIRST_SPACE = 3.3
"""What the first space gives on average: it counts the heights of all towers."""
PAIR, LONE, DEEP = 0.85, 0.5, 0.4
"""The part of its points that a top is worth if another top has its colour, that part of it if
none has, and that of the stones below."""
COMPANY = 0.06
"""More for every top of the same colour: they are scored in one turn."""
TOP_ALONE = 0.6
"""Any top can be scored for a point."""
STONES_A_TURN = 2.2
"""How many stones a scoring turn puts on the mandala."""
SPREAD = 4.0
"""How far apart two seats may be, in points, while it is still open: objectives are hidden."""
FURTHEST = 30.0


class TowerWorth(NamedTuple):
    """What a tower is worth on one space: its top, and the stones below together."""

    top: float
    below: float


@cache
def layers(tower: Tower) -> tuple[TowerWorth, ...]:
    """Return what a tower is worth on each of the five spaces."""
    found = []
    for space in range(5):
        worth = [_points(space, tower[:height]) for height in range(1, len(tower) + 1)]
        found.append(TowerWorth(worth[-1], sum(worth[:-1])))
    return tuple(found)


def _points(space: int, tower: Tower) -> float:
    if space == 0:
        return FIRST_SPACE
    return many_colours(tower) if space == 4 else POINTS_BY_HEIGHT[space - 1][len(tower)]


def turns_left(table: FastState) -> float:
    """Return how often each seat may still score."""
    if table.triggered:
        return 0.0
    room = min(table.trigger, table.placed + 12 * table.count) - table.placed
    return room / (STONES_A_TURN * table.count)


class Hopes(NamedTuple):
    """The part of their points that stones are worth now: a pair, a lone top, stones below."""

    pair: float
    lone: float
    deep: float


def hopes(table: FastState) -> Hopes:
    """Return what may still be hoped for: less and less towards the end."""
    left = turns_left(table)
    pair = min(PAIR, 0.35 + 0.3 * left)
    return Hopes(pair, pair * LONE, DEEP * min(1.0, left / 3))


def tops_worth(number: int, worth: float, hope: Hopes) -> float:
    """Return what tops of one colour promise together."""
    if number > 1:
        return hope.pair * worth * (1 + COMPANY * number)
    return max(hope.lone * worth, TOP_ALONE) if number else 0.0


def promise(own: list[Tower], hope: Hopes) -> float:
    """Return the points that the towers of a seat promise."""
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
    """Return the chance of each seat to win; who has left has none."""
    spread = SPREAD
    totals: list[float] = list(table.vp)
    if table.turn >= 0:
        hope = hopes(table)
        spread *= 1 + 0.25 * min(4.0, turns_left(table))
        totals = [vp + promise(own, hope) for vp, own in zip(table.vp, table.towers, strict=True)]
    best = max(totals)
    shares = [exp(max(-FURTHEST, (total - best) / spread)) for total in totals]
    for seat in table.left:
        shares[seat] = 0.0
    whole = sum(shares)
    return [share / whole for share in shares]
