"""The time limit of a bot. It measures processor time and is the only clock in the engines."""

from __future__ import annotations

from time import process_time

from engines.bots.player import Budget, Stop


class Deadline:
    """Checks whether a budget is used up or the bot is asked to stop."""

    def __init__(self, budget: Budget, stop: Stop) -> None:
        self._nodes = budget.nodes
        self._began = process_time()
        self._ends = None if budget.nodes is not None else self._began + budget.seconds
        self._stop = stop

    def is_over(self, nodes: int) -> bool:
        """Return whether to stop after `nodes` nodes."""
        if self._stop():
            return True
        if self._nodes is not None:
            return nodes >= self._nodes
        assert self._ends is not None
        return process_time() >= self._ends

    def left(self, nodes: int) -> float:
        """Return how many more nodes fit into the budget, at the speed of the first `nodes`."""
        if self._nodes is not None:
            return self._nodes - nodes
        assert self._ends is not None
        now = process_time()
        return nodes * max(0.0, self._ends - now) / max(1e-6, now - self._began)
