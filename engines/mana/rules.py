"""Legal choices and their consequences (rules page, sections 2 to 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from engines.engine import Turn
from engines.mana.board import DAIMIO, ENEMY, KINDS, OF_KIND, OWN, RONIN, ends
from engines.mana.choices import (
    DROPS,
    MOVES,
    OFF_BOARD,
    ORIENTS,
    PASS,
    Choice,
    Drop,
    Move,
    Orient,
    Pass,
    Place,
    drop_flights,
    flights,
    free_places,
    home,
    row_places,
)
from engines.mana.state import ORIENT, OVER, PLAY, SETUP, State


class Permitted(NamedTuple):
    """What the side on turn may do."""

    moves: dict[int, list[int]]
    """The pieces that may move, with the squares they reach."""
    drops: Sequence[int]
    """The squares on which a captured ronin may return."""
    obeys: bool
    """Whether the moves are those of pieces on the demanded kind, so that no other piece
    may move.
    """


def ground(state: State) -> str:
    """Return the board with the bird on it, if it blocks."""
    if state.rules.bird_blocks and state.mana is not None:
        return state.board[: state.mana] + "#" + state.board[state.mana + 1 :]
    return state.board


def is_bound(state: State) -> bool:
    """Return whether the side on turn has to obey a demanded kind."""
    return state.kind != 0 and not state.free


def own_squares(state: State) -> list[int]:
    """Return the squares of the side on turn's pieces."""
    own = OWN[state.side]
    return [square for square, letter in enumerate(state.board) if letter in own]


def obedient_squares(state: State) -> list[int]:
    """Return the squares of the side on turn's pieces on the demanded kind."""
    own = OWN[state.side]
    of_kind = OF_KIND[state.orientation][state.kind]
    return [square for square in of_kind if state.board[square] in own]


def permitted(state: State) -> Permitted:
    """Return what the side on turn may do (Mana 4 and 5); nothing: the turn is lost."""
    board = ground(state)
    if is_bound(state):
        obedient = obedient_squares(state)
        if moves := _moves(state, board, obedient):
            return Permitted(moves, (), obeys=True)
        if obedient and state.rules.blocked_passes:
            return Permitted({}, (), obeys=False)
    moves = _moves(state, board, own_squares(state))
    return Permitted(moves, _drops(state, board), obeys=False)


def _moves(state: State, board: str, squares: Sequence[int]) -> dict[int, list[int]]:
    kinds = KINDS[state.orientation]
    enemy = ENEMY[state.side]
    reached = {square: ends(board, square, kinds[square], enemy) for square in squares}
    return {square: found for square, found in reached.items() if found}


def _drops(state: State, board: str) -> Sequence[int]:
    """Return where a ronin may return if no piece has to move."""
    if not state.captured[state.side] or (state.kind == 0 and not state.free):
        return ()
    if state.free or state.rules.drops_anywhere:
        return [square for square, letter in enumerate(board) if letter == "."]
    of_kind = OF_KIND[state.orientation][state.kind]
    return [square for square in of_kind if board[square] == "."]


def perches(state: State, end: int) -> Sequence[int]:
    """Return the bird's possible squares after a piece came to `end` (Mana 4).

    The square a move has left is free too, but the board is made so that its kind is always
    different.
    """
    kind = KINDS[state.orientation][end]
    free = [
        square
        for square in OF_KIND[state.orientation][kind]
        if state.board[square] == "." and square != end
    ]
    if state.rules.bird_must_fly and free != [state.mana]:
        free = [square for square in free if square != state.mana]
    return free or (OFF_BOARD,)


def ends_game(state: State, choice: Move) -> bool:
    """Return whether a move captures the enemy's daimio."""
    return state.board[choice.end] == DAIMIO[1 - state.side]


def places(state: State) -> Sequence[Place]:
    """Return the setups of the side on turn."""
    if state.rules.free_setup:
        return free_places(state.side)
    return row_places(state.side, KINDS[state.orientation])


def legal(state: State) -> Sequence[Choice]:
    """Return the choices: moves by start and end, then drops, or only a pass."""
    if state.phase == OVER:
        return ()
    if state.phase == ORIENT:
        return ORIENTS
    if state.phase == SETUP:
        return places(state)
    moves, drops, _ = permitted(state)
    listed = _with_birds(state, moves, drops) if state.rules.asks_bird else _plain(moves, drops)
    return listed or (PASS,)


