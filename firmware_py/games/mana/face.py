"""Mana on the screen of the box: the board at the left, the prompt at the right."""

from __future__ import annotations

from engines.mana import GAME
from engines.mana.state import ORIENT, State
from firmware_py.core.language import N_
from firmware_py.games.game_ui import Face, Parts, Trees
from firmware_py.games.mana import aid, editor, entry, head, prompt, spoken
from firmware_py.games.mana.drawing import draw_board
from firmware_py.games.mana.focus import board_of, kinds_of, marks_of
from firmware_py.games.mana.hands import HANDS
from firmware_py.games.mana.plan import draw_plan, sides
from firmware_py.games.play_widgets import draw_told
from firmware_py.games.svg import Taps
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import Canvas

_tree = Trees(entry.tree)


def _start(state: State, picked: Parts, options: Parts) -> int:
    return entry.start(state, _tree(state), picked, options)


def _draw(canvas: Canvas, scene: Scene[State]) -> None:
    gives_way = scene.told is not None and prompt.is_told_large(scene)
    head.draw_head(canvas, scene, has_signs=gives_way)
    draw_board(canvas, board_of(scene), kinds_of(scene), marks_of(scene))
    gives_way = gives_way or (scene.told is not None and prompt.is_report(scene))
    if scene.refused is None and not gives_way:
        head.draw_binding(canvas, scene)
    draw_told(canvas, scene, HANDS.place(scene))
    prompt.draw_prompt(canvas, scene)
    head.describe_table(canvas, scene)


def _danger(state: State) -> str | None:
    """Warn whoever is on turn where some choice lets the daimio be taken next."""
    from engines.mana.bot.coach import is_in_danger  # only for those who want the sign

    if not is_in_danger(GAME.view(state)):
        return None
    return N_("Danger: your daimio could be taken next turn.")


def _picture(scene: Scene[State], taps: Taps) -> str:
    from firmware_py.games.mana.picture import draw_picture  # only where somebody looks at a page

    return draw_picture(scene, taps)


FACE = Face(
    tree=_tree,
    attempts=Trees(entry.attempts),
    start=_start,
    draw=_draw,
    hands=HANDS,
    has_ways=True,
    aid=aid.pages,
    aid_page=aid.page_for,
    areas=editor.areas,
    danger=_danger,
    binds=spoken.binds,
    pieces=spoken.pieces,
    offers=spoken.offers,
    picture=_picture,
    plan=draw_plan,
    sides=sides,
    later=lambda state: frozenset({"step.board"}) if state.phase == ORIENT else frozenset(),
)
