"""Explains the bot's choice: what the move gains at once, and who leads where."""

from __future__ import annotations

from collections.abc import Iterator

from engines.bots.evaluation_words import standing
from engines.bots.player import Thought
from engines.engine import Json, Message
from engines.mandala.cards import COLOURS
from engines.mandala.choices import Build, Claim, Discard, Grow
from engines.mandala.notation import read
from engines.mandala.state import DRAWN_BY_BUILDING, HAND_LIMIT


def coach(view: Json, thought: Thought) -> tuple[Message, ...]:
    """Return what the move gains, and how good the seat's position is."""
    return (*_brings(view, thought), standing(thought))


def _brings(view: Json, thought: Thought) -> Iterator[Message]:
    me: int = view["actor"]
    match read(thought.move):
        case Claim(colour):
            yield _claimed(view, me, colour)
        case Build(mandala, colour):
            yield from _completed(view, mandala, colour)
            room = HAND_LIMIT - view["hands"][me] + 1
            yield Message("coach.draws", {"cards": min(DRAWN_BY_BUILDING, room)})
        case Grow(mandala, colour, count):
            yield from _completed(view, mandala, colour)
            own, theirs = (len(view["fields"][mandala][seat]) for seat in (me, 1 - me))
            yield Message("coach.leads", {"own": own + count, "theirs": theirs})
        case Discard(_, count):
            yield Message("coach.swaps", {"cards": count})


def _claimed(view: Json, me: int, colour: str) -> Message:
    river: str = view["rivers"][me]
    if not view["fields"][view["claim"]][me]:
        return Message("coach.lost")
    if colour not in river:
        return Message("coach.river", {"points": len(river) + 1})
    cards = view["mountains"][view["claim"]].count(colour)
    return Message("coach.cup", {"cards": cards, "points": cards * (river.index(colour) + 1)})


def _completed(view: Json, mandala: int, colour: str) -> Iterator[Message]:
    """Return that a mandala gets its last colour, if so."""
    colours = {*view["mountains"][mandala], *"".join(view["fields"][mandala])}
    if colour not in colours and len(colours) + 1 == len(COLOURS):
        yield Message("coach.completes")
