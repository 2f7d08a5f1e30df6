"""What the coach says; apart from its code, which is loaded only when somebody asks."""

from __future__ import annotations

from engines.bots.evaluation_words import STANDING
from engines.wording import N_

COACH: dict[str, str] = {
    **STANDING,
    "coach.held": N_("You then hold {count} of 5: {pyramid}."),
    "coach.held.of": N_("{seat} then holds {count} of 5: {pyramid}."),
    "coach.near": N_("It passes no pyramid: nothing is given away."),
    "coach.skips": N_("It passes {count} pyramids, which the others may take."),
}
