"""The useful choices in a state, which the knob offers before any number is dialled.

A pad accepts very many entries: any points, for anybody, in any round. `explain` accepts them all;
listed are the quick values of the waiting cells, and one instance of each other choice.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.scorepad.choices import (
    COIN,
    DICE,
    FIRST,
    TEAMS,
    Add,
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
from engines.scorepad.dealer import dealer
from engines.scorepad.points import limits, tricks_left
from engines.scorepad.refusals import refuse
from engines.scorepad.state import (
    State,
    active,
    free_lines,
    is_running,
    missing,
    now,
    on_turn,
    optional_gaps,
    player_of,
)
from engines.scorepad.template_values import ONCE, Line

QUICK = (0, 1, 2, 5, 10)
NARROW = 16
"""A line with fewer numbers than this has all of them as quick values, unless it names some."""
OTHERS = 3
"""The number of values listed for sides that are not next."""


def legal(state: State) -> tuple[Choice, ...]:
    """Return the choices: points for the next side, for the others, then everything else."""
    if state.ended:
        return ()
    if (answer := dealer(state)) is not None:
        return (answer,)
    found = dict.fromkeys((*_entries(state), *_corrections(state), *_rest(state)))
    return tuple(choice for choice in found if refuse(state, choice) is None)


def quick_values(state: State, side: int, line: Line) -> tuple[int, ...]:
    """Return the likely values of a line for a side, the likeliest first."""
    number = len(state.rounds)
    low, high = limits(state, line, number, side)
    values = line.quick or line.values
    is_narrow = high - low < (100 if state.template.bids is not None else NARROW)
    if not values and is_narrow:
        values = tuple(range(low, high + 1))
    sure: list[int] = []
    bids, end = state.template.bids, state.template.end
    if bids is not None and line.id == bids.made:
        left = tricks_left(state, number)
        sure += [] if left is None else [left]
    if end.exact and abs(line.times) == 1:
        if state.template.levels:
            run = Course(state)
            left = run.target() - run.points[side]
        else:
            left = (end.target or 0) - totals(state)[side]
        sure.append(left * state.template.sign * line.times)
    return tuple(dict.fromkeys((*(values or QUICK), *sure)))


def _entries(state: State) -> Iterator[Choice]:
    """Yield the quick values, all of them for the next side."""
    first = True
    for side, line in _waiting(state):
        values = quick_values(state, side, state.template.lines[line])
        for points in values if first else values[:OTHERS]:
            yield _entry(state, side, line, points)
        if first and state.template.sheet == ONCE:
            for other in free_lines(state, side):
                for points in quick_values(state, side, state.template.lines[other])[:OTHERS]:
                    yield _entry(state, side, other, points)
        first = False
    if not is_running(state):
        for side, line in optional_gaps(state, len(state.rounds)):
            for points in quick_values(state, side, state.template.lines[line])[:OTHERS]:
                yield _entry(state, side, line, points)
    if is_running(state) and state.template.turns != "none":
        yield Next()


def _waiting(state: State) -> list[tuple[int, int]]:
    """Return the next cell of each side, or every line of a running score, the next side first."""
    if not is_running(state):
        cells: dict[int, int] = {}
        for side, line in missing(state, len(state.rounds)):
            cells.setdefault(side, line)
        return list(cells.items())
    turn = on_turn(state)
    here = active(state)
    sides = sorted((side for side in now(state).order if side in here), key=lambda s: s != turn)
    lines = len(state.template.lines)
    return [(s, line) for s in sides for line in range(lines if s == sides[0] else min(lines, 3))]


def _entry(state: State, side: int, line: int, points: int) -> Choice:
    name = state.template.lines[line].id if len(state.template.lines) > 1 else ""
    if is_running(state):
        return Add(player_of(state, side), name, points)
    return Enter(player_of(state, side), name, None, points)


def _corrections(state: State) -> Iterator[Choice]:
    """Yield corrections of the newest cell of each side: some values, and empty."""
    if is_running(state):
        if state.log:
            line = state.template.lines[state.log[-1].line]
            values = line.quick or line.values or QUICK
            yield from (CorrectEntry(len(state.log), points) for points in (*values[:OTHERS], None))
        return
    lines = state.template.lines
    newest = {side: _newest(state, side) for side in range(len(state.base))}
    latest = max(newest.values())
    for side, (number, at) in newest.items():
        if number == 0:
            continue
        seat, name = player_of(state, side), lines[at].id if len(lines) > 1 else ""
        values = lines[at].quick or lines[at].values or QUICK
        yield Correct(seat, name, number, values[number % len(values)])
        if (number, at) == latest:
            yield Correct(seat, name, number, None)


def _newest(state: State, side: int) -> tuple[int, int]:
    """Return round and line of the last cell that a side has filled; round 0 if none."""
    for number in range(len(state.rounds), 0, -1):
        cells = state.rounds[number - 1].cells[side]
        for at in reversed(range(len(cells))):
            if cells[at] is not None:
                return number, at
    return 0, 0


def _rest(state: State) -> Iterator[Choice]:
    """Yield the choices about people, chance and time."""
    seats = range(len(state.sides))
    # An earlier round lacks only cells that were emptied.
    blank = [number for number, row in enumerate(state.rounds[:-1], 1) if row.has_blanks]
    for number in blank:
        for side, line in missing(state, number)[:1]:
            name = state.template.lines[line].id if len(state.template.lines) > 1 else ""
            for points in (state.template.lines[line].quick or QUICK)[:OTHERS]:
                yield Enter(player_of(state, side), name, number, points)
    yield from (Skip(seat) for seat in seats if state.sides[seat] in active(state))
    yield from (GiveMarker(seat) for seat in seats)
    yield from (Draw(DICE, (count, 6)) for count in (1, 2, 5))
    yield Draw(COIN)
    yield Draw(FIRST)
    yield from (Draw(TEAMS, (count,)) for count in range(2, len(state.sides)))
    yield from (Countdown(seconds) for seconds in (60, 180))
    yield from (Leave(seat) for seat in seats)
    yield from (Join(seat) for seat in seats)
