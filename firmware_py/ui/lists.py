"""The screens that most others are made of: a menu, a question, a text to read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.core.language import N_
from firmware_py.ui.canvas import Canvas, wrap
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.navigation import (
    STAY,
    Answer,
    Input,
    Next,
    Pop,
    Push,
    Replace,
    Returned,
    Screen,
    ScreenWords,
)
from firmware_py.ui.paging import FastTurning, moved
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Item, Rect, menu, paragraph, question, top_bar
from hardware.events import Control, Held, Pressed, Turned

if TYPE_CHECKING:
    from firmware_py.ui.tap_rows import TapRow

_APART = 3
"""Rows between a list and the words about it."""


_CHOOSE = N_("Turn to a row and press to choose it. BACK goes one step back.")


class MenuRow(NamedTuple):
    """A row of a menu: what it shows, what it does, and one line about it for WHY.

    Of a row that cannot be chosen the line says why.
    """

    item: Item
    act: Callable[[], Next]
    hint: str = ""


def opens(make: Callable[..., Screen], *arguments: object) -> Callable[[], Next]:
    """Return an act that makes a screen and opens it."""
    return lambda: Push(make(*arguments))


class Menu(Screen):
    """A list to choose from. Rows are made anew for each drawing: names and languages change."""

    def __init__(
        self,
        services: Services,
        title: Callable[[], str],
        rows: Callable[[], Sequence[MenuRow]],
        index: int = 0,
        *,
        closes: bool = True,
        may_cut: bool = False,
    ) -> None:
        self.services = services
        self.index = index
        self._title = title
        self._rows = rows
        self._closes = closes
        self._may_cut = may_cut
        self._turning = FastTurning(services)
        self._seen: list[Item] = []
        """The rows as they were when the bar stood where it stands."""

    def _found(self) -> Sequence[MenuRow]:
        """Return the rows of now, the bar on the row it was on: others may come and go above it."""
        rows = self._rows()
        self.index = moved(_place_now(self._seen, self.index, rows), 0, len(rows))
        self._seen = [row.item for row in rows]
        return rows

    def draw(self, canvas: Canvas) -> None:
        """Draw the title and the rows."""
        rows = self._found()
        top_bar(canvas, self._title(), may_cut=self._may_cut)
        menu(canvas, [row.item for row in rows], self.index, style=self.services.style)
        if rows and rows[self.index].hint:
            self._explain(canvas, len(rows), rows[self.index].hint)

    def _explain(self, canvas: Canvas, count: int, hint: str) -> None:
        """Say what a row is about where a short list leaves room for it; else WHY says it."""
        style = self.services.style
        font = style.font("hint")
        lines = wrap(hint, font, BODY.w)
        height = len(lines) * font_of(font).height
        free = BODY.h - count * (font_of(style.font("body")).height + 1)
        if height + _APART <= free:
            top = BODY.y + BODY.h - height
            paragraph(canvas, hint, Rect(BODY.x, top, BODY.w, height), font=font)

    def words(self) -> ScreenWords:
        """Return the title; the rows are there to be tapped."""
        return ScreenWords(self._title())

    def handle(self, event: Input) -> Next:
        """Move the bar, choose, explain or close."""
        rows = self._found()
        if not rows:
            return Pop()  # what it listed is gone
        match event:
            case Turned():
                self.index = moved(self.index, self._turning.steps(event, len(rows)), len(rows))
            case Pressed(Control.KNOB):
                row = rows[self.index]
                if row.item.enabled:
                    return row.act()
                self.services.toast = row.hint
            case Pressed(Control.WHY):
                row = rows[self.index]
                about = row.hint or self.services.say(_CHOOSE)
                return Push(Reader(self.services, row.item.label, about))
            case Pressed(Control.BACK) if self._closes:
                return Pop()
            case _:
                pass
        return STAY

    def rows(self) -> tuple[TapRow, ...]:
        """Return the rows as a page shows them."""
        from firmware_py.ui.tap_rows import TapRow, row_code  # only a page asks

        found = self._found()
        return tuple(
            TapRow(
                row_code(place, row.item.label),
                row.item.label,
                row.item.value,
                place == self.index,
                row.item.enabled,
                row.hint,
            )
            for place, row in enumerate(found)
        )

    def tapped(self, code: str) -> Next:
        """Turn to the row that was tapped and choose it."""
        from firmware_py.ui.tap_rows import tapped_row  # only a page taps

        place = tapped_row(code, [row.item.label for row in self._found()])
        if place is None:
            return STAY
        self.index = place
        return self.handle(Pressed(Control.KNOB))


def _place_now(seen: Sequence[Item], index: int, rows: Sequence[MenuRow]) -> int:
    """Return where a row stands now: by its words, or where it was if these are gone as well."""
    if not 0 <= index < len(seen) or len(seen) == len(rows):
        return index
    label = seen[index].label
    places = [place for place, row in enumerate(rows) if row.item.label == label]
    return min(places, key=lambda place: abs(place - index), default=index)


class OnceMenu(Menu):
    """Closes once a screen above it has changed what it is about."""

    def returned(self, answer: Returned) -> Next:
        """Close after a change."""
        return Pop() if answer is Answer.CHANGED else STAY


class Ask(Screen):
    """A question with a few answers; the cursor starts on the first, the safe one."""

    may_sleep = False

    def __init__(
        self, services: Services, text: str, answers: Sequence[tuple[str, Callable[[], Next]]]
    ) -> None:
        self.services = services
        self.index = 0
        self._text = text
        self._answers = answers

    def draw(self, canvas: Canvas) -> None:
        """Draw the question above its answers."""
        answers = [answer for answer, _ in self._answers]
        question(canvas, self._text, answers, self.index, style=self.services.style)

    def words(self) -> ScreenWords:
        """Return the question; its answers are there to be tapped."""
        return ScreenWords(text=self._text)

    def handle(self, event: Input) -> Next:
        """Choose an answer; BACK takes none."""
        match event:
            case Turned(steps):
                self.index = moved(self.index, steps, len(self._answers))
            case Pressed(Control.KNOB):
                return self._answers[self.index][1]()
            case Pressed(Control.WHY):
                self.services.toast = self.services.say(N_("Press to answer. BACK: not now"))
            case Pressed(Control.BACK):
                return Pop()
            case _:
                pass
        return STAY

    def rows(self) -> tuple[TapRow, ...]:
        """Return the answers as a page shows them."""
        from firmware_py.ui.tap_rows import TapRow, row_code  # only a page asks

        return tuple(
            TapRow(row_code(place, answer), answer, is_chosen=place == self.index)
            for place, (answer, _) in enumerate(self._answers)
        )

    def tapped(self, code: str) -> Next:
        """Give the answer that was tapped."""
        from firmware_py.ui.tap_rows import tapped_row  # only a page taps

        place = tapped_row(code, [answer for answer, _ in self._answers])
        if place is None:
            return STAY
        self.index = place
        return self.handle(Pressed(Control.KNOB))


def ask_yes(services: Services, text: str, yes: Callable[[], Next]) -> Ask:
    """Return a question that only a deliberate Yes answers."""
    return Ask(services, text, [(services.say(N_("No")), Pop), (services.say(N_("Yes")), yes)])


def ask_twice(services: Services, text: str, yes: Callable[[], Next]) -> Ask:
    """Return a question before something is lost; a second one asks whether that was meant."""
    again = services.say(N_("Really? It cannot be undone."))
    return ask_yes(services, text, lambda: Replace(ask_yes(services, again, yes)))


class Reader(Screen):
    """A text to read; the knob scrolls, a press or BACK closes."""

    may_sleep = False

    def __init__(self, services: Services, title: str, text: str) -> None:
        self.services = services
        self.scroll = 0
        self._title = title
        self._text = text
        self._last = 0

    def draw(self, canvas: Canvas) -> None:
        """Draw the title and as many lines as fit."""
        top_bar(canvas, self._title, may_cut=True)
        font = self.services.style.font("body")
        self._last = paragraph(canvas, self._text, BODY, font=font, scroll=self.scroll)

    def words(self) -> ScreenWords:
        """Return all of the text: a page has room for it."""
        return ScreenWords(self._title, self._text)

    def handle(self, event: Input) -> Next:
        """Scroll or close."""
        match event:
            case Turned(steps):
                self.scroll = moved(self.scroll, steps, self._last + 1)
            case Held():
                pass
            case Pressed():
                return Pop()
        return STAY
