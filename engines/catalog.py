"""Which games there are. A game is loaded when it is first asked for: a Pi starts slowly enough."""

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
"""The module that holds each game's engine under GAME, in the order of menus."""


def load(name: str) -> Engine[Any, Any]:
    """Return the engine of a game; raise KeyError."""
    engine: Engine[Any, Any] = import_module(GAMES[name]).GAME
    return engine


def complete(engine: Engine[Any, Any], chosen: Mapping[str, object]) -> dict[str, str | bool]:
    """Return all options of a game, the chosen ones and the defaults; raise BadStart."""
    known = {option.name: option for option in engine.options}
    for name in chosen:
        if name not in known:
            raise BadStart(Reason("UNKNOWN_OPTION", {"option": name, "known": tuple(known)}))
    options: dict[str, str | bool] = {}
    for name, option in known.items():
        value = chosen.get(name, option.default)
        # True == 1 in Python: the type has to fit as well.
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
    """Return a value as JSON writes it, cut to a readable length."""
    return json.dumps(value, ensure_ascii=False, default=str)[:40]


def draw_first(seed: int, seats: int) -> int:
    """Return the first player that a seed draws by lot."""
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
    """Return a complete start: options checked, the first player drawn by lot if not named."""
    return Start(
        options=complete(engine, options or {}),
        seats=seats,
        # A wrong number of seats is refused by setup; there is nobody to draw among.
        first=draw_first(seed, min(max(seats, 1), engine.seats[1])) if first is None else first,
        seed=seed,
        given=given or {},
    )
