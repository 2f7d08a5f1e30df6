"""One package for each game: the only place where the application knows a game.

    facts_of(game)   what menus, lists and exports say of it: light, never loads a picture
    face_of(game)    how it looks and how it is entered: loaded when it is first played
    voice_of(engine, ...)   its words, in a language and as this table calls its pieces

Packages have the same names for the same things:

    facts    (in the package itself) title, options, points, settings of its own
    face     everything below put together
    entry    what the knob walks through          drawing  the table in pixels
    prompt   the words beside it                  hands    what hands do after a choice
    aid      the player aid                       legend   what its signs mean
    plan     where things go before the game      laying   screens for laying the table
    mending  comparing the table, and what can be mended
    picture  the table as SVG, for pages and exports
    spoken   the table in words, for those who ask instead of looking
    lesson.toml   how the game teaches itself; data, read by `lesson` beside these packages
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from firmware_py.games.facts import Facts

if TYPE_CHECKING:
    from engines.contract import Engine
    from engines.wording import Voice
    from firmware_py.games.face import Face


def facts_of(game: str) -> Facts:
    """Return the facts of a game; of one that this Tablemate does not know, its name."""
    if not game.isidentifier():
        return Facts(title=game)
    name = f"{__name__}.{game}"
    try:
        package = import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return Facts(title=game)
    return getattr(package, "FACTS", Facts(title=game))


@cache
def face_of(game: str) -> Face:
    """Return the face of a game."""
    face: Face = import_module(f"{__name__}.{game}.face").FACE
    return face


def voice_of(
    engine: Engine[Any, Any],
    recall: Callable[[str, Any], Any],
    language: str,
    names: tuple[str, ...] = (),
) -> Voice:
    """Return the voice of a game in a language, with the players' names.

    `recall(key, default)` returns what the box remembers, such as the colours of its pieces.
    """
    from engines.wording import Voice, translator  # slow to import

    words = facts_of(engine.name).words(engine.words, recall)
    return Voice(words, translator(language), names or None)
