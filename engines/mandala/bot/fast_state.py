"""A fast mutable state for the search: heaps as short lists, their colours also as bits.

A choice is one number:

    A  mandala * 6 + colour                           C  DISCARD + colour * 20 + count
    B  GROW + (mandala * 6 + colour) * 20 + count     T  CLAIM + colour
"""

from __future__ import annotations

from typing import Self

from engines.bots.rng import Random
from engines.mandala.state import DRAWN_BY_BUILDING, HAND_LIMIT, MOUNTAIN_START, RIVER_SLOTS

GROW, DISCARD, CLAIM = 1_000, 2_000, 3_000
ALL_COLOURS = 63
NOWHERE = -1


class FastState:
    """One full table, which `play` changes; `copy` it before trying a line."""

    __slots__ = (
        "actor",
        "chance",
        "claim",
        "cups",
        "deck",
        "discard",
        "field_bits",
        "fields",
        "final",
        "hands",
        "last",
        "mountain_bits",
        "mountains",
        "rivers",
        "strict_next",
        "turn",
    )

    chance: Random
    """Draws cards and shuffles."""
    hands: list[list[int]]
    cups: list[list[int]]
    rivers: list[list[int]]
    """The colours in order."""
    mountains: list[list[int]]
    mountain_bits: list[int]
    fields: list[list[int]]
    """The field of mandala k and seat s, at index 2 * k + s."""
    field_bits: list[int]
    deck: list[int]
    """Unordered: every draw is random."""
    discard: list[int]
    last: bool
    final: bool
    strict_next: bool
    claim: int
    """The mandala being destroyed, or -1."""
    actor: int
    """The seat whose turn it is to build."""
    turn: int
    """The seat that chooses; -1 when the game is over."""

    def copy(self) -> Self:
        """Return an independent copy."""
        other = self.__class__()
        other.chance = self.chance
        other.hands = [each[:] for each in self.hands]
        other.cups = [each[:] for each in self.cups]
        other.rivers = [each[:] for each in self.rivers]
        other.mountains = [each[:] for each in self.mountains]
        other.mountain_bits = self.mountain_bits[:]
        other.fields = [each[:] for each in self.fields]
        other.field_bits = self.field_bits[:]
        other.deck = self.deck[:]
        other.discard = self.discard[:]
        other.last = self.last
        other.final = self.final
        other.strict_next = self.strict_next
        other.claim = self.claim
        other.actor = self.actor
        other.turn = self.turn
        return other

    # --- choices ------------------------------------------------------------------------------

    def moves(self) -> list[int]:
        """Return every choice of the seat that chooses."""
        seat = self.turn
        if self.claim >= 0:
            mountain = self.mountains[self.claim]
            return [CLAIM + colour for colour in range(6) if mountain[colour]]
        hand = self.hands[seat]
        size = sum(hand)
        found = []
        if size > 1 or self.deck or any(self.discard):
            for mandala in (0, 1):
                taken = self.field_bits[2 * mandala] | self.field_bits[2 * mandala + 1]
                found += [
                    mandala * 6 + colour
                    for colour in range(6)
                    if hand[colour] and not taken >> colour & 1
                ]
        for mandala in (0, 1):
            taken = self.mountain_bits[mandala] | self.field_bits[2 * mandala + 1 - seat]
            for colour in range(6):
                if hand[colour] and not taken >> colour & 1:
                    way = GROW + (mandala * 6 + colour) * 20
                    found += range(way + 1, way + 1 + min(hand[colour], size - 1))
        for colour in range(6):
            way = DISCARD + colour * 20
            found += range(way + 1, way + 1 + hand[colour])
        return found

    # --- consequences -------------------------------------------------------------------------

    def play(self, choice: int) -> None:
        """Carry out a choice, including draws and a refill."""
        seat = self.turn
        if choice >= CLAIM:
            self._take(choice - CLAIM)
        elif choice >= DISCARD:
            colour, count = divmod(choice - DISCARD, 20)
            self.hands[seat][colour] -= count
            self.discard[colour] += count
            self._draw(self.hands[seat], count)
            self._pass_on()
        elif choice >= GROW:
            way, count = divmod(choice - GROW, 20)
            mandala, colour = divmod(way, 6)
            self.hands[seat][colour] -= count
            self.fields[2 * mandala + seat][colour] += count
            self.field_bits[2 * mandala + seat] |= 1 << colour
            self._complete(mandala, self.last)
        else:
            mandala, colour = divmod(choice, 6)
            hand, was_last = self.hands[seat], self.last
            hand[colour] -= 1
            self.mountains[mandala][colour] += 1
            self.mountain_bits[mandala] |= 1 << colour
            self._draw(hand, min(DRAWN_BY_BUILDING, HAND_LIMIT - sum(hand)))
            self._complete(mandala, was_last)

    def _draw(self, heap: list[int], count: int) -> None:
        """Draw card by card; an empty deck announces the end (M6)."""
        deck = self.deck
        random = self.chance.random
        for _ in range(count):
            if not deck:
                self._shuffle()
                if not deck:
                    return
            at = int(random() * len(deck))
            card = deck[at]
            deck[at] = deck[-1]
            deck.pop()
            heap[card] += 1
            if not deck:
                self.last = True
                self._shuffle()

    def _shuffle(self) -> None:
        for colour, count in enumerate(self.discard):
            self.deck += [colour] * count
        self.discard = [0] * 6

    def _pass_on(self) -> None:
        self.actor = self.turn = 1 - self.actor

    def _complete(self, mandala: int, was_last: bool) -> None:
        """Start the destruction of a mandala with all six colours, else end the turn."""
        mine, theirs = 2 * mandala + self.actor, 2 * mandala + 1 - self.actor
        bits = self.mountain_bits[mandala] | self.field_bits[mine] | self.field_bits[theirs]
        if bits != ALL_COLOURS:
            self._pass_on()
            return
        self.final = was_last if self.strict_next else self.last
        if not self.field_bits[mine] and not self.field_bits[theirs]:
            for colour, count in enumerate(self.mountains[mandala]):
                self.discard[colour] += count
            self.mountains[mandala] = [0] * 6
            self._clear(mandala)
            return
        self.claim = mandala
        leads = sum(self.fields[mine]) > sum(self.fields[theirs])
        self.turn = self.actor if leads else 1 - self.actor

    def _take(self, colour: int) -> None:
        """Claim a colour for the river and the cup, or discard it if the seat has no field."""
        seat, mandala = self.turn, self.claim
        mountain = self.mountains[mandala]
        count = mountain[colour]
        mountain[colour] = 0
        self.mountain_bits[mandala] &= ~(1 << colour)
        if not self.field_bits[2 * mandala + seat]:
            self.discard[colour] += count
        elif colour in self.rivers[seat]:
            self.cups[seat][colour] += count
        else:
            self.rivers[seat].append(colour)
            self.cups[seat][colour] += count - 1
        self.turn = 1 - seat
        if not self.mountain_bits[mandala]:
            self._clear(mandala)

    def _clear(self, mandala: int) -> None:
        """Clear the fields; the game ends, or the mountain is refilled."""
        for place in (2 * mandala, 2 * mandala + 1):
            for colour, count in enumerate(self.fields[place]):
                self.discard[colour] += count
            self.fields[place] = [0] * 6
            self.field_bits[place] = 0
        self.mountain_bits[mandala] = 0
        self.claim = NOWHERE
        if self.final or any(len(river) == RIVER_SLOTS for river in self.rivers):
            self.turn = -1
            return
        self.final = False
        mountain = self.mountains[mandala]
        self._draw(mountain, MOUNTAIN_START)
        self.mountain_bits[mandala] = sum(1 << each for each in range(6) if mountain[each])
        self._pass_on()

    def points(self, seat: int) -> int:
        """Return the points of a cup."""
        cup = self.cups[seat]
        return sum([slot * cup[colour] for slot, colour in enumerate(self.rivers[seat], 1)])
