"""Legal choices, their consequences, and agreements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engines.engine import IllegalChoice, Reason, Seat, Turn
from engines.stones.board import (
    CIRCLES,
    CODE,
    COLOURS,
    PER_COLOUR,
    PER_PATTERN,
    STACK_HEIGHT,
    STONE,
    UNKNOWN,
    Board,
)
from engines.stones.choices import (
    NOTHING,
    OBJECTIVES,
    PRINTED,
    ArtistPick,
    Choice,
    NothingToPick,
    Objective,
    Pick,
    Printed,
    Reveal,
    ScoreColour,
    ScoreTops,
    artist_picks,
    empty_bits,
    picks,
    score_choices,
)
from engines.stones.scoring import score_space
from engines.stones.state import Gain, State, colours_out, patterns_out
from engines.stones.turns import ask_next, ask_objectives, end_turn, finish


def turn(state: State) -> Turn | None:
    """Return who chooses: a seat, the table that answers a question, or None."""
    if state.phase == "over":
        return None
    asks = state.asks
    return Turn(state.turn) if asks is None else Turn(None, asks)


def legal(state: State) -> Sequence[Choice]:
    """Return the choices: picks, colours, tops, then "nothing to pick"."""
    match state.asks:
        case "mandala":
            return PRINTED
        case "reveal":
            assert state.board is not None
            return _reveals(state, state.board)
        case "objective":
            return OBJECTIVES
    if state.phase == "over":
        return ()
    own = state.own
    scores = score_choices(own)
    empty = empty_bits(own)
    if not empty or state.waived:
        return scores
    if state.board is not None:
        return artist_picks(state.board, empty) + scores
    left = tuple(min(STACK_HEIGHT, PER_COLOUR - taken) for taken in state.taken)
    return picks(empty, left) + scores + NOTHING


def dealer(state: State) -> Reveal | None:
    """Return the dealer's answer, if the deal of the asked stack is known in advance."""
    if state.asks != "reveal" or state.board is None:
        return None
    stack = state.board.uncovered[0]
    letter = state.board.stacks[stack - 1][state.board.heights[stack - 1] - 1]
    return None if letter == UNKNOWN else Reveal(stack, CODE[letter])


def _reveals(state: State, board: Board) -> tuple[Choice, ...]:
    dealt = dealer(state)
    if dealt is not None:
        return (dealt,)
    colours, patterns = colours_out(state, board), patterns_out(board)
    return tuple(
        Reveal(board.uncovered[0], code)
        for code in STONE
        if colours[code[0]] < PER_COLOUR and patterns[code[1]] < PER_PATTERN
    )


def apply(state: State, choice: Choice) -> State:
    """Return the state after a legal choice."""
    match choice:
        case Pick(colours, space):
            return end_turn(_build(state, colours, space))
        case ArtistPick():
            return _artist_pick(state, choice)
        case ScoreColour(colour):
            spaces = topped(state, colour)
            return _score(
                state, spaces, [score_space(state.own, space, state.round) for space in spaces]
            )
        case ScoreTops(spaces):
            count = len(spaces)
            return _score(state, spaces, [Gain("tops", state.round, count, count)])
        case NothingToPick():
            if any(state.own):
                return replace(state, waived=True)
            return ask_objectives(state, "immediate")
        case Printed(shows):
            return _lay(replace(state, mandala=(*state.mandala, shows)))
        case Reveal(stack, stone):
            assert state.board is not None
            state = replace(state, board=state.board.reveal(stack, STONE[stone]))
            return state if state.asks else end_turn(state)
        case Objective(points):
            return _objective(state, points)


def topped(state: State, colour: str) -> tuple[int, ...]:
    """Return the own spaces whose towers have this colour on top."""
    return tuple(
        at for at, tower in enumerate(state.own, 1) if tower and tower[-1].upper() == colour
    )


# --- PICK -----------------------------------------------------------------------------------


def _build(state: State, stones: str, space: int) -> State:
    own = state.own
    colours = stones.upper()
    return replace(
        state,
        towers=_with_own(state, (*own[: space - 1], stones, *own[space:])),
        taken=tuple(
            taken + colours.count(colour)
            for colour, taken in zip(COLOURS, state.taken, strict=True)
        ),
    )


def _artist_pick(state: State, choice: ArtistPick) -> State:
    assert state.board is not None
    tower, board = state.board.pick(
        CIRCLES.index(choice.source), CIRCLES.index(choice.target), choice.first
    )
    state = replace(_build(state, tower, choice.space), board=board)
    return state if board.uncovered else end_turn(state)


def _with_own(state: State, own: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return (*state.towers[: state.turn], own, *state.towers[state.turn + 1 :])


# --- SCORE ----------------------------------------------------------------------------------


def _score(state: State, spaces: tuple[int, ...], gains: Iterable[Gain]) -> State:
    """Add the points and remove the tops; then place the stones one by one."""
    own = tuple(tower[:-1] if at in spaces else tower for at, tower in enumerate(state.own, 1))
    state = replace(
        state,
        towers=_with_own(state, own),
        sheet=_earn(state, gains),
        waiting=len(spaces),
    )
    return _lay(state)


def _lay(state: State) -> State:
    """Put waiting stones on the mandala until a space is unknown or none is left (Stones 3)."""
    placed, waiting, aside, triggered = state.placed, state.waiting, state.aside, state.triggered
    gains = []
    while waiting and placed < len(state.mandala):
        shows = state.mandala[placed]
        if shows == "end":
            aside += waiting
            waiting = 0
            break
        placed += 1
        waiting -= 1
        if shows in ("1", "2"):
            gains.append(Gain("bonus", state.round, placed, int(shows)))
        elif shows == f"h{state.seats}":
            triggered = True
    state = replace(
        state,
        placed=placed,
        waiting=waiting,
        aside=aside,
        triggered=triggered,
        sheet=_earn(state, gains),
    )
    return state if waiting else end_turn(state)


def _earn(state: State, gains: Iterable[Gain]) -> tuple[tuple[Gain, ...], ...]:
    own = (*state.sheet[state.turn], *gains)
    return (*state.sheet[: state.turn], own, *state.sheet[state.turn + 1 :])


def _objective(state: State, points: int) -> State:
    gain = Gain("objective", state.round, 0, points)
    known = state.objectives
    state = replace(
        state,
        objectives=(*known[: state.turn], points, *known[state.turn + 1 :]),
        sheet=_earn(state, [gain]),
    )
    return ask_next(state)


# --- agreements -----------------------------------------------------------------------------


def agree(state: State, agreement: str, seat: int) -> State:
    """Return the state after `resign`, `draw` or `end`; raise IllegalChoice if the seat has
    left.
    """
    if agreement == "draw":
        return finish(state, "agreed_draw")
    if agreement == "end":
        return _agree_end(state)
    if seat in state.left:
        raise IllegalChoice(Reason("HAS_LEFT", {"seat": Seat(seat)}))
    state = replace(state, left=tuple(sorted((*state.left, seat))))
    if len(state.order) == 1:
        return finish(state, "resignation")
    if seat != state.turn:
        return state
    if state.phase == "objectives":
        return ask_next(state)
    # An open question is about stones on the table: the turn ends with its answer.
    return state if state.asks else end_turn(state)


def _agree_end(state: State) -> State:
    """Ask what the final score needs; a second `end` meanwhile ends at once."""
    if state.cause is not None:
        return finish(state, state.cause)
    if state.waiting:
        return replace(state, cause="agreed_end")
    board = state.board and replace(state.board, uncovered=())
    return ask_objectives(replace(state, board=board), "agreed_end")
