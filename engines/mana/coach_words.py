"""What the coach says; apart from its code, which is loaded only when somebody asks."""

from __future__ import annotations

from engines.wording import N_

COACH: dict[str, str] = {
    "coach.takes": N_("It takes the daimio and wins."),
    "coach.wins": N_("It wins in {turns} turns, whatever the other side does."),
    "coach.last": N_("You lose the daimio next turn, whatever you play."),
    "coach.last.of": N_("{seat} loses the daimio next turn, whatever is played."),
    "coach.loses": N_("You lose the daimio in {turns} turns; this holds out longest."),
    "coach.loses.of": N_("{seat} loses the daimio in {turns} turns; this holds out longest."),
    "coach.captures": N_("It wins a piece: {piece}."),
    "coach.blocks": N_("The other side cannot move and loses a turn."),
    "coach.threat": N_("It threatens the daimio if the other side lands on: {kinds}."),
    "coach.threat_any": N_("It threatens the daimio wherever the other side lands."),
    "coach.danger": N_("Beware: your daimio can be taken if you land on: {kinds}."),
    "coach.danger.of": N_("The daimio of {seat} can be taken after landing on: {kinds}."),
    "coach.danger_any": N_("Beware: your daimio is in danger wherever you land."),
    "coach.danger_any.of": N_("The daimio of {seat} is in danger after landing anywhere."),
    "coach.ahead": N_("You stand better."),
    "coach.ahead.of": N_("{seat} stands better."),
    "coach.behind": N_("You stand worse."),
    "coach.behind.of": N_("{seat} stands worse."),
    "coach.even": N_("Both sides stand about equal."),
}
