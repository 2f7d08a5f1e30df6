"""What the board shows at one moment of an entry: pieces, proposals, and what to point out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from engines.engine import BadNotation, ChoicePart, Fact, Reason, Term
from engines.mana import GAME
from engines.mana.board import DAIMIO, EMPTY, KINDS, OF_KIND, RONIN, SQUARES, routes, walks, way
from engines.mana.choices import Choice, Drop, Move, home
from engines.mana.rules import ground, obedient_squares
from engines.mana.state import PLAY, SETUP, State
from firmware_py.games.mana.drawing import SquareMarks
from firmware_py.games.mana.entry import PASS
from firmware_py.match.scene import Scene

Squares = frozenset[int]


def squares_of(facts: Iterable[Fact]) -> Squares:
    """Return those of some values that are squares."""
    return frozenset(SQUARES[fact] for fact in facts if isinstance(fact, str) and fact in SQUARES)


def square_of(part: ChoicePart | None) -> int | None:
    """Return the square that a part names."""
    value = None if part is None else part.value
    return SQUARES.get(value) if isinstance(value, str) else None


def kinds_of(scene: Scene[State]) -> tuple[int, ...]:
    """Return the kinds of the squares, of the board as it would be turned while that is asked."""
    for part in (*scene.picked, scene.highlighted):
        if part is not None and part.name == "orientation" and isinstance(part.value, int):
            return KINDS[part.value]
    return KINDS[scene.state.orientation]


def board_of(scene: Scene[State]) -> str:
    """Return the pieces, with what is entered or proposed of a set-up, or moved before the bird."""
    state = scene.state
    if state.phase != SETUP:
        return _moved(scene) if scene.options and scene.options[0].name == "bird" else state.board
    letters = list(state.board)
    shown = (*scene.picked, *((scene.highlighted,) if scene.highlighted else ()))
    if shown and not state.rules.free_setup:
        for square in home(state.side, 1):
            letters[square] = RONIN[state.side]
    for part in shown:
        placed = square_of(part)
        if placed is not None:
            letters[placed] = (DAIMIO if part.name == "daimio" else RONIN)[state.side]
    return "".join(letters)


def _moved(scene: Scene[State]) -> str:
    """Return the pieces after the move that is entered: then hands take the bird."""
    letters = list(scene.state.board)
    begin, end = (square_of(part) for part in scene.picked[:2])
    letter = RONIN[scene.state.side]
    if begin is not None:
        letter, letters[begin] = letters[begin], "."
    if end is not None:
        letters[end] = letter
    return "".join(letters)


def marks_of(scene: Scene[State]) -> SquareMarks:
    """Return what to point out on the board."""
    return replace(_pointed_out(scene), way=_way(scene))


def _pointed_out(scene: Scene[State]) -> SquareMarks:
    """Return everything but the way of a move."""
    state = scene.state
    bird = None if state.rules.is_2005 else state.mana
    if scene.refused is not None:
        return _against(state, scene.refused, scene.picked, bird)
    last = _last_squares(scene)
    picked = squares_of(part.value for part in scene.picked) if state.phase == PLAY else Squares()
    if not scene.options or scene.options[0].name == "orientation":
        return SquareMarks(picked=picked, last=last, bird=bird)
    cursor = squares_of([scene.highlighted.value] if scene.highlighted else [])
    offered = squares_of(part.value for part in scene.options)
    if scene.highlighted == PASS:
        offered = frozenset(obedient_squares(state))
    elif scene.options[0].name == "piece":
        offered = Squares()
    shown = None if _is_anything(state, offered) else offered
    return SquareMarks(cursor, picked, shown, last=last, bird=bird)


def _is_anything(state: State, offered: Squares) -> bool:
    """Tell whether every piece or every square is on offer, so that none needs a mark."""
    pieces = (square for square in range(36) if state.board[square] != ".")
    return state.phase == PLAY and offered.issuperset(pieces)


def _reached(scene: Scene[State]) -> Squares:
    """Return where the highlighted piece can go."""
    return frozenset(
        square
        for square in (landing(GAME.read(text)) for text in scene.reachable)
        if square is not None
    )


def landing(choice: Choice) -> int | None:
    """Return the square on which a choice puts a piece."""
    match choice:
        case Move(end=end):
            return end
        case Drop(square):
            return square
    return None


def _last_squares(scene: Scene[State]) -> Squares:
    """Return where the last move ended; the Mana sits there."""
    state = scene.state
    mana = {state.mana} if state.rules.is_2005 and state.mana is not None else set()
    if scene.last is None:
        return frozenset(mana)
    match _played(scene.last):
        case Move(end=end):
            return frozenset({end} | mana)
        case Drop(square):
            return frozenset({square} | mana)
    return frozenset(mana)


# --- the way of a move ---


def _way(scene: Scene[State]) -> Squares:
    """Return the squares that a move crosses: the one proposed, refused, or played last."""
    state = scene.state
    begin, end = _ends(scene)
    if begin is not None and end is not None:
        return _crossed(state, begin, end)
    if scene.options or scene.picked or scene.last is None or scene.before is None:
        return Squares()
    match _played(scene.last):
        case Move(begin, end):
            return _crossed(scene.before, begin, end) | {begin}
    return Squares()


def _ends(scene: Scene[State]) -> tuple[int | None, int | None]:
    """Return where the move begins and ends that is entered, as far as that is known."""
    parts = {
        part.name: part for part in (*scene.picked, scene.highlighted, *scene.complete) if part
    }
    return square_of(parts.get("piece")), square_of(parts.get("destination"))


def _crossed(state: State, begin: int, end: int) -> Squares:
    """Return the squares between, of a way that is open, or else of one with little in it."""
    steps = KINDS[state.orientation][begin]
    board = ground(state)
    if found := way(board, begin, end, steps):
        return frozenset(found[1:-1])
    ways = list(routes(begin, end, steps))
    return frozenset(min(ways, key=partial(_met, board)) if ways else ())


def _met(board: str, squares: tuple[int, ...]) -> int:
    return sum(board[square] != "." for square in squares)


def _played(text: str) -> Choice | None:
    """Return the choice of a record's line; None: an agreement, or a table that was mended."""
    try:
        return GAME.read(text)
    except BadNotation:
        return None


