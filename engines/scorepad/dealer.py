"""Random draws: dice, a coin, the first player, teams; seeded, so that a record can be replayed.

A draw depends on the seed and the number of draws before, so one that is undone and repeated gives
the same result.
"""

from __future__ import annotations

from dataclasses import replace

from engines.rng import Chance
from engines.scorepad.choices import COIN, DICE, FIRST, Answer, Choice
from engines.scorepad.order import following, keep_marker, reorder, way
from engines.scorepad.state import Drawn, State, now, present, put
from engines.scorepad.template_values import DEALER


def dealer(state: State) -> Choice | None:
    """Return the result of the pending draw, or None."""
    if state.asked is None or state.ended:
        return None
    kind, sizes = state.asked.kind, state.asked.values
    chance = Chance(state.seed, f"{kind} {state.draws}")
    if kind == DICE:
        count, sides = sizes
        return Answer(kind, tuple(chance.below(sides) + 1 for _ in range(count)))
    if kind == COIN:
        return Answer(kind, (chance.below(2),))
    if kind == FIRST:
        return Answer(kind, (chance.choose(present(state)) + 1,))
    seats = chance.shuffle(range(len(state.sides)))
    teams = {seat: at % sizes[0] for at, seat in enumerate(seats)}
    return Answer(kind, tuple(teams[seat] + 1 for seat in range(len(seats))))


def take(state: State, answer: Answer) -> State:
    """Return the state after a draw."""
    state = replace(
        state,
        asked=None,
        draws=state.draws + 1,
        drawn=Drawn(answer.kind, answer.values, state.asked.values if state.asked else ()),
        is_fresh=True,
    )
    if answer.kind == FIRST:
        return _let_begin(state, answer.values[0] - 1)
    if answer.kind in (DICE, COIN):
        return state
    return seat_teams(state, tuple(value - 1 for value in answer.values))


def _let_begin(state: State, seat: int) -> State:
    """Give the marker so that a seat begins: to itself, or to the dealer before it."""
    if state.template.order.marker != DEALER:
        return reorder(replace(state, marker=seat))
    return reorder(replace(state, marker=following(state, seat, -way(state))))


def seat_teams(state: State, sides: tuple[int, ...]) -> State:
    """Return an empty sheet with other sides."""
    count = max(sides) + 1
    row = now(state)
    blank = (None,) * len(state.template.lines)
    here = {side for seat, side in enumerate(sides) if seat not in state.away}
    state = replace(
        state,
        sides=sides,
        base=(state.template.start,) * count,
        done=(),
        rounds=put(
            state.rounds,
            0,
            replace(
                row,
                cells=(blank,) * count if row.cells else (),
                out=tuple(side for side in range(count) if side not in here),
            ),
        ),
    )
    return reorder(keep_marker(state))
