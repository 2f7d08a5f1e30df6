"""What a seat knows of the table, and samples of tables that fit it.

A seat knows its own hand and cup, and everything public. The other cards may be in the other hand,
in the two starting cards of the other cup, or in the deck.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from engines.bots.rng import Random, random_for
from engines.engine import Json
from engines.mandala.bot.fast_state import NOWHERE, FastState
from engines.mandala.cards import COLOURS, INDEX, PER_COLOUR
from engines.mandala.state import CUP_START

T = TypeVar("T", bound=FastState)


def heap(letters: str) -> list[int]:
    """Return a heap as six numbers."""
    return [letters.count(colour) for colour in COLOURS]


class Known(Generic[T]):
    """A view, parsed once; each sample deals the hidden cards."""

    is_certain = False
    misjudges = 0.4

    def __init__(self, view: Json, kind: type[T]) -> None:
        self.seat = seat = view["actor"]
        self._table: T = open_table(view, kind)
        self._sizes: list[int] = view["hands"]
        self._deck: int = view["deck"]
        own = "hand" in view  # at a public table the box does not know the hand
        self.knows_choices = own or view["phase"] == "claim"
        self._hidden_hands = [1 - seat] if own else [0, 1]
        seen = "".join(
            [
                view["discard"],
                *view["mountains"],
                *(field for pair in view["fields"] for field in pair),
                *view["rivers"],
                *view["cups_known"],
            ]
        )
        if own:
            self._table.hands[seat] = heap(view["hand"])
            begun = [
                all_ - known
                for all_, known in zip(
                    heap(view["cup"]), heap(view["cups_known"][seat]), strict=True
                )
            ]
            self._table.cups[seat] = heap(view["cup"])
            seen += view["hand"] + "".join(
                colour * count for colour, count in zip(COLOURS, begun, strict=True)
            )
        self._hidden = [
            INDEX[colour] for colour in COLOURS for _ in range(PER_COLOUR - seen.count(colour))
        ]

    def sample(self, chance: Random) -> T:
        """Return a full table that looks the same from this seat."""
        table = self._table.copy()
        table.chance = chance
        hidden = self._hidden[:]
        for seat in self._hidden_hands:
            _deal(hidden, table.hands[seat], self._sizes[seat], chance)
            _deal(hidden, table.cups[seat], CUP_START, chance)
        table.deck = hidden
        return table


def _deal(hidden: list[int], heap: list[int], count: int, chance: Random) -> None:
    """Move random cards from the hidden ones to a heap."""
    for _ in range(min(count, len(hidden))):
        at = int(chance.random() * len(hidden))
        heap[hidden[at]] += 1
        hidden[at] = hidden[-1]
        hidden.pop()


def open_table(view: Json, kind: type[T]) -> T:
    """Return the public table; hands are empty, and cups have no starting cards."""
    table = kind()
    table.chance = random_for(0, "deck")
    table.hands = [[0] * 6, [0] * 6]
    table.cups = [heap(cup) for cup in view["cups_known"]]
    table.rivers = [[INDEX[colour] for colour in river] for river in view["rivers"]]
    table.mountains = [heap(mountain) for mountain in view["mountains"]]
    table.mountain_bits = [_bits(mountain) for mountain in table.mountains]
    table.fields = [heap(field) for pair in view["fields"] for field in pair]
    table.field_bits = [_bits(field) for field in table.fields]
    table.deck = []
    table.discard = heap(view["discard"])
    table.last = view["last"]
    table.final = view.get("final", False)
    table.strict_next = view.get("strict_next", False)
    table.claim = NOWHERE if view["claim"] is None else view["claim"]
    table.actor = view["turn"]
    table.turn = view["actor"]
    return table


def _bits(heap: list[int]) -> int:
    return sum(1 << colour for colour in range(6) if heap[colour])
