"""The state for the search, with prior weights and playouts."""

from __future__ import annotations

from math import exp

from engines.bots.rng import Random
from engines.bots.search import Choices, Values
from engines.stones.bot.evaluate import (
    SAME_COLOUR_BONUS,
    TOP_POINTS,
    chances,
    hopes,
    layers,
    promise,
    tops_worth,
)
from engines.stones.bot.fast_state import SCORE, TOPS, FastState, Tower, clockwise

WIDTH = 24
"""The number of choices that are searched; the others look worse."""
TEMPERATURE_POINTS = 1.2
"""The softmax temperature of the prior weights, in points."""
PLAYOUT_MOVES = 5
"""The number of artist moves considered in a playout."""
PLAYOUT_ERROR_POINTS = 1.0
"""The random error of players in a playout, in points."""

Valued = list[tuple[float, int]]
"""Estimated points of choices, with the choices."""


class SearchState(FastState):
    """The main board is tracked."""

    __slots__ = ()

    def offers(self, chance: Random | None = None) -> list[tuple[Tower, int]]:
        """Return towers that can be picked, each with its choice except for the space."""
        reach = self.reaches()
        if chance is not None and len(reach) > PLAYOUT_MOVES:
            start = int(chance.random() * len(reach))
            reach = [reach[(start + 3 * step) % len(reach)] for step in range(PLAYOUT_MOVES)]
        tops = self.tops
        found = []
        for source, target, allowed in reach:
            stacks = clockwise(target, allowed)
            colours = [tops[stack] & 3 for stack in stacks]
            way = (source * 9 + target) * 24
            for at, stack in enumerate(stacks):
                found.append((tuple(colours[at:] + colours[:at]), way + stack))
        return found

    def picks(self, chance: Random | None = None) -> Valued:
        """Return picks, valued by what they add to the expected points of the own towers."""
        own = self.towers[self.turn]
        empty = [space for space in range(5) if not own[space]]
        if not empty:
            return []
        hope = hopes(self)
        worth = [0.0] * 4
        number = [0] * 4
        for space, tower in enumerate(own):
            if tower:
                worth[tower[-1]] += layers(tower)[space][0]
                number[tower[-1]] += 1
        before = [tops_worth(number[colour], worth[colour], hope) for colour in range(4)]
        pair, lone, deep = hope
        found: Valued = []
        for tower, way in self.offers(chance):
            colour = tower[-1]
            layer = layers(tower)
            others, company = worth[colour], number[colour]
            # The same as `tops_worth` with one more top, without a call.
            part = pair * (1 + SAME_COLOUR_BONUS * (company + 1))
            for space in empty:
                top, below = layer[space]
                after = part * (others + top) if company else max(lone * top, TOP_POINTS)
                found.append((after - before[colour] + deep * below, way * 5 + space))
        return found

    def scores(self, *, at_a_glance: bool = False) -> Valued:
        """Return the ways to score, valued by their points minus the expected points of the
        tops.
        """
        own = self.towers[self.turn]
        standing = [space for space in range(5) if own[space]]
        if not standing:
            return []
        hope = hopes(self)
        before = promise(own, hope)
        found: Valued = []
        for choice, chosen, points in self._ways(own, standing, at_a_glance=at_a_glance):
            after = own[:]
            for space in chosen:
                after[space] = after[space][:-1]
            covered = range(self.placed + 1, min(self.placed + len(chosen), self.full) + 1)
            bonus = sum([self.bonus.get(place, 0) for place in covered])
            found.append((points + bonus + promise(after, hope) - before, choice))
        return found

    def _ways(
        self, own: list[Tower], standing: list[int], *, at_a_glance: bool
    ) -> list[tuple[int, list[int], int]]:
        """Return the sensible ways to score: choice, towers, points."""
        found = []
        for colour in range(4):
            topped = [space for space in standing if own[space][-1] == colour]
            if len(topped) > 1:
                found.append((SCORE + colour, topped, self.earns(own, topped)))
        tops = [standing]
        if not at_a_glance and len(standing) > 1:
            tops += [[space] for space in standing]
        room = self.trigger - self.placed
        if 1 < room < len(standing) and not self.triggered:
            # Just enough to end the game, of the tops with the lowest expected points.
            cheap = sorted(standing, key=lambda space: layers(own[space])[space][0])
            tops.append(cheap[:room])
        return found + [
            (TOPS + sum([1 << space for space in chosen]), chosen, len(chosen)) for chosen in tops
        ]

    def weighed(self) -> Choices:
        """Return the most promising choices, with weights."""
        valued = self.picks() + self.scores()
        valued.sort(reverse=True)
        best = valued[0][0]
        weights = [exp((value - best) / TEMPERATURE_POINTS) for value, _ in valued[:WIDTH]]
        whole = sum(weights)
        return [
            (choice, weight / whole) for (_, choice), weight in zip(valued, weights, strict=False)
        ]

    def finish(self, plies: int | None, chance: Random) -> Values:
        """Play out greedily with random errors, and return the evaluation."""
        while self.turn >= 0 and plies != 0:
            valued = [
                (value + PLAYOUT_ERROR_POINTS * chance.random(), choice)
                for value, choice in self.picks(chance) + self.scores(at_a_glance=True)
            ]
            self.play(max(valued)[1])
            if plies is not None:
                plies -= 1
        return chances(self)
