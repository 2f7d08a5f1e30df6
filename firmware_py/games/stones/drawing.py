"""The whole picture of a moment: towers and ring, the main board, a question, or the end."""

from __future__ import annotations

from engines.contract import Term
from engines.stones.board import AROUND, CIRCLES, STONE
from engines.stones.state import State
from firmware_py.games.scene import TOP, Scene
from firmware_py.games.stones import mainboard, questions
from firmware_py.games.stones.focus import Focus, focus_of
from firmware_py.games.stones.labels import short_label, words_of
from firmware_py.games.stones.letters import letters, spell
from firmware_py.games.stones.mainboard import StackMarks, draw_known_board
from firmware_py.games.stones.prompt import draw_choice, draw_mandala, draw_points
from firmware_py.games.stones.towers import COLUMN, draw_hand, draw_strip, draw_towers
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.widgets import Rect

_BESIDE_TOWERS = 5 * COLUMN
_BESIDE_BOARD = mainboard.WIDTH + 3
_HAND = 7
_BOARD_REFUSALS = {
    "NO_ARTIST_THERE",
    "CIRCLE_TAKEN",
    "SAME_CIRCLE",
    "NOTHING_ALLOWED",
    "FIRST_NOT_ALLOWED",
}
"""What the main board shows better than the towers."""


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
            blocked = scene.refused is not None and scene.refused.code in _BOARD_REFUSALS
            draw = _draw_board if focus.on_board or blocked else _draw_towers
            draw(canvas, scene, focus)


def _draw_towers(canvas: Canvas, scene: Scene, focus: Focus) -> None:
    state: State = scene.state
    # What a tower would score matters when its space is chosen; then all free spaces show it.
    new = focus.tower if focus.space is not None else ""
    names = letters(scene.voice)
    draw_towers(canvas, state.own, names, lit_tops=focus.tops, new=new, space=focus.space)
    x, w = _BESIDE_TOWERS, WIDTH - _BESIDE_TOWERS
    prompt, big = words_of(scene, focus)
    building = len(focus.tower) > 1 and focus.space is None
    if building:
        draw_hand(canvas, WIDTH - _HAND, spell(focus.tower[:-1], names).upper())
    room = w - _HAND - 2 if building else w
    draw_choice(canvas, scene, Rect(x, 15, room, 24), prompt, big)
    draw_points(canvas, scene, Rect(x, TOP + 28, w, 18 if scene.large else 9))
    if not scene.large:
        draw_mandala(canvas, state, Rect(x + 3, TOP + 38, w - 3, 8))
    if scene.options:
        labels = [short_label(state, part, names) for part in scene.options]
        draw_strip(canvas, labels, scene.index)


def _draw_board(canvas: Canvas, scene: Scene, focus: Focus) -> None:
    state: State = scene.state
    assert state.board is not None
    named = {}
    if state.asks == "reveal" and scene.highlighted is not None:
        stone = scene.highlighted.value
        if isinstance(stone, Term) and stone.value in STONE:
            named[state.board.uncovered[0]] = STONE[str(stone.value)]
    draw_known_board(canvas, state.board, letters(scene.voice), _marks(scene, focus), named)
    x, w = _BESIDE_BOARD, WIDTH - _BESIDE_BOARD
    prompt, big = words_of(scene, focus)
    draw_choice(canvas, scene, Rect(x, 15, w, 24), prompt, big)
    draw_points(canvas, scene, Rect(x, TOP + 26, w, 18))
    draw_mandala(canvas, state, Rect(x, TOP + 45, w, 8))


def _marks(scene: Scene, focus: Focus) -> StackMarks:
    state: State = scene.state
    if state.asks == "reveal":
        assert state.board is not None
        return StackMarks(lit_stacks=state.board.uncovered[:1])
    circles = [str(part.value) for part in scene.options if part.name == "circle"]
    if focus.circle is None:
        return StackMarks(lit_circle=focus.artist, open_circles=circles)
    taken = focus.taken(state)
    lit = taken[:1] if focus.first is not None else taken
    return StackMarks(
        lit_stacks=() if scene.refused else lit,
        crossed_stacks=_crossed(scene, focus),
        lit_circle=focus.circle,
        open_circles=circles,
    )


def _crossed(scene: Scene, focus: Focus) -> tuple[int, ...]:
    """Return the stacks that stand in the way of a refused pick."""
    code = scene.refused.code if scene.refused else None
    if code == "NOTHING_ALLOWED" and focus.circle is not None:
        return AROUND[CIRCLES.index(focus.circle)]
    return (focus.first,) if code == "FIRST_NOT_ALLOWED" and focus.first is not None else ()
