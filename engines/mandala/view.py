"""The table as programs see it."""

from __future__ import annotations

from engines.engine import Json
from engines.mandala.cards import letters, plus
from engines.mandala.scoring import outcome
from engines.mandala.state import State


def view(state: State, seat: int | None = None) -> dict[str, Json]:
    """Return the public table; at a full table with the hand and cup of one seat.

    `final` and `strict_next` are there where they hold.
    """
    shown = lying_open(state)
    if state.final:
        shown["final"] = True
    if state.strict_next:
        shown["strict_next"] = True
    if (result := outcome(state)) is not None:
        shown |= {
            "scores": list(result.scores),
            "winner": result.winner,
            "by": result.why.code,
        }
    if state.dealt is not None and seat is not None:
        cup = plus(state.cups_known[seat], state.dealt.cups[seat])
        shown |= {"hand": letters(state.dealt.hands[seat]), "cup": letters(cup)}
    return shown


def lying_open(state: State) -> dict[str, Json]:
    """Return what lies on the table (Mandala 1.9), without the result."""
    return {
        "phase": state.phase,
        "turn": state.turn,
        "actor": state.actor,
        "claim": state.claim,
        "last": state.last,
        "deck": state.deck,
        "discard": letters(state.discard),
        "mountains": [letters(each) for each in state.mountains],
        "fields": [[letters(each) for each in pair] for pair in state.fields],
        "rivers": list(state.rivers),
        "hands": list(state.hands),
        "cups_known": [letters(each) for each in state.cups_known],
    }
