"""The empty board, so that it can be turned the right way."""

from __future__ import annotations

from firmware_py.games.mana.mending import ground
from firmware_py.games.scene import Scene
from firmware_py.ui.canvas import Canvas


def draw_plan(canvas: Canvas, scene: Scene) -> None:
    """Draw the bare board and how its first row reads."""
    board = ground(scene)
    assert board.draw is not None
    board.draw(canvas)
