"""Names that fit a narrow place and still tell people apart."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_py.ui.canvas import FontName, text_width


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
