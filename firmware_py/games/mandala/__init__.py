"""Mandala on the box: the roles that all games have, and

board   the two mandalas in columns of colours
cursor  what the cursor means on the table    layout    where its rows and columns are
held    the hand, where the box keeps the cards
river   the rivers and hands                  question  which two cards of a cup nobody has seen
wording the table in few words                card      sand cards on its picture
"""

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
