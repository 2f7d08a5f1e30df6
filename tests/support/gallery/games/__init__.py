"""Stories of the gallery, a module for each game: from the first turn to the result."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from tests.support.gallery.steps import Story


def stories_of(game: str) -> dict[str, Story]:
    """Return the stories of a game by the names of their sheets."""
    name = f"{__name__}.{game}"
    if find_spec(name) is None:
        return {}
    stories: dict[str, Story] = import_module(name).STORIES
    return stories
