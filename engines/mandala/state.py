"""The public table: everything that lies open, and how many cards lie hidden.

    phase   flip --F--> play --A, B that complete--> claim --last T--> flip | cups --H--> over
                          ^------------------------------------------ F ---'

At the opening `flip` is asked twice, with `claim` None; after a destruction `claim` still names
the mandala whose mountain is to be filled again.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.mandala.cards import EMPTY, PER_COLOUR, Heap, heap, letters

HAND_LIMIT = 8
DRAWN_BY_BUILDING = 3
MOUNTAIN_START = 2
HAND_START = 6
CUP_START = 2
RIVER_SLOTS = 6
OPENING_DECK = 92
"""108 cards without two hands of 6 and two cups of 2; the four mountain cards are still in."""

PHASES = ("flip", "play", "claim", "cups", "over")

Heaps = tuple[Heap, Heap]


@dataclass(frozen=True, slots=True)
class Table:
    """One moment of the game as everybody can see it (Mandala 1.3, public mode)."""

    phase: str
    turn: int
    actor: int
    deck: int
    hands: tuple[int, int]
    mountains: Heaps = (EMPTY, EMPTY)
    fields: tuple[Heaps, Heaps] = ((EMPTY, EMPTY), (EMPTY, EMPTY))
    """By mandala, then by seat."""
    rivers: tuple[str, str] = ("", "")
    cups_known: Heaps = (EMPTY, EMPTY)
    """What each seat claimed into the cup; the starting cards are not in it."""
    discard: Heap = EMPTY
    claim: int | None = None
    last: bool = False
    """The deck was exhausted: the end is near."""
    final: bool = False
    """The mandala that is being destroyed is the last one whatever the rivers hold."""
    cups_told: tuple[Heap | None, Heap | None] = (None, None)
    """The starting cup cards, told after the end."""
    laid: Heaps = (EMPTY, EMPTY)
    """All cards each seat ever laid from the hand: it tells undo into which hand to return."""
    resigned: int | None = None
    drawn: bool = False
    """The seats agreed on a draw."""
    strict_next: bool = False
    """House rule: a mandala completed while the deck runs out is not yet the last one."""


def open_table(first: int, strict_next: bool) -> Table:
    """Return the table before the mountain cards are turned up."""
    return Table(
        phase="flip",
        turn=first,
        actor=first,
        deck=OPENING_DECK,
        hands=(HAND_START, HAND_START),
        strict_next=strict_next,
    )


def asked(table: Table) -> int:
    """Return what the open question is about: a mandala (flip) or a seat (cups)."""
    if table.phase == "cups":
        return 0 if table.cups_told[0] is None else 1
    if table.claim is not None:
        return table.claim
    return 0 if table.mountains[0] == EMPTY else 1


def turned_up(table: Table) -> int:
    """Return how many cards a flip turns up: two, unless there are fewer."""
    return min(MOUNTAIN_START, table.deck + sum(table.discard))


def is_complete(table: Table, mandala: int) -> bool:
    """Say whether all six colours are in a mandala (Mandala 1.5)."""
    mountain = table.mountains[mandala]
    field0, field1 = table.fields[mandala]
    return all(a or b or c for a, b, c in zip(mountain, field0, field1, strict=True))


def unseen(table: Table) -> Heap:
    """Return how many cards of each colour lie hidden: in hands, deck and starting cups."""
    (field00, field01), (field10, field11) = table.fields
    rivers = heap(table.rivers[0] + table.rivers[1])
    told0, told1 = table.cups_told
    return tuple(
        [
            PER_COLOUR - sum(seen)
            for seen in zip(
                *table.mountains,
                field00,
                field01,
                field10,
                field11,
                rivers,
                *table.cups_known,
                table.discard,
                told0 or EMPTY,
                told1 or EMPTY,
                strict=True,
            )
        ]
    )


def may_turn_up(table: Table) -> Heap:
    """Return what a flip may show: the unseen cards, and the discard pile if it is needed."""
    hidden = unseen(table)
    if table.deck >= MOUNTAIN_START:
        return hidden
    return tuple([a + b for a, b in zip(hidden, table.discard, strict=True)])


def may_hold(table: Table) -> Heap:
    """Return how many cards of each colour the acting seat could hold, as far as one can see."""
    hand = table.hands[table.actor]
    return tuple([min(hand, max(count, 0)) for count in unseen(table)])


def view(table: Table) -> dict[str, object]:
    """Return the table as JSON (Mandala 1.9); the result is added by the engine."""
    return {
        "phase": table.phase,
        "turn": table.turn,
        "actor": table.actor,
        "claim": table.claim,
        "last": table.last,
        "deck": table.deck,
        "discard": letters(table.discard),
        "mountains": [letters(each) for each in table.mountains],
        "fields": [[letters(each) for each in pair] for pair in table.fields],
        "rivers": list(table.rivers),
        "hands": list(table.hands),
        "cups_known": [letters(each) for each in table.cups_known],
    }
