"""Opponents in Mandala Stones: one that fills its board with tops of one colour, then scores."""

from __future__ import annotations

import random
from typing import Any

from engines.match import Match
from engines.stones.choices import ArtistPick, Choice, ScoreColour
from engines.stones.rules import apply, legal
from engines.stones.state import State
from opponents import Bout, Opposition

ENOUGH = 9
"""Points for which a builder scores although it has room."""


def matching(state: State, seat: int) -> int:
    """Return how many towers of a seat have the colour that most of them have on top."""
    tops = [tower[-1].upper() for tower in state.towers[seat] if tower]
    return max((tops.count(colour) for colour in tops), default=0)


def play_builder(match: Match[Any, Any], seat: int, chance: random.Random) -> str:
    """Score what gives enough; else pick what matches the tops, high towers first."""
    state: State = match.state
    choices = list(legal(state))
    chance.shuffle(choices)
    after = {choice: apply(state, choice) for choice in choices}
    gains = {choice: after[choice].vp[seat] - state.vp[seat] for choice in choices}
    best = max(choices, key=lambda each: gains[each])
    picks: list[Choice] = [choice for choice in choices if isinstance(choice, ArtistPick)]
    if picks and (gains[best] < ENOUGH or not isinstance(best, ScoreColour)):
        best = max(
            picks,
            key=lambda each: (
                matching(after[each], seat),
                sum(map(len, after[each].towers[seat])),
            ),
        )
    return match.engine.write(best)


OPPOSITION = Opposition(
    players={"builder": play_builder},
    bouts=(
        Bout("board", "level-5", "greedy", 0.85, games=200),
        Bout("board", "level-5", "greedy", 0.5, games=60, seats=3),
        Bout("board", "level-5", "greedy", 0.375, games=60, seats=4),
        Bout("board", "level-5", "builder", 0.85),
        Bout("board", "level-5", "builder", 0.5, games=60, seats=3),
        Bout("board", "level-5", "builder", 0.375, games=60, seats=4),
        Bout("board", "level-5", "level-4", 0.65, games=60),
        Bout("board", "level-4", "level-3", 0.65, games=60),
        Bout("board", "level-3", "level-2", 0.65),
        Bout("board", "level-2", "level-1", 0.65),
    ),
)
