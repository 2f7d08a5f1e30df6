"""Icehouse Mandala: positions as JSON, there and back, and what is wrong with a typed one."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import catalog
from engines.engine import BadPosition, BadStart, Json, Start
from engines.icehouse import GAME
from engines.icehouse.state import COPIES, GROUPS, SPACES
from engines.languages import LANGUAGES
from engines.match import Match
from engines.wording import Voice, translator

Position = dict[str, Any]
BLOCKS = [code for group in GROUPS for code in [group] * COPIES]


def start(seats: int = 3) -> Start:
    """Return a start on a known path."""
    return Start({"path": "dealt"}, seats, 0, 0, {"path": BLOCKS})


def played(*texts: str, seats: int = 3) -> Position:
    """Return the position after some moves."""
    match = Match(GAME, start(seats))
    for text in texts:
        match.play(text)
    position: dict[str, Any] = json.loads(json.dumps(GAME.position(match.state)))
    return position


MIDDLE = ("M1", "M6", "M7", "M2", "M8")


# --- there and back -------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(4))
def test_every_reachable_table_round_trips(seats: int, seed: int) -> None:
    """Laying, playing, leaving and the end: equal states through JSON, and no broken invariant."""
    chance = random.Random(seed)
    way = {"path": "entered" if seed % 2 else "dealt"}
    match = Match(GAME, catalog.begin(GAME, seats=seats, seed=seed, options=dict(way)))
    while match.turn is not None:
        if match.turn.seat is not None and chance.random() < 0.03:
            match.play("resign")
        else:
            match.play(GAME.write(chance.choice(GAME.legal(match.state)[:20])))
        state = match.state
        text = json.dumps(GAME.position(state), sort_keys=True)
        assert GAME.from_position(json.loads(text), match.start) == state
        assert GAME.check(state) == ()


@pytest.mark.parametrize("agreement", ["draw", "end", "resign"])
def test_an_agreed_end_round_trips(agreement: str) -> None:
    """A position knows what ended the game."""
    match = Match(GAME, start(2))
    for text in ("M5", "M9", agreement):
        match.play(text)
    again = GAME.from_position(GAME.position(match.state), match.start)
    assert again == match.state
    assert GAME.check(again) == ()


def test_a_match_goes_on_from_a_position() -> None:
    """What was typed in can be played."""
    match = Match(GAME, start(), position=played(*MIDDLE))
    assert match.play("M9")


def test_the_order_in_which_things_are_typed_does_not_matter() -> None:
    """Held pyramids and the eye are sorted, groups are in their own order."""
    match = Match(GAME, Start({"path": "dealt"}, 3, 0, 0))
    for text in ("M10", "M20", "M30", "M31", "M32", "M33", "M34", "M35", "M36"):
        match.play(text)
    position = GAME.position(match.state)
    mixed = copy.deepcopy(position)
    mixed["eye"].reverse()
    mixed["held"] = [held[::-1] for held in mixed["held"]]
    mixed["scored"] = dict(reversed(mixed["scored"].items()))
    assert all(mixed[key] != position[key] for key in ("eye", "held"))
    assert list(mixed["scored"]) != list(position["scored"])
    assert GAME.from_position(mixed, match.start) == match.state


# --- unreadable -----------------------------------------------------------------------------


def drop(key: str) -> Callable[[Position], Json]:
    """Return a change that leaves out a key."""
    return lambda p: {name: value for name, value in p.items() if name != key}


def put(key: str, value: Json) -> Callable[[Position], Json]:
    """Return a change that sets a key."""
    return lambda p: {**p, key: value}


UNREADABLE: list[tuple[str, Callable[[Position], Json]]] = [
    ("position", lambda p: None),
    ("position", lambda p: [p]),
    ("position", lambda p: "R1"),
    ("colour", put("colour", "R")),
    ("eye", drop("eye")),
    ("phase", put("phase", "pause")),
    ("phase", put("phase", ["play"])),
    ("turn", put("turn", 3)),
    ("turn", put("turn", True)),
    ("turn", put("turn", "0")),
    ("path", put("path", BLOCKS[:-1])),
    ("path", put("path", dict.fromkeys(BLOCKS))),
    ("path", put("path", [*BLOCKS[:-1], None])),
    ("path", put("path", [*BLOCKS[:-1], ["K3"]])),
    ("pawns", put("pawns", [0, 1])),
    ("pawns", put("pawns", [0, 1, 75])),
    ("pawns", put("pawns", [0, 1, -2])),
    ("pawns", put("pawns", [0, 1, 2.0])),
    ("held", put("held", [[], []])),
    ("held", put("held", [[], [], "R1"])),
    ("held", put("held", [[], [], ["R9"]])),
    ("eye", put("eye", {"R1": 2})),
    ("scored", put("scored", ["R1"])),
    ("scored", put("scored", {"R9": [0, 0, 0]})),
    ("owned", put("owned", {"R9": [0, 0, 0]})),
    ("owned", put("owned", {})),
    ("owned", lambda p: {**p, "owned": {"R1": [0, 6, 0]}}),
    ("scored", lambda p: {**p, "scored": {"R1": [0, 6, 0]}}),
    ("scored", lambda p: {**p, "scored": {"R1": [5]}}),
    ("left", put("left", 1)),
    ("left", put("left", [3])),
    ("left", put("left", [1, 1])),
    ("ended", put("ended", "points")),
    ("ended", lambda p: {**p, "phase": "over"}),
    ("ended", lambda p: {**p, "phase": "over", "ended": "boredom"}),
    ("ended", lambda p: {**p, "phase": "over", "ended": []}),
]


@pytest.mark.parametrize(("key", "change"), UNREADABLE)
def test_an_unreadable_position_names_what_is_wrong(
    key: str, change: Callable[[Position], Json]
) -> None:
    """The first defect is named with what is expected, in every language."""
    position = played("M1", "M2", "M3", "M4", "M5")
    assert list(position["scored"]) == ["R1"]
    with pytest.raises(BadPosition) as error:
        GAME.from_position(change(position), start())
    reason = error.value.reason
    assert (reason.code, str(reason.facts["place"]).split()[0]) == ("BAD_POSITION", key)
    for language in LANGUAGES:
        voice = Voice(GAME.words, translator(language))
        for fact in reason.facts.values():
            assert voice.fact(fact) in voice.say(reason)


@pytest.mark.parametrize("seats", [1, 6, 10**12])
def test_a_position_for_too_few_or_too_many(seats: int) -> None:
    """A start with a wrong number of seats cannot be read either."""
    with pytest.raises(BadStart) as error:
        GAME.from_position(played(), start(seats))
    assert error.value.reason.facts["value"] == str(seats)


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-100, 100)
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(GROUPS),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=12,
)


@settings(max_examples=150)
@given(anything)
def test_no_json_crashes_the_reader(value: Json) -> None:
    """Whatever JSON holds is read or refused."""
    with pytest.raises(BadPosition):
        GAME.from_position(value, start())


@settings(max_examples=300)
@given(key=st.sampled_from([*played(), "left", "ended"]), value=anything, data=st.data())
def test_no_changed_position_crashes_reader_or_check(
    key: str, value: Json, data: st.DataObject
) -> None:
    """A position with one thing changed is refused, or read and checked."""
    position = copy.deepcopy(played(*MIDDLE))
    inner = position.get(key)
    if isinstance(inner, list) and inner and data.draw(st.booleans()):
        inner[data.draw(st.integers(0, len(inner) - 1))] = value
    else:
        position[key] = value
    try:
        state = GAME.from_position(position, start())
    except BadPosition:
        return
    GAME.check(state)
    GAME.view(state)


# --- broken invariants ----------------------------------------------------------------------


def broken(position: Position, seats: int = 3) -> list[str]:
    """Return the codes of what is wrong; each has a sentence with all its facts."""
    reasons = GAME.check(GAME.from_position(position, start(seats)))
    for language in LANGUAGES:
        voice = Voice(GAME.words, translator(language))
        for reason in reasons:
            for fact in reason.facts.values():
                assert voice.fact(fact).casefold() in voice.say(reason).casefold()
    return [reason.code for reason in reasons]


def test_a_sound_position_breaks_nothing() -> None:
    """The base of the tests below."""
    assert broken(played(*MIDDLE)) == []


def test_a_pyramid_too_many_or_too_few() -> None:
    """Five of each group are on the table."""
    position = played(*MIDDLE)
    position["eye"].append("K3")
    assert broken(position) == ["CHECK_COPIES"]
    position = played(*MIDDLE)
    position["path"][74] = ""
    assert broken(position) == ["CHECK_COPIES"]


def test_a_group_off_the_path_has_to_be_scored() -> None:
    """All five taken, and no points given."""
    position = played("M1", "M2", "M3", "M4", "M5")
    position["scored"], position["owned"] = {}, {}
    position["eye"] = ["R1"] * 5
    assert broken(position) == ["CHECK_UNSCORED"]


@pytest.mark.parametrize(
    ("points", "owned", "fair"),
    [
        ([3, 2, 0], [2, 2, 1], True),
        ([2, 3, 0], [2, 2, 1], True),
        ([2, 3, 0], [3, 2, 0], False),
        ([3, 0, 2], [3, 1, 1], True),
        ([0, 3, 2], [3, 1, 1], False),
        ([5, 0, 0], [1, 0, 0], True),
        ([5, 0, 0], [1, 1, 0], False),
        ([3, 2, 0], [1, 0, 0], False),
        ([4, 1, 0], [3, 1, 0], False),
        ([5, 0, 0], [0, 1, 0], False),
        ([5, 0, 0], [0, 0, 0], False),
        ([3, 2, 0], [5, 5, 0], False),
    ],
)
def test_points_have_to_fit_what_was_owned(points: list[int], owned: list[int], fair: bool) -> None:
    """3 and 2 in the order of what was held, 5 for one alone; a tie can go either way."""
    position = played("M1", "M2", "M3", "M4", "M5")
    position["scored"], position["owned"] = {"R1": points}, {"R1": owned}
    assert broken(position) == ([] if fair else ["CHECK_SCORED"])


def test_a_scored_group_is_neither_on_the_path_nor_held() -> None:
    """A finished group without points is wholly in the eye."""
    position = played(*MIDDLE)
    position["scored"] = position["owned"] = {"R1": [0, 0, 0]}
    assert broken(position) == ["CHECK_SCORED"]
    position = played(*MIDDLE)
    position["scored"] = position["owned"] = {"K3": [0, 0, 0]}
    assert broken(position) == ["CHECK_SCORED"]


def test_a_pawn_stands_in_a_gap_of_its_own() -> None:
    """Not on a pyramid, not with another pawn."""
    position = played(*MIDDLE)
    position["pawns"][2] = 40
    assert broken(position) == ["CHECK_PAWN"]
    position = played(*MIDDLE)
    position["pawns"][1] = position["pawns"][0]
    assert "CHECK_TOGETHER" in broken(position)


def test_nobody_holds_anything_before_the_first_move() -> None:
    """A pawn outside has taken nothing."""
    position = played("M1")
    position["pawns"][0] = -1
    assert broken(position) == ["CHECK_AT_START"]


def test_what_all_have_passed_is_in_the_eye() -> None:
    """There is no pyramid behind the last pawn."""
    position = played("M11", "M12", "M1")
    position["pawns"][2] = 10
    position["pawns"][0] = 0
    position["path"][2], position["path"][0] = position["path"][2], ""
    assert broken(position) == []
    position["pawns"][0] = 12
    position["path"][0], position["path"][12] = position["path"][12], ""
    assert "CHECK_SWEEP" in broken(position)


def test_the_seat_on_turn_can_move() -> None:
    """Who is at the end or has left is not on turn."""
    position = played("M75", "M1", "M2")
    assert position["turn"] == 1
    position["turn"] = 0
    assert broken(position) == ["CHECK_TURN"]
    position = played("M1", "M2")
    position["left"] = [2]
    assert "CHECK_TURN" in broken(position)


def test_two_can_move_or_it_is_over() -> None:
    """With one mover left the rest would have been taken."""
    position = played("M75", "M1", "M2")
    position["pawns"][1] = 74
    position["pawns"][0] = 73
    position["path"][73], position["path"][0] = "", "K3"
    assert "CHECK_MOVERS" in broken(position)


def test_nobody_or_one_alone_does_not_play_on() -> None:
    """One seat left has won by resignation; a resignation leaves exactly one."""
    position = played("M1", "M2")
    position["left"] = [0, 1]
    assert "CHECK_LEFT" in broken(position)
    position["left"] = [0, 1, 2]
    assert "CHECK_LEFT" in broken(position)
    position["left"] = [0]
    position["phase"], position["ended"] = "over", "resignation"
    assert broken(position) == ["CHECK_LEFT"]


def test_an_end_by_the_rules_leaves_nothing_on_the_path() -> None:
    """The last player takes the rest."""
    position = played(*MIDDLE)
    position["phase"], position["ended"] = "over", "points"
    assert broken(position) == ["CHECK_REST"]


def laying(*texts: str) -> Position:
    """Return a position while the path is laid."""
    match = Match(GAME, Start({"path": "entered"}, 3, 0, 0))
    for text in texts:
        match.play(text)
    position: dict[str, Any] = json.loads(json.dumps(GAME.position(match.state)))
    return position


def test_a_path_is_laid_without_gaps_and_copies() -> None:
    """From the first space on, at most five of a group, until it is complete."""
    position = laying("+R1", "+R2")
    assert broken(position) == []
    position["path"][0] = ""
    assert broken(position) == ["CHECK_GAP"]
    position["path"][:6] = ["R1"] * 6
    assert broken(position) == ["CHECK_COPIES"]
    position["path"] = BLOCKS
    assert broken(position) == ["CHECK_LAID"]


def test_nothing_is_played_while_the_path_is_laid() -> None:
    """Pawns outside, nothing held, nobody on turn who has left."""
    position = laying("+R1")
    assert SPACES - position["path"].count("") == 1
    position["pawns"][0] = 4
    assert broken(position) == ["CHECK_LAYING"]
    position = laying("+R1")
    position["left"] = [0]
    assert broken(position) == ["CHECK_TURN"]
