"""Widgets common to all play screens; each game says where they are placed.

draw_title(canvas, scene, place)      whose turn: the largest letters
draw_binding(canvas, place, text)     the constraint, equally large
draw_clocks(canvas, scene, big, others)
draw_told(canvas, scene, place)       what to do now
draw_answer(canvas, scene, place, text)   what the next press picks, or plays (lit)
"""

from __future__ import annotations

from firmware_py.match.scene import AnyScene, SeatClock
from firmware_py.ui.canvas import WIDTH, Bitmap, Canvas, FontName
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import BODY, MARK_FLAG, MARK_PAUSE, TICK, Rect, narrowed

TOP = 10
"""Height of the top bar on a page of the table editor, in pixels."""
ROOM = Rect(0, BODY.y + 1, WIDTH - 5, BODY.h - 1)
"""The area of a page without the page mark."""
MORE = Bitmap.parse("#####/.###./..#..")
"""Mark for a following page."""
GOES_ON = Bitmap.parse("#.#.#")
"""Mark for a choice with further parts."""
KEY = 9
"""Width of the key before an answer, in pixels."""
PLAYS = Bitmap.parse("#...../###.../#####./######/#####./###.../#.....")
"""Mark for a press that plays the choice."""
HAND = Bitmap.parse("..#.#../..#.#.#/..#.#.#/#.#####/######./.####..")
"""Mark for entry time, which is not counted."""


def cap_top(font: FontName) -> int:
    """Return the empty rows above the capitals of a font."""
    return font_of(font).line("H").top


def draw_title(
    canvas: Canvas,
    scene: AnyScene,
    place: Rect,
    title: str | None = None,
    *,
    may_shrink: bool = False,
) -> None:
    """Write whose turn it is, or `title`, with its capitals in the first row, next to the corner.

    Accents of a name move it down as far as they need. With `may_shrink` a smaller font is used
    rather than cutting the text.
    """
    edge = place.x + place.w
    if scene.corner:
        edge -= canvas.text(edge, place.y - 1, scene.corner, "small", align="right") + 3
    if scene.is_saved:
        edge -= TICK.width
        canvas.bitmap(edge, place.y, TICK)
        edge -= 3
    width = max(edge - place.x, 0)
    top = cap_top("large")
    title = scene.title if title is None else title
    accents = top - font_of("large").line(title).top if title else 0
    y = max(place.y, accents) - top
    font = narrowed(title, width, "large") if may_shrink else "large"
    canvas.text(place.x, y + top - cap_top(font), title, font, width=width, may_cut=True)


def draw_binding(
    canvas: Canvas, place: Rect, text: str, *, mark: Bitmap | None = None, say: str | None = None
) -> None:
    """Write the constraint on the player in the size of the title, after a mark."""
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


def _level(font: FontName, height: int) -> int:
    """Return the top of the capitals in a bar, leaving room for descenders if possible."""
    whole = font_of(font).line("Hp")
    spare = height - (whole.bottom - whole.top)
    return spare // 2 if spare >= 0 else (height - _cap_height(font)) // 2


def draw_clocks(canvas: Canvas, scene: AnyScene, big: Rect, others: Rect | None = None) -> None:
    """Write the running clock large, and as many of the others as fit with their owners' names."""
    for clock in scene.clocks:
        if clock.is_running:
            _draw_running(canvas, clock, big)
    if others is None:
        return
    waiting = scene.waiting_clocks
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


def draw_told(canvas: Canvas, scene: AnyScene, place: Rect) -> None:
    """Write what to do now, with a mark if more pages follow."""
    told = scene.told
    if told is None:
        return
    pitch = font_of(told.font).height
    spoken = " ".join(told.rows)
    for row, line in enumerate(told.rows):
        y = place.y + row * pitch - cap_top(told.font)
        canvas.text(place.x, y, line, told.font, width=place.w, say="" if row else spoken)
    if told.number + 1 < told.count:
        x, y = place.x + place.w - MORE.width, place.y + place.h - MORE.height
        canvas.bitmap(x, y, MORE)


def draw_answer(
    canvas: Canvas,
    scene: AnyScene,
    place: Rect,
    text: str,
    *,
    largest: FontName = "large",
    say: str | None = None,
) -> FontName:
    """Write the option under the cursor after a key, which is lit if the next press plays it.

    If a press only picks a part, the key is hollow, with dots. The words do not move, because every
    changed pixel goes over a slow wire. Return the font used.
    """
    width = place.w - KEY - 3
    font = narrowed(text, width, largest)
    draw_entry_key(canvas, scene, place, plays=scene.commits)
    y = place.y + _level(font, place.h) - cap_top(font)
    canvas.text(place.x + KEY + 3, y, text, font, width=width, say=f"> {say or text}")
    return font


def draw_entry_key(canvas: Canvas, scene: AnyScene, place: Rect, *, plays: bool) -> None:
    """Draw the key before an answer; in a hand-over the wait, after a skipped stage a tick."""
    key = Rect(place.x, place.y, KEY, place.h)
    if scene.wait:
        draw_wait(canvas, key, scene.wait)
    else:
        draw_key(canvas, key, plays=plays, is_done=scene.shows_done)


def draw_wait(canvas: Canvas, key: Rect, part: float) -> None:
    """Draw the key while no press is taken: what is left of the wait, running out downwards."""
    high = round((key.h - 2) * part)
    canvas.box(*key)
    canvas.fill(key.x + 1, key.y + key.h - 1 - high, key.w - 2, high)


def draw_key(canvas: Canvas, key: Rect, *, plays: bool, is_done: bool = False) -> None:
    """Draw the key before an answer: lit if a press plays it, otherwise dots in a box."""
    sign = TICK if is_done else PLAYS if plays else GOES_ON
    if plays:
        canvas.fill(*key)
    else:
        canvas.box(*key)
    x, y = key.x + (key.w - sign.width + 1) // 2, key.y + (key.h - sign.height + 1) // 2
    canvas.bitmap(x, y, sign, on=not plays)
