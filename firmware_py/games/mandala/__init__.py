"""Mandala."""

from __future__ import annotations

from firmware_py.core.language import N_
from firmware_py.match.game_info import GameInfo, Practice

INFO = GameInfo(
    title=N_("Mandala"),
    option_names={"strict_next": N_("Extra mandala")},
    # With a dealer that knows the hands, the knob would walk through one in front of everybody.
    hidden_options=frozenset({"table"}),
    # A choice from a hand that only its owner saw cannot be judged.
    reviews=lambda match: match.start.options["table"] == "full",
    practice=Practice(options={"table": "full"}, has_hands=True),
)
