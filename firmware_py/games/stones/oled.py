"""The whole picture of a moment: towers, the main board, a question, or the end."""

from __future__ import annotations

from dataclasses import replace

from engines.engine import Term
from engines.stones.board import AROUND, CIRCLES, STONE
from engines.stones.state import State
from firmware_py.games.play_widgets import draw_told
from firmware_py.games.stones import oled_board, oled_prompt, oled_questions
from firmware_py.games.stones.focus import Focus, focus_of, has_entry, is_on_board, seat_of
from firmware_py.games.stones.oled_board import StackMarks, TowerMarks
from firmware_py.games.stones.words import letters
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import Canvas

_MANY = 3


def draw_table(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the whole screen."""
    state = scene.state
    if scene.refused is not None:
        # Nothing that is refused can be played by a press.
        scene = replace(scene, complete=())
    if state.phase == "over":
        oled_questions.draw_end(canvas, scene)
    elif state.asks == "mandala" and has_entry(scene):
        oled_questions.draw_mandala_question(canvas, scene)
    elif state.asks == "objective" and has_entry(scene):
        oled_questions.draw_objective_question(canvas, scene)
    elif is_on_board(scene):
        _draw_board(canvas, scene, focus_of(scene))
    else:
        _draw_towers(canvas, scene, focus_of(scene))
    draw_told(canvas, scene, oled_prompt.told_place(scene))


def _draw_towers(canvas: Canvas, scene: Scene[State], focus: Focus) -> None:
    state = scene.state
    oled_prompt.draw_head(canvas, scene)
    # What a tower would score matters when its space is chosen; then all free spaces show it.
    new = focus.tower if focus.space is not None else ""
    entry, clocks = has_entry(scene), oled_prompt.has_clocks(scene)
    marks = TowerMarks(
        lit_tops=focus.tops if entry else (),
        new=new,
        space=focus.space,
        lifted=() if entry else focus.tops,
    )
    seat = seat_of(scene)
    setting = oled_board.BESIDE.without_base() if clocks else oled_board.BESIDE
    oled_board.draw_towers(canvas, state.towers[seat], letters(scene.say), setting, marks)
    if clocks:
        oled_prompt.draw_own_clock(canvas, scene, seat)
        oled_prompt.draw_others(canvas, scene, seat)
    else:
        _draw_points(canvas, scene)
    oled_prompt.draw_choice(canvas, scene, focus, oled_prompt.ANSWER)


def _draw_points(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw everybody's points, larger while hands have nothing to do."""
    if scene.told is None:
        oled_prompt.draw_standing(canvas, scene, oled_prompt.standing_place(scene))
    else:
        oled_prompt.draw_points(canvas, scene, oled_prompt.points_place(scene))


def _draw_board(canvas: Canvas, scene: Scene[State], focus: Focus) -> None:
    state = scene.state
    assert state.board is not None
    asks = state.asks == "reveal" and has_entry(scene)
    named = {}
    if asks:
        oled_questions.draw_reveal_question(canvas, scene)
        stone = scene.highlighted.value if scene.highlighted else None
        if isinstance(stone, Term) and stone.value in STONE:
            named[state.board.uncovered[0]] = STONE[str(stone.value)]
    else:
        oled_prompt.draw_head(canvas, scene)
    corner = oled_prompt.BOARD_X, oled_prompt.BOARD_Y
    marks = _marks(scene, focus)
    oled_board.draw_known_board(canvas, state.board, letters(scene.say), marks, named, corner)
    if asks or not has_entry(scene):
        pass
    elif oled_prompt.has_clocks(scene):
        oled_prompt.draw_other_clocks(canvas, scene, oled_prompt.points_place(scene))
    elif scene.told is None or state.seats < _MANY:
        # For more points there is no room beside the board while hands are told something.
        _draw_points(canvas, scene)
    oled_prompt.draw_choice(canvas, scene, focus, oled_prompt.BOARD_ANSWER)


def _marks(scene: Scene[State], focus: Focus) -> StackMarks:
    state = scene.state
    if state.asks == "reveal":
        assert state.board is not None
        return StackMarks(lit_stacks=state.board.uncovered[:1], lit_circle=focus.circle)
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


def _crossed(scene: Scene[State], focus: Focus) -> tuple[int, ...]:
    """Return the stacks that stand in the way of a refused pick."""
    code = scene.refused.code if scene.refused else None
    if code == "NOTHING_ALLOWED" and focus.circle is not None:
        return AROUND[CIRCLES.index(focus.circle)]
    return (focus.first,) if code == "FIRST_NOT_ALLOWED" and focus.first is not None else ()
