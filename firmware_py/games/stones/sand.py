"""The mandala on a picture: its spaces as far as this table knows them, and the stones on it."""

from __future__ import annotations

from engines.engine import Term
from firmware_py.core.language import N_
from firmware_py.games.picture import SceneView
from firmware_py.games.svg import circle, element, path, rect, words

_STEPS = (74.0, 60.0, 46.0)
"""From space to space, as large as they all fit."""
_AHEAD = 4
"""So many spaces more shall fit before they shrink."""
_SIGNS = {"0": "", "1": "+1", "2": "+2", "h2": "2", "h3": "3", "h4": "4"}
_HAND = "M-7 9V0L-12-4Q-10-8-6-5V-11Q-4-14-2-11V-13Q0-16 2-13V-12Q5-14 6-10V-8Q9-9 9-5L7 9Z"
"""A hand: so many hands of stones are on the mandala, and its meaning is in the words."""


def draw_track(scene: SceneView, x: float, y: float, wide: float, high: float) -> str:
    """Draw the spaces in rows, those with a stone filled, the next one ringed."""
    view = scene.view
    placed = int(view["placed"])
    known = [shows for shows in view["mandala"] if shows != "end"]
    count = max(len(known), placed) + ("end" not in view["mandala"])
    step, a_row, rows = next(
        (fit for fit in _fits(wide, high) if fit[1] * fit[2] >= count + _AHEAD),
        _fits(wide, high)[-1],
    )
    first = max(placed + 1 - a_row * rows, 0) // a_row * a_row
    shapes = [
        rect(x, y, wide, high, "mat", r=16),
        words(
            x + 16,
            y + 34,
            scene.say(N_("Stones on the mandala: {count}"), count=placed),
            "l strong",
            fit=wide * (0.56 if _aside(scene) else 1) - 32,
        ),
        words(x + wide - 16, y + 33, _aside(scene), "l end soft", fit=wide * 0.4),
    ]
    for space in range(first, min(count, first + a_row * rows)):
        row, column = divmod(space - first, a_row)
        place = x + 12 + (column + 0.5) * step, y + 44 + (row + 0.5) * step
        shapes.append(_space(scene, space, known, placed, place, step * 0.41))
    label = scene.say(N_("Stones on the mandala: {count}"), count=placed)
    return element("g", *shapes, role="group", aria_label=label)


def _fits(wide: float, high: float) -> list[tuple[float, int, int]]:
    """Return distances with how many spaces a row has, and how many rows there are."""
    return [
        (step, max(int((wide - 24) // step), 1), max(int((high - 48) // step), 1))
        for step in _STEPS
    ]


def _aside(scene: SceneView) -> str:
    aside = int(scene.view["aside"])
    return scene.say(N_("Stones set aside: {count}"), count=aside) if aside else ""


def _space(
    scene: SceneView,
    space: int,
    known: list[str],
    placed: int,
    place: tuple[float, float],
    r: float,
) -> str:
    """Draw one space: a stone, or what it shows."""
    x, y = place
    shows = known[space] if space < len(known) else "?"
    has_hands = shows.startswith("h")
    said = scene.fact(Term("shows", shows)) if shows != "?" else "?"
    shapes = [circle(x, y, r, "stone-laid" if space < placed else "slot-fill")]
    if has_hands:
        shapes.append(path(_HAND, "sketch-fill", at=(x - 8, y + 1)))
    if space >= placed or shows not in ("0", "?"):
        sign = _SIGNS.get(shows, "?")
        shapes.append(words(x + (11 if has_hands else 0), y + 8, sign, "m mid strong"))
    if (scene.view["ask"] or {}).get("mandala") == space + 1:
        shapes.append(circle(x, y, r + 3, "cursor"))
    elif space == placed:
        shapes.append(circle(x, y, r + 3, "last"))
    return element("g", *shapes, role="img", aria_label=f"{space + 1}: {said}")
