"""The whole picture of a moment: a turn, the path being entered, a refused move, or the end."""

from __future__ import annotations

from engines.engine import ChoicePart, Seat, Term
from engines.icehouse.state import (
    LAY,
    OVER,
    SIZES,
    SPACES,
    State,
    laid,
    points,
    present,
)
from firmware_py.core.language import N_, labelled
from firmware_py.games.icehouse.choice import draw_pyramid, draw_ring
from firmware_py.games.icehouse.entry import colour_of
from firmware_py.games.icehouse.focus import chosen_space, marks_of, place_name
from firmware_py.games.icehouse.pieces import big_pyramid, letters
from firmware_py.games.icehouse.strip import Look, draw_strip
from firmware_py.games.icehouse.turn import STRIP, draw_head, draw_turn, layout
from firmware_py.games.play_widgets import draw_told
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, FontName
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import Rect, fitting, narrowed, paragraph

_BELOW = STRIP + 11
"""The first row below the path."""


def draw_table(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the screen."""
    state = scene.state
    if scene.refused is not None:
        _draw_refused(canvas, scene)
    elif state.phase == OVER and scene.told is None:
        _draw_over(canvas, scene)
    elif state.phase == LAY:
        _draw_laying(canvas, scene)
    else:
        _describe(canvas, scene, draw_turn(canvas, scene))


def told_place(scene: Scene[State]) -> Rect:
    """Return where hands are told what to do."""
    return _LAYING_TOLD if scene.state.phase == LAY else layout(scene).told


_RING = Rect(0, _BELOW, WIDTH, 14)
_LAYING_TOLD = Rect(0, _BELOW + 15, WIDTH, 16)


def _draw_laying(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the entry of the path: what lies already, and the next pyramid by colour and size."""
    state = scene.state
    count = laid(state)
    look = Look(letters(scene.voice), marks_of(scene), 0, count, has_cursor=True, shows_gaps=True)
    draw_strip(canvas, state, STRIP, look)
    sizes = [part for part in (*scene.picked, *scene.options) if part.name == "size"]
    if not sizes:
        draw_ring(canvas, scene, _RING)
    else:
        _draw_sizes(canvas, scene, _RING)
    ask = N_("{number}/75: size?") if sizes else N_("{number}/75: colour?")
    text = scene.say(ask, number=count + 1)
    asked = scene.highlighted
    if asked is not None:
        canvas.describe(f"> {scene.voice.fact(asked.value)}", _RING.y)
    canvas.text(0, -2, text, narrowed(text, WIDTH, "large"), width=WIDTH)
    draw_told(canvas, scene, _LAYING_TOLD)


def _draw_sizes(canvas: Canvas, scene: Scene[State], area: Rect) -> None:
    """Draw the three sizes of the colour picked, the chosen one lit."""
    colour = next((c for part in scene.picked if (c := colour_of(part))), None)
    assert colour is not None
    w = area.w // len(SIZES)
    for place, size in enumerate(SIZES):
        part = ChoicePart("size", Term("size", size))
        spot = Rect(area.x + place * w, area.y, w - 2, area.h)
        if part == scene.highlighted or part in scene.picked:
            draw_pyramid(canvas, scene, colour + size, spot)
        elif part in scene.options:
            canvas.box(*spot)
            big_pyramid(canvas, spot.x + 13, spot.y + spot.h - 2, size, spot.w - 14)


def _draw_over(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw who has how many points."""
    state = scene.state
    order = sorted(present(state), key=lambda seat: (-points(state)[seat], -state.pawns[seat]))
    order += [seat for seat in state.left if seat not in order]
    draw_head(canvas, scene)
    top = 15
    pitch = min((HEIGHT - top) // len(order), font_of("large").height)
    font: FontName = next((f for f in ("large", "medium") if font_of(f).height <= pitch), "small")
    for row, seat in enumerate(order):
        y = top + row * pitch
        name, score = scene.voice.fact(Seat(seat)), str(points(state)[seat])
        used = canvas.text(
            WIDTH, y, score, font, align="right", say=labelled(scene.say, name, score)
        )
        canvas.text(0, y, name, font, width=WIDTH - used - 4, may_cut=True, say="")


def _draw_refused(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw where the refused move would have gone, with the own pawn if it is near."""
    state = scene.state
    draw_head(canvas, scene)
    space = chosen_space(scene)
    own = state.pawns[state.turn]
    look = Look(
        letters(scene.voice),
        marks_of(scene),
        begin=own,
        focus=own if space is None else space,
        refused=space,
        has_cursor=space is not None,
    )
    draw_strip(canvas, state, STRIP, look)
    area = Rect(0, _BELOW + 5, WIDTH, HEIGHT - _BELOW - 5)
    text = scene.say(N_("Pawn: {place}"), place=place_name(scene, own))
    if space is not None:
        text += "\n" + scene.say(N_("Wanted: {place}"), place=place_name(scene, space))
    paragraph(canvas, text, area, font=fitting(text, area, "large" if scene.large else "medium"))


def _describe(canvas: Canvas, scene: Scene[State], shown: tuple[int, int]) -> None:
    """Say the strip for those who cannot see it, with its pawns and gaps."""
    state = scene.state
    first, last = max(shown[0], 0), min(shown[1], SPACES - 1)
    said = []
    for space in range(first, last + 1):
        here = [seat for seat, pawn in enumerate(state.pawns) if pawn == space]
        if state.path[space]:
            name = scene.voice.fact(Term("pyramid", state.path[space]))
            said.append(f"{space + 1} {name}")
        elif here:
            who = scene.voice.fact(Seat(here[0]))
            said.append(scene.say(N_("{space} pawn of {name}"), space=space + 1, name=who))
    text = N_("Path from space {first} to {last}: {pyramids}")
    words = scene.say(text, first=first + 1, last=last + 1, pyramids=", ".join(said))
    canvas.describe(words, STRIP + 1)
