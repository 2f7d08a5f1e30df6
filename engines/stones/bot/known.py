"""What a seat knows of the table, and the tables that fit it."""

from __future__ import annotations

from typing import TypeVar

from engines.bots.rng import Random
from engines.engine import Json
from engines.stones.board import (
    CIRCLES,
    COLOURS,
    PATTERNS,
    PER_COLOUR,
    PER_PATTERN,
    STACK_HEIGHT,
    STACKS,
    STONE,
)
from engines.stones.bot.fast_state import NEVER, NO_STONE, FastState, Tower

Q = TypeVar("Q", bound=FastState)

ENDS_AFTER = {2: (9, 14), 3: (16, 24), 4: (22, 32)}
"""Where the hands of so many players may be, on a mandala that nobody has described."""
BONUS_CHANCES = ((0.15, 2), (0.4, 1))
"""How often an unknown space gives points: below the first number 2, below the second 1."""


def towers_of(view: Json) -> list[list[Tower]]:
    """Return everybody's towers as colours."""
    return [
        [tuple(COLOURS.index(each) for each in tower) for tower in own] for own in view["towers"]
    ]


def begin(view: Json, kind: type[Q]) -> Q:
    """Return the table as far as it lies open; the mandala and hidden stones are still to come."""
    table = kind()
    table.count = len(view["towers"])
    table.first = view["first"]
    table.left = tuple(view.get("left", ()))
    table.bonus = {}
    table.trigger = table.full = NEVER
    table.deal = []
    table.heights = list(view.get("heights", ()))
    artists = view.get("artists", {})
    table.artists = [PATTERNS.find(artists.get(circle, "?")) for circle in CIRCLES]
    table.tops = [_stone(code) for code in view.get("tops", ())]
    table.patterns = [
        sum(1 << stack for stack, top in enumerate(table.tops) if top >= 0 and top >> 2 == pattern)
        for pattern in range(2)
    ]
    table.towers = towers_of(view)
    table.vp = list(view["vp"])
    table.placed = view["placed"]
    table.triggered = view["triggered"]
    table.turn = -1 if view["turn"] is None else view["turn"]
    return table


def _stone(code: str) -> int:
    """Return the number of a stone; one that nobody named cannot be picked."""
    if code not in STONE:
        return NO_STONE
    return COLOURS.index(code[0]) + 4 * PATTERNS.index(code[1])


class Mandala:
    """The spaces of the mandala: those that are known, and a guess at the others."""

    def __init__(self, view: Json) -> None:
        self._seats = len(view["towers"])
        self._placed: int = view["placed"]
        self._known: list[str] = view["mandala"]
        self._bonus = {at: int(space) for at, space in enumerate(self._known, 1) if space in "12"}
        hands = f"h{self._seats}"
        self._trigger = self._known.index(hands) + 1 if hands in self._known else None
        self._full = self._known.index("end") if "end" in self._known else None
        self.is_known = view["triggered"] or self._trigger is not None or self._full is not None

    def expected_end(self) -> int:
        """Return where the game is thought to end."""
        low, high = self._range()
        return (low + high) // 2

    def _range(self) -> tuple[int, int]:
        low, high = ENDS_AFTER[self._seats]
        low = max(low, len(self._known) + 1, self._placed + 1)
        return low, max(high, low + 4)

    def put(self, table: FastState, chance: Random) -> None:
        """Give a table its mandala."""
        if self.is_known:
            table.trigger = self._trigger or NEVER
            table.full = NEVER if self._full is None else self._full
            table.bonus = self._bonus
            if self._full is not None:
                return
        else:
            low, high = self._range()
            table.trigger = low + int(chance.random() * (high - low + 1))
        table.bonus = bonus = dict(self._bonus)
        for space in range(len(self._known) + 1, self._placed + 12):
            luck = chance.random()
            for below, points in BONUS_CHANCES:
                if luck < below:
                    bonus[space] = points
                    break


class Hidden:
    """The stones that nobody has seen: so many of each colour, so many of each pattern."""

    def __init__(self, view: Json, table: FastState) -> None:
        self._below = [
            (stack, max(0, height - 1)) for stack, height in enumerate(table.heights) if height > 1
        ]
        wanted = sum(count for _, count in self._below)
        seen = dict(view["taken"])
        for top in table.tops:
            if top >= 0:
                seen[COLOURS[top & 3]] += 1
        self._colours = _pool([PER_COLOUR - seen[colour] for colour in COLOURS], wanted)
        told = view["patterns"]
        self._patterns = _pool([PER_PATTERN - told[pattern] for pattern in PATTERNS], wanted)

    def put(self, table: FastState, chance: Random) -> None:
        """Lay the hidden stones under the tops."""
        colours, patterns = self._colours[:], self._patterns[:]
        chance.shuffle(colours)
        chance.shuffle(patterns)
        table.deal = deal = [0] * (STACKS * STACK_HEIGHT)
        at = 0
        for stack, count in self._below:
            for level in range(count):
                deal[stack * STACK_HEIGHT + level] = colours[at] + 4 * patterns[at]
                at += 1


def _pool(counts: list[int], wanted: int) -> list[int]:
    """Return so many of each number; a table that was mended by hand may not add up."""
    pool = [number for number, count in enumerate(counts) for _ in range(count)]
    while len(pool) < wanted:
        pool.append(len(pool) % len(counts))
    return pool
