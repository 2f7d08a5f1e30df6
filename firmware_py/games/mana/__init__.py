"""Mana."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware_py.core.language import N_
from firmware_py.match.game_info import Advice, GameInfo, Practice


def _advice(options: Mapping[str, Any]) -> Advice | None:
    """Warn that the player who begins wins with the simple set-up of the bird edition."""
    if options.get("edition", "bird") != "bird" or options.get("advanced", False):
        return None
    return Advice(
        "advanced",
        N_("First player can win"),
        N_("The first player can always win. Better: the free set-up."),
    )


INFO = GameInfo(
    title=N_("Mana"),
    has_points=False,
    option_names={
        "edition": N_("Edition"),
        "advanced": N_("Free set-up"),
        "ask_bird": N_("Record the bird"),
        "bird_must_fly": N_("Bird must fly"),
        "bird_blocks": N_("Bird blocks"),
        "blocked": N_("If blocked"),
        "drop_anywhere": N_("Ronin back anywhere"),
    },
    practice=Practice(),
    advice=_advice,
    fair_options={"advanced": True},
    puzzle_sides=(N_("Black"), N_("White")),
)
