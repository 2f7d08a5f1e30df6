"""What the board points out: pieces, options, paths, the last move, a refusal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from engines.engine import BadNotation, ChoicePart, Fact, Reason, Term
from engines.mana import GAME
from engines.mana.board import DAIMIO, EMPTY, KINDS, OF_KIND, RONIN, SQUARES, routes, walks, way
from engines.mana.choices import Drop, Move, home
from engines.mana.rules import ground, obedient_squares
from engines.mana.state import PLAY, SETUP, State
from firmware_py.games.mana.entry import PASS
from firmware_py.games.mana.oled import SquareMarks
from firmware_py.match.scene import Scene

Squares = frozenset[int]


def squares_of(facts: Iterable[Fact]) -> Squares:
    """Return the squares among some facts."""
    return frozenset(SQUARES[fact] for fact in facts if isinstance(fact, str) and fact in SQUARES)


def square_of(part: ChoicePart | None) -> int | None:
    """Return the square of a part, or None."""
    value = None if part is None else part.value
    return SQUARES.get(value) if isinstance(value, str) else None


# --- the board ---


def kinds_of(scene: Scene[State]) -> tuple[int, ...]:
    """Return the kinds of the squares, turned as proposed while the orientation is asked."""
    for part in scene.shown:
        if part.name == "orientation" and isinstance(part.value, int):
            return KINDS[part.value]
    return KINDS[scene.state.orientation]


def board_of(scene: Scene[State]) -> str:
    """Return the pieces with a set-up so far, or after the move if the bird is asked."""
    state = scene.state
    if state.phase != SETUP:
        return _moved(scene) if scene.options and scene.options[0].name == "bird" else state.board
    letters = list(state.board)
    if scene.shown and not state.rules.free_setup:
        for square in home(state.side, 1):
            letters[square] = RONIN[state.side]
    for part in scene.shown:
        placed = square_of(part)
        if placed is not None:
            letters[placed] = (DAIMIO if part.name == "daimio" else RONIN)[state.side]
    return "".join(letters)


def _moved(scene: Scene[State]) -> str:
    """Return the pieces after the entered move, when the bird is asked."""
    letters = list(scene.state.board)
    begin, end = (square_of(part) for part in scene.picked[:2])
    letter = RONIN[scene.state.side]
    if begin is not None:
        letter, letters[begin] = letters[begin], "."
    if end is not None:
        letters[end] = letter
    return "".join(letters)


# --- what is chosen ---


@dataclass(frozen=True, slots=True)
class Focus:
    """The squares of an entry, a refusal and the last move."""

    cursor: Squares
    picked: Squares
    offered: Squares
    """The squares that the knob can pick."""
    way: tuple[int, ...]
    """The path of the move entered or refused, both ends included."""
    last: Move | Drop | None
    """The last choice, if it moved a piece."""
    last_way: tuple[int, ...]
    """The path of the last move, both ends included; empty while another one is entered."""


def focus_of(scene: Scene[State]) -> Focus:
    """Return the focus of a scene."""
    last = _played(scene.last)
    in_play = scene.state.phase == PLAY
    return Focus(
        cursor=squares_of([scene.highlighted.value] if scene.highlighted else []),
        picked=squares_of(part.value for part in scene.picked) if in_play else Squares(),
        offered=squares_of(part.value for part in scene.options),
        way=_way(scene),
        last=last,
        last_way=() if scene.picked else _last_way(scene, last),
    )


def reached_squares(scene: Scene[State]) -> Squares:
    """Return where the piece under the cursor can go."""
    if scene.highlighted is None or scene.highlighted.name != "piece":
        return Squares()
    choices = (GAME.read(text) for text in scene.reachable)
    return frozenset(ends_at(each) for each in choices if isinstance(each, Move | Drop))


def ends_at(choice: Move | Drop) -> int:
    """Return the square on which a choice puts a piece."""
    return choice.end if isinstance(choice, Move) else choice.square


def _played(text: str | None) -> Move | Drop | None:
    """Return the choice of a line of the record if it moved a piece."""
    try:
        choice = None if text is None else GAME.read(text)
    except BadNotation:
        return None
    return choice if isinstance(choice, Move | Drop) else None


# --- ways ---


def _way(scene: Scene[State]) -> tuple[int, ...]:
    """Return the path of the move entered or refused, if both ends are known."""
    parts = {part.name: part for part in (*scene.picked, *scene.shown)}
    begin, end = square_of(parts.get("piece")), square_of(parts.get("destination"))
    if begin is None or end is None or begin == end:
        return ()
    return _found(scene.state, begin, end)


def _last_way(scene: Scene[State], last: Move | Drop | None) -> tuple[int, ...]:
    if not isinstance(last, Move) or scene.before is None:
        return ()
    return _found(scene.before, last.start, last.end)


def _found(state: State, begin: int, end: int) -> tuple[int, ...]:
    """Return an open path, or else the one with the fewest pieces on it."""
    steps = KINDS[state.orientation][begin]
    board = ground(state)
    if open_way := way(board, begin, end, steps):
        return open_way
    ways = list(routes(begin, end, steps))
    return (begin, *min(ways, key=partial(_met, board)), end) if ways else ()


def _met(board: str, squares: tuple[int, ...]) -> int:
    return sum(board[square] != "." for square in squares)


# --- on the display ---


def marks_of(scene: Scene[State]) -> SquareMarks:
    """Return the marks for the board on the OLED."""
    state, focus = scene.state, focus_of(scene)
    bird = None if state.rules.is_2005 else state.mana
    crossed = frozenset(focus.way[1:-1])
    if not focus.way and not (scene.options or scene.picked):
        crossed = frozenset(focus.last_way[:-1])
    if scene.refused is not None:
        named = squares_of(part.value for part in scene.picked)
        lit, possible = against(state, scene.refused)
        return SquareMarks(lit, named, possible, crossed, bird=bird)
    last = set() if focus.last is None else {ends_at(focus.last)}
    if state.rules.is_2005 and state.mana is not None:
        last.add(state.mana)
    shown: Squares | None = None
    cursor = Squares()
    if scene.options and scene.options[0].name != "orientation":
        cursor, shown = focus.cursor, _opened(scene, focus.offered)
    return SquareMarks(cursor, focus.picked, shown, crossed, frozenset(last), bird)


def _opened(scene: Scene[State], offered: Squares) -> Squares | None:
    """Return the squares marked as open, or None if all are."""
    state = scene.state
    if scene.highlighted == PASS:
        offered = frozenset(obedient_squares(state))
    elif scene.options[0].name == "piece":
        offered = Squares()
    pieces = (square for square in range(36) if state.board[square] != ".")
    return None if state.phase == PLAY and offered.issuperset(pieces) else offered


# --- a refusal ---


def against(state: State, reason: Reason) -> tuple[Squares, Squares]:
    """Return the squares that prevent a move and those that are possible, for the OLED."""
    facts = reason.facts
    match reason.code:
        case "PATH_BLOCKED":
            return named_in(reason, "blockers"), named_in(reason, "end")
        case "WRONG_DISTANCE":
            begin = SQUARES[str(facts["start"])]
            steps = KINDS[state.orientation][begin]
            ends = frozenset(walk[-1] for walk in walks(EMPTY, begin, steps))
            return named_in(reason, "end"), ends
        case "WRONG_KIND" | "DROP_NOT_ALLOWED" | "MUST_PASS":
            movers = "movers" if "movers" in facts else "pieces"
            return named_in(reason, "square"), named_in(reason, movers)
        case "DROP_WRONG_KIND" | "BIRD_WRONG_KIND":
            return named_in(reason, "square"), _free_of(state, facts["demand"])
    return named_in(reason, "square"), Squares()


def named_in(reason: Reason, *names: str) -> Squares:
    """Return the squares that facts of a refusal name."""
    found: set[int] = set()
    for name in names:
        fact = reason.facts.get(name, ())
        found |= squares_of(fact if isinstance(fact, tuple) else (fact,))
    return frozenset(found)


def _free_of(state: State, demand: Fact) -> Squares:
    kind = demand.value if isinstance(demand, Term) else 0
    of_kind = OF_KIND[state.orientation][int(kind)]
    return frozenset(square for square in of_kind if state.board[square] == ".")
