"""The score pad: who plays when, who comes and goes, teams, chance and time."""

from __future__ import annotations

from importlib import import_module

import pytest

from engines.engine import BadStart, Seat, Turn
from engines.match import Match, replay
from engines.scorepad import GAME
from engines.scorepad.state import State, members, missing
from tests.support.pads import codes, pad, play, ready

TURNS = 'turns = "entry"\n'


def order(state: State) -> list[int]:
    """Return the seats in the order of the round on hand, each playing alone."""
    return [members(state, side)[0] for side in state.rounds[-1].order]


# --- order ----------------------------------------------------------------------------------


def test_clockwise_from_the_first_player() -> None:
    """The same each round while no marker moves."""
    match = pad(TURNS, seats=3, first=2)
    assert order(match.state) == [2, 0, 1]
    play(match, "1=1", "2=2", "3=3")
    assert order(match.state) == [2, 0, 1]


def test_the_first_player_moves_on() -> None:
    """The next one clockwise begins the next round."""
    match = pad(TURNS + '[order]\nmarker = "first"\nmoves = true', seats=3, first=2)
    play(match, "1=1", "2=2")
    assert codes(match, "3=3") == ["entered", "round_complete", "leads", "marker.first", "order"]
    assert (match.state.marker, order(match.state)) == (0, [0, 1, 2])


def test_the_one_after_the_dealer_begins() -> None:
    """And the deal moves on."""
    match = pad(TURNS + '[order]\nmarker = "dealer"\nmoves = true', seats=3, first=2)
    assert (match.turn, order(match.state)) == (Turn(0, "points"), [0, 1, 2])
    play(match, "1=1", "2=2", "3=3")
    assert (match.state.marker, order(match.state)) == (0, [1, 2, 0])


@pytest.mark.parametrize(
    ("play_order", "wins", "wanted"),
    [
        ("last_first", "highest", [1, 2, 0]),
        ("first_first", "highest", [0, 2, 1]),
        ("last_first", "lowest", [0, 2, 1]),
        ("first_first", "lowest", [1, 2, 0]),
    ],
)
def test_by_rank(play_order: str, wins: str, wanted: list[int]) -> None:
    """The points of the rounds before decide; the first round goes clockwise."""
    match = pad(f'{TURNS}wins = "{wins}"\n[order]\nplay = "{play_order}"', seats=3, first=1)
    assert order(match.state) == [1, 2, 0]
    play(match, "1=9", "2=1", "3=5")
    assert order(match.state) == wanted


def test_equal_points_play_clockwise() -> None:
    """From the first player."""
    match = pad(TURNS + '[order]\nplay = "last_first"', seats=3, first=1)
    play(match, "1=5", "2=5", "3=5")
    assert order(match.state) == [1, 2, 0]


def test_the_marker_is_handed_over() -> None:
    """By hand, at any time."""
    match = pad(TURNS + '[order]\nmarker = "first"', seats=3)
    assert codes(match, "marker 3") == ["marker.first", "order"]
    assert match.turn == Turn(2, "points")


# --- people ---------------------------------------------------------------------------------


def test_somebody_sits_out_a_round() -> None:
    """Its cell is not needed, and the next round has it again."""
    match = pad(TURNS, seats=3)
    play(match, "skip 2", "1=1")
    assert match.turn == Turn(2, "points")
    state = play(match, "3=3")
    assert len(state.rounds) == 2
    assert state.rounds[0].out == (1,)
    assert state.rounds[1].out == ()
    assert GAME.scores(state) == (1, 0, 3)


def test_somebody_leaves_and_the_round_goes_on_without() -> None:
    """The score stays, the place is the last, and the marker goes to the next."""
    match = pad(TURNS + '[order]\nmarker = "dealer"\nmoves = true', seats=3)
    play(match, "1=9", "2=1", "3=2")
    assert match.state.marker == 1
    assert codes(match, "leave 2") == ["left", "marker.dealer"]
    state = play(match, "1=1", "3=1")
    assert state.marker == 0
    assert GAME.view(state)["ranks"] == [1, 3, 2]
    assert GAME.scores(state) == (10, 1, 3)
    assert order(state) == [2, 0, 1]


def test_the_last_missing_one_leaves_and_the_round_is_complete() -> None:
    """Nothing is waited for any more."""
    match = pad(seats=3)
    play(match, "1=1", "2=2")
    assert codes(match, "leave 3") == ["left", "round_complete", "leads"]
    assert match.state.rounds[1].out == (2,)


