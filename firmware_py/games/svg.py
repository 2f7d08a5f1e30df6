"""Small pieces of SVG as text. Whatever is written into one is escaped.

Looks are classes (`picture_style`), never style attributes: the page forbids them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from math import hypot
from typing import ParamSpec, cast

_SPECIAL = re.compile('[&<>"\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]')
"""What must not stand in a text or a value as it is; a name may have anything."""
_MEANT = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}

Number = float | int
P = ParamSpec("P")


def kept(draw: Callable[P, str]) -> Callable[P, str]:
    """Keep the small things that a function drew: from one picture to the next, few change."""
    return cast("Callable[P, str]", lru_cache(maxsize=512)(draw))


@lru_cache(maxsize=4096)
def escape(text: str) -> str:
    """Return a text as XML holds it; what XML cannot hold at all is a question mark in a box."""
    return _SPECIAL.sub(lambda found: _MEANT.get(found[0], "\ufffd"), text)


@lru_cache(maxsize=4096)
def number(value: Number) -> str:
    """Return a number in as few letters as a picture needs."""
    rounded = round(value, 1)
    return str(int(rounded)) if rounded == int(rounded) else str(rounded)


@cache
def _key(name: str) -> str:
    return "class" if name == "look" else name.replace("_", "-")


def element(tag: str, *inside: str, **attributes: str | Number | None) -> str:
    """Return an element; `look` is its class, and a line in a name stands for a hyphen."""
    parts = [tag]
    for name, value in attributes.items():
        if value is None or value == "":
            continue
        shown = escape(value) if isinstance(value, str) else number(value)
        parts.append(f'{_key(name)}="{shown}"')
    head = " ".join(parts)
    body = "".join(inside)
    return f"<{head}>{body}</{tag}>" if body else f"<{head}/>"


@kept
def rect(
    x: Number,
    y: Number,
    w: Number,
    h: Number,
    look: str,
    *,
    r: Number | None = None,
    wide: str | None = None,
) -> str:
    """Return a rectangle, with round corners if wanted, and as it is where there is width."""
    return element("rect", x=x, y=y, width=w, height=h, rx=r, look=look, data_wide=wide)


@kept
def circle(x: Number, y: Number, r: Number, look: str) -> str:
    """Return a circle around a point."""
    return element("circle", cx=x, cy=y, r=r, look=look)


@kept
def path(points: str, look: str, *, at: tuple[Number, Number] | None = None) -> str:
    """Return a path, moved to a place if one is given."""
    return element("path", d=points, look=look, transform=None if at is None else moved(*at))


def line(points: Iterable[tuple[Number, Number]], look: str) -> str:
    """Return an open line through some points."""
    return element("path", d=through(points), look=look)


def polygon(points: Iterable[tuple[Number, Number]], look: str) -> str:
    """Return a closed shape."""
    return element("path", d=through(points) + "Z", look=look)


def through(points: Iterable[tuple[Number, Number]]) -> str:
    """Return the data of a path through some points."""
    return "M" + "L".join([f"{number(x)} {number(y)}" for x, y in points])


def arrow(points: Sequence[tuple[float, float]], look: str) -> str:
    """Return the way through some points, `look`-trace, with its tip, `look`-tip, at the last."""
    (x0, y0), (x, y) = points[-2:]
    length = hypot(x - x0, y - y0) or 1.0
    across, down = (x - x0) / length, (y - y0) / length
    tip, back = ((x - across * gap, y - down * gap) for gap in (12, 32))
    wings = [(back[0] + side * down, back[1] - side * across) for side in (-11, 11)]
    drawn = line([*points[:-1], back], f"trace {look}-trace"), polygon([tip, *wings], f"{look}-tip")
    return group(*drawn, look="quiet")


@kept
def words(x: Number, y: Number, text: str, look: str, *, fit: Number | None = None) -> str:
    """Return a text whose foot is at a point; one wider than `fit` is pressed together."""
    is_wide = fit is not None and rough_width(text, look) > fit
    return element(
        "text",
        escape(text),
        x=x,
        y=y,
        look=look,
        textLength=fit if is_wide else None,
        lengthAdjust="spacingAndGlyphs" if is_wide else None,
    )


SIZES = {"tiny": 12, "s": 16, "m": 22, "ml": 30, "l": 32, "xl": 40}
"""Letter heights of the text classes, as `picture_style` has them."""
_WIDE, _STRONG = 0.58, 0.66
"""A letter is about so wide, measured in its height; a bold one is wider."""


def rough_width(text: str, look: str) -> float:
    """Return about how wide a text is: browsers differ, so this errs on the wide side."""
    looks = look.split()
    size = next((SIZES[each] for each in looks if each in SIZES), SIZES["m"])
    return len(text) * size * (_STRONG if "strong" in looks else _WIDE)


def group(*inside: str, look: str = "", at: tuple[Number, Number] | None = None) -> str:
    """Return things together, moved to a place if one is given."""
    return element("g", *inside, look=look, transform=None if at is None else moved(*at))


class Taps:
    """What can be tapped in a picture: made here, and its codes kept."""

    def __init__(self) -> None:
        self.codes: list[str] = []

    def tappable(
        self, code: str, label: str, *inside: str, look: str = "", wide: str | None = None
    ) -> str:
        """Return something that can be tapped, named for those who cannot see it."""
        self.codes.append(code)
        return _tappable(code, label, *inside, look=look, wide=wide)


@kept
def _tappable(code: str, label: str, *inside: str, look: str, wide: str | None) -> str:
    return element(
        "g",
        *inside,
        look=f"tap {look}" if look else "tap",
        data_tap=code,
        role="button",
        aria_label=label,
        data_wide=wide,
    )


def moved(x: Number, y: Number) -> str:
    """Return the transformation that moves things to a point."""
    return f"translate({number(x)} {number(y)})"


def pressed(still: Number, by: Number) -> str:
    """Return the transformation that makes something lower; the height `still` stays in place."""
    return f"{moved(0, still * (1 - by))} scale(1 {round(by, 3)})"


def leaf(*inside: str, wide: tuple[Number, Number], scale: Number = 1) -> str:
    """Return a part of a picture that stands elsewhere, perhaps larger, where there is width."""
    grown = "" if scale == 1 else f" scale({round(scale, 2)})"
    return element("g", *inside, data_wide=f"{moved(*wide)}{grown}")


def ground() -> str:
    """Return what lies below everything, whatever the size of the picture."""
    return element("rect", width="100%", height="100%", look="felt", rx=14)


def sheet(
    width: Number,
    height: Number,
    label: str,
    *inside: str,
    look: str = "",
    wide: tuple[Number, Number] | None = None,
) -> str:
    """Return a whole picture; with leaves, also its size where they stand beside each other."""
    return element(
        "svg",
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="group",
        aria_label=label,
        look=f"table-picture {look}".strip(),
        data_wide=None if wide is None else f"0 0 {number(wide[0])} {number(wide[1])}",
    )
