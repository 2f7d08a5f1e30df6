"""Mandala Stones on the box: the roles that all games have, and

mandala_board  what the mandala board of this table shows
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from firmware_py.core.language import N_
from firmware_py.match.game_info import Facts, OwnSetting, Practice

if TYPE_CHECKING:
    from firmware_py.ui.navigation import Screen
    from firmware_py.ui.services import Services


def _open_mandala_board(services: Services) -> Screen:
    from firmware_py.games.stones.mandala_board import profile_screen  # slow to import

    return profile_screen(services)


SPACES = [*"0010020010", "h2", *"01020102", "h3", *"01020", "h4", "0", "end"]
"""The mandala of practice, where no copy has told what is printed on its own."""


def _mandala(services: Services) -> Mapping[str, Any]:
    """Return the mandala of this table's copy if all of it is known, else one to practise on."""
    known = services.queue.store.profile("stones") or []
    return {"mandala": known if known[-1:] == ["end"] else SPACES}


def _no_objectives(state: Any) -> str | None:
    """Score nothing for objectives: their cards are not known to the box."""
    return "O0" if state.asks == "objective" else None


FACTS = Facts(
    title=N_("Mandala Stones"),
    option_names={"tracking": N_("Follow")},
    # Without the main board nobody knows which stones could have been picked.
    reviews=lambda match: match.start.options["tracking"] == "board",
    settings=(
        OwnSetting(
            N_("Mandala board"),
            N_("What your copy of Mandala Stones has printed on its spaces."),
            _open_mandala_board,
        ),
    ),
    practice=Practice({"tracking": "board"}, _mandala, _no_objectives),
)