def test_somebody_comes_back() -> None:
    """With the score that was left."""
    match = pad('join = "last"', seats=2)
    play(match, "1=1", "2=2", "leave 2", "1=1", "join 2", "1=1")
    state = play(match, "2=5")
    assert GAME.scores(state) == (3, 7)
    assert [row.out for row in state.rounds] == [(), (1,), (), ()]


@pytest.mark.parametrize(
    ("join", "wins", "total"),
    [
        ("start", "highest", 100),
        ("last", "highest", 101),
        ("last", "lowest", 110),
        ("mean", "lowest", 105),
    ],
)
def test_somebody_comes_late(join: str, wins: str, total: int) -> None:
    """From an empty chair, with what the template says."""
    match = pad(f'start = 100\njoin = "{join}"\nwins = "{wins}"', seats=3, late=[3])
    play(match, "1=10", "2=1")
    (event,) = match.play("join 3")
    assert (event.code, event.facts["total"]) == ("joined", total)
    assert GAME.scores(match.state) == (110, 101, total)
    assert match.state.rounds[0].out == (2,)
    play(match, "1=0", "2=0")
    assert len(match.state.rounds) == 2


def test_a_late_player_who_leaves_and_joins_again_keeps_the_score() -> None:
    """The template's score is for the first time only; it would be 115 the second time."""
    match = pad('start = 100\njoin = "mean"', seats=3, late=[3])
    play(match, "1=10", "2=1", "join 3", "1=10", "2=10", "leave 3")
    (event,) = match.play("join 3")
    assert event.facts["total"] == 105
    assert GAME.scores(match.state) == (120, 111, 105)


def test_an_empty_chair_is_no_player_until_somebody_comes() -> None:
    """Four play fifteen rounds, five play twelve; three are too few next to an empty chair."""
    match = ready("bids_twenty", seats=5, late=[5])
    assert GAME.view(match.state)["last_round"] == 15
    play(match, "join 5")
    assert GAME.view(match.state)["last_round"] == 12
    play(match, "leave 5")
    assert GAME.view(match.state)["last_round"] == 12
    with pytest.raises(BadStart) as refused:
        ready("bids_twenty", seats=3, late=[3])
    assert refused.value.reason.code == "BAD_SEATS"


def test_a_player_who_comes_late_does_not_begin() -> None:
    """The marker is with somebody who is there."""
    match = pad(TURNS, seats=3, first=1, late=[2])
    assert (match.state.marker, match.turn) == (2, Turn(2, "points"))


@pytest.mark.parametrize("late", [[1, 2], [0], [3], [2, 1], "1", None, [[]]])
def test_chairs_that_cannot_be_empty(late: object) -> None:
    """Somebody is there, and the chairs exist."""
    with pytest.raises(BadStart) as refused:
        pad(seats=2, late=late)
    assert refused.value.reason.code == "BAD_GIVEN"


# --- teams ----------------------------------------------------------------------------------


def test_teams_share_a_score() -> None:
    """Across the table; any of them names the team."""
    match = ready("team_tricks", seats=4)
    play(match, "1.tricks=100", "4.tricks=62", "3.called=20", "2.called=0")
    assert GAME.scores(match.state) == (120, 62, 120, 62)
    assert len(match.state.rounds) == 2
    play(match, "end")
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert outcome.winners == (0, 2)
    assert outcome.why.facts["winners"] == (Seat(0), Seat(2))


def test_events_name_the_teams() -> None:
    """Seat by seat, from 1."""
    match = pad(seats=3, teams=[1, 2, 1])
    assert match.state.sides == (0, 1, 0)
    for wrong in ([1, 3, 1], [1, 1], [0, 1, 2], "112", None, [1, 2, True]):
        with pytest.raises(BadStart) as refused:
            pad(seats=3, teams=wrong)
        assert refused.value.reason.code == "BAD_GIVEN"


def test_members_of_a_team_take_turns() -> None:
    """One each round; who is away is passed over."""
    match = pad(TURNS + "teams = 2", seats=4)
    assert match.turn == Turn(0, "points")
    play(match, "1=1", "2=2")
    assert match.turn == Turn(2, "points")
    play(match, "leave 3")
    assert match.turn == Turn(0, "points")


def test_a_team_needs_players() -> None:
    """More teams than players is refused."""
    with pytest.raises(BadStart) as refused:
        pad("teams = 3", seats=2)
    assert refused.value.reason.code == "TOO_FEW_FOR_TEAMS"


def test_teams_are_drawn_on_an_empty_sheet() -> None:
    """Each about as large as the other, and all of them with somebody."""
    for seed in range(20):
        match = pad(seats=5, seed=seed)
        play(match, "teams 2")
        sizes = sorted(match.state.sides.count(side) for side in (0, 1))
        assert sizes == [2, 3]
        assert len(match.state.rounds[0].cells) == 2
        assert GAME.check(match.state) == ()
    assert match.why_not("teams 3") is None
    play(match, "1=4")
    reason = match.why_not("teams 3")
    assert reason is not None
    assert reason.code == "SHEET_BEGUN"


