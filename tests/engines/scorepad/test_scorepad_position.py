"""The score pad: sheets as JSON, and what is wrong with one that was typed in."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engines.engine import BadPosition
from engines.match import Match
from engines.scorepad import GAME
from engines.scorepad.words import POSITION
from tests.support.pads import pad, play, ready

RUNNING = 'sheet = "running"\nturns = "next"\n'
NOW = '[end]\ntarget = 10\nwhen = "at_once"\n'


def changed(match: Match[Any, Any], **values: Any) -> Any:
    """Return the position of a match with some keys exchanged."""
    return json.loads(json.dumps(GAME.position(match.state))) | values


def cells(*rows: list[int | None]) -> dict[str, Any]:
    """Return a round of two."""
    return {"order": [0, 1], "cells": list(rows)}


def test_what_is_empty_is_left_out() -> None:
    """A position is as short as the sheet."""
    assert GAME.position(pad().state) == {
        "sides": [0, 1],
        "base": [0, 0],
        "marker": 0,
        "rounds": [cells([None], [None])],
    }


def test_everything_comes_back() -> None:
    """People, chance, time, a question that is open."""
    match = pad(RUNNING, seats=4, late=[4])
    play(match, "1+4", "next", "dice 2d6", "timer 60", "leave 2", "!#1=?")
    for state in (match.state, GAME.apply(match.state, GAME.read("dice 3d6"))):
        again = GAME.from_position(json.loads(json.dumps(GAME.position(state))), match.start)
        assert again == state


CASES: list[tuple[Match[Any, Any], dict[str, Any], set[str]]] = [
    (pad(), {"away": [0, 1]}, {"CHECK_NOBODY", "CHECK_OUT"}),
    (pad(), {"away": [0]}, {"CHECK_MARKER", "CHECK_OUT"}),
    (pad(), {"rounds": [cells([1], [2])]}, {"CHECK_COMPLETE"}),
    (pad("[[line]]\nid = 'a'\nhigh = 4"), {"rounds": [cells([5], [None])]}, {"CHECK_VALUE"}),
    (pad(RUNNING + "[[line]]\nid = 'a'\nhigh = 4"), {"log": [[0, 0, 1, 5]]}, {"CHECK_VALUE"}),
    (pad(NOW), {"rounds": [cells([10], [None])]}, {"CHECK_OVER"}),
    (pad(NOW), {"ended": "target"}, {"CHECK_TARGET"}),
    (pad(RUNNING), {"done": [0, 1]}, {"CHECK_COMPLETE"}),
    (
        ready("dice_sheet"),
        {"rounds": [{"order": [0, 1], "cells": [[1, 2, *[None] * 12], [None] * 14]}]},
        {"ROUND_TAKEN"},
    ),
    (
        ready("dice_sheet"),
        {"rounds": [{"order": [0, 1], "cells": [[1, *[None] * 13], [None] * 14]}] * 2},
        {"LINE_USED"},
    ),
]


@pytest.mark.parametrize(("match", "values", "codes"), CASES)
def test_a_sheet_that_cannot_be(match: Match[Any, Any], values: Any, codes: set[str]) -> None:
    """Every broken promise has its code, and the match stays as it was."""
    position = changed(match, **values)
    state = GAME.from_position(position, match.start)
    assert {reason.code for reason in GAME.check(state)} == codes
    before = match.state
    with pytest.raises(ValueError, match="|".join(codes)):
        match.edit(position)
    assert match.state == before


def test_every_check_has_a_case() -> None:
    """None is there in vain."""
    reached = {code for _, _, codes in CASES for code in codes}
    assert set(POSITION) <= reached


@pytest.mark.parametrize(
    "values",
    [
        {"sides": [0, 2]},
        {"sides": [0]},
        {"base": [0]},
        {"base": [0, 10**13]},
        {"marker": 2},
        {"rounds": []},
        {"rounds": [cells([1], [2])] * 201},
        {"rounds": [{"order": [0, 0], "cells": [[1], [2]]}]},
        {"rounds": [cells([1, 2], [2])]},
        {"rounds": [cells([1_000_001], [2])]},
        {"log": []},
        {"done": [0]},
        {"away": [1, 0]},
        {"asked": {"kind": "dice", "values": [1]}},
        {"asked": {"kind": "teams", "values": [2]}},
        {"asked": {"kind": "coin", "values": [1]}},
        {"asked": {"kind": "coin", "values": []}, "ended": "end"},
        {"drawn": {"kind": "coin", "values": [2]}},
        {"drawn": {"kind": "dice", "values": []}},
        {"drawn": {"kind": "first", "values": [3]}},
        {"drawn": {"kind": "teams", "values": [1]}},
        {"drawn": {"kind": "card", "values": [1]}},
        {"timer": -1},
        {"ended": "boredom"},
    ],
)
def test_a_position_that_cannot_be_read(values: Any) -> None:
    """Each key within its limits."""
    match = pad()
    with pytest.raises(BadPosition):
        GAME.from_position(changed(match, **values), match.start)


def test_a_table_is_corrected() -> None:
    """An edit of the whole sheet is in the record too."""
    match = pad()
    play(match, "1=4")
    match.edit(changed(match, base=[10, 20]))
    assert GAME.scores(match.state) == (14, 20)
    assert match.lines[-1].text.startswith("edit ")
