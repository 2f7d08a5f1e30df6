"""What is told after an entry, in a row or two: hands have nothing to do at a score pad."""

from __future__ import annotations

from firmware_py.games.game_ui import Hands
from firmware_py.games.scorepad.drawing import told_place

HANDS = Hands(
    told_place,
    # The screen shows the round, the countdown its own seconds.
    echoes=frozenset({"round_complete", "timer"}),
)
