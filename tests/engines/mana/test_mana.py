"""Mana: the board, the moves, the bird, the Mana, set-up, endings, and every count of the rules."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engines.engine import BadStart, Fact, Message, Seat, Start, Term, TooManyNodes, Turn
from engines.mana import GAME
from engines.mana.board import EMPTY, KINDS, NAMES, ends, to_rows
from engines.mana.perft import perft
from engines.mana.state import State
from engines.match import Match

BASIC = "wWwwww/....../....../....../....../bBbbbb b 0 00 -"
SPREAD = "w.w.w./.w.W.w/....../....../b.B.b./.b.b.b b 0 00 -"
WEDGE = "..wWw./.w.w.w/....../....../bb..bb/..Bb.. b 0 00 -"
SAMPLES = json.loads((Path(__file__).parents[1] / "vectors" / "mana.json").read_text())


def start(first: int = 0, **options: Any) -> Start:
    """Return a start with some options."""
    return Start(options, 2, first, 0)


def at(position: str, first: int = 0, **options: Any) -> State:
    """Return the state of a position."""
    return GAME.from_position(position, start(first, **options))


def begin(*texts: str, first: int = 0, **options: Any) -> Match[Any, Any]:
    """Return a match in which some choices were played."""
    match = Match(GAME, start(first, **options))
    for text in texts:
        match.play(text)
    return match


def texts(state: State) -> list[str]:
    """Return the notation of all choices."""
    return [GAME.write(choice) for choice in GAME.legal(state)]


def play(state: State, *moves: str) -> State:
    """Return the state after some choices, each of them legal."""
    for move in moves:
        assert move in texts(state), move
        state = GAME.apply(state, GAME.read(move))
    return state


# --- section 9: node counts ---


@pytest.mark.parametrize(
    ("position", "options", "counts"),
    [
        pytest.param(BASIC, {"edition": "2005"}, [16, 56, 261, 1209], id="basic-2005"),
        pytest.param(BASIC, {}, [16, 56, 261, 1209], id="basic-bird-not-asked"),
        pytest.param(BASIC, {"ask_bird": True}, [122, 3210, 118266], id="basic-bird-asked"),
        pytest.param(SPREAD, {"edition": "2005"}, [16, 198, 1357, 11342], id="spread-2005"),
        pytest.param(
            SPREAD,
            {"edition": "2005", "drop_anywhere": True},
            [16, 198, 1357, 11356],
            id="spread-2005-drop_anywhere",
        ),
        pytest.param(WEDGE, {"edition": "2005"}, [19, 199, 1835, 10019], id="wedge-2005"),
        pytest.param(
            WEDGE,
            {"edition": "2005", "drop_anywhere": True},
            [19, 199, 1835, 10064],
            id="wedge-2005-drop_anywhere",
        ),
    ],
)
def test_node_counts(position: str, options: dict[str, Any], counts: list[int]) -> None:
    """Every row of the table of node counts."""
    state = at(position, **options)
    assert [perft(state, depth + 1) for depth in range(len(counts))] == counts


@pytest.mark.parametrize("black", ["=b1", "=c1", "=f1"])
@pytest.mark.parametrize("white", ["=b6", "=c6", "=f6"])
def test_any_basic_setup_has_the_same_counts(black: str, white: str) -> None:
    """Any of the nine basic set-ups gives 16, 56, 261, 1209."""
    state = begin(black, white).state
    assert [perft(state, depth) for depth in (1, 2, 3, 4)] == [16, 56, 261, 1209]


@pytest.mark.parametrize("number", range(len(SAMPLES)))
@pytest.mark.parametrize("asked", ["", "_ask_bird"])
def test_samples(number: int, asked: str) -> None:
    """Every sample has the listed moves and counts, with the bird's square asked for and not."""
    sample = SAMPLES[number]
    if asked and sample["edition"] == "2005":
        asked = ""  # the option means nothing there: the same moves as without it
        state = at(sample["position"], edition="2005", ask_bird=True)
    else:
        state = at(sample["position"], edition=sample["edition"], ask_bird=bool(asked))
    counts = sample["perft" + asked]
    assert GAME.check(state) == ()
    assert GAME.position(state) == sample["position"]
    assert sorted(texts(state)) == sample["moves" + asked]
    assert [perft(state, depth + 1) for depth in range(len(counts))] == counts


