"""What hands do after a choice, in sentences that fit beside the towers."""

from __future__ import annotations

from firmware_py.games.game_ui import Hands
from firmware_py.games.stones.places import told_place

HANDS = Hands(
    told_place,
    known=frozenset({"step.main.tower", "step.stack.tower", "step.artist.circle.circle"}),
    echoes=frozenset(
        {
            "learned",
            "uncovered",
            "earned_space1",
            "earned_space2",
            "earned_space3",
            "earned_space4",
            "earned_space5",
            "earned_tops",
            "earned_objective",
            "round",
        }
    ),
    only_hands=frozenset({"picked"}),
    at_end=frozenset({"step.track.track", "step.box.fifty"}),
)
