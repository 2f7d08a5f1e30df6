"""One package for each game: the only place where the application knows a game.

    face_of(game)    how it looks and how it is entered: loaded when it is first played

Packages have the same names for the same things:

    facts    (in the package itself) title, options, points, settings of its own
    face     everything below put together
    entry    what the knob walks through          drawing  the table in pixels
    focus    what a moment points out: cursor, picked, on offer, moved last, refused
    prompt   the words beside it                  hands    what hands do after a choice
    aid      the player aid                       legend   what its signs mean
    plan     where things go before the game      laying   screens for laying the table
    editor   comparing the table with the recorded one, and correcting that
    picture  the table as SVG, for pages and exports
    spoken   the table in words, for those who ask instead of looking
    lesson.toml   how the game teaches itself; data, read by `lesson` beside these packages
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
    face: Face = import_module(f"{__name__}.{game}.face").FACE
    return face
