"""Who sits opposite in the arena: players that are simple enough to be read in a minute.

Every game has `random`, `first` and `greedy`. A game may have a module of its name here, with
others of its own, with openings that are drawn by lot, and with the bouts that its player has to
win.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from engines.match import Match

Play = Callable[[Match[Any, Any], int, random.Random], str]
"""A seat's choice, as text; these players may look at the whole state."""


@dataclass(frozen=True)
class Bout:
    """One player against another, and how often the first has to win."""

    name: str
    first: str
    second: str
    wanted: float
    """The least share of the points that the first player has to make."""
    games: int = 100
    seats: int = 2
    options: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Opposition:
    """What the arena has to know of one game."""

    players: Mapping[str, Play] = field(default_factory=dict)
    bouts: Sequence[Bout] = ()
    patience: int = 500
    """A longer game counts as a draw."""

    def is_opening(self, state: Any) -> bool:
        """Tell whether the choice is drawn by lot: what is measured comes later."""
        del state
        return False

    def is_fair(self, match: Match[Any, Any]) -> bool:
        """Tell whether an opening leaves something to be played for; if not, another is drawn."""
        del match
        return True

    def worth(self, match: Match[Any, Any], state: Any, seat: int) -> float:
        """Return the value of a state for a greedy seat: by default its lead in points."""
        scores = [score or 0 for score in match.engine.scores(state)]
        others = [score for other, score in enumerate(scores) if other != seat]
        return scores[seat] - max(others)


def play_random(match: Match[Any, Any], seat: int, chance: random.Random) -> str:
    """Play anything that is legal."""
    del seat
    return match.engine.write(chance.choice(list(match.engine.legal(match.state))))


def play_first(match: Match[Any, Any], seat: int, chance: random.Random) -> str:
    """Play what is offered first, as somebody does who only presses the knob."""
    del seat, chance
    return match.engine.write(next(iter(match.engine.legal(match.state))))


def play_greedy(match: Match[Any, Any], seat: int, chance: random.Random) -> str:
    """Play what is worth most at once; among equals anything."""
    engine, state = match.engine, match.state
    opposition = opposition_of(engine.name)
    choices = list(engine.legal(state))
    chance.shuffle(choices)
    best = max(choices, key=lambda each: opposition.worth(match, engine.apply(state, each), seat))
    return engine.write(best)


def opposition_of(game: str) -> Opposition:
    """Return what is known of a game."""
    name = f"{__name__}.{game}"
    if find_spec(name) is None:
        return Opposition()
    opposition: Opposition = import_module(name).OPPOSITION
    return opposition


def player_of(game: str, name: str) -> Play | None:
    """Return a player of this room by its name; None: there is none."""
    everywhere: dict[str, Play] = {
        "random": play_random,
        "first": play_first,
        "greedy": play_greedy,
    }
    return {**everywhere, **opposition_of(game).players}.get(name)
