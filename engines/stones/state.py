"""The state of a match."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from engines.stones.board import COLOURS, PATTERNS, STACKS, UNKNOWN, Board, pattern_of

PLAYERS = (2, 4)
SPACES = 5

Towers = tuple[str, ...]
"""The five spaces of a player, each a tower, bottom first."""


class Gain(NamedTuple):
    """Points that a player earned: the rule, the round, and the number that the rule counts."""

    rule: str
    round: int
    detail: int
    points: int


@dataclass(frozen=True, slots=True)
class State:
    """The state of a match. Without a board only the towers are tracked."""

    seats: int
    first: int
    turn: int
    """The seat on turn; in the phase `objectives` the one asked; after the end the first player."""
    towers: tuple[Towers, ...]
    sheet: tuple[tuple[Gain, ...], ...]
    objectives: tuple[int | None, ...]
    mandala: tuple[str, ...] = ()
    """What the spaces of the mandala show, as far as known."""
    taken: tuple[int, ...] = (0,) * len(COLOURS)
    """Stones of each colour that left the main board."""
    phase: str = "play"
    round: int = 1
    triggered: bool = False
    waived: bool = False
    placed: int = 0
    aside: int = 0
    waiting: int = 0
    """Scored stones that wait for the answer what the next mandala space shows."""
    left: tuple[int, ...] = ()
    """Seats that resigned while others play on."""
    cause: str | None = None
    """Why play ended; set before the end while questions are still open."""
    board: Board | None = None

    @property
    def asks(self) -> str | None:
        """The open question, or None."""
        if self.phase == "objectives":
            return "objective"
        if self.waiting:
            return "mandala"
        if self.board is not None and self.board.uncovered:
            return "reveal"
        return None

    @property
    def own(self) -> Towers:
        """The towers of the player on turn."""
        return self.towers[self.turn]

    @property
    def vp(self) -> tuple[int, ...]:
        """The points of each seat."""
        return tuple([sum([gain.points for gain in gains]) for gains in self.sheet])

    @property
    def order(self) -> tuple[int, ...]:
        """The seats that are still in the game, from the first player on."""
        seats = ((self.first + step) % self.seats for step in range(self.seats))
        return tuple(seat for seat in seats if seat not in self.left)


def public(state: State) -> State:
    """Return a state without the unseen stones below others."""
    if state.board is None:
        return state
    seen = tuple([state.board.seen(stack) for stack in range(1, STACKS + 1)])
    if seen == state.board.stacks:
        return state
    return replace(state, board=replace(state.board, stacks=seen))


def colours_out(state: State, board: Board) -> dict[str, int]:
    """Return the number of taken or visible stones of each colour."""
    out = dict(zip(COLOURS, state.taken, strict=True))
    for stack in range(1, STACKS + 1):
        letter = board.top(stack)
        if letter and letter != UNKNOWN:
            out[letter.upper()] += 1
    return out


def patterns_out(board: Board) -> dict[str, int]:
    """Return the number of taken or visible stones of each pattern, as far as known."""
    out = dict.fromkeys(PATTERNS, 0)
    for stack in range(1, STACKS + 1):
        for letter in board.seen(stack):
            if letter != UNKNOWN:
                out[pattern_of(letter)] += 1
    return out