# --- section 1: the board ---


def test_board_has_twelve_squares_of_each_kind() -> None:
    """12 single, 12 double and 12 triple squares, in every orientation of the board."""
    for kinds in KINDS.values():
        assert [kinds.count(kind) for kind in (1, 2, 3)] == [12, 12, 12]


@pytest.mark.parametrize(
    ("degrees", "rows"),
    [
        (0, "122312 313132 231213 213231 131312 322132"),
        (90, "312231 231312 213132 132213 313131 221322"),
        (180, "231223 213131 132312 312132 231313 213221"),
        (270, "223122 131313 312231 231312 213132 132213"),
    ],
)
def test_board_turned_clockwise(degrees: int, rows: str) -> None:
    """The board of each orientation, drawn by hand from the picture of the rules."""
    letters = "".join(str(kind) for kind in KINDS[degrees])
    assert to_rows(letters) == rows.split()


def test_corners_lie_as_prescribed() -> None:
    """A triple at the first player's left, a double at the second player's left."""
    kinds = dict(zip(NAMES, KINDS[0], strict=True))
    assert (kinds["a1"], kinds["f6"]) == (3, 2)


# --- section 3: moving ---


def reached(position: str, square: str, **options: Any) -> list[str]:
    """Return where the piece on a square can go."""
    moves = texts(at(position, **options))
    return [move[3:] for move in moves if move.startswith(f"{square}-")]


def test_piece_moves_exactly_what_its_square_shows() -> None:
    """d4 is a double: two steps, straight or turned, never one, never diagonally."""
    lone = "W...../....../...B../....../....../...... b 0 00 -"
    assert reached(lone, "d4") == ["b4", "c3", "c5", "d2", "d6", "e3", "e5", "f4"]


def test_three_steps_may_end_next_to_the_start() -> None:
    """Around a corner a triple reaches its neighbour, but it never returns to its start."""
    lone = "W...../....../....../....../....../B..... b 0 00 -"
    assert reached(lone, "a1") == ["a2", "a4", "b1", "b3", "c2", "d1"]


def test_no_square_twice_in_a_move() -> None:
    """In a corner whose way around is shut a triple cannot step out and back to its neighbour."""
    shut = "W...../....../....../....../.b..../B..... b 0 00 -"
    assert "a2" not in reached(shut, "a1")
    assert "b1" not in reached(shut, "a1")


def test_pieces_are_not_jumped() -> None:
    """A double behind two own ronins goes nowhere."""
    walled = "W...../....../....../....../.b..../bBb... b 0 00 -"
    assert reached(walled, "b1") == []


def test_enemy_is_captured_on_the_last_square_only() -> None:
    """An enemy on the way blocks, an enemy at the end is captured."""
    state = at("W...../....../.w.B../....../...w../...... b 0 00 -")
    assert {"d4-d2", "d4-b4"} <= set(texts(state))
    after = play(state, "d4-b4")
    assert after.captured == (0, 1)
    assert after.board[NAMES.index("b4")] == "B"
    blocked = at("W...../....../..wB../....../....../...... b 0 00 -")
    assert "d4-b4" not in texts(blocked)


def test_captured_daimio_ends_the_game_at_once() -> None:
    """The capturer wins; nothing can be played any more."""
    after = play(at("....../....../.W.B../....../....../...... b 0 00 -"), "d4-b4")
    assert GAME.turn(after) is None
    assert GAME.legal(after) == ()
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert (outcome.winner, outcome.scores, outcome.why.code) == (0, (1, 0), "daimio")
    assert GAME.explain(after, GAME.read("pass")) == GAME.explain(after, GAME.read("a1-a2"))


def test_daimio_may_be_put_in_danger() -> None:
    """There is no check rule: the daimio may move to where it can be taken."""
    state = at("....../....../...B../.W..../....../...... b 0 00 -")
    after = play(state, "d4-c3", "b3-c3")  # no white piece on a triple: any may move
    assert (after.by, after.winner) == ("daimio", 1)


