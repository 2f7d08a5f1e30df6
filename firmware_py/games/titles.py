"""Names of games, and of players without a name."""

from __future__ import annotations

from collections.abc import Collection

from engines.languages import LANGUAGES
from firmware_py.core.language import N_, translator
from firmware_py.match.game_info import info_of
from firmware_py.ui.services import Services

PLAYER = N_("Player {number}")
BOT = N_("Bot {number}")
LEVEL_NAMES = (N_("beginner"), N_("casual"), N_("fair"), N_("strong"), N_("best"))
"""Names of the bot levels, from the lowest."""


def game_name(services: Services, game: str) -> str:
    """Return the title of a game; for an unknown game, its identifier."""
    return services.say(info_of(game).title)


def numbered_player(services: Services, number: int) -> str:
    """Return the name of a player who gave none."""
    return services.say(PLAYER, number=number)


def bot_name(services: Services, level: int, others: Collection[str] = ()) -> str:
    """Return the name of a bot: its level, and a letter if that name is taken."""
    names = (services.say(BOT, number=f"{level}{letter}") for letter in ("", *"bcdefgh"))
    return next(name for name in names if name not in others)


def level_name(services: Services, level: int) -> str:
    """Return the name of a level."""
    return services.say(LEVEL_NAMES[level - 1])


def name_players(services: Services) -> None:
    """Translate the names of players who gave none into the current language."""
    match = services.current_table.match
    match.names = tuple(in_language(services, name) for name in match.names)


def in_language(services: Services, name: str) -> str:
    """Return a name; a default name is translated into the current language."""
    if not any(sign.isdecimal() for sign in name):
        return name  # not a default name, so no other catalog has to be read
    for language in LANGUAGES:
        before, _, after = translator(language)(PLAYER).partition("{number}")
        number = name.removeprefix(before).removesuffix(after)
        if number.isdecimal() and f"{before}{number}{after}" == name:
            return numbered_player(services, int(number))
        before, _, after = translator(language)(BOT).partition("{number}")
        number = name.removeprefix(before).removesuffix(after)
        if number[:1] in tuple("12345") and f"{before}{number}{after}" == name:
            return services.say(BOT, number=number)
    return name
