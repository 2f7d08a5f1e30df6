"""The question at the end: which two cards of a cup nobody has seen yet."""

from __future__ import annotations

from engines.mandala.state import public
from firmware_py.core.language import N_
from firmware_py.games.mandala.cursor import cursor_of
from firmware_py.games.mandala.layout import layout_of
from firmware_py.games.mandala.prompt import asked_seat, draw_prompt
from firmware_py.games.mandala.wording import name, piles
from firmware_py.games.play_widgets import draw_clocks, draw_told
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.widgets import Rect, headline

_ASKED = 16
"""Where the question begins."""


def draw_question(canvas: Canvas, scene: AnyScene) -> None:
    """Ask for the two cards that the box cannot know, beside the ones it knows."""
    layout, told = layout_of(scene), question_told(scene)
    _draw_whose(canvas, scene)
    # Hands have done it once it was shown for a while: the question grows into its place.
    is_told = scene.told is not None and not scene.told.is_old
    high = told.y if is_told else layout.answer.y
    headline(canvas, _question(scene), Rect(0, _ASKED, WIDTH, high - _ASKED))
    if is_told:
        draw_told(canvas, scene, told)
    draw_prompt(canvas, scene, cursor_of(scene), layout)


def question_told(scene: AnyScene) -> Rect:
    """Return where hands are told what to do, while the table is asked."""
    bottom = layout_of(scene).answer.y
    return Rect(0, bottom - 16, WIDTH, 15)


def _draw_whose(canvas: Canvas, scene: AnyScene) -> None:
    """Write whose cup it is, where else whose turn it is stands."""
    seat = asked_seat(scene)
    assert seat is not None
    room = WIDTH - 60 if scene.clocks else WIDTH
    canvas.text(0, 0, name(scene, seat), "large", width=room, may_cut=True)
    draw_clocks(canvas, scene, Rect(0, 0, 0, 0), Rect(room + 2, 1, WIDTH - room - 2, 8))


def _question(scene: AnyScene) -> str:
    table, seat = public(scene.state), asked_seat(scene)
    assert seat is not None
    if not any(table.cups_known[seat]):
        return scene.say(N_("Cup: which two cards?"))
    known = piles(scene, table.cups_known[seat])
    return scene.say(N_("Cup: two besides {cards}?"), cards=known)
