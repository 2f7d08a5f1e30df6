"""A whole table as JSON, and back; what cannot be read is named by its first defect.

The keys are those of the view, with what the view leaves out: `waiting` (stones in the hand),
`sheet` (every gain as [rule, round, number, points]), `objectives`, `left`, `cause`, and for
*board* tracking `board` with artists, stacks (four codes, bottom first, `??` unknown, taken stones
included), heights and the uncovered stacks. Towers are colours, with a board codes ("RoBx").
Seats, first player and tracking come from the start. If `vp` differs from what the sheet adds up
to, it was corrected by hand and the sheet says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engines.engine import BadStart, Json, Reason, Seat, Start, Term
from engines.json_reader import MOST, Reader, check_start
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

_KEYS = (
    "phase", "round", "turn", "triggered", "waived", "placed", "aside", "waiting", "mandala",
    "taken", "towers", "vp", "sheet", "objectives", "left", "cause",
)  # fmt: skip
PHASES = ("play", "objectives", "over")
CAUSES = ("hands", "immediate", "agreed_end", "agreed_draw", "resignation")

# --- writing --------------------------------------------------------------------------------


def write(state: State) -> dict[str, Json]:
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


def read(value: Json, start: Start) -> State:
    """Return the state that a position describes; raise BadPosition, BadStart."""
    check_start(start, PLAYERS)
    tracked = start.options.get("tracking") == "board"
    at = Reader(value).object((*_KEYS, "board") if tracked else _KEYS)
    phase = at["phase"].one_of(PHASES)
    round_number = at["round"].whole(1)
    waiting = at["waiting"].whole(0, SPACES if phase == "play" else 0)
    points = [_points(each) for each in at["vp"].items(start.seats)]
    sheet = [_gains(each) for each in at["sheet"].items(start.seats)]
    return State(
        seats=start.seats,
        first=start.first,
        turn=_turn(at["turn"], phase, start),
        towers=tuple(_towers(each, tracked) for each in at["towers"].items(start.seats)),
        sheet=tuple(
            _corrected(gains, vp, round_number) for gains, vp in zip(sheet, points, strict=True)
        ),
        objectives=tuple(
            None if each.value is None else each.whole()
            for each in at["objectives"].items(start.seats)
        ),
        mandala=_mandala(at["mandala"]),
        taken=tuple(each.whole() for each in _in_order(at["taken"])),
        phase=phase,
        round=round_number,
        triggered=at["triggered"].flag(),
        waived=at["waived"].flag(),
        placed=at["placed"].whole(),
        aside=at["aside"].whole(),
        waiting=waiting,
        left=_left(at["left"], start.seats),
        cause=_cause(at["cause"], phase, waiting),
        board=_board(at["board"], phase) if tracked else None,
    )


def _turn(at: Reader, phase: str, start: Start) -> int:
    if phase != "over":
        return at.whole(0, start.seats - 1)
    if at.value is not None:
        at.refuse("fitting")
    return start.first


def _in_order(taken: Reader) -> list[Reader]:
    at = taken.object(COLOURS)
    return [at[colour] for colour in COLOURS]


def _board(at: Reader, phase: str) -> Board:
    fields = at.object(("artists", "stacks", "heights", "uncovered"))
    try:
        artists = read_artists(fields["artists"].value)
    except BadStart as error:
        fields["artists"].refuse((error.reason.facts["defect"],))
    stacks = tuple(_stack(each) for each in fields["stacks"].items(STACKS))
    heights = tuple(each.whole(0, STACK_HEIGHT) for each in fields["heights"].items(STACKS))
    uncovered = fields["uncovered"].wholes(1, STACKS)
    if uncovered and (phase != "play" or not all(heights[stack - 1] for stack in uncovered)):
        fields["uncovered"].refuse("fitting")
    if phase == "play":
        # A top that nobody named must be asked for.
        tops = enumerate(zip(stacks, heights, strict=True), 1)
        unknown = {at for at, (stack, height) in tops if height and stack[height - 1] == UNKNOWN}
        uncovered = tuple(sorted(unknown.union(uncovered)))
    return Board(artists, stacks, heights, uncovered)


def _stack(at: Reader) -> str:
    letters = {**STONE, CODE[UNKNOWN]: UNKNOWN}
    return "".join(letters[each.one_of(tuple(letters))] for each in at.items(STACK_HEIGHT))


def _towers(at: Reader, tracked: bool) -> tuple[str, ...]:
    letters = STONE if tracked else dict(zip(COLOURS, COLOURS, strict=True))
    width = 2 if tracked else 1
    return tuple(
        "".join(letters[code] for code in each.letters(letters, STACK_HEIGHT, width))
        for each in at.items(SPACES)
    )


def _gains(at: Reader) -> tuple[Gain, ...]:
    gains = []
    for each in at.items():
        rule, number, detail, points = each.items(4)
        gains.append(
            Gain(rule.one_of(tuple(DETAILS)), number.whole(1), detail.whole(), _points(points))
        )
    return tuple(gains)


def _points(at: Reader) -> int:
    return at.whole(-MOST * 10, MOST * 10)


def _corrected(gains: tuple[Gain, ...], points: int, round_number: int) -> tuple[Gain, ...]:
    missing = points - sum(gain.points for gain in gains)
    return (*gains, Gain("corrected", round_number, 0, missing)) if missing else gains


def _left(at: Reader, seats: int) -> tuple[int, ...]:
    left = at.wholes(0, seats - 1)
    # Whoever is the last one left has won.
    if len(left) >= seats:
        at.refuse("fitting")
    return left


def _cause(at: Reader, phase: str, waiting: int) -> str | None:
    if phase != "play":
        return at.one_of(CAUSES)
    # Agreed on while stones are in the hand: play ends when they lie.
    if at.value is not None and not (at.value == "agreed_end" and waiting):
        at.refuse("fitting")
    return "agreed_end" if at.value else None


def _mandala(at: Reader) -> tuple[str, ...]:
    try:
        return read_mandala(at.value)
    except BadStart as error:
        at.refuse((error.reason.facts["defect"],))


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
