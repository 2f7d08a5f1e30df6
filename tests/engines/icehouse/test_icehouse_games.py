"""Icehouse Mandala: whole games, how they end, who has won, and what is said about it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engines import catalog
from engines.engine import (
    ChoicePart,
    Fact,
    IllegalChoice,
    Message,
    Outcome,
    ScoreLine,
    Seat,
    Start,
    Term,
    Turn,
)
from engines.icehouse import GAME, State
from engines.icehouse.state import COPIES, GROUPS, SPACES
from engines.match import Match, replay

SAMPLES = json.loads((Path(__file__).parents[1] / "vectors" / "icehouse.json").read_text())

BLOCKS = [code for group in GROUPS for code in [group] * COPIES]
"""A path on which each group is together: R1 on 0 to 4, R2 on 5 to 9 ... K3 on 70 to 74."""

MIXED = ["R1", "Y1", "G1", "B1", "K1", "R1", "Y2", "R1", "R1", "R1"]
MIXED += [code for group in GROUPS for code in [group] * (COPIES - MIXED.count(group))]
"""Then R2 on 10 to 14, R3 on 15 to 19, Y1 on 20 to 23 ... K2 on 65 to 69, K3 on 70 to 74."""


def begin(seats: int, first: int = 0, path: list[str] = BLOCKS) -> Match[Any, Any]:
    """Return a match on a known path."""
    return Match(GAME, Start({"path": "dealt"}, seats, first, 0, {"path": path}))


def play(match: Match[Any, Any], *texts: str) -> State:
    """Play texts one after another."""
    for text in texts:
        match.play(text)
    state: State = match.state
    return state


def pyramid(code: str) -> Term:
    """Return the name of a group."""
    return Term("pyramid", code)


# --- samples --------------------------------------------------------------------------------


@pytest.mark.parametrize("sample", SAMPLES, ids=[f"sample-{n}" for n in range(len(SAMPLES))])
def test_sample_game(sample: dict[str, Any]) -> None:
    """Every move, the number of choices before it, and the table after it are as recorded.

    A sample lists what must match and leaves out the groups that ended wholly in the eye; the
    view lists these with zeros.
    """
    new = sample["new"]
    match = begin(new["seats"], new["first"], new["path"])
    for seat, text, count, part in sample["steps"]:
        assert match.turn == Turn(seat)
        assert len(GAME.legal(match.state)) == count
        match.play(text, seat)
        assert GAME.check(match.state) == ()
        view = GAME.view(match.state)
        nobody = {group: points for group, points in view["scored"].items() if not any(points)}
        assert all(view["eye"].count(group) == COPIES for group in nobody)
        shared = {g: points for g, points in view["scored"].items() if g not in nobody}
        assert part == {**{key: view[key] for key in part}, "scored": shared}
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    final = {"scores": list(outcome.scores), "winner": outcome.winner, "ranking": view["ranking"]}
    assert final == sample["final"]
    assert replay(match.record(), GAME).state == match.state


# --- followed by hand -----------------------------------------------------------------------


def test_a_game_of_two_followed_by_hand() -> None:
    """Sweeps, a single owner, a tie broken by the pawn, and the rest for the last player."""
    match = begin(2, path=MIXED)
    seen = []
    for text in ["M6", "M11", "M13", "M14", "M15", "M71", "M75"]:
        match.play(text)
        view = GAME.view(match.state)
        seen.append((view["turn"], view["pawns"], len(view["eye"]), view["points"]))
    assert seen == [
        (1, [5, -1], 0, [0, 0]),  # R1; player 2 is still outside, so nothing is swept
        (0, [5, 10], 5, [0, 0]),  # R2; the spaces 0 to 4 go to the eye
        (1, [12, 10], 5, [5, 0]),  # R2; 6 to 9 go too: R1 is gone, one with player 1, four in eye
        (0, [12, 13], 6, [5, 0]),  # R2; the one on 11 goes to the eye
        (1, [14, 13], 5, [8, 2]),  # R2 is finished 2:2, player 1 is further: 3 and 2
        (0, [14, 70], 5, [8, 2]),  # K3
        (None, [74, 70], 60, [10, 5]),  # all of 15 to 69 to the eye; three K3 left: 1:4, 2 and 3
    ]
    assert GAME.view(match.state)["ranking"] == [0, 1]
    assert GAME.outcome(match.state) == Outcome(
        (0,), (10, 5), Message("points", {"winner": Seat(0), "points": 10})
    )
    assert GAME.score_sheet(match.state) == (
        (
            ScoreLine(5, Message("sheet.alone", {"pyramid": pyramid("R1"), "held": 1})),
            ScoreLine(3, Message("sheet.most_level",
                             {"pyramid": pyramid("R2"), "held": 2, "rivals": (Seat(1),)})),
            ScoreLine(2, Message("sheet.second", {"pyramid": pyramid("K3"), "held": 1})),
        ),
        (
            ScoreLine(2, Message("sheet.second_behind",
                             {"pyramid": pyramid("R2"), "held": 2, "rival": Seat(0)})),
            ScoreLine(3, Message("sheet.most", {"pyramid": pyramid("K3"), "held": 4})),
        ),
    )  # fmt: skip


def test_a_game_of_three_followed_by_hand() -> None:
    """One jumps to the end and is skipped; the last of three takes nearly everything."""
    match = begin(3, first=2, path=MIXED)
    seen = []
    for text in ["M75", "M71", "M1", "M74"]:
        match.play(text)
        view = GAME.view(match.state)
        seen.append((view["turn"], view["pawns"], view["points"]))
    assert seen == [
        (0, [-1, -1, 74], [0, 0, 0]),
        (1, [70, -1, 74], [0, 0, 0]),
        (0, [70, 0, 74], [0, 0, 0]),  # player 3 is at the end and passed over
        (None, [73, 0, 74], [3, 72, 0]),  # K3 2:2:1, the others 5 each for player 2
    ]
    assert GAME.view(match.state)["ranking"] == [1, 0, 2]
    assert GAME.view(match.state)["winner"] == 1
    assert GAME.view(match.state)["scores"] == [3, 72, 0]
    first, second, third = GAME.score_sheet(match.state)
    rule = Message("sheet.most_level", {"pyramid": pyramid("K3"), "held": 2, "rivals": (Seat(1),)})
    assert first == (ScoreLine(3, rule),)
    assert [entry.points for entry in second] == [5] * 14 + [2]
    assert third == (ScoreLine(0, Message("sheet.nothing", {"pyramid": pyramid("K3"), "held": 1})),)


def test_a_tie_for_second_place_is_broken_by_the_pawn_and_said_so() -> None:
    """Three, one and one: the second place names whom its pawn has passed."""
    match = begin(3)
    play(match, "M1", "M2", "M3", "M4", "M16", "M17", "M5")
    assert GAME.view(match.state)["scored"] == {"R1": [3, 0, 2]}
    sheet = GAME.score_sheet(match.state)
    assert [entry.points for entries in sheet for entry in entries] == [3, 0, 2]
    rule: dict[str, Fact] = {"pyramid": pyramid("R1"), "held": 1, "rivals": (Seat(1),)}
    assert sheet[2][0].rule == Message("sheet.second_level", rule)


# --- ends -----------------------------------------------------------------------------------


def test_a_game_that_is_not_over_has_no_outcome() -> None:
    """Outcome, ranking and winner appear only after the end."""
    state = begin(2).state
    assert GAME.outcome(state) is None
    assert not {"ranking", "winner", "scores", "left"} & GAME.view(state).keys()


def test_end_by_agreement_scores_only_finished_groups() -> None:
    """I19: what is held of unfinished groups counts nothing."""
    match = begin(2)
    state = play(match, "M1", "M6", "M7", "M8", "end")
    assert GAME.scores(state) == (5, 0)
    assert GAME.view(state)["held"] == [["R2"], ["R2", "R2"]]
    assert GAME.outcome(state) == Outcome((0,), (5, 0), Message("agreed_end"))


def test_end_by_agreement_level_on_points_goes_to_the_pawn_further_forward() -> None:
    """With one pawn further the win is not shared."""
    state = play(begin(3), "M5", "end")
    assert GAME.outcome(state) == Outcome((0,), (0, 0, 0), Message("furthest", {"winner": Seat(0)}))
    assert GAME.view(state)["ranking"] == [0, 1, 2]


def test_end_by_agreement_with_all_pawns_outside_is_a_shared_win() -> None:
    """I19: equal points with the pawns at the start."""
    state = play(begin(3), "end")
    facts = {"winners": (Seat(0), Seat(1), Seat(2))}
    assert GAME.outcome(state) == Outcome((0, 1, 2), (0, 0, 0), Message("shared", facts))
    assert GAME.view(state)["winner"] is None


def test_an_agreed_draw_has_no_single_winner() -> None:
    """All seats are level, whatever the points."""
    state = play(begin(2), "M1", "M6", "M7", "draw")
    assert GAME.outcome(state) == Outcome((0, 1), (5, 0), Message("agreed_draw"))
    assert GAME.turn(state) is None


def test_of_two_the_other_wins_by_resignation() -> None:
    """Points do not matter, and the pyramids on the path stay there."""
    match = begin(2)
    play(match, "M1", "M6", "M7")
    lying = match.state.path
    match.play("resign", 0)
    assert match.state.path == lying
    assert GAME.outcome(match.state) == Outcome((1,), (5, 0), Message("resignation"))
    assert GAME.view(match.state)["ranking"] == [1, 0]
    assert GAME.view(match.state)["left"] == [0]


def test_a_seat_that_leaves_is_skipped() -> None:
    """Decision: of three or more, the others play on."""
    match = begin(3)
    play(match, "M1", "resign")
    assert GAME.view(match.state)["left"] == [1]
    assert match.turn == Turn(2)
    play(match, "M2")
    assert match.turn == Turn(0)
    reason = match.why_not("M9", 1)
    assert reason is not None
    assert reason.code == "NOT_YOUR_TURN"


def test_a_seat_can_leave_out_of_turn() -> None:
    """The turn stays where it is."""
    match = begin(4)
    match.play("resign", 2)
    assert match.turn == Turn(0)


def test_a_leavers_pawn_no_longer_keeps_pyramids_on_the_path() -> None:
    """Decision: what all others have passed goes to the eye when the last one behind leaves."""
    match = begin(3)
    play(match, "M4", "M6")
    assert GAME.view(match.state)["eye"] == []
    events = match.play("resign", 2)
    assert GAME.view(match.state)["eye"] == ["R1", "R1", "R1"]
    assert events == (
        Message("left", {"seat": Seat(2)}),
        Message("swept", {"count": 3, "last": 3}),
    )


def test_a_leaver_keeps_a_share_in_groups_but_cannot_win() -> None:
    """Decision: pyramids held and points stay; the ranking puts leavers last."""
    match = begin(3)
    play(match, "M1", "M2", "M3", "resign", "M4", "M5")
    assert GAME.view(match.state)["scored"] == {"R1": [0, 2, 3]}
    match = begin(3)
    play(match, "M1", "M6", "M7", "M8")
    assert GAME.scores(match.state) == (5, 0, 0)
    match.play("resign", 0)
    match.play("end")
    assert GAME.view(match.state)["ranking"] == [2, 1, 0]
    assert GAME.view(match.state)["winner"] == 2


def test_when_all_but_one_have_left_that_one_wins() -> None:
    """The last seat wins, and nothing more is taken."""
    match = begin(5)
    for seat in (0, 1, 2, 4):
        match.play("resign", seat)
    assert match.turn is None
    assert GAME.outcome(match.state) == Outcome((3,), (0,) * 5, Message("resignation"))
    assert SPACES - match.state.path.count("") == SPACES


def test_leaving_can_let_the_last_mover_take_the_rest() -> None:
    """With one at the end and one gone, the third takes all that is left, and it is over."""
    match = begin(3)
    play(match, "M75", "M1")
    events = match.play("resign", 2)
    assert match.turn is None
    assert Message("rest_taken", {"seat": Seat(1), "count": 73}) in events
    assert GAME.scores(match.state) == (2, 73, 0)
    assert GAME.check(match.state) == ()


def test_a_draw_is_among_those_who_stayed() -> None:
    """Decision: who has left has no part in a draw."""
    match = begin(3)
    play(match, "resign", "draw")
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert outcome.winners == (1, 2)


def test_leaving_while_the_path_is_laid() -> None:
    """The seat that was to begin hands that on; one seat left wins at once."""
    match = Match(GAME, catalog.begin(GAME, seats=3, seed=1, first=1, options={"path": "entered"}))
    play(match, "+R1")
    match.play("resign", 2)
    assert GAME.view(match.state)["turn"] == 1
    match.play("resign", 1)
    assert GAME.outcome(match.state) == Outcome((0,), (0, 0, 0), Message("resignation"))
    match.undo()
    match.undo()
    match.play("resign", 1)
    assert GAME.view(match.state)["turn"] == 2
    assert match.turn == Turn(None, "lay")


def test_a_game_called_off_while_laying_has_no_points() -> None:
    """Ending before the first move shares the win at nothing."""
    match = Match(GAME, catalog.begin(GAME, seats=2, seed=1, options={"path": "entered"}))
    state = play(match, "+R1", "end")
    assert GAME.check(state) == ()
    assert GAME.outcome(state) is not None
    assert GAME.events(match.first, None, state)[-1] == Message("agreed.end")


def test_a_refused_agreement_changes_nothing() -> None:
    """A seat cannot leave twice."""
    match = begin(3)
    match.play("resign", 1)
    before = match.record()
    with pytest.raises(IllegalChoice):
        match.play("resign", 1)
    assert match.record() == before


# --- what is said ---------------------------------------------------------------------------


def test_events_of_a_move() -> None:
    """Taking, sweeping and scoring are reported in the order of the rules."""
    match = begin(2)
    assert match.play("M2") == (
        Message("taken", {"seat": Seat(0), "pyramid": pyramid("R1"), "space": 2}),
    )
    match.play("M6")
    assert match.play("M12") == (
        Message("taken", {"seat": Seat(0), "pyramid": pyramid("R3"), "space": 12}),
        Message("swept", {"count": 3, "last": 5}),
        Message("group_alone", {"pyramid": pyramid("R1"), "seat": Seat(0)}),
    )


def test_events_of_groups() -> None:
    """Two owners, and a group that nobody has."""
    match = begin(2)
    play(match, "M1", "M2", "M3", "M4", "M5")
    events = match.play("M12")
    assert events[1:] == ()
    assert match.play("M13")[1:] == (
        Message("swept", {"count": 6, "last": 11}),
        Message("group_in_eye", {"pyramid": pyramid("R2")}),
    )
    match.undo()
    match.undo()
    match.undo()
    assert match.play("M5")[-1] == Message(
        "group_scored", {"pyramid": pyramid("R1"), "first": Seat(0), "second": Seat(1)}
    )


def test_reaching_the_end_is_reported_while_the_others_play_on() -> None:
    """Everybody who has nothing ahead any more is named."""
    match = begin(4)
    play(match, "M74")
    assert match.play("M75")[1:] == (
        Message("at_end", {"seat": Seat(0)}),
        Message("at_end", {"seat": Seat(1)}),
    )


def test_the_pyramids_that_are_left_are_reported() -> None:
    """Who takes what is left, and the groups finished by it."""
    events = begin(2).play("M75")
    assert events[1] == Message("rest_taken", {"seat": Seat(1), "count": 74})
    assert [event.code for event in events[2:]] == ["group_alone"] * 14 + ["group_scored"]


def test_laying_a_pyramid_is_reported() -> None:
    """Each pyramid, and who begins after the last."""
    match = Match(GAME, catalog.begin(GAME, seats=2, seed=1, first=1, options={"path": "entered"}))
    assert match.play("+G3") == (Message("laid", {"pyramid": pyramid("G3"), "space": 1}),)
    for code in sorted([*GROUPS * 4, *(group for group in GROUPS if group != "G3")])[:-1]:
        match.play(f"+{code}")
    assert match.play("+Y3")[-1] == Message("path_complete", {"spaces": 75, "seat": Seat(1)})


def test_an_agreed_draw_is_reported() -> None:
    """Agreements are events too."""
    assert begin(2).play("draw") == (Message("agreed.draw"),)


def test_a_choice_is_described_by_pyramid_space_and_how_far_ahead() -> None:
    """The knob counts pyramids ahead of the pawn, not spaces."""
    match = begin(2)
    play(match, "M2", "M4")
    assert GAME.describe(match.state, GAME.read("M5")) == Message(
        "describe.take", {"pyramid": pyramid("R1"), "space": 5, "ahead": 2}
    )
    assert GAME.describe(match.state, GAME.read("M4")) == Message("describe.move", {"space": 4})
    assert GAME.describe(match.state, GAME.read("M99")) == Message("describe.move", {"space": 99})
    assert GAME.describe(match.state, GAME.read("+K1")) == Message(
        "describe.lay", {"pyramid": pyramid("K1")}
    )
    assert GAME.describe(match.state, GAME.read("pass")) == Message("describe.pass")


def test_parts_of_a_choice() -> None:
    """One pyramid to take; colour and size to lay."""
    assert GAME.parts(GAME.read("M5")) == (ChoicePart("pyramid", 5),)
    assert GAME.parts(GAME.read("+K1")) == (
        ChoicePart("colour", Term("colour", "K")),
        ChoicePart("size", Term("size", "1")),
    )
    assert GAME.parts(GAME.read("pass")) == (ChoicePart("action", Term("action", "pass")),)


def test_nothing_is_secret() -> None:
    """Every seat sees the same, and no position counts as repeated."""
    state = begin(2).state
    assert GAME.view(state, 1) == GAME.view(state)
    assert GAME.repetition(state) is None
