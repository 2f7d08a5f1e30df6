"""Opponents in Icehouse Mandala: one that walks slowly and collects what can still be won.

`first` is a good one here: who always takes the next pyramid gets all that the others leave.
"""

from __future__ import annotations

import random
from typing import Any

from engines.icehouse.choices import Take
from engines.icehouse.rules import legal
from engines.icehouse.state import State
from engines.match import Match
from opponents import Bout, Opposition

REACH = 4
"""The number of pyramids to look ahead, because a long jump gives the others more turns."""


def appeal(state: State, seat: int, group: str) -> int:
    """Return how much a collector wants one more of a group: to catch up, or to lead."""
    mine = state.held[seat].count(group)
    theirs = max(held.count(group) for other, held in enumerate(state.held) if other != seat)
    if mine == theirs:
        return 3
    if mine + 1 == theirs:
        return 2
    return 1 if mine == 0 else 0


def play_collector(match: Match[Any, Any], seat: int, chance: random.Random) -> str:
    """Take the most wanted of the next pyramids, the nearest of equals."""
    del chance
    state: State = match.state
    ahead = [choice for choice in legal(state) if isinstance(choice, Take)][:REACH]
    best = max(ahead, key=lambda each: appeal(state, seat, state.path[each.space]))
    return match.engine.write(best)


OPPOSITION = Opposition(
    players={"collector": play_collector},
    bouts=(
        Bout("dealt", "level-5", "greedy", 0.75, games=200),
        Bout("dealt", "level-5", "greedy", 0.5, games=60, seats=3),
        Bout("dealt", "level-5", "greedy", 0.375, games=60, seats=4),
        Bout("dealt", "level-5", "collector", 0.75),
        Bout("dealt", "level-5", "collector", 0.5, games=60, seats=3),
        Bout("dealt", "level-5", "collector", 0.375, games=60, seats=4),
        Bout("dealt", "level-5", "first", 0.75, games=60),
        Bout("dealt", "level-4", "first", 0.65, games=60),
        Bout("dealt", "level-5", "level-4", 0.65, games=60),
        Bout("dealt", "level-4", "level-3", 0.65, games=60),
        Bout("dealt", "level-3", "level-2", 0.65),
        Bout("dealt", "level-2", "level-1", 0.65),
    ),
)
