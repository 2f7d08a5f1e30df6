"""Reads and writes a whole sheet as JSON, and checks one that was typed in.

The template is not part of it: it belongs to the start of the match. All numbers are as in views:
seats, sides and lines from 0, rounds from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from engines import shape
from engines.engine import Json, Reason, Seat, Start
from engines.json_reader import JsonReader
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
from engines.scorepad.course import Course
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
    is_running,
    members,
    present,
    seated,
    side_count,
)
from engines.scorepad.template_values import (
    AT_ONCE,
    ENTRY_LIMIT,
    ONCE,
    ROUND_LIMIT,
    RUNNING,
    VALUE_LIMIT,
    Line,
    Template,
)

T = TypeVar("T")

_OPTIONAL = ("log", "away", "awaited", "done", "asked", "draws", "drawn", "timer", "ended")
_FIRST = (
    "sides", "rounds", "away", "awaited", "ended", "asked", "base", "marker", "log", "done",
    "draws", "drawn",
)  # fmt: skip
"""Fields that are read first, so that their errors are reported first."""
_BASE_LIMIT = 10**12
_POINTS = shape.nullable(shape.whole(-VALUE_LIMIT, VALUE_LIMIT))


def _shapes(template: Template, seats: int, count: int, rounds: int) -> shape.Shapes:
    """Return the shapes for a number of sides and rounds."""
    return {
        "sides": shape.listed(shape.whole(0, seats - 1), seats),
        "base": shape.listed(shape.whole(-_BASE_LIMIT, _BASE_LIMIT), count),
        "marker": shape.whole(0, seats - 1),
        "rounds": _at_most(_round(template, count), ROUND_LIMIT, 1),
        "log": _if_running(template, _at_most(_entry(template, count, rounds), ENTRY_LIMIT)),
        "away": shape.rising(0, seats - 1),
        "awaited": shape.rising(0, seats - 1),
        "done": _if_running(template, shape.rising(0, count - 1)),
        "draws": shape.whole(),
        "timer": shape.whole(0, SECONDS_LIMIT),
        "ended": shape.one_of(CAUSES),
        "asked": _drawn(seats, _is_question),
        "drawn": _drawn(seats, _is_answer),
    }


def write(state: State) -> Json:
    """Return a sheet as JSON; empty fields are left out."""
    seats, count, rounds = len(state.sides), side_count(state), len(state.rounds)
    return shape.write_fields(state, _shapes(state.template, seats, count, rounds), _OPTIONAL)


# --- reading --------------------------------------------------------------------------------


def read(value: Json, start: Start) -> State:
    """Return the sheet that JSON describes; raise BadPosition, or BadStart for the template."""
    template = template_of(start)
    at = JsonReader(value).object(("sides", "base", "marker", "rounds"), _OPTIONAL)
    sides = shape.listed(shape.whole(0, start.seats - 1), start.seats).read(at["sides"])
    count = max(sides) + 1
    if set(sides) != set(range(count)):
        at["sides"].refuse("all_teams")
    rounds = len(at["rounds"].items())
    fields = shape.read_fields(at, _shapes(template, start.seats, count, rounds), _FIRST)
    state = State(template=template, seed=start.seed, **fields)
    if template.outs:
        state = replace(state, fallen=tuple(sorted(Course(state).out)))
    if not set(state.awaited) <= set(state.away):
        at["awaited"].refuse("fitting")
    if state.ended and state.asked is not None:
        at["asked"].refuse("fitting")
    return state


def _at_most(inner: shape.Shape[T], most: int, least: int = 0) -> shape.Shape[tuple[T, ...]]:
    many = shape.listed(inner)

    def read_some(at: JsonReader) -> tuple[T, ...]:
        if not least <= len(at.items()) <= most:
            at.refuse("fitting")
        return many.read(at)

    return shape.Shape(read_some, many.write)


def _if_running(template: Template, inner: shape.Shape[T]) -> shape.Shape[T]:
    """Return the shape of a field that only a running score has."""

    def read_running(at: JsonReader) -> T:
        if template.sheet != RUNNING:
            at.refuse("fitting")
        return inner.read(at)

    return shape.Shape(read_running, inner.write)


def _round(template: Template, count: int) -> shape.Shape[Round]:
    def read_order(at: JsonReader) -> tuple[int, ...]:
        order = tuple(each.whole(0, count - 1) for each in at.items(count))
        if len(set(order)) != count:
            at.refuse("fitting")
        return order

    order: shape.Shapes = {"order": shape.Shape(read_order)}
    if template.sheet == RUNNING:
        return shape.in_object(Round, order)
    cells = shape.listed(shape.listed(_POINTS, len(template.lines)), count)
    return shape.in_object(
        Round, {**order, "cells": cells, "out": shape.rising(0, count - 1)}, ("out",)
    )


def _entry(template: Template, count: int, rounds: int) -> shape.Shape[Entry]:
    return shape.in_row(
        Entry,
        {
            "side": shape.whole(0, count - 1),
            "line": shape.whole(0, len(template.lines) - 1),
            "round": shape.whole(1, rounds),
            "points": _POINTS,
        },
    )


def _drawn(seats: int, fits: Callable[[str, tuple[int, ...], int], bool]) -> shape.Shape[Drawn]:
    shapes: shape.Shapes = {
        "kind": shape.one_of(DRAWS),
        "values": _at_most(shape.whole(0, SIDES_LIMIT), DICE_LIMIT),
    }

    def read_drawn(at: JsonReader) -> Drawn:
        inside = at.object(shapes)
        drawn = Drawn(**shape.read_fields(inside, shapes))
        if not fits(drawn.kind, drawn.values, seats):
            inside["values"].refuse("fitting")
        return drawn

    return shape.Shape(read_drawn, lambda drawn: shape.write_fields(drawn, shapes))


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
            away = [side for side in range(len(state.base)) if side not in seated(state)]
            strange = [side for side in away if side not in row.out]
            if strange:
                seat = Seat(members(state, strange[0])[0])
                yield Reason("CHECK_OUT", {"seat": seat, "round": number})


def _check_values(state: State) -> Iterator[Reason]:
    lines = state.template.lines
    for number, row in enumerate(state.rounds, 1):
        for side, cells in enumerate(row.cells):
            for line, value in zip(lines, cells, strict=True):
                low, high = limits(state, line, number, side)
                if value is not None and not _fits(value, line, low, high):
                    yield Reason(
                        "CHECK_VALUE",
                        {"seat": Seat(members(state, side)[0]), "line": line.named, "value": value},
                    )
    for entry in state.log:
        line = lines[entry.line]
        if entry.points is not None and not _fits(entry.points, line, line.low, line.high):
            seat = Seat(members(state, entry.side)[0])
            yield Reason("CHECK_VALUE", {"seat": seat, "line": line.named, "value": entry.points})
    if state.template.sheet == ONCE:
        yield from _check_once(state)


def _fits(value: int, line: Line, low: int, high: int) -> bool:
    if value in line.gaps:
        return False
    return value in line.values if line.values else low <= value <= high


def _check_once(state: State) -> Iterator[Reason]:
    """Check that a line that is filled once is not filled twice, nor two in one round."""
    for side in range(len(state.base)):
        rows = [row.cells[side] for row in state.rounds]
        for at in state.template.needed:
            line = state.template.lines[at]
            if sum(row[at] is not None for row in rows) > 1:
                seat = Seat(members(state, side)[0])
                yield Reason("LINE_USED", {"seat": seat, "line": line.named})
        for number, row in enumerate(rows, 1):
            if sum(row[at] is not None for at in state.template.needed) > 1:
                seat = Seat(members(state, side)[0])
                yield Reason("ROUND_TAKEN", {"seat": seat, "round": number})


def _check_going_on(state: State) -> Iterator[Reason]:
    """Check that a running game has not met its end, and that its round lacks something."""
    if state.ended or not present(state):
        if state.ended == TARGET and not rules.is_target_reached(state):
            yield Reason("CHECK_TARGET", {"target": state.template.goal})
        return
    if state.asked is not None:
        return
    if rules.is_complete(state):
        yield Reason("CHECK_COMPLETE", {"round": len(state.rounds)})
    end = state.template.end
    if end.when == AT_ONCE and rules.is_target_reached(state):
        yield Reason("CHECK_OVER", {"target": state.template.goal})
