"""The rules of Mandala Stones: examples, settled points and decisions, one by one."""

from __future__ import annotations

from typing import Any

import pytest

from engines.engine import BadStart, IllegalChoice, Reason, Seat, Start
from engines.stones import GAME
from engines.stones.board import AROUND, CIRCLES
from engines.stones.scoring import score_space, track
from engines.stones.spaces import read_mandala, warnings
from engines.stones.state import State
from engines.wording import Voice, translator

ARTISTS = {"a2": "o", "b1": "x", "b3": "x", "c2": "o"}
FEW = ["0"] * 40
DEAL = [["Ro", "Po", "Bo", "Yo"]] * 12 + [["Rx", "Px", "Bx", "Yx"]] * 12


def begin(
    tracking: str = "towers", seats: int = 2, first: int = 0, seed: int = 1, **given: Any
) -> State:
    return GAME.setup(Start({"tracking": tracking}, seats, first, seed, given))


def begin_board(tops: Any = None, artists: Any = None, **more: Any) -> State:
    """Begin with blue x everywhere but on the stacks named."""
    codes = [(tops or {}).get(stack, "Bx") for stack in range(1, 25)]
    return begin("board", artists=artists or ARTISTS, tops=codes, **more)


def play(state: State, *texts: str) -> State:
    """Play texts that must be legal."""
    for text in texts:
        choice = GAME.read(text)
        reason = GAME.explain(state, choice)
        assert reason is None, (text, reason)
        state = GAME.apply(state, choice)
    return state


def legal(state: State) -> list[str]:
    return [GAME.write(choice) for choice in GAME.legal(state)]


FULL = ("PP@1", "PR@1", "PRY@2", "PR@2", "PR@3", "PR@3", "PRBP@4", "PR@4", "PRBYP@5", "PR@5")
"""Seat 0 has heights 1, 2, 1, 3, 4, purple on towers 1, 4 and 5; seat 1 five red stones."""


# --- the worked examples of the rules page ---------------------------------------------------


def test_example_1_purple_scores_13_and_the_second_stone_covers_a_bonus() -> None:
    state = play(begin(mandala=["0", "2", *FEW]), *FULL, "SP")
    assert state.vp == (15, 0)
    assert [gain.points for gain in state.sheet[0]] == [4, 4, 5, 2]
    assert state.placed == 3


def test_example_2_three_tops_score_three() -> None:
    state = play(begin(mandala=FEW), "PP@1", "PR@1", "PY@2", "PR@2", "PB@3", "PR@3", "T123")
    assert state.vp == (3, 0)
    assert (state.placed, state.towers[0]) == (3, ("",) * 5)


THREE_STACKS = {1: "Ro", 5: "Bx", 8: "Bo", 4: "Po"}


def test_example_3_other_pattern_and_other_artist_are_left_out() -> None:
    # a1 touches 1 5 8 4: the blue 5 has another pattern, the blue 8 touches the artist on b1.
    state = begin_board(THREE_STACKS)
    picks = [text for text in legal(state) if text.startswith("Pa2-a1") and text.endswith("@1")]
    assert picks == ["Pa2-a1:1@1", "Pa2-a1:4@1"]
    assert GAME.view(play(state, "Pa2-a1:1@1"))["towers"][0][0] == "RP"


@pytest.mark.parametrize(
    ("first", "tower"), [(1, "RBP"), (4, "PRB"), (5, "BPR")], ids=["red", "violet", "blue"]
)
def test_example_4_three_stones_give_three_towers(first: int, tower: str) -> None:
    state = begin_board({1: "Ro", 5: "Bo", 4: "Po"})
    assert GAME.view(play(state, f"Pa2-a1:{first}@1"))["towers"][0][0] == tower


# --- the board -------------------------------------------------------------------------------


def test_every_circle_touches_four_stacks_and_every_stack_is_touched() -> None:
    assert {stack for around in AROUND for stack in around} == set(range(1, 25))
    assert all(len(set(around)) == 4 for around in AROUND)


def test_circles_lie_between_the_rows_of_stacks() -> None:
    # Rows of 3-4-3-4-3-4-3 stacks: a circle has one above, one right, one below, one left.
    for number, around in enumerate(AROUND):
        row, column = divmod(number, 3)
        north = 7 * row + column + 1
        assert around == (north, north + 4, north + 7, north + 3)