# --- chance and time ------------------------------------------------------------------------


def test_dice_are_rolled_and_recorded() -> None:
    """As an answer of the dealer, which replays."""
    match = pad(seats=2)
    (event,) = match.play("dice 3d6")
    who, text = match.lines[-1]
    assert (who, text.startswith("dice=")) == ("dealer", True)
    assert match.state.drawn is not None
    assert event.facts["values"] == match.state.drawn.values
    assert event.facts["sum"] == sum(match.state.drawn.values)
    assert replay(match.record(), GAME).state == match.state


def test_a_roll_that_is_taken_back_falls_the_same() -> None:
    """Nobody rolls until it suits; the next roll is another."""
    match = pad(seats=2)
    play(match, "dice 5d6")
    first = match.state.drawn
    match.undo()
    assert match.state.drawn is None
    play(match, "dice 5d6")
    assert match.state.drawn == first
    play(match, "dice 5d6")
    assert match.state.drawn != first


@pytest.mark.parametrize(("sides", "rolls"), [(2, 40), (6, 120), (20, 600)])
def test_every_side_of_a_die_falls(sides: int, rolls: int) -> None:
    """And no other."""
    match = pad(seats=1)
    seen = set()
    for _ in range(rolls // 20):
        play(match, f"dice 20d{sides}")
        assert match.state.drawn is not None
        seen |= set(match.state.drawn.values)
    assert seen == set(range(1, sides + 1))


def test_a_coin_has_two_sides() -> None:
    """Both fall."""
    seen = {play(pad(seed=seed), "coin").drawn for seed in range(20)}
    assert len(seen) == 2


def test_the_first_player_is_drawn_among_those_who_are_there() -> None:
    """And begins; where somebody deals, the one before does."""
    begun = set()
    for seed in range(30):
        match = pad(TURNS + '[order]\nmarker = "dealer"', seats=4, seed=seed, late=[2])
        (event, *_) = match.play("first")
        seat = event.facts["seat"]
        assert isinstance(seat, Seat)
        assert match.turn == Turn(seat.number, "points")
        begun.add(seat.number)
    assert begun == {0, 2, 3}


def test_a_draw_is_answered_by_chance_alone() -> None:
    """A record with another roll does not replay; nobody tells one."""
    match = pad(seats=2)
    reason = match.why_not("dice=6,6,6")
    assert reason is not None
    assert reason.code == "NOTHING_ASKED"
    asked = GAME.apply(match.state, GAME.read("dice 3d6"))
    assert GAME.turn(asked) == Turn(None, "dice")
    (answer,) = GAME.legal(asked)
    other = GAME.read("dice=7,1,1")
    refused = GAME.explain(asked, other)
    assert refused is not None
    assert (refused.code, refused.instead) == ("ANSWER_PENDING", GAME.write(answer))
    assert GAME.explain(asked, answer) is None


def test_a_countdown_is_written_down() -> None:
    """The box lets it tick; the turn goes on."""
    match = pad(TURNS, seats=2)
    assert codes(match, "timer 90") == ["timer"]
    assert GAME.view(match.state)["timer"] == 90
    assert match.turn == Turn(0, "points")


def test_chance_is_the_same_for_ever() -> None:
    """A change here breaks stored records."""
    match: Match[object, object] = pad(seats=4, seed=7)
    for text in ("dice 5d6", "coin", "first", "teams 2"):
        match.play(text)
    assert [line.text for line in match.lines[1::2]] == PROMISED


PROMISED = ["dice=3,1,2,4,6", "coin=1", "first=4", "teams=1,2,1,2"]


# --- a long game ----------------------------------------------------------------------------


def test_a_complete_round_is_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What can be chosen takes as long in round fifty as in round two."""
    match = pad()
    play(match, *(f"{seat}={points}" for points in range(50) for seat in (1, 2)))
    play(match, "!1@7=?", "1=3", "skip 2")
    assert [row.has_blanks for row in match.state.rounds].count(True) == 2
    looked: list[int] = []

    def look(state: State, number: int) -> tuple[tuple[int, int], ...]:
        looked.append(number)
        return missing(state, number)

    monkeypatch.setattr(import_module("engines.scorepad.legal"), "missing", look)
    assert GAME.read("1@7=0") in GAME.legal(match.state)
    assert sorted(looked) == [7, len(match.state.rounds)]
