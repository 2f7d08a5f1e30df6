"""The face of Mandala Stones: towers as columns of letters, or the main board with its artists."""

from __future__ import annotations

from firmware_py.games.stones.face import StonesFace

FACE = StonesFace()
