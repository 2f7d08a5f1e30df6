"""The names of the games, for people."""

from __future__ import annotations

from firmware_py.app.services import Services
from firmware_py.language import N_


def game_name(services: Services, game: str) -> str:
    """Return the title of a game; of one that this Tablemate does not know, its name."""
    titles = {
        "mana": N_("Mana"),
        "mandala": N_("Mandala"),
        "stones": N_("Mandala Stones"),
        "icehouse": N_("Icehouse Mandala"),
    }
    return services.say(titles[game]) if game in titles else game
