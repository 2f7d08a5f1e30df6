"""Mandala Stones on the screen of the box: towers and points, the main board, questions."""

from __future__ import annotations

from engines.stones import GAME
from engines.stones.state import State
from engines.stones.turns import is_dead_end
from firmware_py.app.services import Services
from firmware_py.games.face import Face, Trees
from firmware_py.games.scene import Scene
from firmware_py.games.stage import old_style
from firmware_py.games.stones import aid, entry, mending
from firmware_py.games.stones.attempts import all_attempts
from firmware_py.games.stones.drawing import draw_table
from firmware_py.games.stones.hands import HANDS
from firmware_py.games.stones.plan import draw_plan
from firmware_py.language import N_
from firmware_py.ui.navigation import Screen
from firmware_py.ui.screens.new_game import Draft


def _binding(scene: Scene) -> str:
    """Return what binds the player on turn, or the round."""
    state: State = scene.state
    if state.phase == "objectives":
        return scene.say(N_("objectives"))
    if state.phase == "over":
        return ""
    if state.asks is None and must_score(state):
        return scene.say(N_("must score"))
    if state.triggered:
        return scene.say(N_("last round"))
    return scene.say(N_("round {number}"), number=state.round)


def must_score(state: State) -> bool:
    """Say whether the player on turn cannot pick."""
    return state.waived or not entry.empty_spaces(state) or is_dead_end(state)


def _prepare(services: Services, draft: Draft) -> Screen | None:
    """Give the mandala that this table knows, and ask for the main board if it is tracked."""
    draft.given["mandala"] = services.queue.store.profile(GAME.name) or []
    if draft.options.get("tracking") == "board" and "tops" not in draft.given:
        from firmware_py.games.stones.laying import BoardLaying  # only where the board is tracked

        return BoardLaying(services, draft)
    return None


FACE = Face(
    tree=Trees(entry.legal_tree),
    attempts=Trees(all_attempts),
    start=entry.cursor,
    draw=old_style(draw_table, _binding, HANDS.place),
    hands=HANDS,
    aid=lambda _: aid.PAGES,
    aid_page=aid.page_for,
    areas=mending.areas,
    plan=draw_plan,
    prepare=_prepare,
    told=frozenset({"step.box.stack", "step.artist.box.circle"}),
)
