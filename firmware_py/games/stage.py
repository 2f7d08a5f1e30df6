"""The parts that every play screen has, whatever its game; each face says where they stand.

draw_title(canvas, scene, place)      whose turn: the largest letters
draw_binding(canvas, place, text)     what binds them, as large
draw_clocks(canvas, scene, big, others)
draw_told(canvas, scene, place)       what hands do now
draw_answer(canvas, scene, place, text)   what the next press picks, or plays: then it is lit
"""

from __future__ import annotations

from collections.abc import Callable

from firmware_py.games.scene import Scene, SeatClock
from firmware_py.ui.canvas import Bitmap, Canvas, FontName, text_width
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import MARK_FLAG, MARK_PAUSE, TICK, Rect, narrowed, top_bar

MORE = Bitmap.parse("#####/.###./..#..")
"""There is another page."""
GOES_ON = Bitmap.parse("#../.#./..#/.#./#..")
"""After this part of a choice comes another."""
PLAYS = Bitmap.parse("#.../##../###./####/###./##../#...")
"""The next press plays it."""
HAND = Bitmap.parse("..#.#../..#.#.#/..#.#.#/#.#####/######./.####..")
"""Somebody is entering: that time is free."""


def cap_top(font: FontName) -> int:
    """Return the rows above the capitals of a font."""
    return font_of(font).line("H").top


def draw_title(canvas: Canvas, scene: Scene, place: Rect) -> None:
    """Write whose turn it is, capitals in the first row; the corner stands beside it."""
    edge = place.x + place.w
    if scene.corner:
        edge -= canvas.text(edge, place.y - 1, scene.corner, "small", align="right") + 3
    if scene.is_saved:
        edge -= TICK.width
        canvas.bitmap(edge, place.y, TICK)
        edge -= 3
    width = max(edge - place.x, 0)
    font: FontName = "large"
    canvas.text(place.x, place.y - cap_top(font), scene.title, font, width=width, may_cut=True)


def draw_binding(
    canvas: Canvas, place: Rect, text: str, *, mark: Bitmap | None = None, say: str | None = None
) -> None:
    """Write what binds the player as large as whose turn it is, a mark before it."""
    x = place.x
    if mark is not None:
        canvas.bitmap(x, place.y + (11 - mark.height) // 2, mark)
        x += mark.width + 3
    width = place.x + place.w - x
    font = narrowed(text, width, "large")
    y = place.y + (11 - _cap_height(font)) // 2 - cap_top(font)
    canvas.text(x, y, text, font, width=width, say=say)


def _cap_height(font: FontName) -> int:
    line = font_of(font).line("H")
    return line.bottom - line.top


def draw_clocks(canvas: Canvas, scene: Scene, big: Rect, others: Rect | None = None) -> None:
    """Write the running clock large, and the others small with their owners, as many as fit."""
    for clock in scene.clocks:
        if clock.is_running:
            _draw_running(canvas, clock, big)
    if others is None:
        return
    waiting = [clock for clock in scene.clocks if not clock.is_running]
    if not waiting:
        return
    width = others.w // len(waiting)
    for at, clock in enumerate(waiting):
        x = others.x + at * width
        used = canvas.text(x + width - 2, others.y, clock.text, "small", align="right")
        canvas.text(x, others.y, clock.name, "small", width=width - used - 4, may_cut=True)


def _draw_running(canvas: Canvas, clock: SeatClock, place: Rect) -> None:
    marks = (MARK_PAUSE,) * clock.is_paused + (MARK_FLAG,) * clock.is_over
    x = place.x
    for mark in marks:
        canvas.bitmap(x, place.y + 2, mark)
        x += mark.width + 2
    if clock.free:
        canvas.bitmap(x, place.y + 2, HAND)
        x += HAND.width + 2
        x += canvas.text(x, place.y + 1, clock.free, "small") + 3
    width = place.x + place.w - x
    font = narrowed(clock.text, width, "large")
    y = place.y + (11 - _cap_height(font)) // 2 - cap_top(font)
    canvas.text(place.x + place.w, y, clock.text, font, align="right")


def draw_told(canvas: Canvas, scene: Scene, place: Rect) -> None:
    """Write what hands do now, with a mark where more pages follow."""
    told = scene.told
    if told is None:
        return
    pitch = font_of(told.font).height
    spoken = " ".join(told.rows)
    for row, line in enumerate(told.rows):
        y = place.y + row * pitch - cap_top(told.font)
        canvas.text(place.x, y, line, told.font, width=place.w, say="" if row else spoken)
    if told.count > 1:
        x, y = place.x + place.w - MORE.width, place.y + place.h - MORE.height
        canvas.bitmap(x, y, MORE)


def draw_answer(
    canvas: Canvas,
    scene: Scene,
    place: Rect,
    text: str,
    *,
    largest: FontName = "large",
    say: str | None = None,
) -> FontName:
    """Write what is under the cursor: lit where the next press plays it, plain where it goes on.

    Return the font taken.
    """
    sign = PLAYS if scene.commits else GOES_ON
    width = place.w - sign.width - 6
    font = narrowed(text, width, largest)
    height = _cap_height(font)
    low = font_of(font).line("Hp").bottom - cap_top(font)  # the descenders stay inside as well
    y = place.y + min((place.h - height) // 2, max(place.h - low - 1, 1))
    if scene.commits:
        canvas.fill(*place)
    on = not scene.commits
    said = f"> {text if say is None else say}"
    canvas.text(place.x + 2, y - cap_top(font), text, font, width=width, on=on, say=said)
    x = (
        place.x + place.w - sign.width - 2
        if scene.commits
        else place.x + 4 + text_width(text, font)
    )
    canvas.bitmap(x, place.y + (place.h - sign.height) // 2, sign, on=on)
    return font


def old_style(
    draw: Callable[[Canvas, Scene], None],
    binding: Callable[[Scene], str],
    place: Callable[[Scene], Rect],
) -> Callable[[Canvas, Scene], None]:
    """TO GO: the screen with its small top bar, until each face says where its parts stand."""

    def drawn(canvas: Canvas, scene: Scene) -> None:
        running = next((clock for clock in scene.clocks if clock.is_running), None)
        marks = (TICK,) * scene.is_saved
        corner = scene.corner or ("" if running is None else running.text)
        top_bar(canvas, scene.title, binding(scene), marks, corner=corner, may_cut=True)
        draw(canvas, scene)
        draw_told(canvas, scene, place(scene))

    return drawn
