"""Everything that could be tried at a score pad, for "check a move": any cell, odd numbers too."""

from __future__ import annotations

from functools import partial

from engines.contract import ChoicePart, Seat
from engines.scorepad.choices import Add, Choice, Enter, GiveMarker, Join, Leave, Skip
from engines.scorepad.legal import quick_values
from engines.scorepad.notation import write
from engines.scorepad.points import limits
from engines.scorepad.state import State, is_running
from firmware_py.games.scorepad.actions import action
from firmware_py.games.scorepad.entry import line_name
from firmware_py.ui.picker import ChoiceNode, Later

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
    return ChoiceNode(found)


def _lines(state: State, seat: int) -> Children:
    lines = state.template.lines
    if len(lines) == 1:
        return _values(state, seat, 0)
    return {
        ChoicePart("line", line.id): Later(partial(_values, state, seat, at))
        for at, line in enumerate(lines)
    }


def _values(state: State, seat: int, line: int) -> Children:
    """Return the likely values of a line, and those just past its limits."""
    about = state.template.lines[line]
    low, high = limits(state, about, len(state.rounds))
    values = sorted({*quick_values(state, state.sides[seat], about), low - 1, high + 1})

    def choice(value: int) -> Choice:
        name = line_name(state, line)
        return Add(seat, name, value) if is_running(state) else Enter(seat, name, None, value)

    return {ChoicePart("points", v): ChoiceNode(choice=write(choice(v))) for v in values}
