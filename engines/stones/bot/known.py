"""What a seat knows of the table, and samples of tables that fit it."""

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
"""The first and last possible end space by number of players, on an unknown mandala."""
BONUS_CHANCES = ((0.15, 2), (0.4, 1))
"""For an unknown space: the cumulative probability of 2 points, and of 2 or 1."""


def towers_of(view: Json) -> list[list[Tower]]:
    """Return all towers as colours."""
    return [
        [tuple(COLOURS.index(each) for each in tower) for tower in own] for own in view["towers"]
    ]


def begin(view: Json, kind: type[Q]) -> Q:
    """Return the visible part of the table; the mandala and hidden stones are added later."""
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
    """Return the number of a stone; one that is not entered cannot be picked."""
    if code not in STONE:
        return NO_STONE
    return COLOURS.index(code[0]) + 4 * PATTERNS.index(code[1])


class Mandala:
    """The spaces of the mandala: the known ones, and guesses for the others."""

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
        """Return the expected end of the game."""
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
    """The unseen stones: the number of each colour and of each pattern."""

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
        seen = view["patterns"]
        self._patterns = _pool([PER_PATTERN - seen[pattern] for pattern in PATTERNS], wanted)

    def put(self, table: FastState, chance: Random) -> None:
        """Put the hidden stones under the tops, at random."""
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
    """Return each number `count` times; a table that was corrected by hand may not add up."""
    pool = [number for number, count in enumerate(counts) for _ in range(count)]
    while len(pool) < wanted:
        pool.append(len(pool) % len(counts))
    return pool
