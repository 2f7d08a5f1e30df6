"""Sentences for how good a seat's position is, shared by the hints of all games."""

from __future__ import annotations

from collections.abc import Mapping

from engines.bots.player import Thought
from engines.engine import Message, Seat
from engines.translation import N_

CLEAR_VALUE = 0.15
"""An expected result above this is called better or worse."""
WINNING_VALUE = 0.7
"""An expected result above this is called winning or losing."""

ABOUT_SEAT = ".of"
"""The suffix of sentences about a seat; those without it are addressed to the seat."""

STANDING: dict[str, str] = {
    "coach.winning": N_("You should win."),
    "coach.winning.of": N_("{seat} should win."),
    "coach.ahead": N_("You are ahead."),
    "coach.ahead.of": N_("{seat} is ahead."),
    "coach.even": N_("All are about even."),
    "coach.behind": N_("You are behind."),
    "coach.behind.of": N_("{seat} is behind."),
    "coach.losing": N_("It will be hard for you to win."),
    "coach.losing.of": N_("It will be hard for {seat} to win."),
}


def said_of(words: Mapping[str, str], message: Message, seat: int) -> Message:
    """Return a message to a seat as a message about that seat, if the words have one."""
    code = message.code + ABOUT_SEAT
    if code not in words:
        return message
    return Message(code, {**message.facts, "seat": Seat(seat)})


def standing(thought: Thought) -> Message:
    """Return the message for how good the position is after the best move."""
    value = thought.value
    if abs(value) < CLEAR_VALUE:
        return Message("coach.even")
    if value > 0:
        return Message("coach.winning" if value > WINNING_VALUE else "coach.ahead")
    return Message("coach.losing" if value < -WINNING_VALUE else "coach.behind")
