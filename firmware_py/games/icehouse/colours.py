"""The colours of this table's pyramids, since sets are sold in more than five.

The rules know five colours by their codes; the box stores which colours they are here, which
changes only the words. `set_up` is a row of the settings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from engines.engine import Term
from engines.icehouse.state import COLOURS, SIZES
from engines.icehouse.words import WORDS
from engines.wording import Voice, translator
from firmware_py.core.language import N_

if TYPE_CHECKING:
    from engines.translation import Translator
    from firmware_py.ui.lists import Menu
    from firmware_py.ui.navigation import Next
    from firmware_py.ui.services import Services

PALETTE = (*COLOURS, "W", "P", "O", "T", "C")
"""Red, yellow, green, blue, black; white, purple, orange, turquoise and clear."""
_KEY = "icehouse.colours"

_Row = tuple[str, str, Callable[[], "Next"]]


def chosen(recall: Callable[[str, Any], Any]) -> tuple[str, ...]:
    """Return the colours of this table, or the usual ones if the stored set is invalid."""
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


# --- letters ---


def letters(voice: Voice) -> dict[str, str]:
    """Return the letter of each colour of this table's set, from the colour's own word."""
    letter_of = _letters_of_words(voice.translate)
    return {code: letter_of[voice.fact(Term("colour", code))] for code in COLOURS}


@lru_cache(maxsize=16)
def _letters_of_words(translate: Translator) -> Mapping[str, str]:
    """Return a different letter for the word of each colour that sets are sold in.

    It is the initial, or, if an earlier colour has that, the last letter of the word that no other
    colour has: blue is B, black K. So a letter means the same colour in every set.
    """
    names = [translate(WORDS[f"colour.{code}"]) for code in PALETTE]
    taken = {name[0].upper() for name in names}
    found: dict[str, str] = {}
    for name in names:
        letter = name[0].upper()
        if letter in found.values():
            letter = next(each for each in reversed(name.upper()) if each not in taken)
            taken.add(letter)
        found[name] = letter
    return found


# --- the setting ---


def set_up(services: Services) -> Menu:
    """Return the menu of the five colours of the set."""
    return _menu(
        services,
        services.say(N_("Colours")),
        lambda: [
            (_title(services, place), _name(services, colour), partial(_open, services, place))
            for place, colour in enumerate(chosen(services.settings.recall))
        ],
    )


def _open(services: Services, place: int) -> Next:
    """Open the menu of all colours for one of the five."""
    from firmware_py.ui.navigation import Push  # slow to import

    rows = [
        (_name(services, colour), "", partial(_take, services, place, colour)) for colour in PALETTE
    ]
    index = PALETTE.index(chosen(services.settings.recall)[place])
    return Push(_menu(services, _title(services, place), lambda: rows, index))


def _menu(
    services: Services, title: str, rows: Callable[[], Sequence[_Row]], index: int = 0
) -> Menu:
    from firmware_py.ui.lists import Menu, MenuRow  # slow to import
    from firmware_py.ui.widgets import Item

    hint = services.say(N_("Which colour of the set this is. A colour in use is exchanged."))
    return Menu(
        services,
        lambda: title,
        lambda: [MenuRow(Item(label, value), act, hint) for label, value, act in rows()],
        index,
    )


def _take(services: Services, place: int, colour: str) -> Next:
    """Set a colour; if another place has it, the two are swapped."""
    from firmware_py.ui.navigation import Pop  # slow to import

    colours = [*chosen(services.settings.recall)]
    if colour in colours:
        colours[colours.index(colour)] = colours[place]
    colours[place] = colour
    services.settings.remember(_KEY, colours)
    return Pop()


def _title(services: Services, place: int) -> str:
    return services.say(N_("Colour {number}"), number=place + 1)


def _name(services: Services, colour: str) -> str:
    return translator(services.settings["language"])(WORDS[f"colour.{colour}"])
