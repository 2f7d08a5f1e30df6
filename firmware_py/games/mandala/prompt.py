"""The bottom line: what is being chosen, in the biggest letters."""

from __future__ import annotations

from dataclasses import replace

from engines.contract import Term
from engines.mandala import GAME
from engines.mandala.cards import INDEX
from engines.mandala.state import public
from firmware_py.games.mandala.cursor import Cursor
from firmware_py.games.mandala.entry import letter_of
from firmware_py.games.mandala.layout import (
    OWN_INK,
    PROMPT,
    Rows,
    centred,
    ink_height,
    ink_top,
    invert,
    write,
)
from firmware_py.games.mandala.river import MOUTH, draw_across, draw_hand, draw_river
from firmware_py.games.mandala.wording import hand_line, labelled, letter, name, place_name
from firmware_py.games.scene import Scene
from firmware_py.language import N_
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.widgets import CROSS, narrowed


def draw_bottom(canvas: Canvas, scene: Scene, cursor: Cursor, rows: Rows) -> None:
    """Draw what is chosen in the biggest letters, beside what it is chosen from."""
    table = cursor.table
    if has_rivers(scene):
        draw_across(canvas, scene, table)
        _draw_own(canvas, scene, cursor, OWN_INK)
    if scene.told is not None:
        return
    if scene.refused is not None:
        canvas.bitmap(0, rows.bottom + 1, CROSS)
        _prompt(canvas, CROSS.width + 4, rows, _complete(scene, cursor))
    elif table.phase == "over":
        _prompt(canvas, 0, rows, _scores(scene), may_cut=True)
    elif scene.picked and not scene.options:
        _prompt(canvas, 0, rows, _complete(scene, cursor))
    elif not scene.large:
        _prompt(canvas, PROMPT, rows, _sentence(scene, cursor))
    elif cursor.count is not None:
        _prompt(canvas, _draw_range(canvas, scene, rows), rows, _sentence(scene, cursor))
    elif cursor.colour is not None and (not cursor.claims or table.claim is None):
        _prompt(canvas, _draw_ring(canvas, scene, rows), rows, _colour_name(scene, cursor))
    else:
        left = _draw_own(canvas, scene, cursor, rows.bottom + 2) if cursor.claims else 0
        _prompt(canvas, left, rows, _sentence(scene, cursor))


def has_rivers(scene: Scene) -> bool:
    """Say whether there is room for the rivers: a whole sentence needs all of it."""
    is_sentence = scene.refused is not None or (bool(scene.picked) and not scene.options)
    return not scene.large and not is_sentence and public(scene.state).phase != "over"


def _draw_own(canvas: Canvas, scene: Scene, cursor: Cursor, ink: int) -> int:
    """Draw the own river and hand; return the first free column."""
    table, me = cursor.table, cursor.table.actor
    coming = ""
    if cursor.claims and table.claim is not None and any(table.fields[table.claim][me]):
        assert cursor.colour is not None
        coming = "" if cursor.colour in table.rivers[me] else cursor.colour
    draw_river(canvas, scene, table, me, ink, coming)
    left = MOUTH + 3
    if scene.large:
        return left
    canvas.describe(hand_line(scene, table, me), ink)
    return draw_hand(canvas, left, ink, table.hands[me]) + 13


def _draw_ring(canvas: Canvas, scene: Scene, rows: Rows) -> int:
    """Draw the colours that the knob turns through; return the first free column."""
    font, pitch = rows.bottom_font, 11
    for at, option in enumerate(scene.options):
        x = at * pitch
        centred(canvas, x, rows.bottom, letter(scene, letter_of(option)), font, pitch)
        if at == scene.index:
            invert(canvas, x, rows.bottom, pitch - 1, font)
    return pitch * len(scene.options) + 6


def _draw_range(canvas: Canvas, scene: Scene, rows: Rows) -> int:
    """Draw between which counts the knob turns; return the first free column."""
    ink = rows.bottom + ink_height(rows.bottom_font) - ink_height("medium")
    low, high = scene.options[0].value, scene.options[-1].value
    return write(canvas, 0, ink, f"{low}-{high}", "medium") + 4


def _sentence(scene: Scene, cursor: Cursor) -> str:
    """Return what is chosen, in few words."""
    if cursor.count is not None:
        return f"{cursor.count} x {_colour_name(scene, cursor)}"
    if cursor.claims and cursor.table.claim is not None:
        assert cursor.colour is not None
        count = cursor.table.mountains[cursor.table.claim][INDEX[cursor.colour]]
        return f"{_colour_name(scene, cursor)} {count}"
    if cursor.colour is not None:
        colour = _colour_name(scene, cursor)
        asked = cursor.table.phase == "flip" and scene.refused is None
        return scene.say(N_("{colour}?"), colour=colour) if asked else colour
    return "" if cursor.place is None else place_name(scene, cursor.place)


def _complete(scene: Scene, cursor: Cursor) -> str:
    """Return a choice with its place."""
    what = _sentence(scene, replace(cursor, place=None))
    if cursor.place is None:
        return what
    return labelled(scene, place_name(scene, cursor.place), what)


def _colour_name(scene: Scene, cursor: Cursor) -> str:
    return scene.voice.fact(Term("colour", cursor.colour or ""))


def _scores(scene: Scene) -> str:
    """Return the final points, which are no secret any more."""
    result = GAME.outcome(scene.state)
    assert result is not None
    return "  ".join(f"{name(scene, seat)} {score}" for seat, score in enumerate(result.scores))


def _prompt(canvas: Canvas, left: int, rows: Rows, text: str, *, may_cut: bool = False) -> None:
    """Write the choice from a column on, as large as it fits."""
    font = narrowed(text, WIDTH - left, rows.bottom_font)
    ink = rows.bottom + ink_height(rows.bottom_font) - ink_height(font)
    width = WIDTH - left
    canvas.text(
        left, ink - ink_top(font), text, font, width=width, may_cut=may_cut, say=f"> {text}"
    )
