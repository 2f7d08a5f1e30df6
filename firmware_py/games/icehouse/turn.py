"""A turn in text of the usual size, row by row in the pages of the display chip.

     [1] R: K. B: Y. [3] G:        the path from the own pawn on; dots are the size; an arrow above
                                   the pyramid of the cursor; below the path, hands' work
      R  Y [G] B  K      ^ 3....   the colours, or the pyramids of one: how far ahead, and the size
      +3         green   A .....   what a pyramid brings, and the groups of the colour: whose the
                         A 1o...   five are, a ring for the eye, a dot for the path
     [1] 0   [2] 3   [3] 0         the points beside the pawns

Nothing moves that does not change: every byte has to go over a slow wire. So the seat on turn is
lit where its pawn is drawn anyway, on the path.
"""

from __future__ import annotations

from engines.contract import Term
from engines.icehouse.state import COLOURS, SPACES, State, ahead
from firmware_py.games.icehouse.choice import draw_groups, gain
from firmware_py.games.icehouse.entry import EMPTY, PASSING, colour_of, colour_part
from firmware_py.games.icehouse.pieces import (
    LITTLE_PAWN,
    SIZE_DOTS,
    letters,
    little_pawn,
    middle_pyramid,
    sign,
)
from firmware_py.games.icehouse.points import draw_points
from firmware_py.games.scene import Scene
from firmware_py.language import N_
from firmware_py.ui.canvas import WIDTH, Bitmap, Canvas, text_width
from firmware_py.ui.widgets import Rect, narrowed

_PATH, _RING, _NAME = 16, 32, 40
"""The first row of each page that is used."""
_HERE = Bitmap.parse("#####/.###./..#..")
_PYRAMID = 11
_CELL = 10
"""The width of a colour in the ring."""
_BESIDE = text_width(str(SPACES), "large") + 3
_LEFT_WIDTH = 84
_GROUPS = Rect(_LEFT_WIDTH + 3, _RING, WIDTH - _LEFT_WIDTH - 3, 24)


def draw_turn(canvas: Canvas, scene: Scene, space: int | None) -> tuple[int, int]:
    """Draw the turn; return the first and last space of the path that is in sight."""
    shown = _draw_path(canvas, scene, space)
    colour = _colour(scene, space)
    _draw_ring(canvas, scene, colour)
    if colour is not None:
        draw_groups(canvas, scene.state, colour, _GROUPS)
    if space is not None:
        _draw_pyramid(canvas, scene, space)
    _draw_name(canvas, scene, colour, is_settled=space is not None)
    draw_points(canvas, scene)
    return shown


def _colour(scene: Scene, space: int | None) -> str | None:
    """Return the colour under the cursor."""
    if space is not None:
        state: State = scene.state
        return state.path[space][0]
    return None if scene.highlighted is None else colour_of(scene.highlighted)


def _draw_path(canvas: Canvas, scene: Scene, cursor: int | None) -> tuple[int, int]:
    """Draw pawns and pyramids from the own pawn on; what is empty takes no room."""
    state: State = scene.state
    names = letters(scene.voice)
    own = state.pawns[state.turn]
    x = little_pawn(canvas, 0, _PATH, state.turn, lit=True)
    last = own
    for space in range(max(own, 0), SPACES):
        for seat, pawn in enumerate(state.pawns):
            if pawn == space and seat != state.turn and seat not in state.left:
                if x + LITTLE_PAWN > WIDTH:
                    return own, last
                x = little_pawn(canvas, x, _PATH, seat)
        if not state.path[space]:
            continue
        if x + _PYRAMID > WIDTH:
            return own, last
        pyramid = state.path[space]
        sign(canvas, x, _PATH, names[pyramid[0]], "medium", 6)
        canvas.bitmap(x + 7, _PATH, SIZE_DOTS[pyramid[1]])
        if space == cursor:
            canvas.bitmap(x + 1, _PATH - 4, _HERE)
        x, last = x + _PYRAMID, space
    return own, last


def _draw_ring(canvas: Canvas, scene: Scene, colour: str | None) -> None:
    """Draw the colours side by side, the chosen one lit; it stays so for the pyramids of it.

    While hands are told what to do nothing is lit below them.
    """
    state: State = scene.state
    there = {state.path[space][0] for space in ahead(state, state.turn)}
    shown = [colour_part(each) for each in COLOURS]
    shown += [part for part in scene.options if part in (EMPTY, PASSING)]
    names = letters(scene.voice)
    for place, part in enumerate(shown):
        x = place * _CELL
        each = colour_of(part)
        lit = part == scene.highlighted if each is None else each == colour
        if lit := lit and not (scene.told is not None):
            canvas.fill(x, _RING, _CELL - 1, 8)
        text = {PASSING: "-", EMPTY: "."}.get(part) or names[str(each)]
        faint = each is not None and each not in there
        sign(canvas, x, _RING + 1, text, "small", _CELL - 1, on=not lit, faint=faint)


def _draw_pyramid(canvas: Canvas, scene: Scene, space: int) -> None:
    """Draw the pyramid under the cursor: how far ahead it is, its size, and what it brings."""
    state: State = scene.state
    group = state.path[space]
    number = ahead(state, state.turn).index(space) + 1
    said = f"> {number}: {scene.voice.fact(Term('pyramid', group))}"
    canvas.text(0, _NAME, str(number), "large", say=said)
    middle_pyramid(canvas, _BESIDE, _NAME + 12, group[1])
    if won := gain(scene, space):
        words = scene.say(N_("+{points} points"), points=won)
        canvas.text(_BESIDE + 13, _NAME + 3, f"+{won}", "medium", say=words)


def _draw_name(canvas: Canvas, scene: Scene, colour: str | None, *, is_settled: bool) -> None:
    """Name what is lit in the ring: a colour beside its groups, anything else on its own."""
    if colour is not None:
        name = scene.voice.fact(Term("colour", colour))
        say = "" if is_settled else f"> {name}"
        canvas.text(_LEFT_WIDTH, _NAME - 2, name, "medium", align="right", say=say)
    elif scene.highlighted is not None:
        name = scene.voice.fact(scene.highlighted.value)
        font = narrowed(name, WIDTH, "medium")
        canvas.text(0, _NAME + 1, name, font, width=WIDTH, say=f"> {name}")
