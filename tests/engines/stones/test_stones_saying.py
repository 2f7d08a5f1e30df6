"""What is said of choices in Mandala Stones: why they are legal, what was done, what hands lay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engines.engine import Start, judge
from engines.languages import LANGUAGES
from engines.rng import Chance
from engines.stones import GAME
from engines.stones.state import State
from engines.wording import voice

MANDALA = ["0", "2", "0", "h2", "0", "1", "end"]
SPOKEN = pytest.mark.parametrize("language", LANGUAGES)


def begin(tracking: str = "towers", seed: int = 1, mandala: Any = MANDALA) -> State:
    return GAME.setup(Start({"tracking": tracking}, 2, 0, seed, {"mandala": mandala}))


def play(state: State, moves: str) -> State:
    for text in moves.split():
        state = GAME.apply(state, GAME.read(text))
    return state


def wander(tracking: str, seed: int) -> Iterator[State]:
    """Yield the states of a random game that learns its mandala."""
    chance = Chance(seed, "saying")
    state = begin(tracking, seed, mandala=[])
    for _ in range(120):
        if GAME.turn(state) is None:
            return
        yield state
        state = GAME.apply(state, chance.choose(GAME.legal(state)))


def why(state: State, text: str) -> list[str]:
    return [message.code for message in GAME.grounds(state, GAME.read(text))]


@SPOKEN
@pytest.mark.parametrize("tracking", ["towers", "board"])
def test_every_choice_has_grounds_and_a_report(tracking: str, language: str) -> None:
    """One to three sentences of about a hundred letters."""
    said = voice(GAME, language)
    chance = Chance(3, "grounds")
    for state in wander(tracking, 4):
        for _ in range(6):
            choice = chance.choose(GAME.legal(state))
            reasons = [said.say(message) for message in GAME.grounds(state, choice)]
            assert 1 <= len(reasons) <= 3
            assert max(map(len, reasons)) <= 150
            assert GAME.report is not None
            assert said.say(GAME.report(state, choice, 0)).endswith(".")


def test_a_full_board_is_the_first_reason_to_score() -> None:
    state = play(begin(), " ".join(f"PR@{at} PB@{at}" for at in range(1, 6)))
    assert why(state, "SR") == ["grounds.full", "grounds.colour", "grounds.worth"]
    assert why(state, "T1") == ["grounds.full", "grounds.tops"]


def test_who_declared_nothing_to_pick_must_score() -> None:
    state = play(begin(), "PR@1 PB@1 N")
    assert why(state, "T1")[0] == "grounds.waived"


def test_nothing_is_forced_while_a_space_is_empty() -> None:
    assert why(play(begin(), "PR@1 PB@1"), "T1") == ["grounds.tops"]


def test_nothing_to_pick_says_what_follows() -> None:
    assert why(begin(), "N") == ["grounds.nothing", "grounds.then_end"]
    assert why(play(begin(), "PR@1 PB@1"), "N") == ["grounds.nothing", "grounds.then_score"]


def test_the_worth_of_a_colour_is_what_it_scores() -> None:
    state = play(begin(), "PRB@1 PR@1 PB@2 PR@2")
    worth = next(
        message.facts["points"]
        for message in GAME.grounds(state, GAME.read("SB"))
        if message.code == "grounds.worth"
    )
    assert GAME.report is not None
    report = GAME.report(state, GAME.read("SB"), 0)
    after = play(begin(mandala=["0"] * 9), "PRB@1 PR@1 PB@2 PR@2 SB")
    assert worth == report.facts["points"] == after.vp[0] > 0


@pytest.mark.parametrize(
    ("moves", "text", "says"),
    [
        ("", "PRB@3", "Tower built on space 3: red, blue."),
        ("PR@1 PB@1", "T1", "Top scored: space 1 (1 VP)."),
        ("PR@1 PB@1 PR@2 PB@2", "T12", "Tops scored: spaces 1, 2 (2 VP)."),
        ("", "N", "There is nothing to pick."),
        ("N", "O7", "Objective (player 1): 7 VP."),
    ],
)
def test_a_report_says_what_was_done(moves: str, text: str, says: str) -> None:
    state = play(begin(), moves)
    assert GAME.report is not None
    assert voice(GAME, "en").say(GAME.report(state, GAME.read(text), 0)) == says


def test_four_stones_go_on_each_stack() -> None:
    first = GAME.steps(None, begin())[0]
    assert voice(GAME, "en").say(first.say).endswith("96 stones, four on each stack.")


def test_a_table_laid_again_does_not_promise_four_on_each_stack() -> None:
    steps = GAME.steps(None, play(begin(), "PRB@1 PR@1"))
    words = [voice(GAME, "en").say(step.say) for step in steps]
    assert any("Put 93 stones" in each for each in words)
    assert not any("four on each stack" in each for each in words)


@SPOKEN
def test_one_stone_and_two_stones_are_said_differently(language: str) -> None:
    said = voice(GAME, language)
    state = begin()
    one, two = (
        said.say(GAME.steps(play(state, f"{tower}@1"), state)[0].say) for tower in ("PB", "PBB")
    )
    assert " x " not in one + two
    assert one.partition("1")[2] != two.partition("2")[2]


def test_french_stones_are_feminine() -> None:
    state = begin()
    step = GAME.steps(play(state, "PB@1"), state)[0]
    assert voice(GAME, "fr").say(step.say).endswith("1 pierre bleue.")


@pytest.mark.parametrize(
    ("code", "facts", "says"),
    [
        ("sheet.space1", {"round": 2, "heights": 1}, "Round 2, space 1, heights: 1"),
        ("sheet.space5", {"round": 2, "colours": 1}, "Round 2, space 5, colours: 1, + 1"),
    ],
)
def test_the_sheet_needs_no_plural(code: str, facts: dict[str, Any], says: str) -> None:
    assert GAME.words[code].format(**facts) == says


@pytest.mark.parametrize("text", ["Pa2-a1:0@1", "Pa2-a1:25@1", "R25=Bx", "R0=Bx", "R01=Bx"])
@pytest.mark.parametrize("tracking", ["towers", "board"])
def test_a_stack_that_does_not_exist_is_no_notation(tracking: str, text: str) -> None:
    assert judge(GAME, begin(tracking), text).code == "BAD_NOTATION"
