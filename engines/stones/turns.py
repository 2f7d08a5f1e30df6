"""How turns, rounds and the game begin and end."""

from __future__ import annotations

from dataclasses import replace

from engines.stones.state import State


def end_turn(state: State) -> State:
    """Pass the turn clockwise; after the trigger play ends with the round (Stones 5)."""
    if state.cause is not None:
        return ask_objectives(state, state.cause)
    turn, number = state.turn, state.round
    while True:
        turn = (turn + 1) % state.seats
        if turn == state.first:
            if state.triggered:
                return ask_objectives(state, "hands")
            number += 1
        if turn not in state.left:
            return begin_turn(replace(state, turn=turn, round=number, waived=False))


def begin_turn(state: State) -> State:
    """End the game at once if the player can neither pick nor score (known with a board only)."""
    if not any(state.own) and is_dead_end(state):
        return ask_objectives(state, "immediate")
    return state


def is_dead_end(state: State) -> bool:
    """Return whether the board shows that no artist can take a stone."""
    return state.board is not None and not state.board.can_pick()


def ask_objectives(state: State, cause: str) -> State:
    """End play and ask the first player still in the game for the points of an objective."""
    return replace(state, phase="objectives", turn=state.order[0], cause=cause, waived=False)


def ask_next(state: State) -> State:
    """Ask for the next unknown objective; after the last one the game is over."""
    for seat in state.order:
        if state.objectives[seat] is None:
            return replace(state, turn=seat)
    assert state.cause is not None
    return finish(state, state.cause)


def finish(state: State, cause: str) -> State:
    """End the game with what is known; stones in the hand are set aside."""
    board = state.board and replace(state.board, uncovered=())
    return replace(
        state,
        phase="over",
        turn=state.first,
        cause=cause,
        waived=False,
        aside=state.aside + state.waiting,
        waiting=0,
        board=board,
    )
