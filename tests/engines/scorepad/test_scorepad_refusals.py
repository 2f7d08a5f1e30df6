"""Every refusal of the score pad: its code, its sentence in every language, and a way out."""

from __future__ import annotations

from typing import Any

import pytest

from engines.engine import BadNotation, Reason
from engines.languages import LANGUAGES
from engines.match import Match
from engines.scorepad import GAME
from engines.scorepad.choices import Answer, Correct, CorrectEntry, Draw, Enter
from engines.scorepad.template_values import ENTRY_LIMIT
from engines.scorepad.words import REFUSALS
from engines.wording import Voice, translator
from tests.support.pads import pad, play, ready

RUNNING = 'sheet = "running"\n'
LINES = '[[line]]\nid = "a"\nlow = 0\nhigh = 9\n[[line]]\nid = "b"\nvalues = [0, 5]\n'
EXACT = "[end]\ntarget = 10\nexact = true\n"
DARTS = "[end]\ntarget = 10\nexact = true\nnot_left = [9]\nnot_last = [7]\n"
GAPS = "[[line]]\nid = 'a'\nlow = 0\nhigh = 9\nexcept = [4, 5]\n"
LIVES = RUNNING + "[[out]]\nscore = 10\n"


def after(match: Match[Any, Any], *texts: str) -> Match[Any, Any]:
    """Return a match after some choices."""
    play(match, *texts)
    return match


CASES: list[tuple[str, Match[Any, Any], str, str | None]] = [
    ("GAME_OVER", after(pad(), "end"), "1=4", None),
    ("BAD_ENTRY", pad(), "1==4", None),
    ("NOTHING_ASKED", pad(), "coin=1", "coin"),
    ("NOTHING_ASKED", pad(), "dice=1", "first"),
    ("NO_CELLS", pad(RUNNING), "2=5", "2+5"),
    ("NO_CELLS", after(pad(RUNNING), "1+3"), "!1=5", "!#1=5"),
    ("NO_RUNNING", pad(), "2+5", "2=5"),
    ("NO_RUNNING", pad(), "!#1=5", None),
    ("NO_PLAYER", pad(), "3=5", None),
    ("NO_PLAYER", pad(), "skip 9", None),
    ("NOT_AT_TABLE", after(pad(), "leave 2"), "2=5", "join 2"),
    ("NOT_AT_TABLE", after(pad(), "leave 2"), "skip 2", "join 2"),
    ("IS_AT_TABLE", pad(), "join 2", None),
    ("LAST_PLAYER", after(pad(), "leave 2"), "leave 1", None),
    ("NO_LINE", pad(LINES), "1.c=5", "1.a=5"),
    ("NO_LINE", pad(), "1.c=5", "1=5"),
    ("LINE_NEEDED", pad(LINES), "1=5", "1.a=5"),
    ("LINE_NEEDED", pad(LINES), "1=12", "1.a=9"),
    ("NO_ROUND", pad(), "1@2=5", "1=5"),
    ("CELL_TAKEN", after(pad(), "1=4"), "1=5", "!1@1=5"),
    ("ROUND_TAKEN", after(ready("dice_sheet"), "1.ones=3"), "1.twos=6", None),
    ("LINE_USED", after(ready("dice_sheet", seats=1), "1.ones=3"), "1.ones=3", "1.twos=4"),
    ("CELL_MISSING", pad(), "!1=5", "1=5"),
    ("CELL_MISSING", pad(), "!1=?", None),
    ("SITS_OUT", after(pad(), "skip 1"), "1=5", None),
    ("SITS_OUT", after(pad(), "skip 1"), "skip 1", None),
    ("SITS_OUT", after(pad(RUNNING + 'turns = "next"'), "next"), "skip 1", None),
    ("SKIPS_ALL", after(pad(), "skip 1"), "skip 2", None),
    ("HAS_PLAYED", after(pad(), "1=5"), "skip 1", None),
    ("HAS_PLAYED", after(pad(RUNNING + 'turns = "entry"'), "1+5"), "skip 1", None),
    ("HAS_PLAYED", after(pad(RUNNING + 'turns = "next"'), "1+5"), "skip 1", None),
    ("BAD_VALUE", pad(LINES), "1.a=10", "1.a=9"),
    ("BAD_VALUE", pad(), "1=1000001", "1=1000000"),
    ("BAD_VALUE", ready("bids_twenty", seats=3), "1.bid=2", "1.bid=1"),
    ("BAD_VALUE", after(pad(RUNNING + LINES), "1.a+3"), "!#1=10", "!#1=9"),
    ("NOT_A_VALUE", pad(LINES), "1.b=4", "1.b=5"),
    ("TRICKS_SUM", after(ready("bids_twenty", 3), "1.made=0", "2.made=0"), "3.made=0", "3.made=1"),
    ("TRICKS_SUM", after(ready("bids_ten", 3), "1.made=4"), "2.made=4", "2.made=3"),
    ("TRICKS_SUM", after(ready("bids_ten", 3), "1.made=4", "2.made=3"), "!1.made=5", "!1.made=4"),
    ("IMPOSSIBLE", pad(GAPS), "1=5", "1=3"),
    ("NOT_LEFT", pad(DARTS), "1=9", "1=0"),
    ("NOT_LAST", after(pad(DARTS), "1=3", "2=0"), "1=7", "1=0"),
    ("IS_OUT", after(pad(LIVES, 3), "1+10"), "1+1", None),
    ("IS_OUT", after(pad(LIVES, 3), "1+10"), "marker 1", None),
    ("PAST_TARGET", after(ready("legs_501"), *["1=180", "2=0"] * 2), "1=142", "1=0"),
    ("PAST_TARGET", pad(EXACT), "1=11", "1=0"),
    ("PAST_TARGET", after(pad(RUNNING + EXACT), "1+9"), "1+2", "1+0"),
    ("PAST_TARGET", after(pad(RUNNING + EXACT), "1+9"), "!#1=11", "!#1=0"),
    ("SHEET_FULL", after(pad(RUNNING), *["1+1"] * ENTRY_LIMIT), "1+1", None),
    ("NO_ENTRY", after(pad(RUNNING), "1+1"), "!#2=1", "!#1=1"),
    ("NO_ENTRY", pad(RUNNING), "!#1=1", None),
    ("NO_TURNS", pad(), "next", None),
    ("NO_TURNS", pad(RUNNING), "skip 1", None),
    ("TOO_FEW_FOR_TEAMS", pad(), "teams 2", None),
    ("SHEET_BEGUN", after(pad(seats=3), "1=4"), "teams 2", None),
    ("BAD_TEAMS", pad(seats=3), "teams 3", None),
    ("BAD_DICE", pad(), "dice 21d6", None),
    ("BAD_DIE", pad(), "dice 1d1", None),
    ("BAD_DICE", pad(), "dice 99999999d6", None),
    ("BAD_DIE", pad(), "dice 1d99999999", None),
    ("BAD_TEAMS", pad(seats=3), "teams 99999999", None),
    ("BAD_TIMER", pad(), "timer 0", None),
    ("BAD_TIMER", pad(), "timer 99999999", None),
]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("code", "match", "text", "instead"),
    CASES,
    ids=[f"{code}-{text}" for code, _, text, _ in CASES],
)
def test_a_code_is_reached_and_said(
    code: str, match: Match[Any, Any], text: str, instead: str | None, language: str
) -> None:
    """With a sentence that names every fact, and an alternative that is accepted."""
    reason = match.why_not(text)
    assert isinstance(reason, Reason)
    assert (reason.code, reason.instead) == (code, instead)
    voice = Voice(GAME.words, translator(language))
    said = voice.say(reason)
    for value in reason.facts.values():
        assert voice.fact(value).casefold() in said.casefold()
    if instead is not None:
        assert match.why_not(instead) is None


