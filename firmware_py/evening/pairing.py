"""Proposes who plays whom in the next round, at the least total cost. Pure functions.

The cost of a round is a list of counts, and an earlier one outweighs all later ones:

    two at a table                            three or four at a table
    who sits out has sat out before           who sits out has sat out before
    pairs that have met                       pairs that have met
    who sits out is not the lowest            who sits out is not the lowest
    somebody three times in a row first,
      or three times more first than second
    difference of points, squared             difference of points, squared
    first and second not evened
    a fixed shuffle of the names              a fixed shuffle of the names

Two at a table are paired by `least_cost_pairs`, which is exact. Tables of three and four are exact
for up to twelve players; above, players change places as long as that is an improvement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple
from zlib import crc32

from firmware_py.evening.matching import least_cost_pairs

EXACT = 12
"""Up to this number of players every way to form tables is examined."""
MOST_CHANGES = 100_000
"""The most exchanges of two players that are tried."""
POINT = 12
"""Cost units per point, so that half, third and quarter points are whole numbers."""
_TIES = 256


class Entrant(NamedTuple):
    """A player who is here, with the history of this evening."""

    name: str
    points: Fraction = Fraction(0)
    strength: Fraction = Fraction(0)
    """Buchholz, which orders players with the same points."""
    met: Mapping[str, int] = {}
    """How often they played together, by name."""
    first: tuple[bool, ...] = ()
    """Whether they played first, in each of their rounds."""
    sat_out: int = 0

    @property
    def surplus(self) -> int:
        """How many times more they played first than not."""
        return 2 * sum(self.first) - len(self.first)


class Seating(NamedTuple):
    """The tables of a round, each with its names in the order of turns, and who sits out."""

    tables: tuple[tuple[str, ...], ...]
    out: tuple[str, ...] = ()


def propose_rounds(players: int) -> int:
    """Return the number of rounds that finds a winner.

    >>> [propose_rounds(players) for players in (3, 4, 8, 9, 64)]
    [3, 3, 4, 5, 7]
    """
    return min((players - 1).bit_length() + 1, max(players - 1 + players % 2, 1))


def all_rounds(players: int) -> int:
    """Return the number of rounds in which everyone meets everyone."""
    return players - 1 + players % 2


def table_sizes(players: int) -> list[int]:
    """Return the sizes of tables: four, then three, never fewer; empty if that is impossible.

    >>> table_sizes(7), table_sizes(9), table_sizes(5)
    ([4, 3], [3, 3, 3], [])
    """
    threes = -players % 4
    fours = (players - 3 * threes) // 4
    return [] if fours < 0 else [4] * fours + [3] * threes


def pair(entrants: Sequence[Entrant], seed: int) -> Seating:
    """Return the pairs of a round; with an odd number somebody sits out."""
    ranked = _ranked(entrants, seed)
    count = len(ranked)
    bottom = _bottom(ranked)
    rounds = max((len(each.first) for each in ranked), default=0) + 1
    # Each weight outweighs the greatest sum of all that come after it.
    pairs = count // 2 + 1
    spread = _units(ranked[0].points - ranked[-1].points) if ranked else 0
    uneven = _TIES * pairs
    points = uneven * (2 * (rounds + 2) ** 2 * pairs + 1)
    runs = points * (spread**2 * pairs + 1)
    lowest = runs * (2 * rounds * pairs + 1)
    again = lowest * (count + 1)
    most_met = max((met for each in ranked for met in each.met.values()), default=0)
    out_again = again * (most_met**2 * pairs + 1)

    def cost(one: Entrant, other: Entrant) -> int:
        _, run, odd = _sides(one, other)
        return (
            one.met.get(other.name, 0) ** 2 * again
            + run * runs
            + _units(one.points - other.points) ** 2 * points
            + odd * uneven
            + crc32(f"{seed} {one.name} {other.name}".encode()) % _TIES
        )

    size = count + count % 2
    costs = [[0] * size for _ in range(size)]
    for i, j in combinations(range(count), 2):
        costs[i][j] = costs[j][i] = cost(ranked[i], ranked[j])
    if size > count:
        for i, each in enumerate(ranked):
            costs[i][count] = costs[count][i] = (
                each.sat_out * out_again + bottom.get(each.name, 0) * lowest
            )
    partner = least_cost_pairs(costs).partner
    tables = tuple(
        _order(ranked[i], ranked[partner[i]]) for i in range(count) if i < partner[i] < count
    )
    return Seating(tables, tuple(ranked[i].name for i in range(count) if partner[i] == count))


def berger(names: Sequence[str], number: int) -> Seating:
    """Return a round (from 0) of everyone against everyone, by the Berger tables.

    >>> berger(["A", "B", "C", "D"], 0).tables
    (('A', 'D'), ('B', 'C'))
    """
    places = [*names, None] if len(names) % 2 else list(names)
    last = len(places) - 1
    tables: list[tuple[str, ...]] = []
    out: tuple[str, ...] = ()
    for i in range(last):
        j = (number - i) % last
        if i == j:
            j = last
        if i > j:
            continue
        # Numbered from 0: the sums of Berger's rule are as even as with numbers from 1.
        lower_first = 2 * i < last if j == last else (i + j) % 2 == 1
        one, other = (places[i], places[j]) if lower_first else (places[j], places[i])
        if one is None or other is None:
            out = (one or other or "",)
        else:
            tables.append((one, other))
    return Seating(tuple(tables), out)


def seat(entrants: Sequence[Entrant], seed: int) -> Seating:
    """Return the tables of three and four of a round; of five players somebody sits out."""
    ranked = _ranked(entrants, seed)
    out: tuple[str, ...] = ()
    sizes = table_sizes(len(ranked))
    if ranked and not sizes:
        bottom = _bottom(ranked)
        left = min(ranked, key=lambda each: (each.sat_out, bottom.get(each.name, 0)))
        out = (left.name,)
        ranked.remove(left)
        sizes = table_sizes(len(ranked))
    if not sizes:
        return Seating((), tuple(each.name for each in entrants))
    spread = _units(ranked[0].points - ranked[-1].points)
    again = spread**2 * len(ranked) ** 2 + 1
    price = [
        [
            one.met.get(other.name, 0) ** 2 * again + _units(one.points - other.points) ** 2
            for other in ranked
        ]
        for one in ranked
    ]
    places = range(len(ranked))
    groups = _exact(places, sizes, price) if len(ranked) <= EXACT else _improved(sizes, price)
    return Seating(tuple(_turns([ranked[at] for at in sorted(group)]) for group in groups), out)


def table_cost(group: Sequence[int], price: Sequence[Sequence[int]]) -> int:
    """Return the cost of a table: the sum over its pairs."""
    return sum(price[i][j] for i, j in combinations(group, 2))


def _exact(
    places: Sequence[int], sizes: Sequence[int], price: Sequence[Sequence[int]]
) -> list[tuple[int, ...]]:
    found = min(
        _partitions(tuple(places), tuple(sizes)),
        key=lambda groups: sum(table_cost(group, price) for group in groups),
    )
    return sorted(found, key=lambda group: (min(group), group))


def _partitions(
    places: tuple[int, ...], sizes: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not sizes:
        yield ()
        return
    first, *others = places
    for size in sorted(set(sizes), reverse=True):
        left = list(sizes)
        left.remove(size)
        for with_first in combinations(others, size - 1):
            rest = tuple(each for each in others if each not in with_first)
            for more in _partitions(rest, tuple(left)):
                yield ((first, *with_first), *more)


def _improved(sizes: Sequence[int], price: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Start with neighbours at the same table, and exchange players while that lowers the cost."""
    groups: list[list[int]] = []
    for size in sizes:
        begin = sum(map(len, groups))
        groups.append(list(range(begin, begin + size)))
    changes, is_better = 0, True
    while is_better and changes < MOST_CHANGES:
        is_better = False
        for one, other in combinations(groups, 2):
            for i in range(len(one)):
                for j in range(len(other)):
                    changes += 1
                    before = table_cost(one, price) + table_cost(other, price)
                    one[i], other[j] = other[j], one[i]
                    if table_cost(one, price) + table_cost(other, price) < before:
                        is_better = True
                    else:
                        one[i], other[j] = other[j], one[i]
    return sorted((tuple(group) for group in groups), key=min)


