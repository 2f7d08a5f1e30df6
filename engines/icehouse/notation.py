"""The texts of choices: `+R3` lays, `M12` takes, `pass` is always refused."""

from __future__ import annotations

import re

from engines.contract import BadNotation, Reason
from engines.icehouse.state import LAYS, PASS, SPACES, TAKES, Choice, Lay, Take

EXAMPLES = ("M12", "+R3")

_TAKE = re.compile(r"M(0|[1-9][0-9]*)", re.ASCII)
_TEXT_LIMIT = 40
_DIGITS = 18
"""A number with more digits means the largest of these: it is out of range all the same."""


def read(text: str) -> Choice:
    """Return the choice a text means; raise BadNotation."""
    if text == "pass":
        return PASS
    if text[:1] == "+" and text[1:] in LAYS:
        return LAYS[text[1:]]
    if found := _TAKE.fullmatch(text):
        space = int(found[1]) - 1 if len(found[1]) <= _DIGITS else 10**_DIGITS - 1
        return TAKES[space] if 0 <= space < SPACES else Take(space)
    raise BadNotation(Reason("BAD_ACTION", {"text": shown(text), "example": EXAMPLES}))


def write(choice: Choice) -> str:
    """Return the text of a choice."""
    match choice:
        case Take(space):
            return f"M{space + 1}"
        case Lay(pyramid):
            return f"+{pyramid}"
        case _:
            return "pass"


def shown(text: str) -> str:
    """Return what of a text can be shown on a small screen."""
    return "".join(sign for sign in text if sign.isprintable())[:_TEXT_LIMIT]
