"""The sheet as JSON for programs; nothing is hidden."""

from __future__ import annotations

from engines.engine import Json
from engines.scorepad.course import Course, totals
from engines.scorepad.points import line_sums, round_points
from engines.scorepad.rules import turn
from engines.scorepad.scoring import course_by_seat, outcome, ranks
from engines.scorepad.state import (
    Drawn,
    Round,
    State,
    is_running,
    missing,
    now,
    player_count,
    player_of,
    side_count,
)
from engines.scorepad.template_values import Template


def view(state: State, _: int | None = None) -> dict[str, Json]:
    """Return the whole table. Sides count from 0; `sides` has the side of each seat."""
    placed = ranks(state)
    on_turn = turn(state)
    shown: dict[str, Json] = {
        "title": dict(state.template.title),
        "sheet": state.template.sheet,
        "lines": [_line(state.template, at) for at in range(len(state.template.lines))],
        "round": len(state.rounds),
        "last_round": state.template.last_round(player_count(state)),
        "target": state.template.goal if state.template.levels else state.template.end.target,
        "turn": None if on_turn is None else on_turn.seat,
        "order": [player_of(state, side) for side in now(state).order],
        "marker": {"kind": state.template.order.marker, "seat": state.marker},
        "sides": list(state.sides),
        "away": list(state.away),
        "awaited": list(state.awaited),
        "scores": [totals(state)[side] for side in state.sides],
        "ranks": [placed[side] for side in state.sides],
        "course": course_by_seat(state),
        "sums": [line_sums(state, side) for side in range(side_count(state))],
        "out": list(state.fallen),
        "drawn": _drawn(state.drawn),
        "timer": state.timer or None,
    }
    if state.template.levels:
        run = Course(state)
        shown["game"] = {"points": run.points, "target": run.target()}
        shown["levels"] = [
            {"name": dict(level.name), "target": level.target, "wins": wins}
            for level, wins in zip(state.template.levels, run.wins, strict=True)
        ]
    if is_running(state):
        shown["entries"] = [
            {"side": each.side, "line": state.template.lines[each.line].id,
             "round": each.round, "points": each.points}
            for each in state.log
        ]  # fmt: skip
        shown["done"] = list(state.done)
    else:
        shown["rounds"] = [_round(state, at, row) for at, row in enumerate(state.rounds, 1)]
    if (ended := outcome(state)) is not None:
        shown |= {"winners": list(ended.winners), "winner": ended.winner, "by": ended.why.code}
        shown["ended"] = state.ended
    return shown


def _line(template: Template, at: int) -> Json:
    line = template.lines[at]
    return {"id": line.id, "name": dict(line.name)}


def _round(state: State, number: int, row: Round) -> Json:
    return {
        "cells": [list(cells) for cells in row.cells],
        "points": round_points(state, number),
        "missing": [[side, state.template.lines[at].id] for side, at in missing(state, number)],
        "out": list(row.out),
    }


def _drawn(drawn: Drawn | None) -> Json:
    return None if drawn is None else {"kind": drawn.kind, "values": list(drawn.values)}
