"""Why a legal choice is legal and what it leads to, and reports of choices made."""

from __future__ import annotations

from engines.engine import Fact, Message, Seat, Term
from engines.icehouse.choices import Choice, Lay, Take
from engines.icehouse.rules import apply
from engines.icehouse.state import OVER, State, ahead


def grounds(state: State, choice: Choice) -> tuple[Message, ...]:
    """Return why a choice is legal or forced, then its immediate consequences."""
    if isinstance(choice, Lay):
        count = state.path.count(choice.pyramid) + 1
        return (Message("grounds.lay", {"count": count}),)
    if not isinstance(choice, Take):
        return ()
    seat, spaces = Seat(state.turn), ahead(state, state.turn)
    facts: dict[str, Fact] = {"seat": seat, "ahead": spaces.index(choice.space) + 1}
    reasons = [
        Message("grounds.only", {"seat": seat})
        if len(spaces) == 1
        else Message("grounds.ahead", facts)
    ]
    after = apply(state, choice)
    if {each.group for each in after.scored} - {each.group for each in state.scored} >= {
        state.path[choice.space]
    }:
        reasons.append(Message("grounds.five"))
    passed = [s for s in range(min(after.pawns)) if state.path[s] and s != choice.space]
    if passed and after.phase != OVER:
        reasons.append(Message("grounds.passed", {"count": len(passed)}))
    if len(spaces) > 1 and choice.space == spaces[-1]:
        reasons.append(Message("grounds.last"))
    return tuple(reasons)


def report(state: State, choice: Choice, seat: int | None) -> Message:
    """Return the report of a choice."""
    match choice:
        case Take(space) if seat is not None:
            facts: dict[str, Fact] = {
                "seat": Seat(seat),
                "pyramid": Term("pyramid", state.path[space]),
                "space": space + 1,
            }
            return Message("report.take", facts)
        case Lay(pyramid):
            return Message("report.lay", {"pyramid": Term("pyramid", pyramid)})
    return Message("describe.pass")
