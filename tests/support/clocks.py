"""The clocks that games had last, as a new game proposes them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines import catalog
from firmware_py.match.clock import NEW
from firmware_py.ui.services import Services


def keep_clocks(services: Services, kind: str, **numbers: Any) -> None:
    """Store a clock of a kind for every game; `numbers` are fields of `Timing`."""
    for game in catalog.GAMES:
        services.keep_timing(game, replace(NEW, kind=kind, **numbers))
