"""The table as JSON for programs."""

from __future__ import annotations

from engines.engine import Json
from engines.mandala.cards import letters, plus
from engines.mandala.position import OPEN
from engines.mandala.scoring import outcome
from engines.mandala.state import State
from engines.shape import write_fields


def view(state: State, seat: int | None = None) -> dict[str, Json]:
    """Return the public table; at a full table with the hand and cup of one seat.

    `final` and `strict_next` are present if true.
    """
    shown = write_fields(state, OPEN)
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
