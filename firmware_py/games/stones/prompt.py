"""What stands beside the towers or the board: the thing being chosen, the points, the mandala."""

from __future__ import annotations

from engines.contract import Seat
from engines.stones.scoring import track
from engines.stones.state import State
from firmware_py.games.scene import Scene
from firmware_py.games.stones.glyphs import FLAG, HAND, MANDALA
from firmware_py.ui.canvas import Canvas, FontName, text_width
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import Rect, narrowed

_ROW = 9
"""From one row of points to the next."""


def draw_choice(canvas: Canvas, scene: Scene, place: Rect, prompt: str, big: str) -> None:
    """Draw what is asked, and below it what is under the cursor, large if that is set.

    When hands are told something there, it is left out. Capitals of the usual size begin with a
    page of the display chip, and nothing is centred: what two answers share stays where it is.
    """
    if scene.told is not None:
        return
    font = narrowed(prompt, place.w, "small")
    canvas.text(place.x, place.y, prompt, font, width=place.w)
    if big:
        size = narrowed(big, place.w, "large" if scene.large else "medium")
        y = place.y + 9 - font_of(size).line("H").top
        canvas.text(place.x, y, big, size, width=place.w)


def draw_points(canvas: Canvas, scene: Scene, place: Rect) -> None:
    """Draw everybody's points, in seat order, with their +50 markers as dots above."""
    font, labels, per_row = _setting(scene, place)
    for first in range(0, len(labels), per_row):
        row = labels[first : first + per_row]
        y = place.y + first // per_row * _ROW
        for seat, x in enumerate(_columns(row, font, place), first):
            _draw_player(canvas, scene.state, seat, labels[seat], font, (x, y))


def _columns(row: list[str], font: FontName, place: Rect) -> list[int]:
    """Return where labels begin: in even columns, so that more points move nobody else's."""
    widths = [text_width(label, font) for label in row]
    column = place.w // len(row)
    if max(widths) + 3 <= column:
        return [place.x + 3 + column * at for at in range(len(row))]
    spare = (place.w - sum(widths)) // len(row)
    return [place.x + spare // 2 + sum(widths[:at]) + spare * at for at in range(len(row))]


def _setting(scene: Scene, place: Rect) -> tuple[FontName, list[str], int]:
    """Return how the points fit: a font, with initials or without, and how many in a row."""
    state: State = scene.state
    points = [str(vp) for vp in state.vp]
    named = [f"{who} {vp}".strip() for who, vp in zip(_initials(scene), points, strict=True)]
    if scene.large and _fit(named, "medium", place.w):
        return "medium", named, state.seats
    if _fit(named, "small", place.w):
        return "small", named, state.seats
    if place.h >= 2 * _ROW:
        return "small", named, 2
    # At last the places on the track: the rest is in the markers.
    places = [str(track(vp)[1]) for vp in state.vp]
    return "small", points if _fit(points, "small", place.w) else places, state.seats


def _fit(labels: list[str], font: FontName, w: int) -> bool:
    return sum(text_width(label, font) + 4 for label in labels) <= w


def _initials(scene: Scene) -> list[str]:
    """Return the initials of the players where they tell them apart, else nothing."""
    state: State = scene.state
    names = [scene.voice.fact(Seat(seat)) for seat in range(state.seats)]
    initials = [name[0] for name in names]
    return initials if len(set(initials)) == len(names) else [""] * len(names)


def _draw_player(
    canvas: Canvas, state: State, seat: int, label: str, font: FontName, corner: tuple[int, int]
) -> None:
    x, y = corner
    # Where an initial says whose they are, the name in the top bar is enough.
    lit = state.phase != "over" and seat == state.turn and label.isdigit()
    if lit:
        canvas.fill(x - 1, y + 2, text_width(label, font) + 2, 12 if font == "medium" else 8)
    canvas.text(x, y + 2, label, font, on=not lit, faint=seat in state.left)
    for marker in range(track(state.vp[seat])[0]):
        canvas.fill(x + 3 * marker, y, 2, 1)


def draw_mandala(canvas: Canvas, state: State, place: Rect) -> None:
    """Draw how many stones lie on the mandala and which special space comes next."""
    x, y = place.x, place.y
    canvas.bitmap(x, y, MANDALA)
    at = x + MANDALA.width + 2
    at += canvas.text(at, y, str(state.placed), "small", say=f"mandala {state.placed}") + 3
    if state.triggered:
        canvas.bitmap(x + place.w - FLAG.width, y + 1, FLAG)
    number, shows = next_special(state)
    if not shows:
        return
    at += canvas.text(at, y, f"→{number}", "small") + 3
    if shows.startswith("h"):
        canvas.bitmap(at, y, HAND)
    else:
        canvas.text(at, y, shows, "small")


def next_special(state: State) -> tuple[int, str]:
    """Return the next space that does something, or the first that nobody described."""
    for number, shows in enumerate(state.mandala[state.placed :], state.placed + 1):
        if shows in ("1", "2"):
            return number, f"+{shows}"
        if shows == f"h{state.seats}":
            return number, shows
        if shows == "end":
            return number, ""
    return len(state.mandala) + 1, "?"
