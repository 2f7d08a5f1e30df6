"""The parts of a template: the scoring of one game, as frozen values.

A template contains no code. Each construct changes one thing: what an entry is worth (`Line`,
`Bids`, `Bonus`, `Multiply`, `Frames`), who gets the points of a round (`pays`), how they add up
(`End.back`, `floor`, `Level`), and who plays on (`Out`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod

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
CLOCKWISE, COUNTER, LAST_FIRST, FIRST_FIRST = (
    "clockwise", "counterclockwise", "last_first", "first_first",
)  # fmt: skip
DEALER, FIRST = "dealer", "first"
AT_ONCE, ROUND = "at_once", "round"
EXACT, AT_LEAST = "exact", "at_least"
START, LAST, MEAN = "start", "last", "mean"
SUM, FEWEST, PRODUCT = "sum", "fewest", "product"
"""What a bonus takes of the entries on its lines."""
GAME, EACH_ROUND = "game", "round"
"""What a bonus is counted for."""
OTHERS, LOSERS, BANK = "others", "losers", "bank"
"""Who pays the points of a round: all others to each side; the others, or nobody, to the side that
has 0.
"""
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
    miss_times: int | None = None
    """The value of one unit if the bid was missed, if it differs."""
    table: tuple[int, ...] = ()
    """The worth of the counts 0, 1, 2 and so on, if it is not the count itself."""
    gaps: tuple[int, ...] = ()
    """Numbers between low and high that cannot happen."""
    optional: bool = False
    """Whether a round is complete without it."""

    @property
    def named(self) -> Named:
        """The name, as a fact."""
        return Named(self.id, self.name)

    def worth(self, value: int) -> int:
        """Return the points of an entry."""
        return self.times * (self.table[value] if self.table else value)


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
    """Points for the entries on some lines: once at a threshold, or for every multiple."""

    lines: tuple[str, ...]
    points: int
    at_least: int = 0
    every: int = 0
    take: str = SUM
    each: str = GAME

    def worth(self, values: Sequence[int]) -> int:
        """Return the points for what was entered on the lines."""
        if self.take == FEWEST:
            held = min(values)
        else:
            held = prod(values) if self.take == PRODUCT else sum(values)
        if not self.every:
            return self.points * int(held >= self.at_least)
        if self.take == PRODUCT and held < 0:
            return -self.points * (-held // self.every)
        return self.points * (max(held, 0) // self.every)


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
    back: int | None = None
    """The score that a side falls to when it passes the target."""
    not_left: tuple[int, ...] = ()
    """Scores that no entry may lead to."""
    not_last: tuple[int, ...] = ()
    """Entries that cannot be the one that reaches the target."""

    @property
    def is_strict(self) -> bool:
        """Whether some entries are refused because of the score that they lead to."""
        return self.exact or bool(self.not_left or self.not_last)


@dataclass(frozen=True, slots=True)
class Out:
    """What puts a side out of the game: a score, the sum of a line, or zeros in a row."""

    score: int | None = None
    line: str = ""
    at_least: int = 0
    zeros: int = 0


@dataclass(frozen=True, slots=True)
class Level:
    """A game within the game, the smallest first: it is won, and counts one in the next level.

    The first level is won with points, each later one with wins of the level before. The winner of
    the last level has won the game.
    """

    name: Texts
    target: int
    lead: int = 0
    tie_at: int = 0
    """With this number of wins each, one win more decides, with `tie_target` points."""
    tie_target: int = 0
    line: str = ""
    """The only line whose points count here; those of all lines are the score."""
    called: tuple[str, ...] = ()
    """What players call the points 0, 1, 2 and so on."""


@dataclass(frozen=True, slots=True)
class Frames:
    """Rounds of two balls: a full first counts the next two balls again, a full round the next."""

    full: int


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
    pays: str = ""
    floor: int | None = None
    """The score below which no side falls."""
    outs: tuple[Out, ...] = ()
    levels: tuple[Level, ...] = ()
    frames: Frames | None = None
    is_plain: bool = field(init=False, repr=False, compare=False)
    """Whether scores are sums of cells times numbers, apart from bids and bonuses of the game."""
    needed: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The lines without which a round is not complete."""

    def __post_init__(self) -> None:
        tables = any(line.table for line in self.lines)
        rounds = any(bonus.each == EACH_ROUND for bonus in self.bonuses)
        course = self.end.back is not None or self.floor is not None
        others = self.pays or self.outs or self.levels or self.frames
        object.__setattr__(self, "is_plain", not (tables or rounds or course or others))
        needed = tuple(at for at, line in enumerate(self.lines) if not line.optional)
        object.__setattr__(self, "needed", needed)

    @property
    def score_of_levels(self) -> bool:
        """Whether the score is the number of games won, instead of points."""
        return bool(self.levels) and not self.levels[0].line

    @property
    def goal(self) -> int:
        """The score that ends the game; 0 if there is none."""
        return self.levels[-1].target if self.levels else self.end.target or 0

    @property
    def best_is_high(self) -> bool:
        """Whether the highest score is the best."""
        return self.wins == HIGHEST or self.score_of_levels

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
            return len(self.needed)
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
