"""The player aid of Icehouse Mandala, its signs, and the plan of the table."""

from __future__ import annotations

from engines.engine import Term
from engines.icehouse.state import PLAY, State, active, ahead, present
from firmware_py.core.language import N_
from firmware_py.games.game_ui import AidPage
from firmware_py.games.icehouse.oled_path import IN_EYE, letters, little_pyramid, pawn, sign, slots
from firmware_py.games.icehouse.set_up import draw_spiral
from firmware_py.games.play_widgets import ROOM
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.widgets import Rect, headline

_LABELS = 33
_PITCH = 9


def draw_letters(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the letter of each colour beside its name."""
    for at, (colour, letter) in enumerate(letters(scene.voice).items()):
        y = 12 + at * _PITCH
        name = scene.voice.fact(Term("colour", colour))
        sign(canvas, 1, y + 1, letter, "small", 6)
        canvas.text(14, y, name, "small", say=f"{letter}: {name}")


def draw_signs(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the signs of the path and of a group, each beside what it means."""
    for place, (colour, size) in enumerate((("R", "1"), ("G", "3"))):
        sign(canvas, 16 * place + 1, 12, letters(scene.voice)[colour], "small", 6)
        little_pyramid(canvas, 16 * place + 7, 17, size)
    canvas.text(_LABELS, 11, scene.say(N_("letter: colour")), "small")
    canvas.text(_LABELS, 19, scene.say(N_("below it: size")), "small")
    pawn(canvas, 2, 29, "A")
    canvas.text(_LABELS, 29, scene.say(N_("a pawn, by its player")), "small")
    slots(canvas, 2, 40, (0, 0, 1, IN_EYE), ("A", "B"), "small", 6)
    canvas.text(_LABELS, 39, scene.say(N_("taken of its five:")), "small")
    canvas.text(_LABELS, 47, scene.say(N_("by whom; o: the eye")), "small")


# --- the plan ---


def draw_plan(canvas: Canvas, scene: Scene[State]) -> None:
    """Draw the bare spiral."""
    draw_spiral(canvas, 0)
    text = scene.say(N_("The pawns start outside, where the spiral begins"))
    headline(canvas, text, Rect(0, ROOM.y, 72, ROOM.h), largest="medium")


# --- pages ---


PAGES = (
    AidPage(
        N_("Your turn"),
        N_(
            "Move your pawn to any pyramid ahead and take it; the pawn stands in the gap. "
            "You may not pass."
        ),
    ),
    AidPage(
        N_("A group"),
        N_(
            "Five of one colour and size. None left on the path: most held 3 points, "
            "second 2; a single owner 5."
        ),
    ),
    AidPage(
        N_("The eye"),
        N_("What all pawns have passed goes to the eye. It belongs to nobody."),
    ),
    AidPage(
        N_("Ties"),
        N_("As many held: the pawn further forward is better, in a group and at the end."),
    ),
    AidPage(
        N_("The end"),
        N_(
            "Nothing ahead of your pawn: you wait. The last who can move takes all that is left. "
            "Most points win."
        ),
    ),
    AidPage(N_("Letters"), draw=draw_letters),
    AidPage(N_("Signs"), draw=draw_signs),
)

_TURN, _GROUP, _END = 0, 1, 4
_NEARLY = 5
"""A group is about to be finished, or the path, when this many are left."""


def page_for(state: State) -> int:
    """Return the page that fits the moment: the end when it is near, groups once some stand."""
    if state.phase != PLAY:
        return _TURN
    if len(active(state)) < len(present(state)) or len(ahead(state, state.turn)) <= _NEARLY:
        return _END
    return _GROUP if state.held[state.turn] else _TURN
