"""Sand cards: six colours, and heaps as six numbers.

A heap without order is a tuple of six counts, in the order of `COLOURS`; as text it is a sorted
string of letters: (2, 1, 0, 0, 0, 0) is "RRO".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engines.engine import Term

COLOURS = "ROYGPK"
PER_COLOUR = 18
ALL_CARDS = PER_COLOUR * len(COLOURS)
INDEX = {letter: at for at, letter in enumerate(COLOURS)}

Heap = tuple[int, ...]

EMPTY: Heap = (0,) * len(COLOURS)


def heap(letters: Iterable[str]) -> Heap:
    """Return the heap of these letters."""
    counts = [0] * len(COLOURS)
    for letter in letters:
        counts[INDEX[letter]] += 1
    return tuple(counts)


def letters(cards: Heap) -> str:
    """Return a heap as sorted letters."""
    return "".join(letter * count for letter, count in zip(COLOURS, cards, strict=True))


def plus(one: Heap, other: Heap) -> Heap:
    """Return two heaps together."""
    return tuple([a + b for a, b in zip(one, other, strict=True)])


def minus(one: Heap, other: Heap) -> Heap:
    """Return the rest of a heap; negative where the other has more."""
    return tuple([a - b for a, b in zip(one, other, strict=True)])


def add(cards: Heap, colour: str, count: int) -> Heap:
    """Return a heap with `count` more cards of a colour (fewer, if negative)."""
    at = INDEX[colour]
    return (*cards[:at], cards[at] + count, *cards[at + 1 :])


def swap(pair: tuple[Heap, Heap], at: int, cards: Heap) -> tuple[Heap, Heap]:
    """Return a pair of heaps with one of them replaced."""
    return (cards, pair[1]) if at == 0 else (pair[0], cards)


def colour_term(letter: str) -> Term:
    """Return a colour as a fact."""
    return Term("colour", letter)


def mandala_term(number: int) -> Term:
    """Return a mandala as a fact: from 0 for programs, from 1 for people."""
    return Term("mandala", number)


@dataclass(frozen=True, slots=True)
class DrawnCards:
    """The effect of drawing on deck and discard pile.

    The discard pile is shuffled only when the deck is empty, and at most once in a draw, so the
    cards drawn are the first `taken` of the old deck followed by the `shuffled` pile.
    """

    taken: int
    deck: int
    discard: Heap
    exhausted: bool
    shuffled: Heap = EMPTY


def draw(deck: int, discard: Heap, wanted: int) -> DrawnCards:
    """Return the result of drawing card by card (Mandala 1.4, M6)."""
    taken = 0
    exhausted = False
    shuffled = EMPTY
    while taken < wanted:
        if deck == 0:
            if discard == EMPTY:
                break
            deck, shuffled, discard = sum(discard), discard, EMPTY
        deck -= 1
        taken += 1
        if deck == 0:
            exhausted = True
            if discard != EMPTY:
                deck, shuffled, discard = sum(discard), discard, EMPTY
    return DrawnCards(taken, deck, discard, exhausted, shuffled)
