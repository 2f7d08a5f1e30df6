"""The points of every seat beside its name, at the lower edge; its clock, where there is one."""

from __future__ import annotations

from engines.engine import Seat
from engines.icehouse.state import State, points
from firmware_py.core.language import labelled
from firmware_py.games.icehouse.focus import marks_of
from firmware_py.match.scene import Scene
from firmware_py.ui.canvas import WIDTH, Canvas, before_number, text_width

_GAP = 3
_BEFORE_SCORE = 4
"""So much parts a name from its points: no digit reads as its last letter."""


def draw_points(canvas: Canvas, scene: Scene[State], y: int) -> None:
    """Draw everybody's points in one row, with names as long as they fit, capitals at a row."""
    state = scene.state
    full = [scene.voice.fact(Seat(seat)) for seat in range(len(state.pawns))]
    capitals = [_capitals(name) for name in full]
    w = WIDTH // len(full)
    shorter = [
        [name[:length] for name in capitals] for length in range(max(map(len, capitals)), 1, -1)
    ]
    for labels in (*shorter, [_capitals(mark) for mark in marks_of(scene)]):
        if len({label.casefold() for label in labels}) < len(labels):
            continue
        rows = [
            (before_number(label), str(score), _clock(scene, seat))
            for seat, (label, score) in enumerate(zip(labels, points(state), strict=True))
        ]
        if all(_width(row) <= w - _GAP for row in rows):
            break
    else:
        rows = [(label, score, "") for label, score, _ in rows]
    for seat, (label, score, clock) in enumerate(rows):
        x = seat * w
        faint = seat in state.left
        said = labelled(scene.say, full[seat], score) + (f", {clock}" if clock else "")
        x += canvas.text(x, y - 1, label, "small", faint=faint, say=said) + _BEFORE_SCORE
        x += canvas.text(x, y - 1, score, "small", faint=faint, say="") + _GAP
        if clock:
            canvas.text(x, y - 1, clock, "small", say="")


def _capitals(name: str) -> str:
    """Return a name in capitals without tails: nothing reaches below the last row."""
    return name.upper().replace("Ç", "C")


def _width(row: tuple[str, str, str]) -> int:
    return sum(text_width(each, "small") + 2 for each in row if each) + _BEFORE_SCORE - 2


def _clock(scene: Scene[State], seat: int) -> str:
    """Return the clock of a seat that waits; the running one stands above, large."""
    if not scene.clocks or scene.clocks[seat].is_running:
        return ""
    return scene.clocks[seat].text
