"""A lesson on the box: texts to read, and sometimes a move to make.

about --press--> the text next to the table --press--> the next step
                                               --press--> do: the knob offers what is legal
do   --the taught move--> the next step     --another legal one--> the move that is meant, again
try  --any move refused for the same reason--> the next step     --another--> why, again
     after three wrong ones the cursor is on the taught move: pressing makes it
BACK while nothing is picked: the text again; UNDO: a step back
"""

from __future__ import annotations

import re
from collections.abc import Callable

from engines import catalog
from engines.engine import Reason, Term, judge
from firmware_py.core.language import CONTROL_WORDS, N_
from firmware_py.games.lesson import Lesson, LessonStep, has_lesson, lesson_of
from firmware_py.games.titles import game_name
from firmware_py.match.game_info import info_of
from firmware_py.match.picker import way_to
from firmware_py.match.scene import AnyScene
from firmware_py.screens.new_game.new_game import new_game_sheet
from firmware_py.screens.play.entry import CheckMove, TaskScreen
from firmware_py.screens.play.why import (
    PAGE,
    Explained,
    Explanation,
    explanation,
    grounds_text,
    pages_of,
    refusal_text,
)
from firmware_py.ui.canvas import Canvas, wrap
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
)
from firmware_py.ui.paging import Page, moved
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Item, fitting, paragraph, scroll_mark, top_bar
from hardware.events import Control, Held, Pressed, Turned

_GO_ON = "lesson:on"
_PLACE = re.compile(r"\{(.+?)\}")
WRONG_TRIES = 3
"""After this number of other moves the cursor is put on the taught one."""
DONE = -1
"""The stored place of a completed lesson."""


def learn_menu(services: Services) -> Menu:
    """Return the list of lessons, each with the progress."""
    games = [game for game in catalog.GAMES if has_lesson(game)]

    def rows() -> list[MenuRow]:
        about = services.say(N_("Five minutes with the knob. You need nothing on the table."))
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
    """Return the lesson of a game at the stored step."""
    return LessonScreen(services, lesson_of(game), max(_place(services, game), 0))


def _place(services: Services, game: str) -> int:
    """Return the step at which a lesson was left; 0 for an invalid value."""
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


