"""The whole picture of a moment: towers and ring, the main board, a question, or the end."""

from __future__ import annotations

from engines.stones.board import AROUND, CIRCLES
from engines.stones.state import State
from firmware_py.canvas import WIDTH, Canvas
from firmware_py.faces.base import TOP, Scene
from firmware_py.faces.stones import mainboard, questions
from firmware_py.faces.stones.focus import Focus, focus_of
from firmware_py.faces.stones.labels import label_of, short_label
from firmware_py.faces.stones.mainboard import Marks, draw_known_board
from firmware_py.faces.stones.panel import draw_choice, draw_mandala, draw_points
from firmware_py.faces.stones.towers import COLUMN, draw_hand, draw_strip, draw_towers
from firmware_py.widgets import CROSS, Area

_BESIDE_TOWERS = 5 * COLUMN + 1
_BESIDE_BOARD = mainboard.WIDTH + 3
_HAND = 7


def draw_table(canvas: Canvas, scene: Scene) -> None:
    """Draw the table below the top bar."""
    state: State = scene.state
    if state.phase == "over":
        questions.draw_end(canvas, scene)
        return
    match state.asks:
        case "mandala":
            questions.draw_mandala_question(canvas, scene)
        case "objective":
            questions.draw_objective_question(canvas, scene)
        case "reveal":
            _draw_board(canvas, scene, focus_of(scene))
        case _:
            focus = focus_of(scene)
            draw = _draw_board if focus.on_board else _draw_towers
            draw(canvas, scene, focus)


def _draw_towers(canvas: Canvas, scene: Scene, focus: Focus) -> None:
    state: State = scene.state
    draw_towers(canvas, state.own, lit_tops=focus.tops, new=focus.tower, space=focus.space)
    x, w = _BESIDE_TOWERS, WIDTH - _BESIDE_TOWERS
    label = label_of(scene, focus)
    building = len(focus.tower) > 1 and focus.space is None
    if building:
        draw_hand(canvas, WIDTH - _HAND, focus.tower)
    room = w - _HAND - 2 if building else w
    draw_choice(canvas, Area(x, TOP + 1, room, 24), label.prompt, label.big)
    if scene.refused is not None:
        canvas.bitmap(x + 1, TOP + 14, CROSS)
    draw_points(canvas, scene, Area(x, TOP + 26, w, 18 if scene.large else 9))
    if not scene.large:
        draw_mandala(canvas, state, Area(x, TOP + 37, w, 8))
    if scene.options:
        labels = [short_label(state, part) for part in scene.options]
        draw_strip(canvas, labels, scene.index)


def _draw_board(canvas: Canvas, scene: Scene, focus: Focus) -> None:
    state: State = scene.state
    assert state.board is not None
    draw_known_board(canvas, state.board, _marks(scene, focus))
    x, w = _BESIDE_BOARD, WIDTH - _BESIDE_BOARD
    label = label_of(scene, focus)
    draw_choice(canvas, Area(x, TOP + 1, w, 24), label.prompt, label.big)
    draw_points(canvas, scene, Area(x, TOP + 26, w, 18))
    draw_mandala(canvas, state, Area(x, TOP + 45, w, 8))


def _marks(scene: Scene, focus: Focus) -> Marks:
    state: State = scene.state
    if state.asks == "reveal":
        assert state.board is not None
        return Marks(lit_stacks=state.board.uncovered[:1])
    circles = [str(part.value) for part in scene.options if part.name == "circle"]
    if focus.circle is None:
        return Marks(lit_circle=focus.artist, open_circles=circles)
    taken = focus.taken(state)
    crossed = AROUND[CIRCLES.index(focus.circle)] if scene.refused and not taken else ()
    lit = taken[:1] if focus.first is not None else taken
    return Marks(
        lit_stacks=lit,
        crossed_stacks=crossed,
        lit_circle=focus.circle,
        open_circles=circles,
    )
