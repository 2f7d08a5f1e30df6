"""How a seat stands, in plain words: the part of a hint that every game shares."""

from __future__ import annotations

from collections.abc import Mapping

from engines.bots.player import Thought
from engines.engine import Message, Seat
from engines.wording import N_

CLEAR = 0.15
"""An expected result beyond this is told as better or worse,"""
SURE = 0.7
"""and beyond this as good as won or lost."""

OF = ".of"
"""A coach speaks to the seat; what ends so says the same of it, to whoever looks back."""

STANDING: dict[str, str] = {
    "coach.winning": N_("You should win."),
    "coach.winning.of": N_("{seat} should win."),
    "coach.ahead": N_("You stand better."),
    "coach.ahead.of": N_("{seat} stands better."),
    "coach.even": N_("All stand about equal."),
    "coach.behind": N_("You stand worse."),
    "coach.behind.of": N_("{seat} stands worse."),
    "coach.losing": N_("It will be hard to win."),
    "coach.losing.of": N_("It will be hard for {seat} to win."),
}


def said_of(words: Mapping[str, str], message: Message, seat: int) -> Message:
    """Return what a coach says to a seat as it is said of it, to anybody."""
    code = message.code + OF
    if code not in words:
        return message
    return Message(code, {**message.facts, "seat": Seat(seat)})


def standing(thought: Thought) -> Message:
    """Say how the seat stands after its best move."""
    value = thought.value
    if abs(value) < CLEAR:
        return Message("coach.even")
    if value > 0:
        return Message("coach.winning" if value > SURE else "coach.ahead")
    return Message("coach.losing" if value < -SURE else "coach.behind")
