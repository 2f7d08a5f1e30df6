"""The names of the games, for people."""

from __future__ import annotations

from firmware_py.app.services import Services
from firmware_py.games import facts_of


def game_name(services: Services, game: str) -> str:
    """Return the title of a game; of one that this Tablemate does not know, its name."""
    return services.say(facts_of(game).title)
