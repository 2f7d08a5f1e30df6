"""A whole table as JSON, and back; what cannot be read is named by its first defect.

The keys are those of the view, with what the view leaves out: `waiting` (stones in the hand),
`sheet` (every gain as [rule, round, number, points]), `objectives`, `left`, `cause`, and for
*board* tracking `board` with artists, stacks (four codes, bottom first, `??` unknown, taken stones
included), heights and the uncovered stacks. Towers are colours, with a board codes ("RoBx").
Seats, first player and tracking come from the start. If `vp` differs from what the sheet adds up
to, it was corrected by hand and the sheet says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, TypeVar

from engines.contract import BadPosition, BadStart, Json, Reason, Start
from engines.stones.board import CODE, COLOURS, STACK_HEIGHT, STACKS, STONE, UNKNOWN, Board
from engines.stones.notation import shown
from engines.stones.scoring import DETAILS
from engines.stones.setup import read_artists
from engines.stones.spaces import read_mandala
from engines.stones.state import SPACES, Gain, State
from engines.stones.view import show_artists

T = TypeVar("T")

LIMIT = 10**15
PHASES = ("play", "objectives", "over")
CAUSES = ("hands", "immediate", "agreed_end", "agreed_draw", "resignation")

# --- writing --------------------------------------------------------------------------------


def position(state: State) -> dict[str, Json]:
    """Return the whole state as JSON."""
    board = state.board
    value: dict[str, Json] = {
        "phase": state.phase,
        "round": state.round,
        "turn": None if state.phase == "over" else state.turn,
        "triggered": state.triggered,
        "waived": state.waived,
        "placed": state.placed,
        "aside": state.aside,
        "waiting": state.waiting,
        "mandala": list(state.mandala),
        "taken": dict(zip(COLOURS, state.taken, strict=True)),
        "towers": [
            [tower if board is None else _codes(tower) for tower in towers]
            for towers in state.towers
        ],
        "vp": list(state.vp),
        "sheet": [[list(gain) for gain in gains] for gains in state.sheet],
        "objectives": list(state.objectives),
        "left": list(state.left),
        "cause": state.cause,
    }
    if board is not None:
        value["board"] = {
            "artists": show_artists(board),
            "stacks": [[CODE[letter] for letter in stack] for stack in board.stacks],
            "heights": list(board.heights),
            "uncovered": list(board.uncovered),
        }
    return value


def _codes(tower: str) -> str:
    return "".join(CODE[letter] for letter in tower)


# --- reading --------------------------------------------------------------------------------


def from_position(value: Json, start: Start) -> State:
    """Return the state that a position describes; raise BadPosition."""
    tracked = start.options["tracking"] == "board"
    keys = {
        "phase", "round", "turn", "triggered", "waived", "placed", "aside", "waiting", "mandala",
        "taken", "towers", "vp", "sheet", "objectives", "left", "cause",
    }  # fmt: skip
    fields = _object(value, "position", keys | {"board"} if tracked else keys)
    phase = _one_of(fields["phase"], "phase", PHASES)
    over = phase == "over"
    if over and fields["turn"] is not None:
        _refuse("turn", fields["turn"])
    turn = start.first if over else _whole(fields["turn"], "turn", 0, start.seats - 1)
    round_number = _whole(fields["round"], "round", 1)
    waiting = _whole(fields["waiting"], "waiting", 0, SPACES if phase == "play" else 0)
    each = start.seats
    vp = _list(fields["vp"], "vp", each, _points)
    sheet = _list(fields["sheet"], "sheet", each, _gains)
    return State(
        seats=start.seats,
        first=start.first,
        turn=turn,
        towers=_list(fields["towers"], "towers", each, _coded if tracked else _coloured),
        sheet=tuple(
            _corrected(gains, points, round_number) for gains, points in zip(sheet, vp, strict=True)
        ),
        objectives=_list(fields["objectives"], "objectives", each, _objective),
        mandala=_mandala(fields["mandala"]),
        taken=_taken(fields["taken"]),
        phase=phase,
        round=round_number,
        triggered=_flag(fields["triggered"], "triggered"),
        waived=_flag(fields["waived"], "waived"),
        placed=_whole(fields["placed"], "placed"),
        aside=_whole(fields["aside"], "aside"),
        waiting=waiting,
        left=_left(fields["left"], start.seats),
        cause=_cause(fields["cause"], phase, waiting),
        board=_board(fields["board"], phase) if tracked else None,
    )


def _board(value: Json, phase: str) -> Board:
    fields = _object(value, "board", {"artists", "stacks", "heights", "uncovered"})
    try:
        artists = read_artists(fields["artists"])
    except BadStart as error:
        _refuse("artists", error.reason.facts["what"])
    stacks = _list(fields["stacks"], "stacks", STACKS, _stack)
    heights = _list(fields["heights"], "heights", STACKS, _height)
    uncovered = _stack_numbers(fields["uncovered"], "uncovered")
    bare = {at for at in range(1, STACKS + 1) if not heights[at - 1]}
    if (phase != "play" and uncovered) or bare & set(uncovered):
        _refuse("uncovered", fields["uncovered"])
    if phase == "play":
        # A top that nobody named must be asked for.
        tops = enumerate(zip(stacks, heights, strict=True), 1)
        unknown = {at for at, (stack, height) in tops if height and stack[height - 1] == UNKNOWN}
        uncovered = tuple(sorted(unknown | set(uncovered)))
    return Board(artists, stacks, heights, uncovered)


def _corrected(gains: tuple[Gain, ...], points: int, round_number: int) -> tuple[Gain, ...]:
    missing = points - sum(gain.points for gain in gains)
    return (*gains, Gain("corrected", round_number, 0, missing)) if missing else gains


def _left(value: Json, seats: int) -> tuple[int, ...]:
    left = _list(value, "left", None, lambda each, name: _whole(each, name, 0, seats - 1))
    # Whoever is the last one left has won.
    if list(left) != sorted(set(left)) or len(left) >= seats:
        _refuse("left", value)
    return left


def _cause(value: Json, phase: str, waiting: int) -> str | None:
    if phase != "play":
        return _one_of(value, "cause", CAUSES)
    # Agreed on while stones are in the hand: play ends when they lie.
    if value is not None and not (value == "agreed_end" and waiting):
        _refuse("cause", value)
    return "agreed_end" if value else None


def _mandala(value: Json) -> tuple[str, ...]:
    try:
        return read_mandala(value)
    except BadStart as error:
        _refuse("mandala", error.reason.facts["what"])


def _taken(value: Json) -> tuple[int, ...]:
    fields = _object(value, "taken", set(COLOURS))
    return tuple(_whole(fields[colour], f"taken {colour}") for colour in COLOURS)


def _coloured(value: Json, name: str) -> tuple[str, ...]:
    return _list(
        value, name, SPACES, lambda tower, at: _tower(tower, at, 1, dict.fromkeys(COLOURS))
    )


def _coded(value: Json, name: str) -> tuple[str, ...]:
    return _list(value, name, SPACES, lambda tower, at: _tower(tower, at, 2, STONE))


def _tower(value: Json, name: str, width: int, letters: dict[str, str] | dict[str, None]) -> str:
    if not isinstance(value, str) or len(value) > STACK_HEIGHT * width:
        _refuse(name, value)
    codes = [value[at : at + width] for at in range(0, len(value), width)]
    if any(code not in letters for code in codes):
        _refuse(name, value)
    return "".join(letters[code] or code for code in codes)


def _stack(value: Json, name: str) -> str:
    def letter(code: Json, at: str) -> str:
        return UNKNOWN if code == "??" else STONE[_one_of(code, at, tuple(STONE))]

    return "".join(_list(value, name, STACK_HEIGHT, letter))


def _height(value: Json, name: str) -> int:
    return _whole(value, name, 0, STACK_HEIGHT)


def _stack_numbers(value: Json, name: str) -> tuple[int, ...]:
    numbers = _list(value, name, None, lambda each, at: _whole(each, at, 1, STACKS))
    if list(numbers) != sorted(set(numbers)):
        _refuse(name, value)
    return numbers


def _gains(value: Json, name: str) -> tuple[Gain, ...]:
    return _list(value, name, None, _gain)


def _gain(value: Json, name: str) -> Gain:
    if not isinstance(value, list | tuple) or len(value) != 4:
        _refuse(name, value)
    rule, number, detail, points = value
    return Gain(
        _one_of(rule, name, tuple(DETAILS)),
        _whole(number, name, 1),
        _whole(detail, name),
        _points(points, name),
    )


def _objective(value: Json, name: str) -> int | None:
    return None if value is None else _whole(value, name)


def _points(value: Json, name: str) -> int:
    return _whole(value, name, -LIMIT * 10, LIMIT * 10)


# --- the kinds of values --------------------------------------------------------------------


def _object(value: Json, name: str, keys: set[str]) -> dict[str, Json]:
    if not isinstance(value, dict):
        _refuse(name, value)
    for key in sorted(keys):
        if key not in value:
            _refuse(key, None)
    for key in value:
        if key not in keys:
            _refuse(shown(key), value[key])
    return value


def _list(
    value: Json, name: str, size: int | None, read: Callable[[Json, str], T]
) -> tuple[T, ...]:
    if not isinstance(value, list | tuple) or (size is not None and len(value) != size):
        _refuse(name, value)
    return tuple(read(each, f"{name} {at}") for at, each in enumerate(value, 1))


def _whole(value: Json, name: str, low: int = 0, high: int = LIMIT) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        _refuse(name, value)
    return value


def _flag(value: Json, name: str) -> bool:
    if not isinstance(value, bool):
        _refuse(name, value)
    return value


def _one_of(value: Json, name: str, values: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in values:
        _refuse(name, value)
    return value


def _refuse(field: str, value: Json) -> NoReturn:
    raise BadPosition(Reason("BAD_POSITION", {"field": field, "value": shown(value)}))
