"""A whole sheet as JSON, back again, and what is wrong with one that was typed in.

The template is no part of it: it belongs to the start of the match. All numbers are as in views:
seats, sides and lines from 0, rounds from 1.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.engine import Json, Reason, Seat, Start
from engines.json_reader import Reader
from engines.scorepad import rules
from engines.scorepad.choices import (
    COIN,
    DICE,
    DICE_LIMIT,
    DRAWS,
    FIRST,
    SECONDS_LIMIT,
    SIDES_LIMIT,
)
from engines.scorepad.points import limits
from engines.scorepad.setup import template_of
from engines.scorepad.state import (
    CAUSES,
    RESIGNATION,
    TARGET,
    Drawn,
    Entry,
    Round,
    State,
    active,
    is_running,
    members,
    present,
)
from engines.scorepad.template_values import (
    AT_ONCE,
    ENTRY_LIMIT,
    ONCE,
    ROUND_LIMIT,
    RUNNING,
    VALUE_LIMIT,
    Template,
)

_KEYS = ("sides", "base", "marker", "rounds")
_SOMETIMES = ("log", "away", "awaited", "done", "asked", "draws", "drawn", "timer", "ended")
_BASE_LIMIT = 10**12


def write(state: State) -> Json:
    """Return a sheet as JSON; what is empty is left out."""
    value: dict[str, Json] = {
        "sides": list(state.sides),
        "base": list(state.base),
        "marker": state.marker,
        "rounds": [_write_round(row) for row in state.rounds],
    }
    if state.log:
        value["log"] = [[e.side, e.line, e.round, e.points] for e in state.log]
    for key in ("away", "awaited", "done"):
        if held := getattr(state, key):
            value[key] = list(held)
    for key in ("draws", "timer", "ended"):
        if held := getattr(state, key):
            value[key] = held
    for key, drawn in (("asked", state.asked), ("drawn", state.drawn)):
        if drawn is not None:
            value[key] = {"kind": drawn.kind, "values": list(drawn.values)}
    return value


def _write_round(row: Round) -> Json:
    value: dict[str, Json] = {"order": list(row.order)}
    if row.cells:
        value["cells"] = [list(cells) for cells in row.cells]
    if row.out:
        value["out"] = list(row.out)
    return value


# --- reading --------------------------------------------------------------------------------


def read(value: Json, start: Start) -> State:
    """Return the sheet that JSON describes; raise BadPosition, or BadStart for the template."""
    template = template_of(start)
    at = Reader(value).object(_KEYS, _SOMETIMES)
    sides = tuple(each.whole(0, start.seats - 1) for each in at["sides"].items(start.seats))
    count = max(sides) + 1
    if set(sides) != set(range(count)):
        at["sides"].refuse("all_teams")
    rounds = tuple(_round(each, template, count) for each in _at_most(at["rounds"], ROUND_LIMIT, 1))
    away = at["away"].wholes(0, start.seats - 1) if "away" in at else ()
    awaited = at["awaited"].wholes(0, start.seats - 1) if "awaited" in at else ()
    if not set(awaited) <= set(away):
        at["awaited"].refuse("fitting")
    ended = at["ended"].one_of(CAUSES) if "ended" in at else ""
    asked = _drawn(at["asked"], start.seats, asked=True) if "asked" in at else None
    if ended and asked is not None:
        at["asked"].refuse("fitting")
    return State(
        template=template,
        seed=start.seed,
        sides=sides,
        base=tuple(each.whole(-_BASE_LIMIT, _BASE_LIMIT) for each in at["base"].items(count)),
        marker=at["marker"].whole(0, start.seats - 1),
        rounds=rounds,
        log=_log(at.get("log"), template, count, len(rounds)),
        away=away,
        awaited=awaited,
        done=_done(at.get("done"), template, count),
        asked=asked,
        draws=at["draws"].whole() if "draws" in at else 0,
        drawn=_drawn(at["drawn"], start.seats) if "drawn" in at else None,
        timer=at["timer"].whole(0, SECONDS_LIMIT) if "timer" in at else 0,
        ended=ended,
    )


def _at_most(at: Reader, most: int, least: int = 0) -> list[Reader]:
    items = at.items()
    if not least <= len(items) <= most:
        at.refuse("fitting")
    return items


def _round(top: Reader, template: Template, count: int) -> Round:
    is_sheet = template.sheet != RUNNING
    at = top.object(("order", "cells") if is_sheet else ("order",), ("out",) if is_sheet else ())
    order = tuple(each.whole(0, count - 1) for each in at["order"].items(count))
    if len(set(order)) != count:
        at["order"].refuse("fitting")
    cells: tuple[tuple[int | None, ...], ...] = ()
    if is_sheet:
        rows = at["cells"].items(count)
        cells = tuple(
            tuple(_points(cell) for cell in row.items(len(template.lines))) for row in rows
        )
    return Round(order, cells, at["out"].wholes(0, count - 1) if "out" in at else ())


def _points(at: Reader) -> int | None:
    return None if at.value is None else at.whole(-VALUE_LIMIT, VALUE_LIMIT)


def _log(at: Reader | None, template: Template, count: int, rounds: int) -> tuple[Entry, ...]:
    if at is None:
        return ()
    if template.sheet != RUNNING:
        at.refuse("fitting")
    entries = []
    for row in _at_most(at, ENTRY_LIMIT):
        side, line, number, points = row.items(4)
        entries.append(
            Entry(
                side.whole(0, count - 1),
                line.whole(0, len(template.lines) - 1),
                number.whole(1, rounds),
                _points(points),
            )
        )
    return tuple(entries)


def _done(at: Reader | None, template: Template, count: int) -> tuple[int, ...]:
    if at is None:
        return ()
    if template.sheet != RUNNING:
        at.refuse("fitting")
    return at.wholes(0, count - 1)


def _drawn(top: Reader, seats: int, *, asked: bool = False) -> Drawn:
    at = top.object(("kind", "values"))
    kind = at["kind"].one_of(DRAWS)
    values = tuple(each.whole(0, SIDES_LIMIT) for each in _at_most(at["values"], DICE_LIMIT))
    if not (_is_question if asked else _is_answer)(kind, values, seats):
        at["values"].refuse("fitting")
    return Drawn(kind, values)


def _is_question(kind: str, sizes: tuple[int, ...], seats: int) -> bool:
    if kind in (COIN, FIRST):
        return not sizes
    if kind == DICE:
        return len(sizes) == 2 and 1 <= sizes[0] <= DICE_LIMIT and sizes[1] >= 2
    return len(sizes) == 1 and 2 <= sizes[0] < seats


def _is_answer(kind: str, values: tuple[int, ...], seats: int) -> bool:
    if kind == DICE:
        return bool(values) and min(values) >= 1
    if kind == COIN:
        return values in ((0,), (1,))
    if kind == FIRST:
        return len(values) == 1 and 1 <= values[0] <= seats
    return len(values) == seats and all(1 <= value <= seats for value in values)


# --- checking -------------------------------------------------------------------------------


def check(state: State) -> tuple[Reason, ...]:
    """Return every broken invariant of a sheet that was typed in."""
    return (*_check_people(state), *_check_values(state), *_check_going_on(state))


def _check_people(state: State) -> Iterator[Reason]:
    if not present(state) and state.ended != RESIGNATION:
        yield Reason("CHECK_NOBODY")
    elif present(state) and state.marker in state.away:
        yield Reason("CHECK_MARKER", {"seat": Seat(state.marker)})
    for number, row in enumerate(state.rounds, 1):
        if not is_running(state) and number == len(state.rounds):
            away = [side for side in range(len(state.base)) if side not in active(state)]
            strange = [side for side in away if side not in row.out]
            if strange:
                seat = Seat(members(state, strange[0])[0])
                yield Reason("CHECK_OUT", {"seat": seat, "round": number})


def _check_values(state: State) -> Iterator[Reason]:
    lines = state.template.lines
    for number, row in enumerate(state.rounds, 1):
        for side, cells in enumerate(row.cells):
            for line, value in zip(lines, cells, strict=True):
                low, high = limits(state, line, number)
                if value is not None and not _fits(value, line.values, low, high):
                    yield Reason(
                        "CHECK_VALUE",
                        {"seat": Seat(members(state, side)[0]), "line": line.named, "value": value},
                    )
    for entry in state.log:
        line = lines[entry.line]
        if entry.points is not None and not _fits(entry.points, line.values, line.low, line.high):
            seat = Seat(members(state, entry.side)[0])
            yield Reason("CHECK_VALUE", {"seat": seat, "line": line.named, "value": entry.points})
    if state.template.sheet == ONCE:
        yield from _check_once(state)


def _fits(value: int, values: tuple[int, ...], low: int, high: int) -> bool:
    return value in values if values else low <= value <= high


def _check_once(state: State) -> Iterator[Reason]:
    """On a sheet with lines that are filled once, nobody fills two in a round, or one twice."""
    for side in range(len(state.base)):
        rows = [row.cells[side] for row in state.rounds]
        for at, line in enumerate(state.template.lines):
            if sum(row[at] is not None for row in rows) > 1:
                seat = Seat(members(state, side)[0])
                yield Reason("LINE_USED", {"seat": seat, "line": line.named})
        for number, row in enumerate(rows, 1):
            if sum(cell is not None for cell in row) > 1:
                seat = Seat(members(state, side)[0])
                yield Reason("ROUND_TAKEN", {"seat": seat, "round": number})


def _check_going_on(state: State) -> Iterator[Reason]:
    """A game goes on only while nothing has ended it, and a round while something is missing."""
    if state.ended or not present(state):
        if state.ended == TARGET and not rules.is_target_reached(state):
            yield Reason("CHECK_TARGET", {"target": state.template.end.target or 0})
        return
    if state.asked is not None:
        return
    if rules.is_complete(state):
        yield Reason("CHECK_COMPLETE", {"round": len(state.rounds)})
    end = state.template.end
    if end.when == AT_ONCE and end.target is not None and rules.is_target_reached(state):
        yield Reason("CHECK_OVER", {"target": end.target})
