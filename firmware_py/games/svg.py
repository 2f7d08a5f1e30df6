"""Functions that return SVG elements as text, with everything escaped.

Styles are classes (`picture_style`), never style attributes, which the page forbids.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from math import hypot
from typing import ParamSpec, cast

_SPECIAL = re.compile('[&<>"\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]')
"""Characters that must be escaped in a text or a value; names may contain anything."""
_MEANT = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}

LOOKS = dict(zip("ROYGBPKWTC", (
    "red", "orange", "yellow", "green", "blue", "purple", "black", "white", "turquoise", "clear",
), strict=True))  # fmt: skip
"""The class of a piece's colour by its code, which all games share."""

Number = float | int
P = ParamSpec("P")


def kept(draw: Callable[P, str]) -> Callable[P, str]:
    """Cache the results of a drawing function, because few elements change between pictures."""
    return cast("Callable[P, str]", lru_cache(maxsize=512)(draw))


@lru_cache(maxsize=4096)
def escape(text: str) -> str:
    """Return a text escaped for XML; characters that XML forbids become U+FFFD."""
    return _SPECIAL.sub(lambda found: _MEANT.get(found[0], "\ufffd"), text)


@lru_cache(maxsize=4096)
def number(value: Number) -> str:
    """Return a number with at most one decimal."""
    rounded = round(value, 1)
    return str(int(rounded)) if rounded == int(rounded) else str(rounded)


@cache
def _key(name: str) -> str:
    return "class" if name == "look" else name.replace("_", "-")


def element(tag: str, *inside: str, **attributes: str | Number | None) -> str:
    """Return an element; `look` is its class, and an underscore in a name becomes a hyphen."""
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
    w: Number | str,
    h: Number | str,
    look: str,
    *,
    r: Number | None = None,
    wide: str | None = None,
) -> str:
    """Return a rectangle, optionally rounded, and placed otherwise in the wide layout."""
    return element("rect", x=x, y=y, width=w, height=h, rx=r, look=look, data_wide=wide)


@kept
def circle(x: Number, y: Number, r: Number, look: str) -> str:
    """Return a circle around a point."""
    return element("circle", cx=x, cy=y, r=r, look=look)


@kept
def path(points: str, look: str, *, at: tuple[Number, Number] | None = None) -> str:
    """Return a path, optionally translated."""
    return element("path", d=points, look=look, transform=None if at is None else moved(*at))


def line(points: Iterable[tuple[Number, Number]], look: str) -> str:
    """Return an open line through points."""
    return element("path", d=through(points), look=look)


def polygon(points: Iterable[tuple[Number, Number]], look: str) -> str:
    """Return a closed shape."""
    return element("path", d=through(points) + "Z", look=look)


def through(points: Iterable[tuple[Number, Number]]) -> str:
    """Return the path data through points."""
    return "M" + "L".join([f"{number(x)} {number(y)}" for x, y in points])


def arrow(points: Sequence[tuple[float, float]], look: str) -> str:
    """Return a line of class `look`-trace with an arrow head of class `look`-tip at the end."""
    (x0, y0), (x, y) = points[-2:]
    length = hypot(x - x0, y - y0) or 1.0
    across, down = (x - x0) / length, (y - y0) / length
    tip, back = ((x - across * gap, y - down * gap) for gap in (12, 32))
    wings = [(back[0] + side * down, back[1] - side * across) for side in (-11, 11)]
    drawn = line([*points[:-1], back], f"trace {look}-trace"), polygon([tip, *wings], f"{look}-tip")
    return group(*drawn, look="quiet")


@kept
def words(x: Number, y: Number, text: str, look: str, *, fit: Number | None = None) -> str:
    """Return a text with its baseline at a point; a text wider than `fit` is condensed."""
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
"""Font sizes of the text classes, as in `picture_style`."""
_WIDE, _STRONG = 0.58, 0.66
"""Average width of a letter, regular and bold, relative to its font size."""


def rough_width(text: str, look: str) -> float:
    """Return an estimate of the width of a text, on the wide side because browsers differ."""
    looks = look.split()
    size = next((SIZES[each] for each in looks if each in SIZES), SIZES["m"])
    return len(text) * size * (_STRONG if "strong" in looks else _WIDE)


