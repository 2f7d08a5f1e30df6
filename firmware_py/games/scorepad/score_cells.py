"""The score sheet on the OLED with a cursor: a press on a cell enters or corrects it.

The screen below gets the press as a tap, as from the sheet of a page.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from engines.scorepad.state import State, is_filled, is_running
from firmware_py.core.language import N_
from firmware_py.games.scorepad.focus import entry_text, line_text, side_name
from firmware_py.games.scorepad.oled_scores import SheetPage, cell_text, draw_sheet, pages
from firmware_py.games.scorepad.svg_cells import OFFERED, cell_code, entry_code
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.lists import AnswerMenu, MenuRow
from firmware_py.ui.navigation import (
    IGNORED,
    STAY,
    Input,
    Next,
    Pop,
    Push,
    Screen,
    ScreenWords,
    TapThrough,
)
from firmware_py.ui.paging import moved
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item, top_bar
from hardware.events import Control, Pressed, Turned


class _SheetCell(NamedTuple):
    page: SheetPage
    side: int
    row: int


def correct_code(state: State) -> str:
    """Return the code that leads to the corrections; empty while there is nothing to correct."""
    held = state.log or any(
        cell is not None for row in state.rounds for cells in row.cells for cell in cells
    )
    return OFFERED if held and not state.ended else ""


def score_sheet(services: Services, points: Callable[[], Screen]) -> Screen:
    """Return the sheet, or the entries of a running score; WHY opens where the points are from."""
    state: State = services.current_table.match.state
    if not is_running(state):
        return ScoreCells(services, points)
    scene = services.scene(services.current_table.match)

    def rows() -> list[MenuRow]:
        about = services.say(N_("A press corrects it."))
        entries = [
            MenuRow(
                Item(f"#{number} {entry_text(scene, number)}", may_cut=True),
                partial(_through, "" if state.ended else entry_code(number)),
                about,
            )
            for number in range(len(state.log), 0, -1)
        ]
        return [*entries, MenuRow(Item(services.say(N_("Points"))), lambda: Push(points()), "")]

    return AnswerMenu(services, lambda: services.say(N_("Score sheet")), rows)


def _through(code: str) -> Next:
    return Pop(TapThrough(code)) if code else STAY


class ScoreCells(Screen):
    """The sheet, with a cursor on one of its cells."""

    def __init__(self, services: Services, points: Callable[[], Screen]) -> None:
        self._services = services
        self._points = points
        state: State = services.current_table.match.state
        self._state = state
        self._cells = [
            _SheetCell(page, side, row)
            for page in pages(state)
            for row in range(len(page.lines) or len(page.rounds))
            for side in page.sides
        ]
        self._index = self._newest()

    def _newest(self) -> int:
        """Return the index of the last cell that is filled, in the rounds; else the first."""
        state = self._state
        filled = [
            (cell.page.rounds[cell.row], at)
            for at, cell in enumerate(self._cells)
            if not cell.page.lines
            and is_filled(state, state.rounds[cell.page.rounds[cell.row] - 1].cells[cell.side])
        ]
        return max(filled, default=(0, 0))[1]

    @property
    def _cell(self) -> _SheetCell:
        return self._cells[self._index]

    def _scene(self) -> AnyScene:
        return self._services.scene(self._services.current_table.match)

    def draw(self, canvas: Canvas) -> None:
        """Draw the page with the cursor."""
        cell = self._cell
        page = self._services.say(N_("Round {number}"), number=cell.page.rounds[0])
        title = page if cell.page.lines else self._services.say(N_("Score sheet"))
        top_bar(canvas, title, "" if self._state.ended else self._services.say(N_("Correct")))
        draw_sheet(canvas, self._scene(), cell.page, (cell.side, cell.row))

    def words(self) -> ScreenWords:
        """Return whose cell it is, and what it has."""
        cell, scene = self._cell, self._scene()
        number = cell.page.rounds[0 if cell.page.lines else cell.row]
        parts = [side_name(scene, cell.side), scene.say(N_("Round {number}"), number=number)]
        if cell.page.lines:
            parts.append(line_text(scene, cell.page.lines[cell.row]))
        held = cell_text(self._state, cell.page, cell.side, cell.row)
        return ScreenWords(self._services.say(N_("Score sheet")), f"{', '.join(parts)}: {held}")

    def handle(self, event: Input) -> Next:
        """Move the cursor, correct a cell, or close."""
        match event:
            case Turned(steps):
                self._index = moved(self._index, steps, len(self._cells))
            case Pressed(Control.KNOB):
                cell, state = self._cell, self._state
                number = cell.page.rounds[0 if cell.page.lines else cell.row]
                lines = cell.page.lines
                only = 0 if len(state.template.lines) == 1 else None
                line = lines[cell.row] if lines else only
                return _through("" if state.ended else cell_code(state, number, cell.side, line))
            case Pressed(Control.WHY):
                return Push(self._points())
            case Pressed(Control.BACK):
                return Pop()
            case _:
                return IGNORED
        return STAY
