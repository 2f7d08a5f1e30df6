"""Positions of Mandala Stones: read again, refused by their first defect, checked."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.engine import BadPosition, Start
from engines.languages import LANGUAGES
from engines.stones import GAME
from engines.stones.state import State
from engines.wording import Voice, translator

ARTISTS = {"a2": "o", "b1": "x", "b3": "x", "c2": "o"}
TOPS = ["Ro", "Bx", "Yo", "Po"] * 6
TOWERS = Start({"tracking": "towers"}, 3, 1, 1, {"mandala": ["0", "1"]})
BOARD = Start({"tracking": "board"}, 2, 0, 1, {"artists": ARTISTS, "tops": TOPS})


def reach(start: Start, *texts: str) -> State:
    state = GAME.setup(start)
    for text in texts:
        assert GAME.explain(state, GAME.read(text)) is None, text
        state = GAME.apply(state, GAME.read(text))
    return state


def towers(*texts: str) -> State:
    return reach(TOWERS, "PRB@1", "PRR@1", "PY@2", *texts)


def board(*texts: str) -> State:
    return reach(BOARD, *texts)


STATES: dict[str, tuple[Start, Callable[[], State]]] = {
    "start": (TOWERS, lambda: GAME.setup(TOWERS)),
    "play": (TOWERS, towers),
    "waived": (TOWERS, lambda: towers("N")),
    "asked": (TOWERS, lambda: towers("T1", "T1", "T2")),
    "ended while asked": (TOWERS, lambda: GAME.agree(towers("T1", "T1", "T2"), "end", 0)),
    "left": (TOWERS, lambda: GAME.agree(towers(), "resign", 2)),
    "left while asked": (TOWERS, lambda: GAME.agree(towers("T1", "T1", "T2"), "resign", 0)),
    "objectives": (TOWERS, lambda: GAME.agree(towers(), "end", 0)),
    "over": (TOWERS, lambda: GAME.agree(GAME.agree(towers(), "end", 0), "end", 0)),
    "draw": (TOWERS, lambda: GAME.agree(towers(), "draw", 0)),
    "board": (BOARD, board),
    "uncovered": (BOARD, lambda: board("Pa2-a1:1@1")),
    "unnamed at the end": (BOARD, lambda: GAME.agree(board("Pa2-a1:1@1"), "end", 0)),
    "dealt": (
        Start({"tracking": "board"}, 2, 0, 1),
        lambda: GAME.setup(Start({"tracking": "board"}, 2, 0, 1)),
    ),
}


@pytest.mark.parametrize("name", STATES)
def test_a_position_is_read_again(name: str) -> None:
    start, make = STATES[name]
    state = make()
    assert GAME.from_position(json.loads(json.dumps(GAME.position(state))), start) == state
    assert GAME.check(state) == ()


def test_corrected_points_get_their_own_line() -> None:
    value = GAME.position(towers())
    value["vp"] = [5, 0, 0]
    state = GAME.from_position(value, TOWERS)
    (entry,) = GAME.score_sheet(state)[0]
    assert (entry.points, entry.rule.code) == (5, "sheet.corrected")


def test_an_unnamed_top_is_asked_for() -> None:
    value = GAME.position(board())
    value["board"]["stacks"][6][3] = "??"
    assert GAME.view(GAME.from_position(value, BOARD))["ask"] == {"stack": 7}


def changed(path: tuple[Any, ...], new: Any, make: Callable[[], State] = towers) -> Any:
    value = copy.deepcopy(GAME.position(make()))
    *way, last = path
    inner = value
    for key in way:
        inner = inner[key]
    inner[last] = new
    return value


@pytest.mark.parametrize(
    ("path", "new", "field"),
    [
        (["phase"], "pause", "phase"),
        (["phase"], ["play"], "phase"),
        (["phase"], "over", "turn"),
        (["phase"], "objectives", "cause"),
        (["round"], 0, "round"),
        (["round"], True, "round"),
        (["round"], 1.5, "round"),
        (["round"], 10**400, "round"),
        (["turn"], 3, "turn"),
        (["turn"], None, "turn"),
        (["triggered"], 1, "triggered"),
        (["waived"], None, "waived"),
        (["placed"], -1, "placed"),
        (["aside"], "1", "aside"),
        (["waiting"], 6, "waiting"),
        (["mandala"], ["end", "0"], "mandala"),
        (["mandala"], "0", "mandala"),
        (["taken"], [1, 2, 3, 4], "taken"),
        (["taken", "R"], -1, "taken R"),
        (["taken", "Q"], 1, "taken Q"),
        (["towers"], [["", "", "", "", ""]], "towers"),
        (["towers", 0], ["R"], "towers 1"),
        (["towers", 0, 4], "RRRRR", "towers 1 5"),
        (["towers", 0, 4], "Rx", "towers 1 5"),
        (["towers", 0, 4], 5, "towers 1 5"),
        (["vp"], [0, 0], "vp"),
        (["vp", 1], None, "vp 2"),
        (["sheet", 0], [["tops", 1, 1]], "sheet 1 1"),
        (["sheet", 0], [["luck", 1, 1, 1]], "sheet 1 1 1"),
        (["objectives", 2], -1, "objectives 3"),
        (["left"], [2, 1], "left"),
        (["left"], [0, 1, 2], "left"),
        (["left"], [7], "left 1"),
        (["cause"], "hands", "cause"),
        (["cause"], "agreed_end", "cause"),
        (["board"], {}, "board"),
    ],
)
def test_the_first_defect_is_named(path: tuple[Any, ...], new: Any, field: str) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.from_position(changed(path, new), TOWERS)
    reason = refused.value.reason
    assert (reason.code, reason.facts["place"]) == ("BAD_POSITION", field)


@pytest.mark.parametrize(
    ("path", "new", "field"),
    [
        (["towers", 0, 0], "R", "towers 1 1"),
        (["towers", 0, 0], "RoQx", "towers 1 1"),
        (["board"], None, "board"),
        (["board", "artists"], {"a1": "o"}, "board artists"),
        (["board", "stacks"], [], "board stacks"),
        (["board", "stacks", 2], ["Ro"], "board stacks 3"),
        (["board", "stacks", 2, 1], "??x", "board stacks 3 2"),
        (["board", "heights", 5], 5, "board heights 6"),
        (["board", "uncovered"], [3, 2], "board uncovered"),
        (["board", "uncovered"], [25], "board uncovered 1"),
    ],
)
def test_the_first_defect_of_a_board_is_named(path: tuple[Any, ...], new: Any, field: str) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.from_position(changed(path, new, board), BOARD)
    assert refused.value.reason.facts["place"] == field


def test_an_empty_stack_uncovers_nothing() -> None:
    value = changed(("board", "uncovered"), [1], board)
    value["board"]["heights"][0] = 0
    with pytest.raises(BadPosition):
        GAME.from_position(value, BOARD)


@pytest.mark.parametrize("key", list(GAME.position(GAME.setup(BOARD))))
def test_a_missing_key_is_named(key: str) -> None:
    value = GAME.position(board())
    del value[key]
    with pytest.raises(BadPosition) as refused:
        GAME.from_position(value, BOARD)
    assert refused.value.reason.facts["place"] == key


@pytest.mark.parametrize("value", [None, [], "text", 7, True, {}])
def test_what_is_no_position_is_refused(value: Any) -> None:
    with pytest.raises(BadPosition):
        GAME.from_position(value, TOWERS)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=150)
@given(value=json_values, data=st.data())
def test_no_json_breaks_the_reader(value: Any, data: Any) -> None:
    """Any value at any place of a position is read or refused."""
    start, make = STATES[data.draw(st.sampled_from(sorted(STATES)))]
    position = copy.deepcopy(GAME.position(make()))
    inner = position
    key = data.draw(st.sampled_from(sorted(inner)))
    while isinstance(inner[key], dict | list) and inner[key] and data.draw(st.booleans()):
        inner = inner[key]
        keys = sorted(inner) if isinstance(inner, dict) else range(len(inner))
        key = data.draw(st.sampled_from(keys))
    inner[key] = value
    try:
        state = GAME.from_position(position, start)
    except BadPosition:
        return
    GAME.check(state)
    assert GAME.from_position(GAME.position(state), start) == state


@settings(max_examples=60)
@given(value=json_values)
def test_any_json_is_read_or_refused(value: Any) -> None:
    with pytest.raises(BadPosition):
        GAME.from_position(value, TOWERS)


def with_fields(start: Start, make: Callable[[], State], **fields: Any) -> State:
    return GAME.from_position(GAME.position(make()) | fields, start)


def lifted() -> Any:
    value = GAME.position(board())
    value["board"]["heights"][0] = 3
    value["board"]["stacks"][0] = ["??", "??", "Yx", "Ro"]
    return value


def board_state(**fields: Any) -> State:
    return GAME.from_position(lifted() | fields, BOARD)


def all_one_pattern() -> State:
    value = GAME.position(board())
    value["board"]["heights"] = [1] * 24
    value["board"]["stacks"] = [["Ro", "Ro", "Ro", "Ro"]] * 24
    return GAME.from_position(value, BOARD)


def no_choice() -> State:
    value = GAME.position(board())
    value["board"]["heights"] = [0] * 24
    value |= {"taken": dict.fromkeys("RPBY", 24), "aside": 96, "mandala": ["end"]}
    return GAME.from_position(value, BOARD)


R25 = {"R": 25, "P": 0, "B": 0, "Y": 0}
NONE = dict.fromkeys("RPBY", 0)

BROKEN = [
    ("CHECK_COLOUR", lambda: with_fields(TOWERS, towers, taken=R25)),
    ("CHECK_TOWERS", lambda: with_fields(TOWERS, towers, taken=NONE)),
    ("CHECK_STONES", lambda: with_fields(TOWERS, towers, placed=1)),
    ("CHECK_PLACED", lambda: with_fields(TOWERS, towers, placed=3)),
    ("CHECK_ASIDE", lambda: with_fields(TOWERS, towers, aside=3)),
    ("CHECK_WAITING", lambda: with_fields(TOWERS, towers, waiting=1)),
    ("CHECK_TRIGGERED", lambda: with_fields(TOWERS, towers, triggered=True)),
    ("CHECK_NOT_TRIGGERED", lambda: with_fields(TOWERS, towers, placed=1, mandala=["h3"])),
    ("CHECK_LEFT", lambda: with_fields(TOWERS, towers, left=[1])),
    ("CHECK_ALONE", lambda: with_fields(TOWERS, towers, left=[0, 2])),
    (
        "CHECK_ASKED",
        lambda: with_fields(TOWERS, STATES["objectives"][1], objectives=[None, 3, None]),
    ),
    ("CHECK_NO_CHOICE", lambda: with_fields(TOWERS, STATES["start"][1], waived=True)),
    ("CHECK_NO_CHOICE", no_choice),
    ("CHECK_HEIGHTS", board_state),
    ("CHECK_LIFTED", lambda: board_state(taken={"R": 0, "P": 1, "B": 0, "Y": 0})),
    ("CHECK_COLOUR", lambda: board_state(taken={"R": 20, "P": 0, "B": 0, "Y": 0})),
    ("CHECK_PATTERN", all_one_pattern),
]


@pytest.mark.parametrize(("code", "make"), BROKEN)
def test_a_broken_invariant_is_named(code: str, make: Callable[[], State]) -> None:
    assert code in [reason.code for reason in GAME.check(make())]


@pytest.mark.parametrize(("code", "make"), BROKEN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_broken_invariant_is_said_with_its_facts(
    code: str, make: Callable[[], State], language: str
) -> None:
    voice = Voice(GAME.words, translator(language))
    for reason in GAME.check(make()):
        sentence = voice.say(reason)
        assert all(voice.fact(value) in sentence for value in reason.facts.values())
