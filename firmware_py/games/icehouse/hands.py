"""What hands do after a choice, in sentences below the path."""

from __future__ import annotations

from engines.engine import Fact, Term
from engines.wording import Voice
from firmware_py.core.language import N_
from firmware_py.games.game_ui import Hands
from firmware_py.games.icehouse.drawing import told_place


def name_shortly(voice: Voice, fact: Fact) -> str:
    """Name a pyramid by size and colour: everything here is one."""
    match fact:
        case Term("pyramid", group):
            return voice.fact(Term("short", group))
    return voice.fact(fact)


HANDS = Hands(
    told_place,
    {
        "step.path.held": N_("{who}: take the {pyramid} on\u00a0{origin}, pawn there."),
        "step.all.eye": N_("{who}: passed by all, spaces {first} to {last}: into the eye."),
        "step.path.eye": N_("{who}: passed by all, space {origin}: into the eye."),
        "group_scored": N_("Group {pyramid}: 3 points {first}, 2 points {second}."),
        "group_alone": N_("Group {pyramid}: all 5 points {seat}."),
        "laid": N_("{pyramid} on space {space}."),
    },
    known=frozenset(
        {
            "step.pawn.path",
            "step.held.points",
            "step.path.points",
            "step.eye.points",
            "step.held.eye",
            "step.all.points",
            "step.box.path",
        }
    ),
    echoes=frozenset({"taken", "swept", "group_in_eye"}),
    name=name_shortly,
)