def test_neighbouring_circles_share_the_stack_between_them() -> None:
    assert set(AROUND[CIRCLES.index("b2")]) & set(AROUND[CIRCLES.index("b3")]) == {13}
    assert set(AROUND[CIRCLES.index("a2")]) & set(AROUND[CIRCLES.index("b2")]) == {9}


def test_the_vacated_circle_blocks_nothing() -> None:
    # Stack 9 is between a2 and b2: the artist that left a2 takes it from b2.
    state = begin_board({9: "Ro"})
    assert "Pa2-b2:9@1" in legal(state)


def test_all_allowed_stones_are_taken() -> None:
    state = play(begin_board({1: "Ro", 5: "Yo", 4: "Po"}), "Pa2-a1:5@3")
    assert state.board.heights[0] == state.board.heights[3] == state.board.heights[4] == 3
    assert sum(state.board.heights) == 93


# --- picks ----------------------------------------------------------------------------------


def test_the_start_offers_every_tower_on_every_space_and_nothing_to_pick() -> None:
    assert len(legal(begin())) == 1701


def test_choices_are_ordered_by_count_colour_and_space() -> None:
    assert legal(begin())[:7] == ["PR@1", "PR@2", "PR@3", "PR@4", "PR@5", "PP@1", "PP@2"]


def test_a_turn_picks_or_scores() -> None:
    state = play(begin(), "PR@1", "PB@1")
    assert {text[0] for text in legal(state)} == {"P", "T", "N"}


def test_the_mandala_is_empty_at_first() -> None:
    assert GAME.view(begin())["placed"] == 0


def test_with_five_towers_only_scores_are_left() -> None:
    state = play(begin(), *FULL)
    assert {text[0] for text in legal(state)} == {"S", "T"}
    assert len(legal(state)) == 1 + 31


def test_picks_count_the_stones_that_left_the_board() -> None:
    assert play(begin(), "PRRB@1").taken == (2, 0, 1, 0)


def test_an_exhausted_colour_is_not_offered() -> None:
    state = begin(mandala=FEW)
    for space in "12345":
        state = play(state, f"PRRRR@{space}", f"PB@{space}")
    state = play(state, "T12345", "SB", "T12345", "PB@1", "T12345", "PB@2", "T12345", "PB@3")
    state = play(state, "PRRRR@1")
    assert state.taken[0] == 24
    assert not [text for text in legal(state) if text[0] == "P" and "R" in text]
    assert "PBBBB@4" in legal(state)


def test_even_without_stones_towers_tracking_goes_on() -> None:
    state = begin(seats=2)
    full = GAME.position(state)
    full |= {
        "taken": dict.fromkeys("RPBY", 24),
        "aside": 95,
        "towers": [["R"] + [""] * 4, [""] * 5],
    }
    full["mandala"] = ["end"]
    state = GAME.from_position(full, Start({"tracking": "towers"}, 2, 0, 1))
    assert GAME.check(state) == ()
    assert legal(state) == ["T1", "N"]
    assert play(state, "T1").phase == "play"


def test_nothing_to_pick_with_a_tower_leaves_the_score() -> None:
    state = play(begin(), "PR@1", "PB@1", "N")
    assert state.waived
    assert legal(state) == ["T1"]


def test_the_waiver_ends_with_the_turn() -> None:
    state = play(begin(mandala=FEW), "PR@1", "PB@1", "N", "T1")
    assert (state.waived, state.turn) == (False, 1)


def test_the_waiver_lasts_through_the_questions() -> None:
    state = play(begin(), "PR@1", "PB@1", "N", "T1")
    assert state.waived
    assert not play(state, "=0").waived


def test_nothing_to_pick_without_a_tower_ends_the_game_at_once() -> None:
    state = play(begin(seats=3), "PR@1", "N")
    assert (state.phase, state.cause, state.turn, state.waived) == (
        "objectives",
        "immediate",
        0,
        False,
    )


# --- scores ---------------------------------------------------------------------------------


def points_on(space: int, tower: str, *others: str) -> int:
    towers = [""] * 5
    towers[space - 1] = tower
    for at, other in zip([at for at in range(5) if at != space - 1], others, strict=False):
        towers[at] = other
    return score_space(tuple(towers), space, 1).points


