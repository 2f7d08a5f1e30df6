"""Icehouse Mandala on the screen of the box: the path from the pawn on, the choice, the points."""

from __future__ import annotations

from engines.icehouse.state import State
from firmware_py.games.game_ui import Face, Trees
from firmware_py.games.icehouse import aid, editor, entry, laying, spoken
from firmware_py.games.icehouse.drawing import draw_table
from firmware_py.games.icehouse.hands import HANDS
from firmware_py.games.icehouse.plan import draw_plan
from firmware_py.games.svg import Taps
from firmware_py.match.scene import Scene


def _picture(scene: Scene[State], taps: Taps) -> str:
    from firmware_py.games.icehouse.picture import draw_picture  # only where somebody looks at it

    return draw_picture(scene, taps)


FACE = Face(
    tree=Trees(entry.offered),
    attempts=Trees(entry.tried),
    start=lambda state, _picked, options: entry.begin_at(state, options),
    draw=draw_table,
    hands=HANDS,
    aid=lambda _: aid.PAGES,
    aid_page=aid.page_for,
    areas=editor.areas,
    pieces=spoken.pieces,
    offers=spoken.offers,
    picture=_picture,
    plan=draw_plan,
    first_page=laying.first_page,
    called=frozenset({"step.box.path"}),
)
