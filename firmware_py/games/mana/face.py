"""Mana on the screen of the box."""

from __future__ import annotations

from engines.contract import ChoicePart
from engines.mana.state import State
from firmware_py.games.editing import TableArea
from firmware_py.games.face import Face
from firmware_py.games.mana import aid, entry, mending, prompt
from firmware_py.games.mana.drawing import draw_board
from firmware_py.games.mana.hands import HANDS
from firmware_py.games.mana.moment import board_of, kinds_of, marks_of
from firmware_py.games.mana.plan import draw_plan
from firmware_py.games.scene import Scene
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.picker import ChoiceNode


class ManaFace(Face):
    """The board at the left, the prompt at the right."""

    aid = aid.PAGES
    hands = HANDS

    def offered(self, state: State) -> ChoiceNode:
        return entry.tree(state)

    def tried(self, state: State) -> ChoiceNode:
        return entry.attempts(state)

    def start(
        self, state: State, picked: tuple[ChoicePart, ...], options: tuple[ChoicePart, ...]
    ) -> int:
        return entry.start(state, self.tree(state), picked, options)

    def draw(self, canvas: Canvas, scene: Scene) -> None:
        draw_board(canvas, board_of(scene), kinds_of(scene), marks_of(scene))
        prompt.draw_prompt(canvas, scene)
        prompt.describe_board(canvas, scene)

    def plan(self, canvas: Canvas, scene: Scene) -> None:
        draw_plan(canvas, scene)

    def binding(self, scene: Scene) -> str:
        return prompt.binding(scene)

    def aid_page(self, state: State) -> int:
        return aid.page_for(state)

    def areas(self, scene: Scene) -> tuple[TableArea, ...]:
        return mending.areas(scene)


FACE = ManaFace()
