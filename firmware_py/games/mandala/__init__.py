"""Mandala on the box."""

from __future__ import annotations

from firmware_py.core.language import N_
from firmware_py.match.game_info import Facts, Practice

FACTS = Facts(
    title=N_("Mandala"),
    option_names={"strict_next": N_("Extra mandala")},
    # The dealer knows the hands, and the knob would walk through one before everybody's eyes.
    hidden_options=frozenset({"table"}),
    # Nobody can say what should have been played from a hand that only its owner saw.
    reviews=lambda match: match.start.options["table"] == "full",
    practice=Practice(options={"table": "full"}, has_hands=True),
)