def test_space_1_counts_different_heights_with_the_empty_one() -> None:
    assert points_on(1, "R") == 2
    assert points_on(1, "R", "RR", "RRR", "RRRR") == 5
    assert points_on(1, "R", "B", "Y", "P", "R") == 1


@pytest.mark.parametrize(
    ("space", "points"), [(2, [4, 2, 1, 1]), (3, [1, 3, 4, 1]), (4, [1, 2, 4, 6])]
)
def test_spaces_2_to_4_go_by_height(space: int, points: list[int]) -> None:
    assert [points_on(space, "R" * height) for height in (1, 2, 3, 4)] == points


@pytest.mark.parametrize(("tower", "points"), [("R", 2), ("RRRR", 2), ("RB", 3), ("RBYP", 5)])
def test_space_5_counts_different_colours_and_one_more(tower: str, points: int) -> None:
    assert points_on(5, tower) == points


def test_a_pattern_is_no_colour() -> None:
    assert points_on(5, "Rr") == 2


def test_heights_are_counted_before_any_stone_is_removed() -> None:
    state = play(begin(mandala=FEW), "PR@1", "PB@1", "PBR@2", "PB@2", "SR")
    # Heights 1, 2 and 0 make 3 on space 1; a tower of height 2 gives 2 on space 2.
    assert state.vp == (5, 0)
    assert GAME.view(state)["towers"][0] == ["", "B", "", "", ""]


def test_scoring_needs_the_colour_on_two_tops() -> None:
    state = play(begin(), "PR@1", "PB@1", "PRB@2", "PB@2")
    assert "SR" not in legal(state)


def test_a_space_with_the_hands_of_the_table_triggers() -> None:
    state = play(begin(mandala=["h2"]), "PR@1", "PB@1", "T1")
    assert (state.triggered, state.phase) == (True, "play")


@pytest.mark.parametrize("shows", ["h2", "h4"])
def test_other_hands_are_blank(shows: str) -> None:
    state = play(begin(seats=3, mandala=[shows]), "PR@1", "PB@1", "PB@1", "T1")
    assert (state.triggered, state.vp) == (False, (1, 0, 0))


def test_after_the_trigger_the_rest_of_the_move_goes_on() -> None:
    state = play(begin(mandala=["h2", "1", "2"]), "PR@1", "PB@1", "PR@2", "PB@2", "T12")
    assert (state.triggered, state.vp, state.placed) == (True, (3, 0), 2)


def test_a_full_mandala_sets_stones_aside() -> None:
    state = play(begin(mandala=["0", "end"]), "PR@1", "PB@1", "PR@2", "PB@2", "T12")
    assert (state.placed, state.aside, state.vp) == (1, 1, (2, 0))


# --- the learned mandala --------------------------------------------------------------------


def test_an_unknown_space_is_asked_before_the_turn_passes() -> None:
    state = play(begin(), "PR@1", "PB@1", "T1")
    assert GAME.view(state)["ask"] == {"mandala": 1}
    assert (state.turn, state.vp) == (0, (1, 0))
    assert GAME.turn(state).asks == "mandala"


def test_the_points_of_a_space_come_with_the_answer() -> None:
    state = play(begin(), "PR@1", "PB@1", "T1", "=2")
    assert (state.vp, state.turn, state.mandala) == ((3, 0), 1, ("2",))


def test_each_unknown_space_is_asked_once_in_order() -> None:
    state = play(begin(mandala=["0"]), "PR@1", "PB@1", "PR@2", "PB@2", "PR@3", "PB@3", "T123")
    assert (state.placed, GAME.view(state)["ask"]) == (1, {"mandala": 2})
    state = play(state, "=1")
    assert (state.placed, GAME.view(state)["ask"]) == (2, {"mandala": 3})
    state = play(state, "=0", "T1")
    assert (state.placed, GAME.view(state)["ask"]) == (3, {"mandala": 4})


def test_the_end_sets_this_stone_and_the_rest_aside() -> None:
    state = play(begin(), "PR@1", "PB@1", "PR@2", "PB@2", "T12", "=end")
    assert (state.placed, state.aside, state.turn) == (0, 2, 1)
    assert GAME.learned is not None
    assert GAME.learned(state) == ("end",)


