"""Mandala on the screen of the box."""

from __future__ import annotations

from engines.contract import ChoicePart
from engines.mandala import State
from engines.mandala.state import asked
from firmware_py.games.editing import TableArea
from firmware_py.games.face import Face
from firmware_py.games.mandala import aid, entry, mending
from firmware_py.games.mandala.drawing import draw_table
from firmware_py.games.mandala.entry import public
from firmware_py.games.mandala.hands import HANDS
from firmware_py.games.mandala.plan import draw_plan
from firmware_py.games.mandala.question import draw_question
from firmware_py.games.scene import Scene
from firmware_py.language import N_
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.picker import ChoiceNode


class MandalaFace(Face):
    """Two mandalas, two rivers, and a ring of places around them."""

    aid = aid.PAGES
    hands = HANDS

    def offered(self, state: State) -> ChoiceNode:
        return entry.tree(state)

    def tried(self, state: State) -> ChoiceNode:
        return entry.attempts(state)

    def start(
        self, state: State, picked: tuple[ChoicePart, ...], options: tuple[ChoicePart, ...]
    ) -> int:
        del picked
        return entry.start(state, options)

    def draw(self, canvas: Canvas, scene: Scene) -> None:
        """Draw the table, or a question to it."""
        part = next(iter(scene.picked), scene.highlighted)
        is_card = part is not None and part.name == "card"
        on_table = public(scene.state).phase == "flip" and not scene.large and scene.options
        if is_card and not (on_table or scene.quiet):
            draw_question(canvas, scene)
        else:
            draw_table(canvas, scene)

    def plan(self, canvas: Canvas, scene: Scene) -> None:
        draw_plan(canvas, scene)

    def binding(self, scene: Scene) -> str:
        """Return what binds the player: a claim, and whether this mandala is the last."""
        table = public(scene.state)
        if table.phase == "claim":
            return scene.say(N_("Last claims") if table.final else N_("Claim"))
        if table.phase == "flip":
            number, card = asked(table) + 1, len(scene.picked) + 1
            return scene.say(N_("Mountain {number}, card {card}"), number=number, card=card)
        return scene.say(N_("Last mandala")) if table.last and table.phase == "play" else ""

    def aid_page(self, state: State) -> int:
        return aid.page_for(state)

    def areas(self, scene: Scene) -> tuple[TableArea, ...]:
        return mending.areas(scene)


FACE = MandalaFace()
