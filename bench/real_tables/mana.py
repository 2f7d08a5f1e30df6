"""Mana at a real table: nothing is hidden."""

from __future__ import annotations

from typing import Any

from engines.mana.state import PLAY, SETUP
from real_tables import RealTable


class ManaTable(RealTable):
    """Moves are found on the board, and the set-up does not count as a turn."""

    def is_apart(self, state: Any, text: str) -> bool:
        """The set-up does not count as a turn."""
        del text
        return bool(state.phase == SETUP)

    def has_position(self, state: Any) -> bool:
        """Its text holds positions of play only."""
        return bool(state.phase == PLAY)


TABLE = ManaTable(
    target=(3, 6),
    ways={
        "bird": (2, {}),
        "2005": (2, {"edition": "2005"}),
        "ask_bird": (2, {"ask_bird": True}),
        "bird_blocks": (2, {"bird_blocks": True}),
    },
    ends_at_once=True,
    measured_part="destination",
)
