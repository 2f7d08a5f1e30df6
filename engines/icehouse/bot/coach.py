"""Explains the bot's choice: what the pyramid is worth, and what it leaves to the others."""

from __future__ import annotations

from collections.abc import Iterator

from engines.bots.evaluation_words import standing
from engines.bots.player import Thought
from engines.engine import Json, Message, Term
from engines.icehouse.choices import Take
from engines.icehouse.notation import read


def coach(view: Json, thought: Thought) -> tuple[Message, ...]:
    """Return what the move gains, and how good the seat's position is."""
    return (*_brings(view, thought), standing(thought))


def _brings(view: Json, thought: Thought) -> Iterator[Message]:
    choice = read(thought.move)
    if not isinstance(choice, Take):
        return
    me: int = view["turn"]
    pyramid: str = view["path"][choice.space]
    count = view["held"][me].count(pyramid) + 1
    yield Message("coach.held", {"count": count, "pyramid": Term("pyramid", pyramid)})
    passed = sum(1 for each in view["path"][view["pawns"][me] + 1 : choice.space] if each)
    yield Message("coach.skips", {"count": passed}) if passed else Message("coach.near")
