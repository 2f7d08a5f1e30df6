"""Compare the table: area by area, does it look like this? If not, mend it."""

from __future__ import annotations

from functools import partial

from engines.base import Refused
from firmware_py.canvas import WIDTH, Canvas, text_width
from firmware_py.desk import Desk
from firmware_py.faces import face_of
from firmware_py.faces.base import Area as TableArea
from firmware_py.faces.base import Field, Scene
from firmware_py.language import N_
from firmware_py.screens.base import STAY, Input, Next, Plain, Pop, Push
from firmware_py.screens.lists import Menu, Row, opens
from firmware_py.widgets import BODY, Area, Item, fitting, paragraph, scroll_mark, top_bar
from hardware.events import Control, Pressed, Turned


class _Fields(Menu):
    """What can be mended in an area; it closes when a change has left nothing to mend there."""

    def returned(self, result: object) -> Next:
        """Look what is left."""
        del result
        return STAY if self._rows() else Pop()


class Compare(Plain):
    """One area a page; a press opens what can be mended there."""

    may_sleep = False

    def __init__(self, desk: Desk) -> None:
        assert desk.sitting is not None
        self.desk = desk
        self.page = 0
        self._face = face_of(desk.sitting.match.engine.name)
        self._look()

    def _look(self) -> None:
        assert self.desk.sitting is not None
        sitting = self.desk.sitting
        self._scene = Scene(
            state=sitting.match.state,
            voice=self.desk.voice(sitting.match.engine, sitting.names),
            say=self.desk.say,
        )
        self.areas: tuple[TableArea, ...] = self._face.areas(self._scene)
        self.page = min(self.page, len(self.areas) - 1)

    def draw(self, canvas: Canvas) -> None:
        """Draw one area, as a picture or in words."""
        area = self.areas[self.page]
        count = f"{self.page + 1}/{len(self.areas)}"
        top_bar(canvas, area.title, self._offer(area, count), corner=count)
        if area.draw is not None:
            area.draw(canvas)
            return
        text = "\n".join(area.lines)
        place = Area(0, BODY.y + 1, WIDTH - 5, BODY.h - 1)
        paragraph(canvas, text, place, font=fitting(text, place, "medium"))
        scroll_mark(canvas, BODY, self.page, 1, len(self.areas))

    def _offer(self, area: TableArea, count: str) -> str:
        """Return that a press mends the area, if there is room beside its title."""
        mend = self.desk.say(N_("mend?")) if area.fields else ""
        taken = sum(text_width(text, "small") for text in (area.title, mend, count))
        return mend if taken + 14 <= WIDTH else ""

    def handle(self, event: Input) -> Next:
        """Walk, mend or close."""
        match event:
            case Turned(steps):
                self.page = min(max(self.page + steps, 0), len(self.areas) - 1)
            case Pressed(Control.KNOB) if self.areas[self.page].fields:
                return Push(self._fields())
            case Pressed(Control.KNOB):
                self.page = min(self.page + 1, len(self.areas) - 1)
            case Pressed(Control.BACK):
                return Pop()
            case _:
                pass
        return STAY

    def returned(self, result: object) -> Next:
        """Look again: something may have been mended."""
        del result
        self._look()
        return STAY

    def _fields(self) -> Menu:
        desk = self.desk

        def rows() -> list[Row]:
            self._look()
            return [
                Row(
                    Item(field.title, field.value, may_cut=True),
                    opens(self._values, field),
                )
                for field in self.areas[self.page].fields
            ]

        return _Fields(desk, lambda: desk.say(N_("What differs?")), rows)

    def _values(self, field: Field) -> Menu:
        rows = [
            Row(Item(value or "-"), partial(self._mend, field, value)) for value in field.values
        ]
        index = field.values.index(field.value) if field.value in field.values else 0
        return Menu(self.desk, lambda: field.title, lambda: rows, index)

    def _mend(self, field: Field, value: str) -> Next:
        """Put the table as it is, if the game's own checks allow it."""
        assert self.desk.sitting is not None
        sitting = self.desk.sitting
        engine, state = sitting.match.engine, sitting.match.state
        mended = field.put(engine.position(state), value)
        if mended == engine.position(state):
            return Pop()
        try:
            sitting.edit(mended)
        except Refused as refused:
            self.desk.toast = self._scene.voice.say(refused.reason)
            return STAY
        self.desk.toast = self.desk.say(N_("Mended"))
        return Pop()
