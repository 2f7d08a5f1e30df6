"""Whole matches by one fixed policy, for the benches, and what people enter on the box.

Of all legal choices the one that gives its player the most points at once is played; ties, which
are frequent, by lot from the seed. Where people know more than the box, two matches run side by
side (`real_tables`):

    truth --greedy--> its text --entered()--> the entries for the box
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from real_tables import table_of

from engines import catalog
from engines.match import Match
from engines.record import DEALER
from engines.rng import Chance

PATIENCE = 1000
"""A match with more choices is ended by agreement."""

_NUMBERS = re.compile(r"([0-9]+)")


@dataclass(frozen=True, slots=True)
class Yardsticks:
    """What a turn costs in a flat list of all that is legal, and the logarithm of its length."""

    flat: float
    bits: float


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry on the box, with yardsticks if it is a turn that is counted."""

    text: str
    turn: Yardsticks | None = None


class Table:
    """One game: the truth that people see, and the box that they tell."""

    def __init__(self, game: str, seed: int) -> None:
        self.engine = catalog.load(game)
        self.chance = Chance(seed, "policy")
        self.entries: list[Entry] = []
        low, high = self.engine.seats
        seats = low + seed % (high - low + 1)
        self.real = real = table_of(game)

        def begin(options: dict[str, object]) -> Match[Any, Any]:
            given = dict(real.given)
            start = catalog.begin(self.engine, seats=seats, seed=seed, options=options, given=given)
            return Match(self.engine, start)

        self.truth = begin(dict(real.dealt))
        self.box = begin({}) if real.dealt else self.truth
        self._pass_on(0)

    def play(self) -> None:
        """Play to the end."""
        for _ in range(PATIENCE):
            turn = self.truth.turn
            if turn is None:
                return
            if turn.seat is None:
                self._answer()
            else:
                self._move(turn.seat)

    def _move(self, seat: int) -> None:
        text = self._greedy(seat)
        before, seen, done = self.truth.state, self.box.state, len(self.truth.lines)
        self.truth.play(text)
        said = self.real.entered(text, before, self.truth.state, dealer=False, options={})
        assert said is not None
        counted = not self.real.is_apart(before, said)
        self.entries.append(Entry(said, yardsticks(self.engine, seen, said) if counted else None))
        if self.box is not self.truth:
            self.box.play(said)
            self._pass_on(done + 1)

    def _answer(self) -> None:
        """Answer a question to the table, in both matches, by lot."""
        if self.box.turn is not None and self.box.turn.seat is not None:
            # A dead end that only people see is entered on the box.
            said = self.real.dead_end
            self.entries.append(Entry(said, yardsticks(self.engine, self.box.state, said)))
            self.box.play(said)
            return
        text = self.engine.write(self.chance.choose(self.engine.legal(self.truth.state)))
        self.truth.play(text)
        self.entries.append(Entry(text))
        if self.box is not self.truth:
            self.box.play(text)

    def _pass_on(self, first: int) -> None:
        """Tell the box what the dealer did, where it matters."""
        if self.box is self.truth:
            return
        for line in self.truth.lines[first:]:
            assert line.who == DEALER
            said = self.real.entered(line.text, None, None, dealer=True, options={})
            if said is not None:
                self.box.play(said)
                self.entries.append(Entry(said))

    def _greedy(self, seat: int) -> str:
        """Return the choice that gives its player the most points at once, ties by lot."""
        state = self.truth.state
        legal = self.engine.legal(state)
        values = [
            self.real.points(self.engine, self.engine.apply(state, each))[seat] for each in legal
        ]
        best = max(values)
        ties = [each for each, value in zip(legal, values, strict=True) if value == best]
        return self.engine.write(self.chance.choose(ties))


def yardsticks(engine: Any, state: Any, text: str) -> Yardsticks:
    """Return what a choice costs in the order of notation, with a press at the end."""
    legal = [engine.write(choice) for choice in engine.legal(state)]
    place = _notation_order(text)
    before = sum(_notation_order(each) < place for each in legal)
    return Yardsticks(around(before, len(legal)) + 1, math.log2(len(legal)))


def around(steps: int, count: int) -> int:
    """Return the shorter way around a ring."""
    return min(steps % count, -steps % count)


@cache
def _notation_order(text: str) -> tuple[tuple[int, str], ...]:
    """Sort texts as people do, numbers by their value."""
    pieces = _NUMBERS.split(text)
    return tuple((int(each), "") if each.isdigit() else (-1, each) for each in pieces)
