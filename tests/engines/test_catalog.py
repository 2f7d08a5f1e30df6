"""Which games there are, how one is added, and how a start is completed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines import catalog
from engines.engine import BadStart, Engine, Option
from engines.icehouse import GAME

ENGINE: Engine[Any, Any] = replace(
    GAME,
    options=(Option("way", ("long", "short"), "way"), Option("strict", (False, True), "strict")),
)


def test_a_game_is_a_name_and_the_module_that_holds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else has to change for a game to be there."""
    monkeypatch.setitem(catalog.GAMES, "another", "engines.icehouse")
    assert catalog.load("another") is GAME
    assert list(catalog.GAMES)[-1] == "another"


def test_a_game_that_is_none() -> None:
    """It is looked up, never imported by its name."""
    with pytest.raises(KeyError, match="os"):
        catalog.load("os")


def test_options_are_completed_with_their_defaults() -> None:
    """The first value is the default."""
    assert catalog.complete(ENGINE, {}) == {"way": "long", "strict": False}
    chosen: dict[str, object] = {"strict": True, "way": "short"}
    assert catalog.complete(ENGINE, chosen) == {"way": "short", "strict": True}


@pytest.mark.parametrize(
    ("chosen", "code", "facts"),
    [
        ({"pace": 1}, "UNKNOWN_OPTION", {"option": "pace", "known": ("way", "strict")}),
        (
            {"way": "x" * 99},
            "BAD_OPTION",
            {"option": "way", "value": '"' + "x" * 39, "values": ('"long"', '"short"')},
        ),
        (
            {"strict": 1},
            "BAD_OPTION",
            {"option": "strict", "value": "1", "values": ("false", "true")},
        ),
        ({"way": []}, "BAD_OPTION", None),
    ],
)
def test_a_wrong_option_is_refused(chosen: dict[str, object], code: str, facts: Any) -> None:
    """One is a number and no truth, though Python holds them equal."""
    with pytest.raises(BadStart) as refused:
        catalog.complete(ENGINE, chosen)
    assert refused.value.reason.code == code
    assert facts is None or refused.value.reason.facts == facts


def test_json_text_keeps_letters_and_takes_anything() -> None:
    """Short, with the letters of any language."""
    assert catalog.json_text({"é": 1}) == '{"é": 1}'
    assert catalog.json_text({1, 2}) == '"{1, 2}"'


def test_a_start_is_complete() -> None:
    """What was not named is drawn by lot from the seed, or its default."""
    start = catalog.begin(ENGINE, seats=3, seed=7, given={"path": []})
    assert start.options == {"way": "long", "strict": False}
    assert (start.seats, start.seed, start.given) == (3, 7, {"path": []})
    assert start.first == catalog.draw_first(7, 3)
    assert catalog.begin(ENGINE, seats=3, seed=7).given == {}
    assert catalog.begin(ENGINE, seats=3, seed=7, first=0).first == 0
    assert catalog.begin(ENGINE, seats=3, seed=7, first=2).first == 2


def test_the_lot_for_the_first_player_is_a_promise() -> None:
    """Stored seeds begin with the same player for ever; every seat can be drawn."""
    assert [catalog.draw_first(seed, 3) for seed in range(12)] == DRAWN


@pytest.mark.parametrize("seats", [-1, 0, 10**12])
def test_there_is_no_lot_among_seats_that_are_none(seats: int) -> None:
    """The start is made all the same; the set-up refuses it."""
    among = max(1, min(seats, 5))
    for seed in range(12):
        start = catalog.begin(ENGINE, seats=seats, seed=seed)
        assert (start.seats, start.first) == (seats, catalog.draw_first(seed, among))


DRAWN = [2, 1, 1, 0, 0, 1, 1, 1, 2, 0, 2, 0]
