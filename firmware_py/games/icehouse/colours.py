"""The colours of this table's pyramids: sets are sold in more than five.

The rules know five colours by their codes; which colours those are here is remembered by the box,
and changes the words only. `set_up` is a row of the settings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from engines.icehouse.state import COLOURS, SIZES
from firmware_py.core.language import N_

if TYPE_CHECKING:
    from firmware_py.ui.lists import Menu, MenuRow
    from firmware_py.ui.navigation import Next
    from firmware_py.ui.services import Services

PALETTE = (*COLOURS, "W", "P", "O", "T", "C")
"""Red, yellow, green, blue, black; white, purple, orange, turquoise and clear."""
_KEY = "icehouse.colours"


def chosen(recall: Callable[[str, Any], Any]) -> tuple[str, ...]:
    """Return the colours of this table; the usual ones if what is remembered is no set of five."""
    kept = recall(_KEY, COLOURS)
    colours = tuple(kept) if isinstance(kept, list) else ()
    is_set = len(set(colours)) == len(colours) == len(COLOURS) and set(colours) <= set(PALETTE)
    return colours if is_set else tuple(COLOURS)


def words(english: Mapping[str, str], recall: Callable[[str, Any], Any]) -> Mapping[str, str]:
    """Return the words of the game with this table's colours."""
    changed = dict(english)
    for code, colour in zip(COLOURS, chosen(recall), strict=True):
        changed[f"colour.{code}"] = english[f"colour.{colour}"]
        for family in ("pyramid", "short", "kind"):
            for size in SIZES:
                changed[f"{family}.{code}{size}"] = english[f"{family}.{colour}{size}"]
    return changed


def set_up(services: Services) -> Menu:
    """Return the five colours of the set, each of them to be changed."""
    from firmware_py.ui.lists import Menu, MenuRow, opens  # slow to import
    from firmware_py.ui.widgets import Item

    def rows() -> list[MenuRow]:
        return [
            MenuRow(
                Item(
                    services.say(N_("Colour {number}"), number=place + 1), _name(services, colour)
                ),
                opens(_choose, services, place),
                services.say(N_("Which colour of the set this is. A colour in use is exchanged.")),
            )
            for place, colour in enumerate(chosen(services.settings.recall))
        ]

    return Menu(services, lambda: services.say(N_("Colours")), rows)


def _choose(services: Services, place: int) -> Menu:
    """Return every colour for one place of the five."""
    from firmware_py.ui.lists import Menu, MenuRow  # slow to import
    from firmware_py.ui.widgets import Item

    hint = services.say(N_("Which colour of the set this is. A colour in use is exchanged."))
    rows = [
        MenuRow(Item(_name(services, colour)), partial(_take, services, place, colour), hint)
        for colour in PALETTE
    ]
    index = PALETTE.index(chosen(services.settings.recall)[place])
    title = services.say(N_("Colour {number}"), number=place + 1)
    return Menu(services, lambda: title, lambda: rows, index)


def _take(services: Services, place: int, colour: str) -> Next:
    """Put a colour in a place; where it was, the other one goes."""
    from firmware_py.ui.navigation import Pop  # slow to import

    colours = [*chosen(services.settings.recall)]
    if colour in colours:
        colours[colours.index(colour)] = colours[place]
    colours[place] = colour
    services.settings.remember(_KEY, colours)
    return Pop()


def _name(services: Services, colour: str) -> str:
    from engines.icehouse.words import WORDS  # slow to import
    from engines.wording import translator  # slow to import

    return translator(services.settings["language"])(WORDS[f"colour.{colour}"])
