"""One package for each game: the only place where the application knows a game.

    face_of(game)    how it looks and how it is entered: loaded when it is first played

Packages have the same names for the same roles; a role with several modules has them as `oled_…`:

    info     (the package itself) title, options, points, settings of its own
    ui       everything below put together, and which messages people are told after a choice
    entry    what the knob walks through, and what hands could try
    focus    what is under the cursor, picked, on offer, moved last or refused
    words    the table and the choices in words
    oled     the table on the display             svg      the table as SVG, for pages and exports
    aid      the player aid, its signs, and the plan of the table
    set_up   screens for setting up the table     editor   comparing the table and correcting it
    lesson.toml   how the game teaches itself; data, read by `lesson` in this package
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from firmware_py.games.game_ui import Face


@cache
def face_of(game: str) -> Face:
    """Return the face of a game."""
    face: Face = import_module(f"{__name__}.{game}.ui").FACE
    return face
