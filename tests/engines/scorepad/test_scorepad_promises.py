"""The score pad: promises of docs/scorepad.md and docs/templates.md, and the worked examples."""

from __future__ import annotations

from typing import Any

import pytest

from engines.engine import Reason, Turn
from engines.match import Match
from engines.scorepad import GAME
from engines.scorepad.points import rounds_won
from engines.scorepad.template_values import ENTRY_LIMIT, ROUND_LIMIT
from tests.support.pads import codes, pad, play, ready

LINES = '[[line]]\nid = "a"\nlow = 0\nhigh = 9\n[[line]]\nid = "b"\n'


def code_of(match: Match[Any, Any], text: str) -> str:
    """Return the code of a refusal."""
    reason = match.why_not(text)
    assert isinstance(reason, Reason), text
    return reason.code


# --- rounds and the end ---------------------------------------------------------------------


def test_the_target_comes_before_the_number_of_rounds() -> None:
    """Where the last round reaches the target, the target is named as the end."""
    match = pad("[end]\nrounds = 1\ntarget = 10")
    play(match, "1=10")
    assert codes(match, "2=3")[-1] == "target_reached"


def test_round_200_is_the_last() -> None:
    """Without a number of rounds in the template."""
    match = pad(seats=1)
    play(match, *["1=0"] * 199)
    assert match.turn is not None
    assert codes(match, "1=0") == ["entered", "round_complete", "last_round"]
    assert ROUND_LIMIT == 200


def test_a_running_score_has_500_entries() -> None:
    """The last one is accepted; one more is not."""
    match = pad('sheet = "running"')
    play(match, *["1+1"] * 500)
    assert GAME.scores(match.state) == (500, 0)
    assert code_of(match, "1+1") == "SHEET_FULL"
    assert ENTRY_LIMIT == 500


def test_points_are_corrected_after_an_undo_of_the_end() -> None:
    """A game that is over takes no correction."""
    match = pad()
    play(match, "1=4", "end")
    over = GAME.explain(match.state, GAME.read("!1=5"))
    assert over is not None
    assert over.code == "GAME_OVER"
    match.undo()
    play(match, "!1=5")
    assert GAME.scores(match.state) == (5, 0)


def test_a_draw_is_shared_by_those_who_are_there() -> None:
    """Whatever the points; not by somebody who has left."""
    match = pad(seats=3)
    play(match, "1=1", "2=2", "3=3", "leave 3")
    assert codes(match, "draw") == ["agreed.draw"]
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert (outcome.winners, outcome.why.code) == ((0, 1), "agreed_draw")


def test_the_view_tells_the_end() -> None:
    """Who has won, by which rule, and what ended the game."""
    match = pad()
    play(match, "1=4")
    assert "winners" not in GAME.view(match.state)
    play(match, "end")
    shown = GAME.view(match.state)
    assert {key: shown[key] for key in ("winners", "winner", "by", "ended")} == {
        "winners": [0],
        "winner": 0,
        "by": "won",
        "ended": "end",
    }


def test_rounds_won_are_complete_and_shared_by_equals() -> None:
    """A round with a missing cell counts for nobody; who sat out is not compared."""
    match = pad(seats=3)
    state = play(match, "1=5", "2=5", "3=1", "skip 3", "1=2", "2=4", "1=9")
    assert [rounds_won(state, side) for side in range(3)] == [1, 2, 0]
    state = play(match, "!3@1=?")
    assert [rounds_won(state, side) for side in range(3)] == [0, 1, 0]


# --- what is entered ------------------------------------------------------------------------


def test_the_knob_begins_with_the_quick_values_and_any_other_is_accepted() -> None:
    """Those of the template, or 0, 1, 2, 5 and 10; nobody is on turn without turns."""
    match = pad("[[line]]\nid = 'a'\nquick = [3, 6]\nstep = 3")
    assert match.turn == Turn(None, "points")
    assert "points" in GAME.open_questions
    assert match.state.template.lines[0].step == 3
    for each, values in ((match, (3, 6)), (pad(), (0, 1, 2, 5, 10))):
        texts = [GAME.write(choice) for choice in GAME.legal(each.state)]
        assert [text for text in texts if text.startswith("1=")] == [f"1={n}" for n in values]
        assert each.why_not("1=77") is None


def test_corrections_of_a_closed_round_may_leave_the_tricks_wrong() -> None:
    """They come one by one; the other player's follows."""
    match = ready("bids_twenty", seats=3)
    play(match, "1.bid=1", "2.bid=0", "3.bid=0", "1.made=1", "2.made=0", "3.made=0")
    play(match, "!1.made@1=0", "!2.made@1=1")
    assert GAME.scores(match.state) == (-10, -10, 20)


@pytest.mark.parametrize(
    ("before", "text", "code"),
    [
        ((), "9.c@9=99", "NO_PLAYER"),
        ((), "1.c@9=99", "NO_LINE"),
        ((), "1@9=99", "LINE_NEEDED"),
        ((), "1.a@9=99", "NO_ROUND"),
        (("1.a=1", "leave 1"), "1.a@1=99", "CELL_TAKEN"),
        (("skip 1",), "1.a=99", "SITS_OUT"),
        ((), "1.a=99", "BAD_VALUE"),
        ((), "!1.a=99", "CELL_MISSING"),
        (("leave 1",), "skip 1", "NOT_AT_TABLE"),
    ],
)
def test_the_first_failing_check_is_named(before: tuple[str, ...], text: str, code: str) -> None:
    """In the order of the page, where several fail."""
    match = pad(LINES + "[end]\ntarget = 5\nexact = true")
    play(match, *before)
    assert code_of(match, text) == code


# --- the worked examples --------------------------------------------------------------------


def test_example_a_cell_that_was_entered_wrongly() -> None:
    """12 to 20, corrected to 12 to 2; the end counts a round that lacks a player: 19 to 2."""
    match = pad()
    match.play("1=12", 0)
    assert "round_complete" in [event.code for event in match.play("2=20", 0)]
    assert GAME.scores(match.state) == (12, 20)
    match.play("1=7", 0)
    match.play("!2@1=2", 1)
    assert match.lines[-1] == ("1", "!2@1=2")
    assert GAME.scores(match.state) == (19, 2)
    match.play("end")
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((0,), (19, 2))
