"""Perft: how many sequences of exactly n choices there are (rules page, section 9)."""

from __future__ import annotations

from engines.engine import TooManyNodes
from engines.mana.fast import Core, fast_state_of
from engines.mana.rules import apply, legal
from engines.mana.state import OVER, PLAY, State

NODE_LIMIT = 20_000_000
DEPTH_LIMIT = 100
"""No count this deep ends below any limit, and Python's own stack is not endless."""


def perft(state: State, depth: int, limit: int = NODE_LIMIT) -> int:
    """Return the number of sequences of exactly `depth` choices; raise TooManyNodes.

    A choice that ends the game ends its sequence. The fast core counts whatever it knows; the
    readable rules count set-ups, and birds whose square matters for the next choice.
    """
    if depth < 0:
        raise ValueError(f"the depth must be 0 or more, not {depth}")
    if depth > DEPTH_LIMIT:
        raise TooManyNodes(limit)
    total = _count(state, depth, limit)
    if total > limit:
        raise TooManyNodes(limit)
    return total


def _count(state: State, depth: int, limit: int) -> int:
    """Return the count, or some number past the limit."""
    if depth == 0:
        return 1
    if state.phase == OVER:
        return 0
    if is_fast(state):
        return Core(state).count(fast_state_of(state), depth, limit)
    choices = legal(state)
    if depth == 1:
        return len(choices)
    total = 0
    for choice in choices:
        total += _count(apply(state, choice), depth - 1, limit - total)
        if total > limit:
            break
    return total


def is_fast(state: State) -> bool:
    """Tell whether the fast core knows the rules of a state: the bird's own square is no matter."""
    rules = state.rules
    return state.phase == PLAY and not (rules.bird_blocks or rules.bird_must_fly)
