"""The sheet of a score pad.

    seat   a chair at the table, from 0; `away` are those who have left or not yet come
    side   what has a score: a seat, or a team of seats
    round  one row of the sheet: for each side a cell on each line, None while it is missing

    rounds sheet                          running score
             Anna  Ben                    log  1  Anna  +5
    round 1    12    0                         2  Ben   +3
    round 2     4    .  <- missing             3  Anna  +7

A running score has rounds too, without cells: they count whose turn it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeVar

from engines.scorepad.template_values import ONCE, RUNNING, Template

T = TypeVar("T")

Row = tuple[int | None, ...]
"""The cells of one side in one round, line by line."""

TARGET, LAST_ROUND, RESIGNATION, DRAW, END = "target", "rounds", "resignation", "draw", "end"
ONE_LEFT = "one_left"
CAUSES = (TARGET, LAST_ROUND, RESIGNATION, DRAW, END, ONE_LEFT)
"""Why a game ended; empty while it is running."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round: the sides in turn order, their cells, and the sides that are out."""

    order: tuple[int, ...]
    cells: tuple[Row, ...] = ()
    out: tuple[int, ...] = ()
    has_blanks: bool = field(init=False, repr=False, compare=False)
    """Whether a side that is not out has an empty cell; stored, because games can have many
    rounds.
    """

    def __post_init__(self) -> None:
        blank = {side for side, cells in enumerate(self.cells) if None in cells}
        object.__setattr__(self, "has_blanks", not blank.issubset(self.out))


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a running score; without points if it was struck out."""

    side: int
    line: int
    round: int
    points: int | None


@dataclass(frozen=True, slots=True)
class Drawn:
    """The last draw: dice, a coin, the first player or teams."""

    kind: str
    values: tuple[int, ...]
    sizes: tuple[int, ...] = field(default=(), compare=False)
    """What was asked: the number of dice and of their sides; unknown after an edit."""


@dataclass(frozen=True, slots=True)
class State:
    """A sheet and the table around it."""

    template: Template
    seed: int
    sides: tuple[int, ...]
    """The side of each seat."""
    base: tuple[int, ...]
    """The initial score of each side."""
    marker: int
    """The seat with the marker of the dealer or of the first player."""
    rounds: tuple[Round, ...]
    log: tuple[Entry, ...] = ()
    away: tuple[int, ...] = ()
    awaited: tuple[int, ...] = ()
    """Those away who have not come yet, and so do not count as players."""
    fallen: tuple[int, ...] = ()
    """The sides that are out of the game by their points, as `points.fallen_sides` finds them."""
    done: tuple[int, ...] = ()
    """Sides that had their turn in this round of a running score."""
    asked: Drawn | None = None
    """The pending draw with its sizes; the dealer answers."""
    draws: int = 0
    """The number of draws so far."""
    drawn: Drawn | None = None
    is_fresh: bool = field(default=False, compare=False)
    """Whether the last choice was a draw."""
    timer: int = 0
    """The seconds of the last countdown."""
    ended: str = ""


def public(state: State) -> State:
    """Return a state without the seed, which determines future draws."""
    return replace(state, seed=0)


def put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return the values with one replaced."""
    return (*values[:at], value, *values[at + 1 :])


def is_running(state: State) -> bool:
    """Return whether there is one running score, without cells."""
    return state.template.sheet == RUNNING


def side_count(state: State) -> int:
    """Return the number of sides."""
    return len(state.base)


def members(state: State, side: int) -> tuple[int, ...]:
    """Return the seats of a side."""
    return tuple(seat for seat, each in enumerate(state.sides) if each == side)


def present(state: State) -> tuple[int, ...]:
    """Return the seats that are at the table."""
    if not state.away:
        return tuple(range(len(state.sides)))
    return tuple(seat for seat in range(len(state.sides)) if seat not in state.away)


def seated(state: State) -> tuple[int, ...]:
    """Return the sides with somebody at the table."""
    here = {state.sides[seat] for seat in present(state)} if state.away else state.sides
    return tuple(side for side in range(side_count(state)) if side in here)


