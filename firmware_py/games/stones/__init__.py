"""Mandala Stones on the box: the roles that all games have, and

towers   the towers as columns of letters     mainboard  stacks and artists in pixels
attempts what hands could try                 focus      what the cursor is on
glyphs   small drawings                       labels     choices in few words
letters  the letters of the colours           questions  what fills the whole screen
places   where the parts of a screen stand
changes  what a mending does to the table     mandala_board  what this table's copy shows

On its picture: pebbles (stones and artists), chart (the main board), sand (the mandala).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_py.games.facts import Facts, OwnSetting
from firmware_py.language import N_

if TYPE_CHECKING:
    from firmware_py.app.services import Services
    from firmware_py.ui.navigation import Screen


def _open_mandala_board(services: Services) -> Screen:
    from firmware_py.games.stones.mandala_board import profile_screen  # slow to import

    return profile_screen(services)


FACTS = Facts(
    title=N_("Mandala Stones"),
    option_names={"tracking": N_("Follow")},
    settings=(
        OwnSetting(
            N_("Mandala board"),
            N_("What your copy of Mandala Stones has printed on its spaces."),
            _open_mandala_board,
        ),
    ),
)
