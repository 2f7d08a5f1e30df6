"""What cannot be true of a table that was typed in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engines.contract import Reason, Seat, Term
from engines.stones.board import COLOURS, PER_COLOUR, PER_PATTERN, UNKNOWN, Board
from engines.stones.choices import colours_out, patterns_out
from engines.stones.rules import is_dead_end
from engines.stones.state import State


def check(state: State) -> tuple[Reason, ...]:
    """Return the broken invariants of a state."""
    found = [*_stones(state), *_mandala(state), *_turn(state)]
    if state.board is not None:
        found += _board(state, state.board)
    return tuple(found)


def _stones(state: State) -> Iterator[Reason]:
    towers = "".join("".join(each) for each in state.towers).upper()
    for colour, taken in zip(COLOURS, state.taken, strict=True):
        if taken > PER_COLOUR:
            yield Reason("CHECK_COLOUR", {"colour": Term("colour", colour), "count": taken})
        standing = towers.count(colour)
        if standing > taken:
            yield Reason(
                "CHECK_TOWERS",
                {"colour": Term("colour", colour), "count": standing, "taken": taken},
            )
    counted = len(towers) + state.placed + state.aside + state.waiting
    if counted != sum(state.taken):
        yield Reason("CHECK_STONES", {"count": counted, "taken": sum(state.taken)})


def _mandala(state: State) -> Iterator[Reason]:
    spaces = [space for space in state.mandala if space != "end"]
    full = "end" in state.mandala and state.placed == len(spaces)
    if state.placed > len(spaces):
        yield Reason("CHECK_PLACED", {"placed": state.placed, "count": len(spaces)})
    if state.aside and not full and state.phase != "over":
        yield Reason("CHECK_ASIDE", {"aside": state.aside})
    if state.waiting and state.placed < len(state.mandala):
        yield Reason("CHECK_WAITING", {"space": state.placed + 1})
    covered = f"h{state.seats}" in spaces[: state.placed]
    if state.triggered != covered:
        code = "CHECK_NOT_TRIGGERED" if covered else "CHECK_TRIGGERED"
        yield Reason(code, {"hands": state.seats})


def _turn(state: State) -> Iterator[Reason]:
    if state.phase == "over":
        return
    # Who left while stones were under way still has the question about them.
    if state.turn in state.left and state.asks in (None, "objective"):
        yield Reason("CHECK_LEFT", {"seat": Seat(state.turn)})
    if len(state.order) == 1:
        yield Reason("CHECK_ALONE", {"seat": Seat(state.order[0])})
    if state.phase == "objectives":
        if state.objectives[state.turn] is not None:
            yield Reason("CHECK_ASKED", {"seat": Seat(state.turn)})
    elif state.asks is None and not any(state.own) and (state.waived or is_dead_end(state)):
        yield Reason("CHECK_NO_CHOICE", {"seat": Seat(state.turn)})


def _board(state: State, board: Board) -> Iterator[Reason]:
    lifted = "".join(
        stack[height:] for stack, height in zip(board.stacks, board.heights, strict=True)
    )
    if len(lifted) != sum(state.taken):
        yield Reason("CHECK_HEIGHTS", {"count": len(lifted), "taken": sum(state.taken)})
    colours = Counter(lifted.upper())
    for colour, taken in zip(COLOURS, state.taken, strict=True):
        if not colours[colour] <= taken <= colours[colour] + colours[UNKNOWN]:
            yield Reason(
                "CHECK_LIFTED",
                {"colour": Term("colour", colour), "count": colours[colour], "taken": taken},
            )
    for colour, count in colours_out(state, board).items():
        if count > PER_COLOUR:
            yield Reason("CHECK_COLOUR", {"colour": Term("colour", colour), "count": count})
    for pattern, count in patterns_out(board).items():
        if count > PER_PATTERN:
            yield Reason("CHECK_PATTERN", {"pattern": Term("pattern", pattern), "count": count})
