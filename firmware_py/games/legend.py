"""The signs common to all play screens with their meaning: a page of every player aid."""

from __future__ import annotations

from firmware_py.core.language import N_
from firmware_py.games.game_ui import AidPage
from firmware_py.games.play_widgets import HAND, KEY, MORE, draw_key, draw_wait
from firmware_py.match.scene import AnyScene
from firmware_py.ui.canvas import Bitmap, Canvas
from firmware_py.ui.widgets import MARK_FLAG, MARK_PAUSE, PENCIL, TICK, Rect

_ROWS = (11, 20, 29, 37, 46, 55)
"""Top row of each line, in pixels."""
_LEFT, _LABELS = 2, 24


def draw_signs(canvas: Canvas, scene: AnyScene) -> None:
    """Draw the two keys, then the marks."""
    for row, (plays, text) in enumerate(
        (
            (False, N_("press: choose a part")),
            (True, N_("press: play it")),
        )
    ):
        y = _ROWS[row]
        draw_key(canvas, Rect(_LEFT, y, KEY, 8), plays=plays)
        canvas.text(_LABELS, y, scene.say(text), "small")
    hand = _ROWS[3]
    canvas.bitmap(_LEFT, hand + 1, HAND)
    canvas.text(_LEFT + HAND.width + 2, hand, "10", "small", say="")
    canvas.text(_LABELS, hand, scene.say(N_("free seconds to enter")), "small")
    wait = Canvas()
    draw_wait(wait, Rect(0, 0, KEY, 8), 0.5)
    _draw_two(canvas, scene, _ROWS[2], (TICK, N_("saved")), (PENCIL, N_("correct")))
    _draw_two(canvas, scene, _ROWS[4], (MORE, N_("next: BACK")), (wait.cut(KEY, 8), N_("wait")))
    stands, flag = N_("clock stopped"), N_("time is up")
    _draw_two(canvas, scene, _ROWS[-1], (MARK_PAUSE, stands), (MARK_FLAG, flag))


def _draw_two(canvas: Canvas, scene: AnyScene, y: int, *marks: tuple[Bitmap, str]) -> None:
    """Draw two marks with their meanings in one row."""
    x = _LEFT
    for mark, text in marks:
        canvas.bitmap(x, y + (mark.height < 8), mark)
        x += mark.width + 3
        x += canvas.text(x, y, scene.say(text), "small") + 5


SIGNS = AidPage(N_("Signs of the box"), draw=draw_signs)
