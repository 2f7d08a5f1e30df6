"""A turn: whose, the path from their pawn on, what is chosen, what hands do, the points.

Giorgia                 12:34
[G] R K B Y [B] G .. G K        letters over pyramids; a pawn is its player's initial
    A ^ A a     ^    A ^        underlined: what the cursor can lead to
Ben: spaces 4 to 9 to the eye.
[> small green +3  BBo on 12    lit key: the next press takes it; who has of its group
Anna 12   Ben 3   Giorgia 5
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.engine import ChoicePart, Term
from engines.icehouse.state import State, ahead
from firmware_py.core.language import N_
from firmware_py.games.icehouse.choice import gain
from firmware_py.games.icehouse.focus import (
    chosen_space,
    last_space,
    marks_of,
    reached_spaces,
)
from firmware_py.games.icehouse.pieces import gone, letters, slots
from firmware_py.games.icehouse.points import draw_points
from firmware_py.games.icehouse.strip import Look, draw_strip
from firmware_py.games.play_widgets import KEY, draw_answer, draw_clocks, draw_title, draw_told
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, FontName, text_width
from firmware_py.ui.widgets import Rect

_CLOCK = Rect(WIDTH - 60, 0, 60, 11)
STRIP = 16
_POINTS = 57
_SLOT = 6
_NUMBER = 26
"""Always as wide: what does not move need not go over a slow wire."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the parts stand below the path."""

    answer: Rect
    told: Rect
    font: FontName
    has_points: bool


# The capitals of an answer fill one page of the display chip: they change with every step.
_NORMAL = Layout(Rect(0, 40, WIDTH, 8), Rect(0, 25, WIDTH, 15), "medium", has_points=True)
_LARGE = Layout(Rect(0, 25, WIDTH, 16), Rect(0, 44, WIDTH, 19), "large", has_points=False)


def layout(scene: Scene[State]) -> Layout:
    """Return the layout: who wants large text sees the points in the score sheet."""
    usual = _LARGE if scene.large else _NORMAL
    if not scene.foot:
        return usual
    # Nobody chooses: the words have the place of the answer as well.
    top = min(usual.answer.y, usual.told.y) + 1
    return replace(usual, told=Rect(0, top, WIDTH, HEIGHT - scene.foot - top), has_points=False)


def draw_head(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw whose turn it is, and the clock that runs."""
    running = [clock for clock in scene.clocks if clock.is_running]
    width = WIDTH
    if running:
        # A long name gives way to free seconds and to hours.
        is_wide = any(clock.free or clock.text.count(":") > 1 for clock in running)
        width = _CLOCK.x - 3 if is_wide else WIDTH - 44
    draw_title(canvas, scene, Rect(0, 0, width, 14))
    draw_clocks(canvas, scene, _CLOCK)


def draw_turn(canvas: Canvas, scene: Scene[State]) -> tuple[int, int]:
    """Draw the turn; return the first and last space of the path that is in sight."""
    places = layout(scene)
    draw_head(canvas, scene)
    space = chosen_space(scene)
    shown = draw_strip(canvas, scene.state, STRIP, _look(scene, space))
    if scene.options or scene.picked:
        _draw_choice(canvas, scene, places, space)
    draw_told(canvas, scene, places.told)
    if places.has_points:
        draw_points(canvas, scene, _POINTS)
    return shown


def _look(scene: Scene[State], space: int | None) -> Look:
    """Return what the path points out: the cursor, or all that it can lead to."""
    state = scene.state
    names, pawns = letters(scene.voice), marks_of(scene)
    if space is None:
        last = last_space(scene)
        # The nearest alone: marks under all of them would go over the wire with every step.
        reach = frozenset(reached_spaces(scene)[:1])
        focus = state.pawns[state.turn] if scene.options or last is None else last
        return Look(names, pawns, begin=focus, focus=focus, marked=reach)
    has_gap = not state.path[space]
    return Look(
        names,
        pawns,
        begin=state.pawns[state.turn],
        focus=space,
        has_cursor=True,
        stays=space in ahead(state, state.turn),
        shows_gaps=has_gap,
    )


def _draw_choice(canvas: Canvas, scene: Scene[State], places: Layout, space: int | None) -> None:
    """Draw what is under the cursor, and for a pyramid what it brings and who has of its group."""
    state = scene.state
    part = scene.highlighted or scene.picked[-1]
    group = state.path[space] if space is not None else ""
    place = places.answer
    if not group:
        draw_answer(canvas, scene, place, _name(scene, part, space), largest=places.font)
        return
    text = scene.voice.fact(Term("kind", group))
    if won := gain(scene, space or 0):
        text += f" +{won}"
    number = scene.say(N_("on {space}"), space=(space or 0) + 1)
    said = f"{text} {number}"
    where = Rect(place.x, place.y, place.w - _NUMBER, place.h)
    draw_answer(canvas, scene, where, text, largest=places.font, say=said)
    canvas.text(WIDTH - 1, place.y, number, "small", align="right", say="")
    # What is taken matters more than who has of its group.
    taken = gone(state, group)
    room = len(taken) * _SLOT
    if not scene.large and KEY + 3 + text_width(text, places.font) + _SLOT + room <= where.w:
        slots(canvas, where.w - room, place.y + 1, taken, marks_of(scene), "small", _SLOT)


def _name(scene: Scene[State], part: ChoicePart, space: int | None) -> str:
    """Return what is under the cursor where it is no pyramid."""
    if space is not None:
        return scene.say(N_("Space {number}: empty"), number=space + 1)
    return scene.voice.fact(part.value)
