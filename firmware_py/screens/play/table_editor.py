"""Compare the table: area by area, does it look like this? If not, correct it."""

from __future__ import annotations

from functools import partial

from engines.engine import Refused
from firmware_py.core.language import N_
from firmware_py.games import face_of
from firmware_py.games.table_editor import EditField, TableArea
from firmware_py.ui.canvas import WIDTH, Canvas, text_width
from firmware_py.ui.lists import Menu, MenuRow, opens
from firmware_py.ui.navigation import IGNORED, STAY, Input, Next, Pop, Push, Returned
from firmware_py.ui.paging import PagedScreen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Item, Rect, fitting, paragraph, top_bar
from hardware.events import Control, Pressed, Turned


class _Fields(Menu):
    """The fields of an area; it closes when a change has left none."""

    def returned(self, answer: Returned) -> Next:
        """Look what is left."""
        del answer
        return STAY if self._rows() else Pop()


class Compare(PagedScreen[TableArea]):
    """One area a page; a press opens what can be corrected there."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._face = face_of(services.current_table.match.engine.name)
        self._look()

    def _look(self) -> None:
        table = self.services.current_table
        self._scene = self.services.scene(table.match)
        self.areas: tuple[TableArea, ...] = self._face.areas(self._scene)
        self.turn_pages(0)  # a change may have left fewer

    @property
    def page_count(self) -> int:
        """How many areas the table has."""
        return len(self.areas)

    def draw(self, canvas: Canvas) -> None:
        """Draw one area, as a picture or in words."""
        area = self.areas[self.page]
        top_bar(canvas, area.title, self._offer(area), corner=self.page_number)
        if area.draw is not None:
            area.draw(canvas)
            return
        text = "\n".join(area.lines)
        place = Rect(0, BODY.y + 1, WIDTH - 5, BODY.h - 1)
        paragraph(canvas, text, place, font=fitting(text, place, "medium"))
        self.draw_page_mark(canvas)

    def _offer(self, area: TableArea) -> str:
        """Return that a press corrects the area, if there is room next to its title."""
        offer = self.services.say(N_("press: correct")) if area.fields else ""
        taken = sum(text_width(text, "small") for text in (area.title, offer, self.page_number))
        return offer if taken + 14 <= WIDTH else ""

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
        """Look again: something may have been corrected."""
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

        return _Fields(services, lambda: services.say(N_("What differs?")), rows)

    def _values(self, field: EditField) -> Menu:
        rows = [
            MenuRow(Item(value or "-"), partial(self._correct, field, value))
            for value in field.values
        ]
        index = field.values.index(field.value) if field.value in field.values else 0
        return Menu(self.services, lambda: field.title, lambda: rows, index)

    def _correct(self, field: EditField, value: str) -> Next:
        """Record what is on the table, if the game's own checks allow it."""
        table = self.services.current_table
        corrected = field.put(value)
        if corrected == table.match.engine.position(table.match.state):
            return Pop()
        try:
            table.edit(corrected)
        except Refused as refused:
            self.services.toast = self._scene.voice.say(refused.reason)
            return STAY
        self.services.toast = self.services.say(N_("Mended"))
        return Pop()
