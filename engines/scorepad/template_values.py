"""The parts of a template: the scoring of one game, as frozen values.

A template contains no code. It can describe lines that add up, a linear rule for bids, bonuses for
a sum, and rounds that count several times.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.engine import Named
from engines.languages import SOURCE

SEATS = (1, 10)
VALUE_LIMIT = 1_000_000
"""The largest entry, positive or negative."""
ROUND_LIMIT = 200
"""The most rounds of a sheet; the last one ends the game."""
ENTRY_LIMIT = 500
"""The most entries of a running score."""

ROUNDS, ONCE, RUNNING = "rounds", "once", "running"
SHEETS = (ROUNDS, ONCE, RUNNING)
"""A sheet of rounds by players, one with lines that are filled once, or one running score."""

HIGHEST, LOWEST = "highest", "lowest"
UP, DOWN = "up", "down"
NONE, ENTRY, NEXT = "none", "entry", "next"
TURNS = (NONE, ENTRY, NEXT)
"""What ends a turn: there are no turns, the entry of the player on turn, or the choice `next`."""
CLOCKWISE, LAST_FIRST, FIRST_FIRST = "clockwise", "last_first", "first_first"
DEALER, FIRST = "dealer", "first"
AT_ONCE, ROUND = "at_once", "round"
EXACT, AT_LEAST = "exact", "at_least"
START, LAST, MEAN = "start", "last", "mean"
ROUNDS_WON = "rounds"
"""What a tie-breaker may count besides lines."""

Texts = tuple[tuple[str, str], ...]
"""A text by language code, in the order of the codes."""


@dataclass(frozen=True, slots=True)
class Line:
    """A named line of a round: what may be entered, and the value of one unit."""

    id: str
    name: Texts = ((SOURCE, "Points"),)
    low: int = -VALUE_LIMIT
    high: int = VALUE_LIMIT
    step: int = 1
    quick: tuple[int, ...] = ()
    values: tuple[int, ...] = ()
    """The only allowed numbers, if not all between low and high."""
    times: int = 1
    needs_hit: bool = False
    """Whether it counts only if the bid was kept."""

    @property
    def named(self) -> Named:
        """The name, as a fact."""
        return Named(self.id, self.name)


DEFAULT_LINE = Line("points")


@dataclass(frozen=True, slots=True)
class Worth:
    """base + per_bid * bid + per_made * made + per_off * (how far off) + per_card * cards."""

    base: int = 0
    per_bid: int = 0
    per_made: int = 0
    per_off: int = 0
    per_card: int = 0


@dataclass(frozen=True, slots=True)
class Bids:
    """How a bid and what was made score."""

    bid: str
    made: str
    hit_when: str = EXACT
    hit: Worth = Worth()
    miss: Worth = Worth()
    zero_hit: Worth | None = None
    """For a kept bid of zero, if it scores differently."""
    zero_miss: Worth | None = None
    cards: str | tuple[int, ...] = UP
    """Cards in hand: as many as the round, decreasing, or listed by round."""
    all_taken: bool = False
    """Whether the tricks made in a round add up to its cards."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points for the sum of some lines: once at a threshold, or for every multiple."""

    lines: tuple[str, ...]
    points: int
    at_least: int = 0
    every: int = 0


@dataclass(frozen=True, slots=True)
class Multiply:
    """Rounds that count several times."""

    rounds: tuple[int, ...]
    by: int


@dataclass(frozen=True, slots=True)
class Tie:
    """A tie-breaker: the most, or the fewest, of a line or of rounds won."""

    most: bool
    of: str


@dataclass(frozen=True, slots=True)
class Order:
    """The turn order."""

    play: str = CLOCKWISE
    marker: str = NONE
    moves: bool = False


@dataclass(frozen=True, slots=True)
class End:
    """What ends a game, besides an agreement."""

    rounds: tuple[tuple[int, int], ...] = ()
    """By the number of players; 0 means any number."""
    target: int | None = None
    when: str = ROUND
    lead: int = 0
    exact: bool = False
    """Whether the target may not be passed: such an entry is refused."""


@dataclass(frozen=True, slots=True)
class Template:
    """The scoring of one game."""

    title: Texts
    lines: tuple[Line, ...] = (DEFAULT_LINE,)
    fits: tuple[str, ...] = ()
    bgg: int = 0
    players: tuple[int, int] = SEATS
    sheet: str = ROUNDS
    wins: str = HIGHEST
    count: str = UP
    start: int = 0
    turns: str = NONE
    teams: int = 0
    join: str = START
    order: Order = Order()
    end: End = End()
    bids: Bids | None = None
    bonuses: tuple[Bonus, ...] = ()
    multiplies: tuple[Multiply, ...] = ()
    ties: tuple[Tie, ...] = ()

    @property
    def sign(self) -> int:
        """The effect of an entry on the score: 1 adds, -1 subtracts."""
        return -1 if self.count == DOWN else 1

    def line(self, name: str) -> int | None:
        """Return the index of a line by its id."""
        for at, line in enumerate(self.lines):
            if line.id == name:
                return at
        return None

    def last_round(self, players: int) -> int:
        """Return the round that ends the game for a number of players; there is always one."""
        if self.sheet == ONCE:
            return len(self.lines)
        rounds = dict(self.end.rounds)
        return rounds.get(players, rounds.get(0, ROUND_LIMIT))

    def cards(self, number: int, players: int) -> int | None:
        """Return the cards of a round (from 1), if the template defines them."""
        if self.bids is None:
            return None
        if self.bids.cards == UP:
            return number
        if self.bids.cards == DOWN:
            return max(self.last_round(players) - number + 1, 0)
        held = self.bids.cards
        return int(held[min(number, len(held)) - 1])

    def factor(self, number: int) -> int:
        """Return how often a round counts."""
        for each in self.multiplies:
            if number in each.rounds:
                return each.by
        return 1
