"""How a seat stands, in plain words: the part of a hint that every game shares."""

from __future__ import annotations

from engines.bots.player import Thought
from engines.contract import Message
from engines.wording import N_

CLEAR = 0.15
"""An expected result beyond this is told as better or worse,"""
SURE = 0.7
"""and beyond this as good as won or lost."""

STANDING: dict[str, str] = {
    "coach.winning": N_("You should win."),
    "coach.ahead": N_("You stand better."),
    "coach.even": N_("All stand about equal."),
    "coach.behind": N_("You stand worse."),
    "coach.losing": N_("It will be hard to win."),
}


def standing(thought: Thought) -> Message:
    """Say how the seat stands after its best move."""
    value = thought.value
    if abs(value) < CLEAR:
        return Message("coach.even")
    if value > 0:
        return Message("coach.winning" if value > SURE else "coach.ahead")
    return Message("coach.losing" if value < -SURE else "coach.behind")
