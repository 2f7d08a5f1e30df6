"""The player aid of Icehouse Mandala and its signs."""

from __future__ import annotations

from engines.engine import Term
from engines.icehouse.state import PLAY, State, active, ahead, present
from firmware_py.core.language import N_
from firmware_py.games.game_ui import AidPage
from firmware_py.games.icehouse.colours import letters
from firmware_py.games.icehouse.oled import IN_EYE, LITTLE, pawn, pyramid, sign, slots
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import Canvas

_LABELS = 33
_PITCH = 9


def _draw_letters(canvas: Canvas, scene: Scene[State]) -> None:
    for at, (colour, letter) in enumerate(letters(scene.voice).items()):
        y = 12 + at * _PITCH
        name = scene.voice.fact(Term("colour", colour))
        sign(canvas, 1, y + 1, letter, "small", 6)
        canvas.text(14, y, name, "small", say=f"{letter}: {name}")


def _draw_signs(canvas: Canvas, scene: Scene[State]) -> None:
    for place, (colour, size) in enumerate((("R", "1"), ("G", "3"))):
        sign(canvas, 16 * place + 1, 12, letters(scene.voice)[colour], "small", 6)
        pyramid(canvas, 16 * place + 7, 17, size, 7, LITTLE)
    canvas.text(_LABELS, 11, scene.say(N_("letter: colour")), "small")
    canvas.text(_LABELS, 19, scene.say(N_("below it: size")), "small")
    pawn(canvas, 2, 29, "A")
    canvas.text(_LABELS, 29, scene.say(N_("a pawn, by its player")), "small")
    slots(canvas, 2, 40, (0, 0, 1, IN_EYE), ("A", "B"))
    canvas.text(_LABELS, 39, scene.say(N_("who has taken some;")), "small")
    canvas.text(_LABELS, 47, scene.say(N_("o: in the eye")), "small")


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
            "Five of one colour and size. When none is left on the path: 3 points for "
            "the most, 2 for the second; 5 if only one player has any."
        ),
    ),
    AidPage(
        N_("The eye"),
        N_("What all pawns have passed goes to the eye. It belongs to nobody."),
    ),
    AidPage(
        N_("Ties"),
        N_("Ties: the pawn further ahead wins, in a group and at the end."),
    ),
    AidPage(
        N_("The end"),
        N_(
            "No pyramid ahead of your pawn? You wait. The last player who can move "
            "takes all that is left. The most points win."
        ),
    ),
    AidPage(N_("Letters"), draw=_draw_letters),
    AidPage(N_("Signs"), draw=_draw_signs),
)

_TURN, _GROUP, _END = 0, 1, 4
_NEARLY = 5
"""A group, or the path, is nearly finished when this many pyramids are left."""


def page_for(state: State) -> int:
    """Return the page that fits the state: the end when it is near, groups once there are some."""
    if state.phase != PLAY:
        return _TURN
    if len(active(state)) < len(present(state)) or len(ahead(state, state.turn)) <= _NEARLY:
        return _END
    return _GROUP if state.held[state.turn] else _TURN