def active(state: State) -> tuple[int, ...]:
    """Return the sides that play: with somebody at the table, and not out of the game."""
    here = seated(state)
    return tuple(side for side in here if side not in state.fallen) if state.fallen else here


def player_count(state: State) -> int:
    """Return how many play or have played, by which a template may count rounds and cards."""
    return max(len(state.sides) - len(state.awaited), state.template.players[0])


def now(state: State) -> Round:
    """Return the current round."""
    return state.rounds[-1]


def with_round(state: State, number: int, row: Round) -> State:
    """Return the state with a round (from 1) replaced."""
    return replace(state, rounds=put(state.rounds, number - 1, row))


def needed_lines(state: State, row: Row, number: int = 0) -> tuple[int, ...]:
    """Return the lines without which a side has not completed a round, by default the current one.

    In frames, a full first ball leaves out the second, and the last round may have a third.
    """
    template = state.template
    if template.frames is None:
        return template.needed
    full, first, second = template.frames.full, row[0] or 0, row[1] or 0
    if (number or len(state.rounds)) < template.last_round(player_count(state)):
        return (0,) if first == full else (0, 1)
    return (0, 1, 2) if first == full or first + second == full else (0, 1)


def is_filled(state: State, row: Row, number: int = 0) -> bool:
    """Return whether a side has completed a round: every line, or one that is filled once."""
    if state.template.sheet == ONCE:
        return any(row[line] is not None for line in state.template.needed)
    return all(row[line] is not None for line in needed_lines(state, row, number))


def missing(state: State, number: int) -> tuple[tuple[int, int], ...]:
    """Return the empty cells (side and line) of a round, in the order of entry.

    Bids come first, for everybody; otherwise each side in turn enters all its lines. On a sheet
    with lines that are filled once, the first free line stands for the choice.
    """
    row = state.rounds[number - 1]
    if not row.has_blanks:
        return ()
    sides = [side for side in row.order if side not in row.out]
    if state.template.sheet == ONCE:
        return tuple(
            (side, free[0])
            for side in sides
            if not is_filled(state, row.cells[side]) and (free := free_lines(state, side))
        )
    lines = state.template.needed
    cells = row.cells
    if state.template.bids is not None:
        gaps = [(side, line) for line in lines for side in sides if cells[side][line] is None]
    elif state.template.frames is not None:
        gaps = [
            (side, line)
            for side in sides
            for line in needed_lines(state, cells[side], number)
            if cells[side][line] is None
        ]
    else:
        gaps = [(side, line) for side in sides for line in lines if cells[side][line] is None]
    return tuple(gaps)


def optional_gaps(state: State, number: int) -> tuple[tuple[int, int], ...]:
    """Return the empty cells (side and line) of a round that nobody waits for."""
    template, row = state.template, state.rounds[number - 1]
    if len(template.needed) == len(template.lines) or not row.cells:
        return ()
    lines = [at for at in range(len(template.lines)) if at not in template.needed]
    sides = [side for side in row.order if side not in row.out]
    return tuple((side, at) for side in sides for at in lines if row.cells[side][at] is None)


def free_lines(state: State, side: int) -> tuple[int, ...]:
    """Return the lines that a side has not yet filled in any round."""
    used = {
        line
        for row in state.rounds
        for line, cell in enumerate(row.cells[side])
        if cell is not None
    }
    return tuple(line for line in state.template.needed if line not in used)


def on_turn(state: State) -> int | None:
    """Return the side on turn; None for a template without turns."""
    if state.template.turns == "none":
        return None
    if is_running(state):
        here = active(state)
        waiting = [side for side in now(state).order if side in here and side not in state.done]
    else:
        waiting = [side for side, _ in missing(state, len(state.rounds))]
    return waiting[0] if waiting else None


def player_of(state: State, side: int) -> int:
    """Return who plays for a side: members of a team take turns, round by round."""
    here = [seat for seat in members(state, side) if seat not in state.away]
    seats = here or members(state, side)
    return seats[(len(state.rounds) - 1) % len(seats)]
