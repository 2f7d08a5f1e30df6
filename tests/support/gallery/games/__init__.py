"""Stories of the gallery, a module for each game: from the first turn to the result."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from tests.support.gallery.steps import Story


def stories_of(game: str) -> dict[str, Story]:
    """Return what is told of a game, by the name of its sheets."""
    name = f"{__name__}.{game}"
    if find_spec(name) is None:
        return {}
    told: dict[str, Story] = import_module(name).STORIES
    return told
