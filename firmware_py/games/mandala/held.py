"""The hand of the seat that looks, where the box keeps the cards: in practice."""

from __future__ import annotations

from engines.mandala.cards import COLOURS, Heap
from engines.mandala.state import State
from firmware_py.core.language import N_, labelled
from firmware_py.games.mandala.layout import GRID, LEFT, centred, column, write
from firmware_py.games.mandala.river import HAND
from firmware_py.games.mandala.wording import letter, piles
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.widgets import Rect

ROW = 57
"""Where the ink of the hand begins: below the answer, under the colours."""
_LINE = 7


def hand_of(scene: AnyScene) -> Heap | None:
    """Return the cards that may be seen; None where there are none to show."""
    state: State = scene.state
    if scene.eyes is None or state.dealt is None or state.phase == "over":
        return None
    return state.dealt.hands[scene.eyes]


def draw_hand(canvas: Canvas, scene: AnyScene) -> None:
    """Draw the hand under the columns of the colours, so that it reads like the board."""
    hand = hand_of(scene)
    if hand is None or scene.large:
        return
    canvas.bitmap(0, ROW - 1, HAND)
    for colour, count in zip(COLOURS, hand, strict=True):
        if count:
            centred(canvas, column(colour), ROW, str(count))
    _describe(canvas, scene, hand, ROW)
    canvas.secret(0, ROW - 2, LEFT + GRID + 1, 9)


def draw_large_hand(canvas: Canvas, scene: AnyScene, place: Rect) -> bool:
    """Draw the hand beside the board, where large text leaves no row below it; say whether."""
    hand = hand_of(scene)
    if hand is None:
        return False
    x, ink = place.x, place.y
    for colour, count in zip(COLOURS, hand, strict=True):
        if count:
            text = f"{letter(scene, colour)}{count}"
            x += write(canvas, x, ink, text) + 4
            if x > WIDTH - 12:
                x, ink = place.x, ink + _LINE + 1
    _describe(canvas, scene, hand, place.y)
    canvas.secret(place.x, place.y - 1, place.w, 2 * _LINE + 3)
    return True


def _describe(canvas: Canvas, scene: AnyScene, hand: Heap, ink: int) -> None:
    canvas.describe(labelled(scene.say, scene.say(N_("Your hand")), piles(scene, hand)), ink)
