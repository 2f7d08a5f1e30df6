"""Legal choices, their consequences, and agreements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engines.engine import IllegalChoice, Reason, Seat, Turn
from engines.icehouse.choices import LAYS, TAKES, Choice, Lay, Take
from engines.icehouse.state import (
    COPIES,
    GROUPS,
    LAY,
    OVER,
    PLAY,
    POINTS,
    RESIGNATION,
    SPACES,
    Scored,
    State,
    active,
    ahead,
    laid,
    present,
    seats,
)

RESIGN = "resign"


def turn(state: State) -> Turn | None:
    """Return who chooses: the table during the setup, then a seat."""
    if state.phase == OVER:
        return None
    return Turn(None, "lay") if state.phase == LAY else Turn(state.turn)


def legal(state: State) -> Sequence[Choice]:
    """Return the pyramids ahead, nearest first, or the pyramids that can still be put on
    the path.
    """
    if state.phase == PLAY:
        return [TAKES[space] for space in ahead(state, state.turn)]
    if state.phase == LAY:
        return [LAYS[group] for group in GROUPS if state.path.count(group) < COPIES]
    return []


def apply(state: State, choice: Choice) -> State:
    """Return the state after a legal choice."""
    if isinstance(choice, Lay):
        return lay(state, choice.pyramid)
    assert isinstance(choice, Take)
    *_, after = stages(state, choice.space)
    return after


def lay(state: State, pyramid: str) -> State:
    """Put a pyramid on the next space (Icehouse 2.8); the last one starts the game."""
    space = laid(state)
    path = (*state.path[:space], pyramid, *state.path[space + 1 :])
    return replace(state, path=path, phase=PLAY if space == SPACES - 1 else LAY)


def stages(state: State, space: int) -> Iterator[State]:
    """Yield the states of a move in the order of the physical actions; the last one ends
    the move.
    """
    state = take(state, space)
    yield state
    yield from settle(state, pass_on=True)


def settle(state: State, *, pass_on: bool) -> Iterator[State]:
    """Yield what follows after a pawn has moved or a seat has left (Icehouse 2.4, steps 2 to 5)."""
    state = sweep(state)
    yield state
    state = score(state)
    yield state
    movers = active(state)
    if len(movers) > 1:
        yield replace(state, turn=following(state, movers)) if pass_on else state
        return
    for seat in movers:
        state = take_rest(state, seat)
        yield state
    yield replace(score(state), phase=OVER, ended=POINTS)


def take(state: State, space: int) -> State:
    """Give the pyramid to the player and move the pawn into the gap (Icehouse 2.4, step 1)."""
    seat = state.turn
    return replace(
        state,
        path=(*state.path[:space], "", *state.path[space + 1 :]),
        pawns=(*state.pawns[:seat], space, *state.pawns[seat + 1 :]),
        held=_give(state, seat, (state.path[space],)),
    )


def sweep(state: State) -> State:
    """Move what every pawn has passed to the eye (Icehouse 2.4, step 2), ignoring seats
    that left.
    """
    low = min(state.pawns[seat] for seat in present(state))
    passed = tuple(pyramid for pyramid in state.path[: max(low, 0)] if pyramid)
    if not passed:
        return state
    return replace(
        state,
        path=("",) * low + state.path[low:],
        eye=tuple(sorted(state.eye + passed)),
    )


def score(state: State) -> State:
    """Score every group that is no longer on the path (Icehouse 2.5)."""
    standing = set(state.path).union(group.group for group in state.scored)
    finished = [group for group in GROUPS if group not in standing]
    if not finished:
        return state
    new = [share(state, group) for group in finished]
    owned = {group.group for group in new if any(group.owned)}
    return replace(
        state,
        held=tuple(tuple(code for code in held if code not in owned) for held in state.held),
        eye=tuple(code for code in state.eye if code not in owned),
        scored=tuple(sorted((*state.scored, *new), key=_place)),
    )


def share(state: State, group: str) -> Scored:
    """Return the points for a group (Icehouse 2.5): 3 for most, 2 for second, 5 for a sole owner.

    Ties go to the pawn further forward.
    """
    owned = tuple(held.count(group) for held in state.held)
    owners = sorted(
        (seat for seat in seats(state) if owned[seat]),
        key=lambda seat: (-owned[seat], -state.pawns[seat]),
    )
    shares = dict(zip(owners, (3, 2) if len(owners) > 1 else (5,), strict=False))
    return Scored(group, owned, tuple(shares.get(seat, 0) for seat in seats(state)))


def take_rest(state: State, seat: int) -> State:
    """Give the last player all that is left (Icehouse 2.4, step 4); the pawn stays."""
    rest = tuple(pyramid for pyramid in state.path if pyramid)
    return replace(state, path=("",) * SPACES, held=_give(state, seat, rest))


def following(state: State, movers: tuple[int, ...]) -> int:
    """Return the next player clockwise who can move (Icehouse 2.4, step 5)."""
    count = len(state.pawns)
    return next(
        seat
        for seat in ((state.turn + further) % count for further in range(1, count + 1))
        if seat in movers
    )


def leave(state: State, seat: int) -> State:
    """Return the state after a seat left: the last one wins, otherwise the others play on.

    The pawn of the seat that left stays and still breaks ties, but it no longer keeps pyramids on
    the path, and its turns are skipped.
    """
    state = replace(state, left=tuple(sorted((*state.left, seat))))
    stay = present(state)
    if len(stay) == 1:
        return replace(state, phase=OVER, ended=RESIGNATION)
    pass_on = state.turn == seat
    if state.phase == LAY:
        return replace(state, turn=following(state, stay)) if pass_on else state
    *_, after = settle(state, pass_on=pass_on)
    return after


def agree(state: State, agreement: str, seat: int) -> State:
    """Return the state after a seat resigned or all agreed to end (I19); raise IllegalChoice."""
    if reason := _refuse_seat(state, agreement, seat):
        raise IllegalChoice(reason)
    if agreement == RESIGN:
        return leave(state, seat)
    return replace(state, phase=OVER, ended=agreement)


def _refuse_seat(state: State, agreement: str, seat: int) -> Reason | None:
    """Return why a seat cannot agree: it does not exist, or has left already."""
    if agreement == RESIGN and seat in state.left:
        return Reason("HAS_LEFT", {"seat": Seat(seat)})
    return refuse_player(state, seat)


def refuse_player(state: State, seat: int) -> Reason | None:
    """Return why a player does not exist, or None."""
    if 0 <= seat < len(state.pawns):
        return None
    return Reason("BAD_PLAYER", {"player": seat + 1, "seats": len(state.pawns)})


def _give(state: State, seat: int, pyramids: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    mine = tuple(sorted(state.held[seat] + pyramids))
    return (*state.held[:seat], mine, *state.held[seat + 1 :])


def _place(scored: Scored) -> int:
    return GROUPS.index(scored.group)