# --- section 4: the bird ---


def test_first_move_is_free() -> None:
    """Nothing is demanded, and nothing can be put back, at the first move."""
    state = begin("=b1", "=b6").state
    assert (state.kind, state.mana) == (0, None)
    assert {text[:2] for text in texts(state)} == {"a1", "b1", "c1", "d1", "e1", "f1"}


def test_kind_landed_on_binds_the_next_player() -> None:
    """After b1-b3, a single, White moves pieces from single squares only."""
    state = begin("=b1", "=b6", "b1-b3").state
    assert state.kind == 1
    assert {text[:2] for text in texts(state)} == {"a6", "e6"}


def test_without_a_piece_on_the_kind_any_may_move_or_come_back() -> None:
    """Bird: a ronin comes back on any empty square, whatever its kind."""
    state = at("w....W/....../....../....../....../...B.. b 3 10 -")
    listed = texts(state)
    assert [text for text in listed if "-" in text] == ["d1-c1", "d1-d2", "d1-e1"]
    assert len([text for text in listed if text[0] == "*"]) == 36 - 3
    after = play(state, "*b1")
    assert (after.captured, after.kind, after.mana) == ((0, 0), 2, None)


CORNER = "W...../....../....../....../b...../Bb.... b 3 10 -"
"""a1 is the only triple of Black, shut in by its own ronins on a2 and b1."""

STUCK = "W...../....../....../....../w...../Bw.... b 2 00 -"
"""Black has one piece, on a triple, shut in by white ronins; no ronin can come back."""


def test_blocked_pieces_on_the_kind_lose_the_turn() -> None:
    """Own pieces stand on the demanded kind, none of them can move: pass is the only choice."""
    assert texts(at(CORNER)) == ["pass"]


def test_after_a_lost_turn_the_opponent_plays_freely() -> None:
    """Any piece may move and a ronin come back anywhere; the old kind stays written."""
    state = play(at(CORNER.replace(" 10 ", " 11 ")), "pass")
    assert (state.side, state.free, state.kind) == (1, True, 3)
    assert texts(state)[:3] == ["a6-a5", "a6-b6", "*a3"]
    assert GAME.position(state).endswith(" w 3 11 free")
    assert play(state, "*f6").free is False


def test_house_rule_blocked_free_lets_another_piece_move_or_a_ronin_come_back() -> None:
    """`blocked` free: as if no piece stood on the kind."""
    listed = texts(at(CORNER, blocked="free"))
    assert {"a2-a3", "b1-b3", "*f6"} <= set(listed)
    assert "pass" not in listed


@pytest.mark.parametrize("edition", ["bird", "2005"])
@pytest.mark.parametrize("kind", ["0", "1", "2", "3"])
def test_player_without_any_move_passes(edition: str, kind: str) -> None:
    """Nothing at all is possible: pass, and the opponent plays freely, in both editions."""
    state = at(STUCK.replace(" 2 ", f" {kind} "), edition=edition)
    assert texts(state) == ["pass"]
    after = play(state, "pass")
    assert after.free
    assert {text[:2] for text in texts(after)} == {"a2", "a6", "b1"}


def test_two_blocked_players_draw_at_once() -> None:
    """The one with the free turn cannot move either: a draw without a second pass."""
    corner = at(CORNER)
    # No table comes to this, so it is made by hand: White has no piece at all.
    before = replace(corner, board=corner.board.replace("W", "."), captured=(0, 0))
    assert texts(before) == ["pass"]
    assert [perft(before, depth) for depth in (1, 2, 3)] == [1, 0, 0]
    after = GAME.apply(before, GAME.read("pass"))
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert (outcome.winner, outcome.winners, outcome.scores) == (None, (0, 1), (0, 0))
    assert outcome.why == Message("blocked")
    assert [GAME.view(after)[key] for key in ("phase", "winner", "by")] == ["over", None, "blocked"]
    assert GAME.events(before, GAME.read("pass"), after) == (
        Message("turn_lost", {"seat": Seat(0)}),
    )


LANDING = "W...../....../....../....../....../.B.... b 0 00 -"