def test_no_code_is_left_out() -> None:
    """Every code has a case here, or a test of its own."""
    elsewhere = {"ANSWER_PENDING", "BAD_GIVEN"}
    reached = {code for code, *_ in CASES} - {"GAME_OVER"}
    assert reached | elsewhere == set(REFUSALS)


def test_a_line_that_was_used_offers_a_free_one() -> None:
    """With the same points, where they fit."""
    match = after(ready("dice_sheet", seats=1), "1.trio=20")
    reason = match.why_not("1.trio=25")
    assert reason is not None
    assert reason.instead is not None
    assert match.why_not(reason.instead) is None


@pytest.mark.parametrize(
    "text",
    ["", "0=1", "1=+1", "1=01", "1=-0", "1+-1", "1-0", "1", "=4", "1=4 ", "1.=4", "1.A=4", "1@0=4",
     "1@=4", "!1", "!1+4", "#1=4", "!#0=1", "1=1000000000", "100=1", "skip", "skip 0", "next 1",
     "dice", "dice 0d6", "dice 1d0", "dice=", "dice=01", "coin 1", "teams", "timer", "timer -1",
     "١=4", "1=４", "resign", "dice=" + ",".join(["1"] * 21)],
)  # fmt: skip
def test_texts_that_are_no_choice(text: str) -> None:
    """Refused with examples."""
    with pytest.raises(BadNotation) as refused:
        GAME.read(text)
    assert refused.value.reason.code == "BAD_ENTRY"


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("10.bid@200=-15", Enter(9, "bid", 200, -15)),
        ("!2=?", Correct(1, "", None, None)),
        ("!#12=0", CorrectEntry(12, 0)),
        ("dice 3d20", Draw("dice", (3, 20))),
        ("teams=1,2,1", Answer("teams", (1, 2, 1))),
    ],
)
def test_a_text_is_read_and_written(text: str, choice: Any) -> None:
    """Both ways."""
    assert GAME.read(text) == choice
    assert GAME.write(choice) == text


def test_the_knob_picks_who_which_line_and_how_much() -> None:
    """In this order; everything else begins with what is done."""
    names = [part.name for part in GAME.parts(Enter(1, "bid", None, 3))]
    assert names == ["player", "line", "points"]
    names = [part.name for part in GAME.parts(Correct(1, "bid", 4, None))]
    assert names == ["action", "player", "round", "line", "points"]


@pytest.mark.parametrize("name", ["plain", "running_tiles", "dice_sheet", "bids_by_card"])
def test_the_choices_make_a_tree(name: str) -> None:
    """No choice is the beginning of another, so that a knob can walk through them."""
    match = ready(name, seats=3)
    for pick in (0, 0, 3, 7, 11, 5):
        legal = GAME.legal(match.state)
        paths = [GAME.parts(choice) for choice in legal]
        for path in paths:
            assert sum(other[: len(path)] == path for other in paths) == 1
        match.play(GAME.write(legal[pick % len(legal)]))
