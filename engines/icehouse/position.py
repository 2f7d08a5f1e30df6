"""Reads and writes a table as JSON, and checks one that was typed in."""

from __future__ import annotations

from collections.abc import Iterator

from engines import shape
from engines.engine import Fact, Json, Reason, Seat, Start, Term
from engines.icehouse.state import (
    CAUSES,
    COPIES,
    GROUPS,
    LAY,
    OVER,
    PLAY,
    PLAYERS,
    POINTS,
    RESIGNATION,
    SPACES,
    START,
    Scored,
    State,
    active,
    laid,
    present,
    seats,
)
from engines.json_reader import JsonReader, check_start

_OPTIONAL = ("left", "ended")
_CODES = shape.Shape(lambda at: tuple(sorted(each.one_of(GROUPS) for each in at.items())))


def _shapes(count: int) -> shape.Shapes:
    return {
        "phase": shape.one_of((LAY, PLAY, OVER)),
        "turn": shape.whole(0, count - 1),
        "path": shape.listed(shape.one_of(("", *GROUPS)), SPACES),
        "pawns": shape.listed(shape.whole(START, SPACES - 1), count),
        "held": shape.listed(_CODES, count),
        "eye": _CODES,
    }


def _last_shapes(count: int, phase: str) -> shape.Shapes:
    return {
        "left": shape.rising(0, count - 1),
        "ended": shape.one_of(CAUSES if phase == OVER else ("",)),
    }


def write(state: State) -> Json:
    """Return a table as JSON: the keys of the view, and the shares of scored groups."""
    count = len(state.pawns)
    return {
        **shape.write_fields(state, _shapes(count)),
        "scored": {group.group: list(group.points) for group in state.scored},
        "owned": {group.group: list(group.owned) for group in state.scored},
        **shape.write_fields(state, _last_shapes(count, state.phase), _OPTIONAL),
    }


def read(value: Json, start: Start) -> State:
    """Return the table that JSON describes; raise BadPosition."""
    check_start(start, PLAYERS)
    shapes = _shapes(start.seats)
    at = JsonReader(value).object((*shapes, "scored", "owned"), _OPTIONAL)
    fields = shape.read_fields(at, shapes)
    if fields["phase"] == OVER:
        at.setdefault("ended", JsonReader("", "ended"))
    scored = _groups(at["scored"], at["owned"], start.seats)
    last = shape.read_fields(at, _last_shapes(start.seats, fields["phase"]))
    return State(**fields, scored=scored, **last)


def _groups(scored: JsonReader, owned: JsonReader, count: int) -> tuple[Scored, ...]:
    points, held = scored.object((), GROUPS), owned.object((), GROUPS)
    if points.keys() != held.keys():
        owned.refuse("fitting")
    shares = shape.listed(shape.whole(0, COPIES), count)
    return tuple(
        Scored(group, owned=shares.read(held[group]), points=shares.read(points[group]))
        for group in GROUPS
        if group in points
    )


# --- checking -------------------------------------------------------------------------------


def check(state: State) -> tuple[Reason, ...]:
    """Return every broken invariant (Icehouse 2.3)."""
    if state.phase == LAY or _is_unplayed(state):
        return tuple(_check_laying(state))
    return (
        *(reason for group in GROUPS for reason in _check_group(state, group)),
        *_check_pawns(state),
        *_check_seats(state),
        *_check_end(state),
    )


def _is_unplayed(state: State) -> bool:
    """Return whether a game was stopped before its path was complete."""
    return (
        state.phase == OVER
        and state.ended != POINTS
        and set(state.pawns) == {START}
        and laid(state) < SPACES
    )


def _check_laying(state: State) -> Iterator[Reason]:
    count = laid(state)
    if state.phase == LAY and count == SPACES:
        yield Reason("CHECK_LAID", {"count": count})
    if not all(state.path[:count]):
        yield Reason("CHECK_GAP", {"space": state.path.index("") + 1})
    for group in GROUPS:
        if (copies := state.path.count(group)) > COPIES:
            yield Reason("CHECK_COPIES", {"pyramid": Term("pyramid", group), "count": copies})
    if any(state.held) or state.eye or state.scored or set(state.pawns) != {START}:
        yield Reason("CHECK_LAYING", {"count": count})
    yield from _check_left(state)
    if state.phase == LAY and state.turn in state.left:
        yield Reason("CHECK_TURN", {"seat": Seat(state.turn)})


def _check_group(state: State, group: str) -> Iterator[Reason]:
    pyramid = Term("pyramid", group)
    on_path, in_eye = state.path.count(group), state.eye.count(group)
    held = sum(mine.count(group) for mine in state.held)
    scored = next((each for each in state.scored if each.group == group), None)
    shared = 0 if scored is None else sum(scored.points)
    if (count := on_path + in_eye + held + shared) != COPIES:
        yield Reason("CHECK_COPIES", {"pyramid": pyramid, "count": count})
    elif scored is None:
        if not on_path:
            yield Reason("CHECK_UNSCORED", {"pyramid": pyramid})
    elif on_path or held or not _is_fair(scored):
        yield Reason("CHECK_SCORED", {"pyramid": pyramid})


def _is_fair(scored: Scored) -> bool:
    """Return whether the points fit the shares; a tie can go either way."""
    owners = sorted((count for count in scored.owned if count), reverse=True)
    ranked = sorted(zip(scored.points, scored.owned, strict=True), reverse=True)
    shares = [points for points, _ in ranked if points]
    return (
        sum(owners) <= COPIES
        and shares == ([5] if len(owners) == 1 else [3, 2][: len(owners)])
        and [count for _, count in ranked][: len(shares)] == owners[: len(shares)]
    )


def _check_pawns(state: State) -> Iterator[Reason]:
    for seat in seats(state):
        space = state.pawns[seat]
        if space == START:
            if state.held[seat]:
                yield Reason("CHECK_AT_START", {"seat": Seat(seat)})
            continue
        if state.path[space]:
            yield Reason("CHECK_PAWN", {"seat": Seat(seat), "space": space + 1})
        if other := [Seat(each) for each in range(seat) if state.pawns[each] == space]:
            facts: dict[str, Fact] = {"seat": Seat(seat), "other": other[0], "space": space + 1}
            yield Reason("CHECK_TOGETHER", facts)


def _check_left(state: State) -> Iterator[Reason]:
    stay = len(present(state))
    if (stay == 1) != (state.ended == RESIGNATION) or not stay:
        yield Reason("CHECK_LEFT", {"count": stay})


def _check_seats(state: State) -> Iterator[Reason]:
    yield from _check_left(state)
    if not (stay := present(state)):
        return
    # A resignation ends the game at once, so what its pawn kept on the path stays there.
    low = min(state.pawns[seat] for seat in stay)
    passed = next((space for space in range(max(low, 0)) if state.path[space]), None)
    if passed is not None and state.ended != RESIGNATION:
        yield Reason("CHECK_SWEEP", {"space": passed + 1})


def _check_end(state: State) -> Iterator[Reason]:
    movers = active(state)
    if state.phase == PLAY:
        if len(movers) < 2:
            yield Reason("CHECK_MOVERS", {"count": len(movers)})
        elif state.turn not in movers:
            yield Reason("CHECK_TURN", {"seat": Seat(state.turn)})
    elif state.ended == POINTS and (rest := laid(state)):
        yield Reason("CHECK_REST", {"count": rest})