def test_bird_goes_to_every_free_square_of_the_kind_after_the_move() -> None:
    """b1-c2 asks for one of the free singles, c2 itself not among them."""
    state = at(LANDING, ask_bird=True)
    listed = [text[6:] for text in texts(state) if text.startswith("b1-c2")]
    assert listed == ["a2", "b3", "b5", "c4", "d1", "d5", "e2", "e4", "e6", "f3"]  # a6: White


def test_no_move_ends_on_the_kind_it_starts_from() -> None:
    """Why the square just left never matters to the bird, in every orientation of the board."""
    for kinds in KINDS.values():
        for square in range(36):
            assert all(
                kinds[end] != kinds[square] for end in ends(EMPTY, square, kinds[square], "")
            )


def test_bird_may_stay_if_its_square_fits() -> None:
    """A ronin put on a double with the bird on another double: the bird may stay."""
    state = at("W...../....../....../....../....../B..... b 2@d4 10 -", ask_bird=True)
    assert "*b1@d4" in texts(state)


def test_bird_must_fly_with_the_option() -> None:
    """`bird_must_fly`: another double, not the one it sits on."""
    state = at(
        "W...../....../....../....../....../B..... b 2@d4 10 -", ask_bird=True, bird_must_fly=True
    )
    assert "*b1@d4" not in texts(state)
    assert "*b1@d3" in texts(state)


def test_bird_must_fly_asks_for_its_square() -> None:
    """Alone it would mean nothing: nobody would know where the bird sits."""
    state = at("W...../....../....../....../....../B..... b 2@d4 10 -", bird_must_fly=True)
    assert "*b1@d3" in texts(state)
    assert not {"*b1", "*b1@d4"} & set(texts(state))


ALL_BUT_C1 = ".Ww..w/.....w/b..b../b..b../.....w/.B...w b 1 10 -"
"""Eleven doubles are taken, c1 is the last; Black has no single and may bring a ronin back."""


def test_bird_that_must_fly_may_stay_if_no_other_square_fits() -> None:
    """A ronin on c1 leaves no double but f6, where the bird sits: it stays, option or not."""
    position = ".Ww.../.....w/b..b../b..b../.....w/.B...w b 2@f6 11 free"
    state = at(position, ask_bird=True, bird_must_fly=True)
    assert [move for move in texts(state) if move.startswith("*c1")] == ["*c1@f6"]


def test_bird_stays_off_the_board_without_a_free_square() -> None:
    """All doubles taken after *c1: `@--`, and the kind still binds."""
    state = at(ALL_BUT_C1, ask_bird=True)
    assert [move for move in texts(state) if move.startswith("*c1")] == ["*c1@--"]
    after = play(state, "*c1@--")
    assert (after.kind, after.mana) == (2, None)
    assert GAME.position(after).endswith(" w 2 00 -")


def test_no_bird_after_the_capture_of_a_daimio() -> None:
    """The square is not asked for, and no bird is on the board at the end."""
    state = at("....../....../.W.B../....../....../...... b 2@d3 00 -", ask_bird=True)
    assert "d4-b4" in texts(state)
    after = play(state, "d4-b4")
    assert (after.kind, after.mana) == (0, None)


def test_bird_is_no_piece() -> None:
    """By default its square can be crossed, landed on and dropped on."""
    state = at("W...../....../....../....../....../B..... b 2@b1 10 -")
    assert {"a1-b1", "a1-d1", "*b1"} <= set(texts(state))


def test_blocking_bird_is_neither_crossed_nor_landed_on_nor_dropped_on() -> None:
    """House rule `bird_blocks`, which asks for the bird's square by itself."""
    position = "W...../....../....../....../....../B..... b 2@b1 10 -"
    moves = {text.split("@")[0] for text in texts(at(position, bird_blocks=True))}
    assert {"a1-b1", "a1-d1", "*b1"} & moves == set()
    assert {"a1-a4", "a1-b3", "*c1"} <= moves
    assert all("@" in text for text in texts(at(position, bird_blocks=True)))


def test_blocking_bird_can_take_the_last_way_of_a_piece() -> None:
    """b1, Black's only double, has no way but over c1, where the bird is: the turn is lost."""
    position = "W...../....../....../....../.b..../bB.... b 2@c1 00 -"
    assert texts(at(position)) == ["b1-c2", "b1-d1"]
    assert texts(at(position, bird_blocks=True)) == ["pass"]