def group(*inside: str, look: str = "", at: tuple[Number, Number] | None = None) -> str:
    """Return a group of elements, optionally translated."""
    return element("g", *inside, look=look, transform=None if at is None else moved(*at))


class Taps:
    """Makes the tappable elements of a picture and collects their codes."""

    def __init__(self) -> None:
        self.codes: list[str] = []

    def tappable(
        self,
        code: str,
        label: str,
        *inside: str,
        look: str = "",
        wide: str | None = None,
        grab: str | None = None,
    ) -> str:
        """Return a tappable element with a label for screen readers.

        `grab` is the code of the part that a piece there stands for while it is dragged.
        """
        self.codes.append(code)
        return _tappable(code, label, *inside, look=look, wide=wide, grab=grab)


@kept
def _tappable(
    code: str, label: str, *inside: str, look: str, wide: str | None, grab: str | None
) -> str:
    return element(
        "g",
        *inside,
        look=f"tap {look}" if look else "tap",
        data_tap=code,
        data_grab=grab,
        role="button",
        aria_label=label,
        data_wide=wide,
    )


def moved(x: Number, y: Number) -> str:
    """Return the transform that translates to a point."""
    return f"translate({number(x)} {number(y)})"


def pressed(still: Number, by: Number) -> str:
    """Return the transform that scales vertically, keeping the height `still` in place."""
    return f"{moved(0, still * (1 - by))} scale(1 {round(by, 3)})"


@kept
def piece(
    kind: str,
    place: str,
    *inside: str,
    look: str = "",
    at: tuple[Number, Number] | None = None,
    count: int = 1,
    source: str = "",
    rests: bool = False,
) -> str:
    """Return a thing that moves: a page knows by its kind and place what became of it.

    Several that lie on each other are one of a count; `source` is the spot that new ones come from.
    What `rests` was there before it could be seen, so it came from nowhere.

    >>> piece("ronin", "a2", circle(0, 0, 9, "piece"), at=(10, 20))
    '<g data-id="ronin@a2" transform="translate(10 20)"><circle cx="0" cy="0" r="9" \
class="piece"/></g>'
    """
    return element(
        "g",
        *inside,
        look=look,
        data_id=f"{kind}@{place}",
        data_count=None if count == 1 else count,
        data_from=source,
        data_rests="yes" if rests else None,
        transform=None if at is None else moved(*at),
    )


def hit(x: Number, y: Number, r: Number) -> str:
    """Return the area around a point in which a finger means what is there; it is not seen."""
    return circle(x, y, r, "hit")


def leaf(*inside: str, wide: tuple[Number, Number], scale: Number = 1) -> str:
    """Return a part of a picture that is placed elsewhere, and perhaps enlarged, in the wide
    layout.
    """
    return element("g", *inside, data_wide=_placed(*wide, scale))


def narrow_leaf(*inside: str, narrow: tuple[Number, Number], scale: Number = 1) -> str:
    """Return a part of a picture that is placed elsewhere on a phone."""
    return element("g", *inside, data_narrow=_placed(*narrow, scale))


def _placed(x: Number, y: Number, scale: Number) -> str:
    return moved(x, y) + ("" if scale == 1 else f" scale({round(scale, 2)})")


def ground() -> str:
    """Return the background."""
    return element("rect", width="100%", height="100%", look="felt", rx=14)


def sheet(
    width: Number,
    height: Number,
    label: str,
    *inside: str,
    look: str = "",
    wide: tuple[Number, Number] | None = None,
    narrow: tuple[Number, Number] | None = None,
    goes: str = "",
) -> str:
    """Return a whole picture; with leaves, also its size in the wide layout and on a phone.

    `goes` is the spot where what left the table went.
    """
    return element(
        "svg",
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="group",
        aria_label=label,
        look=f"table-picture {look}".strip(),
        data_wide=None if wide is None else f"0 0 {number(wide[0])} {number(wide[1])}",
        data_narrow=None if narrow is None else f"0 0 {number(narrow[0])} {number(narrow[1])}",
        data_goes=goes,
    )
