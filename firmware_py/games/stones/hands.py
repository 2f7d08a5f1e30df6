"""What hands do after a choice, in few words beside the towers."""

from __future__ import annotations

from firmware_py.games.face import Hands
from firmware_py.games.stones.towers import COLUMN
from firmware_py.language import N_
from firmware_py.ui.canvas import WIDTH
from firmware_py.ui.widgets import Rect

LEFT = 5 * COLUMN

HANDS = Hands(
    lambda _: Rect(LEFT, 16, WIDTH - LEFT, 20),
    {
        "step.hand.mandala": N_("On the mandala: {count}"),
        "step.track.track": N_("VP {old}→{new}"),
        "step.artist.circle.circle": N_("{source} → {target}"),
        "earned_bonus": N_("Space {space}: +{points}"),
    },
    known=frozenset({"step.main.tower", "step.stack.tower", "step.tower.mandala"}),
    echoes=frozenset(
        {
            "picked",
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
)
