"""The names of pieces and sides, which differ between the editions.

The values are the same in both, so programs see no difference; only the words change.
"""

from __future__ import annotations

from engines.engine import Term
from engines.mana.state import Rules

_THERE = {".": "empty", "#": "bird"}


def _family(rules: Rules, name: str) -> str:
    return f"{name}.2005" if rules.is_2005 else name


def piece_term(rules: Rules, letter: str) -> Term:
    """Return the name of a piece, its colour included."""
    return Term(_family(rules, "piece"), letter)


def pieces_term(rules: Rules, letter: str) -> Term:
    """Return the plural name of a piece."""
    return Term(_family(rules, "pieces"), letter)


def colour_term(rules: Rules, side: int) -> Term:
    """Return the colour of a side."""
    return Term(_family(rules, "colour"), "bw"[side])


def lord_term(rules: Rules) -> Term:
    """Return the name of the piece whose capture ends the game."""
    return Term("lord", "damyo" if rules.is_2005 else "daimio")


def there_term(rules: Rules, letter: str) -> Term:
    """Return what is on a square."""
    if letter in _THERE:
        return Term("piece", _THERE[letter])
    return piece_term(rules, letter)


def owner_term(rules: Rules, letter: str) -> Term:
    """Return whose piece is on a square."""
    if letter in _THERE:
        return Term("owner", _THERE[letter])
    return Term(_family(rules, "owner"), letter)
