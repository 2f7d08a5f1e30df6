"""Mandala Stones on the screen of the box."""

from __future__ import annotations

from engines.contract import ChoicePart
from engines.stones import GAME
from engines.stones.rules import is_dead_end
from engines.stones.state import State
from firmware_py.app.services import Services
from firmware_py.games.editing import TableArea
from firmware_py.games.face import Face
from firmware_py.games.scene import Scene
from firmware_py.games.stones import aid, mending
from firmware_py.games.stones.attempts import all_attempts
from firmware_py.games.stones.drawing import draw_table
from firmware_py.games.stones.entry import cursor, empty_spaces, legal_tree
from firmware_py.games.stones.hands import HANDS
from firmware_py.games.stones.plan import draw_plan
from firmware_py.language import N_
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.navigation import Screen
from firmware_py.ui.picker import ChoiceNode
from firmware_py.ui.screens.new_game import Draft


class StonesFace(Face):
    """Towers and points, the main board where it is tracked, and the questions of the game."""

    aid = aid.PAGES
    hands = HANDS
    told = frozenset({"step.box.stack", "step.artist.box.circle"})

    def offered(self, state: State) -> ChoiceNode:
        return legal_tree(state)

    def tried(self, state: State) -> ChoiceNode:
        return all_attempts(state)

    def start(
        self, state: State, picked: tuple[ChoicePart, ...], options: tuple[ChoicePart, ...]
    ) -> int:
        return cursor(state, picked, options)

    def draw(self, canvas: Canvas, scene: Scene) -> None:
        draw_table(canvas, scene)

    def plan(self, canvas: Canvas, scene: Scene) -> None:
        draw_plan(canvas, scene)

    def binding(self, scene: Scene) -> str:
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

    def aid_page(self, state: State) -> int:
        return aid.page_for(state)

    def areas(self, scene: Scene) -> tuple[TableArea, ...]:
        return mending.areas(scene)

    def prepare(self, services: Services, draft: Draft) -> Screen | None:
        """Give the mandala that this table knows, and ask for the main board if it is tracked."""
        draft.given["mandala"] = services.queue.store.profile(GAME.name) or []
        if draft.options.get("tracking") == "board" and "tops" not in draft.given:
            from firmware_py.games.stones.laying import BoardLaying

            return BoardLaying(services, draft)
        return None


def must_score(state: State) -> bool:
    """Say whether the player on turn cannot pick."""
    return state.waived or not empty_spaces(state) or is_dead_end(state)


FACE = StonesFace()
