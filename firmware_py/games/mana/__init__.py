"""The face of Mana.

entry     what the knob walks through        moment   what the board shows at a moment
picture   the board in pixels                prompt   the words beside it
aid       the player aid                     mending  comparing and mending the table
hands     what hands do after a choice
"""

from __future__ import annotations

from typing import Any

from engines.contract import ChoicePart
from firmware_py.games.face import Scene, TableArea, Trees
from firmware_py.games.mana import aid, entry, mending, prompt
from firmware_py.games.mana.hands import HANDS
from firmware_py.games.mana.moment import board_of, kinds_of, marks_of
from firmware_py.games.mana.picture import draw_board
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.picker import ChoiceNode


class ManaFace:
    """Mana on the screen of the box."""

    aid = aid.PAGES
    hands = HANDS

    def __init__(self) -> None:
        self._trees = Trees(entry.tree)
        self._attempts = Trees(entry.attempts)

    def tree(self, state: Any) -> ChoiceNode:
        """Return the legal choices as the knob enters them."""
        return self._trees(state)

    def start(
        self, state: Any, picked: tuple[ChoicePart, ...], options: tuple[ChoicePart, ...]
    ) -> int:
        """Return where the cursor begins among the options."""
        return entry.start(state, self._trees(state), picked, options)

    def draw(self, canvas: Canvas, scene: Scene) -> None:
        """Draw the board at the left and the prompt at the right."""
        draw_board(canvas, board_of(scene), kinds_of(scene), marks_of(scene))
        prompt.draw_prompt(canvas, scene)
        prompt.describe_board(canvas, scene)

    def binding(self, scene: Scene) -> str:
        """Return what binds the player on turn."""
        return prompt.binding(scene)

    def aid_page(self, state: Any) -> int:
        """Return the page of the aid that fits the moment."""
        return aid.page(state)

    def areas(self, scene: Scene) -> tuple[TableArea, ...]:
        """Return the table area by area."""
        return mending.areas(scene)

    def attempts(self, state: Any) -> ChoiceNode:
        """Return every move that hands could try."""
        return self._attempts(state)


FACE = ManaFace()
