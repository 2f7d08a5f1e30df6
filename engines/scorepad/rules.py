"""The effects of choices on the sheet, and of the end of rounds and games."""

from __future__ import annotations

from dataclasses import replace

from engines.engine import IllegalChoice, Reason, Seat, Turn
from engines.scorepad.choices import (
    Add,
    Answer,
    Choice,
    Correct,
    CorrectEntry,
    Countdown,
    Draw,
    Enter,
    GiveMarker,
    Join,
    Leave,
    Next,
    Skip,
)
from engines.scorepad.course import Course, totals
from engines.scorepad.dealer import take
from engines.scorepad.order import keep_marker, pass_marker, play_order, reorder
from engines.scorepad.points import entry_points, row_points
from engines.scorepad.state import (
    LAST_ROUND,
    ONE_LEFT,
    RESIGNATION,
    TARGET,
    Drawn,
    Entry,
    Round,
    Row,
    State,
    active,
    is_filled,
    is_running,
    members,
    now,
    on_turn,
    player_count,
    player_of,
    present,
    put,
    side_count,
    with_round,
)
from engines.scorepad.template_values import AT_ONCE, ENTRY, LAST, MEAN, NONE

POINTS = "points"
"""The question while a game is running: it accepts any entry, not only the listed ones."""


def turn(state: State) -> Turn | None:
    """Return whose turn it is; without turns the table is asked for points."""
    if state.ended:
        return None
    if state.asked is not None:
        return Turn(None, state.asked.kind)
    side = on_turn(state)
    return Turn(None if side is None else player_of(state, side), POINTS)


# --- choices --------------------------------------------------------------------------------


def apply(state: State, choice: Choice) -> State:
    """Return the state after a legal choice."""
    before = replace(state, is_fresh=False) if state.is_fresh else state
    return settle(put_out(state, _apply(before, choice)), games_won(state))


def _apply(state: State, choice: Choice) -> State:
    match choice:
        case Enter() | Correct() | Add() | CorrectEntry():
            return written(state, choice)
        case Skip(seat):
            return _sit_out(state, state.sides[seat])
        case Leave(seat):
            return leave(state, seat)
        case Join(seat):
            return _join(state, seat)
        case GiveMarker(seat):
            return reorder(replace(state, marker=seat))
        case Countdown(seconds):
            return replace(state, timer=seconds)
        case Draw(kind, sizes):
            return replace(state, asked=Drawn(kind, sizes))
        case Answer():
            return take(state, choice)
        case Next():
            side = on_turn(state)
            assert side is not None
            return _finish_turn(state, side)


def place_of(state: State, line: str) -> int:
    """Return the index of a line; an empty name means the only one."""
    return (state.template.line(line) or 0) if line else 0


def write_cell(state: State, seat: int, line: str, number: int | None, points: int | None) -> State:
    """Return the state with points in a cell, or with the cell emptied."""
    number = number or len(state.rounds)
    row, side = state.rounds[number - 1], state.sides[seat]
    cells = put(row.cells, side, _with_cell(state, row.cells[side], line, points))
    return with_round(state, number, replace(row, cells=cells))


def _with_cell(state: State, row: Row, line: str, points: int | None) -> Row:
    return put(row, place_of(state, line), points)


def written(state: State, choice: Enter | Correct | Add | CorrectEntry) -> State:
    """Return the sheet with a value entered, without consequences."""
    match choice:
        case Enter(seat, line, number, points) | Correct(seat, line, number, points):
            return write_cell(state, seat, line, number, points)
        case Add(seat, line, points):
            return _add(state, state.sides[seat], place_of(state, line), points)
        case CorrectEntry(number, points):
            entry = replace(state.log[number - 1], points=points)
            return replace(state, log=put(state.log, number - 1, entry))


