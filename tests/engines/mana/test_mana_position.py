"""Mana: the text of a position, read, written, and doubted."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.engine import BadPosition, Fact, Reason, Start, Term
from engines.mana import GAME
from engines.mana.state import State
from engines.match import Match

BASIC = "wWwwww/....../....../....../....../bBbbbb b 0 00 -"
EMPTY = "....../....../....../....../....../......"
OLD: dict[str, Any] = {"edition": "2005"}
WAYS: list[dict[str, Any]] = [
    {},
    {"advanced": True},
    {"ask_bird": True},
    {"bird_blocks": True, "bird_must_fly": True},
    {"blocked": "free"},
    OLD,
    {"edition": "2005", "drop_anywhere": True},
]


def start(first: int = 0, **options: Any) -> Start:
    """Return a start with some options."""
    return Start(options, 2, first, 0)


def problem(text: object, **options: Any) -> object:
    """Return what is said to be wrong with an unreadable position."""
    with pytest.raises(BadPosition) as refused:
        GAME.from_position(text, start(**options))
    assert refused.value.reason.code == "BAD_POSITION"
    return refused.value.reason.facts["problem"]


def faults(text: str, **options: Any) -> list[str]:
    """Return the codes of what is wrong with a readable position."""
    return [reason.code for reason in GAME.check(GAME.from_position(text, start(**options)))]


@settings(max_examples=60)
@given(
    st.sampled_from(WAYS),
    st.integers(0, 1),
    st.lists(st.integers(0, 10**6), min_size=20, max_size=80),
)
def test_every_state_of_a_game_is_read_back_equal(
    options: dict[str, Any], first: int, picks: list[int]
) -> None:
    """from_position(position(state)) is the state: set-up, play, and a captured daimio."""
    begun = start(first, **options)
    state: State = GAME.setup(begun)
    for pick in picks:
        assert GAME.from_position(GAME.position(state), begun) == state
        assert GAME.check(state) == ()
        legal = GAME.legal(state)
        if not legal:
            break
        state = GAME.apply(state, legal[pick % len(legal)])
    assert GAME.from_position(GAME.position(state), begun) == state


def test_fresh_game_from_the_position_of_the_rules() -> None:
    """Black is to move, nothing is demanded."""
    state = GAME.from_position(BASIC, start())
    assert (state.phase, state.side, state.kind, state.mana) == ("play", 0, 0, None)
    assert GAME.position(state) == BASIC


def test_side_to_move_is_mapped_to_seats() -> None:
    """With first 1 the side `b` is seat 1 and `w` is seat 0."""
    black = GAME.from_position(BASIC, start(1))
    white = GAME.from_position(BASIC.replace(" b 0", " w 2"), start(1))
    assert [GAME.view(each)["turn"] for each in (black, white)] == [1, 0]


def test_orientation_is_appended_if_it_is_another() -> None:
    """`^90` at the end of a 2005 position, nothing for `^0`."""
    state = GAME.from_position(BASIC + " ^90", start(**OLD))
    assert state.orientation == 90
    assert GAME.position(state) == BASIC + " ^90"
    assert GAME.position(GAME.from_position(BASIC + " ^0", start(**OLD))) == BASIC


def test_orientation_changes_what_is_legal() -> None:
    """b1 is a double both ways, d1 a single or a triple."""
    plain, turned = (GAME.from_position(BASIC + end, start(**OLD)) for end in ("", " ^90"))
    assert GAME.explain(plain, GAME.read("d1-d2")) is None
    assert GAME.explain(turned, GAME.read("d1-d4")) is None
    assert GAME.explain(turned, GAME.read("d1-d2")) is not None


def test_turned_board_without_pieces_keeps_its_orientation() -> None:
    """2005: an empty board is not yet turned, unless the text says how."""
    fresh = GAME.from_position(f"{EMPTY} b 0 00 -", start(**OLD))
    turned = GAME.from_position(f"{EMPTY} b 0 00 - ^0", start(**OLD))
    assert (fresh.phase, turned.phase) == ("orient", "setup")
    assert GAME.position(turned).endswith("^0")


def test_setup_of_the_second_player() -> None:
    """Black stands, White is to set up."""
    text = f"{EMPTY[:-6]}bBbbbb w 0 00 -"
    state = GAME.from_position(text, start())
    assert state.phase == "setup"
    assert [GAME.write(choice) for choice in GAME.legal(state)] == ["=b6", "=c6", "=f6"]


def test_missing_daimio_is_a_game_won() -> None:
    """The player who still has a daimio has won."""
    state = GAME.from_position("w...../....../....../....../....../B..... w 0 00 -", start(1))
    assert (state.phase, state.winner, state.by) == ("over", 1, "daimio")


def test_resigned_and_agreed_games_read_as_being_played() -> None:
    """The one thing a text does not hold."""
    state = GAME.from_position(BASIC, start())
    for agreement in ("resign", "draw"):
        over = GAME.agree(state, agreement, 0)
        assert GAME.from_position(GAME.position(over), start()) == state


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (None, "text"),
        (7, "text"),
        ([BASIC], "text"),
        ("", "fields"),
        (BASIC[:-2], "fields"),
        (BASIC + " ^0 x", "fields"),
        (BASIC.replace("w/", "/", 1), "rows"),
        (BASIC.replace("/......", "", 1), "rows"),
        (BASIC.replace("W", "K"), "rows"),
        (BASIC.replace(" b ", " x "), "side"),
        (BASIC.replace(" b ", " bw "), "side"),
        (BASIC.replace(" 0 ", " 4 "), "kind"),
        (BASIC.replace(" 0 ", " 2@g7 "), "kind"),
        (BASIC.replace(" 0 ", " ² "), "kind"),
        (BASIC.replace(" 00 ", " 0 "), "captured"),
        (BASIC.replace(" 00 ", " 06 "), "captured"),
        (BASIC.replace(" 00 ", " ٠٠ "), "captured"),
        (BASIC[:-1] + "x", "free"),
        (BASIC + " ^45", "orientation"),
        (BASIC + " ^90", "turned"),
        (f"{EMPTY} w 0 00 -", "empty"),
    ],
)
def test_unreadable_positions(text: object, wrong: str) -> None:
    """The first defect is named."""
    assert problem(text) == Term("problem", wrong)
    assert f"problem.{wrong}" in GAME.words


@pytest.mark.parametrize(
    ("text", "options", "codes"),
    [
        (BASIC, {}, []),
        (BASIC.replace("bB", "BB"), {}, ["CHECK_DAIMIO"]),
        (BASIC.replace("W", "w").replace("B", "b"), {},
         ["CHECK_DAIMIO", "CHECK_RONINS", "CHECK_DAIMIO", "CHECK_RONINS"]),
        (BASIC.replace(" 00 ", " 10 "), {}, ["CHECK_RONINS"]),
        (BASIC.replace("b 0", "b 2@d3"), {}, []),
        (BASIC.replace("b 0", "b 2@a5"), {}, ["CHECK_MANA_KIND"]),
        (BASIC.replace("b 0", "b 2@b6"), {}, ["CHECK_BIRD_TAKEN"]),
        (BASIC.replace("b 0", "b 2@b6"), OLD, []),
        (BASIC.replace("b 0", "b 2@d3"), OLD, ["CHECK_MANA_ALONE"]),
        (f"{EMPTY[:-6]}bBbbb. w 0 00 -", {}, ["CHECK_SETUP"]),
        (f"{EMPTY[:-6]}bbbbbb w 0 00 -", {}, ["CHECK_RONINS", "CHECK_SETUP"]),
        (f"b{EMPTY[1:-6]}bBbbb. w 0 00 -", {}, ["CHECK_SETUP"]),
        (f"{EMPTY[:-13]}b...../bBbbb. w 0 00 -", {"advanced": True}, []),
        (f"{EMPTY[:-13]}b...../bBbbb. w 0 00 -", {}, ["CHECK_SETUP"]),
    ],
)  # fmt: skip
def test_faults_of_readable_positions(text: str, options: dict[str, Any], codes: list[str]) -> None:
    """All broken invariants are named, each with a sentence."""
    assert faults(text, **options) == codes
    assert set(codes) <= set(GAME.words)


def test_missing_ronins_are_no_fault() -> None:
    """A table may play on without a lost ronin."""
    assert faults("W...../....../....../....../....../B..... b 0 00 -") == []


def test_match_refuses_a_position_with_a_fault() -> None:
    """What `check` finds keeps a match from beginning there."""
    with pytest.raises(BadPosition) as refused:
        Match(GAME, start(), position=BASIC.replace("bB", "BB"))
    reason = refused.value.reason
    facts: dict[str, Fact] = {
        "lord": Term("lord", "daimio"),
        "colour": Term("colour", "b"),
        "count": 2,
    }
    assert reason == Reason("CHECK_DAIMIO", facts)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)
SHAPED = st.builds(
    "{}/{} {} {} {} {}{}".format,
    st.text(alphabet="bBwW.", min_size=6, max_size=6),
    st.lists(st.text(alphabet="bBwW.", min_size=6, max_size=6), min_size=5, max_size=5).map(
        "/".join
    ),
    st.sampled_from("bwx"),
    st.sampled_from(["0", "1", "2@d4", "3@a1", "0@b2", "5"]),
    st.sampled_from(["00", "15", "55", "6"]),
    st.sampled_from(["-", "free", "frei"]),
    st.sampled_from(["", "", " ^0", " ^90", " ^1"]),
)


@settings(max_examples=150)
@given(JSON | SHAPED, st.sampled_from(WAYS))
def test_any_json_is_read_or_refused(value: object, options: dict[str, Any]) -> None:
    """Nothing but BadPosition comes out; what is read can be checked, seen and played."""
    try:
        state = GAME.from_position(value, start(**options))
    except BadPosition:
        return
    GAME.check(state)
    GAME.view(state)
    assert bool(GAME.legal(state)) == (GAME.turn(state) is not None)
    assert GAME.from_position(GAME.position(state), start(**options)) == state