def test_after_the_end_nothing_is_asked() -> None:
    state = play(begin(mandala=["end"]), "PR@1", "PB@1", "T1", "T1")
    assert (state.aside, state.asks) == (2, None)


def test_seven_answers_are_offered() -> None:
    state = play(begin(), "PR@1", "PB@1", "T1")
    assert legal(state) == ["=0", "=1", "=2", "=h2", "=h3", "=h4", "=end"]


def test_nothing_may_follow_the_end() -> None:
    with pytest.raises(BadStart) as refused:
        begin(mandala=["0", "end", "1"])
    assert refused.value.reason.code == "BAD_BOARD_ANSWER"
    assert refused.value.reason.facts["what"] == "mandala 3 = 1"


@pytest.mark.parametrize("value", ["0", 7, None, {"0": 1}, ["3"], [0], [None], ["H2"], [["0"]]])
def test_a_list_of_other_things_is_refused(value: Any) -> None:
    with pytest.raises(BadStart) as refused:
        begin(mandala=value)
    assert refused.value.reason.code == "BAD_BOARD_ANSWER"


def test_hands_a_second_time_are_accepted_with_a_warning() -> None:
    begin(mandala=["h2", "0", "h2"])
    (warning,) = warnings(("h2", "0", "h2"))
    assert (warning.code, dict(warning.facts)) == (
        "hands_again",
        {"space": 3, "hands": 2, "earlier": 1},
    )


def test_an_end_before_any_hands_is_accepted_with_a_warning() -> None:
    begin(mandala=["0", "end"])
    assert [warning.code for warning in warnings(("0", "end"))] == ["end_without_hands"]


def test_an_ordinary_board_warns_of_nothing() -> None:
    assert warnings(("0", "1", "h2", "h3", "h4", "end")) == ()
    assert read_mandala(["0", "h2", "end"]) == ("0", "h2", "end")


def test_an_unlikely_answer_is_reported_at_once() -> None:
    before = play(begin(), "PR@1", "PB@1", "T1")
    choice = GAME.read("=end")
    codes = [event.code for event in GAME.events(before, choice, GAME.apply(before, choice))]
    assert codes == ["learned", "end_without_hands", "set_aside"]


def test_one_top_is_not_spoken_of_as_several() -> None:
    voice = Voice(GAME.words, translator("en"))
    state = play(begin(), "PR@1", "PB@1")
    assert voice.say(GAME.describe(state, GAME.read("T4"))) == "Score the top on space 4"
    assert voice.say(GAME.describe(state, GAME.read("T45"))) == "Score the tops on spaces 4, 5"


def test_a_refused_value_is_shown_as_json_writes_it() -> None:
    with pytest.raises(BadStart) as error:
        begin(mandala=None)
    assert error.value.reason.facts["what"] == "null"


# --- board tracking -------------------------------------------------------------------------


def test_reveals_are_asked_by_ascending_stack() -> None:
    state = play(begin_board({1: "Ro", 5: "Yo", 4: "Po"}), "Pa2-a1:5@3")
    assert GAME.view(state)["ask"] == {"stack": 1}
    state = play(state, "R1=Ro")
    assert GAME.view(state)["ask"] == {"stack": 4}
    state = play(state, "R4=Ro")
    assert (GAME.view(state)["ask"], state.turn) == ({"stack": 5}, 0)
    state = play(state, "R5=Yx")
    assert (GAME.view(state)["ask"], state.turn) == (None, 1)
    assert [GAME.view(state)["tops"][at - 1] for at in (1, 4, 5)] == ["Ro", "Ro", "Yx"]


def test_an_emptied_stack_asks_nothing() -> None:
    value = GAME.position(begin("board", artists=ARTISTS, deal=DEAL, mandala=FEW))
    value["board"]["heights"][8] = 1
    value |= {"taken": {"R": 0, "P": 1, "B": 1, "Y": 1}, "placed": 3}
    state = GAME.from_position(value, Start({"tracking": "board"}, 2, 0, 1))
    assert GAME.check(state) == ()
    state = play(state, "Pa2-b2:9@1")
    assert (state.asks, state.turn) == (None, 1)
    assert GAME.view(state)["tops"][8] == ""


