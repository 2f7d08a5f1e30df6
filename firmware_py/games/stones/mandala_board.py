"""The settings for what is printed on this table's mandala board."""

from __future__ import annotations

from functools import partial

from engines import catalog
from engines.engine import BadStart, Term
from engines.stones import GAME
from engines.stones.spaces import SHOWS, read_mandala, warnings
from firmware_py.core.language import N_, N_plural
from firmware_py.games.stones.oled import draw_shows
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.lists import Menu, MenuRow, OnceMenu, TextScreen, ask_yes
from firmware_py.ui.navigation import IGNORED, STAY, Input, Next, Pop, Push, Screen, ScreenAnswer
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Item, Rect, headline, narrowed, top_bar
from hardware.events import Control, Pressed, Turned

END = "end"
STOP = "✓"


def profile_screen(services: Services) -> Screen:
    """Return the list of the known mandala spaces."""
    return _ProfileMenu(services, MandalaSpaces(services))


class MandalaSpaces:
    """The known spaces; every change is stored at once."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.spaces: list[str] = []
        self._voice = services.voice(catalog.load(GAME.name))
        try:
            self.spaces += read_mandala(services.queue.store.profile(GAME.name) or [])
        except BadStart as refused:
            services.toast = self._voice.say(refused.reason)

    @property
    def is_complete(self) -> bool:
        """Return whether the board is known to its end."""
        return END in self.spaces

    def warnings(self) -> list[str]:
        """Return what is unusual about the board, in sentences."""
        return [self._voice.say(message) for message in warnings(tuple(self.spaces))]

    def name(self, shows: str) -> str:
        """Return what is printed on a space, in a few words."""
        if shows == END:
            return self.services.say(N_("board ends"))
        return self._voice.fact(Term("shows", shows))

    def put(self, number: int, shows: str) -> None:
        """Set what is printed on a space; spaces after the end are removed."""
        self.spaces[number - 1 : number] = [shows]
        if shows == END:
            del self.spaces[number:]
        self._keep()

    def insert(self, number: int) -> None:
        """Insert a blank space before another."""
        self.spaces.insert(number - 1, "0")
        self._keep()

    def remove(self, number: int) -> None:
        """Remove a space; those after it move up."""
        del self.spaces[number - 1]
        self._keep()

    def clear(self) -> None:
        """Remove all spaces."""
        self.spaces.clear()
        self._keep()

    def _keep(self) -> None:
        known = list(self.spaces)
        self.services.queue.write(lambda store: store.put_profile(GAME.name, known))


class _ProfileMenu(Menu):
    def __init__(self, services: Services, profile: MandalaSpaces) -> None:
        self.profile = profile
        super().__init__(services, lambda: services.say(N_("Mandala board")), self._make)

    def _make(self) -> list[MenuRow]:
        services, profile = self.services, self.profile
        hint = services.say(
            N_(
                "The box asks what a mandala space shows when a stone first covers it. "
                "Here you can enter it beforehand. A game that has begun keeps its own "
                "copy."
            )
        )
        rows = []
        if not profile.is_complete:
            value = services.say(N_("from space {number}"), number=len(profile.spaces) + 1)
            act = partial(Push, FillIn(services, profile))
            rows.append(MenuRow(Item(services.say(N_("Describe")), value), act, hint))
        strange = profile.warnings()
        if strange:
            title = services.say(N_("Please check"))
            reader = TextScreen(services, title, "\n".join(strange))
            rows.append(MenuRow(Item(title, str(len(strange))), partial(Push, reader), hint))
        rows += [
            MenuRow(Item(str(number), profile.name(shows)), partial(self._open, number), hint)
            for number, shows in enumerate(profile.spaces, 1)
        ]
        if profile.spaces:
            rows.append(MenuRow(Item(services.say(N_("Forget all"))), self._forget, hint))
        return rows

    def _open(self, number: int) -> Next:
        return Push(_space_menu(self.services, self.profile, number))

    def _forget(self) -> Next:
        def forget() -> Next:
            self.profile.clear()
            return Pop()

        text = self.services.say(N_("Forget the whole mandala board?"))
        return Push(ask_yes(self.services, text, forget))


def _space_menu(services: Services, profile: MandalaSpaces, number: int) -> Menu:
    """Return the menu of one space: what it shows, and ways to shift the others."""

    def put(shows: str) -> Next:
        later = len(profile.spaces) - number
        if shows != END or not later:
            profile.put(number, shows)
            return Pop()

        def cut() -> Next:
            profile.put(number, shows)
            return Pop(ScreenAnswer.CHANGED)

        text = services.say(
            N_plural("Forget the {count} space after it?", "Forget the {count} spaces after it?"),
            count=later,
        )
        return Push(ask_yes(services, text, cut))

    def insert() -> Next:
        profile.insert(number)
        return Pop()

    def remove() -> Next:
        profile.remove(number)
        return Pop()

    rows = [MenuRow(Item(profile.name(shows)), partial(put, shows)) for shows in SHOWS]
    rows.append(MenuRow(Item(services.say(N_("Insert one before"))), insert))
    rows.append(MenuRow(Item(services.say(N_("Remove this space"))), remove))
    index = SHOWS.index(profile.spaces[number - 1])
    return OnceMenu(
        services, lambda: services.say(N_("Mandala {number}"), number=number), lambda: rows, index
    )


class FillIn(Screen):
    """Enters one space after another; BACK goes one back, the tick stops."""

    may_sleep = False

    def __init__(self, services: Services, profile: MandalaSpaces) -> None:
        self.services = services
        self.profile = profile
        self.index = 0
        self._first = len(profile.spaces)
        self._answers = (*SHOWS, STOP)

    def draw(self, canvas: Canvas) -> None:
        """Draw the number of the space and the possible answers."""
        known = self.profile.spaces
        top_bar(canvas, self.services.say(N_("Mandala board")), str(len(known)))
        text = self.services.say(N_("What is on space {number}?"), number=len(known) + 1)
        headline(canvas, text, Rect(0, BODY.y + 1, WIDTH, 21), largest="medium")
        answer = self._answers[self.index]
        draw_shows(canvas, self._answers, answer, BODY.y + 23)
        words = self.services.say(N_("stop here")) if answer == STOP else self.profile.name(answer)
        font = narrowed(words, WIDTH, "medium")
        canvas.text(0, BODY.y + 40, words, font, width=WIDTH, align="centre", say=f"> {words}")

    def handle(self, event: Input) -> Next:
        """Choose, answer, go one back or stop."""
        match event:
            case Turned(steps):
                self.index = (self.index + steps) % len(self._answers)
            case Pressed(Control.KNOB):
                return self._take(self._answers[self.index])
            case Pressed(Control.BACK):
                return self._back()
            case _:
                return IGNORED
        return STAY

    def _take(self, answer: str) -> Next:
        if answer == STOP:
            return Pop()
        self.profile.put(len(self.profile.spaces) + 1, answer)
        self.index = 0
        return Pop() if answer == END else STAY

    def _back(self) -> Next:
        number = len(self.profile.spaces)
        if number <= self._first:
            return Pop()
        self.index = SHOWS.index(self.profile.spaces[-1])
        self.profile.remove(number)
        return STAY
