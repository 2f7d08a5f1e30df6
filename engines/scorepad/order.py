"""The turn order: around the table from the marker, or by rank; and where the marker moves."""

from __future__ import annotations

from dataclasses import replace

from engines.scorepad.course import totals
from engines.scorepad.state import State, now, present, with_round
from engines.scorepad.template_values import COUNTER, DEALER, FIRST_FIRST, LAST_FIRST, NONE


def way(state: State) -> int:
    """Return the direction of play in seats: 1 clockwise, -1 counter-clockwise."""
    return -1 if state.template.order.play == COUNTER else 1


def following(state: State, seat: int, way: int) -> int:
    """Return the next seat that is at the table; the same one if it is alone."""
    count = len(state.sides)
    around = ((seat + way * further) % count for further in range(1, count + 1))
    here = (each for each in around if each not in state.away)
    return next((each for each in here if state.sides[each] not in state.fallen), seat)


def first_seat(state: State) -> int:
    """Return who begins a round: the holder of the marker, or the one after the dealer."""
    if state.template.order.marker == DEALER:
        return following(state, state.marker, way(state))
    return following(state, (state.marker - way(state)) % len(state.sides), way(state))


def play_order(state: State) -> tuple[int, ...]:
    """Return all sides in the order in which they play a round that begins now."""
    count, first = len(state.sides), first_seat(state)
    seats = [(first + way(state) * further) % count for further in range(count)]
    sides = tuple(dict.fromkeys(state.sides[seat] for seat in seats))
    if state.template.order.play not in (LAST_FIRST, FIRST_FIRST) or not state.rounds:
        return sides
    held = totals(state)
    is_best_first = state.template.order.play != LAST_FIRST
    is_high_first = is_best_first == state.template.best_is_high
    # Sorting is stable, so that sides with equal points stay clockwise.
    return tuple(sorted(sides, key=lambda side: -held[side] if is_high_first else held[side]))


def reorder(state: State) -> State:
    """Return the state with the order of its round updated, after the marker moved."""
    before = replace(state, rounds=state.rounds[:-1])
    return with_round(state, len(state.rounds), replace(now(state), order=play_order(before)))


def pass_marker(state: State) -> State:
    """Move the marker to the next player for a new round, if it moves."""
    order = state.template.order
    if order.marker == NONE or not order.moves:
        return state
    return replace(state, marker=following(state, state.marker, way(state)))


def keep_marker(state: State) -> State:
    """Return the state with the marker at somebody who plays."""
    is_out = state.sides[state.marker] in state.fallen
    if (state.marker not in state.away and not is_out) or not present(state):
        return state
    return replace(state, marker=following(state, state.marker, way(state)))
