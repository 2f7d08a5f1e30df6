"""Corrections of the recorded match: taking back, and comparing with the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from engines.engine import Refused
from engines.match import Match
from engines.record import RecordLine
from firmware_py.core.language import N_
from firmware_py.games import ui_of
from firmware_py.games.table_editor import EditField, TableArea
from firmware_py.history.match_text import apart_from_play, who_played
from firmware_py.match.scene import report_text
from firmware_py.match.table_match import played_by_box
from firmware_py.ui.canvas import WIDTH, Canvas, FontName, ellipsis, text_width
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.lists import Menu, MenuRow, opens
from firmware_py.ui.navigation import (
    IGNORED,
    STAY,
    Input,
    Next,
    Pop,
    Push,
    Returned,
    Screen,
    ScreenAnswer,
    ScreenWords,
    TapRow,
)
from firmware_py.ui.paging import PagedScreen, moved
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, PENCIL, Item, Rect, TextStyle, fitting, paragraph, top_bar
from hardware.events import Control, Held, Pressed, Turned

_GAP = 6
"""Between the title and a name."""


def played_by_itself(match: Match[Any, Any]) -> Callable[[RecordLine], bool]:
    """Return what tells whether people were asked for the choice that was just undone."""
    by_box, forced = played_by_box(match), ui_of(match.engine.name).forced
    return lambda line: by_box(line) or forced(match.state) == line.text


_NO, _YES = "undo:no", "undo:yes"


class UndoPreview(Screen):
    """Shows the last choice; holding UNDO takes it back, anything else closes."""

    may_sleep = False

    def __init__(self, services: Services) -> None:
        self.services = services
        self.scroll = 0
        self._last = 0
        self._who = ""
        self._text = self._describe()

    def _describe(self) -> str:
        """Return each choice that is taken back, newest first, and the work for hands."""
        match = self.services.current_table.match
        fork = match.fork()
        by_itself = played_by_itself(fork)
        voice = self.services.voice(match.engine, self.services.current_table.names)
        lines: list[str] = []
        while True:
            after = fork.state
            line = fork.undo()[0]
            said = apart_from_play(self.services, line, match.names)
            lines.append(said or report_text(voice, match.engine, fork.state, line))
            if not match.practice:
                steps = match.engine.steps(after, fork.state)
                lines += [f"• {voice.say(step.say)}" for step in steps]
            if not by_itself(line):
                break
        self._who = who_played(self.services, match, line)
        return "\n".join(lines)

    def draw(self, canvas: Canvas) -> None:
        """Draw the player, the choice with the work for hands, and how to take it back."""
        title = self.services.say(N_("Undo?"))
        room = WIDTH - text_width(title, "small") - _GAP
        top_bar(canvas, title, ellipsis(self._who, "small", room))
        text = self.services.say(N_("hold UNDO: undo"))
        foot_font: FontName = "medium" if text_width(text, "medium") <= WIDTH else "small"
        high = font_of(foot_font).height
        foot = Rect(0, BODY.y + BODY.h - high, WIDTH, high)
        area = Rect(0, BODY.y + 1, WIDTH, BODY.h - high - 2)
        is_large = self.services.style is TextStyle.LARGE
        font: FontName = "medium" if is_large else fitting(self._text, area, "medium")
        self._last = paragraph(canvas, self._text, area, font=font, scroll=self.scroll)
        canvas.text(foot.x, foot.y, text, foot_font, width=foot.w, align="centre")

    def words(self) -> ScreenWords:
        """Return the choices that would be taken back."""
        title = self.services.say(N_("Undo?"))
        return ScreenWords(f"{title} {self._who}", self._text)

    def rows(self) -> tuple[TapRow, ...]:
        """Return both answers as rows, because a web page cannot hold UNDO."""
        say = self.services.say
        return TapRow(_NO, say(N_("No")), is_chosen=True), TapRow(_YES, say(N_("Undo")))

    def tapped(self, code: str) -> Next:
        """Take back, or close."""
        if code == _YES:
            return Pop(ScreenAnswer.TAKE_BACK)
        return Pop() if code == _NO else STAY

    def handle(self, event: Input) -> Next:
        """Scroll, take back or close."""
        match event:
            case Turned(steps):
                self.scroll = moved(self.scroll, steps, self._last + 1)
            case Held(Control.UNDO):
                return Pop(ScreenAnswer.TAKE_BACK)
            case Pressed():
                return Pop()
            case _:
                return IGNORED
        return STAY


class _Fields(Menu):
    """The fields of an area; closes when a change has removed all of them."""

    def returned(self, answer: Returned) -> Next:
        """Close if no field is left."""
        del answer
        return STAY if self._rows() else Pop()


class Compare(PagedScreen[TableArea]):
    """A page for each area of the table; a press opens its fields."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._ui = ui_of(services.current_table.match.engine.name)
        self._look()

    def _look(self) -> None:
        self._scene = self.services.scene(self.services.current_table.match)
        self.areas: tuple[TableArea, ...] = self._ui.areas(self._scene)
        self.turn_pages(0)  # there may be fewer areas

    @property
    def page_count(self) -> int:
        """The number of areas."""
        return len(self.areas)

    def draw(self, canvas: Canvas) -> None:
        """Draw one area, as a picture or in words."""
        if self._scene.state is not self.services.current_table.match.state:
            self._look()  # a program has played
        area = self.areas[self.page]
        marks = (PENCIL,) if area.fields else ()
        top_bar(canvas, area.title, "", marks, corner=self.page_number)
        if area.draw is not None:
            area.draw(canvas)
            return
        text = "\n".join(area.lines)
        place = Rect(0, BODY.y + 1, WIDTH - 5, BODY.h - 1)
        paragraph(canvas, text, place, font=fitting(text, place, "medium"))
        self.draw_page_mark(canvas)

    def handle(self, event: Input) -> Next:
        """Turn pages, correct or close."""
        match event:
            case Turned(steps):
                self.turn_pages(steps)
            case Pressed(Control.KNOB) if self.areas[self.page].fields:
                return Push(self._fields())
            case Pressed(Control.KNOB):
                self.turn_pages(1)
            case Pressed(Control.BACK):
                return Pop()
            case _:
                return IGNORED
        return STAY

    def returned(self, answer: Returned) -> Next:
        """Show the table again, which may have been corrected."""
        del answer
        self._look()
        return STAY

    def _fields(self) -> Menu:
        services = self.services

        def rows() -> list[MenuRow]:
            self._look()
            return [
                MenuRow(
                    Item(field.title, field.value, may_cut=True),
                    opens(self._values, field),
                )
                for field in self.areas[self.page].fields
            ]

        return _Fields(services, lambda: services.say(N_("What is different?")), rows)

    def _values(self, field: EditField) -> Menu:
        rows = [
            MenuRow(Item(value or "-"), partial(self._correct, field.title, value))
            for value in field.values
        ]
        index = field.values.index(field.value) if field.value in field.values else 0
        return Menu(self.services, lambda: field.title, lambda: rows, index)

    def _correct(self, title: str, value: str) -> Next:
        """Record what is on the table, if the engine accepts it.

        The field is looked up again: a program may have played while the values were shown.
        """
        table = self.services.current_table
        self._look()
        fields = (each for each in self.areas[self.page].fields if each.title == title)
        field = next((each for each in fields if value in each.values), None)
        if field is None:
            return Pop()
        corrected = field.put(value)
        if corrected == table.match.engine.position(table.match.state):
            return Pop()
        try:
            table.edit(corrected)
        except Refused as refused:
            self.services.toast = self._scene.voice.say(refused.reason)
            return STAY
        self.services.toast = self.services.say(N_("Corrected"))
        return Pop()
