"""Whole detents out of two bouncing contacts."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.controls.quadrature import TABLES, EncoderSettings, Quadrature, learn
from hardware.errors import BadSetting

RING = [(False, False), (True, False), (True, True), (False, True)]


def walk(moves: list[int], start: int = 0) -> list[tuple[bool, bool]]:
    """Return the contacts along a walk on the ring, with the place where it begins."""
    places = itertools.accumulate(moves, initial=start)
    return [RING[place % 4] for place in places]


def count(moves: list[int], steps: int = 4, direction: int = 1, start: int = 0) -> list[int]:
    """Return the detents counted along a walk, without the zeros."""
    quadrature = Quadrature(steps, direction)
    return [n for n in (quadrature.feed(a, b) for a, b in walk(moves, start)) if n]


@pytest.mark.parametrize("steps", [1, 2, 4])
def test_clean_turns_count_in_both_directions(steps: int) -> None:
    """Ten detents there are ten, and ten back are ten back."""
    assert count([1] * 10 * steps, steps) == [1] * 10
    assert count([-1] * 10 * steps, steps) == [-1] * 10


@pytest.mark.parametrize("steps", [1, 2, 4])
def test_direction_swaps_left_and_right(steps: int) -> None:
    """With direction -1 the same edges count the other way."""
    assert count([1] * steps * 3, steps, direction=-1) == [-1, -1, -1]


@pytest.mark.parametrize("steps", [2, 4])
@pytest.mark.parametrize("sign", [1, -1])
def test_bounce_on_every_edge_changes_nothing(steps: int, sign: int) -> None:
    """Each edge chatters three times; the detents come out one by one all the same."""
    edge = [sign, -sign, sign, -sign, sign, -sign, sign]
    assert count(edge * steps * 5, steps) == [sign] * 5


def test_bounce_of_an_encoder_with_an_edge_a_detent_adds_up() -> None:
    """Where every edge is a detent the sum is right, though the bounces are seen."""
    assert sum(count([1, -1, 1] * 5, steps=1)) == 5


@pytest.mark.parametrize("edges", [1, 2, 3])
@pytest.mark.parametrize("sign", [1, -1])
def test_aborted_turn_counts_nothing(edges: int, sign: int) -> None:
    """Turned part of the way and let back: nothing happened."""
    assert count([sign] * edges + [-sign] * edges) == []


def test_reversed_turn_counts_once_each_way() -> None:
    """A detent and a half there, and then back past the start by one."""
    assert count([1] * 6 + [-1] * 10) == [1, -1, -1]


@pytest.mark.parametrize("steps", [2, 4])
@given(data=st.data())
def test_any_jitter_counts_what_the_knob_did(steps: int, data: st.DataObject) -> None:
    """However the contacts chatter, standing at rest the sum is the detents really turned."""
    moves = data.draw(st.lists(st.sampled_from([1, -1]), max_size=200))
    home = -sum(moves) % steps
    moves += [1] * home
    assert sum(count(moves, steps)) == sum(moves) // steps


@pytest.mark.parametrize("steps", [1, 2, 4])
@given(data=st.data())
def test_never_more_than_a_detent_at_a_time(steps: int, data: st.DataObject) -> None:
    """Not even rubbish on the lines, jumps included, makes more than one detent of an edge."""
    moves = data.draw(st.lists(st.sampled_from([0, 1, 2, 3]), max_size=100))
    assert set(count(moves, steps)) <= {1, -1}


@pytest.mark.parametrize("steps", [2, 4])
@pytest.mark.parametrize("stuck_closed", [False, True])
@pytest.mark.parametrize("contact", ["a", "b"])
def test_stuck_contact_does_no_harm(steps: int, stuck_closed: bool, contact: str) -> None:
    """One contact alone, however it chatters, turns nothing."""
    quadrature = Quadrature(steps)
    counted = [
        quadrature.feed(stuck_closed, moving)
        if contact == "a"
        else quadrature.feed(moving, stuck_closed)
        for moving in [False, True] * 50
    ]
    assert not any(counted)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("missed", [0, 1, 2])
def test_missed_edge_of_a_fast_turn_is_bridged(sign: int, missed: int) -> None:
    """Where one of four edges was missed, the detent still counts, and the right way."""
    moves = [sign, sign, sign]
    moves[missed] = 2
    assert count(moves) == [sign]


@pytest.mark.parametrize("sign", [1, -1])
def test_missed_edge_at_rest_is_bridged(sign: int) -> None:
    """The edges around the place of rest may be missed, too: 3 and 1 in one go."""
    assert count([sign, sign, sign, 2, sign, sign, sign]) == [sign, sign]


@pytest.mark.parametrize("sign", [1, -1])
def test_missed_edge_with_two_edges_a_detent(sign: int) -> None:
    """From half way to half way: the detent between counts."""
    assert count([sign, 2, sign], steps=2) == [sign, sign]


@pytest.mark.parametrize("steps", [2, 4])
@pytest.mark.parametrize("start", [0, 1, 2, 3])
def test_first_reading_only_tells_the_place(steps: int, start: int) -> None:
    """Switched on with the knob anywhere, looking does not turn it."""
    assert count([], steps, start=start) == []


def test_tables_are_complete() -> None:
    """Every state named in a table has a row."""
    for table, begin in TABLES.values():
        named = {state for row in table.values() for state, _ in row} | set(begin)
        assert named == set(table)


@pytest.mark.parametrize(("steps", "direction"), [(3, 1), (0, 1), (8, 1), (4, 0), (4, 2)])
def test_impossible_settings_are_refused(steps: int, direction: int) -> None:
    """An encoder has 1, 2 or 4 edges a detent, and two directions."""
    with pytest.raises(BadSetting):
        Quadrature(steps, direction)


@pytest.mark.parametrize("steps", [1, 2, 4])
@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("bounce", [0, 2])
def test_one_detent_teaches_the_settings(steps: int, direction: int, bounce: int) -> None:
    """From one clockwise detent, bounces and all, both settings follow."""
    edge = [direction, -direction] * bounce + [direction]
    assert learn(walk(edge * steps)) == EncoderSettings(steps, direction)


def test_learned_settings_count_that_detent() -> None:
    """A decoder set up with what was learned counts the very same turn as one clockwise."""
    turn = walk([-1, 1, -1, -1])
    learned = learn(turn)
    assert learned is not None
    quadrature = Quadrature(learned.steps_per_detent, learned.direction)
    assert sum(quadrature.feed(a, b) for a, b in turn) == 1


@pytest.mark.parametrize("moves", [[], [1, -1], [1, 1, 1], [1] * 8, [1, 2, 1]])
def test_what_is_not_one_detent_teaches_nothing(moves: list[int]) -> None:
    """Nothing, a turn back, half a turn, two turns, a missed edge: ask again."""
    assert learn(walk(moves)) is None
