"""The player: a search over tracks, judged by what the groups are worth."""

from __future__ import annotations

from math import exp

from engines.bots.player import Budget, Stop, Thought, level_of
from engines.bots.rng import Random
from engines.bots.search import Choices, Search, Values, outlook
from engines.engine import Json
from engines.icehouse.bot.evaluate import chances, hopes
from engines.icehouse.bot.fast_state import FastState, track_of
from engines.icehouse.choices import TAKES
from engines.icehouse.notation import write

WIDTH = 12
"""So many pyramids ahead are looked at: further jumps give away too much."""
TEMPER = 1.0
"""How many points less make a choice look about a third as good."""


class SearchState(FastState):
    """A table that the search walks on."""

    __slots__ = ()

    def weighed(self) -> Choices:
        """Weigh the next pyramids by what the seat may hope for, over its strongest rival."""
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
        weights = [exp((lead - best) / TEMPER) for lead in leads]
        whole = sum(weights)
        return [(space, weight / whole) for space, weight in zip(spaces, weights, strict=True)]

    def finish(self, plies: int | None, chance: Random) -> Values:
        """Judge the table as it stands: chance playouts say less than the groups do."""
        del plies, chance
        return chances(self)


class OneTable:
    """Everything lies open: there is one world."""

    is_certain = True
    knows_choices = True
    misjudges = 0.12

    def __init__(self, table: SearchState) -> None:
        self._table = table

    def sample(self, _: Random) -> SearchState:
        """Return the table, to be played on."""
        return self._table.copy()


def think(view: Json, level: int, budget: Budget, seed: int, stop: Stop) -> Thought:
    """Return what the seat on turn should take."""
    worlds = OneTable(track_of(view, SearchState))
    found = Search(worlds, level_of(level), budget, seed).run(stop)
    line = tuple(write(TAKES[space]) for space in found.line)
    return Thought(line[0], outlook(found.value), line)
