"""A lesson on the box: a sentence beside the table, and now and then a move to make.

read --press--> read the next page --press--> the next step
                                   --press--> do: the knob walks through what is legal
do --the taught move--> the next step          --another legal one--> why not that, once more
BACK while nothing is picked: the sentence again; UNDO: a step back
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engines.engine import Reason, judge
from firmware_py.core.control_words import CONTROL_WORDS
from firmware_py.core.language import N_
from firmware_py.games.lesson import Lesson, LessonStep, has_lesson, lesson_of
from firmware_py.games.titles import game_name
from firmware_py.match.game_info import facts_of
from firmware_py.match.picker import way_to
from firmware_py.match.scene import AnyScene
from firmware_py.screens.learn.scratch_screen import ScratchScreen
from firmware_py.screens.play.check_move import CheckMove
from firmware_py.screens.play.entry import Verdict
from firmware_py.screens.play.why import (
    Explained,
    Explanation,
    explanation,
    grounds_text,
    refusal_text,
)
from firmware_py.ui.lists import AnswerMenu, Menu, MenuRow
from firmware_py.ui.navigation import (
    IGNORED,
    STAY,
    GoHome,
    Input,
    Next,
    PlayChecked,
    Pop,
    Push,
    Replace,
    Returned,
    Screen,
    ScreenWords,
    TapRow,
    TapThrough,
)
from firmware_py.ui.paged_text import Page
from firmware_py.ui.paging import moved
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item
from hardware.events import Control, Held, Pressed, Turned

_GO_ON = "lesson:on"
DONE = -1
"""Where somebody is who has come to the end."""


def learn_menu(services: Services) -> Menu:
    """Return the games that teach themselves, each with how far somebody has come."""
    from engines import catalog  # slow to import

    games = [game for game in catalog.GAMES if has_lesson(game)]

    def rows() -> list[MenuRow]:
        about = services.say(N_("Five minutes at the knob; nothing has to be laid on the table."))
        return [
            MenuRow(
                Item(game_name(services, game), _progress(services, game)),
                lambda game=game: Push(open_lesson(services, game)),  # type: ignore[misc]
                about,
            )
            for game in games
        ]

    return Menu(services, lambda: services.say(N_("Learn")), rows)


def open_lesson(services: Services, game: str) -> LessonScreen:
    """Return the lesson of a game at the step where it was left."""
    return LessonScreen(services, lesson_of(game), max(_place(services, game), 0))


def _place(services: Services, game: str) -> int:
    """Return the step where a lesson was left; a value that means nothing is the beginning."""
    match services.settings.recall(f"lesson.{game}", 0):
        case bool():
            return 0
        case int(place) if DONE <= place < len(lesson_of(game).steps):
            return place
    return 0


def _progress(services: Services, game: str) -> str:
    place = _place(services, game)
    if place == DONE:
        return "✓"
    return f"{place + 1}/{len(lesson_of(game).steps)}" if place else ""


class LessonScreen(ScratchScreen):
    """One step of a lesson."""

    def __init__(self, services: Services, lesson: Lesson, place: int) -> None:
        super().__init__(services)
        self.lesson = lesson
        self._go_to(place)

    @property
    def step(self) -> LessonStep:
        """What is taught now."""
        return self.lesson.steps[self.place]

    def _go_to(self, place: int, *, praise: bool = False) -> None:
        """Begin a step."""
        self.place = place
        self.show(self.lesson.match_at(place))
        self._is_done = False
        """What was to be found out lies above this screen; it goes on when that closes."""
        self._praise = praise
        self.services.settings.remember(f"lesson.{self.lesson.game}", place)

    # --- drawing ---

    def words(self) -> ScreenWords:
        """Return the whole sentence, also while the knob chooses: a page has room for it."""
        return ScreenWords(f"{self._title()} {self._number}", self._sentence())

    def beside_picture(self) -> tuple[TapRow, ...]:
        """Return the way on, past the pages of a sentence that is there whole."""
        if self.is_asking or self.step.why:
            return ()
        return (TapRow(_GO_ON, self.services.say(N_("Go on"))),)

    def scene(self) -> AnyScene:
        """Return the table beside a sentence, or with the cursor."""
        say = self.services.say
        if self.is_asking:
            title = say(N_("Try")) if self.step.attempt else self.lesson.names[0]
            return self.entry.scene(title)
        return self._reading()

    def _reading(self) -> AnyScene:
        """Return the table beside a sentence."""
        return self.reading_scene(self._title(), self._number)

    def _title(self) -> str:
        return self.services.say(N_("Good!") if self._praise else N_("Lesson"))

    @property
    def _number(self) -> str:
        return f"{self.place + 1}/{len(self.lesson.steps)}"

    def _sentence(self) -> str:
        """Return the sentence of the step; controls have their own names in it."""
        words = {control.value: self.services.say(word) for control, word in CONTROL_WORDS.items()}
        return self.step.text(self.services.settings["language"]).format(**words)

    def pages(self) -> tuple[Page, ...]:
        """Return the sentence in the place that the table leaves for it."""
        return self.pages_of(self._sentence(), self._reading())

    # --- events ---

    def handle(self, event: Input) -> Next:
        """Read on, choose, explain, or go back."""
        match event:
            case Held(Control.KNOB):
                return Push(self._menu())
            case Pressed(Control.UNDO):
                return self._step_back()
            case Pressed(Control.WHY) if self.step.why:
                self._is_done = True
                pages = self._reasons(self.step.why)
                return Push(_Reasons(self.services, self.entry.match, pages))
            case _ if self.is_asking:
                return self.choose(event)
            case _:
                return self._read(event)

    def _read(self, event: Input) -> Next:
        match event:
            case Turned(steps):
                self.page = moved(self.page, steps, len(self.pages()))
            case Pressed(Control.KNOB):
                return self._go_on()
            case Pressed(Control.BACK) if self.page:
                self.page -= 1
            case Pressed(Control.BACK):
                return Pop()
            case Pressed(Control.WHY):
                says = N_("Press to go on, UNDO for the step before. Leave as you like.")
                self.services.toast = self.services.say(says)
            case _:
                return IGNORED
        return STAY

    def _go_on(self) -> Next:
        """Turn the page, begin what is to be done, or go to the next step."""
        if self.page + 1 < len(self.pages()):
            self.page += 1
        elif self.step.why:
            self.services.toast = self.services.say(N_("Press WHY"))
        elif self.step.do is not None:
            self.is_asking = True
        elif self.step.attempt is not None:
            self._offer_attempts(self.step.attempt)
            self.is_asking = True
        else:
            return self._next()
        return STAY

    def tapped(self, code: str) -> Next:
        """Choose what was tapped, as the knob would; where the sentence was read, begin."""
        if not self.is_asking:
            has_task = self.step.do is not None or self.step.attempt is not None
            if self.step.why or (code != _GO_ON and not has_task):
                return STAY
            self.page = len(self.pages()) - 1
            step = self._go_on()
            if code == _GO_ON:
                return step
        return self.choose_tapped(code)

    def take(self, text: str) -> Next:
        """Look at a whole choice: taught, or another."""
        reason = self.entry.match.why_not(text)
        if text == self.step.do:
            return self._next(praise=True)
        scene = replace(self.scene(), refused=reason)
        self.entry.picker.back()
        if self.step.attempt is None:
            return Push(self._not_that(text))
        if reason is None:
            self.services.toast = self.services.say(N_("This one is legal. BACK: read again"))
            return STAY
        self._is_done = text == self.step.attempt
        return Push(Verdict(self.services, scene, text, reason, self.entry.match))

    def _not_that(self, text: str) -> Screen:
        """Say what a legal choice is, and which one is taught here."""
        services, match = self.services, self.entry.match
        assert self.step.do is not None
        taught = self.entry.describe(self.step.do)
        here = services.say(N_("Legal too; but here: {move}."), move=taught)
        told = f"{here} {grounds_text(services, text, match)}"
        title = services.say(N_("Once more"))
        pages = explanation(services, title, told)
        return Explained(services, match, pages)

    def returned(self, answer: Returned) -> Next:
        """Go on after an explanation that was the point of the step."""
        if isinstance(answer, PlayChecked):
            return self.take(answer.text)
        if isinstance(answer, TapThrough) and not self._is_done:
            return self.tapped(answer.code)
        return self._next(praise=not self.step.why) if self._is_done else STAY

    # --- going through the steps ---

    def _next(self, *, praise: bool = False) -> Next:
        if self.place + 1 < len(self.lesson.steps):
            self._go_to(self.place + 1, praise=praise)
            return STAY
        self.services.settings.remember(f"lesson.{self.lesson.game}", DONE)
        return Replace(_end(self.services, self.lesson))

    def _step_back(self) -> Next:
        if self.place:
            self._go_to(self.place - 1)
        else:
            self.services.toast = self.services.say(N_("This is the first step"))
        return STAY

    def _menu(self) -> Menu:
        services = self.services

        def row(label: str, act: Callable[[], Next], about: str) -> MenuRow:
            return MenuRow(Item(services.say(label)), act, services.say(about))

        rows = [
            row(N_("Home"), GoHome, N_("The lesson goes on at this step.")),
            row(N_("Begin again"), self._begin_again, N_("Back to the first step.")),
        ]
        if self.is_asking and self.step.do is not None:
            check = N_("Enter any move, as the hands made it: is it legal, and why not?")
            opened = CheckMove(services, self.entry.match)
            rows.insert(0, row(N_("Check a move"), lambda: Push(opened), check))
        return AnswerMenu(services, lambda: services.say(N_("Lesson")), lambda: rows)

    def _begin_again(self) -> Next:
        self._go_to(0)
        return Pop()

    def _offer_attempts(self, text: str) -> None:
        """Offer whatever hands could try, the cursor one turn before a certain choice."""
        tree = self.entry.face.attempts(self.entry.match.state)
        way = way_to(tree, text)
        assert way is not None, text

        def start(picked: tuple[object, ...], options: tuple[object, ...]) -> int:
            part = way[len(picked)] if len(picked) < len(way) else None
            return options.index(part) - 1 if part in options else 0

        self.entry.offer(tree, start)

    def _reasons(self, attempts: tuple[str, ...]) -> list[Explanation]:
        """Return why choices are refused, each under its own name."""
        tree = self.entry.face.attempts(self.entry.match.state)
        voice = self.services.voice(self.entry.match.engine, self.entry.match.names)
        pages: list[Explanation] = []
        for text in attempts:
            reason = judge(self.entry.match.engine, self.entry.match.state, text)
            assert isinstance(reason, Reason), text
            title = " ".join(voice.fact(part.value) for part in way_to(tree, text) or ())
            told = refusal_text(self.services, reason, self.entry.match)
            pages += explanation(self.services, title or text, told)
        return pages


class _Reasons(Explained):
    """The reasons of a step: a press turns the page, and closes after the last."""

    def words(self) -> ScreenWords:
        """Return the reason that is read now."""
        page = self.pages[self.page]
        number = f" {self.page_number}" if len(self.pages) > 1 else ""
        return ScreenWords(f"{page.title}{number}", page.text)

    def handle(self, event: Input) -> Next:
        """Turn the pages, or close."""
        if event == Pressed(Control.KNOB, event.source) and not self.is_last_page:
            self.turn_pages(1)
            return STAY
        return super().handle(event)


def _end(services: Services, lesson: Lesson) -> Menu:
    """Return what can be done after a lesson."""
    from firmware_py.screens.new_game.new_game import new_game_sheet  # slow to import

    rows = []
    if facts_of(lesson.game).practice is not None:
        rows.append(
            MenuRow(
                Item(services.say(N_("Practice"))),
                lambda: Replace(new_game_sheet(services, lesson.game, practice=True)),
                services.say(N_("Play against the box, with nothing on the table.")),
            )
        )
    rows += [
        MenuRow(
            Item(services.say(N_("New game"))),
            lambda: Replace(new_game_sheet(services, lesson.game)),
            services.say(N_("Opens the sheet of this game: who plays, and how.")),
        ),
        MenuRow(
            Item(services.say(N_("Begin again"))),
            lambda: Replace(LessonScreen(services, lesson, 0)),
            services.say(N_("Back to the first step.")),
        ),
        MenuRow(
            Item(services.say(N_("Home"))), GoHome, services.say(N_("Home, and other lessons."))
        ),
    ]
    return Menu(services, lambda: services.say(N_("You know the rules")), lambda: rows)
