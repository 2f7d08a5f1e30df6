"""The moments of the gallery: stories on a real box that stop where a picture is worth keeping.

A story gets a box and yields the name and the caption of each picture, with the box showing it.
Everything is fixed: seeds, names, dates and the clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engines import catalog
from tests.support.gallery import around, box_plays, evenings, learning, own_things, table
from tests.support.gallery.games import stories_of
from tests.support.gallery.steps import Story, prepare

STORIES: dict[str, Story] = {
    "first-start": around.first_start,
    "new-game": around.new_games,
    "lessons": learning.lessons,
    "puzzles": learning.puzzles,
    "laying": table.laying,
    **{name: story for game in catalog.GAMES for name, story in stories_of(game).items()},
    "box-plays": box_plays.box_plays,
    "clocks": table.clocks,
    "looking": table.looking,
    "taking-back": table.taking_back,
    "agreements": table.agreements,
    "long-names": table.long_names,
    "pauses": around.pauses,
    "history": around.looking_back,
    "turning-points": learning.turning_points,
    "evening": evenings.evening,
    "settings": around.settings,
    "stick": around.stick,
    "wifi": around.wifi,
    "own-things": own_things.own_things,
    "pages": own_things.pages,
    "edges": around.edges,
}


def title_of(story: str) -> str:
    """Return what a story is about."""
    return (STORIES[story].__doc__ or story).strip(".")


def shots(box: Any, story: str) -> Iterator[tuple[str, str, bytes]]:
    """Tell a story and yield name, caption and frame of each of its pictures."""
    prepare(box)
    for name, caption in STORIES[story](box):
        yield name, caption, box.panel.pictures[-1].frame
