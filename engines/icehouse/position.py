"""A whole table as JSON, back again, and what is wrong with one that was typed in."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import NoReturn, TypeVar

from engines.contract import BadPosition, Fact, Json, Reason, Seat, Start, Term
from engines.icehouse.state import (
    CAUSES,
    COPIES,
    GROUPS,
    LAY,
    LAYS,
    OVER,
    PLAY,
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

T = TypeVar("T")

_KEYS = ("phase", "turn", "path", "pawns", "held", "eye", "scored", "owned")
_SOMETIMES = ("left", "ended")


def write(state: State) -> Json:
    """Return a table as JSON: the keys of the view, and what each seat owned of scored groups."""
    value: dict[str, Json] = {
        "phase": state.phase,
        "turn": state.turn,
        "path": list(state.path),
        "pawns": list(state.pawns),
        "held": [list(held) for held in state.held],
        "eye": list(state.eye),
        "scored": {group.group: list(group.points) for group in state.scored},
        "owned": {group.group: list(group.owned) for group in state.scored},
    }
    if state.left:
        value["left"] = list(state.left)
    if state.ended:
        value["ended"] = state.ended
    return value


# --- reading --------------------------------------------------------------------------------


def read(value: Json, start: Start) -> State:
    """Return the table that JSON describes; raise BadPosition at the first thing unreadable."""
    if not isinstance(value, dict):
        _refuse("position", value)
    for key in value:
        if key not in _KEYS + _SOMETIMES:
            _refuse("keys", key)
    for key in _KEYS:
        if key not in value:
            _refuse("keys", value)
    count = start.seats
    if not 2 <= count <= 5:
        _refuse("seats", count)
    groups = _groups(value, count)
    phase, ended = value["phase"], value.get("ended", "")
    if phase not in (LAY, PLAY, OVER):
        _refuse("phase", phase)
    if ended not in (CAUSES if phase == OVER else ("",)):
        _refuse("ended", ended)
    return State(
        phase=phase,
        turn=_number("turn", value["turn"], 0, count - 1),
        path=_list("path", value["path"], SPACES, _path_code),
        pawns=_list("pawns", value["pawns"], count, _pawn),
        held=_list("held", value["held"], count, _codes),
        eye=_codes("eye", value["eye"]),
        scored=groups,
        left=_left(value.get("left", []), count),
        ended=ended,
    )


def _refuse(key: str, value: Json) -> NoReturn:
    shown = json.dumps(value, default=str)[:40]
    facts: dict[str, Fact] = {"key": key, "expected": Term("expected", key), "value": shown}
    raise BadPosition(Reason("BAD_POSITION", facts))


def _number(key: str, value: Json, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        _refuse(key, value)
    return value


def _list(key: str, value: Json, size: int, read_one: Callable[[str, Json], T]) -> tuple[T, ...]:
    if not isinstance(value, list) or len(value) != size:
        _refuse(key, value)
    return tuple(read_one(key, each) for each in value)


def _pawn(key: str, value: Json) -> int:
    return _number(key, value, START, SPACES - 1)


def _path_code(key: str, value: Json) -> str:
    return "" if value == "" else _code(key, value)


def _code(key: str, value: Json) -> str:
    if not isinstance(value, str) or value not in LAYS:
        _refuse(key, value)
    return value


def _codes(key: str, value: Json) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > SPACES:
        _refuse(key, value)
    return tuple(sorted(_code(key, each) for each in value))


def _share(key: str, value: Json) -> int:
    return _number(key, value, 0, COPIES)


def _groups(value: dict[str, Json], count: int) -> tuple[Scored, ...]:
    scored, owned = value["scored"], value["owned"]
    for key, each in (("scored", scored), ("owned", owned)):
        if not isinstance(each, dict) or not set(each) <= set(GROUPS):
            _refuse(key, each)
    if scored.keys() != owned.keys():
        _refuse("owned", owned)
    return tuple(
        Scored(
            group,
            owned=_list("owned", owned[group], count, _share),
            points=_list("scored", scored[group], count, _share),
        )
        for group in GROUPS
        if group in scored
    )


def _left(value: Json, count: int) -> tuple[int, ...]:
    if not isinstance(value, list):
        _refuse("left", value)
    left = tuple(_number("left", seat, 0, count - 1) for seat in value)
    if len(set(left)) != len(left):
        _refuse("left", value)
    return tuple(sorted(left))


# --- checking -------------------------------------------------------------------------------


def check(state: State) -> tuple[Reason, ...]:
    """Icehouse 2.3: return every broken invariant."""
    if state.phase == LAY or _is_unplayed(state):
        return tuple(_check_laying(state))
    return (
        *(reason for group in GROUPS for reason in _check_group(state, group)),
        *_check_pawns(state),
        *_check_seats(state),
        *_check_end(state),
    )


def _is_unplayed(state: State) -> bool:
    """Say whether a game was called off before its path was complete."""
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
    """Say whether the points fit what was owned: a tie can have gone either way."""
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
    # A resignation ends the game at once: what its pawn kept on the path stays there.
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
