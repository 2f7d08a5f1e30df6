"""The player aid of Mandala and its signs."""

from __future__ import annotations

from engines.engine import Term
from engines.mandala.cards import COLOURS
from engines.mandala.state import State, public
from firmware_py.core.language import N_
from firmware_py.games.game_ui import AidPage
from firmware_py.games.mandala.oled import DISCARD_PILE, DRAW_PILE
from firmware_py.games.mandala.oled_table import (
    HAND,
    SLOT,
    Block,
    draw_cards,
    draw_dotted,
    draw_mountain,
    write,
)
from firmware_py.games.mandala.words import letter
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import WIDTH, Bitmap, Canvas
from firmware_py.ui.widgets import Rect

_BLOCK = Block(0, 12, 20, 28)
_LAID, _SLOTS, _PILES = 38, 47, 56
"""Top row of the capitals of each line, in pixels."""
_LABELS = 62
_WORDS = 22
_SECOND = 80
"""First column of a second sign in a row, in pixels."""


def draw_letters(canvas: Canvas, scene: AnyScene) -> None:
    """Draw the letter of each colour next to its name, and why one is not the initial."""
    for at, colour in enumerate(COLOURS):
        column, row = divmod(at, 3)
        x, y = 2 + 70 * column, 10 + 14 * row
        sign = letter(scene, colour)
        name = scene.voice.fact(Term("colour", colour))
        canvas.text(x, y, sign, "large", say=f"{sign}: {name}")
        canvas.text(x + 14, y + 3, name, "medium", say="")
    note = scene.say(N_("K: the last letter of black"))
    canvas.text(2, 54, note, "small", width=WIDTH - 8)


def draw_signs(canvas: Canvas, scene: AnyScene) -> None:
    """Draw the rows of a mandala as in play, each next to its meaning."""
    draw_mountain(canvas, scene, (3, 0, 0, 1, 0, 0), 0, _BLOCK)
    field = Rect(24, _BLOCK.across, 30, 0)
    draw_cards(canvas, scene, (0, 2, 0, 0, 0, 0), field)
    draw_cards(canvas, scene, (0, 0, 1, 0, 0, 0), field._replace(y=_BLOCK.own))
    _label(canvas, _LABELS, _BLOCK.across, scene.say(N_("field across")))
    _label(canvas, _LABELS, _BLOCK.mountain, scene.voice.fact(Term("mountain", 0)))
    _label(canvas, _LABELS, _BLOCK.own, scene.say(N_("your field")))
    laid = draw_cards(canvas, scene, (3, 0, 0, 0, 0, 0), field._replace(x=2, y=_LAID))
    draw_dotted(canvas, laid[COLOURS[0]])
    _label(canvas, _WORDS, _LAID, scene.say(N_("laid last")))
    canvas.bitmap(_SECOND, _LAID, HAND)
    write(canvas, _SECOND + HAND.width + 2, _LAID, "6")
    _label(canvas, _SECOND + HAND.width + 8, _LAID, scene.say(N_("in hand")))
    write(canvas, 0, _SLOTS, letter(scene, COLOURS[0]))
    for slot in (1, 2):
        canvas.line_h(slot * SLOT, _SLOTS + 5, 4)
    _label(canvas, _WORDS, _SLOTS, scene.say(N_("river slot")))
    _draw_pile(canvas, 0, _PILES, DRAW_PILE, scene.say(N_("draw pile")))
    _draw_pile(canvas, 64, _PILES, DISCARD_PILE, scene.say(N_("discard pile")))


def _draw_pile(canvas: Canvas, x: int, ink: int, icon: Bitmap, name: str) -> None:
    canvas.bitmap(x, ink, icon)
    _label(canvas, x + icon.width + 3, ink, name)


def _label(canvas: Canvas, x: int, ink: int, text: str) -> None:
    canvas.text(x, ink - 1, text, "small")


# --- pages ---


_END = AidPage(
    N_("The end"),
    N_("Last mandala: a river has six colours, or the draw pile is empty."),
)
_STRICT_END = AidPage(
    N_("The end"),
    N_(
        "Last mandala: a river has six colours, or the draw pile was already empty "
        "before this mandala was completed."
    ),
)

PAGES = (
    AidPage(
        N_("Your turn"),
        N_(
            "• put 1 card on a mountain, draw 3 (at most 8 in hand)\n• put cards of one "
            "colour into your field; keep at least 1\n• discard one colour, draw the "
            "same number"
        ),
    ),
    AidPage(
        N_("Rule of colour"),
        N_(
            "In a mandala each colour has only one place: the mountain, your field or "
            "your opponent's field."
        ),
    ),
    AidPage(
        N_("Claiming"),
        N_(
            "Six colours: take turns to claim all cards of one colour. The player with "
            "more cards in the field begins; if tied, the one who did not complete the "
            "mandala."
        ),
    ),
    AidPage(
        N_("River and cup"),
        N_(
            "A new colour: one card goes to your river, the others face down into your "
            "cup. A colour of your river: all go into the cup. If your field is empty, "
            "all are discarded."
        ),
    ),
    _END,
    AidPage(
        N_("Score"),
        N_(
            "A cup card is worth the number of its colour's river slot, 1 to 6; "
            "without a slot, nothing. If tied, fewer cup cards win."
        ),
    ),
    AidPage(N_("Letters"), draw=draw_letters),
    AidPage(N_("Signs"), draw=draw_signs),
)
_TURN, _CLAIMING, _RIVER, _SCORE = 0, 2, 3, 5


def pages(state: State) -> tuple[AidPage, ...]:
    """Return the pages for the house rules of a match."""
    if not state.strict_next:
        return PAGES
    return tuple(_STRICT_END if page is _END else page for page in PAGES)


def page_for(state: State) -> int:
    """Return the page that fits the state."""
    table = public(state)
    match table.phase:
        case "claim":
            return _CLAIMING
        case "flip":
            return _TURN if table.claim is None else _RIVER
        case "cups" | "over":
            return _SCORE
        case _:
            return _TURN
