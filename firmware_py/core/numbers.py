"""Reads whole numbers from untrusted texts and JSON, within bounds."""

from __future__ import annotations

MATCH_AT_MOST = 10**15
"""No match has a higher number."""


def read_number(text: str, at_most: int) -> int | None:
    """Return the number in a text, or None.

    >>> read_number("12", 99), read_number("\\u00b2", 99), read_number("100", 99)
    (12, None, None)
    """
    # isdigit() alone is true of superscripts, which int() refuses.
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(at_most)):
        return None
    number = int(text)
    return number if number <= at_most else None


def whole_number(value: object, at_most: int) -> int | None:
    """Return a value of JSON if it is a whole number from 0 to `at_most`, or None.

    >>> whole_number(7, 9), whole_number(7.0, 9), whole_number(True, 9), whole_number(-1, 9)
    (7, None, None, None)
    """
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value <= at_most else None
