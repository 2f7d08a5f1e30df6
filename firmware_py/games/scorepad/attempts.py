"""Everything that could be tried at a score pad, for "check a move": any cell, odd numbers too."""

from __future__ import annotations

from functools import partial

from engines.engine import ChoicePart, Seat
from engines.scorepad.choices import Add, Choice, Enter, GiveMarker, Join, Leave, Mend, Skip
from engines.scorepad.legal import quick_values
from engines.scorepad.notation import write
from engines.scorepad.points import limits
from engines.scorepad.state import State, is_running
from firmware_py.games.scorepad.actions import action
from firmware_py.games.scorepad.entry import line_name
from firmware_py.match.picker import ChoiceNode, Later

Children = dict[ChoicePart, ChoiceNode]


def tried(state: State) -> ChoiceNode:
    """Return points for anybody, on any line, in this round; and what is about people."""
    if state.ended:
        return ChoiceNode()
    seats = range(len(state.sides))
    found: Children = {
        ChoicePart("player", Seat(seat)): Later(partial(_lines, state, seat)) for seat in seats
    }
    for name, kind in (("skip", Skip), ("leave", Leave), ("join", Join), ("marker", GiveMarker)):
        found[action(name)] = ChoiceNode(
            {
                ChoicePart("player", Seat(seat)): ChoiceNode(choice=write(kind(seat)))
                for seat in seats
            }
        )
    found[action("next")] = ChoiceNode(choice="next")
    if len(state.rounds) > 1 and not is_running(state):
        found[action("mend")] = Later(partial(_earlier, state))
    return ChoiceNode(found)


def _earlier(state: State) -> Children:
    """Return points for anybody in an earlier round, whether they were in it or not."""
    seats = range(len(state.sides))
    return {
        ChoicePart("round", number): ChoiceNode(
            {
                ChoicePart("player", Seat(seat)): Later(partial(_lines, state, seat, number))
                for seat in seats
            }
        )
        for number in range(len(state.rounds) - 1, 0, -1)
    }


def _lines(state: State, seat: int, number: int | None = None) -> Children:
    lines = state.template.lines
    if len(lines) == 1:
        return _values(state, seat, 0, number)
    return {
        ChoicePart("line", line.id): Later(partial(_values, state, seat, at, number))
        for at, line in enumerate(lines)
    }


def _values(state: State, seat: int, line: int, number: int | None = None) -> Children:
    """Return the likely values of a line, and those just past its limits."""
    about = state.template.lines[line]
    low, high = limits(state, about, number or len(state.rounds))
    values = sorted({*quick_values(state, state.sides[seat], about), low - 1, high + 1})
    is_held = (
        number is not None and state.rounds[number - 1].cells[state.sides[seat]][line] is not None
    )

    def choice(value: int) -> Choice:
        name = line_name(state, line)
        if is_held:
            return Mend(seat, name, number, value)
        return Add(seat, name, value) if is_running(state) else Enter(seat, name, number, value)

    return {ChoicePart("points", v): ChoiceNode(choice=write(choice(v))) for v in values}