def test_a_dead_end_without_a_tower_ends_at_once() -> None:
    tops = dict.fromkeys(range(1, 25), "Bx")
    artists = {"a2": "o", "b1": "o", "b3": "x", "c2": "x"}
    state = begin_board(tops, artists)
    value = GAME.position(state)
    value["board"]["heights"] = [0] * 24
    value["board"]["heights"][8] = 1
    value["board"]["stacks"] = DEAL
    value |= {"taken": {"R": 23, "P": 24, "B": 24, "Y": 24}, "aside": 95, "mandala": ["end"]}
    state = GAME.from_position(value, Start({"tracking": "board"}, 2, 0, 1))
    assert GAME.check(state) == ()
    # The last stone is taken; the next player has neither stones nor towers.
    state = play(state, "Pa2-b2:9@1")
    assert (state.phase, state.cause, state.turn, state.round) == ("objectives", "immediate", 0, 1)


def test_a_dead_end_with_a_tower_goes_on_with_scores_only() -> None:
    state = begin_board()
    value = GAME.position(state)
    value["board"]["heights"] = [0] * 24
    value["board"]["stacks"] = DEAL
    value |= {"taken": dict.fromkeys("RPBY", 24), "aside": 94, "mandala": ["end"]}
    value["towers"] = [["", "Ro", "", "", ""], ["", "", "", "", "Px"]]
    state = GAME.from_position(value, Start({"tracking": "board"}, 2, 0, 1))
    assert GAME.check(state) == ()
    assert legal(state) == ["T2"]
    after = play(state, "T2")
    assert (after.phase, legal(after)) == ("play", ["T5"])
    assert "score_due" in [event.code for event in GAME.events(state, GAME.read("T2"), after)]
    assert play(after, "T5").cause == "immediate"


def test_an_immediate_end_inside_the_closing_round_stops_at_once() -> None:
    state = begin_board()
    value = GAME.position(state)
    value["board"]["heights"] = [0] * 24
    value["board"]["stacks"] = DEAL
    value |= {"taken": dict.fromkeys("RPBY", 24), "placed": 1, "aside": 94}
    value["mandala"] = ["h2", "end"]
    value["triggered"] = True
    value["towers"] = [["", "Ro", "", "", ""], [""] * 5]
    state = GAME.from_position(value, Start({"tracking": "board"}, 2, 0, 1))
    assert GAME.check(state) == ()
    assert play(state, "T2").cause == "immediate"


def test_a_colour_that_is_out_is_not_offered_for_a_reveal() -> None:
    # 24 tops in one colour: no other stone of it can come to light.
    state = play(begin_board({1: "Bo", 5: "Bx", 4: "Bx"}), "Pa2-a1:1@1")
    assert legal(state) == ["R1=Ro", "R1=Rx", "R1=Po", "R1=Px", "R1=Yo", "R1=Yx"]


def test_the_dealer_answers_where_the_deal_is_known() -> None:
    state = begin("board", artists=ARTISTS, deal=DEAL)
    state = play(state, "Pa2-a1:1@1")
    assert GAME.view(state)["tops"][0] == "??"
    answer = GAME.dealer(state)
    assert answer is not None
    assert GAME.write(answer) == "R1=Bo"
    assert legal(state) == ["R1=Bo"]
    assert GAME.view(GAME.apply(state, answer))["tops"][0] == "Bo"


def test_nobody_deals_where_the_table_is_asked() -> None:
    state = play(begin_board({1: "Ro"}), "Pa2-a1:1@1")
    assert GAME.dealer(state) is None
    assert GAME.dealer(begin()) is None


# --- the beginning ---------------------------------------------------------------------------


def test_without_a_word_the_seed_deals_a_whole_board() -> None:
    state = begin("board", seed=5)
    assert state == begin("board", seed=5)
    assert state != begin("board", seed=6)
    stones = "".join(state.board.stacks)
    assert [stones.upper().count(colour) for colour in "RPBY"] == [24] * 4
    assert sum(letter.isupper() for letter in stones) == 48
    assert {at for at, artist in GAME.view(state)["artists"].items()} == {"a2", "b1", "b3", "c2"}


def test_the_artists_come_from_the_seed_if_only_tops_are_given() -> None:
    state = begin("board", tops=["Bx"] * 24)
    assert sorted(GAME.view(state)["artists"].values()) == ["o", "o", "x", "x"]
    assert GAME.dealer(play(state, legal(state)[0])) is None


