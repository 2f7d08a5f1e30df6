"""The UI of Mana: entry by knob, pictures in three languages, comparing and correcting."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from engines.engine import ChoicePart, Fact, IllegalChoice, Message, Reason, Start, Term, judge
from engines.languages import LANGUAGES
from engines.mana import GAME
from engines.mana.board import KINDS, NAMES, SQUARES
from engines.mana.state import State
from engines.match import Match
from engines.wording import Voice
from engines.wording import translator as game_translator
from firmware_py.core.language import translator
from firmware_py.games import ui_of
from firmware_py.games.game_ui import GameUI
from firmware_py.games.mana.oled import CORNERS, HIGH, RIGHT, WIDE, SquareMarks, draw_board
from firmware_py.games.mana.oled_head import LEFT, WORDS
from firmware_py.games.mana.oled_prompt import _REFUSED
from firmware_py.games.table_editor import TableArea
from firmware_py.match.clock import Timing
from firmware_py.match.picker import ChoiceNode, Picker
from firmware_py.match.scene import Scene, SeatClock
from firmware_py.match.table_match import begin_match
from firmware_py.screens.new_game.set_up import Laying
from firmware_py.screens.play.entry import CheckMove
from firmware_py.screens.play.play import Play
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, text_width, wrap
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.paging import MARK, rows_of, set_pages
from firmware_py.ui.widgets import BODY, Rect, fitting, paragraph
from hardware.events import Control, Pressed, Turned
from tests.support.scenes import make_scene

UI: GameUI = ui_of("mana")
PLAYERS = ("Maximilian", "Alessandra")
LONGEST = ("Maximilianus", "Wilhelmina-W")
CLOCKS = (SeatClock("Maximilian", "12:34", is_running=True), SeatClock("Alessandra", "9:58"))
EDITIONS: tuple[Mapping[str, str | bool], ...] = (
    {},
    {"edition": "2005"},
    {"advanced": True, "ask_bird": True, "bird_must_fly": True},
    {"bird_blocks": True, "blocked": "free"},
    {"edition": "2005", "drop_anywhere": True},
)
UNBOUND = "w..w.W/w.w.../....../...b.b/..b.../.Bb... b 3 11 -"
LOST = "wW...w/w...../....../...w../..b.../bB..bb w 1 11 -"
TAKES_DAIMIO = "w.W.w./.w...w/....../..bw../.bb..B/b....b b 3 00 -"
ASKED = "w.W.w./.w...w/....../..b.../.bb..B/b....b b 3@e1 01 -"
BOUND_2005 = "..ww../.W.w../.....w/b.b.../.b..../..bb.B b 1@e4 01 - ^90"
MANA_2005 = "..ww../.W.w../.....w/b.b.../.b..../..bb.B w 1@b2 01 - ^90"


def say(language: str, text: str, **places: object) -> str:
    """Say a text of the application."""
    said = translator(language)(text)
    return said.format(**places) if places else said


def scene(
    state: State, picker: Picker | None = None, language: str = "en", **more: Any
) -> Scene[Any]:
    """Return what the table's screen hands to the game UI."""
    turn = GAME.turn(state)
    more.setdefault("title", "Over" if turn is None else PLAYERS[turn.seat or 0])
    return make_scene(GAME, state, PLAYERS, language, picker, **more)


def picker_of(state: State) -> Picker:
    """Return the knob at the start of a turn."""
    return Picker(UI.tree(state), lambda picked, options: UI.start(state, picked, options))


def at(position: str, **options: str | bool) -> State:
    """Return a state."""
    return GAME.from_position(position, Start(options, 2, 0, 0))


def drawn(shown: Scene[Any]) -> Canvas:
    """Draw a scene."""
    canvas = Canvas()
    UI.draw(canvas, shown)
    return canvas


def every_drawing(state: State, picker: Picker | None = None, **more: Any) -> Iterator[Canvas]:
    """Draw a moment in every language and size."""
    for language in LANGUAGES:
        for large in (False, True):
            yield drawn(scene(state, picker, language, large=large, **more))


def leaves(
    node: ChoiceNode, parts: tuple[ChoicePart, ...] = ()
) -> Iterator[tuple[tuple[ChoicePart, ...], str]]:
    """List the choices of a tree with the way to each."""
    if node.choice is not None:
        yield parts, node.choice
    for part, child in node.children.items():
        yield from leaves(child, (*parts, part))


# --- entry ---