def test_demand_of_the_bird_is_all_that_counts() -> None:
    """Its exact square never changes what is legal."""
    for square in ("b1", "c1", "d3", "d4"):
        state = at(f"wW..../....../....../....../....../B....b b 2@{square} 00 -")
        assert texts(state) == texts(at("wW..../....../....../....../....../B....b b 2 00 -"))


# --- section 5: edition 2005 ---


def test_mana_sits_on_the_piece_that_moved() -> None:
    """The Mana's square is the square moved to."""
    state = play(at(BASIC, edition="2005"), "b1-b3")
    assert (state.kind, state.mana) == (1, NAMES.index("b3"))


def test_2005_kind_under_the_mana_binds_the_next_player() -> None:
    """After b1-b3, a single, Ochre moves pieces from single squares only."""
    state = play(at(BASIC, edition="2005"), "b1-b3")
    assert {text[:2] for text in texts(state)} == {"a6", "e6"}


def test_2005_ronin_comes_back_on_the_demanded_kind() -> None:
    """Without a piece that can obey: any piece, or a ronin on an empty square of that kind."""
    state = at("W....w/....../....../....../....../...B.. b 2@f6 10 -", edition="2005")
    drops = [text for text in texts(state) if text[0] == "*"]
    assert " ".join(drops) == "*a3 *a4 *b1 *b6 *c1 *c6 *d3 *d4 *f1 *f2 *f5"
    after = play(state, "*b1")
    assert (after.mana, after.kind) == (NAMES.index("b1"), 2)


def test_2005_blocked_pieces_free_the_player_as_well() -> None:
    """All own pieces on the demanded kind are blocked: treated as if none stood there."""
    listed = texts(at(CORNER, edition="2005"))
    assert {"a2-a3", "b1-b3", "*a5"} <= set(listed)
    assert {"*f6", "pass"} & set(listed) == set()


def test_2005_drop_anywhere() -> None:
    """House rule: any empty square."""
    assert "*f6" in texts(at(CORNER, edition="2005", drop_anywhere=True))


def test_2005_free_turn_puts_a_ronin_on_any_empty_square() -> None:
    """After a lost turn the demanded kind does not bind a ronin either."""
    state = at("W....w/....../....../....../....../...B.. b 2@f6 10 free", edition="2005")
    assert len([text for text in texts(state) if text[0] == "*"]) == 33


def test_2005_ignores_the_options_of_the_bird() -> None:
    """ask_bird, bird_must_fly, bird_blocks, blocked and advanced mean nothing there."""
    odd: dict[str, Any] = {
        "ask_bird": True,
        "bird_must_fly": True,
        "bird_blocks": True,
        "blocked": "pass",
    }
    assert GAME.setup(start(edition="2005", advanced=True, **odd)) == GAME.setup(
        start(edition="2005")
    )


# --- section 2: set-up ---


def test_bird_setup_offers_three_squares_to_each_side() -> None:
    """3 x 3 set-ups; the pieces fill the first row."""
    match = begin()
    assert texts(match.state) == ["=b1", "=c1", "=f1"]
    match.play("=f1")
    assert match.turn == Turn(1)
    assert texts(match.state) == ["=b6", "=c6", "=f6"]
    match.play("=c6")
    assert GAME.position(match.state) == "wwWwww/....../....../....../....../bbbbbB b 0 00 -"
    assert GAME.view(match.state)["phase"] == "play"


def test_advanced_setup_takes_six_of_twelve_squares() -> None:
    """The daimio stands anywhere among them: 12 x 462 set-ups, each listed once."""
    match = begin(advanced=True)
    listed = texts(match.state)
    assert len(listed) == len(set(listed)) == 5544
    assert listed[0] == "=a1:a2,b1,b2,c1,c2"
    match.play("=c2:a1,b2,d1,e1,f2")
    assert len(texts(match.state)) == 5544
    match.play("=a5:a6,b6,c6,d6,e6")
    assert GAME.position(match.state).startswith("wwwww./W...../....../....../.bB..b/b..bb. b 0")


