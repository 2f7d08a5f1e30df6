"""The notation of choices.

    F1=YG  cards turned up on a mountain      B2G3   grow the own field
    A1R    build a mountain                   CK2    discard and redraw
    TR     claim a colour                     H1=RG  the starting cup cards, or the whole cup

Mandalas and seats count from 1 in the text and from 0 inside.
"""

from __future__ import annotations

import re

from engines.engine import BadNotation, ChoicePart, Reason, Term
from engines.json_reader import shown
from engines.mandala.cards import COLOURS, INDEX, colour_term, mandala_term
from engines.mandala.choices import Build, Choice, Claim, Cup, Discard, Flip, Grow

NUMBER = "(0|[1-9][0-9]*)"
LETTER = "([A-Za-z])"
FORMS = tuple(
    re.compile(form)
    for form in (
        f"(A){NUMBER}{LETTER}",
        f"(B){NUMBER}{LETTER}{NUMBER}",
        f"(C){LETTER}{NUMBER}",
        f"(T){LETTER}",
        f"([FH]){NUMBER}=([A-Za-z]+)",
    )
)
EXAMPLES = ("A1R", "B2G3", "CK2", "TR", "F1=YG", "H1=RG")
LONGEST = 200
"""The most characters that are parsed: more than a whole cup."""


def read(text: str) -> Choice:
    """Return the choice of a notation; raise BadNotation."""
    if len(text) <= LONGEST:
        for form in FORMS:
            if found := form.fullmatch(text):
                return _choice(found.group(1), found.groups()[1:])
    raise BadNotation(Reason("BAD_ACTION", {"text": shown(text), "examples": EXAMPLES}))


def _choice(verb: str, given: tuple[str, ...]) -> Choice:
    match verb, given:
        case "A", (mandala, colour):
            return Build(int(mandala) - 1, colour)
        case "B", (mandala, colour, count):
            return Grow(int(mandala) - 1, colour, int(count))
        case "C", (colour, count):
            return Discard(colour, int(count))
        case "F", (mandala, cards):
            return Flip(int(mandala) - 1, _sorted(cards))
        case "H", (seat, cards):
            return Cup(int(seat) - 1, _sorted(cards))
        case _:
            return Claim(given[0])


def _sorted(cards: str) -> str:
    """Return the colours in order, followed by unknown letters."""
    return "".join(sorted(cards, key=lambda letter: (INDEX.get(letter, len(COLOURS)), letter)))


def write(choice: Choice) -> str:
    """Return the notation of a choice."""
    match choice:
        case Flip(mandala, cards):
            return f"F{mandala + 1}={cards}"
        case Build(mandala, colour):
            return f"A{mandala + 1}{colour}"
        case Grow(mandala, colour, count):
            return f"B{mandala + 1}{colour}{count}"
        case Discard(colour, count):
            return f"C{colour}{count}"
        case Claim(colour):
            return f"T{colour}"
        case Cup(seat, cards):
            return f"H{seat + 1}={cards}"


def parts(choice: Choice) -> tuple[ChoicePart, ...]:
    """Return the parts for the knob, in order: the action, the mandala, the colour, the count."""
    match choice:
        case Flip(_, cards) | Cup(_, cards):
            return tuple(ChoicePart("card", colour_term(card)) for card in cards)
        case Build(mandala, colour):
            return (_verb("A"), _mandala(mandala), _colour(colour))
        case Grow(mandala, colour, count):
            return (_verb("B"), _mandala(mandala), _colour(colour), ChoicePart("count", count))
        case Discard(colour, count):
            return (_verb("C"), _colour(colour), ChoicePart("count", count))
        case Claim(colour):
            return (_verb("T"), _colour(colour))


def _verb(letter: str) -> ChoicePart:
    return ChoicePart("action", Term("action", letter))


def _mandala(number: int) -> ChoicePart:
    return ChoicePart("mandala", mandala_term(number))


def _colour(letter: str) -> ChoicePart:
    return ChoicePart("colour", colour_term(letter))
