"""What is rare at a score pad: people come and go, the marker, chance and time."""

from __future__ import annotations

from collections.abc import Iterable

from engines.engine import ChoicePart, Seat, Term
from engines.scorepad.choices import (
    COIN,
    DICE,
    DICE_LIMIT,
    FIRST,
    TEAMS,
    Choice,
    Countdown,
    Draw,
    GiveMarker,
    Join,
    Leave,
    Skip,
)
from engines.scorepad.notation import write
from engines.scorepad.refusals import refuse
from engines.scorepad.state import State
from firmware_py.match.picker import ChoiceNode, Later

Children = dict[ChoicePart, ChoiceNode]

DICE_SIDES = (6, 4, 8, 10, 12, 20, 100, 2, 3, 30)
SECONDS = (60, 90, 120, 180, 300, 600, 900, 1800, 3600, 10, 20, 30, 45)


def action(name: str) -> ChoicePart:
    """Return the part that names a thing to do."""
    return ChoicePart("action", Term("action", name))


OTHER, MORE, PASS = action("other"), action("more"), action("next")
GONE = ChoicePart("gone", Term("cell", "missing"))
"""A cell that was filled is missing after all."""


def rare(state: State) -> Children:
    """Return all that can be done now beside entering points, each by its name."""
    seats = range(len(state.sides))
    found: Children = {}
    for name, kind in (("skip", Skip), ("leave", Leave), ("join", Join), ("marker", GiveMarker)):
        _add(found, state, name, (kind(seat) for seat in seats))
    found[action(DICE)] = Later(_dice)
    found[action(COIN)] = ChoiceNode(choice=write(Draw(COIN)))
    found[action(FIRST)] = ChoiceNode(choice=write(Draw(FIRST)))
    _add(found, state, TEAMS, (Draw(TEAMS, (count,)) for count in range(2, len(state.sides))))
    found[action("timer")] = ChoiceNode(
        {ChoicePart("seconds", n): ChoiceNode(choice=write(Countdown(n))) for n in SECONDS}
    )
    return found


def _add(found: Children, state: State, name: str, choices: Iterable[Choice]) -> None:
    """Add an action with those of its choices that the rules accept, if there are any."""
    fine = [choice for choice in choices if refuse(state, choice) is None]
    if fine:
        found[action(name)] = ChoiceNode({_about(c): ChoiceNode(choice=write(c)) for c in fine})


def _about(choice: Choice) -> ChoicePart:
    """Return whom, or how many, an action is about."""
    match choice:
        case Skip(seat) | Leave(seat) | Join(seat) | GiveMarker(seat):
            return ChoicePart("player", Seat(seat))
        case Draw(_, (count, *_)):
            return ChoicePart("count", count)
    raise AssertionError(choice)


def _dice() -> Children:
    """Return how many dice, then with how many sides."""
    return {
        ChoicePart("count", count): ChoiceNode(
            {
                ChoicePart("sides", sides): ChoiceNode(choice=write(Draw(DICE, (count, sides))))
                for sides in DICE_SIDES
            }
        )
        for count in range(1, DICE_LIMIT + 1)
    }
