"""Changes to a table that was found different: each keeps five pyramids of every group.

A pyramid that is put somewhere comes from somewhere: what people mean by "there lies a red one"
is that it is not where the box thought. A group that was scored is opened again when one of its
pyramids turns up on the path, and a group that has left the path is scored, as in play.
"""

from __future__ import annotations

from dataclasses import replace

from engines.engine import Json, Start
from engines.icehouse import position
from engines.icehouse.rules import score, sweep
from engines.icehouse.state import COPIES, LAY, SPACES, START, Scored, State, seats


def read(value: Json) -> State:
    """Return the table that a position describes."""
    return position.read(value, Start({}, len(value["pawns"]), 0, 0))


def write(state: State) -> Json:
    """Return a table as a position, its finished groups scored."""
    return position.write(state if state.phase == LAY else score(state))


def put_pyramid(state: State, space: int, group: str) -> State:
    """Lay a pyramid on a space; what lay there goes where the other came from."""
    there = state.path[space]
    if there == group or state.phase == LAY:
        return _lay(state, space, group)
    state = _reopen(state, group)
    if group in state.eye:
        return _to_eye(_lay(_from_eye(state, group), space, group), there)
    others = [s for s in range(SPACES) if state.path[s] == group]
    if there and others:
        other = min(others, key=lambda each: abs(each - space))
        return _lay(_lay(state, space, group), other, there)
    owners = [seat for seat in seats(state) if group in state.held[seat]]
    if owners:
        given = _lay(_drop(state, owners[0], group), space, group)
        return _hand(given, owners[0], there)
    other = min(others, key=lambda each: abs(each - space))
    return _lay(_lay(state, space, group), other, "")


def move_to_eye(state: State, space: int) -> State:
    """Take the pyramid of a space to the eye."""
    return _to_eye(_lay(state, space, ""), state.path[space])


def move_to_seat(state: State, space: int, seat: int) -> State:
    """Take the pyramid of a space to a seat."""
    return _hand(_lay(state, space, ""), seat, state.path[space])


def put_held(state: State, seat: int, group: str, count: int) -> State:
    """Let a seat hold so many of a group; the difference goes to the eye or is found elsewhere."""
    state = _reopen(state, group)
    while state.held[seat].count(group) > count:
        state = _to_eye(_drop(state, seat, group), group)
    while state.held[seat].count(group) < count:
        state = _hand(_withdraw(state, seat, group), seat, group)
    return state


def put_pawn(state: State, seat: int, space: int) -> State:
    """Stand a pawn on a space; a pyramid there was taken, and what all have passed is swept."""
    if space != START and state.path[space]:
        state = move_to_seat(state, space, seat)
    pawns = (*state.pawns[:seat], space, *state.pawns[seat + 1 :])
    state = replace(state, pawns=pawns)
    return state if state.phase == LAY else sweep(state)


def put_share(state: State, group: str, first: int, second: int | None) -> State:
    """Give the points of a finished group to other seats."""
    owned, shares = [0] * len(state.pawns), [0] * len(state.pawns)
    if second is None:
        owned[first] = shares[first] = COPIES
    else:
        owned[first] = shares[first] = 3
        owned[second] = shares[second] = 2
    new = Scored(group, tuple(owned), tuple(shares))
    eye = tuple(code for code in state.eye if code != group)
    scored = tuple(new if each.group == group else each for each in state.scored)
    return replace(state, eye=eye, scored=scored)


def _lay(state: State, space: int, group: str) -> State:
    return replace(state, path=(*state.path[:space], group, *state.path[space + 1 :]))


def _hand(state: State, seat: int, group: str) -> State:
    mine = tuple(sorted((*state.held[seat], group))) if group else state.held[seat]
    return replace(state, held=(*state.held[:seat], mine, *state.held[seat + 1 :]))


def _drop(state: State, seat: int, group: str) -> State:
    mine = list(state.held[seat])
    mine.remove(group)
    return replace(state, held=(*state.held[:seat], tuple(mine), *state.held[seat + 1 :]))


def _to_eye(state: State, group: str) -> State:
    return replace(state, eye=tuple(sorted((*state.eye, group)))) if group else state


def _from_eye(state: State, group: str) -> State:
    eye = list(state.eye)
    eye.remove(group)
    return replace(state, eye=tuple(eye))


def _withdraw(state: State, seat: int, group: str) -> State:
    """Take one of a group from wherever else it is."""
    if group in state.eye:
        return _from_eye(state, group)
    for other in seats(state):
        if other != seat and group in state.held[other]:
            return _drop(state, other, group)
    return _lay(state, state.path.index(group), "")


def _reopen(state: State, group: str) -> State:
    """Stand the pyramids of a scored group where they stood before it was scored."""
    for scored in state.scored:
        if scored.group != group:
            continue
        rest = COPIES - sum(scored.owned)
        others = tuple(code for code in state.eye if code != group)
        state = replace(
            state,
            scored=tuple(each for each in state.scored if each is not scored),
            eye=tuple(sorted(others + (group,) * rest)),
        )
        for seat, count in enumerate(scored.owned):
            for _ in range(count):
                state = _hand(state, seat, group)
    return state
