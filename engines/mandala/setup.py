"""The start of a game: the cards are dealt, the mountain cards not yet turned up."""

from __future__ import annotations

from engines.engine import BadStart, Start
from engines.json_reader import check_start
from engines.mandala.dealer import deal, refuse_deck
from engines.mandala.state import HAND_START, OPENING_DECK, PLAYERS, State


def setup(start: Start) -> State:
    """Return the table before the mountain cards are turned up (Mandala 1.2); raise BadStart."""
    check_start(start, PLAYERS)
    is_full = start.options.get("table") == "full"
    if "deck" in start.given and not is_full:
        raise BadStart(refuse_deck())
    return State(
        phase="flip",
        turn=start.first,
        actor=start.first,
        deck=OPENING_DECK,
        hands=(HAND_START, HAND_START),
        strict_next=start.options.get("strict_next") is True,
        dealt=deal(start) if is_full else None,
    )