def preview(state: State, choice: Enter | Correct | Add | CorrectEntry) -> tuple[int, int]:
    """Return the score of a side before and after a value is entered: 40 + 5 = 45."""
    side = (
        state.log[choice.number - 1].side
        if isinstance(choice, CorrectEntry)
        else state.sides[choice.seat]
    )
    if state.template.score_of_levels:  # the points of the game on hand: 401 - 60 = 341
        before = Course(state).points[side]
        if isinstance(choice, Correct | CorrectEntry):
            return before, Course(written(state, choice)).points[side]
        line = place_of(state, choice.line)
        return before, before + entry_points(state, line, choice.points)
    before = totals(state)[side]
    is_simple = state.template.is_plain and not state.template.bonuses
    if not is_simple or not isinstance(choice, Enter | Correct):
        return before, totals(written(state, choice))[side]
    number = choice.round or len(state.rounds)  # only this row counts differently
    row = state.rounds[number - 1].cells[side]
    entered = _with_cell(state, row, choice.line, choice.points)
    by = row_points(state, number, entered) - row_points(state, number, row)
    return before, before + by


def _add(state: State, side: int, line: int, points: int) -> State:
    entry = Entry(side, line, len(state.rounds), points)
    is_turn = state.template.turns == ENTRY and on_turn(state) == side
    state = replace(state, log=(*state.log, entry))
    return _finish_turn(state, side) if is_turn else state


def _finish_turn(state: State, side: int) -> State:
    return replace(state, done=tuple(sorted({*state.done, side})))


def _sit_out(state: State, side: int) -> State:
    """Let a side sit out the current round."""
    if is_running(state):
        return _finish_turn(state, side)
    row = now(state)
    out = tuple(sorted({*row.out, side}))
    return with_round(state, len(state.rounds), replace(row, out=out))


def leave(state: State, seat: int) -> State:
    """Return the state after a player left; the side is out of the round if nobody of it stays."""
    state = keep_marker(replace(state, away=tuple(sorted((*state.away, seat)))))
    side = state.sides[seat]
    return state if side in active(state) or is_running(state) else _sit_out(state, side)


def _join(state: State, seat: int) -> State:
    """Return the state after a player joined.

    A side that was never at the table begins with the template's score; others keep theirs.
    """
    side = state.sides[seat]
    is_new = set(members(state, side)) <= set(state.awaited) and not has_played(state, side)
    base = put(state.base, side, _joining(state)) if is_new else state.base
    state = replace(
        state,
        away=tuple(each for each in state.away if each != seat),
        awaited=tuple(each for each in state.awaited if each != seat),
        base=base,
    )
    row = now(state)
    out = tuple(each for each in row.out if each != side or side in state.fallen)
    return with_round(keep_marker(state), len(state.rounds), replace(row, out=out))


def has_entered(state: State, side: int) -> bool:
    """Return whether a side has points in the current round."""
    if is_running(state):
        return any(each.side == side and each.round == len(state.rounds) for each in state.log)
    return any(points is not None for points in now(state).cells[side])


def has_played(state: State, side: int) -> bool:
    """Return whether a side has anything on the sheet."""
    if is_running(state):
        return any(entry.side == side for entry in state.log)
    return any(cell is not None for row in state.rounds for cell in row.cells[side])


def _joining(state: State) -> int:
    """Return the score of a player who joins late: as at the start, as the last, or the mean."""
    template, held = state.template, totals(state)
    if template.levels:
        return template.start
    others = [held[side] for side in active(state)]
    if template.join == LAST and others:
        return min(others) if template.best_is_high else max(others)
    if template.join == MEAN and others:
        return sum(others) // len(others)
    return template.start


def games_won(state: State) -> int:
    """Return how many games of the first level were won."""
    return Course(state).games if state.template.levels else 0


# --- consequences ---------------------------------------------------------------------------