def test_2005_begins_with_the_orientation() -> None:
    """Orientation and set-up by the first player, then the second player's set-up."""
    match = begin(edition="2005")
    assert texts(match.state) == ["^0", "^90", "^180", "^270"]
    assert GAME.view(match.state)["phase"] == "orient"
    match.play("^90")
    assert (match.turn, GAME.view(match.state)["phase"]) == (Turn(0), "setup")
    assert GAME.view(match.state)["orientation"] == 90
    match.play("=c1:a1,b2,d1,e1,f2")
    assert match.turn == Turn(1)
    match.play("=c6:a6,b5,d6,e6,f5")
    assert (match.turn, GAME.view(match.state)["phase"]) == (Turn(0), "play")


def test_ronins_of_a_setup_are_read_in_any_order() -> None:
    """One set-up has one choice, however its squares are listed; it is written by file."""
    choice = GAME.read("=c1:f2,e1,d1,b2,a1")
    assert GAME.write(choice) == "=c1:a1,b2,d1,e1,f2"


def test_first_names_the_seat_of_the_first_colour() -> None:
    """With first 1 seat 1 plays Black: it sets up and moves first, and wins with Black."""
    match = begin(first=1)
    assert match.turn == Turn(1)
    match.play("=c1")
    assert match.turn == Turn(0)
    match.play("=c6")
    assert match.turn == Turn(1)
    assert GAME.view(match.state)["turn"] == 1
    won = play(at("....../....../.W.B../....../....../...... b 0 00 -", first=1), "d4-b4")
    assert won.winner == 1
    assert GAME.scores(won) == (0, 1)
    assert [len(entries) for entries in GAME.score_sheet(won)] == [0, 1]


@pytest.mark.parametrize(("seats", "first"), [(1, 0), (3, 0), (2, 2), (2, -1)])
def test_mana_is_for_two(seats: int, first: int) -> None:
    """Other numbers of seats, and seats that do not exist, are refused."""
    with pytest.raises(BadStart):
        GAME.setup(Start({}, seats, first, 0))


# --- section 6: repetition, resignation, agreement ---


def test_third_repetition_offers_a_draw_and_changes_nothing() -> None:
    """The answer to that move carries the event `repetition`; the game goes on."""
    match = Match(GAME, start(), position="....W./....../....../....../....../...B.. b 0 00 -")
    said = [
        "repetition" in [event.code for event in match.play(text)]
        for text in ["d1-d2", "e6-e5", "d2-d1", "e5-e6"] * 3
    ]
    assert said == [False] * 8 + [True] * 4
    assert match.turn == Turn(0)


def test_repetition_counts_play_only() -> None:
    """Set-ups and finished games never repeat; board, side, kind, free turn and captures do."""
    match = begin()
    assert GAME.repetition(match.state) is None
    state = at(CORNER)
    others = [
        replace(state, side=1),
        replace(state, kind=2),
        replace(state, free=True),
        replace(state, captured=(0, 0)),
        replace(state, board=state.board.replace("W", "w")),
    ]
    keys = {GAME.repetition(each) for each in [state, *others]}
    assert len(keys) == 6
    assert GAME.repetition(replace(state, mana=7)) == GAME.repetition(state)
    assert GAME.repetition(GAME.agree(state, "draw", 0)) is None


@pytest.mark.parametrize("before", [[], ["=b1"], ["=b1", "=b6"], ["=b1", "=b6", "b1-b3"]])
@pytest.mark.parametrize("seat", [0, 1])
def test_resignation_at_any_time(before: list[str], seat: int) -> None:
    """The other seat wins, no matter whose turn it is."""
    match = begin(*before)
    events = match.play("resign", seat)
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert (outcome.winner, outcome.why.code) == (1 - seat, "resignation")
    assert events == (Message("resigned", {"seat": Seat(seat)}),)
    assert GAME.view(match.state)["by"] == "resignation"


