"""What hands do after a choice, in few words under the path."""

from __future__ import annotations

from firmware_py.canvas import WIDTH
from firmware_py.faces.base import Hands
from firmware_py.language import N_
from firmware_py.widgets import Area

HANDS = Hands(
    Area(0, 25, WIDTH, 7),
    {
        "step.path.held": N_("Take the {pyramid}"),
        "step.pawn.path": N_("Pawn to space {space}"),
        "step.all.eye": N_("To the eye: {count}"),
        "step.path.eye": N_("To the eye: {pyramid}"),
        "group_scored": N_("{pyramid}: {first} 3, {second} 2"),
        "group_alone": N_("{pyramid}: {seat} 5"),
        "group_in_eye": N_("{pyramid}: nobody scores"),
    },
    known=frozenset(
        {
            "step.path.held",
            "step.pawn.path",
            "step.held.points",
            "step.path.points",
            "step.eye.points",
            "step.held.eye",
            "step.all.points",
        }
    ),
    echoes=frozenset({"laid", "taken", "swept"}),
)
