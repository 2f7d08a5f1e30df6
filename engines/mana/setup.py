"""The start of a game."""

from __future__ import annotations

from engines.engine import Start
from engines.json_reader import check_start
from engines.mana.state import ORIENT, SEATS, SETUP, State, rules_of


def setup(start: Start) -> State:
    """Return the first state: the board to be turned (2005), or Black to set up."""
    check_start(start, SEATS)
    chosen = rules_of(start.options)
    return State(chosen, start.first, ORIENT if chosen.is_2005 else SETUP)