# --- a refusal on the board ---


def _against(
    state: State, reason: Reason, picked: Iterable[ChoicePart], bird: int | None
) -> SquareMarks:
    """Frame what stands against a move, and enlarge what would be possible."""
    facts = reason.facts
    named = squares_of(part.value for part in picked)
    lit = squares_of([facts.get("square", "")])
    match reason.code:
        case "PATH_BLOCKED":
            end = squares_of([facts["end"]])
            return SquareMarks(_named(facts.get("blockers")), named, end, bird=bird)
        case "WRONG_DISTANCE":
            begin = SQUARES[str(facts["start"])]
            steps = KINDS[state.orientation][begin]
            ends = frozenset(walk[-1] for walk in walks(EMPTY, begin, steps))
            return SquareMarks(squares_of([facts["end"]]), named, ends, bird=bird)
        case "WRONG_KIND" | "DROP_NOT_ALLOWED" | "MUST_PASS":
            movers = _named(facts.get("movers", facts.get("pieces")))
            return SquareMarks(lit, named, movers, bird=bird)
        case "DROP_WRONG_KIND" | "BIRD_WRONG_KIND":
            return SquareMarks(lit, named, _free_of(state, facts["demand"]), bird=bird)
    return SquareMarks(lit, named, Squares(), bird=bird)


def _named(fact: Fact | None) -> Squares:
    return squares_of(fact) if isinstance(fact, tuple) else Squares()


def _free_of(state: State, demand: Fact) -> Squares:
    kind = demand.value if isinstance(demand, Term) else 0
    of_kind = OF_KIND[state.orientation][int(kind)]
    return frozenset(square for square in of_kind if state.board[square] == ".")
