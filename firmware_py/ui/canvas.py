"""The drawing canvas: pixels, shapes and text for the 128x64 display, without any library.

    canvas = Canvas()                           all dark; the drawing area is 127x63
    canvas.pixel(x, y)   canvas.lit(x, y)       set one, ask one
    canvas.line_h(x, y, w)  canvas.line_v(x, y, h)  canvas.line(x0, y0, x1, y1)
    canvas.box(x, y, w, h)                      the outline of a rectangle
    canvas.fill(x, y, w, h, on=True)  canvas.stipple(x, y, w, h)  canvas.invert(x, y, w, h)
    canvas.circle(x, y, r, filled=False)
    canvas.bitmap(x, y, Bitmap.parse("#.#/.#.")) drawings of `#` and `.`, a row a line (or up to /)
    canvas.text(x, y, "Home", "medium") -> width
        width=60, align="centre"                inside a given width; align is left, centre or right
        align="right" without a width           x is the first column after the text
        on=False                                dark on something lit
        faint=True                              grey, for what cannot be chosen
        may_cut=True                            "Maximilia…" rather than a fault
        say="> Home"                            what a screen reader says instead; "" for nothing
    text_width(text, font), wrap(text, font, width), ellipsis(text, font, width)
    canvas.cover(x, y, w, h)                    blank a place for something on top
    canvas.describe("the board ...", y)         words for a drawing, for those who cannot see it
    canvas.secret(x, y, w, h)                   mark what viewers may not see
    canvas.frame() -> Frame                     for the display
    canvas.masked() -> Frame                    the same with the secrets covered
    canvas.picture() -> Picture                 frame, words, and both masked if there are secrets
    canvas.reading() -> tuple[str, ...]         the words in reading order
    canvas.check() -> list[str]                 every text that was cut, leaves the area or touches

Everything clips at the edges. A fault is a mistake in a layout, found by tests; it never stops
the drawing. Fonts are named: small (lines of 8), medium and bold (12), large (16), digits (22).

The canvas is one integer (see `ink.py`), so that a text takes a shift and an or however long it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from firmware_py.core.picture import Picture
from firmware_py.ui import ink
from firmware_py.ui.fonts import FontName, ellipsis, text_width, wrap
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.fonts.sheet import columns_of
from firmware_py.ui.ink import HEIGHT, WIDTH
from hardware.display.frame import Frame

__all__ = [
    "HEIGHT",
    "WIDTH",
    "Align",
    "Bitmap",
    "Canvas",
    "FontName",
    "Written",
    "ellipsis",
    "text_width",
    "wrap",
]

Align = Literal["left", "centre", "right"]

_EVEN_ROWS = 0x5555_5555_5555_5555
_THIN_GREY = ink.from_columns(
    [sum(1 << y for y in range(64) if (x + 2 * y) % 5) for x in range(WIDTH)]
)
"""Four of five pixels: grey, but strokes of one pixel stay legible."""
_STRONG_GREY = ink.from_columns([_EVEN_ROWS << (x & 1) for x in range(WIDTH)])
_HIDDEN = "•••"


class Bitmap(NamedTuple):
    """A small drawing."""

    ink: int
    width: int
    height: int

    @property
    def columns(self) -> tuple[int, ...]:
        """Return the bits of each column."""
        return ink.to_columns(self.ink, self.width)

    @staticmethod
    @lru_cache(maxsize=512)
    def parse(art: str) -> Bitmap:
        """Read a drawing of `#` and `.`, its rows parted by newlines or `/`."""
        rows = tuple(row.strip() for row in art.replace("/", "\n").split("\n") if row.strip())
        columns = columns_of(rows)
        return Bitmap(ink.from_columns(columns), len(columns), len(rows))


class Written(NamedTuple):
    """A text on the canvas and the box around its ink; without a text, the words for a drawing."""

    text: str
    x: int
    y: int
    w: int
    h: int
    say: str
    layer: int = 0

    def meets(self, x: int, y: int, w: int, h: int) -> bool:
        """Return whether the box shares a pixel with a rectangle."""
        return self.x < x + w and x < self.x + self.w and self.y < y + h and y < self.y + self.h

    def is_inside(self, x: int, y: int, w: int, h: int) -> bool:
        """Return whether the box is completely inside a rectangle."""
        return x <= self.x and self.x + self.w <= x + w and y <= self.y and self.y + self.h <= y + h


class Canvas:
    """127x63 pixels, and a record of what was written on them."""

    def __init__(self) -> None:
        self._ink = 0
        self.words: list[Written] = []
        self.faults: list[str] = []
        self._secrets: list[tuple[int, int, int, int]] = []
        self._layer = 0

    # Shapes

    def pixel(self, x: int, y: int, on: bool = True) -> None:
        """Light a pixel, or darken it."""
        self.fill(x, y, 1, 1, on)

    def lit(self, x: int, y: int) -> bool:
        """Return whether a pixel is lit; False outside the canvas."""
        return bool(self._ink & ink.rectangle(x, y, 1, 1))

    def line_h(self, x: int, y: int, w: int, on: bool = True) -> None:
        """Draw a horizontal line."""
        self.fill(x, y, w, 1, on)

    def line_v(self, x: int, y: int, h: int, on: bool = True) -> None:
        """Draw a vertical line."""
        self.fill(x, y, 1, h, on)

    def line(self, x0: int, y0: int, x1: int, y1: int, on: bool = True) -> None:
        """Draw a line from one pixel to another, both included."""
        steps = max(abs(x1 - x0), abs(y1 - y0), 1)
        for step in range(steps + 1):
            # Halves are rounded up in both directions, so that a line looks the same from each end.
            x = x0 + (2 * (x1 - x0) * step + steps) // (2 * steps)
            y = y0 + (2 * (y1 - y0) * step + steps) // (2 * steps)
            self.fill(x, y, 1, 1, on)

    def box(self, x: int, y: int, w: int, h: int, on: bool = True) -> None:
        """Draw the outline of a rectangle."""
        self.fill(x, y, w, 1, on)
        self.fill(x, y + h - 1, w, 1, on)
        self.fill(x, y, 1, h, on)
        self.fill(x + w - 1, y, 1, h, on)

    def fill(self, x: int, y: int, w: int, h: int, on: bool = True) -> None:
        """Light a rectangle, or darken it."""
        self._stamp(ink.rectangle(x, y, w, h), on)

    def stipple(self, x: int, y: int, w: int, h: int) -> None:
        """Fill a rectangle with a chequered grey."""
        place = ink.rectangle(x, y, w, h)
        self._ink = self._ink & ~place | _STRONG_GREY & place

    def invert(self, x: int, y: int, w: int, h: int) -> None:
        """Exchange light and dark in a rectangle."""
        self._ink ^= ink.rectangle(x, y, w, h)

    def circle(self, x: int, y: int, r: int, filled: bool = False, on: bool = True) -> None:
        """Draw a circle around a pixel, 2r + 1 pixels wide."""
        for step in range(-r, r + 1):
            # The pixel nearest to the true circle; the half makes small ones round.
            reach = int(((r + 0.5) ** 2 - step * step) ** 0.5)
            if filled:
                self.fill(x - reach, y + step, 2 * reach + 1, 1, on)
                continue
            for side in (-reach, reach):
                self.fill(x + side, y + step, 1, 1, on)
                self.fill(x + step, y + side, 1, 1, on)

    def bitmap(self, x: int, y: int, bitmap: Bitmap, on: bool = True, solid: bool = False) -> None:
        """Draw a bitmap; a solid one blanks its rectangle first."""
        if solid:
            self.fill(x, y, bitmap.width, bitmap.height, not on)
        self._stamp(ink.moved(bitmap.ink, x, y, bitmap.height), on)

    def cut(self, w: int, h: int) -> Bitmap:
        """Return what is drawn in the upper left corner."""
        return Bitmap(self._ink & ink.rectangle(0, 0, w, h), w, h)

    def _stamp(self, pixels: int, on: bool) -> None:
        if on:
            self._ink |= pixels
        else:
            self._ink &= ~pixels

    # Text

    def text(
        self,
        x: int,
        y: int,
        text: str,
        font: FontName = "medium",
        *,
        width: int | None = None,
        align: Align = "left",
        on: bool = True,
        faint: bool = False,
        may_cut: bool = False,
        say: str | None = None,
    ) -> int:
        """Write one line and return its width; y is the top of the line, not of the letters."""
        shown = text
        if width is not None and may_cut:
            shown = ellipsis(text, font, width)
        line = font_of(font).line(shown)
        pixels, wide = line.ink, line.width
        if line.missing:
            self.faults.append(f"{text!r}: {font} has no {line.missing!r}")
        if width is not None and wide > width:
            self.faults.append(f"{text!r}: {wide} wide in {width}, {font}")
            wide = width
            pixels &= ink.rectangle(0, 0, wide, HEIGHT)
        room = 0 if width is None else width
        if align == "right":
            x += room - wide
        elif align == "centre":
            x += (room - wide) // 2
        top, bottom = y + line.top, y + line.bottom
        if say != "" and text.strip():
            words = Written(shown, x, top, wide, bottom - top, say or text, self._layer)
            self.words.append(words)
        if x < 0 or top < 0 or x + wide > WIDTH or bottom > HEIGHT:
            self.faults.append(f"{text!r}: leaves the drawing area at {x},{y}, {font}")
        if faint:
            pixels &= _STRONG_GREY if font in ("large", "digits") else _THIN_GREY
        pixels = ink.moved(pixels, x, y, line.bottom)
        # Met ink of its own shade, and so blurs.
        if pixels & (self._ink if on else ~self._ink):
            self.faults.append(f"{text!r}: touches something at {x},{y}, {font}")
        self._stamp(pixels, on)
        return wide

    def describe(self, text: str, y: int = 0) -> None:
        """Add words for a drawing to what is read out, at a height of the screen."""
        self.words.append(Written("", 0, y, WIDTH, 1, text, self._layer))

    def cover(self, x: int, y: int, w: int, h: int) -> None:
        """Blank a rectangle for something on top of the rest; words wholly under it are gone."""
        self.fill(x, y, w, h, on=False)
        self.words = [word for word in self.words if not word.is_inside(x, y, w, h)]
        self._layer += 1

    def reading(self) -> tuple[str, ...]:
        """Return the words from top to bottom, and from left to right on a line."""
        return tuple(word.say for word in self._in_order())

    def _in_order(self) -> list[Written]:
        ordered: list[Written] = []
        line: list[Written] = []
        for word in sorted(self.words, key=lambda word: word.y * 2 + word.h):
            if line and word.y * 2 + word.h > (line[0].y + line[0].h) * 2:
                ordered += sorted(line, key=lambda word: word.x)
                line = []
            line.append(word)
        return ordered + sorted(line, key=lambda word: word.x)

    def check(self) -> list[str]:
        """Return all faults, with the texts that overlap or touch on their line."""
        faults = list(self.faults)
        for place, word in enumerate(self.words):
            for other in self.words[:place]:
                near = other.meets(word.x - 1, word.y, word.w + 2, word.h)
                if near and word.layer == other.layer and word.text and other.text:
                    faults.append(f"{word.text!r} overlaps {other.text!r}")
        return faults

    # Secrets and frames

    def secret(self, x: int, y: int, w: int, h: int) -> None:
        """Mark a rectangle that viewers may not see."""
        self._secrets.append((x, y, w, h))

    def frame(self) -> Frame:
        """Return the frame for the display."""
        return ink.to_frame(self._ink)

    def masked(self) -> Frame:
        """Return the frame with every secret covered."""
        cover = Canvas()
        cover._ink = self._ink
        for region in self._secrets:
            cover.stipple(*region)
        return cover.frame()

    def picture(self) -> Picture:
        """Return what panels show: the frame, the words, and both for viewers."""
        shown = self.frame()
        if not self._secrets:
            return Picture(shown, self.reading())
        return Picture(shown, self.reading(), self.masked(), self.masked_reading())

    def masked_reading(self) -> tuple[str, ...]:
        """Return the words with every text in a secret place hidden."""
        return tuple(
            _HIDDEN if any(word.meets(*region) for region in self._secrets) else word.say
            for word in self._in_order()
        )


def short_names(names: Sequence[str], font: FontName, width: int) -> tuple[str, ...]:
    """Return each name whole where it fits; else the shortest prefix that no other name has.

    Where even that is too wide, or two people have one name, the initial with the number of the
    seat stands for it, and at last the number alone.
    """
    return tuple(_short(names, seat, font, width) for seat in range(len(names)))


def before_number(name: str) -> str:
    """Return a name to stand before a number: "P1 0" would read as one."""
    return f"{name}:" if name[-1:].isdigit() else name


def _short(names: Sequence[str], seat: int, font: FontName, width: int) -> str:
    name = names[seat]
    others = [*names[:seat], *names[seat + 1 :]]
    if text_width(name, font) <= width and name not in others:
        return name
    for length in range(1, len(name)):
        prefix = name[:length]
        if not any(other.startswith(prefix) for other in others):
            if text_width(prefix, font) <= width:
                return prefix
            break
    numbered = f"{name[:1]}{seat + 1}"
    return numbered if text_width(numbered, font) <= width else str(seat + 1)
