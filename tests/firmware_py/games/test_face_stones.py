"""The face of Mandala Stones: entry by knob, pictures, aid, comparing and mending."""

import random
from collections import Counter
from statistics import median

import pytest

from engines import catalog
from engines.contract import Reason, Refused, Start, judge
from engines.languages import LANGUAGES
from engines.match import Match
from engines.stones import GAME
from engines.stones.board import CIRCLES
from engines.stones.choices import ArtistPick, Pick
from engines.wording import Voice
from engines.wording import translator as game_translator
from firmware_py.games import face_of
from firmware_py.games.scene import Scene
from firmware_py.games.stones.letters import letters, spell
from firmware_py.games.stones.towers import draw_towers
from firmware_py.language import translator
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.picker import Picker
from firmware_py.ui.widgets import BODY, Rect, fitting, paragraph, top_bar

FACE = face_of("stones")
NAMES = ("Anna", "Ben", "Carla", "Maximilienne")
SPACES = ["0", "0", "1", "0", "2", "0", "h4", "0", "1", "h3", "0", "2", "0", "h2", "0", "end"]
TOPS = [
    "Bo", "Yx", "Rx", "Yo", "Yo", "Yo", "Bx", "Po", "Rx", "Yo", "Rx", "Ro",
    "Yx", "Po", "Yo", "Yo", "Ro", "Ro", "Bo", "Yx", "Bx", "Px", "Bx", "Po",
]  # fmt: skip
ARTISTS = {"a2": "x", "b1": "o", "b3": "o", "c2": "x"}

both = pytest.mark.parametrize("tracking", ["towers", "board"])
spoken = pytest.mark.parametrize("language", LANGUAGES)


def begin(tracking="towers", seats=2, seed=1, **given):
    return GAME.setup(Start({"tracking": tracking}, seats, 0, seed, given))


def play(state, moves):
    for text in moves.split():
        choice = judge(GAME, state, text)
        assert not isinstance(choice, Reason), (text, choice)
        state = GAME.apply(state, choice)
    return state


def picker_for(state):
    return Picker(FACE.tree(state), lambda picked, options: FACE.start(state, picked, options))


def scene_of(state, picker=None, language="en", *, large=False, refused=None):
    translate = translator(language)
    picker = picker or picker_for(state)
    return Scene(
        state=state,
        voice=Voice(GAME.words, game_translator(language), NAMES[: state.seats]),
        say=lambda text, **places: translate(text).format(**places) if places else translate(text),
        picked=picker.picked,
        options=picker.options,
        index=picker.index,
        reachable=tuple(picker.reachable[:200]),
        large=large,
        refused=refused,
    )


def picture(scene):
    canvas = Canvas()
    top_bar(canvas, NAMES[-1], FACE.binding(scene), may_cut=True)
    FACE.draw(canvas, scene)
    return canvas


def wander(tracking, seed, turns=45):
    """Yield every state of a game in which a careless hand turns and presses."""
    chance = random.Random(seed)
    given = {} if tracking == "towers" else {"tops": TOPS, "artists": ARTISTS}
    state = begin(tracking, 2 + seed % 3, seed, **given)
    for _ in range(turns):
        yield state
        if GAME.turn(state) is None:
            return
        picker = picker_for(state)
        text = None
        while text is None:
            picker.turn(chance.randrange(len(picker.options)))
            if picker.highlighted.name != "nothing" or len(picker.options) == 1:
                text = picker.press()
        state = play(state, text)
    yield play_out(state)


def play_out(state):
    """Return a game that the players end by agreement, all questions answered."""
    state = GAME.agree(state, "end", 0)
    while GAME.turn(state) is not None:
        state = GAME.apply(state, GAME.legal(state)[0])
    return state


