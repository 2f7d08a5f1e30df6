"""The games: one package each, the only place in the application that knows a game.

    ui_of(game)    its game UI, imported when the game is first played

Packages have the same names for the same roles; a role with several modules has them as `oled_…`:

    info     (the package itself) title, options, points, settings of its own
    ui       the game UI, assembled from the modules below
    entry    the choices as a tree for the knob, and moves to try
    focus    what is under the cursor, picked, on offer, moved last or refused
    words    the table and the choices in words
    oled     the table on the display             svg      the table as SVG, for pages and exports
    aid      the player aid, its signs, and the plan of the table
    set_up   screens for setting up the table     editor   comparing the table and correcting it
    lesson.toml   the lesson; data, read by `lesson` in this package
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from firmware_py.games.game_ui import GameUI


@cache
def ui_of(game: str) -> GameUI:
    """Return the UI of a game."""
    ui: GameUI = import_module(f"{__name__}.{game}.ui").UI
    return ui
