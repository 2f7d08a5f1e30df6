"""The UI of Mandala Stones: entry by knob, pictures, aid, comparing and correcting."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product
from statistics import median
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from engines import catalog
from engines.engine import Reason, Refused, Start, Term, judge
from engines.languages import LANGUAGES
from engines.match import Match
from engines.stones import GAME
from engines.stones.board import CIRCLES
from engines.stones.choices import ArtistPick, Choice, Pick
from engines.stones.state import Gain, State
from engines.wording import Voice
from engines.wording import translator as game_translator
from firmware_py.core.language import translator
from firmware_py.games import ui_of
from firmware_py.games.stones.oled_board import LARGE, TowerMarks, draw_towers
from firmware_py.games.stones.svg import draw_picture
from firmware_py.games.stones.words import letters, spell
from firmware_py.games.svg import Taps, rough_width
from firmware_py.match.picker import Picker
from firmware_py.match.scene import Scene, SeatClock
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, text_width, wrap
from firmware_py.ui.paging import rows_of, set_pages
from firmware_py.ui.widgets import BODY, Rect, fitting, paragraph, top_bar
from tests.support.scenes import make_scene

UI = ui_of("stones")
SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Anna", "Ben", "Carla", "Maximilienne")
WIDE = ("WWWWWWWWWWWW", "Poppy-Jygqç", "Œdipe-Noël", "MMMMMMMMMMMM")
ALIKE = ("Annalena", "Anna", "Annamaria", "Annabelle")
SPACES = ["0", "0", "1", "0", "2", "0", "h4", "0", "1", "h3", "0", "2", "0", "h2", "0", "end"]
TOPS = [
    "Bo", "Yx", "Rx", "Yo", "Yo", "Yo", "Bx", "Po", "Rx", "Yo", "Rx", "Ro",
    "Yx", "Po", "Yo", "Yo", "Ro", "Ro", "Bo", "Yx", "Bx", "Px", "Bx", "Po",
]  # fmt: skip
ARTISTS = {"a2": "x", "b1": "o", "b3": "o", "c2": "x"}

both = pytest.mark.parametrize("tracking", ["towers", "board"])
spoken = pytest.mark.parametrize("language", LANGUAGES)


def begin(tracking: str = "towers", seats: int = 2, seed: int = 1, **given: Any) -> State:
    return GAME.setup(Start({"tracking": tracking}, seats, 0, seed, given))


def play(state: State, moves: str) -> State:
    for text in moves.split():
        choice = judge(GAME, state, text)
        assert not isinstance(choice, Reason), (text, choice)
        state = GAME.apply(state, choice)
    return state


def picker_for(state: State) -> Picker:
    return Picker(UI.tree(state), lambda picked, options: UI.start(state, picked, options))


def scene_of(
    state: State,
    picker: Picker | None = None,
    language: str = "en",
    *,
    large: bool = False,
    refused: Any = None,
    clocks: bool = False,
    names: Sequence[str] = NAMES,
) -> Scene[Any]:
    picker = picker or picker_for(state)
    turn = GAME.turn(state)
    seat = None if turn is None else turn.seat
    times = ("12:34", "0:05", "1:02:03", "59:59")
    return make_scene(
        GAME,
        state,
        names[: state.seats],
        language,
        picker,
        title="Everyone" if seat is None else names[seat],
        clocks=tuple(
            SeatClock(names[each], times[each], is_running=each == seat)
            for each in range(state.seats if clocks else 0)
        ),
        large=large,
        refused=refused,
    )


def picture(scene: Scene[Any]) -> Canvas:
    canvas = Canvas()
    UI.draw(canvas, scene)
    return canvas


def instructed(scene: Scene[Any], *sentences: str) -> Scene[Any]:
    """Return a scene with instructions."""
    page = set_pages(sentences, UI.hands.place(scene), large=scene.large)[0]
    return replace(scene, told=page)


def wander(tracking: str, seed: int, turns: int = 45) -> Iterator[State]:
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


def play_out(state: State) -> State:
    """Return a game that the players end by agreement, all questions answered."""
    state = GAME.agree(state, "end", 0)
    while GAME.turn(state) is not None:
        state = GAME.apply(state, GAME.legal(state)[0])
    return state


def enter(state: State, text: str) -> int:
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


def _choices(picker: Picker, steps: int) -> Any:
    picker.turn(steps)
    found = picker.reachable
    picker.turn(-steps)
    return found


def enter_purple(picker: Picker, count: int) -> None:
    """Enter some purple stones, one on the other."""
    for _ in range(count):
        picker.turn(1 - picker.index)
        picker.press()


# --- entry ----------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("seed", range(6))
def test_the_knob_reaches_every_legal_choice_once(tracking: str, seed: int) -> None:
    for state in wander(tracking, seed):
        legal = [GAME.write(choice) for choice in GAME.legal(state)]
        assert Counter(UI.tree(state).choices() if legal else []) == Counter(legal)


@both
def test_a_whole_game_is_played_with_the_knob_alone(tracking: str) -> None:
    last = list(wander(tracking, 3, turns=400))[-1]
    assert GAME.outcome(last) is not None


def test_a_tower_is_entered_stone_by_stone_and_a_space_ends_it() -> None:
    state = begin()
    picker = picker_for(state)
    for part in ("R", "B"):
        picker.turn("RPBY".index(part) - picker.index)
        picker.press()
    picker.turn([part.name for part in picker.options].index("space") + 2 - picker.index)
    assert picker.press() == "PRB@3"


def test_the_fourth_stone_leaves_only_the_space_to_choose() -> None:
    picker = picker_for(begin())
    enter_purple(picker, 4)
    assert {part.name for part in picker.options} == {"space"}


def test_a_colour_that_ran_out_is_not_offered() -> None:
    position = {**GAME.position(begin()), "mandala": SPACES[:-1]}
    position |= {"taken": {"R": 14, "P": 0, "B": 0, "Y": 0}, "placed": 14, "triggered": True}
    position["taken"]["R"] = 24
    position["towers"] = [["RRRR", "RRRR", "RR", "", ""], [""] * 5]
    state = GAME.from_position(position, Start({"tracking": "towers"}, 2, 0, 1))
    assert GAME.check(state) == ()
    stones = [part for part in UI.tree(state).children if part.name == "stone"]
    assert [part.value.value for part in stones] == ["P", "B", "Y"]


def test_the_cursor_begins_at_the_colour_that_scores_most() -> None:
    state = play(begin(mandala=SPACES), "PRBY@3 PR@2 PPR@4 PB@1 PRRBY@5 PY@5")
    assert picker_for(state).reachable == ["SY"]


def test_all_tops_are_one_press_away_from_their_option() -> None:
    state = play(begin(mandala=SPACES), "PRB@3 PR@2 PPR@4 PB@1")
    part = next(part for part in UI.tree(state).children if part.name == "all")
    assert UI.tree(state).children[part].choice == "T34"


def test_some_tops_are_entered_from_left_to_right() -> None:
    state = play(begin(mandala=SPACES), "PRB@1 PR@2 PPR@3 PB@1 PY@5 PB@3")
    some = next(node for part, node in UI.tree(state).children.items() if part.name == "some")
    assert some.choices() == ["T1", "T13", "T15", "T3", "T35", "T5"]


def test_a_built_tower_is_proposed_where_it_scores_most() -> None:
    picker = picker_for(begin())
    enter_purple(picker, 4)
    assert picker.highlighted.value == 4


def test_a_turn_of_a_greedy_player_costs_few_clicks() -> None:
    """One-ply greedy on points, ties by seed, picks from a real deal entered as towers."""
    costs = sorted(cost for seed in range(12) for cost in greedy_costs(seed))
    assert median(costs) <= 4
    assert costs[len(costs) * 9 // 10] <= 10


def greedy_costs(seed: int) -> Iterator[int]:
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


def _greedy(state: State, chance: random.Random) -> Choice:
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
@pytest.mark.parametrize("clocks", [False, True], ids=["free", "clocks"])
def test_every_moment_fits_the_screen(
    tracking: str, language: str, large: bool, clocks: bool
) -> None:
    for at, state in enumerate(wander(tracking, 5, turns=25)):
        picker = picker_for(state)
        while True:
            for _ in picker.options or (None,):
                scene = scene_of(state, picker, language, large=large, clocks=clocks)
                if at % 2:
                    scene = instructed(scene, "Maximilienne: 31→36")
                canvas = picture(scene)
                assert canvas.check() == [], (language, picker.picked, picker.highlighted)
                picker.turn(1)
            if not picker.options or picker.press() is not None:
                break


@spoken
@pytest.mark.parametrize("seats", [2, 3, 4])
@both
def test_many_points_fit_next_to_the_table(tracking: str, language: str, seats: int) -> None:
    position = {**GAME.position(begin(tracking, seats)), "vp": [119, 250, 101, 199][:seats]}
    state = GAME.from_position(position, Start({"tracking": tracking}, seats, 0, 1))
    for large, clocks, names in product((False, True), (False, True), (NAMES, WIDE, ALIKE)):
        scene = scene_of(state, None, language, large=large, clocks=clocks, names=names)
        assert picture(scene).check() == []
        assert picture(instructed(scene, "36")).check() == []


def test_the_picture_names_what_is_under_the_cursor() -> None:
    state = play(begin(mandala=SPACES), "PRBY@3 PR@2 PPR@4 PB@1 PRRBY@5 PY@5")
    words = picture(scene_of(state)).reading()
    assert "> Score yellow: +8" in words


def test_the_towers_are_read_out() -> None:
    state = play(begin(mandala=SPACES), "PRBY@3 PR@2")
    assert "1: -, 2: -, 3: RBY, 4: -, 5: -" in picture(scene_of(state)).reading()


def test_everybodys_points_are_shown_with_their_owners() -> None:
    state = play(begin(mandala=SPACES), "PRBY@3 PR@2 T3 T2 PR@1 PR@1")
    assert {"Anna: 1", "Ben: 1"} <= set(picture(scene_of(state)).reading())


@pytest.mark.parametrize(
    ("tracking", "clocks"),
    # With clocks the board leaves the points to the towers' side.
    [("towers", False), ("towers", True), ("board", False)],
    ids=["towers-free", "towers-clocks", "board-free"],
)
@pytest.mark.parametrize("points", [9, 31, 119])
@pytest.mark.parametrize("names", [NAMES, WIDE, ALIKE], ids=["usual", "wide", "alike"])
def test_points_never_lose_their_owner(
    tracking: str, points: int, clocks: bool, names: Sequence[str]
) -> None:
    """Four players, whatever the names: each number has a label, and no two are the same."""
    position = {**GAME.position(begin(tracking, 4)), "vp": [points] * 4}
    state = GAME.from_position(position, Start({"tracking": tracking}, 4, 0, 1))
    scene = scene_of(state, clocks=clocks, names=names)
    # Next to the board four rows of points have no room with instructions.
    for shown in (scene, instructed(scene, "36"))[: 1 if tracking == "board" else 2]:
        words = picture(shown).words
        spoken = {f"{name}: {points}" for name in names}
        labels = [word.text for word in words if word.say in spoken]
        assert len(labels) == 4
        assert len(set(labels)) == 4


def test_the_next_spaces_of_the_mandala_are_shown_as_printed() -> None:
    state = play(begin(mandala=SPACES), "PRBY@3 PR@2 T3")
    shown = picture(scene_of(state))
    assert {"Stones on the mandala: 1", "Space 3: +1"} <= set(shown.reading())
    other = play(begin(mandala=("0", "2", *SPACES[2:])), "PRBY@3 PR@2 T3")
    assert picture(scene_of(other)).frame() != shown.frame()


def test_a_mandala_that_is_not_known_yet_has_its_name() -> None:
    assert "Mandala 0" in [word.text for word in picture(scene_of(begin())).words]


def test_a_mandala_question_shows_its_answers() -> None:
    state = play(begin(), "PRBY@3 PR@2 T3")
    picker = picker_for(state)
    picker.turn(4)
    words = picture(scene_of(state, picker)).reading()
    assert "What does mandala space 1 show?" in words
    assert "> 3 hands" in words


def test_the_end_shows_points_as_the_track_does() -> None:
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
def test_a_refused_move_is_drawn(tracking: str, moves: str, text: str, language: str) -> None:
    given: dict[str, Any] = {"tops": TOPS, "artists": ARTISTS} if tracking == "board" else {}
    state = play(begin(tracking, **given), moves)
    reason = judge(GAME, state, text)
    assert isinstance(reason, Reason)
    canvas = picture(scene_of(state, _tried(state, text), language, refused=reason))
    assert canvas.check() == []
    assert any("✗" in word for word in canvas.reading())


def _tried(state: State, text: str) -> Picker:
    picker = Picker(UI.attempts(state))
    while True:
        at = next(at for at in range(len(picker.options)) if text in _choices(picker, at))
        picker.turn(at)
        if picker.press() is not None:
            return picker


# --- what binds -----------------------------------------------------------------------------

FULL = " ".join(f"PR@{space} PB@{space}" for space in range(1, 6))


@spoken
@pytest.mark.parametrize(
    ("moves", "mandala", "words"),
    [
        (FULL, [], "must score"),
        ("PR@1 PB@1 N", [], "must score"),
        ("PRR@1 PB@1 PR@2 PR@3 T1", ["h2"], "last round"),
    ],
)
@pytest.mark.parametrize("clocks", [False, True], ids=["free", "clocks"])
def test_who_plays_and_what_binds_stand_in_the_largest_letters(
    moves: str, mandala: Any, words: Any, language: str, clocks: bool
) -> None:
    """Capitals of 11 pixels; the name may be cut, never what binds."""
    state = play(begin(mandala=mandala), moves)
    canvas = picture(scene_of(state, language=language, clocks=clocks))
    assert canvas.check() == []
    bound = translator(language)(words)
    written = next(word for word in canvas.words if word.text == bound)
    assert written.w == text_width(bound, "large")
    title = next(word for word in canvas.words if word.say == NAMES[state.turn])
    assert title.h >= 11


@spoken
def test_a_clock_over_the_main_board_leaves_a_flag_as_high_as_the_name(language: str) -> None:
    """Players without names get different labels."""
    given: dict[str, Any] = {"tops": TOPS, "artists": ARTISTS}
    state = replace(begin("board", **given), triggered=True)
    say = translator(language)("Player {number}").format
    names = [say(number=1), say(number=2)]
    canvas = picture(scene_of(state, language=language, clocks=True, names=names))
    assert canvas.check() == []
    clock = next(word for word in canvas.words if word.text == "12:34")
    flag = [y for y in range(16) if canvas.lit(clock.x - 13, y)]
    assert len(flag) >= 9
    assert any(word.text.endswith("1") for word in canvas.words if word.h >= 11)


def test_one_wide_initial_takes_nobody_elses_at_two_digits() -> None:
    states = [each for each in wander("towers", 5, 90) if GAME.turn(each) and each.asks is None]
    state = max(states, key=lambda each: min(each.vp))
    assert min(state.vp) > 9
    canvas = picture(instructed(scene_of(state), "Anna: marker 12→15."))
    assert canvas.check() == []
    shown = " ".join(word.text for word in canvas.words)
    assert all(
        f"{name[0]} {points}" in shown for name, points in zip(NAMES[:3], state.vp[:3], strict=True)
    )


def test_nothing_binds_who_may_pick() -> None:
    words = picture(scene_of(begin())).reading()
    assert {"must score", "last round"} & set(words) == set()


@spoken
def test_the_running_clock_is_large_and_the_others_are_there(language: str) -> None:
    state = begin(seats=4)
    canvas = picture(scene_of(state, language=language, clocks=True))
    running = next(word for word in canvas.words if word.text == "12:34")
    assert running.h >= 9
    assert {"0:05", "1h02", "59:59"} <= {word.text for word in canvas.words}


# --- what a press does ----------------------------------------------------------------------


def lit_share(canvas: Canvas, place: tuple[int, int, int, int]) -> float:
    x, y, w, h = place
    lit = sum(canvas.lit(a, b) for a in range(x, x + w) for b in range(y, y + h))
    return lit / (w * h)


@both
def test_only_a_press_that_plays_has_a_lit_answer(tracking: str) -> None:
    seen = set()
    for state in wander(tracking, 8, turns=25):
        if state.asks in ("mandala", "objective") or GAME.turn(state) is None:
            continue
        picker = picker_for(state)
        while True:
            for _ in picker.options:
                scene = scene_of(state, picker)
                seen.add(scene.commits)
                assert picture(scene).lit(1, 49) is scene.commits
                picker.turn(1)
            if picker.press() is not None:
                break
    assert seen == {False, True}


def test_a_forced_space_is_named_before_the_press_that_takes_it() -> None:
    """One empty space: the fourth stone plays the whole tower."""
    moves = " ".join(f"PR@{space} PB@{space}" for space in range(1, 5))
    state = play(begin(), moves)
    picker = picker_for(state)
    enter_purple(picker, 3)
    scene = scene_of(state, picker)
    assert scene.commits
    words = picture(scene).reading()
    assert any(word.startswith("> PPP") and word.endswith("→ space 5") for word in words)


def test_some_tops_say_that_they_go_from_left_to_right() -> None:
    state = play(begin(mandala=SPACES), "PRB@1 PR@2 PPR@3 PB@1 PY@5 PB@3")
    picker = picker_for(state)
    picker.turn([part.name for part in picker.options].index("some") - picker.index)
    assert "> Score some, left to right" in picture(scene_of(state, picker)).reading()
    picker.press()
    picker.turn(-picker.index)
    picker.press()
    assert "> Tops 1: +1" in picture(scene_of(state, picker)).reading()


def test_what_was_picked_before_is_read_out() -> None:
    state = begin()
    picker = picker_for(state)
    enter_purple(picker, 2)
    words = picture(scene_of(state, picker)).reading()
    assert "Picked: purple, purple" in words
    assert "> Pick PP + purple" in words


def asks_first(scene: Any, text: str) -> str | None:
    """Return what the game asks before a choice is made."""
    assert UI.asks_first is not None
    return UI.asks_first(scene, text)


def test_nothing_to_pick_asks_when_it_would_end_the_match() -> None:
    scene = scene_of(begin())
    question = asks_first(scene, "N")
    assert question is not None
    assert "Anna" in question
    assert "ends" in question


def test_nothing_to_pick_does_not_ask_who_has_a_tower() -> None:
    assert asks_first(scene_of(play(begin(), "PR@1 PB@1")), "N") is None


def test_other_choices_never_ask() -> None:
    assert asks_first(scene_of(begin()), "PR@1") is None


# --- instructions ---------------------------------------------------------------------------


@spoken
@pytest.mark.parametrize("clocks", [False, True], ids=["free", "clocks"])
@pytest.mark.parametrize("name", ["Maximilienne", "Bo"])
def test_every_sentence_for_the_hands_fits_its_place(
    language: str, clocks: bool, name: str
) -> None:
    """Next to the towers, also with a page mark."""
    place = UI.hands.place(scene_of(begin(seats=4), language=language, clocks=clocks))
    voice = Voice(GAME.words, game_translator(language), [name] * 4)
    stone = voice.fact(Term("many", "P"))
    facts = {"who": name, "seat": name, "count": 4, "stone": stone, "old": 50, "new": 49}
    facts |= {"space": 5, "points": 2, "hands": 3, "earlier": 12}
    sentences = [text for code, text in GAME.words.items() if code.endswith(".short")]
    assert len(sentences) > 20
    for sentence in sentences:
        text = game_translator(language)(sentence).format(**facts)
        rows = wrap(text, "small", place.w - 6)
        assert len(rows) <= rows_of(place, "small"), text
        assert max(text_width(row, "small") for row in rows) <= place.w - 6, text


@spoken
@pytest.mark.parametrize("asks", ["mandala", "objective"])
def test_a_question_stays_readable_while_hands_are_told_something(asks: str, language: str) -> None:
    state = play(begin(), "PRBY@3 PR@2 T3" if asks == "mandala" else "N")
    plain = picture(scene_of(state, language=language))
    busy = picture(instructed(scene_of(state, language=language), "Maximilienne: 31→36", "Bo: 3→4"))
    assert busy.check() == []
    assert set(plain.reading()) < set(busy.reading())


@pytest.mark.parametrize(("language", "row"), [("en", "RPBY"), ("fr", "RPBJ"), ("it", "RPBG")])
def test_stones_have_the_letters_of_the_language(language: str, row: str) -> None:
    """V would be green in other games of the box; the second pattern has a small letter inside."""
    state = play(begin(), "PRPBY@1 N")
    names = letters(translator(language))
    assert spell("RPBYrpby", names) == row + row.lower()
    towers = Canvas()
    draw_towers(towers, state.towers[0], names)
    assert f"1: {row}, 2: -" in towers.reading()[0]


def test_the_space_for_a_stone_is_framed_where_nothing_stands() -> None:
    towers = begin().towers[0]
    plain, framed = Canvas(), Canvas()
    draw_towers(plain, towers, letters(translator("en")))
    draw_towers(framed, towers, letters(translator("en")), marks=TowerMarks(space=2))
    columns = [canvas.cut(WIDTH, HEIGHT).columns for canvas in (plain, framed)]
    only = [was ^ now for was, now in zip(*columns, strict=True)]
    left, right = LARGE.column + 1, 2 * LARGE.column - 4
    assert [x for x, column in enumerate(only) if column] == list(range(left, right + 1))
    assert {column.bit_count() for column in only[left + 1 : right]} == {2}


# --- aid ------------------------------------------------------------------------------------


AID = UI.aid(begin())


@spoken
@pytest.mark.parametrize("page", range(len(AID)))
def test_a_page_of_the_aid_fits(page: int, language: str) -> None:
    canvas = Canvas()
    text = translator(language)(AID[page].text)
    place = Rect(0, BODY.y + 1, WIDTH - 5, BODY.h - 1)
    draw = AID[page].draw
    if draw is not None:
        draw(canvas, scene_of(begin(), language=language))
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
def test_the_aid_opens_where_it_is_needed(moves: str, title: str) -> None:
    assert AID[UI.aid_page(play(begin(), moves))].title == title


# --- attempts -------------------------------------------------------------------------------


@both
def test_every_attempt_can_be_judged(tracking: str) -> None:
    for state in list(wander(tracking, 2, turns=12))[::3]:
        for text in UI.attempts(state).choices() if GAME.turn(state) else ():
            judge(GAME, state, text)


@both
def test_what_is_legal_can_be_attempted(tracking: str) -> None:
    for state in wander(tracking, 4, turns=15):
        if GAME.turn(state) is not None:
            attempts = UI.attempts(state).choices()
            assert len(attempts) == len(set(attempts)) <= 2500
            assert set(UI.tree(state).choices()) <= set(attempts)


@both
def test_the_first_ring_of_attempts_holds_the_first_ring_of_choices(tracking: str) -> None:
    for state in wander(tracking, 7, turns=15):
        assert set(UI.tree(state).children) <= set(UI.attempts(state).children)


@spoken
@both
def test_whatever_is_attempted_fits_the_screen(tracking: str, language: str) -> None:
    for state in list(wander(tracking, 5, turns=20))[::4]:
        picker = Picker(UI.attempts(state))
        while True:
            for _ in picker.options:
                assert picture(scene_of(state, picker, language)).check() == []
                picker.turn(1)
            if not picker.options or picker.press() is not None:
                break


# --- comparing and correcting ------------------------------------------------------------------


def match_of(tracking: str, moves: str = "", seats: int = 2, **given: Any) -> Match[State, Choice]:
    start = Start({"tracking": tracking}, seats, 0, 1, {"mandala": SPACES, **given})
    match = Match(catalog.load("stones"), start, NAMES[:seats])
    for text in moves.split():
        match.play(text)
    return match


def field_of(match: Match[State, Choice], area: str, title: str) -> Any:
    areas = {each.title: each for each in UI.areas(scene_of(match.state))}
    return next(field for field in areas[area].fields if field.title == title)


def correct(match: Match[State, Choice], area: str, title: str, value: Any) -> State:
    """Change a field as the editor does, and return the state."""
    field = field_of(match, area, title)
    match.edit(field.put(value))
    return match.state


def board_match(moves: str = "Pb1-a1:1@3") -> Match[State, Choice]:
    match = match_of("board", tops=TOPS, artists=ARTISTS)
    for text in moves.split():
        match.play(text)
    for stone in ("Rx", "Px", "Bx"):
        match.play(f"R{match.state.board.uncovered[0]}={stone}")
    return match


@both
@pytest.mark.parametrize("seed", [1, 8])
def test_a_corrected_table_is_accepted_or_refused_with_a_reason(tracking: str, seed: int) -> None:
    states = list(wander(tracking, seed, turns=30))
    outcomes: Counter[str] = Counter()
    for state in (states[8], states[-2]):
        start = Start({"tracking": tracking}, state.seats, 0, seed, {})
        position = GAME.position(state)
        for area in UI.areas(scene_of(state)):
            for field in area.fields:
                assert field.value in field.values
                for value in field.values:
                    outcomes[_corrected(start, position, field.put(value))] += 1
    assert outcomes["corrected"] > outcomes["refused"]
    assert outcomes["spoiled"] == 0


def _corrected(start: Start, before: State, after: State) -> str:
    unspoiled = GAME.position(GAME.from_position(before, start))
    if unspoiled != before:
        return "spoiled"
    try:
        return "refused" if GAME.check(GAME.from_position(after, start)) else "corrected"
    except Refused:
        return "refused"


@spoken
@both
def test_the_areas_fit_the_screen(tracking: str, language: str) -> None:
    for state in list(wander(tracking, 6, turns=20))[::5]:
        for area in UI.areas(scene_of(state, language=language)):
            canvas = Canvas()
            top_bar(canvas, area.title, "1/6")
            if area.draw is not None:
                area.draw(canvas)
            else:
                text = "\n".join(area.lines)
                place = Rect(0, BODY.y + 1, WIDTH - 5, BODY.h - 1)
                assert paragraph(canvas, text, place, font=fitting(text, place, "medium")) == 0
            assert canvas.check() == []


def test_a_stone_of_another_colour_is_corrected() -> None:
    match = match_of("towers", "PRB@3 PR@2")
    state = correct(match, "Anna", "Space 3, stone 1", "yellow")
    assert (state.towers[0][2], state.taken) == ("YB", (1, 0, 1, 1))


def test_a_stone_that_was_forgotten_is_added_from_the_main_board() -> None:
    match = match_of("towers", "PRB@3 PR@2")
    state = correct(match, "Anna", "Space 3, stone 3", "purple")
    assert (state.towers[0][2], sum(state.taken)) == ("RBP", 4)


def test_a_stone_too_many_goes_back_to_the_main_board() -> None:
    match = match_of("towers", "PRB@3 PR@2")
    state = correct(match, "Anna", "Space 3, stone 2", "→ main board")
    assert (state.towers[0][2], sum(state.taken)) == ("R", 2)


def test_a_top_on_the_mandala_is_moved_there() -> None:
    match = match_of("towers", "PRB@3 PR@2")
    state = correct(match, "Anna", "Space 3, stone 2", "→ mandala")
    assert (state.towers[0][2], state.placed) == ("R", 1)


def test_a_stone_comes_back_from_the_mandala() -> None:
    match = match_of("towers", "PRB@3 PR@2 T3")
    state = correct(match, "Anna", "Space 3, stone 2", "mandala: blue")
    assert (state.towers[0][2], state.placed) == ("RB", 0)


def test_a_miscounted_mandala_is_corrected_colour_by_colour() -> None:
    match = match_of("towers", "PRB@3 PR@2 T3")
    state = correct(match, "Mandala", "blue", "3")
    assert (state.placed, state.taken[2]) == (3, 3)


def test_covering_the_hands_by_a_correction_starts_the_last_round() -> None:
    match = match_of("towers", "PRB@3 PR@2 T3")
    assert correct(match, "Mandala", "red", "13").triggered


def test_a_wrongly_described_space_is_corrected() -> None:
    match = match_of("towers", "PRB@3 PR@2")
    assert correct(match, "Mandala", "Mandala 3", "+2 VP").mandala[2] == "2"


def test_wrong_points_are_corrected() -> None:
    match = match_of("towers", "PRB@3 PR@2")
    assert correct(match, "Ben", "Points", "7").vp == (0, 7)


def test_the_wrong_turn_is_corrected() -> None:
    match = match_of("towers", "PRB@3 PR@2")
    assert correct(match, "Turn", "Turn", "Ben").turn == 1


def test_a_stone_of_a_board_game_changes_its_pattern() -> None:
    match = board_match()
    before = match.state
    name = field_of(match, "Anna", "Space 3, stone 1").value
    other = name[:-1] + ("x" if name[-1] == "o" else "o")
    state = correct(match, "Anna", "Space 3, stone 1", other)
    assert state.towers[0][2][0] == before.towers[0][2][0].swapcase()


def test_a_stone_taken_from_the_wrong_stack_changes_places() -> None:
    match = board_match()
    height = len(match.state.towers[0][2])
    state = correct(match, "Anna", f"Space 3, stone {height}", "→ stack 8")
    assert (len(state.towers[0][2]), state.board.heights[7]) == (height - 1, 4)
    state = correct(match, "Anna", f"Space 3, stone {height}", "10: yellow o")
    assert (state.towers[0][2][-1], state.board.heights[9]) == ("Y", 3)
    assert state.asks == "reveal"


def test_a_wrongly_named_top_is_corrected() -> None:
    assert correct(board_match(), "Main board", "Stack 10", "blue x").board.top(10) == "b"


def test_two_artists_are_exchanged() -> None:
    match = board_match()
    field = field_of(match, "Main board", "Artist x")
    assert field.value == "a2"
    state = correct(match, "Main board", "Artist x", "a1")
    assert state.board.artists[:2] == "xo"


def test_a_change_that_cannot_be_is_refused() -> None:
    """Without a tower nobody can be bound to score."""
    match = match_of("towers")
    with pytest.raises(Refused) as refused:
        correct(match, "Turn", "Nothing to pick", "yes")
    assert refused.value.reason.code == "CHECK_NO_CHOICE"


# The picture


def extent(text: ET.Element) -> tuple[float, float]:
    """Return from where to where a text reaches; if anything, too far."""
    looks, x = text.attrib["class"].split(), float(text.attrib["x"])
    wide = float(text.get("textLength", rough_width("".join(text.itertext()), " ".join(looks))))
    return (x - wide, x) if "end" in looks else (x, x + wide)


@spoken
@both
def test_the_heading_of_a_winner_has_room_for_all_it_says(
    language: str, tracking: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Star, name, objective, points: nothing is written over something else."""
    start = catalog.begin(GAME, seats=2, seed=3, first=0, options={"tracking": tracking})
    match = Match(GAME, start, names=("Player 1", "Maximilienne"))
    sheet = ((Gain("tops", 1, 1, 123),), (Gain("tops", 1, 1, 23),))
    state = replace(match.state, phase="over", sheet=sheet, objectives=(12, 0))
    scene = make_scene(GAME, state, match.names, language)
    for winners in ((0,), (1,), (0, 1)):
        monkeypatch.setattr(Scene, "winners", winners)
        root = ET.fromstring(draw_picture(scene, Taps()))
        seats = [each for each in root.iter(f"{SVG}g") if each.get("role") == "group"]
        drawn = [seat.findall(f"{SVG}text") for seat in seats]
        headings = [heading for heading in drawn if len(heading) == 3]  # the mandala has two
        assert len(headings) == 2
        said = ["".join("".join(each.itertext()) for each in heading) for heading in headings]
        for heading, text in zip(headings, said, strict=True):
            seat = 1 if "Maximilienne" in text else 0
            assert ("★" in text) == (seat in winners)
            places = sorted(map(extent, heading))
            assert all(left[1] < right[0] for left, right in pairwise(places)), places


def test_the_towers_of_a_seat_can_be_read_out() -> None:
    """Each space with its number, for those who do not see the table."""
    state = begin()
    said = UI.pieces(scene_of(state), 0).split(". ")
    assert [each.partition(":")[0] for each in said] == [
        f"Space {number}" for number in range(1, len(state.towers[0]) + 1)
    ]
