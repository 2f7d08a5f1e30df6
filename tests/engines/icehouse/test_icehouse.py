"""Icehouse Mandala: the worked examples of its rules, setting up, laying and refusing."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from engines import catalog
from engines.engine import (
    BadNotation,
    BadStart,
    Fact,
    IllegalChoice,
    Reason,
    Seat,
    Start,
    Term,
    Turn,
)
from engines.icehouse import GAME, State
from engines.icehouse.choices import Take
from engines.icehouse.state import COPIES, GROUPS, SPACES
from engines.match import Match

ORDERED = ["R1", "Y1", "G1", "B1", "K1", "R1", "Y2", "R1", "R1", "R1"]
ORDERED += [code for group in GROUPS for code in [group] * (COPIES - ORDERED.count(group))]
"""A path with a mixed beginning; from space 10 on, the rest of each group in order."""


def begin(seats: int = 2, first: int = 0, path: object = ORDERED) -> State:
    """Return a fresh table; without a path it is dealt."""
    given = {} if path is None else {"path": path}
    return GAME.setup(Start({"path": "dealt"}, seats, first, 1, given))


def play(state: State, *texts: str) -> State:
    """Play texts, each of which has to be legal."""
    for text in texts:
        choice = GAME.read(text)
        assert GAME.explain(state, choice) is None, text
        state = GAME.apply(state, choice)
    return state


def refused(state: State, text: str, seat: int | None = None) -> Reason:
    """Return why a text is refused; what it names instead is accepted now."""
    try:
        reason = GAME.explain(state, GAME.read(text), seat)
    except BadNotation as error:
        reason = error.reason
    assert reason is not None
    if reason.instead is not None:
        assert GAME.explain(state, GAME.read(reason.instead)) is None
    return reason


# --- worked examples ------------------------------------------------------------------------


def codes(text: str) -> list[str]:
    """Return '2xR1,1xY1' or '-' as sorted codes."""
    found = re.findall(r"(\d)x(\w\d)", text)
    return sorted(code for count, code in found for _ in range(int(count)))


def lay_table(text: str) -> State:
    """Build a table as the examples give it: groups not named are finished, all in the eye."""
    fields = dict(part.strip().split("=", 1) for part in text.split(";") if "=" in part)
    pawns = [int(number) for number in fields["pawn"].strip("[]").split(",")]
    path = [""] * SPACES
    for space, code in re.findall(r"(\d+):(\w\d)", text):
        path[int(space)] = code
    if "path ordered" in text:
        path = [code if space not in pawns else "" for space, code in enumerate(ORDERED)]
    held = [codes(each) for each in fields.get("held", "/".join("-" * len(pawns))).split("/")]
    eye = codes(fields.get("eye", ""))
    named = {*path, *eye, *(code for mine in held for code in mine)}
    unnamed = [group for group in GROUPS if group not in named]
    nothing = {group: [0] * len(pawns) for group in unnamed}
    position: dict[str, Any] = {
        "phase": "over" if "OVER" in text else "play",
        "turn": int(fields["turn"]),
        "path": path,
        "pawns": pawns,
        "held": held,
        "eye": eye + [code for code in unnamed for _ in range(COPIES)],
        "scored": nothing,
        "owned": nothing,
    }
    if "OVER" in text:
        position["ended"] = "end"
    state = GAME.from_position(position, Start({}, len(pawns), 0, 0))
    assert GAME.check(state) == ()
    return state


FOUR = "turn=0; pawn=[10, 20]; path 15:R1 25:R1 30:R1 40:R1; held=1xR1/-"
FRESH = "turn=0; pawn=[-1, -1]; path ordered"
AFTER_5 = "turn=1; pawn=[5, -1]; path ordered; held=1xR1/-"
LAST_Y1 = "60:Y1 61:Y1 62:Y1 63:Y1 64:Y1"
THREE = "turn=0; pawn=[10, 70, 20]; path 15:R1 40:R1 50:R1 60:R1 65:R1"
LATE = "pawn=[30, 40, -1]; path 5:R1 35:R1 50:R1 60:R1 70:R1"

RESULTS = {
    "I02": (
        FRESH,
        5,
        "turn=1; pawn=[5, -1]; path 0-4,6-74; held=1xR1/-; points=[0, 0]",
    ),
    "I03": (
        AFTER_5,
        3,
        "turn=0; pawn=[5, 3]; path 4,6-74; held=1xR1/1xB1; eye=1xG1,1xR1,1xY1; points=[0, 0]",
    ),
    "I04": (
        AFTER_5,
        6,
        "turn=0; pawn=[5, 6]; path 7-74; held=1xR1/1xY2; eye=1xB1,1xG1,1xK1,1xR1,1xY1;points=[0,0]",
    ),
    "I06": (FRESH, 74, "turn=0; pawn=[74, -1]; points=[2, 73] OVER"),
    "I14": (
        "turn=2; pawn=[10, 20, 30]; path 40:R1 50:Y1 55:Y1 60:Y1 65:Y1 70:Y1; held=2xR1/2xR1/-",
        40,
        "turn=0; pawn=[10, 20, 40]; path 50,55,60,65,70; points=[2, 3, 0]",
    ),
    "I15": (
        "turn=0; pawn=[10, 30]; path 40:R1 50:Y1 55:Y1 60:Y1 65:Y1 70:Y1; held=2xR1/2xR1",
        40,
        "turn=1; pawn=[40, 30]; path 50,55,60,65,70; points=[3, 2]",
    ),
    "I16": (
        "turn=0; pawn=[10, 30]; path 40:R1 50:Y1 55:Y1 60:Y1 65:Y1 70:Y1; held=1xR1/2xR1; eye=1xR1",
        40,
        "turn=1; pawn=[40, 30]; path 50,55,60,65,70; points=[3, 2]",
    ),
    "I17": (
        f"turn=4; pawn=[10, 20, 30, 40, 5]; path 50:R1 {LAST_Y1}; held=1xR1/1xR1/1xR1/1xR1/-",
        50,
        "turn=0; pawn=[10, 20, 30, 40, 50]; path 60-64; points=[0, 0, 0, 2, 3]",
    ),
    "I18": (
        f"turn=2; pawn=[10, 20, 5]; path 50:R1 {LAST_Y1}; held=1xR1/1xR1/2xR1",
        50,
        "turn=0; pawn=[10, 20, 50]; path 60-64; points=[0, 2, 3]",
    ),
    "I19": (
        f"turn=0; pawn=[10, 20]; path 50:R1 {LAST_Y1}; eye=4xR1",
        50,
        "turn=1; pawn=[50, 20]; path 60-64; points=[5, 0]",
    ),
    "I20": (
        f"turn=0; pawn=[10, 20]; path 15:R1 50:Y2 {LAST_Y1}; held=1xY2/1xY2; eye=4xR1,2xY2",
        50,
        "turn=1; pawn=[50, 20]; path 60-64; points=[3, 2]",
    ),
    "I21": (
        f"turn=0; pawn=[10, 20]; path 12:R1 30:Y2 {LAST_Y1}; held=1xR1,2xY2/1xR1,2xY2; eye=2xR1",
        30,
        "turn=1; pawn=[30, 20]; path 60-64; points=[6, 4]",
    ),
    "I22": (
        THREE,
        15,
        "turn=2; pawn=[15, 70, 20]; path 40,50,60,65; held=1xR1/-/-; points=[0, 0, 0]",
    ),
    "I24": (
        "turn=2; pawn=[10, 60, 20]; path 30:R1 40:R1 72:R1; held=2xR1/-/-",
        72,
        "turn=2; pawn=[10, 60, 72]; points=[3, 0, 2] OVER",
    ),
    "I25": (
        "turn=1; pawn=[74, 40, 50]; path 60:R1; held=1xR1/1xR1/2xR1",
        60,
        "turn=1; pawn=[74, 60, 50]; points=[0, 3, 2] OVER",
    ),
    "I26": (
        "turn=0; pawn=[73, 10]; path 20:R1 30:R1 74:Y1; held=2xY1/1xR1,2xY1; eye=2xR1",
        74,
        "turn=0; pawn=[74, 10]; points=[3, 7] OVER",
    ),
    "I27": (
        "turn=0; pawn=[73, 10]; path 20:R1 74:Y1; held=2xR1,1xY1/1xR1,3xY1; eye=1xR1",
        74,
        "turn=0; pawn=[74, 10]; points=[5, 5] OVER",
    ),
    "I32": (
        f"turn=0; {LATE}",
        50,
        "turn=1; pawn=[50, 40, -1]; path 5,35,60,70; held=1xR1/-/-; points=[0, 0, 0]",
    ),
    "I33": (
        f"turn=2; {LATE}",
        5,
        "turn=0; pawn=[30, 40, 5]; path 35,50,60,70; held=-/-/1xR1; points=[0, 0, 0]",
    ),
    "I34": (
        f"turn=2; {LATE}",
        35,
        "turn=0; pawn=[30, 40, 35]; path 50,60,70; held=-/-/1xR1; eye=1xR1; points=[0, 0, 0]",
    ),
    "I35": (
        "turn=0; pawn=[60, 65, 70, 20]; path 25:R1 72:R1; held=1xR1/1xR1/1xR1/-",
        72,
        "turn=0; pawn=[72, 65, 70, 20]; points=[3, 0, 2, 0] OVER",
    ),
}


@pytest.mark.parametrize(("given", "space", "expected"), RESULTS.values(), ids=RESULTS)
def test_worked_example(given: str, space: int, expected: str) -> None:
    """A move leads from the table given to the table expected."""
    before = lay_table(given)
    after = play(before, f"M{space + 1}")
    fields = dict(part.strip().split("=", 1) for part in expected.split(";") if "=" in part)
    view = GAME.view(after)
    filled = [
        space
        for first, last in re.findall(r"(\d+)(?:-(\d+))?(?=[,;])", _between(expected, "path"))
        for space in range(int(first), int(last or first) + 1)
    ]
    assert after.turn == int(fields["turn"])
    assert view["pawns"] == _numbers(fields["pawn"])
    assert view["points"] == _numbers(fields["points"])
    assert view["phase"] == ("over" if expected.endswith("OVER") else "play")
    assert view["path"] == [
        code if space in filled else "" for space, code in enumerate(before.path)
    ]
    held = fields.get("held", "/".join("-" * len(before.pawns)))
    assert view["held"] == [codes(each) for each in held.split("/")]
    open_eye = [code for code in view["eye"] if code not in view["scored"]]
    assert open_eye == codes(fields.get("eye", ""))
    assert GAME.check(after) == ()


def _between(text: str, word: str) -> str:
    return text.partition(word)[2].partition(";")[0] + ";"


def _numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"-?\d+", text)]


REFUSED = {
    "I05": (AFTER_5, "M6", 1, "EMPTY_SPACE"),
    "I07": (FOUR, "M9", 0, "BACKWARD"),
    "I08": (FOUR, "M11", 0, "SAME_SPACE"),
    "I09": (FOUR, "M17", 0, "EMPTY_SPACE"),
    "I10": (FOUR, "M76", 0, "BAD_SPACE"),
    "I11": (FOUR, "pass", 0, "MUST_MOVE"),
    "I12": (FOUR, "M26", 1, "NOT_YOUR_TURN"),
    "I23": (THREE, "M72", 1, "AT_END"),
    "I31": (f"OVER; {FOUR}", "M16", 0, "GAME_OVER"),
}


@pytest.mark.parametrize(("given", "text", "seat", "code"), REFUSED.values(), ids=REFUSED)
def test_worked_refusal(given: str, text: str, seat: int, code: str) -> None:
    """A move is refused with the code expected."""
    assert refused(lay_table(given), text, seat).code == code


@pytest.mark.parametrize(
    ("given", "spaces"),
    [(FRESH, list(range(75))), (FOUR, [15, 25, 30, 40])],
    ids=["I01", "I13"],
)
def test_worked_legal(given: str, spaces: list[int]) -> None:
    """Legal are the pyramids ahead of the own pawn, the nearest first."""
    assert [GAME.write(c) for c in GAME.legal(lay_table(given))] == [f"M{s + 1}" for s in spaces]


@pytest.mark.parametrize("seats", [1, 6], ids=["I28", "I29"])
def test_worked_player_count(seats: int) -> None:
    """Two to five can play."""
    with pytest.raises(BadStart) as error:
        begin(seats=seats)
    assert error.value.reason == Reason("BAD_PLAYER_COUNT", {"seats": seats})


def test_worked_ranking_i27() -> None:
    """I27: level on points, the pawn furthest forward wins."""
    given, space, _ = RESULTS["I27"]
    view = GAME.view(play(lay_table(given), f"M{space + 1}"))
    assert (view["ranking"], view["winner"]) == ([0, 1], 0)


def test_worked_ranking_i30() -> None:
    """I30: points 20, 25, 25, 5 with pawns 74, 60, 71, 73 rank as 2, 1, 0, 3."""
    owners = [0] * 4 + [1] * 5 + [2] * 5 + [3]
    shares = {
        group: [5 if seat == owner else 0 for seat in range(4)]
        for group, owner in zip(GROUPS, owners, strict=True)
    }
    position = {
        "phase": "over",
        "turn": 0,
        "path": [""] * SPACES,
        "pawns": [74, 60, 71, 73],
        "held": [[], [], [], []],
        "eye": [],
        "scored": shares,
        "owned": shares,
        "ended": "points",
    }
    state = GAME.from_position(position, Start({}, 4, 0, 0))
    assert GAME.check(state) == ()
    assert GAME.scores(state) == (20, 25, 25, 5)
    assert GAME.view(state)["ranking"] == [2, 1, 0, 3]


def test_i19_the_eye_gives_up_what_was_scored() -> None:
    """I19: the four pyramids in the eye become points of the single owner."""
    given, space, _ = RESULTS["I19"]
    assert "R1" not in GAME.view(play(lay_table(given), f"M{space + 1}"))["eye"]


def test_i20_a_group_wholly_in_the_eye_stays_there_and_is_listed_with_zeros() -> None:
    """I20: all five in the eye score nothing."""
    given, space, _ = RESULTS["I20"]
    view = GAME.view(play(lay_table(given), f"M{space + 1}"))
    assert view["eye"].count("R1") == 5
    assert view["scored"]["R1"] == [0, 0]
    assert view["scored"]["Y2"] == [3, 2]


# --- setting up -----------------------------------------------------------------------------


def test_a_fresh_table() -> None:
    """Pawns outside, 75 pyramids, nothing taken, the named seat begins."""
    view = GAME.view(begin(seats=3, first=2))
    assert view == {
        "phase": "play",
        "turn": 2,
        "pawns": [-1, -1, -1],
        "points": [0, 0, 0],
        "path": ORDERED,
        "held": [[], [], []],
        "eye": [],
        "scored": {},
    }


def test_a_dealt_path_has_five_of_each_group() -> None:
    """The seed deals the path, and play begins at once."""
    state = begin(path=None)
    assert state.phase == "play"
    assert Counter(state.path) == dict.fromkeys(GROUPS, 5)
    assert GAME.dealer(state) is None


def test_a_seed_deals_the_same_path_again_and_another_seed_another() -> None:
    """The deal hangs on the seed alone, not on seats or the first player."""
    paths = [
        GAME.setup(Start({"path": "dealt"}, seats, 0, seed)).path
        for seats, seed in [(2, 7), (5, 7), (2, 8)]
    ]
    assert paths[0] == paths[1] != paths[2]


@pytest.mark.parametrize("option", ["dealt", "entered"])
def test_a_path_given_at_the_start_is_ready_to_play(option: str) -> None:
    """With either option the 75 codes are the path."""
    state = GAME.setup(Start({"path": option}, 2, 0, 0, {"path": ORDERED[::-1]}))
    assert (state.phase, list(state.path)) == ("play", ORDERED[::-1])


@pytest.mark.parametrize(
    ("path", "facts"),
    [
        ("R1" * 75, {"count": 0, "copies": 0, "pyramid": Term("pyramid", "R1")}),
        (None, {"count": 0, "copies": 0, "pyramid": Term("pyramid", "R1")}),
        ({}, {"count": 0, "copies": 0, "pyramid": Term("pyramid", "R1")}),
        (ORDERED[:-1], {"count": 74, "copies": 4, "pyramid": Term("pyramid", "K3")}),
        ([*ORDERED, "G2"], {"count": 76, "copies": 6, "pyramid": Term("pyramid", "G2")}),
        ([*ORDERED[:-1], "Y1"], {"count": 75, "copies": 6, "pyramid": Term("pyramid", "Y1")}),
        ([*ORDERED[:-1], "K4"], {"count": 75, "copies": 1, "pyramid": "K4"}),
        ([*ORDERED[:-1], "k3"], {"count": 75, "copies": 1, "pyramid": "k3"}),
        ([*ORDERED[:-1], ""], {"count": 75, "copies": 1, "pyramid": ""}),
        ([*ORDERED[:-2], 7, 7], {"count": 75, "copies": 2, "pyramid": "7"}),
        ([*ORDERED[:-1], ["K3"]], {"count": 75, "copies": 1, "pyramid": "[...]"}),
    ],
)
def test_bad_path(path: object, facts: dict[str, Fact]) -> None:
    """A path that is not five of each group is refused, naming what is wrong."""
    with pytest.raises(BadStart) as error:
        GAME.setup(Start({"path": "dealt"}, 2, 0, 0, {"path": path}))
    assert error.value.reason == Reason("BAD_PATH", facts)


@pytest.mark.parametrize("first", [-1, 2])
def test_bad_first_player(first: int) -> None:
    """The first player has to be one of the seats."""
    with pytest.raises(BadStart) as error:
        begin(seats=2, first=first)
    assert error.value.reason == Reason("BAD_FIRST_PLAYER", {"first": first + 1, "seats": 2})


def test_setup_checks_count_then_path_then_first_player() -> None:
    """The first failing check wins."""
    found = []
    for seats, path in [(9, []), (2, []), (2, ORDERED)]:
        with pytest.raises(BadStart) as error:
            begin(seats=seats, first=9, path=path)
        found.append(error.value.reason.code)
    assert found == ["BAD_PLAYER_COUNT", "BAD_PATH", "BAD_FIRST_PLAYER"]


# --- laying ---------------------------------------------------------------------------------


def entered(seats: int = 2, first: int = 1) -> State:
    """Return a table whose path is still to be laid."""
    return GAME.setup(Start({"path": "entered"}, seats, first, 0))


def test_laying_asks_the_table() -> None:
    """The table answers, and all fifteen groups can be next."""
    state = entered()
    assert GAME.turn(state) == Turn(None, "lay")
    assert [GAME.write(c) for c in GAME.legal(state)] == [f"+{group}" for group in GROUPS]
    assert GAME.view(state)["phase"] == "lay"


def test_a_path_laid_one_by_one_equals_a_path_given_at_the_start() -> None:
    """After 75 answers the game begins with the first player."""
    state = play(entered(first=1), *(f"+{code}" for code in ORDERED))
    assert state == begin(first=1)
    assert GAME.turn(state) == Turn(1)


def test_a_sixth_copy_is_refused() -> None:
    """A sixth copy is BAD_PATH, and another size of the colour is proposed."""
    state = play(entered(), *["+R1"] * 5)
    assert refused(state, "+R1") == Reason(
        "BAD_PATH", {"count": 6, "copies": 6, "pyramid": Term("pyramid", "R1")}, "+R2"
    )
    assert "+R1" not in [GAME.write(c) for c in GAME.legal(state)]


def test_a_sixth_copy_of_a_used_up_colour_proposes_another() -> None:
    """Without the colour, the first group left is proposed."""
    state = play(entered(), *["+R1", "+R2", "+R3"] * 5)
    assert refused(state, "+R2").instead == "+Y1"


@pytest.mark.parametrize("text", ["M1", "M76", "pass"])
def test_no_move_while_laying(text: str) -> None:
    """A move while laying is BAD_ACTION, even to a space that is none."""
    reason = refused(entered(), text)
    assert reason == Reason("BAD_ACTION", {"text": text, "example": "+R1"}, "+R1")


def test_the_seat_does_not_matter_for_a_question_to_the_table() -> None:
    """Anybody may say which pyramid is next on the path."""
    assert GAME.explain(entered(), GAME.read("+R1"), 99) is None


def test_nothing_is_laid_in_play() -> None:
    """`+` in play is BAD_ACTION; the nearest such pyramid ahead is proposed."""
    reason = refused(begin(), "+K3")
    assert reason == Reason("BAD_ACTION", {"text": "+K3", "example": "M71"}, "M71")


def test_laying_what_is_no_longer_ahead_proposes_the_nearest_pyramid() -> None:
    """Without such a pyramid ahead, the first one ahead is proposed."""
    state = play(begin(), "M11", "M1")
    assert refused(state, "+Y2").instead == "M25"
    assert refused(lay_table(FOUR), "+K3").instead == "M16"


# --- refusals -------------------------------------------------------------------------------

UNREADABLE = ["", "M", "M07", "M00", "m12", "M-1", "M1.0", " M1", "M1 ", "M1\n", "M²", "M١٢", "12",
              "+", "+R", "+R4", "+r1", "+R11", "R1", "PASS", "Pass", "b1-d1", "F1=RG", "\ud800",
              "M" + "x" * 100, "😀"]  # fmt: skip


@pytest.mark.parametrize("text", UNREADABLE)
def test_unreadable_texts_are_bad_actions(text: str) -> None:
    """Text that is not notation is BAD_ACTION; the reason gives examples."""
    reason = refused(begin(), text)
    assert reason.code == "BAD_ACTION"
    assert reason.facts["example"] == ("M12", "+R3")
    shown = reason.facts["text"]
    assert isinstance(shown, str)
    assert shown.isprintable()
    assert len(shown) <= 40


@pytest.mark.parametrize("text", ["M0", "M76", "M1000", "M" + "9" * 5000])
def test_a_number_out_of_range_is_a_bad_space(text: str) -> None:
    """A readable number that is not a space is BAD_SPACE, however long."""
    assert refused(begin(), text).code == "BAD_SPACE"


def test_refusals_name_their_facts_and_the_nearest_move() -> None:
    """Spaces are counted from 1 in sentences; the nearest pyramid ahead is proposed."""
    state = lay_table(FOUR)
    seat = Seat(0)
    assert refused(state, "M76") == Reason("BAD_SPACE", {"space": 76}, "M41")
    assert refused(state, "M0") == Reason("BAD_SPACE", {"space": 0}, "M16")
    assert refused(state, "M11") == Reason("SAME_SPACE", {"seat": seat, "space": 11}, "M16")
    assert refused(state, "M3") == Reason("BACKWARD", {"seat": seat, "space": 3, "pawn": 11}, "M16")
    assert refused(state, "M30") == Reason("EMPTY_SPACE", {"space": 30}, "M31")
    assert refused(state, "pass") == Reason("MUST_MOVE", {"seat": seat}, "M16")


def test_who_is_refused_is_named() -> None:
    """The one at the end, the one not on turn, and the one who does not exist."""
    three = lay_table(THREE)
    assert refused(three, "M16", 1) == Reason("AT_END", {"seat": Seat(1), "turn": Seat(0)})
    assert refused(three, "M41", 2) == Reason("NOT_YOUR_TURN", {"seat": Seat(2), "turn": Seat(0)})
    assert refused(three, "M16", 3) == Reason("BAD_PLAYER", {"player": 4, "seats": 3})
    assert refused(three, "M16", -1) == Reason("BAD_PLAYER", {"player": 0, "seats": 3})


@pytest.mark.parametrize(
    ("text", "seat", "code"),
    [
        ("+R1", 9, "BAD_ACTION"),
        ("pass", 9, "BAD_PLAYER"),
        ("pass", 1, "AT_END"),
        ("M99", 1, "AT_END"),
        ("pass", 2, "NOT_YOUR_TURN"),
        ("M99", 2, "NOT_YOUR_TURN"),
        ("M99", 0, "BAD_SPACE"),
        ("M11", 0, "SAME_SPACE"),
        ("M5", 0, "BACKWARD"),
        ("M12", 0, "EMPTY_SPACE"),
    ],
)
def test_the_first_failing_check_wins(text: str, seat: int, code: str) -> None:
    """The order of the checks, each with something wrong later on as well."""
    assert refused(lay_table(THREE), text, seat).code == code


@pytest.mark.parametrize("text", ["M16", "pass", "+R1", "M99"])
def test_game_over_comes_first(text: str) -> None:
    """After the end every readable text is GAME_OVER; a match says so of unreadable ones too."""
    over = lay_table(f"OVER; {FOUR}")
    assert refused(over, text, 9) == Reason("GAME_OVER")
    assert (GAME.turn(over), GAME.legal(over)) == (None, [])


def test_a_match_refuses_rubbish_after_the_end_with_game_over() -> None:
    """GAME_OVER outranks BAD_ACTION."""
    match = Match(GAME, catalog.begin(GAME, seats=2, seed=1))
    match.play("draw")
    reason = match.why_not("rubbish")
    assert reason is not None
    assert reason.code == "GAME_OVER"


def test_texts_round_trip() -> None:
    """What is written is read as the same choice."""
    for text in [*(f"M{space}" for space in range(78)), *(f"+{g}" for g in GROUPS), "pass"]:
        assert GAME.write(GAME.read(text)) == text


def test_choices_are_interned() -> None:
    """Legal choices are read without making new ones."""
    assert GAME.read("M12") is GAME.legal(begin())[11]
    assert GAME.read("M12") == Take(11)


def test_agreements_need_a_seat_that_is_there() -> None:
    """Nobody resigns for a player who does not exist, or twice."""
    state = begin(seats=3)
    for agreement in ("resign", "draw", "end"):
        with pytest.raises(IllegalChoice) as error:
            GAME.agree(state, agreement, 3)
        assert error.value.reason.code == "BAD_PLAYER"
    left = GAME.agree(state, "resign", 1)
    with pytest.raises(IllegalChoice) as error:
        GAME.agree(left, "resign", 1)
    assert error.value.reason == Reason("HAS_LEFT", {"seat": Seat(1)})
