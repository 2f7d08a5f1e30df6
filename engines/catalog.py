"""The list of games. A game's module is imported on first use, because a Pi imports slowly.

>>> from engines import catalog
>>> engine = catalog.load("mandala")
>>> engine.seats
(2, 2)
>>> catalog.begin(engine, seats=2, seed=1, first=0).options == catalog.complete(engine, {})
True
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from engines.engine import BadStart, Engine, Reason, Start
from engines.rng import Chance

GAMES = {
    "mana": "engines.mana",
    "mandala": "engines.mandala",
    "stones": "engines.stones",
    "icehouse": "engines.icehouse",
    "scorepad": "engines.scorepad",
}
"""The module that defines each game's engine as GAME, in menu order."""


def load(name: str) -> Engine[Any, Any]:
    """Return the engine of a game; raise KeyError for an unknown name.

    `load("mana")` imports `engines.mana` the first time.
    """
    engine: Engine[Any, Any] = import_module(GAMES[name]).GAME
    return engine


def complete(engine: Engine[Any, Any], chosen: Mapping[str, object]) -> dict[str, str | bool]:
    """Return all options of a game: the chosen values, else the defaults.

    Raise BadStart for an unknown option or a value that it cannot take.
    """
    known = {option.name: option for option in engine.options}
    for name in chosen:
        if name not in known:
            raise BadStart(Reason("UNKNOWN_OPTION", {"option": name, "known": tuple(known)}))
    options: dict[str, str | bool] = {}
    for name, option in known.items():
        value = chosen.get(name, option.default)
        # True == 1 in Python, so compare the types too.
        fits = [each for each in option.values if each == value and type(each) is type(value)]
        if not fits:
            raise BadStart(
                Reason(
                    "BAD_OPTION",
                    {
                        "option": name,
                        "value": json_text(value),
                        "values": tuple(json_text(each) for each in option.values),
                    },
                )
            )
        options[name] = fits[0]
    return options


def json_text(value: object) -> str:
    """Return a value as JSON text, cut to 40 characters."""
    return json.dumps(value, ensure_ascii=False, default=str)[:40]


def draw_first(seed: int, seats: int) -> int:
    """Return the first player that a seed selects."""
    return Chance(seed, "first").below(seats)


def begin(
    engine: Engine[Any, Any],
    *,
    seats: int,
    seed: int,
    first: int | None = None,
    options: dict[str, object] | None = None,
    given: dict[str, Any] | None = None,
) -> Start:
    """Return a checked Start, with the first player drawn from the seed unless `first` is given.

    `given` has what the table fixes in advance, under the keys of `engine.given`. Raise BadStart
    for options that the game does not have; `engine.setup` checks the number of seats.
    """
    return Start(
        options=complete(engine, options or {}),
        seats=seats,
        # Engine.setup refuses a wrong number of seats; here it only must not break the draw.
        first=draw_first(seed, min(max(seats, 1), engine.seats[1])) if first is None else first,
        seed=seed,
        given=given or {},
    )
