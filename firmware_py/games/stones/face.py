"""The face of Mandala Stones, put together."""

from __future__ import annotations

from engines.contract import ChoicePart
from engines.stones.state import State
from engines.stones.turns import is_dead_end
from firmware_py.games.face import Scene, TableArea, Trees
from firmware_py.games.stones.aid import AID, page_for
from firmware_py.games.stones.areas import areas_of
from firmware_py.games.stones.attempts import all_attempts
from firmware_py.games.stones.entry import cursor, empty_spaces, legal_tree
from firmware_py.games.stones.hands import HANDS
from firmware_py.games.stones.picture import draw_table
from firmware_py.language import N_
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.picker import ChoiceNode


class StonesFace:
    """Towers and points, the main board where it is tracked, and the questions of the game."""

    aid = AID
    hands = HANDS

    def __init__(self) -> None:
        self._trees = Trees(legal_tree)
        self._attempts = Trees(all_attempts)

    def tree(self, state: State) -> ChoiceNode:
        """Return the legal choices as the knob enters them."""
        return self._trees(state)

    def start(
        self, state: State, picked: tuple[ChoicePart, ...], options: tuple[ChoicePart, ...]
    ) -> int:
        """Return where the cursor begins."""
        return cursor(state, picked, options)

    def draw(self, canvas: Canvas, scene: Scene) -> None:
        """Draw the table and what is asked."""
        draw_table(canvas, scene)

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
        """Return the page of the aid that fits the moment."""
        return page_for(state)

    def areas(self, scene: Scene) -> tuple[TableArea, ...]:
        """Return the table area by area."""
        return areas_of(scene)

    def attempts(self, state: State) -> ChoiceNode:
        """Return every move that hands could try."""
        return self._attempts(state)


def must_score(state: State) -> bool:
    """Say whether the player on turn cannot pick."""
    return state.waived or not empty_spaces(state) or is_dead_end(state)
