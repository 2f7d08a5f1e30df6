"""Perft: the number of sequences of exactly n choices."""

from __future__ import annotations

from engines.engine import TooManyNodes
from engines.icehouse.rules import apply, legal
from engines.icehouse.state import State

TABLE_COST = 200
"""The cost of expanding a state, in counted moves, so that lines that end early are limited too."""


def perft(state: State, depth: int, limit: int) -> int:
    """Return the number of sequences of exactly `depth` choices; raise TooManyNodes."""
    nodes = cost = 0
    waiting = [(state, depth)]
    while waiting:
        place, left = waiting.pop()
        choices = legal(place)
        if left > 1:
            cost += TABLE_COST * len(choices)
        else:
            nodes += len(choices) if left else 1
        if nodes + cost > limit:  # checked before the work is done
            raise TooManyNodes(limit)
        if left > 1:
            waiting += [(apply(place, choice), left - 1) for choice in choices]
    return nodes