def test_artists_begin_on_circles_at_random() -> None:
    drawn = {begin("board", seed=seed).board.artists for seed in range(60)}
    assert len(drawn) == 6  # two of each pattern on four circles


def test_the_stones_are_dealt_if_only_artists_are_given() -> None:
    state = begin("board", artists={"a1": "o", "a3": "o", "c1": "x", "c3": "x"})
    assert GAME.view(state)["artists"] == {"a1": "o", "a3": "o", "c1": "x", "c3": "x"}
    assert GAME.dealer(play(state, legal(state)[0])) is not None


def test_tops_given_with_a_deal_must_agree_with_it() -> None:
    tops = ["Yo"] * 12 + ["Yx"] * 12
    assert begin("board", deal=DEAL, tops=tops).board.stacks[0] == "RPBY"
    with pytest.raises(BadStart):
        begin("board", deal=DEAL, tops=["Bx"] * 24)


@pytest.mark.parametrize(
    ("given", "defect"),
    [
        ({"artists": []}, "no_artists"),
        ({"artists": {"d1": "o"}}, "no_artist"),
        ({"artists": {"a1": "ox"}}, "no_artist"),
        ({"artists": {"a1": ""}}, "no_artist"),
        ({"artists": {"a1": ["o"]}}, "no_artist"),
        ({"artists": {"a1": "o", "a2": "o", "a3": "o", "b1": "x"}}, "two_of_each"),
        ({"artists": {"a1": "o", "a2": "x"}}, "two_of_each"),
        ({"tops": "Bx"}, "stack_count"),
        ({"tops": ["Bx"] * 23}, "stack_count"),
        ({"tops": ["Bx"] * 23 + ["b"]}, "no_stone"),
        ({"tops": ["Bx"] * 23 + [["Bx"]]}, "no_stone"),
        ({"tops": ["Bx"] * 23 + [""]}, "no_stone"),
        ({"deal": {}}, "stack_count"),
        ({"deal": [["Bx"] * 4] * 23}, "stack_count"),
        ({"deal": [["Bx"] * 3] * 24}, "stack_height"),
        ({"deal": [["Bx"] * 3 + [7]] * 24}, "no_stone"),
        ({"deal": [["Bx"] * 4] * 24}, "colour_count"),
        ({"deal": [["Rx", "Px", "Bx", "Yx"]] * 24}, "pattern_count"),
    ],
)
def test_a_bad_board_is_refused_with_the_defect(given: dict[str, Any], defect: str) -> None:
    with pytest.raises(BadStart) as refused:
        begin("board", **given)
    assert refused.value.reason.code == "BAD_BOARD_ANSWER"
    assert refused.value.reason.facts["defect"].value == defect


@pytest.mark.parametrize("key", ["artists", "tops", "deal"])
def test_towers_tracking_refuses_a_board(key: str) -> None:
    given: dict[str, Any] = {key: []}
    with pytest.raises(BadStart) as refused:
        begin(**given)
    assert refused.value.reason.facts["what"] == key


# --- rounds and ends -------------------------------------------------------------------------


def test_the_turn_goes_clockwise_from_the_first_player() -> None:
    state = begin(seats=3, first=2)
    turns = []
    for text in ("PR@1", "PR@1", "PR@1", "PR@2"):
        turns.append((state.round, state.turn))
        state = play(state, text)
    assert turns == [(1, 2), (1, 0), (1, 1), (2, 2)]


def test_all_have_the_same_number_of_turns_after_the_trigger() -> None:
    state = play(begin(seats=3, first=1, mandala=["h3", "0"]), "PR@1", "PR@1", "PR@1", "T1", "PR@2")
    assert (state.phase, state.turn) == ("play", 0)
    state = play(state, "PR@2")
    assert (state.phase, state.turn, state.round, state.cause) == ("objectives", 1, 2, "hands")


def test_objectives_are_asked_from_the_first_player_on() -> None:
    state = play(begin(seats=3, first=1, mandala=["h3"]), "N")
    asked = []
    for text in ("O1", "O2", "O3"):
        asked.append(GAME.view(state)["ask"]["objective"])
        state = play(state, text)
    assert asked == [1, 2, 0]
    assert state.objectives == (3, 1, 2)
    assert GAME.turn(state) is None
    assert legal(state) == []


