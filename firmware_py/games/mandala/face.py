"""Mandala on the screen of the box: two mandalas, two rivers, and a ring of places around them."""

from __future__ import annotations

from engines.mandala.state import asked, public
from firmware_py.games.face import Face, Trees
from firmware_py.games.mandala import aid, entry, mending
from firmware_py.games.mandala.drawing import draw_table
from firmware_py.games.mandala.hands import HANDS
from firmware_py.games.mandala.plan import draw_plan
from firmware_py.games.mandala.question import draw_question
from firmware_py.games.scene import Scene
from firmware_py.games.stage import old_style
from firmware_py.language import N_
from firmware_py.ui.canvas import Canvas


def _draw(canvas: Canvas, scene: Scene) -> None:
    """Draw the table, or a question to it."""
    part = next(iter(scene.picked), scene.highlighted)
    is_card = part is not None and part.name == "card"
    on_table = public(scene.state).phase == "flip" and not scene.large and scene.options
    if is_card and not (on_table or (scene.told is not None)):
        draw_question(canvas, scene)
    else:
        draw_table(canvas, scene)


def _binding(scene: Scene) -> str:
    """Return what binds the player: a claim, and whether this mandala is the last."""
    table = public(scene.state)
    if table.phase == "claim":
        return scene.say(N_("Last claims") if table.final else N_("Claim"))
    if table.phase == "flip":
        number, card = asked(table) + 1, len(scene.picked) + 1
        return scene.say(N_("Mountain {number}, card {card}"), number=number, card=card)
    return scene.say(N_("Last mandala")) if table.last and table.phase == "play" else ""


FACE = Face(
    tree=Trees(entry.tree),
    attempts=Trees(entry.attempts),
    start=lambda state, _picked, options: entry.start(state, options),
    draw=old_style(_draw, _binding, HANDS.place),
    hands=HANDS,
    aid=lambda _: aid.PAGES,
    aid_page=aid.page_for,
    areas=mending.areas,
    plan=draw_plan,
)
