"""Mandala Stones: the modules that every game has, and

mandala_board  the settings for what is printed on this table's mandala board
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from firmware_py.core.language import N_
from firmware_py.match.game_info import GameInfo, OwnSetting, Practice

if TYPE_CHECKING:
    from firmware_py.ui.navigation import Screen
    from firmware_py.ui.services import Services


def _open_mandala_board(services: Services) -> Screen:
    from firmware_py.games.stones.mandala_board import profile_screen  # slow to import

    return profile_screen(services)


SPACES = [*"0010020010", "h2", *"01020102", "h3", *"01020", "h4", "0", "end"]
"""The mandala board for practice if this table's own is not known."""


def _mandala(services: Services) -> Mapping[str, Any]:
    """Return the mandala board of this table if all of it is known, else the one for practice."""
    known = services.queue.store.profile("stones") or []
    return {"mandala": known if known[-1:] == ["end"] else SPACES}


def _no_objectives(state: Any) -> str | None:
    """Answer 0 for objectives, because the box does not know the cards."""
    return "O0" if state.asks == "objective" else None


INFO = GameInfo(
    title=N_("Mandala Stones"),
    option_names={"tracking": N_("Track")},
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
