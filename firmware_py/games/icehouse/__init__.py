"""Icehouse Mandala: the modules that every game has, and

colours  the five colours of the pyramids at this table
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from firmware_py.core.language import N_
from firmware_py.match.game_info import GameInfo, OwnSetting, Practice

if TYPE_CHECKING:
    from firmware_py.ui.lists import Menu
    from firmware_py.ui.services import Services


def _colours(services: Services) -> Menu:
    from firmware_py.games.icehouse.colours import set_up  # not needed for Home

    return set_up(services)


def _words(english: Mapping[str, str], recall: Callable[[str, Any], Any]) -> Mapping[str, str]:
    from firmware_py.games.icehouse.colours import words  # not needed for Home

    return words(english, recall)


INFO = GameInfo(
    title=N_("Icehouse Mandala"),
    option_names={"path": N_("Path")},
    settings=(
        OwnSetting(
            N_("Pyramid colours"),
            N_("Icehouse Mandala: the five colours of your pyramids, as the box calls them."),
            _colours,
        ),
    ),
    words=_words,
    practice=Practice(options={"path": "dealt"}),
)
