"""What the coach says; apart from its code, which is loaded only when somebody asks."""

from __future__ import annotations

from engines.bots.evaluation_words import STANDING
from engines.wording import N_

COACH: dict[str, str] = {
    **STANDING,
    "coach.scores": N_("It scores {points} VP now."),
    "coach.prepares": N_("Scored next, your towers would give up to {points} VP."),
    "coach.prepares.of": N_("Scored next, the towers of {seat} would give up to {points} VP."),
    "coach.waits": N_("There is nothing better to pick."),
}
