"""Who is where: the places with their points, as a list and beside the course of the game."""

from __future__ import annotations

from functools import partial

from engines.scorepad.points import totals
from engines.scorepad.scoring import ranks
from engines.scorepad.state import State, active, side_count
from firmware_py.core.language import N_, labelled
from firmware_py.games.game_ui import AidPage
from firmware_py.games.scorepad.focus import side_name
from firmware_py.games.scorepad.oled_scores import SheetPage, draw_chart, draw_sheet, pages
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import WIDTH, Canvas, FontName
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import BODY, Rect

_PITCH = 8
_GAP = 4
_FEW = 4
"""How many places are written in larger letters."""


def draw_standing(canvas: Canvas, scene: AnyScene, place: Rect) -> None:
    """Draw the first places on the left, the course of the game on the right."""
    left = place.w * 9 // 16
    rows = place.h // _PITCH
    order = _order(scene.state)[:rows]
    _draw_places(canvas, scene, Rect(place.x, place.y, left - _GAP, place.h), order, "small")
    draw_chart(canvas, scene, Rect(place.x + left, place.y, place.w - left, place.h), labels=False)


def _order(state: State) -> list[int]:
    placed = ranks(state)
    return sorted(range(side_count(state)), key=lambda side: placed[side])


def _draw_places(
    canvas: Canvas, scene: AnyScene, place: Rect, sides: list[int], font: FontName
) -> None:
    """Draw a row for each side: place, name, points."""
    state: State = scene.state
    placed, held = ranks(state), totals(state)
    for row, side in enumerate(sides):
        y = place.y + row * font_of(font).height
        points = str(held[side])
        gone = side not in active(state)
        name = side_name(scene, side)
        said = labelled(scene.say, f"{placed[side]}. {name}", points)
        edge = place.x + place.w
        used = canvas.text(edge, y, points, font, align="right", faint=gone, say=said)
        number = canvas.text(place.x, y, f"{placed[side]}", font, say="") + 3
        room = place.w - used - number - _GAP
        canvas.text(place.x + number, y, name, font, width=room, may_cut=True, faint=gone, say="")


# --- the pages of a result --------------------------------------------------------------------

_ALL = Rect(0, BODY.y + 2, WIDTH - 5, BODY.h - 3)


def _draw_ranks(canvas: Canvas, scene: AnyScene) -> None:
    """Draw all places, in two columns if they are many."""
    order = _order(scene.state)
    rows = _ALL.h // _PITCH
    columns = 1 if len(order) <= rows else 2
    wide = _ALL.w // columns
    font: FontName = "medium" if len(order) <= _FEW else "small"
    for column in range(columns):
        sides = order[column * -(-len(order) // columns) :][: -(-len(order) // columns)]
        place = Rect(_ALL.x + column * wide, _ALL.y, wide - _GAP, _ALL.h)
        _draw_places(canvas, scene, place, sides, font)


def _draw_course(canvas: Canvas, scene: AnyScene) -> None:
    """Draw the course of the game as large as it fits."""
    draw_chart(canvas, scene, _ALL)


def _draw_part(page: SheetPage, canvas: Canvas, scene: AnyScene) -> None:
    draw_sheet(canvas, scene, page)


def results(scene: AnyScene) -> tuple[AidPage, ...]:
    """Return the pages of a result: places, the course of the game, the sheet."""
    return (
        AidPage(N_("Ranks"), draw=_draw_ranks),
        AidPage(N_("Course of the game"), draw=_draw_course),
        *(AidPage(N_("Sheet"), draw=partial(_draw_part, page)) for page in pages(scene.state)),
    )
