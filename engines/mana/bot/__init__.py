"""A player of the game: everything is open, so it looks ahead.

`search` looks ahead with `evaluate` at its ends and the `oversight` of weak levels, `setups`
places the pieces, `play` makes a thought of it.
"""

from __future__ import annotations

from engines.bots.player import Budget, Stop, Thought
from engines.engine import Json
from engines.mana.bot.play import state_of, think_of_play
from engines.mana.bot.setups import think_of_setup
from engines.mana.state import OVER, PLAY


def think(view: Json, level: int, budget: Budget, seed: int, stop: Stop) -> Thought:
    """Return a thought for the seat on turn; raise ValueError when nobody is."""
    state = state_of(view)
    if state.phase == OVER:
        raise ValueError("the game is over")
    if state.phase != PLAY:
        return think_of_setup(state, level, budget, seed, stop)
    return think_of_play(state, view, level, budget, seed, stop)
