"""Every game teaches itself: in every language, in five minutes, through the inbox."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engines import catalog
from engines.engine import Reason
from engines.languages import LANGUAGES
from firmware_py.core.control_words import CONTROL_WORDS
from firmware_py.games import face_of
from firmware_py.games import lesson as lessons
from firmware_py.games.lesson import BadLesson, Lesson, lesson_of
from firmware_py.games.titles import game_name
from firmware_py.history.archive import Archive
from firmware_py.match.picker import way_to
from firmware_py.screens.learn.lesson import DONE, LessonScreen
from firmware_py.screens.new_game.new_game import NewGame
from firmware_py.screens.play.why import Explained, Why
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.fonts import font
from firmware_py.ui.lists import Menu
from tests.support.learner import Learner

MOST_STEPS = 12
MOST_S = 300.0
MOST_PAGES = 2
"""Of a sentence, in normal letters."""


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
        """At most twelve steps, and something to do at most of them."""
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
        face = face_of(game)
        for place, step in enumerate(lesson.steps):
            state = lesson.match_at(place).state
            if step.do is not None:
                assert way_to(face.tree(state), step.do) is not None, place + 1
        for place, text in attempts_of(lesson):
            tree = face.attempts(lesson.match_at(place).state)
            assert way_to(tree, text) is not None, (place + 1, text)

    def test_the_display_has_every_character(self, game: str) -> None:
        """And a control is named by its place only, so that each language has its own word."""
        for step in lesson_of(game).steps:
            assert set(step.texts) == set(LANGUAGES)
            for text in step.texts.values():
                places = re.findall(r"\{(.*?)\}", text)
                assert set(places) <= {control.value for control in CONTROL_WORDS}
                plain = re.sub(r"\{.*?\}", "", text)
                assert not set(re.findall(r"\w+", plain)) & set(CONTROL_WORDS.values())
                for name in ("small", "medium"):
                    assert not {c for c in plain if not font(name).has(c)}, text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", catalog.GAMES)
def test_a_learner_comes_to_the_end(make_box: Any, game: str, language: str) -> None:
    """Every sentence is read and fits, everything is done with the knob, and no match is kept."""
    box = make_box(language=language)
    begin(box, game)
    told: list[str] = []
    learner = Learner(box, lambda: told.append(" ".join(box.text)))
    told.append(" ".join(box.text))
    learner.learn()
    for place in range(len(lesson_of(game).steps)):
        screen = LessonScreen(box.services, lesson_of(game), place)
        pages = screen.pages()
        assert len(pages) <= MOST_PAGES, (place + 1, pages)
        for screen.page in range(len(pages)):  # as it looks to somebody who comes back to it
            canvas = Canvas()
            screen.draw(canvas)
            assert canvas.check() == [], place + 1
        for page in pages:
            assert any(" ".join(page.rows) in text for text in told), (place + 1, page.rows)
    assert box.unfit == {}
    assert learner.seconds <= MOST_S
    assert type(box.screen) is Menu
    assert box.said("You know the rules") in box.text
    assert Archive(box.store.connection).count() == 0
    assert box.services.queue.open_matches() == []


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
            text for text in screen.entry.face.tree(screen.entry.match.state).walk()
            if text != step.do
        )  # fmt: skip
        lines = list(screen.entry.match.lines)
        learner.pick(other)
        shown: Any = box.screen
        assert isinstance(shown, Explained)
        said = box.said("Legal too; but here: {move}.").partition("{")[0]
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
        way = way_to(check.entry.face.attempts(check.match.state), screen.step.do)
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
        """The learner is told, and goes on trying."""
        self.at(box, "icehouse", "attempt")
        screen = box.screen
        while not screen.is_asking:
            box.press()
        legal = next(screen.entry.face.tree(screen.entry.match.state).walk())
        place = screen.place
        for part in way_to(screen.entry.face.attempts(screen.entry.match.state), legal):
            assert screen.entry.picker.point(part)
            box.press()
        assert (box.screen, screen.place) == (screen, place)
        assert any("legal" in line for line in box.text)


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
    """Whoever writes one reads the place and the reason."""
    file = tmp_path / "lesson.toml"
    file.write_text(text)
    monkeypatch.setattr(lessons, "_path", lambda _: file)
    with pytest.raises(BadLesson, match=re.escape(says)):
        lesson_of.__wrapped__("some")
