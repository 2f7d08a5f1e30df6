"""A score pad at a real table: people enter points, and now and then do something else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engines.rng import Chance
from engines.scorepad import GAME
from engines.scorepad.choices import Add, Draw, Enter
from engines.scorepad.shipped import shipped
from engines.scorepad.template_writer import value_of
from real_tables import RealTable

TEMPLATE = shipped("last_first")
"""One that ends by itself, and in which somebody is on turn."""
_SELDOM = 12
"""The number of entries to one other action."""


@dataclass(frozen=True)
class Pad(RealTable):
    """A pad with a template that everybody at the table knows."""

    def answer(self, asks: str, state: Any, chance: Chance) -> str | None:
        """Mostly enter points for the next seat; the box draws its own lots."""
        del asks
        legal = [choice for choice in GAME.legal(state) if not isinstance(choice, Draw)]
        entries = [choice for choice in legal if isinstance(choice, Enter | Add)]
        anything = not entries or chance.below(_SELDOM) == 0
        return GAME.write(chance.choose(legal if anything else entries))

    def tell_the_sheet(self, box: Any) -> None:
        """Choose the template on the sheet of a new game."""
        title = dict(TEMPLATE.title)[box.services.settings["language"]]
        box.choose("Template").choose(title)


TABLE = Pad(
    target=(3, 7),
    wire_limit=0.25,  # the strip of numbers moves with each detent
    ways={"usual": (3, {})},
    given={"template": value_of(TEMPLATE)},
    entered_first={"template": value_of(TEMPLATE)},
)
