"""What pieces and sides are called: each edition speaks of its own material.

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
    """Return the name of several like pieces."""
    return Term(_family(rules, "pieces"), letter)


def colour_term(rules: Rules, side: int) -> Term:
    """Return the colour of a side."""
    return Term(_family(rules, "colour"), "bw"[side])


def lord_term(rules: Rules) -> Term:
    """Return what the piece is called whose capture ends the game."""
    return Term("lord", "damyo" if rules.is_2005 else "daimio")


def there_term(rules: Rules, letter: str) -> Term:
    """Return what stands on a square, if anything."""
    if letter in _THERE:
        return Term("piece", _THERE[letter])
    return piece_term(rules, letter)


def owner_term(rules: Rules, letter: str) -> Term:
    """Return whose a square is, if anybody's."""
    if letter in _THERE:
        return Term("owner", _THERE[letter])
    return Term(_family(rules, "owner"), letter)