def _plain(moves: dict[int, list[int]], drops: Sequence[int]) -> list[Choice]:
    listed: list[Choice] = [MOVES[start][end] for start, found in moves.items() for end in found]
    listed += [DROPS[square] for square in drops]
    return listed


def _with_birds(state: State, moves: dict[int, list[int]], drops: Sequence[int]) -> list[Choice]:
    listed: list[Choice] = []
    lord = DAIMIO[1 - state.side]
    for start, found in moves.items():
        for end in found:
            if state.board[end] == lord:
                listed.append(MOVES[start][end])
            else:
                birds = flights(start, end)
                listed += [birds[square] for square in perches(state, end)]
    for square in drops:
        birds_of_drop = drop_flights(square)
        listed += [birds_of_drop[perch] for perch in perches(state, square)]
    return listed


def apply(state: State, choice: Choice) -> State:
    """Return the state after a legal choice."""
    match choice:
        case Move():
            return _after_move(state, choice)
        case Drop():
            captured = _changed(state.captured, state.side, -1)
            board = _put(state.board, choice.square, RONIN[state.side])
            return _landed(state, board, captured, choice.square, choice.bird)
        case Pass():
            return settle(replace(state, side=1 - state.side, free=True))
        case Place():
            return _after_place(state, choice)
        case Orient():
            return replace(state, phase=SETUP, orientation=choice.degrees)


def settle(state: State) -> State:
    """End the game if the side with the free turn cannot move either (Mana 4)."""
    moves, drops, _ = permitted(state)
    if state.free and not moves and not drops:
        return replace(state, phase=OVER, by="blocked")
    return state


def _put(board: str, square: int, letter: str) -> str:
    return board[:square] + letter + board[square + 1 :]


def _changed(captured: tuple[int, int], side: int, by: int) -> tuple[int, int]:
    black, white = captured
    return (black + by, white) if side == 0 else (black, white + by)


def _after_move(state: State, move: Move) -> State:
    taken = state.board[move.end]
    board = _put(_put(state.board, move.start, "."), move.end, state.board[move.start])
    captured = state.captured
    if taken == RONIN[1 - state.side]:
        captured = _changed(captured, 1 - state.side, 1)
    after = _landed(state, board, captured, move.end, move.bird)
    if taken != DAIMIO[1 - state.side]:
        return after
    won = replace(after, phase=OVER, winner=state.seat_of(state.side), by="daimio")
    # The bird is not placed any more; the Mana of 2005 is on the piece that moved, as always.
    return won if state.rules.is_2005 else replace(won, kind=0, mana=None)


def _landed(
    state: State, board: str, captured: tuple[int, int], square: int, bird: int | None
) -> State:
    """Return the opponent's turn after a piece came to a square."""
    if state.rules.is_2005:
        mana: int | None = square
    else:
        mana = None if bird == OFF_BOARD else bird
    return State(
        rules=state.rules,
        first=state.first,
        phase=PLAY,
        orientation=state.orientation,
        board=board,
        side=1 - state.side,
        kind=KINDS[state.orientation][square],
        mana=mana,
        captured=captured,
    )


def _after_place(state: State, place: Place) -> State:
    ronins = place.ronins or home(state.side, 1)
    letters = list(state.board)
    for square in ronins:
        letters[square] = RONIN[state.side]
    letters[place.daimio] = DAIMIO[state.side]
    phase = SETUP if state.side == 0 else PLAY
    return replace(state, phase=phase, board="".join(letters), side=1 - state.side)


# --- turns and agreements -------------------------------------------------------------------


def turn(state: State) -> Turn | None:
    """Return which seat chooses."""
    return None if state.phase == OVER else Turn(state.seat_of(state.side))


def agree(state: State, agreement: str, seat: int) -> State:
    """Return the state after a resignation or a draw; `end` is a draw too."""
    if agreement == "resign":
        return replace(state, phase=OVER, winner=1 - seat, by="resignation")
    return replace(state, phase=OVER, by="agreed")


def repetition(state: State) -> object | None:
    """Return what makes a position (Mana 6): board, side, kind, free turn and captured ronins."""
    if state.phase != PLAY:
        return None
    return (state.board, state.side, state.kind, state.free, state.captured)
