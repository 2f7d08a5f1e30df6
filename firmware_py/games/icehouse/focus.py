"""What the scene points out: the chosen space, the last move, the players' marks."""

from __future__ import annotations

from engines.engine import Term
from engines.icehouse.choices import TAKES
from engines.icehouse.rules import apply
from engines.icehouse.state import LAY, START, State, ahead, points, seats
from firmware_py.core.language import N_
from firmware_py.games.icehouse.entry import space_of
from firmware_py.match.scene import Scene

_MOST = 3
"""Longest mark in letters; beyond it seat numbers are used."""


def marks_of(scene: Scene[State]) -> tuple[str, ...]:
    """Return the shortest prefixes of the names that all differ, or else seat numbers."""
    names = [scene.name(seat) for seat in seats(scene.state)]
    for length in range(1, _MOST + 1):
        short = tuple(name[:length] for name in names)
        if len({each.casefold() for each in short}) == len(names):
            return short
    return tuple(str(seat + 1) for seat in seats(scene.state))


def chosen_space(scene: Scene[State]) -> int | None:
    """Return the space under the cursor, or the one picked or refused."""
    spaces = [space for part in scene.shown if (space := space_of(part)) is not None]
    return spaces[-1] if spaces else None


def offered_spaces(scene: Scene[State]) -> frozenset[int]:
    """Return the spaces that the knob can pick now."""
    return frozenset(space for part in scene.options if (space := space_of(part)) is not None)


def reached_spaces(scene: Scene[State]) -> tuple[int, ...]:
    """Return the spaces that the option under the cursor leads to, in its order."""
    spaces = (_space_in(text) for text in scene.reachable)
    return tuple(space for space in spaces if space is not None)


def last_space(scene: Scene[State]) -> int | None:
    """Return where the pawn of the last move is now."""
    return _space_in(scene.last or "")


def _space_in(text: str) -> int | None:
    """Return the space to which a move leads, or None for another choice."""
    return int(text[1:]) - 1 if text.startswith("M") and text[1:].isdigit() else None


def last_way(scene: Scene[State]) -> tuple[int, int] | None:
    """Return the start and end of the last move."""
    space, before = last_space(scene), scene.before
    if space is None or before is None or scene.engine.turn(before) is None:
        return None
    return before.pawns[before.turn], space


def proposed_way(scene: Scene[State]) -> tuple[int, int] | None:
    """Return the start and end of the move that is being chosen."""
    space, seat = chosen_space(scene), scene.seat
    if space is None or seat is None or scene.state.phase == LAY:
        return None
    return scene.state.pawns[seat], space


def mark_of(scene: Scene[State], term: Term) -> str:
    """Return the mark of a colour or size: under the cursor, picked, or on offer."""
    if scene.highlighted is not None and scene.highlighted.value == term:
        return "cursor"
    if any(part.value == term for part in scene.picked):
        return "picked"
    return "open" if any(part.value == term for part in scene.options) else ""


def place_name(scene: Scene[State], space: int) -> str:
    """Return the number of a space, or the word for the start."""
    return scene.say(N_("start")) if space == START else str(space + 1)


def gain(scene: Scene[State], space: int) -> int:
    """Return the points that the seat on turn gets for taking a pyramid."""
    state = scene.state
    if space not in ahead(state, state.turn):
        return 0
    return points(apply(state, TAKES[space]))[state.turn] - points(state)[state.turn]