class LessonScreen(TaskScreen):
    """One step of a lesson."""

    def __init__(self, services: Services, lesson: Lesson, place: int) -> None:
        super().__init__(services)
        self.lesson = lesson
        self._go_to(place)

    @property
    def step(self) -> LessonStep:
        """The current step."""
        return self.lesson.steps[self.place]

    def _go_to(self, place: int, *, praise: bool = False) -> None:
        self.place = place
        self.begin(self.lesson.match_at(place))
        self._is_done = False
        """The taught reason is shown above this screen; the step ends when it closes."""
        self._wrong = 0
        """The number of other moves than the taught one, at this step."""
        self._has_other_reason = False
        """A refusal for another reason than the taught one is shown above this screen."""
        self._praise = praise
        self.services.settings.remember(f"lesson.{self.lesson.game}", place)

    # --- drawing ---

    def words(self) -> ScreenWords:
        """Return the whole text, also while the knob chooses: it fits on a web page."""
        return ScreenWords(f"{self._title()} {self._number}", self._sentence())

    def extra_buttons(self) -> tuple[TapRow, ...]:
        """Return the button that goes on, because a web page shows the whole text."""
        if self.is_asking or self.step.why:
            return ()
        return (TapRow(_GO_ON, self.services.say(N_("Go on"))),)

    def scene(self) -> AnyScene:
        """Return the table with the text, or with the cursor."""
        say = self.services.say
        if self.is_asking:
            title = say(N_("Try")) if self.step.attempt else self.lesson.names[0]
            return self.entry.scene(title)
        return self._reading()

    def _reading(self) -> AnyScene:
        return self.reading_scene(self._title(), self._number)

    def _title(self) -> str:
        return self.services.say(N_("Good!") if self._praise else N_("Lesson"))

    @property
    def _number(self) -> str:
        return f"{self.place + 1}/{len(self.lesson.steps)}"

    def _sentence(self) -> str:
        return f"{self._named(self._about())} {self._named(self._text())}".strip()

    def _about(self) -> str:
        return self.step.about_text(self.services.settings["language"])

    def _text(self) -> str:
        return self.step.text(self.services.settings["language"])

    def _named(self, text: str) -> str:
        """Return a text with the words of the box filled in."""
        return _PLACE.sub(lambda place: self._word(place[1]), text)

    def _word(self, name: str) -> str:
        """Return the name of a control, of a fact of the game, or of a menu row."""
        controls = {control.value: word for control, word in CONTROL_WORDS.items()}
        engine = self.entry.match.engine
        if name in engine.words:
            return self.services.voice(engine, self.lesson.names).fact(Term(*name.split(".")))
        return self.services.say(controls.get(name, name))

    def pages(self) -> tuple[Page, ...]:
        """Return the pages that fill the display, then those next to the table."""
        text = self._named(self._text())
        pages = self.pages_of(text, self._reading()) if text else ()
        return *self._about_pages(), *pages

    def _about_pages(self) -> tuple[Page, ...]:
        about = self._named(self._about())
        texts = pages_of(self.services, about) if about else []
        fonts = [fitting(text, PAGE, "medium") for text in texts]
        return tuple(
            Page(tuple(wrap(text, font, PAGE.w)), font, number, len(texts))
            for number, (text, font) in enumerate(zip(texts, fonts, strict=True))
        )

    @property
    def task_page(self) -> int:
        """The number of the first page next to the table."""
        return len(self._about_pages())

    def draw(self, canvas: Canvas) -> None:
        """Draw a page that fills the display, or the table."""
        if self.is_asking or self.page >= self.task_page:
            super().draw(canvas)
            return
        page = self.pages()[self.page]
        top_bar(canvas, self._title(), self._number, may_cut=True)
        paragraph(canvas, " ".join(page.rows), PAGE, font=page.font)
        if len(self.pages()) > 1:
            scroll_mark(canvas, BODY, self.page, 1, len(self.pages()))

    # --- events ---

    def handle(self, event: Input) -> Next:
        """Turn the page, choose, explain, or go back."""
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
                return super().handle(event)
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
                says = N_("Press to go on, UNDO for the step before. You can leave at any time.")
                self.services.toast = self.services.say(says)
            case _:
                return IGNORED
        return STAY

    def _go_on(self) -> Next:
        """Turn the page, begin the task, or go to the next step."""
        if self.page + 1 < len(self.pages()):
            self.page += 1
        elif self.step.why:
            self.services.toast = self.services.say(N_("Press WHY"))
        elif self.step.do is not None:
            self.is_asking = True
        elif self.step.attempt is not None:
            self._offer(ahead=1)
            self.is_asking = True
        else:
            return self._next()
        return STAY

    def tapped(self, code: str) -> Next:
        """Choose what was tapped; begin the task if the text was still shown."""
        if not self.is_asking:
            has_task = self.step.do is not None or self.step.attempt is not None
            if self.step.why or (code != _GO_ON and not has_task):
                return STAY
            self.page = len(self.pages()) - 1
            step = self._go_on()
            if code == _GO_ON:
                return step
        return super().tapped(code)

    def take(self, text: str) -> Next:
        """Act on a choice: the taught one, or another."""
        if text == self.step.do:
            return self._next(praise=True)
        verdict = self.entry.judge(self.scene(), text)
        reason = verdict.reason
        self.picker.back()
        if self.step.attempt is None:
            self._count_wrong()
            return Push(self._not_that(text))
        if reason is None:
            self._count_wrong()
            self._say_again(N_("This one is legal. BACK: read again"))
            return STAY
        intended = self.entry.match.why_not(self.step.attempt)
        self._is_done = intended is not None and reason.code == intended.code
        if not self._is_done:
            self._has_other_reason = True
            self._count_wrong()
        return Push(verdict)

    def _count_wrong(self) -> None:
        """Count a wrong move; after the last one put the cursor on the taught move."""
        self._wrong += 1
        if self._wrong >= WRONG_TRIES:
            self._offer(ahead=0)

    def _say_again(self, text: str) -> None:
        shown = N_("Press the knob: the cursor is on the move.")
        self.services.toast = self.services.say(shown if self._wrong >= WRONG_TRIES else text)

    def _not_that(self, text: str) -> Screen:
        """Return why a choice is legal, and which one is taught here."""
        services, match = self.services, self.entry.match
        assert self.step.do is not None
        taught = self.entry.describe(self.step.do)
        here = services.say(N_("That is allowed too. For this lesson: {move}."), move=taught)
        if self._wrong >= WRONG_TRIES:
            help_text = services.say(N_("Press the knob: the cursor is on the move."))
            here = f"{here} {help_text}"
        said = f"{here} {grounds_text(services, match, text)}"
        title = services.say(N_("Try again"))
        pages = explanation(services, title, said)
        return Explained(services, match, pages)

    def returned(self, answer: Returned) -> Next:
        """Go on after the reason that the step teaches."""
        if isinstance(answer, PlayChecked):
            return self.take(answer.text)
        if self._is_done:
            return self._next(praise=not self.step.why)
        if self._has_other_reason and answer is None:
            self._say_again(N_("Not allowed, but for another reason. BACK: read again"))
        self._has_other_reason = False
        return super().returned(answer)

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
            check = N_("Enter a move to see if it is legal, and if not, why.")
            opened = CheckMove(services, self.entry.match)
            rows.insert(0, row(N_("Check a move"), lambda: Push(opened), check))
        return AnswerMenu(services, lambda: services.say(N_("Lesson")), lambda: rows)

    def _begin_again(self) -> Next:
        self._go_to(0)
        return Pop()

    def _offer(self, *, ahead: int) -> None:
        """Offer the choices of this step, with the cursor `ahead` options before the taught one.

        To try a refused move, all attempts are offered, legal or not.
        """
        ui, state = self.entry.ui, self.entry.match.state
        tree = ui.attempts(state) if self.step.attempt is not None else ui.tree(state)
        way = way_to(tree, self.step.attempt or self.step.do or "")
        assert way is not None

        def start(picked: tuple[object, ...], options: tuple[object, ...]) -> int:
            part = way[len(picked)] if len(picked) < len(way) else None
            return options.index(part) - ahead if part in options else 0

        self.entry.offer(tree, start)

    def _reasons(self, attempts: tuple[str, ...]) -> list[Explanation]:
        tree = self.entry.ui.attempts(self.entry.match.state)
        voice = self.services.voice(self.entry.match.engine, self.entry.match.names)
        pages: list[Explanation] = []
        for text in attempts:
            reason = judge(self.entry.match.engine, self.entry.match.state, text)
            assert isinstance(reason, Reason), text
            title = " ".join(voice.fact(part.value) for part in way_to(tree, text) or ())
            reasons = refusal_text(self.services, self.entry.match, reason)
            pages += explanation(self.services, title or text, reasons)
        return pages


class _Reasons(Explained):
    """The reasons that a step teaches: a press turns the page, and closes after the last."""

    def words(self) -> ScreenWords:
        """Return the current page."""
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
    rows = []
    if info_of(lesson.game).practice is not None:
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
