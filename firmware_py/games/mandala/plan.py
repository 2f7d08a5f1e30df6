"""Rivers outside, between them two mandalas with the piles in the middle."""

from __future__ import annotations

from engines.engine import Seat, Term
from firmware_py.core.language import N_
from firmware_py.games.play_widgets import ROOM
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.widgets import BODY

_WIDE = 52
_ROWS = (21, 30, 39)
_SLOTS = 6


def draw_plan(canvas: Canvas, scene: AnyScene) -> None:
    """Draw the areas with their names, and the two piles."""
    place = {name: scene.voice.fact(Term("place", name)) for name in
             ("mountain", "field", "river", "cup")}  # fmt: skip
    for seat, y in ((1, BODY.y + 1), (0, BODY.y + 43)):
        _draw_river(canvas, scene, seat, y, place)
    for x in (0, ROOM.w - _WIDE):
        canvas.box(x, _ROWS[0] - 2, _WIDE, 29)
        canvas.fill(x + 2, _ROWS[1] - 1, _WIDE - 4, 9)
        for name, y in zip(("field", "mountain", "field"), _ROWS, strict=True):
            canvas.text(x + 2, y, place[name], "small", width=_WIDE - 4,
                        align="centre", on=name == "field")  # fmt: skip
    middle = ROOM.w // 2
    canvas.fill(middle - 3, _ROWS[0], 7, 9)
    canvas.box(middle - 3, _ROWS[2] - 3, 7, 9)
    canvas.describe(scene.say(N_("Between the mandalas: draw pile and discard pile")), _ROWS[1])


def _draw_river(canvas: Canvas, scene: AnyScene, seat: int, y: int, place: dict[str, str]) -> None:
    """A name, six slots and a cup in one line."""
    x = ROOM.w - canvas.text(ROOM.w, y, place["cup"], "small", align="right") - 5
    for _ in range(_SLOTS):
        x -= 6
        canvas.box(x, y + 1, 5, 6)
    x -= canvas.text(x - 4, y, place["river"], "small", align="right") + 9
    canvas.text(0, y, scene.voice.fact(Seat(seat)), "small", width=x, may_cut=True)
