"""The names of games, and of players who gave none, for people."""

from __future__ import annotations

from engines.languages import LANGUAGES
from firmware_py.app.services import Services
from firmware_py.games import facts_of
from firmware_py.language import N_, translator

PLAYER = N_("Player {number}")


def game_name(services: Services, game: str) -> str:
    """Return the title of a game; of one that this Tablemate does not know, its name."""
    return services.say(facts_of(game).title)


def numbered_player(services: Services, number: int) -> str:
    """Return what somebody is called who gave no name."""
    return services.say(PLAYER, number=number)


def in_language(services: Services, name: str) -> str:
    """Return a name; that of somebody who gave none, in the language that is spoken now."""
    for language in LANGUAGES:
        before, _, after = translator(language)(PLAYER).partition("{number}")
        number = name.removeprefix(before).removesuffix(after)
        if number.isdecimal() and f"{before}{number}{after}" == name:
            return numbered_player(services, int(number))
    return name
