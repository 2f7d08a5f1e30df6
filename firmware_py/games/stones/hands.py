"""What hands do after a choice, in sentences that fit beside the towers."""

from __future__ import annotations

from firmware_py.core.language import N_
from firmware_py.games.game_ui import Hands
from firmware_py.games.stones.places import told_place

HANDS = Hands(
    told_place,
    {
        "step.tower.mandala": N_("{who}: top {space} to the mandala."),
        "step.tower.mandala.all": N_("{who}: tops {space} to the mandala."),
        "step.tower.hand": N_("{who}: lift top {space}."),
        "step.tower.hand.all": N_("{who}: lift tops {space}."),
        "step.tower.aside": N_("{who}: set top {space} aside."),
        "step.tower.aside.all": N_("{who}: set tops {space} aside."),
        "step.hand.mandala": N_("{who}: {count} to the mandala."),
        "step.hand.mandala.nobody": N_("{count} to the mandala."),
        "step.hand.aside": N_("{who}: {count} aside."),
        "step.hand.aside.nobody": N_("{count} aside."),
        "step.track.track": N_("{seat}: marker {old}→{new}."),
        "step.box.fifty": N_("{seat}: take a +50 marker."),
        "picked": N_("{seat}: tower on space {space}."),
        "earned_bonus": N_("mandala {space}: +{points}."),
        "triggered": N_("{hands} hands covered: last round."),
        "set_aside": N_("The mandala is full."),
        "nothing_to_pick": N_("{seat}: nothing to pick."),
        "score_due": N_("{seat}: artists blocked."),
        "hands_again": N_("{hands} hands also on {earlier}? Kept."),
        "end_without_hands": N_("No hands at all? Kept."),
        "ending_hands": N_("The last round is over."),
        "ending_immediate": N_("The game ends at once."),
        "ending_agreed_end": N_("Ended by agreement."),
    },
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
