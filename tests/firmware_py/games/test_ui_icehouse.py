"""The UI of Icehouse Mandala: entry, pictures, aid, correcting, and calling out the spiral."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from engines.engine import ChoicePart, Reason, Refused, Start, Term, judge
from engines.icehouse import GAME, State
from engines.icehouse.choices import LAYS, TAKES, Choice, Take
from engines.icehouse.state import COLOURS, COPIES, GROUPS, START, ahead, laid, points
from engines.languages import LANGUAGES
from engines.match import Match
from engines.wording import Voice
from engines.wording import translator as game_translator
from firmware_py.core.language import translator
from firmware_py.games import ui_of
from firmware_py.games.icehouse.aid import PAGES
from firmware_py.games.icehouse.colours import PALETTE, letters, words
from firmware_py.games.icehouse.entry import EMPTY, PASSING, colour_part, pyramid_part
from firmware_py.games.icehouse.oled import IN_EYE, draw_points, gone, layout
from firmware_py.games.icehouse.set_up import Spiral
from firmware_py.match.clock import Timing
from firmware_py.match.picker import ChoiceNode, Picker
from firmware_py.match.scene import Scene, SeatClock
from firmware_py.match.table_match import begin_match
from firmware_py.screens.new_game.set_up import Laying
from firmware_py.screens.play.play import Play
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.navigation import Push
from firmware_py.ui.widgets import BODY, Rect, fitting, paragraph, top_bar
from tests.support.scenes import make_scene

UI = ui_of("icehouse")
NAMES = ("Anna", "Ben", "Camille", "Dora", "Maximiliane")


def dealt(seats: int = 3, seed: int = 1, **options: str) -> State:
    """Return a fresh table."""
    return GAME.setup(Start(options, seats, 0, seed))


def walked(seats: int, seed: int, moves: int) -> State:
    """Return a table after some short steps of everybody."""
    state, chance = dealt(seats, seed), Random(seed)
    for _ in range(moves):
        spaces = ahead(state, state.turn)
        step = min(int(chance.expovariate(0.4)), len(spaces) - 1)
        state = GAME.apply(state, TAKES[spaces[step]])
        assert state.phase == "play"
    return state


def picker_of(state: State, node: ChoiceNode | None = None) -> Picker:
    """Return the cursor as the play screen begins it."""
    if node is not None:
        return Picker(node)
    return Picker(UI.tree(state), lambda picked, options: UI.start(state, picked, options))


def scene_of(
    state: State,
    picker: Picker | None = None,
    language: str = "en",
    names: tuple[str, ...] = NAMES,
    **more: Any,
) -> Scene[Any]:
    """Return what a screen hands to the game UI."""
    picker = picker or picker_of(state)
    return make_scene(
        GAME, state, names[: len(state.pawns)], language, picker, title=names[0], **more
    )


def painted(scene: Scene[Any]) -> Canvas:
    """Return what the game UI draws."""
    canvas = Canvas()
    UI.draw(canvas, scene)
    return canvas


def hand(picker: Picker, chance: Random) -> str:
    """Enter any choice with knob and presses."""
    while True:
        picker.turn(chance.randrange(20))
        text = picker.press()
        if text is not None:
            return text


# --- entry ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3), (5, 4), (5, 5)])
def test_every_moment_offers_exactly_what_is_legal(seats: int, seed: int) -> None:
    """A game through the picker only: the leaves are the legal moves, each once, to the end."""
    match, chance = Match(GAME, Start({}, seats, 0, seed)), Random(seed)
    while match.turn is not None:
        offered = UI.tree(match.state).choices()
        assert sorted(offered) == sorted(GAME.write(each) for each in GAME.legal(match.state))
        match.play(hand(picker_of(match.state), chance))
    assert GAME.outcome(match.state) is not None


def test_the_cursor_begins_at_the_colour_of_the_nearest_pyramid() -> None:
    """Two presses without a turn take the nearest pyramid of the nearest colour."""
    state = walked(3, 7, 12)
    picker = picker_of(state)
    picker.press()
    assert picker.press() == GAME.write(TAKES[ahead(state, state.turn)[0]])


def test_the_pyramids_of_a_colour_come_nearest_first() -> None:
    state = walked(3, 8, 9)
    picker = picker_of(state)
    picker.press()
    spaces = [int(text[1:]) for text in UI.tree(state).children[picker.picked[0]].choices()]
    assert spaces == sorted(spaces)


def test_a_turn_to_the_left_reaches_the_far_end() -> None:
    state = dealt()
    picker = picker_of(state)
    picker.press()
    colour = picker.picked[0]
    picker.turn(-1)
    assert picker.press() == UI.tree(state).children[colour].choices()[-1]


def test_colours_keep_their_places_on_the_ring() -> None:
    """The order does not depend on the nearest pyramid, so that people learn it."""
    rings = {tuple(UI.tree(dealt(seed=seed)).children) for seed in range(5)}
    assert rings == {tuple(colour_part(colour) for colour in "RYGBK")}


def test_laying_offers_colour_then_size_and_begins_in_the_middle() -> None:
    state = dealt(path="entered")
    picker = picker_of(state)
    assert picker.highlighted == colour_part("R")
    picker.press()
    assert picker.highlighted == ChoicePart("size", Term("size", "2"))


def test_a_kind_that_is_there_five_times_is_not_offered_for_laying() -> None:
    state = dealt(path="entered")
    for _ in range(5):
        state = GAME.apply(state, LAYS["R2"])
    assert "+R2" not in UI.tree(state).choices()
    assert len(UI.tree(state).choices()) == 14


# --- attempts -------------------------------------------------------------------------------


@pytest.mark.parametrize("state", [dealt(), walked(3, 2, 20), dealt(path="entered")])
def test_every_attempt_is_judged(state: State) -> None:
    """Each leaf is either a legal choice or gets a reason; together they cover what is legal."""
    leaves = UI.attempts(state).choices()
    verdicts: dict[str, Choice | Reason] = {}
    for text in leaves:
        verdict = judge(GAME, state, text)
        verdicts[text] = verdict
    legal = {text for text, verdict in verdicts.items() if not isinstance(verdict, Reason)}
    assert len(leaves) == len(verdicts)
    assert legal == set(UI.tree(state).choices())


def test_attempts_name_pyramids_as_the_tree_does() -> None:
    """WHY compares the two: a part that is offered must be found among the attempts."""
    state = walked(3, 2, 20)
    tree, attempts = UI.tree(state), UI.attempts(state)
    for colour, node in tree.children.items():
        assert set(node.children) <= set(attempts.children[colour].children)


def test_hands_may_also_try_an_empty_space_or_to_pass() -> None:
    state = walked(3, 2, 20)
    attempts = UI.attempts(state)
    assert judge(GAME, state, attempts.children[PASSING].first()).code == "MUST_MOVE"
    codes = {judge(GAME, state, text).code for text in attempts.children[EMPTY].choices()}
    assert codes == {"EMPTY_SPACE", "SAME_SPACE", "BACKWARD"}
    for part, node in attempts.children[EMPTY].children.items():
        assert node.choice is not None
        choice = GAME.read(node.choice)
        assert isinstance(choice, Take)
        assert part == ChoicePart("space", choice.space + 1)


# --- pictures -------------------------------------------------------------------------------


def moments() -> Iterator[tuple[State, Picker]]:
    """Yield typical moments: beginning, middle, end, questions, and half-entered choices."""
    for state in (dealt(2), dealt(5, 3), walked(3, 2, 20), walked(5, 3, 30), walked(2, 9, 30)):
        picker = picker_of(state)
        for _ in picker.options:
            yield state, picker_at(state, picker.index)
            inner = picker_at(state, picker.index)
            inner.press()
            inner.turn(-1)
            yield state, inner
            picker.turn(1)
    laying = dealt(4, path="entered")
    yield laying, picker_of(laying)
    for group in ("R1", "K3", "Y2", "R3"):
        laying = GAME.apply(laying, LAYS[group])
    picker = picker_of(laying)
    picker.press()
    yield laying, picker
    for seats in (2, 5):
        over = GAME.agree(walked(seats, 4, 20), "end", 0)
        yield over, picker_of(over)


def picker_at(state: State, index: int) -> Picker:
    """Return a fresh cursor on a colour."""
    picker = picker_of(state)
    picker.turn(index - picker.index)
    return picker


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_and_nothing_touches(language: str, large: bool) -> None:
    for state, picker in moments():
        canvas = painted(scene_of(state, picker, language, large=large))
        assert canvas.check() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_drawn_without_a_fault(language: str) -> None:
    match, chance = Match(GAME, Start({}, 4, 0, 6)), Random(6)
    while match.turn is not None:
        picker = picker_of(match.state)
        assert painted(scene_of(match.state, picker, language)).check() == []
        picker.press()
        if picker.options:
            assert painted(scene_of(match.state, picker, language)).check() == []
        match.play(hand(picker_of(match.state), chance))
    assert painted(scene_of(match.state, picker_of(match.state), language)).check() == []


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_move_is_shown_on_the_path(language: str, large: bool) -> None:
    """A pyramid behind, an empty space, and passing each have their picture."""
    state = dealt()
    for space in (30, 20, 10):
        state = GAME.apply(state, TAKES[space])
    for turns in ((0, -1), (5, 3), (6,)):
        picker = picker_of(state, UI.attempts(state))
        for steps in turns:
            picker.turn(steps)
            assert painted(scene_of(state, picker, language, large=large)).check() == []
            text = picker.press()
        assert text is not None
        verdict = judge(GAME, state, text)
        assert isinstance(verdict, Reason)
        assert (
            painted(scene_of(state, picker, language, large=large, refused=verdict)).check() == []
        )


def test_the_pyramid_under_the_cursor_is_named() -> None:
    state = dealt()
    picker = picker_of(state)
    picker.press()
    assert isinstance(picker.highlighted, ChoicePart)
    pyramids = picker.highlighted.value
    assert isinstance(pyramids, tuple)
    pyramid = pyramids[0]
    name = scene_of(state).voice.fact(Term("kind", pyramid.value))
    assert any(name in words for words in painted(scene_of(state, picker)).reading())


def test_the_cursor_moves_pixels() -> None:
    """Two options never give the same picture."""
    state = walked(3, 2, 20)
    picker = picker_of(state)
    frames = set()
    for _ in picker.options:
        frames.add(painted(scene_of(state, picker)).frame())
        picker.turn(1)
    assert len(frames) == len(picker.options)


def test_points_of_all_seats_are_read_out() -> None:
    state = walked(5, 3, 30)
    words = painted(scene_of(state)).reading()
    for name, score in zip(NAMES, points(state), strict=True):
        assert f"{name}: {score}" in words


def test_letters_are_the_initials_of_the_table_s_language() -> None:
    voices = {each: Voice(GAME.words, game_translator(each)) for each in LANGUAGES}
    shown = {each: "".join(letters(voice).values()) for each, voice in voices.items()}
    assert shown | {"en": "RYGBK", "fr": "RJVBN", "it": "RGVBN"} == shown
    assert {each: len(set(row)) for each, row in shown.items()} == dict.fromkeys(LANGUAGES, 5)


def test_what_left_the_path_of_an_open_group_is_with_players_or_in_the_eye() -> None:
    state = walked(5, 3, 34)
    still_open = [group for group in GROUPS if group in state.path]
    assert any(gone(state, group) for group in still_open)
    for group in still_open:
        places = gone(state, group)
        assert len(places) + state.path.count(group) == COPIES
        assert places.count(IN_EYE) == state.eye.count(group)


def test_the_capitals_of_an_answer_fill_one_page_of_the_chip() -> None:
    """They change with every step of the knob: on two pages each step would cost twice as much."""
    place = layout(scene_of(dealt())).answer
    assert (place.y % 8, place.h) == (0, 8)


def test_the_question_counts_the_path_while_it_is_laid() -> None:
    state = dealt(path="entered")
    assert "1/75: colour?" in painted(scene_of(state)).reading()
    assert "2/75: colour?" in painted(scene_of(GAME.apply(state, LAYS["R1"]))).reading()


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Anna", "Ben"), ("ANNA", "BEN")),
        (("Anna", "Al", "Ben", "Bo", "Maximiliane"), ("AN", "AL", "BE", "BO", "MA")),
        (("Ann", "Anna", "Annabel", "Bo", "Cy"), ("1:", "2:", "3:", "4:", "5:")),
        (("Player 1", "Player 2"), ("PLAYER 1:", "PLAYER 2:")),
    ],
)
def test_points_are_next_to_a_name_that_distinguishes_the_players(
    names: tuple[str, ...], shown: tuple[str, ...]
) -> None:
    """As long as they fit, and never the same beginning twice."""
    state = walked(len(names), 3, 20)
    canvas = Canvas()
    draw_points(canvas, scene_of(state, names=names), 55)
    assert tuple(word.text for word in canvas.words) == shown
    assert canvas.check() == []


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("large", [False, True])
def test_the_clock_that_runs_is_large_and_the_others_are_there(seats: int, large: bool) -> None:
    """For two and three players next to their points; with more, nothing touches."""
    state = walked(seats, 3, 20)
    clocks = tuple(
        SeatClock(name, f"1{seat}:34", is_running=seat == state.turn)
        for seat, name in enumerate(NAMES[:seats])
    )
    canvas = painted(scene_of(state, clocks=clocks, large=large))
    assert canvas.check() == []
    (running,) = (word for word in canvas.words if word.text == clocks[state.turn].text)
    assert running.h >= 9
    if seats <= 3 and not large:
        words = " ".join(canvas.reading())
        assert all(clock.text in words for clock in clocks)


def test_whose_turn_it_is_has_capitals_of_nine_pixels_at_least() -> None:
    assert painted(scene_of(dealt())).words[0].text == "Anna"
    assert painted(scene_of(dealt())).words[0].h >= 9


# --- the aid --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_the_aid_fits(language: str) -> None:
    translate = translator(language)
    for page in UI.aid(dealt()):
        canvas = Canvas()
        top_bar(canvas, translate(page.title), "6/6")
        area = Rect(0, BODY.y + 1, WIDTH - 5, BODY.h - 1)
        text = translate(page.text)
        if page.draw is not None:
            page.draw(canvas, scene_of(dealt(), language=language))
        else:
            assert paragraph(canvas, text, area, font=fitting(text, area, "medium")) == 0
        assert canvas.check() == []
        # Nothing comes near the mark at the right edge that tells the page.
        assert max(word.x + word.w for word in canvas.words if word.y >= area.y) <= area.w


def test_the_aid_opens_at_the_moment() -> None:
    """The turn first, groups once something stands in front of the player, the end when near."""
    middle = walked(3, 2, 20)
    late = next(s for moves in range(30, 60) if len(ahead(s := walked(2, 9, moves), s.turn)) < 6)
    titles = [UI.aid(state)[UI.aid_page(state)].title for state in (dealt(), middle, late)]
    assert titles == ["Your turn", "A group", "The end"]


# --- comparing and correcting ------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_area_fits(language: str) -> None:
    for state in (dealt(2), walked(5, 3, 34), dealt(path="entered")):
        areas = UI.areas(scene_of(state, None, language))
        for area in areas:
            canvas = Canvas()
            top_bar(canvas, area.title, "11/11")
            if area.draw is not None:
                area.draw(canvas)
            else:
                text = "\n".join(area.lines)
                place = Rect(0, BODY.y + 1, WIDTH - 5, BODY.h - 1)
                assert paragraph(canvas, text, place, font=fitting(text, place, "medium")) == 0
            assert canvas.check() == []


@pytest.mark.parametrize(
    "state", [walked(2, 3, 22), walked(5, 3, 34), dealt(), dealt(path="entered")]
)
def test_every_value_of_every_field_is_accepted_or_refused(state: State) -> None:
    """No value of the editor breaks it; a good part of them gives a table that can be."""
    start = Start({}, len(state.pawns), 0, 1)
    accepted = refused = 0
    for area in UI.areas(scene_of(state)):
        for field in area.fields:
            assert field.value in field.values
            for value in field.values:
                try:
                    broken = GAME.check(GAME.from_position(field.put(value), start))
                except Refused:
                    broken = (Reason("BAD_POSITION"),)
                accepted += not broken
                refused += bool(broken)
    assert accepted >= refused or state.phase == "lay"


def corrected(state: State, area: str, title: str, value: str) -> State:
    """Return the table after somebody changed a field."""
    match = Match(GAME, Start({}, len(state.pawns), 0, 1), position=GAME.position(state))
    (found,) = [
        field
        for each in UI.areas(scene_of(state))
        if area in each.title
        for field in each.fields
        if field.title == title
    ]
    match.edit(found.put(value))
    return match.state


def name_of(group: str) -> str:
    return Voice(GAME.words, game_translator("en")).fact(Term("pyramid", group))


def test_the_value_that_is_there_changes_nothing() -> None:
    state = walked(3, 2, 20)
    for area in UI.areas(scene_of(state)):
        for field in area.fields:
            after = GAME.from_position(field.put(field.value), Start({}, 3, 0, 1))
            assert after == state


def test_two_pyramids_laid_the_wrong_way_round_are_exchanged() -> None:
    state = dealt()
    other = next(space for space in range(1, 75) if state.path[space] != state.path[0])
    after = corrected(state, "Path 1-25", "Space 1", name_of(state.path[other]))
    assert after.path[0] == state.path[other]
    assert sorted(after.path) == sorted(state.path)


def test_a_pyramid_can_have_gone_to_a_seat() -> None:
    state = walked(3, 2, 20)
    space = ahead(state, state.turn)[3]
    page = f"{space // 25 * 25 + 1}-{space // 25 * 25 + 25}"
    after = corrected(state, page, f"Space {space + 1}", "in front of Ben")
    assert after.path[space] == ""
    assert after.held[1].count(state.path[space]) == state.held[1].count(state.path[space]) + 1


def test_a_pawn_put_further_takes_what_stood_there_and_all_passed_is_swept() -> None:
    state = walked(2, 3, 12)
    behind = min(seat for seat in (0, 1) if state.pawns[seat] == min(state.pawns))
    space = next(each for each in ahead(state, behind) if each > max(state.pawns))
    after = corrected(state, "Pawns", NAMES[behind], str(space + 1))
    assert after.pawns[behind] == space
    assert not any(after.path[: min(after.pawns)])


def test_the_turn_can_be_given_to_somebody_else() -> None:
    state = walked(3, 2, 20)
    other = NAMES[(state.turn + 1) % 3]
    assert NAMES[corrected(state, "Pawns", "Turn", other).turn] == other


def test_a_pyramid_too_many_at_a_seat_goes_to_the_eye() -> None:
    state = walked(3, 2, 20)
    group = state.held[0][0]
    after = corrected(state, "In front of Anna", name_of(group), "0")
    assert group not in after.held[0]
    assert after.eye.count(group) == state.eye.count(group) + state.held[0].count(group)


def test_the_points_of_a_group_can_go_to_others() -> None:
    state = next(s for moves in range(30, 45) if (s := walked(5, 3, moves)).scored)
    scored = state.scored[0]
    after = corrected(state, "Points", name_of(scored.group), "Dora 3, Anna 2")
    assert after.scored[0].points == (2, 0, 0, 3, 0)


def test_a_scored_group_opens_again_when_one_of_it_is_still_on_the_path() -> None:
    state = next(s for moves in range(30, 45) if (s := walked(5, 3, moves)).scored)
    group = state.scored[0].group
    space = ahead(state, state.turn)[-1]
    page = f"{space // 25 * 25 + 1}-{space // 25 * 25 + 25}"
    after = corrected(state, page, f"Space {space + 1}", name_of(group))
    assert group not in {each.group for each in after.scored}
    assert after.path[space] == group


# --- laying the table -----------------------------------------------------------------------


@pytest.fixture
def seated(box: Any) -> Callable[..., Any]:
    """Seat people at a game of Icehouse and lay the table."""

    def sit(language: str = "en", **options: str) -> Any:
        box.services.settings.put("language", language)
        box.services.table = begin_match(
            box.services.queue,
            "icehouse",
            Start({"path": "dealt", **options}, 3, 1, 5),
            names=NAMES[:3],
            timing=Timing(),
            time=box.services.time,
        )
        box.app.follow(Push(Laying(box.services)))
        box.app.paint()
        return box

    return sit


def test_the_spiral_is_called_out_and_then_the_match_begins(seated: Callable[..., Any]) -> None:
    """Press by press, three at a time, to the first turn."""
    box = seated()
    path = box.services.table.match.state.path
    box.press()
    assert isinstance(box.screen, Spiral)
    for first in range(0, 75, 3):
        assert f"{first + 1}/75" in box.text
        assert name_of(path[first]) in box.text
        box.press()
    assert isinstance(box.screen, Laying)
    while not isinstance(box.screen, Play):
        assert box.faults == []
        box.press()
    assert "Ben" in box.text


def test_the_knob_goes_back_but_never_past_what_was_called(seated: Callable[..., Any]) -> None:
    """Only presses go on: nobody passes over a pyramid by turning."""
    box = seated().press()
    path = box.services.table.match.state.path
    box.turn(40)
    assert "3/75" in box.text
    box.press().press().turn(40)
    assert "9/75" in box.text
    box.turn(-3)
    assert "6/75" in box.text
    assert name_of(path[5]) in box.text
    box.press()
    assert "7/75" in box.text


def test_the_spiral_of_a_game_under_way_has_gaps(seated: Callable[..., Any]) -> None:
    """Lay the table again in the middle of a game: an empty space is said, and drawn."""
    box = seated()
    table = box.services.table
    for text in ("M2", "M5", "M9", "M12"):
        table.play(text)
    box.app.follow(Push(Spiral(box.services)))
    box.app.paint()
    for _ in range(0, 75, 3):
        assert box.faults == []
        box.press()
    box.app.follow(Push(Spiral(box.services)))
    box.turn(1)
    assert "leave a gap" in box.text
    assert any("2 leave a gap" in words for words in box.text)


def test_back_goes_three_back_and_from_the_first_to_the_page_before(
    seated: Callable[..., Any],
) -> None:
    box = seated().press().press()
    box.press("back")
    assert "1/75" in box.text
    box.press("back")
    assert isinstance(box.screen, Laying)
    assert "1/" in box.text[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pyramid_of_the_spiral_fits(seated: Callable[..., Any], language: str) -> None:
    box = seated(language).press()
    for _ in range(25):
        for _ in range(3):
            assert box.faults == []
            box.turn(1)
        box.press()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["dealt", "entered"])
def test_every_page_of_laying_fits(seated: Callable[..., Any], language: str, path: str) -> None:
    box = seated(language, path=path)
    for _ in box.screen.pages:
        assert box.faults == []
        box.turn(1)


def test_a_path_laid_by_hand_is_entered_by_knob(seated: Callable[..., Any]) -> None:
    """Colour, then size, 75 times without a card in between; then the first turn."""
    box = seated(path="entered")
    while not isinstance(box.screen, Play):
        box.press()
    path = dealt(3, 99).path
    for number, group in enumerate(path):
        assert any(f"{number + 1}/75" in words for words in box.text)
        parts = (colour_part(group[0]), ChoicePart("size", Term("size", group[1])))
        while laid(box.services.table.match.state) == number:
            wanted = parts[len(box.screen.picker.picked)]
            while box.screen.picker.highlighted != wanted:
                box.turn(1)
            box.press()
        if number % 25 == 0:
            assert box.faults == []
    state = box.services.table.match.state
    assert state.path == path
    assert state.phase == "play"
    assert set(state.pawns) == {START}


def test_a_match_is_played_on_the_box_to_its_result(seated: Callable[..., Any]) -> None:
    """Far jumps, so that it is short: the last of a colour, whatever the cursor begins with."""
    box = seated()
    box.press()
    for _ in range(25):
        box.press()
    while not isinstance(box.screen, Play):
        box.press()
    for _ in range(400):
        if box.services.table.is_over:
            break
        if isinstance(box.screen, Play) and box.screen.picker.has_begun:
            box.turn(2)
        assert box.faults == []
        box.press()
    assert box.services.table.is_over
    assert sum(points(box.services.table.match.state)) > 0


def test_a_pyramid_part_reads_as_name_and_space() -> None:
    """WHY puts it above its page."""
    voice = Voice(GAME.words, game_translator("en"))
    assert voice.fact(pyramid_part("R3", 11).value) == "large red pyramid, 12"


# --- the colours of the set -----------------------------------------------------------------


def test_another_colour_of_the_set_changes_every_word(box: Any) -> None:
    """Chosen in the settings; a colour in use changes places; kept over a restart."""
    box.choose("Settings").choose("Pyramid colours").choose("Colour 1").choose("purple")
    box.press("back").choose("Pyramid colours").choose("Colour 2").choose("blue")
    box.hold("back").restart()
    voice = box.services.voice(GAME)
    said = [voice.fact(Term("colour", code)) for code in "RYGBK"]
    assert said == ["purple", "blue", "green", "yellow", "black"]
    assert voice.fact(Term("pyramid", "R2")) == "medium purple pyramid"
    assert voice.fact(Term("short", "B1")) == "small yellow"
    assert "".join(letters(voice).values()) == "PBGYK"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_set_of_colours_has_five_letters_of_its_own_words(language: str) -> None:
    """And a colour has the same letter in every set."""
    shown: dict[str, set[str]] = {}
    for chosen in combinations(PALETTE, len(COLOURS)):
        changed = words(GAME.words, lambda _key, _usual: list(chosen))  # noqa: B023 - used at once
        voice = Voice(changed, game_translator(language))
        found = letters(voice)
        assert len(set(found.values())) == len(COLOURS), chosen
        for code in COLOURS:
            word = voice.fact(Term("colour", code))
            assert found[code] in word.upper()
            shown.setdefault(word, set()).add(found[code])
    assert {len(each) for each in shown.values()} == {1}
    assert len(shown) == len(PALETTE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_aid_names_the_letters_of_this_set(make_box: Any, language: str) -> None:
    """The letters drawn next to the words read out."""
    box = make_box(language)
    box.services.settings.remember("icehouse.colours", ["R", "Y", "T", "B", "W"])
    voice = box.services.voice(GAME)
    scene = replace(scene_of(dealt(), language=language), voice=voice)
    canvas = Canvas()
    for page in PAGES:
        if page.draw is not None:
            page.draw(canvas, scene)
    read = " ".join(canvas.reading())
    for code in COLOURS:
        assert f"{letters(voice)[code]}: {voice.fact(Term('colour', code))}" in read
    assert game_translator(language)("black") not in read


@pytest.mark.parametrize("kept", [None, [], "RYGBK", ["R"] * 5, ["R", "Y", "G", "B", "?"], [1] * 5])
def test_colours_that_make_no_set_are_the_usual_ones(box: Any, kept: Any) -> None:
    box.services.settings.remember("icehouse.colours", kept)
    assert box.services.voice(GAME).fact(Term("colour", "R")) == "red"
