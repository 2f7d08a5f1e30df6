"""Plans of the tables: where things go before the first turn, a picture for each game."""

from __future__ import annotations

from collections.abc import Callable

from engines.contract import Seat, Term
from firmware_py.games.face import Scene
from firmware_py.language import N_
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.widgets import BODY, Rect, fitting, headline, paragraph

ROOM = Rect(0, BODY.y + 1, WIDTH - 5, BODY.h - 1)
"""What the mark of the pages leaves."""


def plan_of(game: str) -> Callable[[Canvas, Scene], None]:
    """Return the function that draws the plan of a game."""
    return {"mana": _mana, "mandala": _mandala, "stones": _stones, "icehouse": _icehouse}[game]


def _mana(canvas: Canvas, scene: Scene) -> None:
    """The empty board, so that it can be turned the right way."""
    from firmware_py.games.mana.mending import areas

    board = areas(scene)[0]
    assert board.draw is not None
    board.draw(canvas)


# --- Mandala: rivers outside, between them two mandalas with the piles in the middle ---

_MANDALA_WIDTH = 52
_ROWS = (21, 30, 39)
_SLOTS = 6


def _mandala(canvas: Canvas, scene: Scene) -> None:
    place = {name: scene.voice.fact(Term("place", name)) for name in
             ("mountain", "field", "river", "cup")}  # fmt: skip
    for seat, y in ((1, BODY.y + 1), (0, BODY.y + 43)):
        _draw_river(canvas, scene, seat, y, place)
    for x in (0, ROOM.w - _MANDALA_WIDTH):
        canvas.box(x, _ROWS[0] - 2, _MANDALA_WIDTH, 29)
        canvas.fill(x + 2, _ROWS[1] - 1, _MANDALA_WIDTH - 4, 9)
        for name, y in zip(("field", "mountain", "field"), _ROWS, strict=True):
            canvas.text(x + 2, y, place[name], "small", width=_MANDALA_WIDTH - 4,
                        align="centre", on=name == "field")  # fmt: skip
    middle = ROOM.w // 2
    canvas.fill(middle - 3, _ROWS[0], 7, 9)
    canvas.box(middle - 3, _ROWS[2] - 3, 7, 9)
    canvas.describe(scene.say(N_("Between the mandalas: draw pile and discard pile")), _ROWS[1])


def _draw_river(canvas: Canvas, scene: Scene, seat: int, y: int, place: dict[str, str]) -> None:
    """A name, six slots and a cup in one line."""
    x = ROOM.w - canvas.text(ROOM.w, y, place["cup"], "small", align="right") - 5
    for _ in range(_SLOTS):
        x -= 6
        canvas.box(x, y + 1, 5, 6)
    x -= canvas.text(x - 4, y, place["river"], "small", align="right") + 9
    canvas.text(0, y, scene.voice.fact(Seat(seat)), "small", width=x, may_cut=True)


# --- Stones: the main board, the artists in the middle of its sides ---


def _stones(canvas: Canvas, scene: Scene) -> None:
    from engines.stones.board import PATTERNS, STACKS, START_CIRCLES, UNKNOWN
    from firmware_py.games.stones import mainboard

    artists = dict(zip(START_CIRCLES, PATTERNS * 2, strict=True))
    mainboard.draw_board(canvas, [UNKNOWN] * STACKS, artists, mainboard.Marks())
    text = scene.say(N_("24 stacks of 4 stones, an artist on each side"))
    area = Rect(mainboard.WIDTH + 3, ROOM.y, ROOM.w - mainboard.WIDTH - 3, ROOM.h)
    paragraph(canvas, text, area, font=fitting(text, area, "medium"))


# --- Icehouse: the pawns stand where the spiral begins ---


def _icehouse(canvas: Canvas, scene: Scene) -> None:
    from firmware_py.games.icehouse.spiral import draw_spiral

    draw_spiral(canvas, 0)
    text = scene.say(N_("The pawns start outside, where the spiral begins"))
    headline(canvas, text, Rect(0, ROOM.y, 72, ROOM.h), largest="medium")
