"""What a template is made of: the facts of one game's score, as frozen values.

A template holds no code. All that it can say about points is a list of lines that add up, a
linear rule for bids, bonuses for a sum, and rounds that count several times.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.engine import Named

SEATS = (1, 10)
VALUE_LIMIT = 1_000_000
"""No single entry is larger, up or down."""
ROUND_LIMIT = 200
"""A sheet has no more rounds; the last one ends the game."""
ENTRY_LIMIT = 500
"""A running score has no more entries."""

ROUNDS, ONCE, RUNNING = "rounds", "once", "running"
SHEETS = (ROUNDS, ONCE, RUNNING)
"""A sheet of rounds by players, one with lines that are filled once, or one running score."""

HIGHEST, LOWEST = "highest", "lowest"
UP, DOWN = "up", "down"
NONE, ENTRY, NEXT = "none", "entry", "next"
TURNS = (NONE, ENTRY, NEXT)
"""What ends a turn: there are none, the entry of the player on turn, or the word `next`."""
CLOCKWISE, LAST_FIRST, FIRST_FIRST = "clockwise", "last_first", "first_first"
DEALER, FIRST = "dealer", "first"
AT_ONCE, ROUND = "at_once", "round"
EXACT, AT_LEAST = "exact", "at_least"
START, LAST, MEAN = "start", "last", "mean"
ROUNDS_WON = "rounds"
"""What a rule for ties may count beside the lines."""

Texts = tuple[tuple[str, str], ...]
"""A text by the code of its language, in the order of the codes."""


@dataclass(frozen=True, slots=True)
class Line:
    """A named line of a round: what may be entered, and what one of it is worth."""

    id: str
    name: Texts
    low: int = -VALUE_LIMIT
    high: int = VALUE_LIMIT
    step: int = 1
    quick: tuple[int, ...] = ()
    values: tuple[int, ...] = ()
    """The only numbers there are, if not all between low and high."""
    times: int = 1
    needs_hit: bool = False
    """It counts only where the bid was hit."""

    @property
    def named(self) -> Named:
        """The name, as a fact."""
        return Named(self.id, self.name)


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
    """How a bid and what was made of it become points."""

    bid: str
    made: str
    hit_when: str = EXACT
    hit: Worth = Worth()
    miss: Worth = Worth()
    zero_hit: Worth | None = None
    """A bid of nothing that was hit, where it counts otherwise."""
    zero_miss: Worth | None = None
    cards: str | tuple[int, ...] = UP
    """Cards in hand: as many as the round, so many downwards, or round by round."""
    all_taken: bool = False
    """The tricks made in a round add up to its cards."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points for the sum of some lines: once at a threshold, or for every so many."""

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
    """Who is ahead at equal points: the most, or the fewest, of a line or of rounds won."""

    most: bool
    of: str


@dataclass(frozen=True, slots=True)
class Order:
    """Who plays when."""

    play: str = CLOCKWISE
    marker: str = NONE
    moves: bool = False


@dataclass(frozen=True, slots=True)
class End:
    """What ends a game, beside the table."""

    rounds: tuple[tuple[int, int], ...] = ()
    """By the number of players; 0 stands for any number."""
    target: int | None = None
    when: str = ROUND
    lead: int = 0
    exact: bool = False
    """Nobody may pass the target: such an entry is refused."""


@dataclass(frozen=True, slots=True)
class Template:
    """The facts of one game's score."""

    title: Texts
    lines: tuple[Line, ...]
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
        """What an entry does to the score: 1 adds, -1 takes away."""
        return -1 if self.count == DOWN else 1

    def line(self, name: str) -> int | None:
        """Return the place of a line by its id."""
        for at, line in enumerate(self.lines):
            if line.id == name:
                return at
        return None

    def last_round(self, players: int) -> int:
        """Return the round that ends the game for so many players; there is always one."""
        if self.sheet == ONCE:
            return len(self.lines)
        told = dict(self.end.rounds)
        return told.get(players, told.get(0, ROUND_LIMIT))

    def cards(self, number: int, players: int) -> int | None:
        """Return the cards of a round, from 1, where the template knows them."""
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
        return next((each.by for each in self.multiplies if number in each.rounds), 1)
