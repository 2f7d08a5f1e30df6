"""Ranking, winner, and the origin of every point."""

from __future__ import annotations

from collections.abc import Iterator

from engines.engine import Fact, Message, Outcome, ScoreLine, Seat, Term
from engines.scorepad.course import Course, course, totals
from engines.scorepad.points import (
    AHEAD,
    BIDS,
    BONUS,
    PAID,
    bonus_points,
    line_sums,
    paid_entry,
    rounds_won,
    side_pieces,
)
from engines.scorepad.state import (
    DRAW,
    RESIGNATION,
    State,
    active,
    is_running,
    members,
    present,
    seated,
    side_count,
)
from engines.scorepad.template_values import ROUNDS_WON, Tie


def scores(state: State) -> tuple[int | None, ...]:
    """Return the points of each seat, which are those of its side; nothing is hidden."""
    held = totals(state)
    return tuple(held[side] for side in state.sides)


# --- rank -----------------------------------------------------------------------------------


def _counted(state: State, side: int, tie: Tie) -> int:
    if tie.of == ROUNDS_WON:
        return rounds_won(state, side)
    at = state.template.line(tie.of)
    assert at is not None
    return line_sums(state, side)[at]


def standing(state: State, held: tuple[int, ...], side: int) -> tuple[int, ...]:
    """Return the sort key of a side, best first: present, points, tie-breakers."""
    sign = -1 if state.template.best_is_high else 1
    ties = (
        -_counted(state, side, tie) if tie.most else _counted(state, side, tie)
        for tie in state.template.ties
    )
    return (int(side not in seated(state)), sign * held[side], *ties)