@pytest.mark.parametrize("agreement", ["draw", "end"])
def test_agreed_draw(agreement: str) -> None:
    """No winner, all seats in winners, no points; `end` is the same in Mana."""
    match = begin("=b1")
    assert GAME.outcome(match.state) is None
    assert match.play(agreement) == (Message("draw_agreed"),)
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert (outcome.winner, outcome.winners, outcome.scores) == (None, (0, 1), (0, 0))
    assert outcome.why == Message("agreed")
    assert GAME.score_sheet(match.state) == ((), ())


# --- what people and programs see ---


def test_view_has_exactly_the_named_keys() -> None:
    """The keys of the rules page, side and options, and after the end winner, by and scores."""
    state = at("....../....../.W.B../....../....../...... b 2@d3 04 free", ask_bird=True)
    view = GAME.view(state)
    assert view == {
        "phase": "play",
        "turn": 0,
        "side": 0,
        "edition": "bird",
        "orientation": 0,
        "board": ["......", "......", ".W.B..", "......", "......", "......"],
        "kind": 2,
        "mana": "d3",
        "captured": [0, 4],
        "free": True,
        "options": {
            "edition": "bird",
            "advanced": False,
            "ask_bird": True,
            "bird_must_fly": False,
            "bird_blocks": False,
            "blocked": "pass",
        },
    }
    over = GAME.view(play(state, "d4-b4"))
    assert list(over) == [*view, "winner", "by", "scores"]
    assert (over["winner"], over["by"], over["scores"], over["turn"]) == (0, "daimio", [1, 0], None)
    json.dumps(over)


def codes(position: str, move: str, **options: Any) -> list[str]:
    """Return the codes of the events of a move."""
    match = Match(GAME, start(**options), position=position)
    return [event.code for event in match.play(move)]


def test_events_of_a_move_say_where_the_bird_may_go() -> None:
    """Not asked for its square, the box says which squares are free for it."""
    match = begin("=b1", "=b6")
    (event,) = match.play("b1-b3")
    squares = ("a2", "b5", "c2", "c4", "d5", "e2", "e4", "f3")
    assert event == Message("bird_goes", {"demand": Term("kind", 1), "squares": squares})


def test_events_of_a_capture() -> None:
    """What was captured where, and nothing on the bird after a daimio."""
    ronin = "W...../....../.w.B../....../....../...... b 0 00 -"
    assert codes(ronin, "d4-b4") == ["captured", "bird_goes", "unbound_back"]
    lord = "....../....../.W.B../....../....../...... b 0 00 -"
    assert codes(lord, "d4-b4") == ["captured"]


def test_events_of_2005_name_the_mana() -> None:
    """The Mana is on the piece that moved."""
    assert codes(BASIC, "b1-b3", edition="2005") == ["mana"]


def test_events_with_the_bird_asked() -> None:
    """The bird's square and kind, or that it is off the board."""
    assert codes(BASIC, "b1-b3@a2", ask_bird=True) == ["bird"]
    assert "bird_beside" in codes(ALL_BUT_C1, "*c1@--", ask_bird=True)


def test_events_tell_what_comes_back() -> None:
    """A ronin that comes back is an event of its own."""
    assert codes(ALL_BUT_C1, "*c1") == ["returned", "bird_beside"]


def test_events_warn_of_a_turn_that_will_be_lost() -> None:
    """Black cannot obey and has to pass; then White has a free turn."""
    match = Match(GAME, start(), position=CORNER.replace(" b 3 ", " w 0 "))
    facts: dict[str, Fact] = {"seat": Seat(0), "demand": Term("kind", 3)}
    assert match.play("a6-a5")[1:] == (Message("must_pass", facts),)
    assert [event.code for event in match.play("pass")] == ["turn_lost", "free_turn"]


def test_events_say_who_is_not_bound() -> None:
    """The next player may move any piece; a ronin comes back only if one is captured."""
    position = "W...../....../....../....../....../B..... w 0 00 -"
    assert codes(position, "a6-b6")[-1] == "unbound"
    assert codes(position.replace("00", "10"), "a6-b6")[-1] == "unbound_back"