@pytest.mark.parametrize("options", EDITIONS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_whole_game_by_knob_alone(options: Mapping[str, str | bool], seed: int) -> None:
    """At each moment the tree holds the legal choices, once each, and every picture fits."""
    draw = random.Random(seed)
    state = GAME.setup(Start(options, 2, seed % 2, seed))
    last = None
    for _ in range(60):
        if GAME.turn(state) is None:
            break
        legal = sorted(GAME.write(choice) for choice in GAME.legal(state))
        assert sorted(UI.tree(state).choices()) == legal
        picker, text = picker_of(state), None
        while text is None:
            picker.turn(draw.randrange(len(picker.options)))
            language = draw.choice(LANGUAGES)
            shown = scene(state, picker, language, large=draw.random() < 0.5, last=last)
            assert drawn(shown).check() == []
            text = picker.press()
        assert text in legal
        state, last = GAME.apply(state, GAME.read(text)), text
    for canvas in every_drawing(state, last=last):
        assert canvas.check() == []


def test_daimio_that_can_be_taken_is_two_presses_away() -> None:
    """The cursor begins on the piece that takes the daimio, then on the daimio's square."""
    state = at(TAKES_DAIMIO)
    picker = picker_of(state)
    assert picker.press() is None
    assert picker.press() == "c3-c6"


@pytest.mark.parametrize("side", [0, 1])
def test_pressing_through_a_free_set_up_gives_the_basic_one(side: int) -> None:
    """Without a turn of the knob: the daimio in the middle, ronins in the rest of the first row."""
    state = GAME.setup(Start({"advanced": True}, 2, 0, 0))
    if side:
        state = GAME.apply(state, GAME.read("=c1:a1,b1,d1,e1,f1"))
    picker, text = picker_of(state), None
    while text is None:
        text = picker.press()
    rank = 6 if side else 1
    assert text == f"=c{rank}:a{rank},b{rank},d{rank},e{rank},f{rank}"


def test_free_set_up_walks_along_the_first_row() -> None:
    """The first question knows its squares, and the first of 5,544 set-ups can be asked for."""
    state = GAME.setup(Start({"edition": "2005"}, 2, 0, 0))
    state = GAME.apply(state, GAME.read("^0"))
    tree = UI.tree(state)
    assert [part.value for part in tree.children][:6] == ["a1", "b1", "c1", "d1", "e1", "f1"]
    (node, *_) = tree.children.values()
    assert node.first() == "=a1:b1,c1,d1,e1,f1"


def test_bird_stays_if_it_can() -> None:
    """The bird's ring begins at its present square."""
    state = at(".wW..w/....b./..w.../..bw../...B../.b.b.b w 3@a5 01 -", ask_bird=True)
    picker = picker_of(state)
    picker.point(ChoicePart("piece", "b6"))
    picker.press()
    picker.point(ChoicePart("destination", "c5"))
    picker.press()
    assert picker.highlighted == ChoicePart("bird", "a5")


def test_bird_that_cannot_stay_begins_next_to_the_piece() -> None:
    """Else the ring begins at the nearest fitting square."""
    state = at(ASKED, ask_bird=True)
    picker = picker_of(state)
    picker.press()
    picker.point(ChoicePart("destination", "d5"))
    picker.press()
    assert picker.highlighted == ChoicePart("bird", "c4")


def test_squares_go_round_like_a_clock() -> None:
    """The squares a piece reaches are walked clockwise, beginning at the top."""
    state = at("w....W/....../....../..b.../....../B..... b 0 00 -")
    ends = UI.tree(state).children[ChoicePart("piece", "c3")].children
    names = [str(part.value) for part in ends]
    assert names[0] in ("c4", "c6")
    rights = [place for place, name in enumerate(names) if name[0] in "def" and name[1] == "3"]
    lefts = [place for place, name in enumerate(names) if name[0] in "ab" and name[1] == "3"]
    assert max(rights) < min(lefts)


def test_ronin_comes_back_by_one_more_entry_among_the_pieces() -> None:
    """Where a captured ronin may come back, the last of the pieces' ring says so."""
    options = tuple(UI.tree(at(UNBOUND)).children)
    assert options[-1] == ChoicePart("piece", Term("action", "drop"))


def test_lost_turn_is_one_press() -> None:
    """Nothing can be played: the knob says pass."""
    assert picker_of(at(LOST)).press() == "pass"


@pytest.mark.parametrize("options", EDITIONS[:2], ids=str)
def test_turn_costs_few_clicks(options: Mapping[str, str | bool]) -> None:
    """Of random turns half cost at most 5 detents and presses, and nine in ten at most 8."""
    draw = random.Random(5)
    costs: list[int] = []
    for seed in range(15):
        state = GAME.setup(Start(options, 2, seed % 2, seed))
        while state.phase != "over" and len(costs) < 60 * (seed + 1):
            text = GAME.write(draw.choice(GAME.legal(state)))
            if state.phase == "play":
                costs.append(_clicks(state, text))
            state = GAME.apply(state, GAME.read(text))
    costs.sort()
    assert costs[len(costs) // 2] <= 5
    assert costs[len(costs) * 9 // 10] <= 8


def _clicks(state: State, text: str) -> int:
    """Count the detents and presses to enter a choice."""
    way = {choice: parts for parts, choice in leaves(UI.tree(state))}[text]
    picker, clicks, entered = picker_of(state), 0, None
    while entered is None:
        before = picker.index
        assert picker.point(way[len(picker.picked)])
        count = len(picker.options)
        clicks += min((picker.index - before) % count, (before - picker.index) % count) + 1
        entered = picker.press()
    assert entered == text
    return clicks


# --- the board ---


def _art(board: str, kinds: tuple[int, ...], marks: SquareMarks, square: str) -> tuple[bool, ...]:
    """Return the pixels of one square and the lines around it."""
    canvas = Canvas()
    draw_board(canvas, board, kinds, marks)
    x, y = CORNERS[SQUARES[square]]
    return tuple(
        canvas.lit(x + across, y + down)
        for down in range(-1, HIGH)
        for across in range(-1, WIDE - 1)
    )


def _with(letter: str, square: str = "c3") -> str:
    place = SQUARES[square]
    return "." * place + letter + "." * (35 - place)


@pytest.mark.parametrize("letter", ".bBwW")
@pytest.mark.parametrize("is_cursor", [False, True])
@pytest.mark.parametrize("is_open", [None, False, True])
def test_kind_is_seen_under_everything(letter: str, is_cursor: bool, is_open: bool | None) -> None:
    """A single, a double and a triple look different, with any piece on them."""
    here = frozenset({SQUARES["c3"]})
    marks = SquareMarks(
        cursor=here if is_cursor else frozenset(),
        open=None if is_open is None else here if is_open else frozenset(),
    )
    arts = {_art(_with(letter), (kind,) * 36, marks, "c3") for kind in (1, 2, 3)}
    assert len(arts) == 3


@pytest.mark.parametrize("is_cursor", [False, True])
def test_pieces_look_different(is_cursor: bool) -> None:
    """Colour and rank look different on every kind, also under the cursor."""
    marks = SquareMarks(cursor=frozenset({SQUARES["c3"]}) if is_cursor else frozenset())
    arts = {
        _art(_with(letter), (kind,) * 36, marks, "c3") for letter in ".bBwW" for kind in (1, 2, 3)
    }
    assert len(arts) == 15


@pytest.mark.parametrize("is_cursor", [False, True])
def test_light_is_white_and_dark_is_black(is_cursor: bool) -> None:
    """The body of a white piece is lit and that of a black piece dark, cursor or not."""
    marks = SquareMarks(cursor=frozenset({SQUARES["c3"]}) if is_cursor else frozenset())
    for letter, lit in (("w", True), ("b", False), ("W", True), ("B", False)):
        canvas = Canvas()
        draw_board(canvas, _with(letter), (1,) * 36, marks)
        x, y = CORNERS[SQUARES["c3"]]
        assert canvas.lit(x + 2, y + 4) is lit, letter


def test_marks_are_seen() -> None:
    """Cursor, picked piece, reachable square, last move and bird each change the picture."""
    here = frozenset({SQUARES["c3"]})
    nowhere: frozenset[int] = frozenset()
    for letter in ".w":
        arts = {
            _art(_with(letter), KINDS[0], marks, "c3")
            for marks in (
                SquareMarks(open=nowhere),
                SquareMarks(open=nowhere, cursor=here),
                SquareMarks(open=nowhere, picked=here),
                SquareMarks(open=nowhere, last=here),
            )
        }
        assert len(arts) == 4
        reachable = _art(_with(letter), KINDS[0], SquareMarks(open=here), "c3")
        assert reachable != _art(_with(letter), KINDS[0], SquareMarks(open=nowhere), "c3")
    bird = _art("." * 36, KINDS[0], SquareMarks(bird=SQUARES["c3"]), "c3")
    assert bird != _art("." * 36, KINDS[0], SquareMarks(), "c3")


def test_board_stays_left_of_the_words() -> None:
    """Neither the board nor its marks reach the columns of the prompt."""
    canvas = Canvas()
    everywhere = frozenset(range(36))
    draw_board(canvas, "w" * 36, KINDS[0], SquareMarks(cursor=everywhere))
    assert not any(canvas.lit(x, y) for x in range(60, WIDTH) for y in range(64))


def test_four_orientations_are_four_pictures() -> None:
    """While the board is turned, the picture turns with the knob."""
    state = GAME.setup(Start({"edition": "2005"}, 2, 0, 0))
    picker = picker_of(state)
    frames = set()
    for _ in range(4):
        frames.add(drawn(scene(state, picker)).frame())
        picker.turn(1)
    assert len(frames) == 4


def test_set_up_is_previewed() -> None:
    """While the daimio's square is chosen, all six pieces are on the board."""
    state = GAME.setup(Start({}, 2, 0, 0))
    words = drawn(scene(state, picker_of(state))).reading()
    assert "black daimio: c1" in words
    assert "black ronin: a1, b1, d1, e1, f1" in words


def test_bird_is_asked_for_after_the_piece_has_moved() -> None:
    """The board shows the move as done, as it is on the table."""
    state = at(ASKED, ask_bird=True)
    picker = picker_of(state)
    picker.press()
    picker.point(ChoicePart("destination", "d5"))
    picker.press()
    words = drawn(scene(state, picker)).reading()
    assert "black ronin: a1, b2, c2, d5, f1" in words


# --- words ---


TRIPLE = ("TRIPLE", "TRIPLE", "TRIPLA")
SINGLE = ("SINGLE", "SIMPLE", "SINGOLA")


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize(
    ("position", "options", "words", "said"),
    [
        (TAKES_DAIMIO, {}, TRIPLE, ("bird: triple", "oiseau\u00a0: triple", "uccello: tripla")),
        (
            BOUND_2005,
            {"edition": "2005"},
            SINGLE,
            ("Mana: single", "Mana\u00a0: simple", "Mana: singola"),
        ),
        (LOST.replace(" -", " free"), {}, *[("FREE", "LIBRE", "LIBERA")] * 2),
        (LOST, {}, ("LOST", "PERDU", "PERSO"), None),
    ],
)
def test_whose_turn_and_what_binds_are_the_largest(
    position: str,
    options: Mapping[str, str | bool],
    words: tuple[str, ...],
    said: tuple[str, ...] | None,
    large: bool,
) -> None:
    """Both in capitals of eleven pixels, in every language, with and without clocks."""
    state = at(position, **options)
    for language, word in zip(LANGUAGES, words, strict=True):
        for clocks in ((), CLOCKS):
            shown = scene(state, picker_of(state), language, large=large, clocks=clocks)
            canvas = drawn(shown)
            assert canvas.check() == []
            sizes = {written.text: written.h for written in canvas.words}
            assert sizes[word] >= 9
            assert max(h for text, h in sizes.items() if text[:3] in ("Max", "Ale")) >= 9
            if said is not None:
                assert said[LANGUAGES.index(language)] in canvas.reading()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [False, True])
def test_both_clocks_are_seen_and_the_running_one_is_large(language: str, size: bool) -> None:
    """Also when it stands, is over, or counts hours, with names of twelve letters."""
    state = at(TAKES_DAIMIO)
    for clock in (
        SeatClock("Maximilian", "1:59:59", is_running=True),
        SeatClock("Maximilian", "59:59", is_running=True, free="10"),
        SeatClock("Maximilian", "-0:10", is_running=True, is_paused=True, is_over=True),
    ):
        canvas = drawn(
            scene(state, picker_of(state), language, large=size, clocks=(clock, CLOCKS[1]))
        )
        assert canvas.check() == []
        sizes = {written.text: written.h for written in canvas.words}
        assert sizes[clock.text] >= 9
        colon = "\u00a0: " if language == "fr" else ": "
        assert f"Alessandra{colon}9:58" in canvas.reading()


def _told(state: State, text: str, language: str = "en") -> tuple[str, ...]:
    """Return the instructions after a choice."""
    after = GAME.apply(state, GAME.read(text))
    voice = Voice(GAME.words, game_translator(language), LONGEST)
    work = [step.say for step in GAME.steps(state, after)]
    news = [*GAME.events(state, GAME.read(text), after), Message("repetition", {"times": 3})]
    said = []
    for message in (
        *(each for each in work if each.code not in UI.hands.known),
        *(each for each in news if each.code not in UI.hands.echoes),
    ):
        sentence = voice.short(message.code)
        facts = {
            name: fact if isinstance(fact, int) else voice.fact(fact)
            for name, fact in message.facts.items()
        }
        who = LONGEST[state.seat_of(state.side)]
        said.append(
            voice.translate(sentence, **{"who": who, **facts}) if sentence else voice.say(message)
        )
    return tuple(said)


def test_hands_are_told_who_does_what() -> None:
    """Whole sentences, with who does it; the bird after every move, also when its kind stays."""
    state = at("w.W.w./.w...w/....../..bw../.bb..B/b....b b 0 00 -")
    assert _told(state, "c3-d5")[0] == "Maximilianus:\nbird to a free single square"
    takes = at("W...../....../....../.w..../.b..../...B.. b 0 00 -")
    assert _told(takes, "b2-b3")[0] == "Maximilianus:\ntake white ronin on b3"
    same = at("W...../....../....../....../....../B..... b 2 10 -")
    assert _told(same, "*b1")[1:3] == (
        "Maximilianus:\nbird to a free double square",
        "It may stay, but not on b1",
    )


@pytest.mark.parametrize("options", EDITIONS, ids=str)
def test_every_sentence_for_the_hands_fits_its_place(options: Mapping[str, str | bool]) -> None:
    """In no language is an instruction broken over two pages, after a choice or after undo."""
    draw = random.Random(4)
    voices = {
        language: Voice(GAME.words, game_translator(language), LONGEST) for language in LANGUAGES
    }
    for seed in range(3):
        state = GAME.setup(Start(options, 2, seed % 2, seed))
        while GAME.turn(state) is not None:
            text = GAME.write(draw.choice(GAME.legal(state)))
            after = GAME.apply(state, GAME.read(text))
            picker, back = picker_of(state), GAME.steps(after, state)
            for language, voice in voices.items():
                place = UI.hands.place(scene(state, picker, language))
                said = list(_told(state, text, language)) if after.phase != "over" else []
                said += [voice.say(step.say) for step in back]
                for sentence in said:
                    rows = wrap(sentence, "small", place.w - MARK)
                    assert len(rows) <= rows_of(place, "small"), rows
                assert GAME.report is not None
                report = voice.say(GAME.report(state, GAME.read(text), 0))
                look = scene(after, language=language, last=text, before=state, title="Ida")
                assert len(set_pages((report,), UI.hands.place(look))) == 1, report
            state = after


def test_destination_says_what_is_taken() -> None:
    """Under the cursor an enemy piece is named as taken."""
    state = at(TAKES_DAIMIO)
    picker = picker_of(state)
    picker.press()
    canvas = drawn(scene(state, picker))
    assert "> c3→c6 captures: white daimio" in canvas.reading()
    checked = scene(state, picked=picker.complete, complete=picker.complete, title="Legal")
    assert "> c3→c6 captures: white daimio" in drawn(checked).reading()


def test_press_that_plays_looks_different_from_one_that_picks() -> None:
    """The key is lit before the whole choice where the next press plays it."""
    state = at(TAKES_DAIMIO)
    picker = picker_of(state)
    assert not drawn(scene(state, picker)).lit(LEFT + 1, 49)
    picker.press()
    assert drawn(scene(state, picker)).lit(LEFT + 1, 49)
    alone = at("W...../....../....../....../b...../Bb.... b 2 00 -")
    picker = picker_of(alone)
    picker.point(ChoicePart("piece", "a2"))
    canvas = drawn(scene(alone, picker))
    whole = "".join(f"→{part.value}" for part in picker.complete)[1:]
    assert canvas.lit(LEFT + 1, 49) is bool(picker.complete)
    assert f"> {whole or 'b1'}" in canvas.reading()


def _is_dotted(canvas: Canvas, square: str) -> bool:
    """Tell whether a square has the dotted lines of a way, above and below."""
    x, y = CORNERS[SQUARES[square]]
    return all(canvas.lit(x + across, y + 7) for across in (1, 3, 5)) and not any(
        canvas.lit(x + across, y + 7) for across in (0, 2, 4)
    )


@pytest.mark.parametrize("large", [False, True])
def test_words_of_a_replay_cover_no_square(large: bool) -> None:
    """What was played is read next to the board, at any length."""
    state = at("w.W.w./.w...w/....../..bw../.bb..B/b....b b 3 00 -")
    after = GAME.apply(state, GAME.read("c3-c6"))
    bare = scene(after, last="c3-c6", before=state, large=large)
    words = ("The black ronin went from c3 to c6 and took the white daimio.",)
    page = set_pages(words, UI.hands.place(bare), large=large)[0]
    board = [(x, y) for x in range(RIGHT) for y in range(HEIGHT)]
    without, told = drawn(bare), drawn(replace(bare, told=page))
    assert [told.lit(*dot) for dot in board] == [without.lit(*dot) for dot in board]
    assert told.frame() != without.frame()


def test_way_is_drawn() -> None:
    """Its squares are dotted: proposed, checked, refused, and played again."""
    state = at("w.W.w./.w...w/....../..bw../.bb..B/b....b b 3 00 -")
    picker = picker_of(state)
    picker.point(ChoicePart("piece", "c3"))
    assert not _is_dotted(drawn(scene(state, picker)), "c4")
    picker.press()
    picker.point(ChoicePart("destination", "c6"))
    parts = picker.complete
    after = GAME.apply(state, GAME.read("c3-c6"))
    blocked = at("w.W.w./.w...w/..w.../..b.../.bb..B/bb...b b 3 02 -")
    reason = judge(GAME, blocked, "c3-c6")
    assert isinstance(reason, Reason)
    proposed = drawn(scene(state, picker))
    checked = drawn(scene(state, picked=parts, complete=parts, title="Legal"))
    refused = drawn(scene(blocked, picked=parts, refused=reason, title="Not legal"))
    replayed = drawn(scene(after, last="c3-c6", before=state, title="Maximilian"))
    for canvas in (proposed, checked, replayed):
        assert _is_dotted(canvas, "c4")
        assert _is_dotted(canvas, "c5")
        assert not _is_dotted(canvas, "d4")
    assert _is_dotted(refused, "c5")
    assert UI.has_ways


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_headline_of_a_refusal_fits(language: str) -> None:
    """Whatever hands try, or a finger taps."""
    wide = {text: text_width(translator(language)(text), "small") for text in _REFUSED.values()}
    assert {text: width for text, width in wide.items() if width > WORDS} == {}


def test_over_says_who_won_and_why() -> None:
    """After the end the panel names the winner and the cause."""
    state = GAME.apply(at(TAKES_DAIMIO), GAME.read("c3-c6"))
    words = drawn(scene(state, last="c3-c6")).reading()
    assert "Maximilian" in words
    assert "daimio captured" in words


@pytest.mark.parametrize("agreement", ["resign", "draw"])
def test_agreed_endings_fit(agreement: str) -> None:
    """A resignation and a draw are drawn as well."""
    state = GAME.agree(at(TAKES_DAIMIO), agreement, 0)
    for canvas in every_drawing(state):
        assert canvas.check() == []


def test_both_blocked_fits() -> None:
    """A draw because nobody can move is drawn as well."""
    state = replace(at(TAKES_DAIMIO), phase="over", by="blocked")
    for canvas in every_drawing(state):
        assert canvas.check() == []


def test_long_name_of_the_winner_is_cut() -> None:
    """A name that no font can hold ends in an ellipsis, and is read out whole."""
    state = GAME.agree(at(TAKES_DAIMIO), "resign", 0)
    names = ("A", "Wolfeschlegelsteinhausen")
    canvas = drawn(make_scene(GAME, state, names, title="Over"))
    assert canvas.check() == []
    assert "Wolfeschlegelsteinhausen" in canvas.reading()


def test_agreed_text_is_no_last_move() -> None:
    """A last line that is not a move leaves the board without a mark."""
    state = at(TAKES_DAIMIO)
    assert drawn(scene(state, last="edit {}")).frame() == drawn(scene(state)).frame()
    assert drawn(scene(state, last="d1-d3")).frame() != drawn(scene(state)).frame()


@pytest.mark.parametrize("language", LANGUAGES)
def test_aid_fits(language: str) -> None:
    """Every page of the aid fits the screen without scrolling."""
    area = Rect(0, BODY.y + 1, WIDTH - 5, BODY.h - 1)
    for options in EDITIONS:
        for page in UI.aid(GAME.setup(Start(options, 2, 0, 0))):
            if page.draw is not None:
                continue
            text = say(language, page.text)
            font = fitting(text, area, "medium")
            canvas = Canvas()
            assert paragraph(canvas, text, area, font=font) == 0
            assert canvas.check() == []
            assert len(wrap(text, font, area.w)) * font_of(font).height <= area.h


@pytest.mark.parametrize("language", LANGUAGES)
def test_legend_fits_next_to_the_mark_of_the_pages(language: str) -> None:
    """The signs of the board with their meaning, two columns clear of the mark."""
    for options in EDITIONS[:2]:
        state = GAME.setup(Start(options, 2, 0, 0))
        (page,) = (page for page in UI.aid(state) if page.draw is not None)
        canvas = Canvas()
        assert page.draw is not None
        page.draw(canvas, scene(state, language=language))
        assert canvas.check() == []
    assert not any(canvas.cut(WIDTH, HEIGHT).columns[WIDTH - 4 :])
    assert not any(canvas.lit(x, y) for x in range(WIDTH) for y in range(BODY.y))


def test_aid_opens_at_the_page_of_the_moment() -> None:
    """Set-up, a demand, no piece on the kind, a lost turn: each has its page."""
    begun = GAME.setup(Start({}, 2, 0, 0))
    pages = [UI.aid_page(state) for state in (begun, at(TAKES_DAIMIO), at(UNBOUND), at(LOST))]
    titles = [UI.aid(begun)[page].title for page in pages]
    assert titles == ["Set-up", "The bird", "No piece there", "All blocked"]


def _aid(**options: str | bool) -> str:
    state = GAME.setup(Start(options, 2, 0, 0))
    return " ".join(page.text for page in UI.aid(state))


def test_aid_follows_edition_and_house_rules() -> None:
    """Games with the bird do not mention 2005, and each house rule has its sentence."""
    assert "2005" not in _aid()
    assert "damyo" not in _aid()
    assert "Mana" not in _aid()
    old = _aid(edition="2005")
    assert "damyo" in old
    assert "daimio" not in old
    assert "bird" not in old
    assert "of that kind" in old
    assert "of that kind" not in _aid(edition="2005", drop_anywhere=True)
    assert "you lose your turn" in _aid()
    assert "you lose your turn" not in _aid(blocked="free")
    assert "on another free square" in _aid(bird_must_fly=True)
    assert "may cross the bird's square" in _aid(bird_blocks=True)
    both = _aid(bird_must_fly=True, bird_blocks=True)
    assert "on another free square" in both
    assert "may cross the bird's square" in both
    assert "first two rows" in _aid(advanced=True)


def test_legend_names_the_material_of_the_edition() -> None:
    """Black, white and the bird; or red, ochre and the Mana."""
    for options, words in (
        ({}, {"black", "white", "daimio", "bird"}),
        ({"edition": "2005"}, {"red", "ochre", "damyo", "Mana"}),
    ):
        state = GAME.setup(Start(options, 2, 0, 0))
        canvas = Canvas()
        page = UI.aid(state)[-1]
        assert page.draw is not None
        page.draw(canvas, scene(state))
        assert words <= set(canvas.reading())


def test_2005_is_drawn_in_its_own_words() -> None:
    """The screen names the pieces as the edition does."""
    words = " ".join(drawn(scene(at(MANA_2005, edition="2005"))).reading())
    assert "red damyo: f1" in words
    assert "daimio" not in words
    assert "black" not in words


# --- attempts and refusals ---


@pytest.mark.parametrize(
    ("position", "options"),
    [
        (TAKES_DAIMIO, {}),
        (UNBOUND, {}),
        (LOST, {}),
        (ASKED, {"ask_bird": True}),
        (ASKED, {"bird_blocks": True, "bird_must_fly": True}),
        (MANA_2005, {"edition": "2005"}),
        ("wWwwww/....../....../....../....../bBbbbb b 0 00 -", {}),
    ],
)
def test_attempts_hold_the_legal_and_the_refused(
    position: str, options: Mapping[str, str | bool]
) -> None:
    """Attempts offer every legal choice by the same parts; each is judged; refusals are drawn."""
    state = at(position, **options)
    tried = dict(leaves(UI.attempts(state)))
    assert len(tried) <= 2500
    for parts, text in leaves(UI.tree(state)):
        assert tried[parts] == text
    drawn_codes = set()
    for parts, text in tried.items():
        verdict = judge(GAME, state, text)
        if isinstance(verdict, Reason) and verdict.code not in drawn_codes:
            drawn_codes.add(verdict.code)
            assert verdict.code != "BAD_NOTATION", text
            for canvas in every_drawing(state, picked=parts, refused=verdict):
                assert canvas.check() == [], (verdict.code, text)
    assert len(drawn_codes) >= 1


@pytest.mark.parametrize("options", [{}, {"advanced": True}], ids=str)
def test_attempts_at_a_set_up_reach_one_row_too_far(options: Mapping[str, str | bool]) -> None:
    """A daimio or a ronin in the third row is refused with the rule, and drawn."""
    state = GAME.setup(Start(options, 2, 0, 0))
    tried = list(leaves(UI.attempts(state)))
    assert len(tried) <= 300
    parts, text = next((way, text) for way, text in tried if way[-1].value == "b3")
    verdict = judge(GAME, state, text)
    assert isinstance(verdict, Reason)
    assert verdict.code == ("NOT_YOUR_ROWS" if options else "DAIMIO_NOT_ON_DOUBLE")
    for canvas in every_drawing(state, picked=parts, refused=verdict):
        assert canvas.check() == []


def test_blocked_way_is_lit() -> None:
    """A blocked move lights up the piece in the way."""
    state = at("w.W.w./.w...w/..w.../..b.../.bb..B/bb...b b 3 02 -")
    reason = judge(GAME, state, "c3-c6")
    assert isinstance(reason, Reason)
    parts = (ChoicePart("piece", "c3"), ChoicePart("destination", "c6"))
    canvas = drawn(scene(state, picked=parts, refused=reason))
    x, y = CORNERS[SQUARES["c4"]]
    assert all(canvas.lit(x - 2, y + down) for down in range(HIGH))
    assert "In the way: c4" in canvas.reading()


def test_refusal_without_an_entry_is_drawn() -> None:
    """A reason alone, with nothing picked, is shown as well."""
    state = at(TAKES_DAIMIO)
    for canvas in every_drawing(state, refused=Reason("GAME_OVER")):
        assert canvas.check() == []
        assert any(
            word in canvas.reading() for word in ("Not possible", "Impossible", "Non si può")
        )


def test_long_list_of_pieces_in_the_way_ends_early() -> None:
    """More squares than fit are marked on the board; the words name the first of them."""
    state = at("w.W.w./.w...w/..w.../..b.../.bb..B/bb...b b 3 02 -")
    facts: dict[str, Fact] = {"start": "c3", "end": "c6", "blockers": tuple(NAMES[:9])}
    parts = (ChoicePart("piece", "c3"), ChoicePart("destination", "c6"))
    for canvas in every_drawing(state, picked=parts, refused=Reason("PATH_BLOCKED", facts)):
        assert canvas.check() == []
        assert any("a6, …" in word for word in canvas.reading())


def test_reading_names_every_piece() -> None:
    """Those who cannot see the board hear where the pieces stand."""
    words = drawn(scene(at(UNBOUND))).reading()
    assert "white daimio: f6" in words
    assert "black ronin: c1, c2, d3, f3" in words


# --- comparing and correcting ---


def _area_text(area: TableArea) -> str:
    return "\n".join(area.lines)


@pytest.mark.parametrize(
    ("position", "options"),
    [
        (UNBOUND, {}),
        (ASKED, {"ask_bird": True}),
        (MANA_2005, {"edition": "2005"}),
        ("....../....../....../....../....../bBbbbb w 0 00 -", {}),
    ],
)
def test_every_field_corrects_or_is_refused(
    position: str, options: Mapping[str, str | bool]
) -> None:
    """Each value of each field is accepted and then shown, or refused by the game's own checks."""
    start = Start(options, 2, 0, 0)
    state = GAME.from_position(position, start)
    corrected = 0
    for page, area in enumerate(UI.areas(scene(state))):
        for number, field in enumerate(area.fields):
            assert field.value in field.values
            assert len(set(field.values)) == len(field.values)
            for value in field.values:
                match = Match(GAME, start, PLAYERS, position)
                try:
                    match.edit(field.put(value))
                except IllegalChoice:
                    continue
                corrected += 1
                if match.state.phase == state.phase:
                    fields = UI.areas(scene(match.state))[page].fields
                    assert value in {each.value for each in fields}, (field.title, value, number)
    assert corrected > 10


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("position", "options"),
    [
        (UNBOUND, {}),
        (ASKED, {"ask_bird": True}),
        (ASKED.replace("@e1", ""), {"ask_bird": True}),
        (MANA_2005, {"edition": "2005"}),
    ],
)
def test_areas_fit(language: str, position: str, options: Mapping[str, str | bool]) -> None:
    """Each area of the table is drawn, or said, without a fault."""
    for area in UI.areas(scene(at(position, **options), language=language)):
        canvas = Canvas()
        if area.draw is not None:
            area.draw(canvas)
        else:
            place = Rect(0, BODY.y + 1, WIDTH - 5, BODY.h - 1)
            text = _area_text(area)
            assert paragraph(canvas, text, place, font=fitting(text, place, "medium")) == 0
        assert canvas.check() == []


def _field(state: State, title: str) -> Any:
    fields = [field for area in UI.areas(scene(state)) for field in area.fields]
    return next(field for field in fields if field.title == title)


def test_daimio_and_ronin_change_places() -> None:
    """A daimio put on the square of an own ronin sends the ronin to the daimio's."""
    state = at(UNBOUND)
    after = _field(state, "black daimio").put("c2")
    assert after == "w..w.W/w.w.../....../...b.b/..B.../.bb... b 3 11 -"


def test_captured_ronin_is_put_on_the_board() -> None:
    """A captured ronin that stands on the table after all is counted there."""
    state = at(UNBOUND)
    after = _field(state, "black ronin 5").put("a1")
    assert after == "w..w.W/w.w.../....../...b.b/..b.../bBb... b 3 01 -"


def test_mana_goes_with_its_piece() -> None:
    """In 2005 the Mana is on a piece; corrected with it, it demands the kind of the new square."""
    state = at(MANA_2005, edition="2005")
    after = at(_field(state, "red ronin 2").put("b1"), edition="2005")
    assert NAMES[after.mana or 0] == "b1"
    assert after.kind == KINDS[90][SQUARES["b1"]]


def test_turned_board_keeps_the_pieces() -> None:
    """A board that is turned otherwise than recorded is turned under the pieces."""
    state = at(MANA_2005, edition="2005")
    after = at(_field(state, "Board turned").put("0°"), edition="2005")
    assert (after.orientation, after.board) == (0, state.board)
    assert after.kind == KINDS[0][SQUARES["b2"]]


def test_turn_is_corrected() -> None:
    """It is the other colour's turn after all."""
    state = at(UNBOUND)
    assert _field(state, "To play").put("white").split()[1] == "w"


# --- on the screens of the box ---


def _begin(box: Any) -> Any:
    """Sit down to a game in which both have set up, and return the table's screen."""
    services = box.services
    start = Start({}, 2, 0, 0)
    services.table = begin_match(
        services.queue, "mana", start, names=PLAYERS, timing=Timing(), time=services.time
    )
    for text in ("=c1", "=c6", "a1-c2"):
        services.table.play(text)
    return Play(services)


def _faults(screen: Any) -> list[str]:
    canvas = Canvas()
    screen.draw(canvas)
    return canvas.check()


def test_why_explains_each_piece_that_is_not_offered(box: Any) -> None:
    """White must move from a single; WHY says so of every other piece, the own ones first."""
    table = _begin(box)
    pushed = table.handle(Pressed(Control.WHY))
    why = pushed.screen
    assert why.pages[0].title == "Legal"
    assert why.pages[0].text.startswith("You must move from a single square, like the bird")
    refused = "\n".join(page.text for page in why.pages if page.title == "b6")
    assert "You must move from a single square; b6 is double." in refused
    assert _faults(why) == []


def test_why_says_why_a_diagonal_step_is_none(box: Any) -> None:
    """With a piece on a single square picked, the diagonal neighbour is explained."""
    _begin(box)
    box.services.table.edit("W...../....../....../.b..../....../B..... b 1 00 -")
    table = Play(box.services)
    table.handle(Pressed(Control.KNOB))
    why = table.handle(Pressed(Control.WHY)).screen
    assert any("diagonal steps are not allowed" in page.text for page in why.pages)
    assert any("exactly 1 step" in page.text for page in why.pages)


def test_laying_says_who_plays_what_in_few_pages(box: Any) -> None:
    """Once who is black; five ronins in one line."""
    table = _begin(box)
    for again in (False, True):
        pages = Laying(box.services, again=again).pages
        text = "\n".join(pages)
        assert "Maximilian: black\nAlessandra: white" in text
        assert "Each: 1 daimio, 5 ronins" in text
        assert text.count("black ronins") == 1
        assert len(pages) <= 7
    del table


def test_checked_move_is_shown_on_the_board(box: Any) -> None:
    """Any piece to any square: the answer in words, and a turn of the knob shows the board."""
    _begin(box)
    check = CheckMove(box.services)
    check.picker.point(ChoicePart("piece", "a6"))
    check.handle(Pressed(Control.KNOB))
    check.picker.point(ChoicePart("destination", "b6"))
    verdict = check.handle(Pressed(Control.KNOB)).screen
    assert _faults(verdict) == []
    verdict.handle(Turned(1, at_s=0.0))
    canvas = Canvas()
    verdict.draw(canvas)
    assert canvas.check() == []
    assert "Own piece" in canvas.reading()
