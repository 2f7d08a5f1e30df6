"""What the coach says; apart from its code, which is loaded only when somebody asks."""

from __future__ import annotations

from engines.bots.evaluation_words import STANDING
from engines.wording import N_

COACH: dict[str, str] = {
    **STANDING,
    "coach.river": N_("A new colour for your river, worth {points} a card from now on."),
    "coach.river.of": N_(
        "A new colour for the river of {seat}, worth {points} a card from now on."
    ),
    "coach.cup": N_("{cards} cards into your cup, {points} points."),
    "coach.cup.of": N_("{cards} cards into the cup of {seat}, {points} points."),
    "coach.lost": N_("Your field is empty: it only keeps them from the other side."),
    "coach.lost.of": N_("The field of {seat} is empty: it only keeps them from the other side."),
    "coach.completes": N_("It completes the mandala."),
    "coach.leads": N_("In that mandala you then have {own} cards, the other side {theirs}."),
    "coach.leads.of": N_("In that mandala {seat} then has {own} cards, the other side {theirs}."),
    "coach.draws": N_("You draw up to {cards} cards."),
    "coach.draws.of": N_("{seat} draws up to {cards} cards."),
    "coach.swaps": N_("You exchange {cards} cards of your hand."),
    "coach.swaps.of": N_("{seat} exchanges {cards} cards of the hand."),
}
