"""The names of games, and of players who gave none, for people."""

from __future__ import annotations

from collections.abc import Collection

from engines.languages import LANGUAGES
from firmware_py.core.language import N_, translator
from firmware_py.match.game_info import facts_of
from firmware_py.ui.services import Services

PLAYER = N_("Player {number}")
BOT = N_("Bot {number}")
LEVEL_NAMES = (N_("beginner"), N_("casual"), N_("fair"), N_("strong"), N_("best"))
"""What the levels of the box's players are called, from the lowest on."""


def game_name(services: Services, game: str) -> str:
    """Return the title of a game; of one that this Tablemate does not know, its name."""
    return services.say(facts_of(game).title)


def numbered_player(services: Services, number: int) -> str:
    """Return what somebody is called who gave no name."""
    return services.say(PLAYER, number=number)


def bot_name(services: Services, level: int, others: Collection[str] = ()) -> str:
    """Return what a player of the box is called: by its level, and a letter if that is taken."""
    names = (services.say(BOT, number=f"{level}{letter}") for letter in ("", *"bcdefgh"))
    return next(name for name in names if name not in others)


def level_name(services: Services, level: int) -> str:
    """Return a level in a word."""
    return services.say(LEVEL_NAMES[level - 1])


def name_players(services: Services) -> None:
    """Let those at the table who gave no name be called so in the language spoken now."""
    match = services.current_table.match
    match.names = tuple(in_language(services, name) for name in match.names)


def in_language(services: Services, name: str) -> str:
    """Return a name; that of somebody who gave none, in the language that is spoken now."""
    if not any(sign.isdecimal() for sign in name):
        return name  # nobody's number: no catalog of another language has to be read
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
