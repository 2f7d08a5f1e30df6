"""Reads and writes the whole state as JSON, and checks one that was typed in.

The keys are those of the view, and those that the view leaves out: `waiting` (stones in the hand),
`sheet` (every gain as [rule, round, number, points]), `objectives`, `left`, `cause`, and for
*board* tracking `board` with artists, stacks (four codes, bottom first, `??` unknown, taken stones
included), heights and the uncovered stacks. Towers are colours, with a board codes ("RoBx").
Seats, first player and tracking come from the start. If `vp` differs from what the sheet adds up
to, it was corrected by hand, and the sheet gets a line for the difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from engines import shape
from engines.engine import BadStart, Json, Reason, Seat, Start, Term
from engines.json_reader import NUMBER_LIMIT, JsonReader, check_start
from engines.stones.board import (
    CODE,
    COLOURS,
    PER_COLOUR,
    PER_PATTERN,
    STACK_HEIGHT,
    STACKS,
    STONE,
    UNKNOWN,
    Board,
)
from engines.stones.scoring import DETAILS
from engines.stones.setup import read_artists
from engines.stones.spaces import read_mandala
from engines.stones.state import PLAYERS, SPACES, Gain, State, colours_out, patterns_out
from engines.stones.turns import is_dead_end
from engines.stones.view import show_artists

T = TypeVar("T")

PHASES = ("play", "objectives", "over")
CAUSES = ("hands", "immediate", "agreed_end", "agreed_draw", "resignation")
_FIRST = (
    "phase",
    "round",
    "waiting",
    "vp",
    "sheet",
    "turn",
    "towers",
    "objectives",
    "mandala",
    "taken",
)
"""Fields that are read first, so that their errors are reported first."""
_POINTS = shape.whole(-NUMBER_LIMIT * 10, NUMBER_LIMIT * 10)
_GAIN = shape.in_row(
    Gain,
    {
        "rule": shape.one_of(tuple(DETAILS)),
        "round": shape.whole(1),
        "detail": shape.whole(),
        "points": _POINTS,
    },
)
_SEEN = {**STONE, CODE[UNKNOWN]: UNKNOWN}


def _shapes(seats: int, first: int, phase: str, tracked: bool) -> shape.Shapes:
    return {
        "phase": shape.one_of(PHASES),
        "round": shape.whole(1),
        "turn": _nobody(first) if phase == "over" else shape.whole(0, seats - 1),
        "triggered": shape.flag(),
        "waived": shape.flag(),
        "placed": shape.whole(),
        "aside": shape.whole(),
        "waiting": shape.whole(0, SPACES if phase == "play" else 0),
        "mandala": shape.Shape(lambda at: _learned(at, read_mandala)),
        "taken": shape.Shape(_taken, lambda taken: dict(zip(COLOURS, taken, strict=True))),
        "towers": shape.listed(shape.listed(_tower(tracked), SPACES), seats),
        "vp": shape.listed(_POINTS, seats),
        "sheet": shape.listed(shape.listed(_GAIN), seats),
        "objectives": shape.listed(shape.nullable(shape.whole()), seats),
        "left": shape.Shape(lambda at: _left(at, seats)),
    }


_BOARD: shape.Shapes = {
    "artists": shape.Shape(lambda at: _learned(at, read_artists), show_artists),
    "stacks": shape.listed(
        shape.Shape(
            lambda at: "".join(_SEEN[each.one_of(tuple(_SEEN))] for each in at.items(STACK_HEIGHT)),
            lambda stack: [CODE[letter] for letter in stack],
        ),
        STACKS,
    ),
    "heights": shape.listed(shape.whole(0, STACK_HEIGHT), STACKS),
    "uncovered": shape.rising(1, STACKS),
}


def write(state: State) -> dict[str, Json]:
    """Return the whole state as JSON."""
    board = state.board
    shapes = _shapes(state.seats, state.first, state.phase, board is not None)
    value = {**shape.write_fields(state, shapes), "cause": state.cause}
    return value if board is None else {**value, "board": shape.write_fields(board, _BOARD)}


# --- reading --------------------------------------------------------------------------------


def read(value: Json, start: Start) -> State:
    """Return the state of a position; raise BadPosition or BadStart."""
    check_start(start, PLAYERS)
    tracked = start.options.get("tracking") == "board"
    keys = (*_shapes(start.seats, start.first, "", tracked), "cause")
    at = JsonReader(value).object((*keys, "board") if tracked else keys)
    phase = at["phase"].one_of(PHASES)
    fields = shape.read_fields(at, _shapes(start.seats, start.first, phase, tracked), _FIRST)
    sheet = zip(fields.pop("sheet"), fields.pop("vp"), strict=True)
    return State(
        seats=start.seats,
        first=start.first,
        sheet=tuple(_corrected(gains, points, fields["round"]) for gains, points in sheet),
        **fields,
        cause=_cause(at["cause"], phase, fields["waiting"]),
        board=_board(at["board"], phase) if tracked else None,
    )


def _nobody(first: int) -> shape.Shape[int]:
    """Return the shape of the turn after the end: null in JSON, the first player in the state."""

    def read_null(at: JsonReader) -> int:
        if at.value is not None:
            at.refuse("fitting")
        return first

    return shape.Shape(read_null, lambda _: None)


def _taken(at: JsonReader) -> tuple[int, ...]:
    colours = at.object(COLOURS)
    return tuple(colours[colour].whole() for colour in COLOURS)


def _tower(tracked: bool) -> shape.Shape[str]:
    if not tracked:
        return shape.Shape(lambda at: "".join(at.letters(COLOURS, STACK_HEIGHT)))
    return shape.Shape(
        lambda at: "".join(STONE[code] for code in at.letters(STONE, STACK_HEIGHT, 2)),
        lambda tower: "".join(CODE[letter] for letter in tower),
    )


def _learned(at: JsonReader, read_it: Callable[[Json], T]) -> T:
    """Return a value that can also be given before the game, read by the same function."""
    try:
        return read_it(at.value)
    except BadStart as error:
        at.refuse((error.reason.facts["defect"],))


def _board(top: JsonReader, phase: str) -> Board:
    at = top.object(_BOARD)
    board = Board(**shape.read_fields(at, _BOARD))
    stacks, heights, uncovered = board.stacks, board.heights, board.uncovered
    if uncovered and (phase != "play" or not all(heights[stack - 1] for stack in uncovered)):
        at["uncovered"].refuse("fitting")
    if phase == "play":
        # A top that is not entered must be asked for.
        tops = enumerate(zip(stacks, heights, strict=True), 1)
        unknown = {at for at, (stack, height) in tops if height and stack[height - 1] == UNKNOWN}
        uncovered = tuple(sorted(unknown.union(uncovered)))
    return replace(board, uncovered=uncovered)


def _corrected(gains: tuple[Gain, ...], points: int, round_number: int) -> tuple[Gain, ...]:
    missing = points - sum(gain.points for gain in gains)
    return (*gains, Gain("corrected", round_number, 0, missing)) if missing else gains


def _left(at: JsonReader, seats: int) -> tuple[int, ...]:
    left = at.wholes(0, seats - 1)
    # The last seat that stays has won.
    if len(left) >= seats:
        at.refuse("fitting")
    return left


def _cause(at: JsonReader, phase: str, waiting: int) -> str | None:
    if phase != "play":
        return at.one_of(CAUSES)
    # Agreed on while stones are in the hand: play ends when they are placed.
    if at.value is not None and not (at.value == "agreed_end" and waiting):
        at.refuse("fitting")
    return "agreed_end" if at.value else None


# --- checking -------------------------------------------------------------------------------


def check(state: State) -> tuple[Reason, ...]:
    """Return the broken invariants of a state."""
    found = [*_check_stones(state), *_check_mandala(state), *_check_turn(state)]
    if state.board is not None:
        found += _check_board(state, state.board)
    return tuple(found)


def _check_stones(state: State) -> Iterator[Reason]:
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


def _check_mandala(state: State) -> Iterator[Reason]:
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


def _check_turn(state: State) -> Iterator[Reason]:
    if state.phase == "over":
        return
    # A seat that left while stones were being placed still has the question about them.
    if state.turn in state.left and state.asks in (None, "objective"):
        yield Reason("CHECK_LEFT", {"seat": Seat(state.turn)})
    if len(state.order) == 1:
        yield Reason("CHECK_ALONE", {"seat": Seat(state.order[0])})
    if state.phase == "objectives":
        if state.objectives[state.turn] is not None:
            yield Reason("CHECK_ASKED", {"seat": Seat(state.turn)})
    elif state.asks is None and not any(state.own) and (state.waived or is_dead_end(state)):
        yield Reason("CHECK_NO_CHOICE", {"seat": Seat(state.turn)})


def _check_board(state: State, board: Board) -> Iterator[Reason]:
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
