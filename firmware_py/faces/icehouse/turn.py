"""A turn in text of the usual size, row by row in the pages of the display chip.

     [1] R: K. B: Y. [3] G:        the path from the own pawn on; dots are the size; the pyramid
      +3 points         --         of the cursor is underlined; what it leads to, or hands' work
      R  Y [G] B  K      ^ 3....   the colours, or the pyramids of one by how far ahead they are
      green, small       A .....   what is under the cursor; at the right the colour's groups
                         A 1o...
     [1]:0   2:3   3:0   4:1       the points; the seat on turn is lit

Nothing moves that does not change: every byte has to go over a slow wire.
"""

from __future__ import annotations

from engines.base import Part, Seat, Term
from engines.icehouse.table import COLOURS, PLAY, SPACES, State, ahead, points
from firmware_py.canvas import WIDTH, Canvas
from firmware_py.faces.base import Scene
from firmware_py.faces.icehouse.choice import draw_groups, effect_of
from firmware_py.faces.icehouse.entry import EMPTY, PASSING, colour_of, space_of
from firmware_py.faces.icehouse.pieces import letters, sign
from firmware_py.language import N_
from firmware_py.widgets import Area, narrowed

_PATH, _EFFECT, _RING, _NAME, _POINTS = 16, 24, 32, 40, 56
"""The first row of each page that is used."""
_PYRAMID, _PAWN = 11, 9
_LEFT_WIDTH = 84
_NUMBER = 12
_NUMBERS = 6
_NAMED = 3
"""With more seats than this there is no room for names beside the points."""


def draw_turn(canvas: Canvas, scene: Scene, space: int | None) -> tuple[int, int]:
    """Draw the turn; return the first and last space of the path that is in sight."""
    state: State = scene.state
    shown = _draw_path(canvas, scene, space)
    colour = _colour(scene, space)
    if colour is not None:
        draw_groups(canvas, state, colour, Area(_LEFT_WIDTH + 2, _RING, 41, 24))
    if space is None:
        _draw_ring(canvas, scene)
    else:
        _draw_numbers(canvas, scene, space)
    _draw_words(canvas, scene, space)
    _draw_points(canvas, scene)
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
    x = _draw_pawn(canvas, 0, state.turn, lit=True)
    last = own
    for space in range(max(own, 0), SPACES):
        for seat, pawn in enumerate(state.pawns):
            if pawn == space and seat != state.turn and seat not in state.left:
                if x + _PAWN > WIDTH:
                    return own, last
                x = _draw_pawn(canvas, x, seat, lit=False)
        if not state.path[space]:
            continue
        if x + _PYRAMID > WIDTH:
            return own, last
        pyramid = state.path[space]
        sign(canvas, x, _PATH, names[pyramid[0]], "medium", 6)
        for dot in range(int(pyramid[1])):
            canvas.fill(x + 7, _PATH + 6 - 3 * dot, 2, 2)
        if space == cursor:
            canvas.line_h(x, _PATH + 8, 9)
        x, last = x + _PYRAMID, space
    return own, last


def _draw_pawn(canvas: Canvas, x: int, seat: int, *, lit: bool) -> int:
    """Draw a pawn as its seat's number in a frame; return where the next thing begins."""
    if lit:
        canvas.fill(x, _PATH, 7, 8)
    else:
        canvas.box(x, _PATH, 7, 8)
    sign(canvas, x, _PATH + 1, str(seat + 1), "small", 8, on=not lit)
    return x + _PAWN


def _draw_ring(canvas: Canvas, scene: Scene) -> None:
    """Draw the colours side by side, the chosen one lit."""
    shown = [Part("colour", Term("colour", colour)) for colour in COLOURS]
    shown += [part for part in scene.options if part not in shown]
    names = letters(scene.voice)
    pitch = _LEFT_WIDTH // len(shown)
    for place, part in enumerate(shown):
        x = place * pitch
        lit = part == scene.highlighted
        if lit:
            canvas.fill(x, _RING, 11, 8)
        text = {PASSING: "-", EMPTY: "."}.get(part) or names[str(colour_of(part))]
        there = part in scene.options
        sign(canvas, x, _RING + 1, text, "small", 11, on=not lit, faint=not there)


def _draw_numbers(canvas: Canvas, scene: Scene, space: int) -> None:
    """Draw how far ahead the pyramids of the colour are, a windowful at a time."""
    state: State = scene.state
    spaces = ahead(state, state.turn)
    offered = [each for part in scene.options if (each := space_of(part)) in spaces]
    first = scene.index // _NUMBERS * _NUMBERS if offered else 0
    for place, each in enumerate((offered or [space])[first : first + _NUMBERS]):
        assert each is not None
        x = place * _NUMBER
        lit = each == space
        if lit:
            canvas.fill(x, _RING, _NUMBER - 1, 8)
        sign(canvas, x, _RING + 1, str(spaces.index(each) + 1), "small", 11, on=not lit)


def _draw_words(canvas: Canvas, scene: Scene, space: int | None) -> None:
    """Name what is under the cursor, and below it what it leads to."""
    state: State = scene.state
    part = scene.highlighted
    if space is not None:
        colour, size = (
            scene.voice.fact(Term(family, sign))
            for family, sign in zip(("colour", "size"), state.path[space], strict=True)
        )
        name = scene.say(N_("{colour}, {size}"), colour=colour, size=size)
        below = effect_of(scene, space)
        said = scene.voice.fact(Term("pyramid", state.path[space]))
    elif part is not None:
        name = said = scene.voice.fact(part.value)
        below = ""
    else:
        return
    font = narrowed(name, _LEFT_WIDTH, "medium")
    top = 2 if font == "medium" else 0
    canvas.text(0, _NAME - top, name, font, width=_LEFT_WIDTH, say=f"> {said}")
    if not scene.quiet:
        canvas.text(0, _EFFECT, below, "small", width=WIDTH)


def _draw_points(canvas: Canvas, scene: Scene) -> None:
    """Draw the points of every seat; the number of the one on turn is lit."""
    state: State = scene.state
    count = len(state.pawns)
    w = WIDTH // count
    for seat, score in enumerate(points(state)):
        x = seat * w
        lit = seat == state.turn and state.phase == PLAY
        if lit:
            canvas.fill(x, _POINTS - 1, 7, 8)
        name, faint = scene.voice.fact(Seat(seat)), seat in state.left
        sign(canvas, x, _POINTS, str(seat + 1), "small", 8, on=not lit, faint=faint)
        # The tails of letters must stay on the screen.
        y, said = _POINTS - 1, f"{name}: {score}"
        used = canvas.text(x + 9, y, f":{score}", "small", faint=faint, say=said) + 13
        if count <= _NAMED:
            canvas.text(x + used, y, name, "small", width=w - used - 3, may_cut=True, say="")
