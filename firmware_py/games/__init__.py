"""One module for each game: the only place where a game meets pixels."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from firmware_py.games.face import Face


@cache
def face_of(game: str) -> Face:
    """Return the face of a game; it is loaded when first looked at."""
    face: Face = import_module(f"firmware_py.games.{game}").FACE
    return face
