"""What is being chosen, large, and the state of the groups it belongs to."""

from __future__ import annotations

from engines.contract import ChoicePart, Term
from engines.icehouse.choices import TAKES
from engines.icehouse.rules import apply
from engines.icehouse.state import COLOURS, COPIES, SIZES, State, ahead, points
from firmware_py.games.icehouse.entry import EMPTY, PASSING, colour_of
from firmware_py.games.icehouse.pieces import (
    big_pyramid,
    group_mark,
    letters,
    sign,
    slots,
    whereabouts,
)
from firmware_py.games.scene import Scene
from firmware_py.language import N_
from firmware_py.ui.canvas import WIDTH, Canvas, wrap
from firmware_py.ui.widgets import Rect, narrowed, paragraph

_CELL = 34
"""The width of the cell of one pyramid."""
_SLOT = 6


def draw_ring(canvas: Canvas, scene: Scene, area: Rect) -> None:
    """Draw the colours side by side, the chosen one lit."""
    shown: list[ChoicePart] = [ChoicePart("colour", Term("colour", colour)) for colour in COLOURS]
    shown += [part for part in scene.options if part not in shown]
    w = area.w // len(shown)
    names = letters(scene.voice)
    for place, part in enumerate(shown):
        x = area.x + place * w
        lit = part == scene.highlighted
        if lit:
            canvas.fill(x, area.y, w, area.h)
        if part == EMPTY:
            canvas.fill(x + w // 2 - 2, area.y + area.h - 5, 4, 2, on=not lit)
            continue
        text = "-" if part == PASSING else names[str(colour_of(part))]
        there = part in scene.options
        sign(canvas, x, area.y + 2, text, "large", w, on=not lit, faint=not there)


def draw_groups(canvas: Canvas, state: State, colour: str, area: Rect) -> None:
    """Draw the three groups of a colour: a pyramid for each size, and where the five are.

    The pyramid of a finished group lies, as its five do on the table: they are points now.
    """
    for row, size in enumerate(SIZES):
        y = area.y + row * 8
        places, is_finished = whereabouts(state, colour + size)
        group_mark(canvas, area.x, y + 5, size, is_finished=is_finished)
        slots(canvas, area.x + area.w - COPIES * _SLOT, y, places, "small", _SLOT)


def draw_pyramid(canvas: Canvas, scene: Scene, group: str, area: Rect) -> None:
    """Draw one pyramid as large as there is room: its colour's letter and its size."""
    canvas.fill(*area)
    sign(
        canvas,
        area.x + 1,
        area.y + (area.h - 11) // 2,
        letters(scene.voice)[group[0]],
        "large",
        12,
        on=False,
    )
    big_pyramid(canvas, area.x + 13, area.y + area.h - 3, group[1], area.w - 14, on=False)


def draw_one(canvas: Canvas, scene: Scene, space: int, area: Rect) -> None:
    """Draw the pyramid under the cursor, which one it is, and what becomes of its group."""
    state: State = scene.state
    group = state.path[space]
    if not group:
        _draw_space(canvas, scene, space, area)
        return
    draw_pyramid(canvas, scene, group, Rect(area.x, area.y, _CELL, area.h - 1))
    beside = Rect(area.x + _CELL + 3, area.y, area.w - _CELL - 3, area.h)
    places, _ = whereabouts(state, group)
    if scene.large:
        slots(canvas, beside.x, beside.y + 4, places, "medium", 11)
        if won := gain(scene, space):
            canvas.text(WIDTH, beside.y, f"+{won}", "large", align="right")
        return
    lines = wrap(scene.voice.fact(Term("pyramid", group)), "small", beside.w)
    number, effect = _number(scene, space), effect_of(scene, space)
    # A name that needs two lines leaves the last one for what matters more than the number.
    note = effect or number if len(lines) > 1 else effect
    paragraph(canvas, " ".join(lines), Rect(*beside[:3], 8 * len(lines)), font="small")
    if len(lines) == 1:
        canvas.text(beside.x, beside.y + 8, number, "small", width=beside.w)
    slots(canvas, beside.x - 1, beside.y + 17, places, "small", 7)
    canvas.text(WIDTH, beside.y + 16, note, "small", align="right")


def _draw_space(canvas: Canvas, scene: Scene, space: int, area: Rect) -> None:
    text = scene.say(N_("Space {number}: empty"), number=space + 1)
    font = narrowed(text, area.w, "large")
    canvas.text(area.x, area.y, text, font, width=area.w, align="centre")


def _number(scene: Scene, space: int) -> str:
    """Say which pyramid ahead it is, counted from the own pawn."""
    spaces = ahead(scene.state, scene.state.turn)
    if space not in spaces:
        return scene.say(N_("Space {number}"), number=space + 1)
    return scene.say(N_("no. {number} ahead"), number=spaces.index(space) + 1)


def effect_of(scene: Scene, space: int) -> str:
    """Say what taking a pyramid leads to: own points, or how many go to the eye."""
    if won := gain(scene, space):
        return scene.say(N_("+{points} points"), points=won)
    swept = len(_after(scene, space).eye) - len(scene.state.eye)
    return scene.say(N_("{count} to the eye"), count=swept) if swept > 0 else ""


def gain(scene: Scene, space: int) -> int:
    """Return the points that the seat on turn gets for taking a pyramid."""
    state: State = scene.state
    return points(_after(scene, space))[state.turn] - points(state)[state.turn]


def _after(scene: Scene, space: int) -> State:
    """Return the table after a pyramid is taken; the same table if it cannot be."""
    state: State = scene.state
    return apply(state, TAKES[space]) if space in ahead(state, state.turn) else state
