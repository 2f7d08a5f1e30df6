"""The player aid of Mandala Stones and its signs."""

from __future__ import annotations

from engines.engine import Term
from engines.stones.board import COLOURS
from engines.stones.state import State
from firmware_py.core.language import N_
from firmware_py.games.game_ui import AidPage
from firmware_py.games.play_widgets import GOES_ON, PLAYS, ROOM
from firmware_py.games.stones.oled_board import HAND, draw_stone
from firmware_py.games.stones.words import letters
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.widgets import Rect, paragraph

_ROWS = (11, 19, 28, 37, 46, 54)
"""Top row of each line, in pixels."""
_LABELS = 32
_PITCH = 9


def draw_letters(canvas: Canvas, scene: AnyScene) -> None:
    """Draw the letter of each colour next to its name, and why one is not the initial."""
    names = letters(scene.say)
    strange = False
    for at, colour in enumerate(COLOURS):
        y = 11 + at * _PITCH
        word = scene.voice.fact(Term("colour", colour))
        strange |= not word.upper().startswith(names[colour])
        canvas.text(2, y, names[colour], "small", say="")
        canvas.text(14, y, word, "small", say=f"{names[colour]}: {word}")
    if strange:
        place = Rect(ROOM.x, 11 + 4 * _PITCH, ROOM.w, 16)
        paragraph(canvas, scene.say(N_("P = purple")), place, font="small")


def draw_signs(canvas: Canvas, scene: AnyScene) -> None:
    """Draw the signs of the answer, the stones and the mandala next to their meaning."""
    part, plays, score, stones, mandala, hands = _ROWS
    names = letters(scene.say)
    canvas.bitmap(2, part + 1, GOES_ON)
    canvas.text(_LABELS, part, scene.say(N_("then the next part")), "small")
    canvas.bitmap(2, plays, PLAYS)
    canvas.text(_LABELS, plays, scene.say(N_("press: play it")), "small")
    canvas.text(2, score, "+2", "small", say="")
    canvas.text(_LABELS, score, scene.say(N_("the tower's score")), "small")
    draw_stone(canvas, 2, stones, names["R"])
    draw_stone(canvas, 14, stones, names["y"])
    canvas.text(_LABELS, stones, scene.say(N_("stones; board: o, x")), "small")
    canvas.text(2, mandala, "7", "small", say="")
    canvas.box(8, mandala - 1, 12, 9)
    canvas.text(10, mandala, "+1", "small", say="")
    canvas.text(_LABELS, mandala, scene.say(N_("mandala, next")), "small")
    canvas.bitmap(2, hands, HAND)
    canvas.text(_LABELS, hands, scene.say(N_("starts the end")), "small")


# --- pages ---


PAGES = (
    AidPage(
        N_("Your turn"),
        N_("PICK stones for a new tower, or SCORE. No empty space? You must SCORE."),
    ),
    AidPage(
        N_("Pick"),
        N_(
            "Move an artist to an empty circle. Take, clockwise, all tops next to it "
            "that have its pattern and touch no other artist. They make a tower, the "
            "first at the bottom."
        ),
    ),
    AidPage(
        N_("Score a colour"),
        N_(
            "On top of 2 towers or more.\n1: different heights\n2: by height 4 2 1 1\n3: "
            "by height 1 3 4 1\n4: by height 1 2 4 6\n5: its colours + 1"
        ),
    ),
    AidPage(
        N_("Score tops"),
        N_(
            "Any towers you like: 1 VP each. Colours do not matter. If you score only "
            "some, enter them from left to right."
        ),
    ),
    AidPage(
        N_("Mandala"),
        N_(
            "The top stones you scored go on the next mandala spaces. +1 and +2 count "
            "at once. If a stone covers as many hands as there are players, it is the "
            "last round."
        ),
    ),
    AidPage(
        N_("The end"),
        N_(
            "Finish the round. Nothing to pick and no tower? It ends at once. Then "
            "each scores one of their two objective cards, 0 if not met. A tie: the "
            "earlier player wins."
        ),
    ),
    AidPage(N_("Letters"), draw=draw_letters),
    AidPage(N_("Signs"), draw=draw_signs),
)
TURN, PICK, COLOUR, TOPS, _MANDALA_PAGE, END, *_LEGENDS = range(len(PAGES))


def page_for(state: State) -> int:
    """Return the page that fits the state."""
    if state.phase != "play" or state.triggered:
        return END
    if state.asks == "mandala":
        return _MANDALA_PAGE
    if state.asks == "reveal" or not any(state.own):
        return PICK
    if state.waived or all(state.own):
        return COLOUR
    return TURN