def put_out(before: State, state: State) -> State:
    """Return the state with those out of the game whom the sheet puts out, and with nobody else."""
    if not state.template.outs:
        return state
    fallen = tuple(sorted(Course(state).out))
    if fallen == before.fallen:
        return state
    state = replace(state, fallen=fallen)
    if is_running(state):
        return keep_marker(state)
    row = now(state)
    new = {side for side in fallen if row.cells[side].count(None) == len(row.cells[side])}
    back = set(before.fallen) - set(fallen)
    out = tuple(sorted((set(row.out) | new) - back))
    return keep_marker(with_round(state, len(state.rounds), replace(row, out=out)))


def settle(state: State, games: int = 0) -> State:
    """End the game or close the round, if it is time; `games` were won before this choice."""
    if state.ended or state.asked is not None:
        return state
    if state.fallen and len(active(state)) < min(2, side_count(state)):
        return replace(state, ended=ONE_LEFT)
    if state.template.levels:
        run = Course(state)
        if run.is_won:
            return replace(state, ended=TARGET)
        if state.template.score_of_levels and run.games > games:
            return _open_game(state)
    if state.template.end.when == AT_ONCE and is_target_reached(state):
        return replace(state, ended=TARGET)
    return _close(state) if is_complete(state) else state


def _open_game(state: State) -> State:
    """Begin the next game of the first level, in a new round: nobody is waited for in this one."""
    if not is_running(state):
        row = now(state)
        blank = {side for side, cells in enumerate(row.cells) if not is_filled(state, cells)}
        out = tuple(sorted(blank.union(row.out)))
        state = with_round(state, len(state.rounds), replace(row, out=out))
    if len(state.rounds) >= state.template.last_round(player_count(state)):
        return replace(state, ended=LAST_ROUND)
    return open_round(pass_marker(state))


def is_complete(state: State) -> bool:
    """Return whether a round has all its cells, or all sides had their turn."""
    if is_running(state):
        has_turns = state.template.turns != NONE
        return has_turns and set(active(state)) <= set(state.done)
    row = now(state)
    return all(
        is_filled(state, row.cells[side])
        for side in range(side_count(state))
        if side not in row.out
    )


def _close(state: State) -> State:
    if is_target_reached(state):
        return replace(state, ended=TARGET)
    if len(state.rounds) >= state.template.last_round(player_count(state)):
        return replace(state, ended=LAST_ROUND)
    return open_round(state if state.template.score_of_levels else pass_marker(state))


def open_round(state: State) -> State:
    """Return the state with a new round, in its order, without those who are away."""
    count = side_count(state)
    here = active(state)
    blank = (None,) * len(state.template.lines)
    row = Round(
        order=play_order(state),
        cells=() if is_running(state) else (blank,) * count,
        out=() if is_running(state) else tuple(s for s in range(count) if s not in here),
    )
    return replace(state, rounds=(*state.rounds, row), done=())


def is_target_reached(state: State) -> bool:
    """Return whether somebody at the table has the points that end the game, with the lead
    needed.
    """
    end = state.template.end
    if state.template.levels:
        return Course(state).is_won
    if end.target is None:
        return False
    held = totals(state)
    sign = state.template.sign
    mine = [held[side] for side in active(state)]
    if not any(sign * points >= sign * end.target for points in mine):
        return False
    if end.lead == 0 or len(mine) < 2:
        return True
    best, second = sorted(mine, reverse=state.template.best_is_high)[:2]
    return abs(best - second) >= end.lead


# --- agreements -----------------------------------------------------------------------------


def agree(state: State, agreement: str, seat: int) -> State:
    """Return the state after a seat resigned or all agreed to end; raise IllegalChoice."""
    if agreement != "resign":
        return replace(state, ended=agreement, asked=None)
    if not 0 <= seat < len(state.sides) or seat in state.away:
        raise IllegalChoice(Reason("NOT_AT_TABLE", {"seat": Seat(seat)}))
    state = leave(state, seat)
    if len(active(state)) < min(2, side_count(state)) or not present(state):
        return replace(state, ended=RESIGNATION, asked=None)
    return settle(state, games_won(state))
