"""What is told after an entry, in a row or two: hands have nothing to do at a score pad."""

from __future__ import annotations

from firmware_py.core.language import N_
from firmware_py.games.game_ui import Hands
from firmware_py.games.scorepad.drawing import told_place

HANDS = Hands(
    told_place,
    {
        # The name last: it changes with every entry, and what stands before it can stay as it
        # is on a slow wire.
        "entered": N_("{points}, total {total}: {seat}."),
        "added": N_("{points}, total {total}: {seat}."),
        "mended": N_("{seat}: {points} instead of {was}, total {total}."),
        "mended_entry": N_("{seat}: {points} instead of {was}, total {total}."),
        "leads": N_("In front: {seat}, {total}."),
        "joined": N_("{seat} joins with {total}."),
        "drawn_first": N_("{seat} begins."),
        "drawn_teams": N_("Teams by seat: {teams}."),
        "order": N_("Order: {seats}."),
    },
    # The screen shows the round, the countdown its own seconds.
    echoes=frozenset({"round_complete", "timer"}),
)
