"""The solved set-ups of one row: how the first side wins from each of them.

The data file in this folder has one position of the winner per line, as `puzzles.txt` has: own
turns to the win, the move, the position. It holds every position that the move before can lead to,
down to wins in two turns, which any search finds. `bench/solve_mana.py` writes and checks it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from engines.engine import Puzzle
from engines.mana.position import write
from engines.mana.puzzles import parse
from engines.mana.state import Rules, State

DATA = Path(__file__).with_name("solved.txt")
LEAST = 3
"""Wins in fewer own turns are not in the table."""


@cache
def table() -> dict[str, Puzzle]:
    """Return the solved positions by their text."""
    return {str(each.position): each for each in map(parse, DATA.read_text().splitlines())}


def key(state: State) -> str:
    """Return the text of a position without the bird, which makes no difference."""
    return write(replace(state, mana=None))


def applies(rules: Rules) -> bool:
    """Return whether moves go as in the solved game; who enters the bird makes no difference."""
    return not rules.is_2005 and rules.blocked_passes and not (
        rules.bird_blocks or rules.bird_must_fly
    )  # fmt: skip


def solved(state: State) -> Puzzle | None:
    """Return the win of the side on turn, if the position is in the table."""
    return table().get(key(state)) if applies(state.rules) else None
