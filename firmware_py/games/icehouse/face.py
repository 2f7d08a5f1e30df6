"""Icehouse Mandala on the screen of the box."""

from __future__ import annotations

from engines.contract import ChoicePart
from engines.icehouse.state import LAY, SPACES, State, laid
from firmware_py.games.editing import TableArea
from firmware_py.games.face import Face, FirstPage
from firmware_py.games.icehouse import aid, entry, mending
from firmware_py.games.icehouse.drawing import draw_table
from firmware_py.games.icehouse.hands import HANDS
from firmware_py.games.icehouse.laying import Spiral
from firmware_py.games.icehouse.plan import draw_plan
from firmware_py.games.scene import Scene
from firmware_py.language import N_
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.picker import ChoiceNode


class IcehouseFace(Face):
    """The path around the cursor, the choice and the points."""

    aid = aid.PAGES
    hands = HANDS
    series = frozenset({"lay"})
    called = frozenset({"step.box.path"})

    def offered(self, state: State) -> ChoiceNode:
        return entry.offered(state)

    def tried(self, state: State) -> ChoiceNode:
        return entry.tried(state)

    def start(
        self, state: State, picked: tuple[ChoicePart, ...], options: tuple[ChoicePart, ...]
    ) -> int:
        del picked
        return entry.begin_at(state, options)

    def draw(self, canvas: Canvas, scene: Scene) -> None:
        draw_table(canvas, scene)

    def plan(self, canvas: Canvas, scene: Scene) -> None:
        draw_plan(canvas, scene)

    def binding(self, scene: Scene) -> str:
        """Return how much lies while the path is laid; nothing binds a player in the game."""
        state: State = scene.state
        return f"{laid(state)}/{SPACES}" if state.phase == LAY else ""

    def aid_page(self, state: State) -> int:
        return aid.page_for(state)

    def areas(self, scene: Scene) -> tuple[TableArea, ...]:
        return mending.areas(scene)

    def first_page(self, scene: Scene, *, is_called: bool) -> FirstPage:
        """Say how the spiral lies; the pyramids of a dealt path are called out."""
        if is_called:
            text = N_("Lay a spiral inwards, tips ahead. The box calls each one.")
            return FirstPage(scene.say(text), Spiral)
        return FirstPage(scene.say(N_("Lay all 75 in a spiral, tips inwards. Then tell the box.")))


FACE = IcehouseFace()
