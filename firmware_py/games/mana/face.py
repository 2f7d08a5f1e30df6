"""Mana on the screen of the box: the board at the left, the prompt at the right."""

from __future__ import annotations

from engines.mana.state import State
from firmware_py.games.face import Face, Parts, Trees
from firmware_py.games.mana import aid, entry, mending, prompt
from firmware_py.games.mana.drawing import draw_board
from firmware_py.games.mana.hands import HANDS
from firmware_py.games.mana.moment import board_of, kinds_of, marks_of
from firmware_py.games.mana.plan import draw_plan, sides
from firmware_py.games.scene import Scene
from firmware_py.games.stage import old_style
from firmware_py.ui.canvas import Canvas

_tree = Trees(entry.tree)


def _start(state: State, picked: Parts, options: Parts) -> int:
    return entry.start(state, _tree(state), picked, options)


def _draw(canvas: Canvas, scene: Scene) -> None:
    draw_board(canvas, board_of(scene), kinds_of(scene), marks_of(scene))
    prompt.draw_prompt(canvas, scene)
    prompt.describe_board(canvas, scene)


FACE = Face(
    tree=_tree,
    attempts=Trees(entry.attempts),
    start=_start,
    draw=old_style(_draw, prompt.binding, HANDS.place),
    hands=HANDS,
    aid=lambda _: aid.PAGES,
    aid_page=aid.page_for,
    areas=mending.areas,
    plan=draw_plan,
    sides=sides,
)
