"""What the coach says; apart from its code, which is loaded only when somebody asks."""

from __future__ import annotations

from engines.wording import N_

COACH: dict[str, str] = {
    "coach.takes": N_("It takes the daimio and wins."),
    "coach.wins": N_("It wins in {turns} turns, whatever the other side does."),
    "coach.last": N_("You lose the daimio next turn, whatever you play."),
    "coach.loses": N_("You lose the daimio in {turns} turns; this holds out longest."),
    "coach.captures": N_("It wins a piece: {piece}."),
    "coach.blocks": N_("The other side cannot move and loses a turn."),
    "coach.threat": N_("It threatens the daimio if the other side lands on: {kinds}."),
    "coach.threat_any": N_("It threatens the daimio wherever the other side lands."),
    "coach.danger": N_("Beware: your daimio can be taken if you land on: {kinds}."),
    "coach.danger_any": N_("Beware: your daimio is in danger wherever you land."),
    "coach.ahead": N_("You stand better."),
    "coach.behind": N_("You stand worse."),
    "coach.even": N_("Both sides stand about equal."),
}
