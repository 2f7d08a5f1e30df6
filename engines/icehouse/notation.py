"""The notation: `+R3` puts a pyramid on the path, `M12` takes one, `pass` is always refused."""

from __future__ import annotations

import re

from engines.engine import BadNotation, ChoicePart, Reason, Term
from engines.icehouse.choices import LAYS, PASS, TAKES, Choice, Lay, Take
from engines.icehouse.state import SPACES
from engines.json_reader import shown

EXAMPLES = ("M12", "+R3")

_TAKE = re.compile(r"M(0|[1-9][0-9]*)", re.ASCII)
_DIGITS = 18
"""The most digits converted; a longer number counts as the largest, which is out of range too."""


def read(text: str) -> Choice:
    """Return the choice of a notation; raise BadNotation."""
    if text == "pass":
        return PASS
    if text[:1] == "+" and text[1:] in LAYS:
        return LAYS[text[1:]]
    if found := _TAKE.fullmatch(text):
        space = int(found[1]) - 1 if len(found[1]) <= _DIGITS else 10**_DIGITS - 1
        return TAKES[space] if 0 <= space < SPACES else Take(space)
    raise BadNotation(Reason("BAD_ACTION", {"text": shown(text), "example": EXAMPLES}))


def write(choice: Choice) -> str:
    """Return the notation of a choice."""
    match choice:
        case Take(space):
            return f"M{space + 1}"
        case Lay(pyramid):
            return f"+{pyramid}"
        case _:
            return "pass"


def parts(choice: Choice) -> tuple[ChoicePart, ...]:
    """Return the parts for the knob: a pyramid ahead by its space, or colour and size."""
    match choice:
        case Take(space):
            return (ChoicePart("pyramid", space + 1),)
        case Lay(pyramid):
            colour, size = Term("colour", pyramid[0]), Term("size", pyramid[1])
            return (ChoicePart("colour", colour), ChoicePart("size", size))
        case _:
            return (ChoicePart("action", Term("action", "pass")),)
