"""Perft: how many sequences of exactly n choices there are."""

from __future__ import annotations

from engines.engine import TooManyNodes
from engines.icehouse.rules import apply, legal
from engines.icehouse.state import State

TABLE_COST = 200
"""Looking at a table takes as long as counting so many moves: lines that end early cost as well."""


def perft(state: State, depth: int, limit: int) -> int:
    """Count the sequences of exactly `depth` choices; raise TooManyNodes."""
    nodes = cost = 0
    waiting = [(state, depth)]
    while waiting:
        place, left = waiting.pop()
        choices = legal(place)
        if left > 1:
            cost += TABLE_COST * len(choices)
        else:
            nodes += len(choices) if left else 1
        if nodes + cost > limit:  # before the work is done, not after it
            raise TooManyNodes(limit)
        if left > 1:
            waiting += [(apply(place, choice), left - 1) for choice in choices]
    return nodes
