"""The bot: a tree search on fast states, evaluated by the worth of groups."""

from __future__ import annotations

from math import exp

from engines.bots.player import Budget, Stop, Thought, level_of
from engines.bots.rng import Random
from engines.bots.search import Choices, Search, Values, outlook
from engines.engine import Json
from engines.icehouse.bot.evaluate import chances, hopes
from engines.icehouse.bot.fast_state import FastState, track_of
from engines.icehouse.choices import TAKES, Choice, Take
from engines.icehouse.notation import read, write

WIDTH = 12
"""The number of pyramids ahead that are considered; further jumps give away too much."""
TEMPERATURE_POINTS = 1.0
"""The softmax temperature of the prior weights, in points."""


class SearchState(FastState):
    """A table for the search."""

    __slots__ = ()

    def weighed(self) -> Choices:
        """Return the next pyramids, weighted by the expected lead over the strongest rival."""
        seat = self.turn
        spaces = self.moves(WIDTH)
        leads = []
        for space in spaces:
            after = self.copy()
            after.play(space)
            total = hopes(after)
            mine = total.pop(seat)
            leads.append(mine - max(total))
        best = max(leads)
        weights = [exp((lead - best) / TEMPERATURE_POINTS) for lead in leads]
        whole = sum(weights)
        return [(space, weight / whole) for space, weight in zip(spaces, weights, strict=True)]

    def finish(self, plies: int | None, chance: Random) -> Values:
        """Return the evaluation of the table; it is better than random playouts."""
        del plies, chance
        return chances(self)


class OneTable:
    """The only possible world, because nothing is hidden."""

    is_certain = True
    knows_choices = True
    misjudges = 0.12

    def __init__(self, table: SearchState) -> None:
        self._table = table

    def sample(self, _: Random) -> SearchState:
        """Return a copy of the table."""
        return self._table.copy()


def think(
    view: Json, level: int, budget: Budget, seed: int, stop: Stop, move: str | None = None
) -> Thought:
    """Return what the seat on turn should take, or what a move is worth."""
    worlds = OneTable(track_of(view, SearchState))
    only = None if move is None else _space(read(move))
    found = Search(worlds, level_of(level), budget, seed, only).run(stop)
    line = tuple(write(TAKES[space]) for space in found.line)
    return Thought(line[0], outlook(found.value), line)


def _space(choice: Choice) -> int:
    """Return the number of a choice in the search."""
    match choice:
        case Take(space):
            return space
    raise ValueError(f"no choice of a seat: {choice}")
