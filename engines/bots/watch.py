"""When a player has to answer: the only clock of the engines, and it counts processor time."""

from __future__ import annotations

from time import process_time

from engines.bots.player import Budget, Stop


class Watch:
    """Tells whether a budget is used up or somebody wants the answer now."""

    def __init__(self, budget: Budget, stop: Stop) -> None:
        self._nodes = budget.nodes
        self._ends = None if budget.nodes is not None else process_time() + budget.seconds
        self._stop = stop

    def is_over(self, nodes: int) -> bool:
        """Tell whether to stop now, after so many nodes."""
        if self._stop():
            return True
        if self._nodes is not None:
            return nodes >= self._nodes
        assert self._ends is not None
        return process_time() >= self._ends
