"""Icehouse Mandala on the box: the roles that all games have, and

colours  which five colours the pyramids of this table have
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from firmware_py.core.language import N_
from firmware_py.match.game_info import Facts, OwnSetting, Practice

if TYPE_CHECKING:
    from firmware_py.ui.lists import Menu
    from firmware_py.ui.services import Services


def _colours(services: Services) -> Menu:
    from firmware_py.games.icehouse.colours import set_up  # Home shows the facts, not this

    return set_up(services)


def _words(english: Mapping[str, str], recall: Callable[[str, Any], Any]) -> Mapping[str, str]:
    from firmware_py.games.icehouse.colours import words  # Home shows the facts, not this

    return words(english, recall)


FACTS = Facts(
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
