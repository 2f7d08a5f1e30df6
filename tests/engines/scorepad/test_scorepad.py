"""The score pad: cells, rounds, corrections, a running score, how a game ends and who has won."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engines import catalog
from engines.engine import IllegalChoice, Message, Named, Outcome, ScoreLine, Seat, Turn
from engines.match import Match, replay
from engines.scorepad import GAME
from engines.scorepad.course import course, totals
from engines.scorepad.rules import preview
from engines.scorepad.setup import PLAIN
from engines.scorepad.shipped import shipped
from engines.scorepad.state import missing
from engines.wording import voice
from tests.support.pads import begin, codes, pad, play, ready

RUNNING = 'sheet = "running"\n'


# --- cells and rounds -----------------------------------------------------------------------


def test_without_a_template_it_is_the_plain_one() -> None:
    """Which the shipped file says too, so that the box and the engine mean the same."""
    match = begin({}, 3, 0, 1)
    assert match.state.template == PLAIN == shipped("plain")


def test_a_zero_is_entered_and_a_missing_cell_is_missing() -> None:
    """A round is complete only with all cells."""
    match = pad(seats=3)
    state = play(match, "1=0", "3=5")
    assert state.rounds[0].cells == ((0,), (None,), (5,))
    assert missing(state, 1) == ((1, 0),)
    assert GAME.view(state)["rounds"][0]["missing"] == [[1, "points"]]
    assert len(state.rounds) == 1
    assert codes(match, "2=-7") == ["entered", "round_complete", "leads"]
    assert GAME.scores(match.state) == (0, -7, 5)
    assert len(match.state.rounds) == 2


def test_who_is_in_front_is_said_when_a_round_is_complete() -> None:
    """In the middle of one it means nothing; after a correction it does."""
    match = pad(seats=2)
    assert codes(match, "1=9") == ["entered"]
    assert codes(match, "2=8") == ["entered", "round_complete", "leads"]
    assert codes(match, "2=8") == ["entered"]
    assert codes(match, "!2@1=12") == ["corrected", "leads"]


def test_anybody_enters_for_anybody_and_the_record_says_who() -> None:
    """Also out of turn; without a name it is the seat on turn."""
    match = pad('turns = "entry"', seats=3, first=1)
    assert match.turn == Turn(1, "points")
    match.play("3=5", 0)
    match.play("2=4")
    assert [(line.who, line.text) for line in match.lines] == [("0", "3=5"), ("1", "2=4")]
    assert match.turn == Turn(0, "points")
    again = replay(match.record(), GAME)
    assert again.record() == match.record()


def test_a_past_cell_is_corrected_as_a_choice() -> None:
    """The record names who did it, the event what was there before."""
    match = pad(seats=2)
    play(match, "1=10", "2=20", "1=1", "2=2")
    (event, *_) = match.play("!1@1=15", 1)
    assert match.lines[-1] == ("1", "!1@1=15")
    assert event.code == "corrected"
    assert (event.facts["was"], event.facts["points"], event.facts["total"]) == (10, 15, 16)
    assert GAME.scores(match.state) == (16, 22)
    match.undo()
    assert GAME.scores(match.state) == (11, 22)


def test_a_cell_can_be_made_missing_and_filled_again() -> None:
    """The round before stays open to it, the rounds after stay as they are."""
    match = pad(seats=2)
    state = play(match, "1=10", "2=20", "!2@1=?")
    assert missing(state, 1) == ((1, 0),)
    assert GAME.scores(state) == (10, 0)
    state = play(match, "2@1=25")
    assert missing(state, 1) == ()
    assert GAME.scores(state) == (10, 25)


def test_lines_add_up_with_what_one_of_them_is_worth() -> None:
    """A penalty takes away; rounds may count twice."""
    text = """
    [[line]]
    id = "tricks"
    times = 10
    [[line]]
    id = "fines"
    times = -1
    [[multiply]]
    rounds = [2]
    by = 2
    """
    match = pad(text, seats=1)
    play(match, "1.tricks=3", "1.fines=4")
    assert GAME.scores(match.state) == (26,)
    play(match, "1.tricks=1", "1.fines=0")
    assert GAME.scores(match.state) == (46,)
    sheet = GAME.score_sheet(match.state)[0]
    assert [line.points for line in sheet] == [30, -4, 20, 0]
    assert sheet[1].rule.facts["line"] == Named("fines", PLAIN.lines[0].name)


def test_a_name_of_a_line_is_said_in_the_language() -> None:
    """Names come with the template, not with the catalogs."""
    match = ready("rummy_500")
    (event, *_) = match.play("1.melds=45")
    assert "Melds" in voice(GAME, "en").say(event)
    assert "Combinaisons" in voice(GAME, "fr").say(event)
    assert "Combinazioni" in voice(GAME, "it").say(event)


def test_a_record_replays_without_the_file() -> None:
    """The whole template is in its header."""
    match = ready("low_rounds")
    play(match, "1=3", "2=4")
    header = next(row for row in match.record().splitlines() if row.startswith("given "))
    assert json.loads(header.removeprefix("given "))["template"]["wins"] == "lowest"
    again = replay(match.record(), GAME).state
    assert again == match.state
    assert again.template == shipped("low_rounds")


# --- a running score ------------------------------------------------------------------------


def test_a_running_score_adds() -> None:
    """Any number of entries, for anybody, and 0 is one too."""
    match = pad(RUNNING, seats=2)
    state = play(match, "1+5", "1+7", "2-3", "2+0")
    assert GAME.scores(state) == (12, -3)
    assert course(state) == [(0, 0), (5, 0), (12, 0), (12, -3), (12, -3)]


def test_an_entry_is_corrected_or_struck_out() -> None:
    """The numbers of the others stay."""
    match = pad(RUNNING, seats=2)
    play(match, "1+5", "2+7", "!#1=6")
    assert GAME.scores(match.state) == (6, 7)
    play(match, "!#1=?", "1+1")
    assert [entry.points for entry in match.state.log] == [None, 7, 1]
    assert [line.rule.facts["number"] for line in GAME.score_sheet(match.state)[0]] == [3]


def test_next_ends_a_turn_and_a_round() -> None:
    """Points for others do not; the dealer moves on with the round."""
    match = ready("race_121", seats=2)
    assert match.turn == Turn(1, "points")
    play(match, "2+4", "1+2")
    assert match.turn == Turn(1, "points")
    assert codes(match, "next") == []
    assert match.turn == Turn(0, "points")
    assert codes(match, "next") == ["round_complete", "marker.dealer", "order"]
    assert (match.turn, match.state.marker) == (Turn(0, "points"), 1)


def test_an_entry_ends_a_turn_where_the_template_says_so() -> None:
    """Only that of the player on turn."""
    match = pad(RUNNING + 'turns = "entry"', seats=3)
    play(match, "2+4")
    assert match.turn == Turn(0, "points")
    play(match, "1+4")
    assert match.turn == Turn(1, "points")


@pytest.mark.parametrize(
    ("text", "entered", "sums"),
    [
        (RUNNING, "1+5", (40, 45)),
        (RUNNING, "!#1=7", (40, 7)),
        ("", "1=5", (40, 45)),
        ("", "!1@1=41", (40, 41)),
        ("count = 'down'\nstart = 80", "1=5", (40, 35)),
    ],
)
def test_the_sum_is_known_before_the_press(text: str, entered: str, sums: tuple[int, int]) -> None:
    """40 + 5 = 45; nothing has changed by looking."""
    match = pad(text, seats=1)
    play(match, "1+40" if text == RUNNING else "1=40")
    before = match.state
    choice: Any = GAME.read(entered)
    assert preview(before, choice) == sums
    match.play(entered)
    assert GAME.scores(match.state) == (sums[1],)


# --- how it ends ----------------------------------------------------------------------------


def test_a_number_of_rounds_ends_it() -> None:
    """After the last cell of the last one."""
    match = pad("[end]\nrounds = 2", seats=2)
    play(match, "1=1", "2=2", "1=3")
    assert codes(match, "2=3") == ["entered", "round_complete", "last_round"]
    assert GAME.outcome(match.state) == Outcome(
        (1,), (4, 5), Message("won", {"winners": (Seat(1),), "points": 5})
    )


def test_a_target_ends_it_at_once_or_with_the_round() -> None:
    """As the template says."""
    now = pad('[end]\ntarget = 10\nwhen = "at_once"', seats=2)
    assert codes(now, "1=10") == ["entered", "leads", "target_reached"]
    later = pad("[end]\ntarget = 10", seats=2)
    play(later, "1=10")
    assert later.turn is not None
    assert codes(later, "2=12") == ["entered", "round_complete", "leads", "target_reached"]
    assert later.turn is None


def test_a_target_may_need_a_lead() -> None:
    """Until somebody is so far ahead, it goes on."""
    match = pad("[end]\ntarget = 11\nlead = 2", seats=2)
    play(match, "1=11", "2=10")
    assert match.turn is not None
    play(match, "1=1", "2=0")
    assert match.turn is None


def test_the_lowest_wins_where_the_template_says_so() -> None:
    """Though the highest ended the game."""
    match = ready("low_to_100", seats=2)
    play(match, "1=100", "2=99")
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert outcome.winners == (1,)
    assert GAME.view(match.state)["ranks"] == [2, 1]


def test_the_table_ends_it_now() -> None:
    """What is on the sheet counts, complete or not."""
    match = pad(seats=2)
    play(match, "2=5", "end")
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((1,), (0, 5))


def test_alone_a_record_counts() -> None:
    """Somebody who plays alone has points, not a victory over others."""
    match = pad(seats=1)
    play(match, "1=5", "end")
    outcome = GAME.outcome(match.state)
    assert outcome == Outcome((0,), (5,), Message("solo", {"winners": (Seat(0),), "points": 5}))


# --- ties -----------------------------------------------------------------------------------

LINES = '[[line]]\nid = "a"\n[[line]]\nid = "b"\n'


def test_a_tie_is_shared() -> None:
    """Both are first, the third is third."""
    match = pad(seats=3)
    play(match, "1=5", "2=5", "3=1", "end")
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert (outcome.winners, outcome.why.code) == ((0, 1), "shared")
    assert GAME.view(match.state)["ranks"] == [1, 1, 3]


@pytest.mark.parametrize(("rule", "winner"), [("most", 1), ("fewest", 0)])
def test_a_tie_is_broken_by_a_line(rule: str, winner: int) -> None:
    """The most or the fewest of it."""
    match = pad(f'{LINES}[[tie]]\n{rule} = "b"', seats=2)
    play(match, "1.a=3", "1.b=2", "2.a=1", "2.b=4", "end")
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert (outcome.winners, outcome.why.code) == ((winner,), f"tie_{rule}")


@pytest.mark.parametrize(("rule", "winner"), [("most", 1), ("fewest", 0)])
def test_a_tie_is_broken_by_rounds_won(rule: str, winner: int) -> None:
    """One large round against two small ones."""
    match = pad(f'[[tie]]\n{rule} = "rounds"', seats=2)
    play(match, "1=9", "2=0", "1=0", "2=4", "1=0", "2=5", "end")
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert (outcome.winners, outcome.why.code) == ((winner,), f"tie_{rule}")


def test_a_second_rule_decides_where_the_first_does_not() -> None:
    """In the order of the template."""
    match = pad(f'{LINES}[[tie]]\nmost = "rounds"\n[[tie]]\nmost = "a"', seats=2)
    play(match, "1.a=3", "1.b=2", "2.a=1", "2.b=4", "end")
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert outcome.winners == (0,)
    assert outcome.why.facts["line"] == Named("a", PLAIN.lines[0].name)


# --- giving up ------------------------------------------------------------------------------


def test_who_resigns_comes_last_and_the_last_one_wins() -> None:
    """Whatever the points."""
    match = pad(seats=3)
    play(match, "1=9")
    match.play("resign", 0)
    assert GAME.view(match.state)["ranks"] == [3, 1, 1]
    match.play("resign", 1)
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert (outcome.winners, outcome.why.code) == ((2,), "resignation")
    match.undo()
    with pytest.raises(IllegalChoice) as refused:
        match.play("resign", 0)
    assert refused.value.reason.code == "NOT_AT_TABLE"


def test_everybody_gone_names_the_best() -> None:
    """An outcome has somebody in front."""
    match = pad(seats=2)
    play(match, "1=3", "2=9", "leave 1")
    match.play("resign", 1)
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert (outcome.winners, outcome.why.code) == ((1,), "all_left")


# --- all together ---------------------------------------------------------------------------


def test_ten_players_and_thirty_rounds() -> None:
    """The largest evening: every total is right, and the course is there for a chart."""
    match = pad("[end]\nrounds = 30\n[order]\nmarker = 'dealer'\nmoves = true", seats=10)
    for number in range(30):
        for seat in range(10):
            match.play(f"{seat + 1}={number * seat % 17 - 3}")
    assert match.turn is None
    wanted = tuple(sum(n * seat % 17 - 3 for n in range(30)) for seat in range(10))
    assert GAME.scores(match.state) == wanted
    shown = GAME.view(match.state)
    assert len(shown["course"]) == 31
    assert shown["course"][-1] == list(wanted)
    assert len(GAME.score_sheet(match.state)[9]) == 30
    assert GAME.check(match.state) == ()


def test_the_course_ends_where_the_score_is() -> None:
    """Two ways to the same number, with bonuses and bids."""
    match = ready("dice_sheet", seats=2)
    while match.turn is not None:
        match.play(GAME.write(GAME.legal(match.state)[0]))
        assert course(match.state)[-1] == totals(match.state)


def test_a_sheet_line_says_where_points_come_from() -> None:
    """The start, a bid, a bonus."""
    match = ready("bids_by_card", seats=2)
    play(match, "1.bid=1", "2.bid=0", "1.made=1", "2.made=0")
    assert GAME.score_sheet(match.state)[0] == (
        ScoreLine(20, Message("sheet.bid", {"round": 1, "bid": 1, "made": 1})),
    )
    dart = ready("down_501", seats=1)
    assert GAME.score_sheet(dart.state)[0] == (ScoreLine(501, Message("sheet.start")),)


def test_hands_have_nothing_to_do() -> None:
    """The pad does not see the table whose score it keeps."""
    match = pad(seats=2)
    first = match.state
    assert GAME.steps(None, first) == ()
    assert GAME.steps(first, play(match, "1=4")) == ()


def test_every_way_to_begin_is_a_match() -> None:
    """With the fewest and the most players."""
    for beginning in GAME.beginnings():
        for seats in beginning.seats:
            start = catalog.begin(GAME, seats=seats, seed=1, given=dict(beginning.given))
            assert Match(GAME, start).turn is not None
