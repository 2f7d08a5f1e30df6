"""The parts of screens: each draws itself on a canvas, inside an area.

    top_bar(canvas, "Anna", "12:34", [MARK_PAUSE])      10 rows; the rest is BODY
    menu(canvas, [Item("Resume"), Item("Clock", "Fischer")], index)
    last = paragraph(canvas, text, scroll=3)             lines; returns the greatest scroll
    headline(canvas, "Anna wins", area)                  centred, as large as it fits
    question(canvas, "Shut down?", ["No", "Yes"], index)
    buttons(canvas, ["No", "Yes"], index, area)   progress(canvas, 0.4, area)   scroll_mark(...)
    on top of a screen: toast(canvas, text)  holding(canvas, text, fraction)  dialog(...)

Screens ask a `TextStyle` for the font of a role: so the large-text setting reaches all of them.
A text is cut with an ellipsis only where `may_cut` allows it (names of players); elsewhere a text
that does not fit even in the small font is a fault of the canvas.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Literal, NamedTuple

from firmware_py.ui.canvas import HEIGHT, WIDTH, Align, Bitmap, Canvas, FontName, text_width, wrap
from firmware_py.ui.fonts import font as font_of

Role = Literal["title", "body", "value", "hint"]


class TextStyle(Enum):
    """The text size setting: the font for each role on the screen."""

    NORMAL = "normal"
    LARGE = "large"

    def font(self, role: Role) -> FontName:
        """Return the font for a role."""
        return _FONTS[self][role]


_FONTS: dict[TextStyle, dict[Role, FontName]] = {
    TextStyle.NORMAL: {"title": "large", "body": "medium", "value": "medium", "hint": "small"},
    TextStyle.LARGE: {"title": "large", "body": "large", "value": "large", "hint": "medium"},
}


class Rect(NamedTuple):
    """A rectangle of the canvas."""

    x: int
    y: int
    w: int
    h: int


BAR_HEIGHT = 10
WHOLE = Rect(0, 0, WIDTH, HEIGHT)
BODY = Rect(0, BAR_HEIGHT, WIDTH, HEIGHT - BAR_HEIGHT)
"""The area below the top bar."""

_SMALLER: dict[FontName, tuple[FontName, ...]] = {
    "large": ("large", "bold", "medium", "small"),
    "bold": ("bold", "medium", "small"),
    "medium": ("medium", "small"),
    "small": ("small",),
    "digits": ("digits", "large", "bold", "medium", "small"),
}
"""A text that is too long for large letters stays bold, so that rows and languages look alike."""
_SCROLL_WIDTH = 4

TICK = Bitmap.parse("......#/.....##/#...##./##.##../.###.../..#....")
CROSS = Bitmap.parse("#...#/##.##/.###./##.##/#...#")
PENCIL = Bitmap.parse("....#../...###./..###../.###.../###..../##...../#......")
"""A press opens something to correct."""
MARK_PAUSE = Bitmap.parse("##.##/##.##/##.##/##.##/##.##/##.##")
MARK_FLAG = Bitmap.parse("#..../####./#####/####./#..../#....")
"""Marks for the top bar: the clocks are paused, the time is up."""


class Item(NamedTuple):
    """A row of a menu."""

    label: str
    value: str = ""
    enabled: bool = True
    may_cut: bool = False


def fitting(text: str, area: Rect, largest: FontName = "large") -> FontName:
    """Return the largest font in which a text fits an area without scrolling; small at worst."""
    for font in _SMALLER[largest]:
        lines = wrap(text, font, area.w)
        broken = max(text_width(word, font) for word in text.split()) > area.w if text else False
        if not broken and len(lines) * font_of(font).height <= area.h:
            return font
    return "small"


def narrowed(text: str, width: int, largest: FontName = "medium") -> FontName:
    """Return the largest font in which a text fits a width on one line; small at worst."""
    for font in _SMALLER[largest]:
        if text_width(text, font) <= width:
            return font
    return "small"


def top_bar(
    canvas: Canvas,
    left: str,
    right: str = "",
    marks: Sequence[Bitmap] = (),
    *,
    corner: str = "",
    corner_marks: Sequence[Bitmap] = (),
    may_cut: bool = False,
) -> None:
    """Draw the bar: whose turn on the left; demand or round on the right; the clock in the corner.

    Marks stand before what they belong to.
    """
    edge = WIDTH
    for text, before in ((corner, corner_marks), (right, marks)):
        if text:
            edge -= canvas.text(edge, 0, text, "small", align="right") + 3
        for mark in reversed(before):
            edge -= mark.width
            canvas.bitmap(edge, 1, mark)
            edge -= 2
        edge -= 2 if corner else 0
    canvas.text(0, 0, left, "small", width=max(edge - 1, 0), may_cut=may_cut)
    canvas.stipple(0, BAR_HEIGHT - 1, WIDTH, 1)


def scroll_mark(canvas: Canvas, area: Rect, first: int, shown: int, total: int) -> None:
    """Draw the position in a list, at the right edge of its area."""
    x = area.x + area.w - 2
    for y in range(area.y, area.y + area.h, 3):
        canvas.pixel(x + 1, y)
    length = max(area.h * shown // total, 4)
    top = (area.h - length) * first // max(total - shown, 1)
    canvas.fill(x, area.y + top, 2, length)


def _say_more(canvas: Canvas, area: Rect, last: int, total: int) -> None:
    """Add the position in a list to the words for screen readers."""
    more = "... " if last < total else ""
    canvas.describe(f"{more}{last}/{total}", area.y + area.h - 1)


def menu(
    canvas: Canvas,
    items: Sequence[Item],
    index: int,
    area: Rect = BODY,
    style: TextStyle = TextStyle.NORMAL,
) -> None:
    """Draw a list with a bar on the chosen row; a long list turns over by the screenful.

    A list that moves with every step would go whole over a slow wire each time.
    """
    _rows(canvas, items, index, area, style.font("body"))


def _rows(canvas: Canvas, items: Sequence[Item], index: int, area: Rect, font: FontName) -> None:
    pitch = font_of(font).height + 1
    shown = min(area.h // pitch, len(items))
    first = min(index // max(shown, 1) * shown, len(items) - shown)
    width = area.w
    if shown < len(items):
        width -= _SCROLL_WIDTH
        scroll_mark(canvas, area, first, shown, len(items))
        _say_more(canvas, area, first + shown, len(items))
    for row in range(shown):
        place = Rect(area.x, area.y + row * pitch, width, pitch)
        _row(canvas, items[first + row], first + row == index, place, font)


def _row(canvas: Canvas, item: Item, chosen: bool, place: Rect, font: FontName) -> None:
    """Draw one row: a lit bar when it is chosen, brackets and smaller when it cannot be.

    The bar is as wide as the label: what changes when it moves has to go over a slow wire.
    """
    room = place.w - 4
    gap = 6 if item.value else 0
    sizes = _SMALLER[font]
    for size, value_size in _pairs(sizes if item.enabled else sizes[1:] or sizes):
        value_width = text_width(item.value, value_size)
        if text_width(item.label, size) + gap + value_width <= room:
            break
    lit = chosen and item.enabled
    bar = min(text_width(item.label, size), room - gap - value_width) + 4
    if lit:
        canvas.fill(place.x, place.y, bar, place.h)
    elif chosen:
        _brackets(canvas, Rect(place.x, place.y, bar, place.h))
    y = place.y + _level(size, place.h)
    words = f"{item.label}: {item.value}" if item.value else item.label
    if not item.enabled:
        words = f"({words})"
    canvas.text(
        place.x + 2,
        y,
        item.label,
        size,
        width=room - gap - value_width,
        on=not lit,
        may_cut=item.may_cut,
        say=f"> {words}" if chosen else words,
    )
    canvas.text(place.x + 2 + room, y, item.value, value_size, align="right", say="")


def _pairs(sizes: tuple[FontName, ...]) -> Iterator[tuple[FontName, FontName]]:
    """Yield fonts for a label and its value; the value loses its weight first."""
    for size in sizes:
        yield size, size
        if size == "bold":
            yield size, "medium"


def _brackets(canvas: Canvas, area: Rect) -> None:
    for x, tick in ((area.x, area.x), (area.x + area.w - 1, area.x + area.w - 2)):
        canvas.line_v(x, area.y, area.h)
        canvas.line_h(tick, area.y, 2)
        canvas.line_h(tick, area.y + area.h - 1, 2)


def _level(font: FontName, height: int) -> int:
    """Return the top of a line whose capitals are in the middle of a height."""
    capital = font_of(font).line("H")
    return (height - (capital.bottom - capital.top)) // 2 - capital.top


def paragraph(
    canvas: Canvas,
    text: str,
    area: Rect = BODY,
    *,
    font: FontName = "medium",
    scroll: int | None = None,
    align: Align = "left",
) -> int:
    """Write a text over several lines, from line `scroll` on; return the greatest useful scroll.

    Without a scroll all of it has to fit: lines that nobody can reach are a fault of the canvas.
    """
    pitch = font_of(font).height
    shown = max(area.h // pitch, 1)
    width = area.w
    lines = wrap(text, font, width)
    if len(lines) > shown:
        width -= _SCROLL_WIDTH
        lines = wrap(text, font, width)
    last = max(len(lines) - shown, 0)
    first = min(max(scroll or 0, 0), last)
    if last and scroll is None:
        canvas.faults.append(f"{text!r}: {last} lines too many, {font}")
    if last:
        scroll_mark(canvas, area, first, shown, len(lines))
        _say_more(canvas, area, first + shown, len(lines))
    visible = lines[first : first + shown]
    spoken = " ".join(visible)
    for row, line in enumerate(visible):
        y = area.y + row * pitch
        canvas.text(area.x, y, line, font, width=width, align=align, say="" if row else spoken)
    return last


def headline(
    canvas: Canvas, text: str, area: Rect = BODY, *, largest: FontName = "large"
) -> FontName:
    """Write a text in the middle of an area, as large as it fits; return the font."""
    font = fitting(text, area, largest)
    pitch = font_of(font).height
    lines = wrap(text, font, area.w)
    top = area.y + max(area.h - len(lines) * pitch, 0) // 2
    place = Rect(area.x, top, area.w, len(lines) * pitch)
    paragraph(canvas, text, place, font=font, align="centre")
    return font


def progress(canvas: Canvas, fraction: float, area: Rect) -> None:
    """Draw a bar that fills from left to right."""
    canvas.box(*area)
    inside = area.w - 4
    length = round(inside * min(max(fraction, 0.0), 1.0))
    canvas.fill(area.x + 2, area.y + 2, length, area.h - 4)


def buttons(canvas: Canvas, labels: Sequence[str], index: int, area: Rect) -> None:
    """Draw answers side by side, as wide as their words need, the chosen one lit."""
    font = _button_font(labels, area.w) or "small"
    widths = [text_width(label, font) + 8 for label in labels]
    spare = max(area.w - sum(widths), 0)
    x = area.x
    for place, (label, wide) in enumerate(zip(labels, widths, strict=True)):
        # The spare columns are shared out, so that the row reaches from edge to edge.
        w = wide + (spare - 2 * (len(labels) - 1)) // len(labels)
        chosen = place == index
        if chosen:
            canvas.fill(x, area.y, w, area.h)
        else:
            canvas.box(x, area.y, w, area.h)
        y = area.y + _level(font, area.h)
        words = f"> {label}" if chosen else label
        canvas.text(x, y, label, font, width=w, align="centre", on=not chosen, say=words)
        x += w + 2


def _button_font(labels: Sequence[str], width: int) -> FontName | None:
    """Return the font in which answers fit side by side, or None."""
    for font in _SMALLER["medium"]:
        if sum(text_width(label, font) + 10 for label in labels) - 2 <= width:
            return font
    return None


def question(
    canvas: Canvas,
    text: str,
    answers: Sequence[str],
    index: int,
    area: Rect = WHOLE,
    style: TextStyle = TextStyle.NORMAL,
) -> None:
    """Draw a question above its answers, which are side by side or, if they are long, in a list."""
    if _button_font(answers, area.w):
        height = 15
        row = Rect(area.x, area.y + area.h - height, area.w, height)
        buttons(canvas, answers, index, row)
    else:
        longest = max(answers, key=lambda answer: text_width(answer, "medium"))
        font = narrowed(longest, area.w - _SCROLL_WIDTH - 4, style.font("body"))
        pitch = font_of(font).height + 1
        height = pitch * min(len(answers), area.h // 2 // pitch)
        row = Rect(area.x, area.y + area.h - height, area.w, height)
        _rows(canvas, [Item(answer) for answer in answers], index, row, font)
    place = Rect(area.x, area.y, area.w, area.h - height - 2)
    headline(canvas, text, place, largest=style.font("title"))


def toast(canvas: Canvas, text: str) -> None:
    """Draw a short note over the lower edge, covering whole rows of a menu."""
    row_height = font_of("medium").height + 1
    for rows in range(1, 5):
        inside = Rect(4, HEIGHT - rows * row_height, WIDTH - 8, rows * row_height - 1)
        font = fitting(text, inside, "medium")
        lines = wrap(text, font, inside.w)
        pitch = font_of(font).height
        if len(lines) * pitch <= inside.h:
            break
    canvas.cover(0, inside.y - 2, WIDTH, inside.h + 3)
    canvas.fill(0, inside.y - 1, WIDTH, inside.h + 2)
    top = inside.y + (inside.h - len(lines) * pitch) // 2
    for at, line in enumerate(lines):
        say = "" if at else " ".join(lines)
        y = top + at * pitch
        canvas.text(4, y, line, font, width=inside.w, align="centre", on=False, say=say)


def holding(canvas: Canvas, text: str, fraction: float) -> None:
    """Draw words over the lower edge, with a bar that fills while a button is held."""
    place = Rect(0, HEIGHT - 23, WIDTH, 23)
    canvas.cover(place.x, place.y - 1, place.w, place.h + 1)
    canvas.box(*place)
    headline(canvas, text, Rect(4, place.y + 2, WIDTH - 8, 12), largest="medium")
    progress(canvas, fraction, Rect(3, place.y + 14, WIDTH - 6, 7))


def dialog(canvas: Canvas, title: str, text: str, *, largest: FontName = "large") -> None:
    """Draw a framed box with a title over the screen, its text as large as it fits."""
    place = Rect(2, 2, WIDTH - 4, HEIGHT - 4)
    canvas.cover(*WHOLE)
    canvas.box(*place)
    inside = place.w - 8
    font = narrowed(title, inside)
    height = font_of(font).height
    canvas.text(place.x + 4, place.y + 2, title, font, width=inside, align="centre")
    canvas.line_h(place.x, place.y + height + 3, place.w)
    below = Rect(place.x + 4, place.y + height + 5, inside, place.h - height - 7)
    headline(canvas, text, below, largest=largest)


PAGE_ASKS = Bitmap.parse(
    ".#####./#.....#/#.....#/#.....#/.#####./...#.../.#####."  # a screen on its foot
)
DANGER = Bitmap.parse("...#.../..###../..#.#../.##.##./.##.##./#######/###.###/#######")
"""A warning triangle."""
_AROUND = 2
"""The dark pixels around the mark, which separate it from the rest."""


def corner_note(canvas: Canvas, mark: Bitmap, words: str) -> None:
    """Draw a mark in the top bar, else in a lower corner; it covers nothing."""
    for x, y in _places(mark):
        if _is_free(canvas, x - _AROUND, y - _AROUND, mark.width + 2 * _AROUND, mark.height + 3):
            canvas.bitmap(x, y, mark)
            break
    canvas.describe(words)


def _places(mark: Bitmap) -> Iterator[tuple[int, int]]:
    right = WIDTH - 1 - mark.width
    for x in range(right, -1, -1):
        yield x, 0
    low = HEIGHT - 1 - mark.height
    yield right, low
    yield 0, low


def _is_free(canvas: Canvas, left: int, top: int, w: int, h: int) -> bool:
    columns = range(max(left, 0), min(left + w, WIDTH))
    bottom = min(top + h, BAR_HEIGHT - 1 if top < BAR_HEIGHT else HEIGHT)
    return not any(canvas.lit(x, y) for x in columns for y in range(max(top, 0), bottom))
