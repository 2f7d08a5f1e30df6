"""The bot for Mana: a search ahead, because nothing is hidden.

`search` looks ahead, with `evaluate` at the leaves and `oversight` for weak levels; `setups` places
the pieces; `play` makes the thought.
"""

from __future__ import annotations

from engines.bots.player import Budget, Stop, Thought
from engines.engine import Json
from engines.mana.bot.play import state_of, think_of_play
from engines.mana.bot.setups import think_of_setup
from engines.mana.state import OVER, PLAY


def think(
    view: Json, level: int, budget: Budget, seed: int, stop: Stop, move: str | None = None
) -> Thought:
    """Return the choice of the seat on turn, or what a move is worth; raise ValueError when the
    game is over.
    """
    state = state_of(view)
    if state.phase == OVER:
        raise ValueError("the game is over")
    if state.phase != PLAY:
        return think_of_setup(state, level, budget, seed, stop, move)
    return think_of_play(state, view, level, budget, seed, stop, move)