def test_an_objective_takes_any_whole_number() -> None:
    state = play(begin(), "N", "O0", "O123456789012345")
    assert state.vp == (0, 123456789012345)


def test_a_tie_goes_to_the_earliest_in_turn_order() -> None:
    state = play(begin(seats=4, first=2), "N", "O1", "O3", "O3", "O3")
    assert state.vp == (3, 3, 1, 3)
    assert GAME.outcome(state).winner == 3


def test_a_tie_is_reported() -> None:
    before = play(begin(first=1), "N", "O3")
    choice = GAME.read("O3")
    (_, tie) = GAME.events(before, choice, GAME.apply(before, choice))
    assert (tie.code, tie.facts["winner"].number) == ("tie", 1)


def test_the_view_after_the_end_tells_the_result() -> None:
    view = GAME.view(play(begin(), "N", "O2", "O5"))
    assert (view["winner"], view["cause"], view["objectives"], view["turn"]) == (
        1,
        "immediate",
        [2, 5],
        None,
    )
    assert view["scores"] == view["vp"] == [2, 5]


def test_the_view_in_play_has_no_result() -> None:
    assert not {"winner", "cause", "objectives", "scores", "left"} & GAME.view(begin()).keys()


@pytest.mark.parametrize(
    ("points", "shown"),
    [(0, (0, 0)), (1, (0, 1)), (50, (0, 50)), (51, (1, 1)), (100, (1, 50)), (119, (2, 19))],
)
def test_the_track_shows_fifties_and_the_rest(points: int, shown: tuple[int, int]) -> None:
    assert track(points) == shown


# --- agreements -------------------------------------------------------------------------------


def test_of_two_players_the_other_wins_when_one_resigns() -> None:
    state = GAME.agree(play(begin(), "PR@1"), "resign", 1)
    assert GAME.outcome(state).winners == (0,)
    assert GAME.outcome(state).why.code == "resignation"
    assert GAME.view(state)["left"] == [1]


def test_of_three_players_the_one_who_resigns_is_skipped() -> None:
    state = GAME.agree(begin(seats=3), "resign", 1)
    assert (state.turn, play(state, "PR@1").turn) == (0, 2)
    assert play(state, "PR@1", "PR@1").round == 2


def test_resigning_on_turn_passes_the_turn() -> None:
    state = GAME.agree(begin(seats=3), "resign", 0)
    assert (state.turn, state.round) == (1, 1)


def test_a_round_ends_where_the_first_player_sat_who_left() -> None:
    state = GAME.agree(begin(seats=3), "resign", 0)
    assert play(state, "PR@1", "PR@1").round == 2


def test_who_left_is_asked_no_objective_and_cannot_win() -> None:
    state = play(begin(seats=3, mandala=FEW), "PR@1", "PR@1", "PR@1", "T1", "PR@2")
    state = GAME.agree(state, "resign", 0)
    state = GAME.agree(state, "end", 1)
    assert (state.order, state.turn) == ((1, 2), 1)
    state = play(state, "O0", "O0")
    assert state.vp == (1, 0, 0)
    assert GAME.outcome(state).winners == (1,)


def test_the_last_one_left_wins() -> None:
    state = GAME.agree(GAME.agree(begin(seats=3), "resign", 0), "resign", 2)
    assert GAME.outcome(state).winners == (1,)


def test_resigning_twice_is_refused() -> None:
    state = GAME.agree(begin(seats=3), "resign", 1)
    with pytest.raises(IllegalChoice) as error:
        GAME.agree(state, "resign", 1)
    assert error.value.reason == Reason("HAS_LEFT", {"seat": Seat(1)})


def test_resigning_while_a_question_is_open_ends_the_turn_with_the_answer() -> None:
    state = play(begin(seats=3), "PR@1", "PR@1", "PR@1", "T1")
    state = GAME.agree(state, "resign", 0)
    assert state.asks == "mandala"
    assert play(state, "=1").turn == 1
    assert play(state, "=1").vp == (2, 0, 0)