def _turns(table: Sequence[Entrant]) -> tuple[str, ...]:
    """Return the names of a table in turn order: the player who began least often begins."""
    ordered = sorted(table, key=lambda each: (sum(each.first), each.surplus))
    return tuple(each.name for each in ordered)


def _ranked(entrants: Sequence[Entrant], seed: int) -> list[Entrant]:
    """Return players by points and strength; equals in a shuffled order that stays the same."""
    return sorted(
        entrants,
        key=lambda each: (
            -each.points, -each.strength, crc32(f"{seed} {each.name}".encode()), each.name,
        ),
    )  # fmt: skip


def _bottom(ranked: Sequence[Entrant]) -> dict[str, int]:
    """Return the place from the bottom of those who have sat out least often."""
    least = min((each.sat_out for each in ranked), default=0)
    waiting = [each.name for each in reversed(ranked) if each.sat_out == least]
    return {name: place for place, name in enumerate(waiting)}


def _units(points: Fraction) -> int:
    return int(points * POINT)


def _order(one: Entrant, other: Entrant) -> tuple[str, str]:
    one_first, _, _ = _sides(one, other)
    return (one.name, other.name) if one_first else (other.name, one.name)


def _sides(one: Entrant, other: Entrant) -> tuple[bool, int, int]:
    """Return whether `one` plays first, and how much of a run and unevenness that makes."""
    if_one, if_other = _uneven(one, other), _uneven(other, one)
    one_first = if_one < if_other if if_one != if_other else _later_second(one, other)
    return one_first, *min(if_one, if_other)


def _uneven(first: Entrant, second: Entrant) -> tuple[int, int]:
    """Return runs and unevenness if these two play in this order."""
    surplus = (first.surplus + 1, second.surplus - 1)
    runs = (first.first[-2:] == (True, True) or surplus[0] > 2) + (
        second.first[-2:] == (False, False) or surplus[1] < -2
    )
    return int(runs), surplus[0] ** 2 + surplus[1] ** 2


def _later_second(one: Entrant, other: Entrant) -> bool:
    """Return whether `one` plays first: who was second in the latest round that differs."""
    for mine, theirs in zip(reversed(one.first), reversed(other.first), strict=False):
        if mine != theirs:
            return theirs
    return crc32(f"{one.name} {other.name}".encode()) % 2 == 0
