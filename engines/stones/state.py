"""The table of a match."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from engines.stones.board import COLOURS, PATTERNS, STACKS, UNKNOWN, Board, pattern_of

PLAYERS = (2, 4)
SPACES = 5

Towers = tuple[str, ...]
"""The five spaces of a player, each a tower, bottom first."""


class Gain(NamedTuple):
    """Points that a player earned once: the rule, the round, and the number the rule counts."""

    rule: str
    round: int
    detail: int
    points: int


@dataclass(frozen=True, slots=True)
class State:
    """Everything a match knows. Without a board the device tracks the towers only."""

    seats: int
    first: int
    turn: int
    """Who plays; in the phase `objectives` who is asked; after the end the first player."""
    towers: tuple[Towers, ...]
    sheet: tuple[tuple[Gain, ...], ...]
    objectives: tuple[int | None, ...]
    mandala: tuple[str, ...] = ()
    """What the spaces of the mandala show, as far as it is known."""
    taken: tuple[int, ...] = (0,) * len(COLOURS)
    """Stones of each colour that left the main board."""
    phase: str = "play"
    round: int = 1
    triggered: bool = False
    waived: bool = False
    placed: int = 0
    aside: int = 0
    waiting: int = 0
    """Stones that were scored and wait for the answer what the next mandala space shows."""
    left: tuple[int, ...] = ()
    """Seats that resigned while others play on."""
    cause: str | None = None
    """Why play ended; set before the end while questions are still open."""
    board: Board | None = None

    @property
    def asks(self) -> str | None:
        """The question that is open, if any."""
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
        """The points of every seat."""
        return tuple([sum([gain.points for gain in gains]) for gains in self.sheet])

    @property
    def order(self) -> tuple[int, ...]:
        """The seats that are still in the game, from the first player on."""
        seats = ((self.first + step) % self.seats for step in range(self.seats))
        return tuple(seat for seat in seats if seat not in self.left)


def public(state: State) -> State:
    """Return a state without the stones that nobody has seen: those that lie below others."""
    if state.board is None:
        return state
    seen = tuple([state.board.seen(stack) for stack in range(1, STACKS + 1)])
    if seen == state.board.stacks:
        return state
    return replace(state, board=replace(state.board, stacks=seen))


def colours_out(state: State, board: Board) -> dict[str, int]:
    """Count the stones of each colour that were taken or are visible."""
    out = dict(zip(COLOURS, state.taken, strict=True))
    for stack in range(1, STACKS + 1):
        letter = board.top(stack)
        if letter and letter != UNKNOWN:
            out[letter.upper()] += 1
    return out


def patterns_out(board: Board) -> dict[str, int]:
    """Count the stones of each pattern that were taken or are visible, as far as known."""
    out = dict.fromkeys(PATTERNS, 0)
    for stack in range(1, STACKS + 1):
        for letter in board.seen(stack):
            if letter != UNKNOWN:
                out[pattern_of(letter)] += 1
    return out