def test_resigning_when_asked_for_an_objective_asks_the_next() -> None:
    state = GAME.agree(play(begin(seats=3), "N"), "resign", 0)
    assert GAME.view(state)["ask"] == {"objective": 1}
    last = GAME.agree(play(state, "O4"), "resign", 2)
    assert GAME.outcome(last).winners == (1,)


def test_the_last_objective_may_be_left_unanswered_by_resigning() -> None:
    state = play(begin(seats=3), "N", "O1", "O2")
    state = GAME.agree(state, "resign", 2)
    assert (state.phase, state.objectives) == ("over", (1, 2, None))
    assert GAME.outcome(state).winner == 1


def test_an_agreed_draw_has_no_winner() -> None:
    outcome = GAME.outcome(GAME.agree(begin(seats=3), "draw", 0))
    assert (outcome.winner, outcome.winners, outcome.why.code) == (None, (0, 1, 2), "agreed_draw")


def test_an_agreed_end_still_asks_the_objectives() -> None:
    state = GAME.agree(play(begin(mandala=FEW), "PR@1", "PR@1", "T1"), "end", 0)
    assert GAME.view(state)["ask"] == {"objective": 0}
    outcome = GAME.outcome(play(state, "O0", "O0"))
    assert (outcome.winner, outcome.why.code) == (0, "agreed_end")


def test_an_agreed_end_waits_for_the_stones_in_the_hand() -> None:
    state = GAME.agree(play(begin(), "PR@1", "PR@1", "T1"), "end", 0)
    assert GAME.turn(state).asks == "mandala"
    state = play(state, "=2")
    assert (state.phase, state.vp) == ("objectives", (3, 0))


def test_an_agreed_end_asks_no_reveal() -> None:
    state = GAME.agree(play(begin_board({1: "Ro"}), "Pa2-a1:1@1"), "end", 0)
    assert GAME.turn(state).asks == "objective"
    assert GAME.view(state)["tops"][0] == "??"


def test_a_second_agreed_end_ends_with_what_is_known() -> None:
    state = GAME.agree(play(begin(), "PR@1", "PR@1", "T1"), "end", 0)
    state = GAME.agree(state, "end", 0)
    assert (state.phase, state.aside, state.waiting, state.vp) == ("over", 1, 0, (1, 0))
    assert GAME.view(state)["objectives"] == [None, None]


def test_ending_while_objectives_are_open_keeps_the_cause() -> None:
    state = GAME.agree(play(begin(), "N", "O4"), "end", 0)
    assert (state.phase, GAME.outcome(state).why.code, state.vp) == ("over", "immediate", (4, 0))


# --- what the contract asks for -----------------------------------------------------------------


def test_states_and_choices_can_be_hashed() -> None:
    state = play(begin_board({1: "Ro"}), "Pa2-a1:1@1")
    assert hash(state) == hash(play(begin_board({1: "Ro"}), "Pa2-a1:1@1"))
    assert len(set(GAME.legal(begin()))) == 1701


def test_nothing_counts_as_repetition() -> None:
    assert GAME.repetition(begin()) is None


def test_the_score_sheet_names_the_rule_of_every_point() -> None:
    state = play(begin(mandala=["0", "2", *FEW]), *FULL, "SP")
    rules = [(entry.points, entry.rule.code) for entry in GAME.score_sheet(state)[0]]
    assert rules == [
        (4, "sheet.space1"),
        (4, "sheet.space4"),
        (5, "sheet.space5"),
        (2, "sheet.bonus"),
    ]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("PRB@3", ["pick", 2, "R", "B", 3]),
        ("Pa2-b2:9@3", ["pick", "a2", "b2", 9, 3]),
        ("SR", ["colour", "R"]),
        ("T135", ["tops", (1, 3, 5)]),
        ("N", ["nothing"]),
        ("=h3", ["h3"]),
        ("R9=Bx", ["B", "x"]),
        ("O7", [7]),
    ],
)
def test_the_knob_walks_through_the_parts(text: str, parts: Any) -> None:
    walked = [part.value for part in GAME.parts(GAME.read(text))]
    assert [getattr(value, "value", value) for value in walked] == parts


def test_no_choice_hides_behind_the_parts_of_another() -> None:
    paths = [GAME.parts(choice) for choice in GAME.legal(begin())]
    prefixes = {path[:size] for path in paths for size in range(len(path))}
    assert not prefixes & set(paths)