def enter(state, text):
    """Return the detents and presses that it takes to enter a choice."""
    picker = picker_for(state)
    cost = 0
    while True:
        options = picker.options
        wanted = next(
            at for at in range(len(options)) if text in _choices(picker, at - picker.index)
        )
        away = (wanted - picker.index) % len(options)
        cost += min(away, len(options) - away) + 1
        picker.turn(away)
        if (done := picker.press()) is not None:
            assert done == text
            return cost


def _choices(picker, steps):
    picker.turn(steps)
    found = picker.reachable
    picker.turn(-steps)
    return found


def enter_purple(picker, count):
    """Enter some purple stones, one on the other."""
    for _ in range(count):
        picker.turn(1 - picker.index)
        picker.press()


# --- entry ----------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("seed", range(6))
def test_the_knob_reaches_every_legal_choice_once(tracking, seed):
    for state in wander(tracking, seed):
        legal = [GAME.write(choice) for choice in GAME.legal(state)]
        assert Counter(FACE.tree(state).choices() if legal else []) == Counter(legal)


@both
def test_a_whole_game_is_played_with_the_knob_alone(tracking):
    last = list(wander(tracking, 3, turns=400))[-1]
    assert GAME.outcome(last) is not None


def test_a_tower_is_entered_stone_by_stone_and_a_space_ends_it():
    state = begin()
    picker = picker_for(state)
    for part in ("R", "B"):
        picker.turn("RPBY".index(part) - picker.index)
        picker.press()
    picker.turn([part.name for part in picker.options].index("space") + 2 - picker.index)
    assert picker.press() == "PRB@3"


def test_the_fourth_stone_leaves_only_the_space_to_choose():
    picker = picker_for(begin())
    enter_purple(picker, 4)
    assert {part.name for part in picker.options} == {"space"}


def test_a_colour_that_ran_out_is_not_offered():
    position = {**GAME.position(begin()), "mandala": SPACES[:-1]}
    position |= {"taken": {"R": 14, "P": 0, "B": 0, "Y": 0}, "placed": 14, "triggered": True}
    position["taken"]["R"] = 24
    position["towers"] = [["RRRR", "RRRR", "RR", "", ""], [""] * 5]
    state = GAME.from_position(position, Start({"tracking": "towers"}, 2, 0, 1))
    assert GAME.check(state) == ()
    stones = [part for part in FACE.tree(state).children if part.name == "stone"]
    assert [part.value.value for part in stones] == ["P", "B", "Y"]


def test_the_cursor_begins_at_the_colour_that_scores_most():
    state = play(begin(mandala=SPACES), "PRBY@3 PR@2 PPR@4 PB@1 PRRBY@5 PY@5")
    assert picker_for(state).reachable == ["SY"]


def test_all_tops_are_one_press_away_from_their_option():
    state = play(begin(mandala=SPACES), "PRB@3 PR@2 PPR@4 PB@1")
    part = next(part for part in FACE.tree(state).children if part.name == "all")
    assert FACE.tree(state).children[part].choice == "T34"


def test_some_tops_are_entered_from_left_to_right():
    state = play(begin(mandala=SPACES), "PRB@1 PR@2 PPR@3 PB@1 PY@5 PB@3")
    some = next(node for part, node in FACE.tree(state).children.items() if part.name == "some")
    assert some.choices() == ["T1", "T13", "T15", "T3", "T35", "T5"]


def test_a_built_tower_is_proposed_where_it_scores_most():
    picker = picker_for(begin())
    enter_purple(picker, 4)
    assert picker.highlighted.value == 4


