"""The state for the search, with prior weights of choices."""

from __future__ import annotations

from math import exp

from engines.bots.rng import Random
from engines.bots.search import Choices, Values
from engines.mandala.bot.evaluate import DENIAL_SHARE, chances, gain
from engines.mandala.bot.fast_state import ALL_COLOURS, CLAIM, DISCARD, GROW, FastState
from engines.mandala.state import DRAWN_BY_BUILDING, HAND_LIMIT

TEMPERATURE_POINTS = 1.0
"""The softmax temperature of the prior weights, in points."""
CARD_DRAWN = 0.35
CARD_SPENT = 0.3


class SearchState(FastState):
    """Estimates the value of choices for the prior; the search corrects it."""

    __slots__ = ()

    def weighed(self) -> Choices:
        """Return the sensible choices with weights."""
        valued = [
            (choice, self.glance(choice)) for choice in self.moves() if self._is_whole(choice)
        ]
        best = max([value for _, value in valued])
        weights = [exp((value - best) / TEMPERATURE_POINTS) for _, value in valued]
        whole = sum(weights)
        return [
            (choice, weight / whole) for (choice, _), weight in zip(valued, weights, strict=True)
        ]

    def finish(self, plies: int | None, chance: Random) -> Values:
        """Return the evaluation of the table; it is better than random playouts."""
        del plies, chance
        return chances(self)

    def _is_whole(self, choice: int) -> bool:
        """Return whether a choice is considered: all cards discarded, or 1, 2 or all put in a
        field.
        """
        if choice < GROW or choice >= CLAIM:
            return True
        hand = self.hands[self.turn]
        if choice >= DISCARD:
            colour, count = divmod(choice - DISCARD, 20)
            return count == hand[colour]
        way, count = divmod(choice - GROW, 20)
        return count <= 2 or count >= min(hand[way % 6], sum(hand) - 1)

    def glance(self, choice: int) -> float:
        """Return the estimated value of a choice, in points."""
        if choice >= CLAIM:
            return self._glance_at_claim(choice - CLAIM)
        if choice >= DISCARD:
            return 0.12 * ((choice - DISCARD) % 20) - 0.2
        if choice >= GROW:
            way, count = divmod(choice - GROW, 20)
            return self._glance_at_field(*divmod(way, 6), count)
        return self._glance_at_mountain(*divmod(choice, 6))

    def _glance_at_claim(self, colour: int) -> float:
        seat, mandala = self.turn, self.claim
        count = self.mountains[mandala][colour]
        worth = 0.0
        for who, part in ((seat, 1.0), (1 - seat, DENIAL_SHARE)):
            if self.field_bits[2 * mandala + who]:
                worth += part * gain(self.rivers[who], self.cups[who], colour, count)
        return worth

    def _glance_at_mountain(self, mandala: int, colour: int) -> float:
        """Return the value of building: it draws cards, but feeds the seat that leads in the
        fields.
        """
        seat = self.turn
        mine, theirs = self.field_bits[2 * mandala + seat], self.field_bits[2 * mandala + 1 - seat]
        lead = self._lead(mandala)
        room = HAND_LIMIT + 1 - sum(self.hands[seat])
        worth = CARD_DRAWN * min(DRAWN_BY_BUILDING, room)
        if mine:
            river = self.rivers[seat]
            slot = river.index(colour) + 1 if colour in river else len(river) + 1
            worth += 0.15 * slot + (0.3 if lead > 0 else -0.2)
        elif theirs:
            worth -= 0.5
        if self.mountain_bits[mandala] | mine | theirs | 1 << colour == ALL_COLOURS:
            worth += 2.5 if lead > 0 else -2.0 if theirs else 0.0
        return worth

    def _glance_at_field(self, mandala: int, colour: int, count: int) -> float:
        """Return the value of growing: it gives a share of the mountain, and the first claim if
        ahead.
        """
        seat = self.turn
        mine, theirs = self.field_bits[2 * mandala + seat], self.field_bits[2 * mandala + 1 - seat]
        lead = self._lead(mandala)
        pot = sum(self.mountains[mandala])
        worth = -CARD_SPENT * (count - 1)
        if not mine:
            worth += 0.6 + 0.35 * pot
        if lead <= 0 < lead + count:
            worth += 0.5 + 0.25 * pot
        elif lead + count > 0:
            worth -= 0.4
        if self.mountain_bits[mandala] | mine | theirs | 1 << colour == ALL_COLOURS:
            worth += 2.0 if lead + count > 0 else -1.5 if theirs else 0.0
        return worth

    def _lead(self, mandala: int) -> int:
        """Return the lead of the own field in cards."""
        mine, theirs = 2 * mandala + self.turn, 2 * mandala + 1 - self.turn
        return sum(self.fields[mine]) - sum(self.fields[theirs])
