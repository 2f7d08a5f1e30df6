"""The tables of the gallery: every game at set-up, in the middle and at the end of a match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from real_tables import table_of

from engines import catalog
from engines.match import Match
from engines.rng import Chance
from engines.wording import Voice, translator
from firmware_py.games import ui_of
from firmware_py.games.picture import table_picture
from firmware_py.games.picture_style import stand_alone
from firmware_py.match.game_info import info_of
from firmware_py.match.picker import Picker
from firmware_py.match.scene import entry_of, scene_of

NAMES = ("Anna", "Ben", "Chloé", "Dario", "Emma")
MOMENTS = ("set-up", "middle", "end")
_MOST = 2000


def games() -> list[str]:
    """Return the games that draw their table."""
    return [game for game in catalog.GAMES if ui_of(game).picture is not None]


def pictures(game: str, language: str = "en") -> Iterator[tuple[str, str]]:
    """Yield name and picture, each as a file that stands alone.

    Where there is quite another way to play, the middle of that as well.
    """
    ways = _ways(game)
    texts = _played(game, ways[0])
    for moment, count in zip(MOMENTS, (0, len(texts) // 2, len(texts)), strict=True):
        yield moment, _drawn(_after(game, ways[0], texts[:count]), language)
    for way in ways[1:]:
        texts = _played(game, way)
        yield way, _drawn(_after(game, way, texts[: len(texts) // 2]), language)


def _ways(game: str) -> list[str]:
    """Return the first and the last way to play that the sheet of a new game can set."""
    hidden = info_of(game).hidden_options
    ways = [way for way, (_, options) in table_of(game).ways.items() if not options.keys() & hidden]
    return [ways[0], *ways[1:][-1:]]


def _after(game: str, way: str, texts: list[str]) -> Match[Any, Any]:
    """Return a match after some choices."""
    engine, table = catalog.load(game), table_of(game)
    seats, options = table.ways[way]
    seats = min(seats, 3)
    start = catalog.begin(
        engine, seats=seats, seed=5, first=0, options=options, given=dict(table.given)
    )
    match = Match(engine, start, names=NAMES[:seats])
    for text in texts:
        match.play(text)
    return match


def _played(game: str, way: str) -> list[str]:
    """Return the choices of a match that is played by lot, but misses no winning move."""
    match, chance, texts = _after(game, way, []), Chance(5, "gallery"), list[str]()
    engine = match.engine
    while match.turn is not None and len(texts) < _MOST:
        legal = engine.legal(match.state)
        wins = [each for each in legal if engine.turn(engine.apply(match.state, each)) is None]
        choice = wins[0] if wins and table_of(game).ends_at_once else chance.choose(legal)
        texts.append(engine.write(choice))
        match.play(texts[-1])
    return texts


def _drawn(match: Match[Any, Any], language: str) -> str:
    """Draw a table with the cursor where it begins."""
    ui, state = ui_of(match.engine.name), match.state
    voice = Voice(match.engine.words, translator(language), match.names)
    scene = scene_of(match, voice, language)
    if match.turn is not None:
        picker = Picker(ui.tree(state), lambda picked, options: ui.start(state, picked, options))
        scene = replace(scene, **entry_of(picker))
    picture = table_picture(ui, scene.public())
    assert picture is not None
    return stand_alone(picture.svg)
