"""The face of Icehouse Mandala."""

from __future__ import annotations

from engines.contract import ChoicePart
from engines.icehouse.state import LAY, SPACES, State, laid
from firmware_py.games.face import AidPage, Face, Scene, TableArea, Trees
from firmware_py.games.icehouse import aid, entry, repair, table
from firmware_py.games.icehouse.hands import HANDS
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.picker import ChoiceNode


class Icehouse:
    """The spiral of pyramids on the small screen."""

    aid: tuple[AidPage, ...] = aid.PAGES
    hands = HANDS

    def __init__(self) -> None:
        self._offered = Trees(entry.offered)
        self._tried = Trees(entry.tried)

    def tree(self, state: State) -> ChoiceNode:
        """Return the legal choices: a colour, then a pyramid of it, the nearest first."""
        return self._offered(state)

    def start(
        self, state: State, picked: tuple[ChoicePart, ...], options: tuple[ChoicePart, ...]
    ) -> int:
        """Return where the cursor begins."""
        del picked
        return entry.begin_at(state, options)

    def draw(self, canvas: Canvas, scene: Scene) -> None:
        """Draw the path around the cursor, the choice and the points."""
        table.draw_table(canvas, scene)

    def binding(self, scene: Scene) -> str:
        """Return how much lies while the path is laid; nothing binds a player in the game."""
        state: State = scene.state
        return f"{laid(state)}/{SPACES}" if state.phase == LAY else ""

    def aid_page(self, state: State) -> int:
        """Return the page that fits the moment."""
        return aid.page_for(state)

    def areas(self, scene: Scene) -> tuple[TableArea, ...]:
        """Return the path in stretches, the pawns, what each seat has, and the eye."""
        return repair.areas(scene)

    def attempts(self, state: State) -> ChoiceNode:
        """Return any pyramid, any empty space, and passing."""
        return self._tried(state)


FACE: Face = Icehouse()
