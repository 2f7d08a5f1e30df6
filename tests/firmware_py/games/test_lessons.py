"""Every game teaches itself: in every language, in six minutes, through the inbox."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

import firmware_py
from engines import catalog
from engines.engine import ChoicePart, Reason, Term
from engines.languages import LANGUAGES
from firmware_py.core.language import CONTROL_WORDS
from firmware_py.games import lesson as lessons
from firmware_py.games import ui_of
from firmware_py.games.lesson import BadLesson, Lesson, lesson_of
from firmware_py.games.stones.focus import is_on_board
from firmware_py.games.titles import game_name
from firmware_py.history.archive import EndedMatches
from firmware_py.match.picker import way_to
from firmware_py.screens.learn.lesson import DONE, WRONG_TRIES, LessonScreen
from firmware_py.screens.new_game.new_game import NewGame
from firmware_py.screens.play.why import Explained, Why
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.fonts import font
from firmware_py.ui.lists import Menu
from hardware.events import Control
from tests.support.gallery.sheets import picture_of
from tests.support.learner import Learner

MOST_STEPS = 14
MOST_S = 360.0
MOST_PAGES = 2
"""On the whole display, and as many next to the table, in normal letters."""


def begin(box: Any, game: str) -> None:
    """Go from Home to a lesson: two presses and some turns."""
    box.choose("Learn").choose(game_name(box.services, game))
    assert isinstance(box.screen, LessonScreen)


def attempts_of(lesson: Lesson) -> list[tuple[int, str]]:
    """Return every choice of a lesson that has to be refused, with its step."""
    return [
        (place, text)
        for place, step in enumerate(lesson.steps)
        for text in (*step.why, *((step.attempt,) if step.attempt else ()))
    ]


@pytest.mark.parametrize("game", catalog.GAMES)
class TestData:
    """The file of a lesson keeps what it promises."""

    def test_it_is_short(self, game: str) -> None:
        """At most fourteen steps, and something to do at most of them."""
        steps = lesson_of(game).steps
        assert 0 < len(steps) <= MOST_STEPS
        assert 2 * sum(bool(step.do or step.attempt) for step in steps) >= len(steps)

    def test_every_refusal_that_a_beginner_meets_is_met(self, game: str) -> None:
        """Each code of the rules page is in a step, or is said to be met elsewhere."""
        lesson = lesson_of(game)
        met = set()
        for place, text in attempts_of(lesson):
            reason = lesson.match_at(place).why_not(text)
            assert isinstance(reason, Reason), (place + 1, text)
            met.add(reason.code)
        words = catalog.load(game).words
        codes = {code for code in words if code.isupper() and not code.startswith("CHECK_")}
        assert met | set(lesson.elsewhere) == codes
        assert not met & set(lesson.elsewhere)

    def test_what_is_taught_can_be_entered(self, game: str) -> None:
        """Among other choices that are legal as well; what is refused, among the attempts."""
        lesson = lesson_of(game)
        ui = ui_of(game)
        for place, step in enumerate(lesson.steps):
            state = lesson.match_at(place).state
            if step.do is not None:
                assert way_to(ui.tree(state), step.do) is not None, place + 1
        for place, text in attempts_of(lesson):
            tree = ui.attempts(lesson.match_at(place).state)
            assert way_to(tree, text) is not None, (place + 1, text)

    def test_the_display_has_every_character(self, game: str) -> None:
        """And a control is named by its place only, so that each language has its own word."""
        for text in texts_of(lesson_of(game)):
            plain = re.sub(r"\{.*?\}", "", text)
            assert not set(re.findall(r"\w+", plain)) & set(CONTROL_WORDS.values())
            for name in ("small", "medium"):
                assert not {c for c in plain if not font(name).has(c)}, text

    def test_places_stand_for_words_of_the_box(self, game: str) -> None:
        """Controls, words of the game, and rows of menus that the catalogs have."""
        controls = {control.value for control in CONTROL_WORDS}
        rows = set.intersection(*(messages(language) for language in LANGUAGES if language != "en"))
        for text in texts_of(lesson_of(game)):
            places = set(re.findall(r"\{(.*?)\}", text))
            assert places <= controls | set(catalog.load(game).words) | rows, text

    def test_it_begins_with_how_the_game_is_won(self, game: str) -> None:
        """In every language, on the first pages."""
        first = lesson_of(game).steps[0]
        for language, won in (("en", r"\bwins?\b|\bwon\b"), ("fr", "gagn"), ("it", r"\bvinc")):
            assert re.search(won, first.about_text(language).casefold()), language

    def test_everything_is_a_whole_sentence(self, game: str) -> None:
        """It begins with a capital, a number or a square and ends with . or ?, after two words."""
        for text in texts_of(lesson_of(game)):
            assert re.fullmatch(r"([A-ZÀ-Ý0-9]|[a-f][1-6] ).*[.?]", text), text
            for sentence in re.split(r"[.?] ", text):
                assert len(sentence.split()) > 1, text


def texts_of(lesson: Lesson) -> list[str]:
    """Return every text of a lesson, in every language."""
    return [text for step in lesson.steps for text in (*step.about.values(), *step.texts.values())]


def messages(language: str) -> set[str]:
    """Return the sentences that have a translation in a language."""
    folder = Path(firmware_py.__file__).parent / "text"
    with (folder / language / "LC_MESSAGES" / "firmware_py.po").open("rb") as file:
        return {str(message.id) for message in read_po(file) if message.string}


def test_options_of_a_step_begin_a_new_record() -> None:
    """Mandala Stones is taught with the main board first, then with the towers alone."""
    lesson = lesson_of("stones")
    changed = [place for place, step in enumerate(lesson.steps) if step.options is not None]
    assert changed == [3]
    assert lesson.match_at(2).state.board is not None
    assert lesson.match_at(3).state.board is None
    assert lesson.match_at(3).state.towers == (("", "PR", "", "", ""), ("Y", "", "", "", ""))


class TestMainBoard:
    """The lesson of Mandala Stones shows what its sentences are about."""

    @pytest.mark.parametrize("place", range(4))
    def test_it_is_next_to_its_sentences(self, box: Any, place: int) -> None:
        """In the steps that follow the main board, and no longer."""
        scene = LessonScreen(box.services, lesson_of("stones"), place).scene()
        assert is_on_board(scene) == (place < 3)

    def test_the_stack_under_the_cursor_is_lit(self, box: Any) -> None:
        """Also one that the artist may not take."""
        box.services.settings.remember("lesson.stones", 1)
        begin(box, "stones")
        while not box.screen.is_asking:
            box.press()
        picker = box.screen.entry.picker
        boards = []
        for part in way_to(ui_of("stones").attempts(box.screen.entry.match.state), "Pa2-a1:4@1"):
            assert picker.point(part)
            if part.name == "first":
                for stack in (1, 4, 5, 8):
                    assert picker.point(ChoicePart("first", stack))
                    box.app.paint()
                    shown = picture_of(box.panel.pictures[-1].frame)
                    boards.append(shown.crop((59, 12, 128, 64)).tobytes())
                break
            box.press()
        assert len(set(boards)) == 4


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_learner_comes_to_the_end(make_box: Any, game: str, language: str) -> None:
    """Every sentence is read and fits, everything is done with the knob, and no match is kept."""
    box = make_box(language=language)
    begin(box, game)
    shown: list[str] = []
    learner = Learner(box, lambda: shown.append(" ".join(box.text)))
    shown.append(" ".join(box.text))
    learner.learn()
    for place in range(len(lesson_of(game).steps)):
        screen = LessonScreen(box.services, lesson_of(game), place)
        pages = screen.pages()
        for part in (pages[: screen.task_page], pages[screen.task_page :]):
            assert len(part) <= MOST_PAGES, (place + 1, part)
        for screen.page in range(len(pages)):  # as it looks to somebody who comes back to it
            canvas = Canvas()
            screen.draw(canvas)
            assert canvas.check() == [], place + 1
        for page in pages:
            assert any(" ".join(page.rows) in text for text in shown), (place + 1, page.rows)
    assert box.unfit == {}
    assert learner.seconds <= MOST_S
    assert type(box.screen) is Menu
    assert box.said("You know the rules") in box.text
    assert EndedMatches(box.store.connection).count() == 0
    assert box.services.queue.open_matches() == []


def test_words_of_the_box_are_in_the_sentences(make_box: Any) -> None:
    """In the language of the table: a control, a choice of the game, and a row of a menu."""
    box = make_box(language="fr")
    begin(box, "scorepad")
    shown: list[str] = []
    Learner(box, lambda: shown.append(" ".join(box.text))).learn()
    engine = catalog.load("scorepad")
    more = box.services.voice(engine).fact(Term("action", "more"))
    for word in (more, box.said("End and score"), box.said(CONTROL_WORDS[Control.UNDO])):
        assert any(word in text for text in shown), word
    assert not any("{" in text or "action." in text for text in shown)


@pytest.mark.parametrize("game", catalog.GAMES)
def test_large_text_fits(make_box: Any, game: str) -> None:
    """The same lesson for those who want large letters, in the longest language."""
    box = make_box(language="fr")
    box.services.settings.put("text", "large")
    begin(box, game)
    Learner(box).learn()
    assert box.unfit == {}


class TestAtTheKnob:
    """What happens besides the taught way."""

    def at(self, box: Any, game: str, wanted: str) -> Any:
        """Go to the first step of a kind, and begin it."""
        place = next(n for n, step in enumerate(lesson_of(game).steps) if getattr(step, wanted))
        box.services.settings.remember(f"lesson.{game}", place)
        begin(box, game)
        return box

    @pytest.mark.parametrize("game", catalog.GAMES)
    def test_another_legal_move_gets_words_and_a_second_try(self, box: Any, game: str) -> None:
        """It is not played, the taught one is named, and then it can be made."""
        self.at(box, game, "do")
        screen = box.screen
        place, step, learner = screen.place, screen.step, Learner(box)
        while not screen.is_asking:
            box.press()
        other = next(
            text for text in screen.entry.ui.tree(screen.entry.match.state).walk()
            if text != step.do
        )  # fmt: skip
        lines = list(screen.entry.match.lines)
        learner.pick(other)
        shown: Any = box.screen
        assert isinstance(shown, Explained)
        said = box.said("That is allowed too. For this lesson: {move}.").partition("{")[0]
        assert said in " ".join(box.text)
        box.press("back")
        assert box.screen is screen
        assert screen.place == place
        assert screen.entry.match.lines == lines
        while screen.entry.picker.back():
            pass
        learner.pick(step.do)
        assert screen.place == place + 1
        assert "Good!" in box.text

    @pytest.mark.parametrize("game", catalog.GAMES)
    def test_why_explains_here_too(self, box: Any, game: str) -> None:
        """What is under the cursor, and why others are not offered."""
        self.at(box, game, "do")
        while not box.screen.is_asking:
            box.press()
        box.press("why")
        assert isinstance(box.screen, Why)
        assert box.unfit == {}

    def test_check_a_move_refuses_or_passes_the_taught_one_on(self, box: Any) -> None:
        """An illegal move gets its reason; the taught one counts, wherever it is entered."""
        self.at(box, "icehouse", "do")
        screen = box.screen
        while not screen.is_asking:
            box.press()
        place = screen.place
        box.hold("knob").choose("Check a move")
        check = box.screen
        check.picker.point(check.picker.options[-1])
        box.press()
        assert "Not legal" in box.text
        box.press("back")
        way = way_to(check.entry.ui.attempts(check.entry.match.state), screen.step.do)
        for part in way:
            assert check.picker.point(part)
            box.press()
        assert "Legal" in box.text
        box.press()
        assert box.screen is screen
        assert screen.place == place + 1

    def test_no_press_is_swallowed(self, box: Any) -> None:
        """Every button changes the picture at every kind of step."""
        game = next(iter(catalog.GAMES))
        for wanted in ("do", "attempt", "why"):
            for control in ("knob", "why", "undo", "back"):
                self.at(box, game, wanted)
                before = box.panel.pictures[-1]
                box.press(control)
                assert box.panel.pictures[-1] != before, (wanted, control)
                box.hold("back")

    def test_an_attempt_that_is_legal_is_no_mistake(self, box: Any) -> None:
        """The box says so, and the learner tries again."""
        self.at(box, "icehouse", "attempt")
        screen = box.screen
        while not screen.is_asking:
            box.press()
        legal = next(screen.entry.ui.tree(screen.entry.match.state).walk())
        place = screen.place
        for part in way_to(screen.entry.ui.attempts(screen.entry.match.state), legal):
            assert screen.entry.picker.point(part)
            box.press()
        assert (box.screen, screen.place) == (screen, place)
        assert any("legal" in line for line in box.text)


class TestTrying:
    """A move to try: the reason counts, not the one move that the file names."""

    def begin(self, box: Any) -> LessonScreen:
        """Go to the step of Mana where a piece on the wrong kind of square is tried."""
        lesson = lesson_of("mana")
        place = next(n for n, step in enumerate(lesson.steps) if step.attempt == "b3-b4")
        box.services.settings.remember("lesson.mana", place)
        begin(box, "mana")
        screen: LessonScreen = box.screen
        while not screen.is_asking:
            box.press()
        return screen

    def enter(self, box: Any, screen: LessonScreen, text: str) -> None:
        """Make a move among all that can be tried."""
        entry = screen.entry
        while entry.picker.back():
            pass
        for part in way_to(entry.ui.attempts(entry.match.state), text) or ():
            if entry.picker.point(part):
                box.press()

    @pytest.mark.parametrize("text", ["b3-b4", "b3-a3", "c1-c3"])
    def test_every_move_refused_for_the_taught_reason_counts(self, box: Any, text: str) -> None:
        """Another piece, another destination: the rule that was to be met is met."""
        screen = self.begin(box)
        place = screen.place
        self.enter(box, screen, text)
        box.press()
        assert screen.place == place + 1
        assert "Good!" in box.text

    def test_a_move_refused_for_another_reason_does_not(self, box: Any) -> None:
        """The box says so, and the learner has another try."""
        screen = self.begin(box)
        place = screen.place
        self.enter(box, screen, "pass")
        box.press()
        assert (box.screen, screen.place) == (screen, place)
        assert any("another" in line for line in box.text)

    def test_three_wrong_tries_show_the_move(self, box: Any) -> None:
        """From then on pressing alone makes it; after two it does not."""
        screen = self.begin(box)
        place = screen.place
        for wrong in range(WRONG_TRIES):
            assert screen._wrong == wrong  # noqa: SLF001 - how many were wrong
            assert screen.entry.picker.reachable != ["b3-b4"]
            self.enter(box, screen, "pass")
            box.press()
        while box.screen is screen:
            box.press()
        box.press()
        assert screen.place == place + 1

    def test_three_other_moves_show_the_taught_one(self, box: Any) -> None:
        """The same where a legal move is to be made."""
        lesson = lesson_of("mana")
        place = next(n for n, step in enumerate(lesson.steps) if step.do == "b1-b3")
        box.services.settings.remember("lesson.mana", place)
        begin(box, "mana")
        screen: LessonScreen = box.screen
        while not screen.is_asking:
            box.press()
        for _ in range(WRONG_TRIES):
            assert screen.place == place
            while screen.entry.picker.back():
                pass
            for part in way_to(screen.entry.ui.tree(screen.entry.match.state), "e1-e4") or ():
                if screen.entry.picker.point(part):
                    box.press()
            box.press("back")
        for _ in range(4):
            if screen.place == place:
                box.press()
        assert screen.place == place + 1


class TestComingBack:
    """A lesson can be left at any step."""

    def test_it_goes_on_at_the_step_even_after_a_restart(self, box: Any) -> None:
        """Home in the middle, the plug pulled: the same step."""
        game = list(catalog.GAMES)[-1]
        begin(box, game)
        for _ in range(3):
            Learner(box).take_step()
        box.hold("back")
        box.choose("Learn").turn(9)
        assert any(f"4/{len(lesson_of(game).steps)}" in line for line in box.text)
        box.restart()
        begin(box, game)
        assert box.screen.place == 3

    def test_undo_goes_a_step_back(self, box: Any) -> None:
        """As often as somebody likes; at the first one it says so."""
        game = list(catalog.GAMES)[-1]
        begin(box, game)
        Learner(box).take_step()
        box.press("undo")
        assert box.screen.place == 0
        box.press("undo")
        assert any("first step" in line for line in box.text)

    @pytest.mark.parametrize("kept", [99, -7, True, "three", None, [1], {"a": 1}, 2.5])
    def test_a_value_that_means_nothing_is_the_beginning(self, box: Any, kept: Any) -> None:
        """A newer lesson may be shorter, and a file may be damaged."""
        game = next(iter(catalog.GAMES))
        box.services.settings.remember(f"lesson.{game}", kept)
        begin(box, game)
        assert box.screen.place == 0

    def test_a_finished_lesson_is_ticked_and_leads_to_a_game(self, box: Any) -> None:
        """And begins at its beginning again."""
        game = next(iter(catalog.GAMES))
        box.services.settings.remember(f"lesson.{game}", DONE)
        box.choose("Learn")
        assert any("✓" in line for line in box.text)
        box.choose(game_name(box.services, game))
        assert box.screen.place == 0
        Learner(box).learn()
        box.choose("New game")
        assert isinstance(box.screen, NewGame)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("step = [", "lesson.toml of"),
        ("colour = 1", "unknown 'colour'"),
        ('[[step]]\nen = "a"\nfr = "b"', "step 1: no sentence in 'it'"),
        ('[[step]]\nen = "a"\nfr = "b"\nit = "c"\ndo = "x"\ntry = "y"', "more than one of"),
        ('[[step]]\nen = "a"\nfr = "b"\nit = "c"\nmove = "x"', "step 1: unknown 'move'"),
    ],
)
def test_a_lesson_that_cannot_be_taught_says_where(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any, text: str, says: str
) -> None:
    """The message has the place and the reason."""
    file = tmp_path / "lesson.toml"
    file.write_text(text)
    monkeypatch.setattr(lessons, "_path", lambda _: file)
    with pytest.raises(BadLesson, match=re.escape(says)):
        lesson_of.__wrapped__("some")
