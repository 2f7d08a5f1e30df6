"""The UI of Mandala: every choice can be entered, every moment fits, no secret shows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engines.engine import ChoicePart, Reason, Refused, Start, judge
from engines.languages import LANGUAGES, TRANSLATED
from engines.mandala import GAME
from engines.mandala.cards import colour_term
from engines.mandala.choices import Choice
from engines.mandala.state import State, public
from engines.match import Match
from engines.wording import translator as game_translator
from firmware_py.core.language import translator
from firmware_py.games import ui_of
from firmware_py.games.mandala.entry import CLAIM, DISCARD, FIELDS, MOUNTAINS, RING
from firmware_py.games.mandala.oled_table import BLOCK, NORMAL, SECOND
from firmware_py.games.mandala.words import binding
from firmware_py.games.table_editor import EditField, TableArea
from firmware_py.match.picker import ChoiceNode, Picker
from firmware_py.match.scene import Scene, SeatClock
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, Written, text_width, wrap
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.paging import set_pages
from firmware_py.ui.widgets import BODY, fitting
from firmware_py.ui.widgets import Rect as Place
from tests.support.scenes import make_scene

UI = ui_of("mandala")
NAMES = ("Maximiliane", "Bartholomäus")
PUBLIC = Start({"table": "public", "strict_next": False}, 2, 0, 7)
FULL = Start({"table": "full", "strict_next": False}, 2, 0, 7)


def scene(state: State, language: str = "en", **more: Any) -> Scene[Any]:
    return make_scene(GAME, state, NAMES, language, **more)


def picker(state: State) -> Picker:
    return Picker(UI.tree(state), lambda picked, options: UI.start(state, picked, options))


def entering(state: State, at: Picker, language: str = "en", large: bool = False) -> Scene[Any]:
    return scene(
        state,
        language,
        picked=at.picked,
        options=at.options,
        index=at.index,
        complete=at.complete,
        reachable=tuple(at.reachable),
        large=large,
        title=title_of(state),
    )


def title_of(state: State) -> str:
    turn = GAME.turn(state)
    return "Everyone" if turn is None or turn.seat is None else NAMES[turn.seat]


def timed(shown: Scene[Any]) -> Scene[Any]:
    """Return a scene with clocks, the one of the seat on turn running."""
    turn = GAME.turn(shown.state)
    running = None if turn is None else turn.seat
    clocks = tuple(SeatClock(name, "12:34", seat == running) for seat, name in enumerate(NAMES))
    return replace(shown, clocks=clocks)


def drawn(shown: Scene[Any]) -> Canvas:
    canvas = Canvas()
    UI.draw(canvas, shown)
    return canvas


def faults(shown: Scene[Any]) -> list[str]:
    return drawn(shown).check()


def at(**changes: Any) -> Any:
    """Return an ordinary position of a public table, with changes."""
    position = {
        "phase": "play",
        "turn": 0,
        "deck": 75,
        "hands": [6, 6],
        "mountains": ["YYP", "RR"],
        "fields": [["RO", "GG"], ["", "KKKK"]],
        "rivers": ["RG", "KY"],
    }
    return GAME.from_position({**position, **changes}, PUBLIC)


def claiming(**changes: Any) -> Any:
    position = {"phase": "claim", "claim": 0, "actor": 1, "mountains": ["YPPPK", "RR"], "deck": 73}
    return at(**{**position, **changes})


def play_by_knob(seed: int, start: Start = PUBLIC) -> Iterator[tuple[Any, Picker]]:
    """Yield every moment of a match that is entered with the knob alone."""
    chance = random.Random(seed)
    match = Match(GAME, start, NAMES)
    while match.turn is not None:
        state, knob = match.state, picker(match.state)
        text = None
        while text is None:
            knob.turn(chance.randint(-3, 3))
            yield state, knob
            text = knob.press()
        match.play(text)
    yield match.state, picker(match.state)


# Entering


@pytest.mark.parametrize("seed", range(3))
def test_every_legal_choice_and_nothing_else_can_be_entered(seed: int) -> None:
    for state, knob in play_by_knob(seed):
        if knob.has_begun:
            continue
        choices = UI.tree(state).choices()
        assert set(choices) == {GAME.write(choice) for choice in GAME.legal(state)}
        if state.phase in ("play", "claim"):
            assert len(choices) == len(set(choices))


def test_a_full_table_is_entered_as_well() -> None:
    moments = list(play_by_knob(4, FULL))
    assert len(moments) > 50
    assert GAME.outcome(moments[-1][0]) is not None


RED, BLACK = (ChoicePart("colour", colour_term(letter)) for letter in "RK")


def test_the_colours_come_first_then_the_places_where_one_may_go() -> None:
    """Red is on the second mountain and in the own first field."""
    tree = UI.tree(at())
    assert [part.value.value for part in tree.children] == list("ROYGPK")
    assert tuple(tree.children[RED].children) == (FIELDS[0], DISCARD, MOUNTAINS[1])
    assert set(RING) == {*MOUNTAINS, *FIELDS, DISCARD}


def test_a_card_to_a_mountain_takes_two_presses() -> None:
    knob = picker(at())
    knob.point(RED)
    assert knob.press() is None
    knob.point(MOUNTAINS[1])
    assert knob.press() == "A2R"


def test_a_count_begins_with_one_and_wraps_to_the_most() -> None:
    knob = picker(at())
    knob.press()
    knob.point(DISCARD)
    knob.press()
    assert knob.highlighted == ChoicePart("count", 1)
    knob.turn(-1)
    assert knob.highlighted == ChoicePart("count", 6)


def test_the_last_colour_of_a_destruction_claims_itself() -> None:
    assert UI.forced(claiming()) is None
    assert UI.forced(claiming(mountains=["PPP", "RR"])) == "TP"
    assert UI.forced(at()) is None


def test_cards_turned_up_are_told_in_any_order() -> None:
    root = UI.tree(GAME.setup(PUBLIC))
    entered = {
        (first.value, second.value): leaf.choice
        for first, node in root.children.items()
        for second, leaf in node.children.items()
    }
    assert len(entered) == 36
    assert all(entered[first, second] == entered[second, first] for first, second in entered)


def test_the_cursor_begins_on_the_biggest_pile_to_claim() -> None:
    knob = picker(claiming())
    assert knob.press() == "TP"


def test_the_cursor_begins_on_the_colour_with_most_cards_unseen() -> None:
    state = at(discard="ROYGP" * 6, deck=45)
    assert picker(state).highlighted == BLACK


def test_the_cursor_does_not_know_the_hand() -> None:
    state = next(s for s, _ in play_by_knob(1, FULL) if GAME.turn(s) is not None)
    assert state.dealt is not None
    swapped = replace(state, dealt=replace(state.dealt, hands=state.dealt.hands[::-1]))
    options = tuple(UI.tree(public(state)).children)
    assert UI.start(state, (), options) == UI.start(swapped, (), options)


def test_nothing_can_be_entered_after_the_end() -> None:
    assert UI.tree(at(phase="over", drawn=True)).choices() == []


# Attempts


@pytest.mark.parametrize("phase", ["flip", "play", "claim", "cups"])
def test_every_attempt_gets_an_answer(phase: str) -> None:
    states = {
        "flip": GAME.setup(PUBLIC),
        "play": at(),
        "claim": claiming(),
        "cups": at(phase="cups"),
    }
    state = states[phase]
    attempts = UI.attempts(state).choices()
    verdicts: dict[str, Choice | Reason] = {}
    for text in attempts:
        verdict = judge(GAME, state, text)
        verdicts[text] = verdict
    legal = {text for text, verdict in verdicts.items() if not isinstance(verdict, Reason)}
    assert legal == set(UI.tree(state).choices())
    assert len(legal) < len(attempts) <= 2500


def _covers(attempts: ChoiceNode, tree: ChoiceNode) -> bool:
    return all(
        part in attempts.children and _covers(attempts.children[part], child)
        for part, child in tree.children.items()
    )


@pytest.mark.parametrize("seed", range(2))
def test_what_is_legal_is_attempted_by_the_same_parts(seed: int) -> None:
    for state, knob in play_by_knob(seed):
        if not knob.has_begun:
            assert _covers(UI.attempts(state), UI.tree(state))


def test_a_claim_can_be_tried_where_there_is_nothing_to_claim() -> None:
    node = UI.attempts(at()).children[CLAIM]
    verdict = judge(GAME, at(), node.first())
    assert isinstance(verdict, Reason)
    assert verdict.code == "NOTHING_TO_CLAIM"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("large", [False, True])
def test_every_attempt_and_refusal_fits(language: str, large: bool) -> None:
    for state in (at(), claiming(), GAME.setup(PUBLIC), at(phase="cups")):
        knob = Picker(UI.attempts(state))
        chance = random.Random(3)
        for _ in range(60):
            knob.turn(chance.randint(1, 9))
            assert faults(entering(state, knob, language, large)) == []
            text = knob.press()
            if text is None:
                continue
            verdict = judge(GAME, state, text)
            if isinstance(verdict, Reason):
                shown = replace(entering(state, knob, language, large), refused=verdict)
                assert faults(shown) == []
            knob = Picker(UI.attempts(state))


def test_a_refusal_frames_the_cards_that_forbid_it() -> None:
    state = at()
    verdict = judge(GAME, state, "A1G")
    assert isinstance(verdict, Reason)
    knob = Picker(UI.attempts(state))
    knob.turn(3)
    knob.press()
    knob.point(MOUNTAINS[0])
    assert knob.press() == "A1G"
    plain = drawn(entering(state, knob))
    framed = drawn(replace(entering(state, knob), refused=verdict))
    # The frame around green in the field across, which begins a row above its letters.
    above = NORMAL.blocks[0].across - 1
    assert any(framed.lit(x, above) for x in range(BLOCK))
    assert not any(plain.lit(x, above) for x in range(BLOCK))


# Drawing


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("large", [False, True])
def test_every_moment_of_a_match_fits(language: str, large: bool) -> None:
    for state, knob in play_by_knob(11):
        assert faults(entering(state, knob, language, large)) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("large", [False, True])
def test_a_table_without_an_entry_fits(language: str, large: bool) -> None:
    for state in (at(), claiming(), GAME.setup(PUBLIC), at(phase="over", drawn=True)):
        assert faults(scene(state, language, large=large)) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("large", [False, True])
def test_the_biggest_piles_fit_side_by_side(language: str, large: bool) -> None:
    piles: dict[str, Any] = {
        "mountains": ["R" * 18 + "O" * 17 + "Y" * 16, "R"],
        "fields": [["G" * 12 + "P" * 11, ""], ["", "K"]],
        "rivers": ["", ""],
    }
    visible = sum(len(each) for each in (*piles["mountains"], *piles["fields"][0])) + 1
    state = at(**piles, deck=108 - 12 - 4 - visible)
    for place in RING:
        knob = picker(state)
        colours = (knob.point(part) and knob.press() for part in UI.tree(state).children)
        while not knob.point(place):
            knob.back()
            next(colours)
        assert faults(entering(state, knob, language, large)) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("large", [False, True])
def test_a_finished_attempt_fits(language: str, large: bool) -> None:
    state = at()
    for place in RING:
        knob = Picker(UI.attempts(state))
        knob.point(place)
        while knob.press() is None:
            pass
        assert knob.options == ()
        assert faults(entering(state, knob, language, large)) == []


def test_the_cards_laid_last_are_marked() -> None:
    plain = drawn(scene(at()))
    marked = drawn(scene(at(), last="B2K4"))
    # Black is in the field across of mandala 2.
    changed = differing(plain, marked)
    across = NORMAL.blocks[1].across
    assert changed
    assert all(x >= SECOND and across <= y < across + 6 for x, y in changed)


@pytest.mark.parametrize("last", ["TR", "CR2", "H1=RG", "end", "edit {}"])
def test_other_choices_leave_no_mark(last: str) -> None:
    assert drawn(scene(at(), last=last)).frame() == drawn(scene(at())).frame()


def test_missing_colours_are_read_out() -> None:
    words = " ".join(drawn(scene(at())).reading())
    assert "Mountain: Y2 P1" in words
    assert "Missing: K" in words
    assert "Missing: O Y G P" in words


def test_the_player_on_turn_sits_below() -> None:
    """Black is in the field of the second player in mandala 2."""
    block = NORMAL.blocks[1]
    for turn, ink in ((0, block.across), (1, block.own)):
        without = at(turn=turn, fields=[["RO", "GG"], ["", ""]], deck=79)
        changed = differing(drawn(scene(without)), drawn(scene(at(turn=turn))))
        rows = {y for x, y in changed if x >= SECOND and y > NORMAL.title.h}
        assert rows
        assert rows <= set(range(ink, ink + 6))


def differing(before: Canvas, after: Canvas) -> list[tuple[int, int]]:
    """Return the pixels that differ."""
    return [
        (x, y) for x in range(WIDTH) for y in range(HEIGHT) if before.lit(x, y) != after.lit(x, y)
    ]


def test_what_is_chosen_is_read_out() -> None:
    state = at()
    knob = picker(state)
    knob.point(RED)
    assert "> red" in drawn(entering(state, knob)).reading()
    knob.press()
    assert "> Field 1: red" in drawn(entering(state, knob)).reading()
    knob.turn(1)
    assert "> Discard: red" in drawn(entering(state, knob)).reading()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letters_of_the_colours_differ(language: str) -> None:
    letters = translator(language)("ROYGPK")
    assert len(letters) == len(set(letters)) == 6


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_letter_begins_the_name_of_its_colour(language: str) -> None:
    """Purple keeps its P: there green and purple begin alike."""
    letters = translator(language)("ROYGPK")
    for letter, colour in zip(letters, "ROYGPK", strict=True):
        name = game_translator(language)(GAME.words[f"colour.{colour}"])
        assert name[0].upper() == letter or colour == "P"


# Secrets


def test_the_cups_never_show() -> None:
    one, other = (at(cups_known=[cup, ""], deck=71) for cup in ("RRRR", "GGKK"))
    for state in (one, other):
        assert state.dealt is None
    for place in RING:
        frames = set()
        for state in (one, other):
            knob = picker(state)
            knob.point(place)
            frames.add(drawn(entering(state, knob)).frame())
        assert len(frames) == 1


def test_the_hands_of_a_full_table_never_show() -> None:
    state = next(s for s, _ in play_by_knob(2, FULL))
    dealt = state.dealt
    assert dealt is not None
    swapped = replace(state, dealt=replace(dealt, hands=dealt.hands[::-1], cups=dealt.cups[::-1]))
    shown, other = drawn(scene(state)), drawn(scene(swapped))
    assert shown.frame() == other.frame()
    assert shown.reading() == other.reading()


def test_the_score_shows_after_the_end() -> None:
    state = at(phase="over", cups_told=["RR", "KO"])
    assert f"> {NAMES[0]}:\u00a02  {NAMES[1]}:\u00a01" in drawn(scene(state)).reading()


def test_a_cup_that_was_told_does_not_show_before_the_other() -> None:
    frames = {drawn(scene(at(phase="cups", cups_told=[cup, None]))).frame() for cup in ("RR", "GK")}
    assert len(frames) == 1


# Binding and aid


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_binds_the_player_is_as_large_as_the_name(language: str) -> None:
    """Also next to a running clock, and without descenders, which would touch the row below."""
    final = at(phase="claim", claim=0, actor=1, final=True, last=True)
    for state in (claiming(), final, at(last=True)):
        for room in (77, 38):
            words = binding(entering(state, picker(state), language), room)
            assert 0 < text_width(words, "large") <= room
            assert font_of("large").line(words).bottom <= font_of("large").line("H").bottom


def test_nothing_binds_in_an_ordinary_turn() -> None:
    assert binding(entering(at(), picker(at())), WIDTH) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_the_aid_fits(language: str) -> None:
    place = Place(0, BODY.y + 1, WIDTH - 5, BODY.h - 1)
    say = translator(language)
    for page in UI.aid(at()):
        assert text_width(say(page.title), "small") <= WIDTH - 20
        if page.draw is None:
            text = say(page.text)
            font = fitting(text, place, "medium")
            assert len(wrap(text, font, place.w)) * font_of(font).height <= place.h, page.title
            continue
        canvas = Canvas()
        page.draw(canvas, scene(at(), language))
        assert canvas.check() == []
        assert not any(canvas.cut(WIDTH, HEIGHT).columns[WIDTH - 4 :]), (
            "clear of the mark of the pages"
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_aid_names_the_letter_of_each_colour(language: str) -> None:
    (page,) = (page for page in UI.aid(at()) if page.title == "Letters")
    canvas = Canvas()
    assert page.draw is not None
    page.draw(canvas, scene(at(), language))
    signs = [word.partition(": ")[0] for word in canvas.reading()[:-1]]
    assert sorted(signs) == sorted(translator(language)("ROYGPK"))


@pytest.mark.parametrize(
    ("state", "title"),
    [
        (at(), "Your turn"),
        (claiming(), "Claiming"),
        (GAME.setup(PUBLIC), "Your turn"),
        (at(phase="flip", claim=1, mountains=["YYP", ""], deck=77), "River and cup"),
        (at(phase="cups"), "Score"),
    ],
)
def test_the_aid_opens_where_it_helps(state: State, title: str) -> None:
    assert UI.aid(state)[UI.aid_page(state)].title == title


# Correcting


def fields(state: State, language: str = "en") -> list[EditField]:
    return [field for area in UI.areas(scene(state, language)) for field in area.fields]


def corrected(state: State, title: str, value: str, area: int) -> State:
    (field,) = [each for each in UI.areas(scene(state))[area].fields if each.title == title]
    position = field.put(value)
    after = GAME.from_position(position, PUBLIC)
    assert GAME.check(after) == ()
    return after


def test_the_value_now_is_among_the_values() -> None:
    for state, knob in play_by_knob(5):
        if not knob.has_begun:
            assert all(field.value in field.values for field in fields(state))


def test_the_value_now_changes_nothing() -> None:
    for state, knob in play_by_knob(6):
        if knob.has_begun:
            continue
        position = GAME.position(state)
        for field in fields(state):
            assert field.put(field.value) == position, field.title


@pytest.mark.parametrize("start", [PUBLIC, FULL], ids=["public", "full"])
def test_every_correction_keeps_the_pack_or_is_refused(start: Start) -> None:
    accepted = refused = 0
    moments = [state for state, knob in play_by_knob(8, start) if not knob.has_begun]
    for state in moments[::12]:
        for field in fields(state):
            for value in field.values:
                try:
                    after = GAME.from_position(field.put(value), start)
                except Refused:
                    refused += 1
                    continue
                codes = {reason.code for reason in GAME.check(after)}
                assert not codes & {"CHECK_CARDS", "CHECK_COLOUR"}
                accepted += not codes
    assert accepted > 10 * refused


def test_a_colour_on_the_wrong_area_is_moved_in_one_step() -> None:
    after = corrected(at(), "yellow", f"{NAMES[0]}: 2", area=0)
    assert GAME.view(after)["fields"][0][0] == "ROYY"
    assert GAME.view(after)["mountains"][0] == "P"
    assert GAME.view(after)["deck"] == 75


def test_a_card_more_comes_from_the_draw_pile() -> None:
    after = corrected(at(), "purple", "Mountain: 2", area=0)
    assert GAME.view(after)["mountains"][0] == "YYPP"
    assert GAME.view(after)["deck"] == 74


def test_two_slots_of_a_river_change_places() -> None:
    after = corrected(at(), f"{NAMES[0]}, slot 1", "green", area=2)
    assert GAME.view(after)["rivers"] == ["GR", "KY"]


def test_a_river_grows_by_a_slot() -> None:
    after = corrected(at(), f"{NAMES[1]}, slot 3", "purple", area=2)
    assert GAME.view(after)["rivers"] == ["RG", "KYP"]


def test_a_hand_is_counted_again() -> None:
    after = corrected(at(), f"{NAMES[0]}: hand", "8", area=4)
    assert GAME.view(after)["hands"] == [8, 6]
    assert GAME.view(after)["deck"] == 73


def test_the_turn_is_put_right() -> None:
    after = corrected(at(), "To play", NAMES[1], area=4)
    assert GAME.turn(after) == GAME.turn(at(turn=1))


def test_a_second_place_for_a_colour_cannot_be_made() -> None:
    """Each colour has one field in a mandala, so it is always in one area."""
    titles = [field.title for field in UI.areas(scene(at()))[0].fields]
    assert len(titles) == len(set(titles)) == 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_area_fits(language: str) -> None:
    place = Place(0, BODY.y + 1, WIDTH - 5, BODY.h - 1)
    for state, knob in play_by_knob(9):
        if knob.has_begun:
            continue
        for area in UI.areas(scene(state, language)):
            assert _fits(area, place), area


def _fits(area: TableArea, place: Place) -> bool:
    text = "\n".join(area.lines)
    font = fitting(text, place, "medium")
    return len(wrap(text, font, place.w)) * font_of(font).height <= place.h


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_and_values_of_the_editor_fit(language: str) -> None:
    for field in fields(at(last=True), language):
        assert text_width(field.title, "small") <= WIDTH
        assert all(text_width(value, "small") <= WIDTH - 10 for value in field.values)


# Instructions


def told_by(before: State, text: str, language: str = "en") -> list[str]:
    """Return what the box tells the hands after a choice."""
    choice = GAME.read(text)
    turn = GAME.turn(before)
    after = GAME.apply(before, choice)
    hands, voice = UI.hands, scene(before, language).voice
    who = "" if turn is None or turn.seat is None else NAMES[turn.seat]
    work = [step.say for step in GAME.steps(before, after) if step.say.code not in hands.known]
    news = [each for each in GAME.events(before, choice, after) if each.code not in hands.echoes]
    said = []
    for message in (*work, *news):
        sentence = voice.short(message.code)
        facts = {
            name: fact if isinstance(fact, int) else hands.name(voice, fact)
            for name, fact in message.facts.items()
        }
        said.append(
            voice.translate(sentence, **{"who": who, **facts}) if sentence else voice.say(message)
        )
    return list(dict.fromkeys(said))


def told_again(before: State, after: State, language: str) -> list[str]:
    """Return the sentences of all steps, as after undo or redo."""
    voice = scene(before, language).voice
    return list(dict.fromkeys(voice.say(step.say) for step in GAME.steps(before, after)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("seed", [1, 2])
def test_every_sentence_for_the_hands_fits_on_one_page(
    language: str, large: bool, seed: int
) -> None:
    """Done, taken back and done again, with and without clocks, in the place that follows."""
    checked = 0
    for state, choice in choices_of(seed):
        after = GAME.apply(state, GAME.read(choice))
        if GAME.turn(after) is None:
            continue
        done = [*told_by(state, choice, language), *told_again(state, after, language)]
        for now, said in ((after, done), (state, told_again(after, state, language))):
            shown = entering(now, picker(now), language, large)
            for where in (shown, timed(shown)):
                place = UI.hands.place(where)
                for sentence in said:
                    (page,) = set_pages((sentence, "."), place)[:1]
                    checked += 1
                    assert " ".join(page.rows).startswith(sentence), (sentence, place)
                    assert faults(replace(where, told=replace(page, count=2))) == []
    assert checked > 300


def choices_of(seed: int) -> Iterator[tuple[State, str]]:
    """Yield the tables of a match, each with what was chosen there."""
    chance = random.Random(seed)
    match = Match(GAME, PUBLIC, NAMES)
    while match.turn is not None:
        text = chance.choice(UI.tree(match.state).choices())
        yield match.state, text
        match.play(text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("large", [False, True])
def test_every_report_of_a_replay_fits(language: str, large: bool) -> None:
    for state, text in choices_of(3):
        after = GAME.apply(state, GAME.read(text))
        shown = scene(after, language, large=large, title=NAMES[0], corner="23/117", last=text)
        assert GAME.report is not None
        said = shown.voice.say(GAME.report(state, GAME.read(text), state.actor))
        pages = set_pages((said,), UI.hands.place(shown), large=large)
        assert len(pages) == 1
        assert faults(replace(shown, told=pages[0])) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("large", [False, True])
def test_clocks_fit_next_to_everything(language: str, large: bool) -> None:
    for state, knob in play_by_knob(12):
        assert faults(timed(entering(state, knob, language, large))) == []


@pytest.mark.parametrize("large", [False, True])
def test_both_clocks_are_read_and_the_running_one_is_large(large: bool) -> None:
    for state in (at(), claiming(), at(last=True), GAME.setup(PUBLIC)):
        canvas = drawn(timed(entering(state, picker(state), large=large)))
        clocks = [word for word in canvas.words if "12:34" in word.text]
        assert len(clocks) == 2
        if GAME.turn(state) != GAME.turn(GAME.setup(PUBLIC)):
            assert max(word.h for word in clocks) >= 9


def words_of(shown: Scene[Any], text: str) -> Written:
    (word,) = [each for each in drawn(shown).words if each.say == text]
    return word


@pytest.mark.parametrize("large", [False, True])
def test_whose_turn_and_what_binds_them_are_large(large: bool) -> None:
    state = claiming()
    shown = entering(state, picker(state), large=large)
    assert words_of(replace(shown, title="Ben"), "Ben").h >= 11
    assert words_of(shown, "Which colour?").h >= 11


def test_a_claim_says_face_down() -> None:
    said = told_by(claiming(), "TP")
    assert said == [
        f"{NAMES[1]}: 1 x purple to river slot 3.",
        f"{NAMES[1]}: 2 x purple face down in the cup.",
    ]


def test_both_fields_are_cleared_in_one_sentence() -> None:
    state = at(phase="claim", claim=0, actor=1, mountains=["K", "RR"], deck=77)
    assert told_by(state, "TK")[1:] == ["Discard both fields."]


# A pile that runs out


def refilling(deck: int) -> State:
    """Return a table whose mountain 2 is to be refilled from so few cards."""
    hidden = 75 + 6 - deck
    discard = "".join(sorted(("ROYGPK" * 14)[:hidden], key="ROYGPK".index))
    filling = {"mountains": ["YYP", ""], "fields": [["RO", "GG"], ["", ""]]}
    state: State = at(phase="flip", claim=1, deck=deck, discard=discard, **filling)
    assert GAME.check(state) == ()
    return state


def test_the_shuffle_is_told_between_the_two_cards() -> None:
    state = refilling(1)
    knob = picker(state)
    sentence = "Draw pile empty: shuffle the discards first."
    assert sentence not in " ".join(drawn(entering(state, knob)).reading())
    knob.press()
    assert sentence in " ".join(drawn(entering(state, knob)).reading())
    text = knob.press()
    assert text is not None
    assert not any("huffle" in said for said in told_by(state, text))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("large", [False, True])
def test_the_shuffle_between_the_cards_fits(language: str, large: bool) -> None:
    state = refilling(1)
    knob = picker(state)
    knob.press()
    for shown in (entering(state, knob, language, large), timed(entering(state, knob, language))):
        text = shown.say("Draw pile empty: shuffle the discards first.")
        assert len(set_pages((text,), UI.hands.place(shown))) == 1
        assert faults(shown) == []


def test_a_shuffle_after_the_second_card_is_told_after_it() -> None:
    state = refilling(2)
    knob = picker(state)
    knob.press()
    assert not any("huffle" in said for said in drawn(entering(state, knob)).reading())
    text = knob.press()
    assert text is not None
    assert any("Shuffle" in said for said in told_by(state, text))


# Set-up and cups


def test_the_first_card_stays_visible_while_the_second_is_entered() -> None:
    state = GAME.setup(PUBLIC)
    knob = picker(state)
    knob.point(ChoicePart("card", colour_term("R")))
    knob.press()
    knob.point(ChoicePart("card", colour_term("G")))
    shown = drawn(entering(state, knob))
    assert any(word.endswith("red + green") for word in shown.reading())
    first = picker(state)
    first.point(ChoicePart("card", colour_term("R")))
    before, one = drawn(scene(state)), drawn(entering(state, first))
    stripe = range(NORMAL.blocks[0].mountain - 1, NORMAL.blocks[0].mountain + 7)
    for fewer, more in ((before, one), (one, shown), (before, shown)):
        assert any(x < BLOCK and y in stripe for x, y in differing(fewer, more))


def cups() -> State:
    known = {"cups_known": ["RRRRYGGGGGKK", ""], "deck": 63}
    state: State = at(phase="cups", **known)
    return state


def test_the_cup_is_asked_next_to_its_known_cards() -> None:
    words = drawn(entering(cups(), picker(cups()))).reading()
    assert "Cup: which 2 starting cards?" in words
    assert NAMES[0] in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_shows_no_notation_at_the_cup_question(language: str) -> None:
    reason = judge(GAME, cups(), "TR")
    assert isinstance(reason, Reason)
    assert "H1" not in scene(cups(), language).voice.refuse(reason)
    grounds = [
        scene(cups(), language).voice.say(each) for each in GAME.grounds(cups(), GAME.read("H1=RG"))
    ]
    assert grounds
    assert not any("H1" in said for said in grounds)


# What a press plays


def test_only_a_press_that_plays_is_lit_and_its_choice_is_whole() -> None:
    state = at()
    for place in RING:
        knob = picker(state)
        knob.point(place)
        while True:
            canvas = drawn(entering(state, knob))
            inside_key = canvas.lit(NORMAL.answer.x + 1, NORMAL.answer.y + 1)
            assert inside_key == bool(knob.complete)
            (said,) = [word for word in canvas.reading() if word.startswith("> ")]
            if knob.press() is not None:
                break
        label, _, cards = said.partition(": ")
        assert label[2:].split()[0] in ("Mountain", "Field", "Discard")
        assert cards


def test_a_forced_count_stands_in_the_answer_before_the_press() -> None:
    """With two cards in hand one must stay: the only count is played with the colour."""
    state = at(hands=[2, 6], deck=79)
    knob = picker(state)
    knob.point(FIELDS[0])
    knob.press()
    assert knob.complete
    (said,) = [w for w in drawn(entering(state, knob)).reading() if w.startswith("> ")]
    assert said.startswith("> Field 1: 1 x ")


def test_a_colour_that_cannot_be_claimed_has_no_count() -> None:
    state = claiming()
    knob = Picker(UI.attempts(state))
    assert knob.reachable == ["TR"]
    assert "> Claim: red" in drawn(entering(state, knob)).reading()


def test_the_aid_follows_the_house_rule() -> None:
    strict = GAME.setup(Start({"table": "public", "strict_next": True}, 2, 0, 7))
    assert UI.aid(strict) != UI.aid(at())
    assert [p.title for p in UI.aid(strict)] == [p.title for p in UI.aid(at())]


# Why


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_legal_choice_has_a_short_ground(language: str) -> None:
    voice = scene(at(), language).voice
    for state, knob in play_by_knob(13):
        if knob.has_begun or GAME.turn(state) is None:
            continue
        for choice in GAME.legal(state):
            said = [voice.say(each) for each in GAME.grounds(state, choice)]
            assert 1 <= len(said) <= 3
            assert all(len(sentence) <= 110 for sentence in said)


@pytest.mark.parametrize(
    ("state", "text", "code"),
    [
        (at(), "A1K", "grounds.A"),
        (at(), "B2O2", "grounds.B"),
        (at(), "CR1", "grounds.C"),
        (at(hands=[1, 6], deck=0, last=True, discard=""), "CK1", "grounds.C_only"),
        (claiming(), "TP", "grounds.T_tie"),
        (claiming(fields=[["R", "OGG"], ["", "KKKK"]]), "TP", "grounds.T_more"),
        (claiming(mountains=["K", "RR"]), "TK", "grounds.T_last"),
        (GAME.setup(PUBLIC), "F1=RG", "grounds.F"),
    ],
)
def test_the_reason_comes_first(state: State, text: str, code: str) -> None:
    assert GAME.grounds(state, GAME.read(text))[0].code == code


def test_a_sixth_colour_says_that_it_completes() -> None:
    codes = [each.code for each in GAME.grounds(at(), GAME.read("A1K"))]
    assert codes == ["grounds.A", "grounds.draw", "grounds.sixth"]


def test_a_report_is_no_order() -> None:
    assert GAME.report is not None
    said = scene(at()).voice.say(GAME.report(at(), GAME.read("B1O2"), 0))
    assert said == f"{NAMES[0]}, field 1: 2 x orange."
