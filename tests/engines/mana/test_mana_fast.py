"""Mana: the fast rules count exactly what the readable rules list."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.engine import Start
from engines.mana import GAME
from engines.mana.board import ENEMY, KINDS, NAMES, ORIENTATIONS, ends
from engines.mana.fast_state import FastRules, armies_of, fast_state_of, ground
from engines.mana.perft import is_fast, perft
from engines.mana.state import State

RULES: list[dict[str, Any]] = [
    {"edition": "2005"},
    {"edition": "2005", "drop_anywhere": True},
    {},
    {"blocked": "free"},
    {"ask_bird": True},
    {"ask_bird": True, "blocked": "free"},
]


@st.composite
def states(draw: st.DrawFn) -> State:
    """Make up a position under some rules; crowded ones, where exceptions abound, are likely."""
    options = draw(st.sampled_from(RULES))
    size = draw(st.sampled_from([12, 12, 18, 36]))
    squares = draw(st.permutations(range(size)))
    black, white = draw(st.integers(0, 5)), draw(st.integers(0, 5))
    board = ["."] * 36
    for letter, square in zip("BW" + "b" * black + "w" * white, squares, strict=False):
        board[square] = letter
    rows = "/".join("".join(board[row * 6 : row * 6 + 6]) for row in range(6))
    side, kind = draw(st.sampled_from("bw")), draw(st.sampled_from("0123"))
    captured = f"{5 - black}{5 - white}" if draw(st.booleans()) else "00"
    free = draw(st.sampled_from(["-", "-", "-", "free"]))
    turned = draw(st.sampled_from(["", " ^90", " ^180", " ^270"]))
    text = f"{rows} {side} {kind} {captured} {free}{turned if 'edition' in options else ''}"
    return GAME.from_position(text, Start(options, 2, 0, 0))


def slow_count(state: State, depth: int) -> int:
    """Count by the readable rules alone."""
    choices = GAME.legal(state)
    if depth == 1:
        return len(choices)
    return sum(slow_count(GAME.apply(state, choice), depth - 1) for choice in choices)


@settings(max_examples=150)
@given(states())
def test_fast_core_counts_as_the_rules_do(state: State) -> None:
    """Two plies from any position, under every house rule that they know."""
    assert is_fast(state) == (state.phase == "play")
    assert [perft(state, depth) for depth in (1, 2)] == [slow_count(state, 1), slow_count(state, 2)]


@settings(max_examples=15)
@given(states())
def test_fast_core_counts_deeper(state: State) -> None:
    """Three plies, where positions after passes and captures are met."""
    if slow_count(state, 2) < 1500:
        assert perft(state, 3) == slow_count(state, 3)


@settings(max_examples=100)
@given(states())
def test_fast_core_lists_the_same_moves(state: State) -> None:
    """Not only as many: the same starts, ends and squares for ronins."""
    if state.phase == "over":
        return
    node = fast_state_of(state)
    army, _ = armies_of(state)
    moves, _, drops = FastRules(state).offers(node.own, node.foes, node.kind, 0, army)
    fast = {
        f"{NAMES[piece.bit_length() - 1]}-{NAMES[end]}"
        for piece, reached in moves
        for end in range(36)
        if reached >> end & 1
    }
    fast |= {f"*{NAMES[square]}" for square in range(36) if drops >> square & 1}
    listed = {GAME.write(choice).split("@")[0] for choice in GAME.legal(state)}
    assert (fast or {"pass"}) == listed


@pytest.mark.parametrize("orientation", ORIENTATIONS)
@given(occupied=st.integers(0, 2**36 - 1), square=st.integers(0, 35))
def test_tables_lead_where_walks_lead(orientation: int, occupied: int, square: int) -> None:
    """The table of a square, with any squares taken, equals the walk over the board."""
    kinds = KINDS[orientation]
    board = "".join("w" if occupied >> each & 1 else "." for each in range(36))
    crossed, reach = ground(orientation).tables[1 << square]
    walked = ends(board, square, kinds[square], ENEMY[0])
    assert reach[occupied & crossed] == sum(1 << end for end in walked)


@pytest.mark.parametrize("options", [{"bird_blocks": True}, {"bird_must_fly": True}])
def test_where_the_birds_square_matters_the_rules_count(options: dict[str, Any]) -> None:
    """The fast rules leave these to the readable rules."""
    basic = "wWwwww/....../....../....../....../bBbbbb b 0 00 -"
    state = GAME.from_position(basic, Start(options, 2, 0, 0))
    assert not is_fast(state)
    assert perft(state, 1) == 122
    assert perft(state, 2) == slow_count(state, 2)
