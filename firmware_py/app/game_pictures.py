"""A small picture of each game for Home on a page: its table a few choices into a match.

Drawn when a page asks for it the first time, by the thread of the web.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from firmware_py.system.shared_pages import Route

_PATH = re.compile(r"/game/(?P<game>[a-z]+)\.svg")
_CHOICES = 8
_SEED = 3


def picture_path(game: str) -> str:
    """Return where the picture of a game is, seen from the page."""
    return f"game/{game}.svg"


class GamePictures(Mapping[str, Route]):
    """Routes to the pictures of all games, and to whatever else is served.

    Games are loaded when a picture is asked for.
    """

    def __init__(self, others: Mapping[str, Route]) -> None:
        self._others = others

    def __getitem__(self, path: str) -> Route:
        found = _PATH.fullmatch(path)
        if found is None or found["game"] not in _games():
            return self._others[path]
        game = found["game"]
        return lambda: ("image/svg+xml", _draw(game))

    def __contains__(self, path: object) -> bool:
        found = _PATH.fullmatch(path) if isinstance(path, str) else None
        is_game = found is not None and found["game"] in _games()
        return is_game or path in self._others

    def get(self, path: str, default: Any = None) -> Any:
        """Return a route, or the default where there is none."""
        return self[path] if path in self else default  # noqa: SIM401 - this is `get`

    def __iter__(self) -> Iterator[str]:
        yield from (f"/{picture_path(game)}" for game in _games())
        yield from self._others

    def __len__(self) -> int:
        return len(_games()) + len(self._others)


def _games() -> Mapping[str, str]:
    from engines import catalog  # only where a page asks

    return catalog.GAMES


@cache
def _draw(game: str) -> bytes:
    from engines import catalog  # only where a page asks, as all of these
    from engines.match import Match
    from engines.rng import Chance
    from engines.wording import Voice, translator
    from firmware_py.games import ui_of
    from firmware_py.games.picture import table_picture
    from firmware_py.games.picture_style import stand_alone
    from firmware_py.match.scene import scene_of

    engine, chance = catalog.load(game), Chance(_SEED, "tile")
    given = next((each.given for each in engine.beginnings()), {})
    seats = max(engine.seats[0], 2)
    start = catalog.begin(engine, seats=seats, seed=_SEED, first=0, given=dict(given))
    match = Match(engine, start)
    for _ in range(_CHOICES):
        legal = list(engine.legal(match.state))
        going = [each for each in legal if engine.turn(engine.apply(match.state, each))]
        if not going:
            break
        match.play(engine.write(chance.choose(going)))
    scene = scene_of(match, Voice(engine.words, translator("en")), "en").public()
    picture = table_picture(ui_of(game), scene)
    return b"" if picture is None else stand_alone(picture.svg).encode()
