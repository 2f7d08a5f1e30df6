"""Mandala on the screen of the box: two mandalas, two rivers, and a ring of places around them."""

from __future__ import annotations

from engines.mandala.state import public
from firmware_py.games.game_ui import Face, Trees
from firmware_py.games.mandala import aid, editor, entry, spoken
from firmware_py.games.mandala.drawing import draw_table
from firmware_py.games.mandala.hands import HANDS
from firmware_py.games.mandala.plan import draw_plan
from firmware_py.games.mandala.question import draw_question
from firmware_py.games.picture import SceneView
from firmware_py.games.svg import Taps
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import Canvas


def _draw(canvas: Canvas, scene: AnyScene) -> None:
    """Draw the table, or the question for a cup."""
    part = next(iter(scene.picked), scene.highlighted)
    is_card = part is not None and part.name == "card"
    if is_card and public(scene.state).phase == "cups":
        draw_question(canvas, scene)
    else:
        draw_table(canvas, scene)


def _picture(scene: AnyScene, taps: Taps) -> str:
    from firmware_py.games.mandala.picture import draw_picture  # only where somebody looks at it

    return draw_picture(SceneView(scene, taps))


FACE = Face(
    tree=Trees(entry.tree),
    attempts=Trees(entry.attempts),
    start=lambda state, _picked, options: entry.start(state, options),
    draw=_draw,
    hands=HANDS,
    aid=aid.pages,
    aid_page=aid.page_for,
    areas=editor.areas,
    binds=spoken.binds,
    pieces=spoken.pieces,
    offers=spoken.offers,
    held=spoken.held,
    picture=_picture,
    plan=draw_plan,
)
