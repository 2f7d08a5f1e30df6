"""What the coach says; apart from its code, which is loaded only when somebody asks."""

from __future__ import annotations

from engines.bots.standing import STANDING
from engines.wording import N_

COACH: dict[str, str] = {
    **STANDING,
    "coach.river": N_("A new colour for your river, worth {points} a card from now on."),
    "coach.cup": N_("{cards} cards into your cup, {points} points."),
    "coach.lost": N_("Your field is empty: it only keeps them from the other side."),
    "coach.completes": N_("It completes the mandala."),
    "coach.leads": N_("In that mandala you then have {own} cards, the other side {theirs}."),
    "coach.draws": N_("You draw up to {cards} cards."),
    "coach.swaps": N_("You exchange {cards} cards of your hand."),
}
