"""What menus, lists and exports know of a game: no picture is loaded for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from firmware_py.app.services import Services
    from firmware_py.ui.navigation import Screen


@dataclass(frozen=True, slots=True)
class OwnSetting:
    """A row that a game adds to the settings; texts are marked for translation."""

    title: str
    hint: str
    open: Callable[[Services], Screen]


@dataclass(frozen=True, slots=True)
class Facts:
    """A game in words; all of them marked for translation."""

    title: str
    has_points: bool = True
    """False where a match is won or lost: its 1 and 0 are no points."""
    option_names: Mapping[str, str] = field(default_factory=dict)
    """How the sheet of a new game calls each option of the rules."""
    hidden_options: frozenset[str] = frozenset()
    """Options that keep their default on a display which everybody sees."""
    settings: tuple[OwnSetting, ...] = ()