def test_a_turn_of_a_greedy_player_costs_few_clicks():
    """One-ply greedy on points, ties by seed, picks from a real deal entered as towers."""
    costs = sorted(cost for seed in range(12) for cost in greedy_costs(seed))
    assert median(costs) <= 10
    assert costs[len(costs) * 9 // 10] <= 15


def greedy_costs(seed):
    chance = random.Random(seed)
    seats = 2 + seed % 3
    board, towers = (begin(kind, seats, seed, mandala=SPACES) for kind in ("board", "towers"))
    while GAME.turn(board).seat is not None or GAME.dealer(board) is not None:
        choice = GAME.dealer(board) or _greedy(board, chance)
        if not GAME.turn(board).asks:
            same = choice
            if isinstance(choice, ArtistPick):
                circles = (CIRCLES.index(choice.source), CIRCLES.index(choice.target))
                tower = board.board.pick(*circles, choice.first)[0]
                same = Pick(tower.upper(), choice.space)
            yield enter(towers, GAME.write(same))
            towers = GAME.apply(towers, same)
        board = GAME.apply(board, choice)


def _greedy(state, chance):
    gains = {
        choice: 0 if isinstance(choice, ArtistPick) else sum(GAME.apply(state, choice).vp)
        for choice in GAME.legal(state)
    }
    best = max(gains.values())
    return chance.choice([choice for choice, gain in gains.items() if gain == best])


# --- pictures -------------------------------------------------------------------------------


@spoken
@both
@pytest.mark.parametrize("large", [False, True], ids=["normal", "large"])
def test_every_moment_fits_the_screen(tracking, language, large):
    for state in wander(tracking, 5, turns=25):
        picker = picker_for(state)
        while True:
            for _ in picker.options or (None,):
                canvas = picture(scene_of(state, picker, language, large=large))
                assert canvas.check() == [], (language, picker.picked, picker.highlighted)
                picker.turn(1)
            if not picker.options or picker.press() is not None:
                break


@spoken
@pytest.mark.parametrize("seats", [2, 3, 4])
@both
def test_many_points_fit_beside_the_table(tracking, language, seats):
    position = {**GAME.position(begin(tracking, seats)), "vp": [119, 250, 101, 199][:seats]}
    state = GAME.from_position(position, Start({"tracking": tracking}, seats, 0, 1))
    for large in (False, True):
        assert picture(scene_of(state, None, language, large=large)).check() == []


def test_the_picture_names_what_is_under_the_cursor():
    state = play(begin(mandala=SPACES), "PRBY@3 PR@2 PPR@4 PB@1 PRRBY@5 PY@5")
    words = picture(scene_of(state)).reading()
    assert {"Score yellow", "+8", "> Y+8"} <= set(words)


def test_the_towers_are_read_out():
    state = play(begin(mandala=SPACES), "PRBY@3 PR@2")
    assert "1: -, 2: -, 3: RBY, 4: -, 5: -" in picture(scene_of(state)).reading()


def test_everybodys_points_are_shown():
    state = play(begin(mandala=SPACES), "PRBY@3 PR@2 T3 T2 PR@1 PR@1")
    words = picture(scene_of(state)).reading()
    assert "A 1" in words
    assert "B 1" in words


def test_the_next_special_space_of_the_mandala_is_shown():
    state = play(begin(mandala=SPACES), "PRBY@3 PR@2 T3")
    words = picture(scene_of(state)).reading()
    assert ("mandala 1" in words, "→3" in words, "+1" in words) == (True, True, True)


def test_a_mandala_question_shows_its_answers():
    state = play(begin(), "PRBY@3 PR@2 T3")
    picker = picker_for(state)
    picker.turn(4)
    words = picture(scene_of(state, picker)).reading()
    assert "What does mandala space 1 show?" in words
    assert "> 3 hands" in words


def test_the_end_shows_points_as_the_track_does():
    position = {**GAME.position(play_out(begin())), "vp": [119, 50]}
    state = GAME.from_position(position, Start({"tracking": "towers"}, 2, 0, 1))
    words = picture(scene_of(state)).reading()
    assert "119 = 2x50+19" in words
    assert "50" in words


@spoken
@pytest.mark.parametrize(
    ("tracking", "moves", "text"),
    [
        ("towers", "PRBY@3 PR@2", "PRB@3"),
        ("towers", "PRBY@3 PR@2", "SR"),
        ("towers", "PRBY@3 PR@2", "T12"),
        ("board", "", "Pa1-b2:9@1"),
        ("board", "", "Pa2-a2:2@1"),
        ("board", "", "Pa2-b1:8@1"),
        ("board", "", "Pb1-a1:5@1"),
    ],
)
def test_a_refused_move_is_drawn(tracking, moves, text, language):
    given = {"tops": TOPS, "artists": ARTISTS} if tracking == "board" else {}
    state = play(begin(tracking, **given), moves)
    reason = judge(GAME, state, text)
    assert isinstance(reason, Reason)
    canvas = picture(scene_of(state, _tried(state, text), language, refused=reason))
    assert canvas.check() == []
    assert "✗" in canvas.reading()


def _tried(state, text):
    picker = Picker(FACE.attempts(state))
    while True:
        at = next(at for at in range(len(picker.options)) if text in _choices(picker, at))
        picker.turn(at)
        if picker.press() is not None:
            return picker


# --- what binds -----------------------------------------------------------------------------


def test_the_round_stands_in_the_top_bar():
    assert FACE.binding(scene_of(begin())) == "round 1"


def test_a_full_board_must_score():
    moves = " ".join(f"PR@{space} PB@{space}" for space in range(1, 6))
    assert FACE.binding(scene_of(play(begin(), moves))) == "must score"


def test_who_has_nothing_to_pick_must_score():
    assert FACE.binding(scene_of(play(begin(), "PR@1 PB@1 N"))) == "must score"


def test_the_last_round_is_announced():
    state = play(begin(mandala=["h2"]), "PRR@1 PB@1 PR@2 PR@3 T1")
    assert FACE.binding(scene_of(state)) == "last round"


@spoken
def test_what_binds_is_short(language):
    moves = " ".join(f"PR@{space} PB@{space}" for space in range(1, 6))
    states = [
        begin(),
        play(begin(), moves),
        play(begin(mandala=["h2"]), "PRR@1 PB@1 PR@2 PR@3 T1"),
        play(begin(), "N"),
    ]
    assert max(len(FACE.binding(scene_of(state, language=language))) for state in states) <= 12


@pytest.mark.parametrize(("language", "row"), [("en", "RPBY"), ("fr", "RVBJ"), ("it", "RVBG")])
def test_stones_have_the_letters_of_the_language(language, row):
    """In towers and in the ring; the second pattern keeps its small letter inside."""
    state = play(begin(), "PRPBY@1 N")
    names = letters(scene_of(state, language=language).voice)
    assert spell("RPBYrpby", names) == row + row.lower()
    towers = Canvas()
    draw_towers(towers, state.towers[0], names)
    assert f"1: {row}, 2: -" in towers.reading()[0]


# --- aid ------------------------------------------------------------------------------------


@spoken
@pytest.mark.parametrize("page", range(len(FACE.aid)))
def test_a_page_of_the_aid_fits(page, language):
    canvas = Canvas()
    text = translator(language)(FACE.aid[page].text)
    place = Rect(0, BODY.y + 1, WIDTH - 5, BODY.h - 1)
    if FACE.aid[page].draw is not None:
        FACE.aid[page].draw(canvas, scene_of(begin(), language=language))
    else:
        assert paragraph(canvas, text, place, font=fitting(text, place, "medium")) == 0
    assert canvas.check() == []
    # Nothing comes near the mark at the right edge that tells the page.
    assert max(word.x + word.w for word in canvas.words) <= place.w


@pytest.mark.parametrize(
    ("moves", "title"),
    [
        ("", "Pick"),
        ("PR@1 PB@1", "Your turn"),
        ("PR@1 PB@1 T1", "Mandala"),
        ("PR@1 PB@1 N", "Score a colour"),
        ("N", "The end"),
    ],
)
def test_the_aid_opens_where_it_is_needed(moves, title):
    assert FACE.aid[FACE.aid_page(play(begin(), moves))].title == title


# --- attempts -------------------------------------------------------------------------------


@both
def test_every_attempt_can_be_judged(tracking):
    for state in list(wander(tracking, 2, turns=12))[::3]:
        for text in FACE.attempts(state).choices() if GAME.turn(state) else ():
            judge(GAME, state, text)


@both
def test_what_is_legal_can_be_attempted(tracking):
    for state in wander(tracking, 4, turns=15):
        if GAME.turn(state) is not None:
            attempts = FACE.attempts(state).choices()
            assert len(attempts) == len(set(attempts)) <= 2500
            assert set(FACE.tree(state).choices()) <= set(attempts)


@both
def test_the_first_ring_of_attempts_holds_the_first_ring_of_choices(tracking):
    for state in wander(tracking, 7, turns=15):
        assert set(FACE.tree(state).children) <= set(FACE.attempts(state).children)


@spoken
@both
def test_whatever_is_attempted_fits_the_screen(tracking, language):
    for state in list(wander(tracking, 5, turns=20))[::4]:
        picker = Picker(FACE.attempts(state))
        while True:
            for _ in picker.options:
                assert picture(scene_of(state, picker, language)).check() == []
                picker.turn(1)
            if not picker.options or picker.press() is not None:
                break


# --- comparing and mending ------------------------------------------------------------------


def match_of(tracking, moves="", seats=2, **given):
    start = Start({"tracking": tracking}, seats, 0, 1, {"mandala": SPACES, **given})
    match = Match(catalog.load("stones"), start, NAMES[:seats])
    for text in moves.split():
        match.play(text)
    return match


def field_of(match, area, title):
    areas = {each.title: each for each in FACE.areas(scene_of(match.state))}
    return next(field for field in areas[area].fields if field.title == title)


def mend(match, area, title, value):
    """Change a field as the editor does, and return the state."""
    field = field_of(match, area, title)
    match.edit(field.put(match.engine.position(match.state), value))
    return match.state


def board_match(moves="Pb1-a1:1@3"):
    match = match_of("board", tops=TOPS, artists=ARTISTS)
    for text in moves.split():
        match.play(text)
    for stone in ("Rx", "Px", "Bx"):
        match.play(f"R{match.state.board.uncovered[0]}={stone}")
    return match


@both
@pytest.mark.parametrize("seed", [1, 8])
def test_a_mended_table_is_accepted_or_refused_with_a_reason(tracking, seed):
    states = list(wander(tracking, seed, turns=30))
    outcomes = Counter()
    for state in (states[8], states[-2]):
        start = Start({"tracking": tracking}, state.seats, 0, seed, {})
        position = GAME.position(state)
        for area in FACE.areas(scene_of(state)):
            for field in area.fields:
                assert field.value in field.values
                for value in field.values:
                    outcomes[_mended(start, position, field.put(position, value))] += 1
    assert outcomes["mended"] > outcomes["refused"]
    assert outcomes["spoiled"] == 0


def _mended(start, before, after):
    unspoiled = GAME.position(GAME.from_position(before, start))
    if unspoiled != before:
        return "spoiled"
    try:
        return "refused" if GAME.check(GAME.from_position(after, start)) else "mended"
    except Refused:
        return "refused"


@spoken
@both
def test_the_areas_fit_the_screen(tracking, language):
    for state in list(wander(tracking, 6, turns=20))[::5]:
        for area in FACE.areas(scene_of(state, language=language)):
            canvas = Canvas()
            top_bar(canvas, area.title, "1/6")
            if area.draw is not None:
                area.draw(canvas)
            else:
                text = "\n".join(area.lines)
                place = Rect(0, BODY.y + 1, WIDTH - 5, BODY.h - 1)
                assert paragraph(canvas, text, place, font=fitting(text, place, "medium")) == 0
            assert canvas.check() == []


def test_a_stone_of_another_colour_is_mended():
    match = match_of("towers", "PRB@3 PR@2")
    state = mend(match, "Anna", "Space 3, stone 1", "yellow")
    assert (state.towers[0][2], state.taken) == ("YB", (1, 0, 1, 1))


def test_a_stone_that_was_forgotten_is_added_from_the_main_board():
    match = match_of("towers", "PRB@3 PR@2")
    state = mend(match, "Anna", "Space 3, stone 3", "purple")
    assert (state.towers[0][2], sum(state.taken)) == ("RBP", 4)


def test_a_stone_too_many_goes_back_to_the_main_board():
    match = match_of("towers", "PRB@3 PR@2")
    state = mend(match, "Anna", "Space 3, stone 2", "→ main board")
    assert (state.towers[0][2], sum(state.taken)) == ("R", 2)


def test_a_top_that_lies_on_the_mandala_is_moved_there():
    match = match_of("towers", "PRB@3 PR@2")
    state = mend(match, "Anna", "Space 3, stone 2", "→ mandala")
    assert (state.towers[0][2], state.placed) == ("R", 1)


def test_a_stone_comes_back_from_the_mandala():
    match = match_of("towers", "PRB@3 PR@2 T3")
    state = mend(match, "Anna", "Space 3, stone 2", "mandala: blue")
    assert (state.towers[0][2], state.placed) == ("RB", 0)


def test_a_miscounted_mandala_is_mended_colour_by_colour():
    match = match_of("towers", "PRB@3 PR@2 T3")
    state = mend(match, "Mandala", "blue", "3")
    assert (state.placed, state.taken[2]) == (3, 3)


def test_covering_the_hands_by_mending_starts_the_last_round():
    match = match_of("towers", "PRB@3 PR@2 T3")
    assert mend(match, "Mandala", "red", "13").triggered


def test_a_wrongly_described_space_is_mended():
    match = match_of("towers", "PRB@3 PR@2")
    assert mend(match, "Mandala", "Mandala 3", "+2 VP").mandala[2] == "2"


def test_wrong_points_are_mended():
    match = match_of("towers", "PRB@3 PR@2")
    assert mend(match, "Ben", "Points", "7").vp == (0, 7)


def test_the_wrong_turn_is_mended():
    match = match_of("towers", "PRB@3 PR@2")
    assert mend(match, "Turn", "Turn", "Ben").turn == 1


def test_a_stone_of_a_board_game_changes_its_pattern():
    match = board_match()
    before = match.state
    name = field_of(match, "Anna", "Space 3, stone 1").value
    other = name[:-1] + ("x" if name[-1] == "o" else "o")
    state = mend(match, "Anna", "Space 3, stone 1", other)
    assert state.towers[0][2][0] == before.towers[0][2][0].swapcase()


def test_a_stone_taken_from_the_wrong_stack_changes_places():
    match = board_match()
    height = len(match.state.towers[0][2])
    state = mend(match, "Anna", f"Space 3, stone {height}", "→ stack 8")
    assert (len(state.towers[0][2]), state.board.heights[7]) == (height - 1, 4)
    state = mend(match, "Anna", f"Space 3, stone {height}", "10: yellow o")
    assert (state.towers[0][2][-1], state.board.heights[9]) == ("Y", 3)
    assert state.asks == "reveal"


def test_a_wrongly_named_top_is_mended():
    assert mend(board_match(), "Main board", "Stack 10", "blue x").board.top(10) == "b"


def test_two_artists_are_exchanged():
    match = board_match()
    field = field_of(match, "Main board", "Artist x")
    assert field.value == "a2"
    state = mend(match, "Main board", "Artist x", "a1")
    assert state.board.artists[:2] == "xo"


def test_a_change_that_cannot_be_is_refused():
    """Without a tower nobody can be bound to score."""
    match = match_of("towers")
    with pytest.raises(Refused) as refused:
        mend(match, "Turn", "Nothing to pick", "yes")
    assert refused.value.reason.code == "CHECK_NO_CHOICE"