def test_events_of_setup() -> None:
    """Orientation and set-ups are reported."""
    match = begin(edition="2005")
    assert match.play("^90") == (Message("oriented", {"degrees": 90}),)
    placed = match.play("=c1:a1,b2,d1,e1,f2")
    lord = Term("lord", "damyo")
    assert placed == (Message("placed", {"seat": Seat(0), "lord": lord, "square": "c1"}),)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("b1-b3", [("piece", "b1"), ("destination", "b3")]),
        ("b1-b3@a2", [("piece", "b1"), ("destination", "b3"), ("bird", "a2")]),
        (
            "*c3@--",
            [
                ("piece", Term("action", "drop")),
                ("destination", "c3"),
                ("bird", Term("bird", "beside")),
            ],
        ),
        ("pass", [("piece", Term("action", "pass"))]),
        ("^90", [("orientation", 90)]),
        ("=c1", [("daimio", "c1")]),
        (
            "=c1:a1,b2,d1,e1,f2",
            [("daimio", "c1"), *(("ronin", name) for name in ("a1", "b2", "d1", "e1", "f2"))],
        ),
    ],
)
def test_parts_are_what_the_knob_picks(text: str, path: list[tuple[str, object]]) -> None:
    """A piece, where to, the bird; a set-up piece by piece."""
    assert [(part.name, part.value) for part in GAME.parts(GAME.read(text))] == path


@pytest.mark.parametrize(
    ("position", "text", "code"),
    [
        (BASIC, "b1-b3", "say.move"),
        (BASIC, "b1-b3@a2", "say.move_bird"),
        ("W...../....../.w.B../....../....../...... b 0 00 -", "d4-b4", "say.capture"),
        ("W...../....../.w.B../....../....../...... b 0 00 -", "d4-b4@b3", "say.capture_bird"),
        (CORNER, "*c3", "say.drop"),
        (CORNER, "*c3@--", "say.drop_bird"),
        (CORNER, "pass", "say.pass"),
        (BASIC, "=c1", "say.place"),
        (BASIC, "=c1:a1,b1,d1,e1,f1", "say.place_all"),
        (BASIC, "^180", "say.orient"),
    ],
)
def test_every_choice_can_be_described(position: str, text: str, code: str) -> None:
    """Each form of choice has its own phrase."""
    message = GAME.describe(at(position), GAME.read(text))
    assert message.code == code
    assert code in GAME.words


# --- perft ---


def test_perft_of_setup_counts_the_setups() -> None:
    """Set-up choices are plies as well."""
    assert [perft(begin().state, depth) for depth in (0, 1, 2, 3)] == [1, 3, 9, 144]
    assert [perft(begin(edition="2005").state, depth) for depth in (1, 2)] == [4, 4 * 5544]


def test_perft_of_a_finished_game_is_nothing() -> None:
    """No sequence begins at the end; the empty one does."""
    over = GAME.agree(begin().state, "draw", 0)
    assert [perft(over, depth) for depth in (0, 1, 2)] == [1, 0, 0]


@pytest.mark.parametrize(
    "options", [{"edition": "2005"}, {"ask_bird": True}, {"bird_blocks": True}]
)
def test_perft_stops_at_its_limit(options: dict[str, Any]) -> None:
    """The error names the limit that was given."""
    with pytest.raises(TooManyNodes) as stopped:
        perft(at(SPREAD, **options), 3, 1000)
    assert stopped.value.reason.code == "TOO_MANY_NODES"
    assert stopped.value.reason.facts == {"limit": 1000}
    assert perft(at(SPREAD, edition="2005"), 3, 1357) == 1357
    with pytest.raises(TooManyNodes):
        perft(at(SPREAD, edition="2005"), 3, 1356)


def test_perft_refuses_impossible_depths() -> None:
    """Below nothing, and so deep that no limit could hold."""
    with pytest.raises(ValueError, match="0 or more, not -1"):
        perft(at(BASIC), -1)
    with pytest.raises(TooManyNodes):
        perft(at(BASIC), 10**9)


def test_mana_deals_nothing() -> None:
    """There is no dealer, and every option has a first value that is the default."""
    assert GAME.dealer(begin().state) is None
    assert {option.name: option.default for option in GAME.options} == {
        "edition": "bird",
        "advanced": False,
        "ask_bird": False,
        "bird_must_fly": False,
        "bird_blocks": False,
        "blocked": "pass",
        "drop_anywhere": False,
    }
