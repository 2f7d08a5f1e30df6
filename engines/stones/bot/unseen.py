"""The state for the search if the main board is not tracked: its offers are guessed.

A pick is the tower as a number in base 5 (digits 1 to 4 are colours, the top last) times 5, plus
the space. At the root any tower of one or two stones is possible; in playouts a few random towers
are on offer, as many and as high as on real boards.
"""

from __future__ import annotations

from itertools import product
from typing import Self

from engines.bots.rng import Random
from engines.bots.search import Choices
from engines.stones.board import PER_COLOUR
from engines.stones.bot.fast_state import SCORE, Tower
from engines.stones.bot.search_state import SearchState

NOTHING = 30_000
"""The choice to declare that nothing can be picked."""
TOWERS_ON_OFFER = 8
"""The average number of different towers on offer, without similar ones."""
ONE_STONE, TWO_STONES, THREE_STONES = 0.51, 0.91, 0.99
"""Cumulative probabilities of heights 1, 2 and 3, counted on boards of many games."""
REACHABLE_TOWERS = tuple(product(range(4))) + tuple(product(range(4), repeat=2))
"""Towers that an artist can usually reach."""


def number_of(tower: Tower) -> int:
    """Return a tower as a number."""
    number = 0
    for colour in tower:
        number = number * 5 + colour + 1
    return number


def tower_of(number: int) -> Tower:
    """Return the tower of a number."""
    colours: list[int] = []
    while number:
        number, digit = divmod(number, 5)
        colours.insert(0, digit - 1)
    return tuple(colours)


class Unseen(SearchState):
    """Only the towers are tracked."""

    __slots__ = ("chance", "supply", "waived", "wished")

    chance: Random
    supply: list[int]
    """Stones of each colour that are still on the main board."""
    wished: list[Tower] | None
    """What can be picked now; None: not yet drawn."""
    waived: bool
    """Whether the seat on turn has declared that it can pick nothing."""

    def copy(self) -> Self:
        """Return an independent copy."""
        other = super().copy()
        other.chance = self.chance
        other.supply = self.supply[:]
        other.wished = self.wished
        other.waived = self.waived
        return other

    def offers(self, chance: Random | None = None) -> list[tuple[Tower, int]]:
        """Return the towers on offer this turn."""
        del chance
        if self.waived:
            return []
        if self.wished is None:
            self.wished = self._draw()
        return [(tower, number_of(tower)) for tower in self.wished]

    def _draw(self) -> list[Tower]:
        chance, supply = self.chance, self.supply
        bag = [colour for colour in range(4) for _ in range(supply[colour])]
        if not bag:
            return []
        found: list[Tower] = [(bag[int(chance.random() * len(bag))],)]
        for _ in range(TOWERS_ON_OFFER - 1):
            luck = chance.random()
            size = 1 + (luck > ONE_STONE) + (luck > TWO_STONES) + (luck > THREE_STONES)
            tower = tuple([bag[int(chance.random() * len(bag))] for _ in range(size)])
            if self.allows(tower):
                found.append(tower)
        return found

    def allows(self, tower: Tower) -> bool:
        """Return whether there are enough stones of each colour."""
        return all(tower.count(colour) <= self.supply[colour] for colour in tower)

    def weighed(self) -> Choices:
        """Return the most promising choices, or only NOTHING."""
        if not any(self.towers[self.turn]) and not self.offers():
            return [(NOTHING, 1.0)]
        return super().weighed()

    def play(self, choice: int) -> None:
        """Carry out a choice; with nothing to pick and no tower the game is over."""
        self.wished = None
        if choice == NOTHING:
            self.turn = -1
            return
        self.waived = False
        super().play(choice)

    def _pick(self, choice: int) -> None:
        number, space = divmod(choice, 5)
        tower = tower_of(number)
        assert choice < SCORE
        for colour in tower:
            self.supply[colour] -= 1
        self.towers[self.turn][space] = tower

    def can_pick(self) -> bool:
        """Return whether there is a stone left; the artists are unknown."""
        return any(self.supply)


def supply_of(taken: dict[str, int]) -> list[int]:
    """Return how many stones of each colour are left, given those taken."""
    return [max(0, PER_COLOUR - count) for count in taken.values()]