def ranks(state: State) -> tuple[int, ...]:
    """Return the rank of each side, from 1; equal sides share the better rank."""
    held = totals(state)
    keys = [standing(state, held, side) for side in range(side_count(state))]
    if state.template.levels or state.fallen:
        run = Course(state)
        keys = [_in_game(state, run, side, key) for side, key in enumerate(keys)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def _in_game(state: State, run: Course, side: int, key: tuple[int, ...]) -> tuple[int, ...]:
    """Return a sort key with who is out of the game, the longest in first, and smaller levels."""
    moment = -run.out.get(side, len(run.seen))
    if not state.template.score_of_levels:
        return (key[0], moment, *key[1:])
    won = (-wins[side] for wins in reversed(run.wins))
    return (key[0], moment, *won, -state.template.sign * run.points[side])


def leaders(state: State) -> tuple[int, ...]:
    """Return the sides that lead by points alone."""
    held = totals(state)
    here = active(state)
    if not here:
        return ()
    best = max if state.template.best_is_high else min
    top = best(held[side] for side in here)
    return tuple(side for side in here if held[side] == top)


# --- outcome --------------------------------------------------------------------------------


def outcome(state: State) -> Outcome | None:
    """Return how a finished game ended."""
    if not state.ended:
        return None
    held = totals(state)
    points = tuple(held[side] for side in state.sides)
    stay = present(state)
    if state.ended == DRAW:
        return Outcome(stay, points, Message("agreed_draw"))
    if state.ended == RESIGNATION and stay:
        return Outcome(stay, points, Message("resignation", {"winners": _seats(stay)}))
    best = [side for side, place in enumerate(ranks(state)) if place == 1]
    winners = tuple(
        sorted(seat for side in best for seat in members(state, side) if seat in stay or not stay)
    )
    return Outcome(winners, points, _why(state, held, best, winners))


def _why(state: State, held: tuple[int, ...], best: list[int], winners: tuple[int, ...]) -> Message:
    facts: dict[str, Fact] = {"winners": _seats(winners), "points": held[best[0]]}
    if not present(state):
        return Message("all_left", facts)
    if len(state.sides) == 1:
        return Message("solo", facts)
    if len(best) > 1:
        return Message("shared", facts)
    level = [side for side in active(state) if held[side] == held[best[0]]]
    if len(level) <= 1 or not state.template.ties:
        return Message("won", facts)
    tie = _deciding(state, best[0], level)
    return Message(
        "tie_most" if tie.most else "tie_fewest", {**facts, "line": tie_name(state, tie)}
    )


def _deciding(state: State, best: int, level: list[int]) -> Tie:
    """Return the tie-breaker that ranked one side before all others with equal points."""
    for tie in state.template.ties:
        mine = _counted(state, best, tie)
        level = [side for side in level if _counted(state, side, tie) == mine]
        if level == [best]:
            return tie
    raise AssertionError("no rule parts them")


def tie_name(state: State, tie: Tie) -> Fact:
    """Return the name of what a tie-breaker counts."""
    at = state.template.line(tie.of)
    return Term("tie", ROUNDS_WON) if at is None else state.template.lines[at].named


def _seats(seats: tuple[int, ...]) -> tuple[Fact, ...]:
    return tuple(Seat(seat) for seat in seats)


# --- sheet ----------------------------------------------------------------------------------


def score_sheet(state: State) -> tuple[tuple[ScoreLine, ...], ...]:
    """Return, for each seat, every contribution to the score of its side."""
    held = totals(state)
    if state.template.score_of_levels:
        won = [ScoreLine(points, Message("sheet.games")) for points in held]
        return tuple((won[side],) if held[side] else () for side in state.sides)
    sheets = [tuple(_contributions(state, side)) for side in range(side_count(state))]
    for side, points in enumerate(held):  # what no cell counts: a floor, or falling back
        if off := points - sum(line.points or 0 for line in sheets[side]):
            sheets[side] += (ScoreLine(off, Message("sheet.limit")),)
    return tuple(sheets[side] for side in state.sides)


def _contributions(state: State, side: int) -> Iterator[ScoreLine]:
    if state.base[side]:
        yield ScoreLine(state.base[side], Message("sheet.start"))
    yield from _running(state, side) if is_running(state) else _cells(state, side)
    yield from _bonuses(state, side)


def _bonuses(state: State, side: int) -> Iterator[ScoreLine]:
    sums = line_sums(state, side)
    for bonus in state.template.bonuses:
        if points := bonus_points(state, bonus, sums):
            names = tuple(
                state.template.lines[at].named
                for name in bonus.lines
                if (at := state.template.line(name)) is not None
            )
            yield ScoreLine(points, Message("sheet.bonus", {"lines": names}))


def _running(state: State, side: int) -> Iterator[ScoreLine]:
    names = [line.named for line in state.template.lines]
    for number, entry in enumerate(state.log, 1):
        message = Message("sheet.entry", {"number": number, "line": names[entry.line]})
        for each, points in paid_entry(state, entry):
            if each == side:
                yield ScoreLine(points, message)


_PIECES = {BONUS: "sheet.round_bonus", AHEAD: "sheet.ahead", PAID: "sheet.paid"}


def _cells(state: State, side: int) -> Iterator[ScoreLine]:
    bids = state.template.bids
    for number, row in enumerate(state.rounds, 1):
        cells = row.cells[side]
        for at, points in side_pieces(state, number, side):
            if at in _PIECES:
                yield ScoreLine(points, Message(_PIECES[at], {"round": number}))
            elif at == BIDS and bids is not None:
                bid, made = (
                    cells[state.template.line(name) or 0] for name in (bids.bid, bids.made)
                )
                facts: dict[str, Fact] = {"round": number, "bid": bid or 0, "made": made or 0}
                yield ScoreLine(points, Message("sheet.bid", facts))
            else:
                line = state.template.lines[at].named
                yield ScoreLine(points, Message("sheet.cell", {"round": number, "line": line}))


def course_by_seat(state: State) -> list[list[int]]:
    """Return the scores of each seat over time, for a chart."""
    return [[held[side] for side in state.sides] for held in course(state)]
