"""Icehouse Mandala on the screen of the box: the path around the cursor, the choice, the points."""

from __future__ import annotations

from engines.icehouse.state import LAY, SPACES, State, laid
from firmware_py.games.face import Face, Trees
from firmware_py.games.icehouse import aid, entry, laying, mending
from firmware_py.games.icehouse.drawing import draw_table
from firmware_py.games.icehouse.hands import HANDS
from firmware_py.games.icehouse.plan import draw_plan
from firmware_py.games.scene import Scene
from firmware_py.games.stage import old_style


def _binding(scene: Scene) -> str:
    """Return how much lies while the path is laid; nothing binds a player in the game."""
    state: State = scene.state
    return f"{laid(state)}/{SPACES}" if state.phase == LAY else ""


FACE = Face(
    tree=Trees(entry.offered),
    attempts=Trees(entry.tried),
    start=lambda state, _picked, options: entry.begin_at(state, options),
    draw=old_style(draw_table, lambda _: "", HANDS.place),
    hands=HANDS,
    aid=lambda _: aid.PAGES,
    aid_page=aid.page_for,
    areas=mending.areas,
    plan=draw_plan,
    first_page=laying.first_page,
    called=frozenset({"step.box.path"}),
)
