"""The interface of a game (`Engine`) and the small values it exchanges with its callers.

An `Engine` is a table of attributes and of functions on states and choices, which are frozen
values:

    Start --setup--> State --legal--> choices --apply--> State ... --outcome--> Outcome

Refusals, events and steps are `Message`s, a code with facts; `wording.Voice` makes sentences of
them.

>>> from engines import catalog
>>> from engines.engine import judge
>>> engine = catalog.load("mana")
>>> state = engine.setup(catalog.begin(engine, seats=2, seed=1, first=0))
>>> engine.turn(state).seat
0
>>> [engine.write(choice) for choice in engine.legal(state)][:3]
['=b1', '=c1', '=f1']
>>> after = engine.apply(state, engine.read("=b1"))
>>> engine.turn(after).seat
1
>>> judge(engine, after, "=b1").code
'NOT_YOUR_ROWS'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from engines.errors import EngineError
from engines.languages import SOURCE
from engines.start import Start as Start  # noqa: PLC0414 - offered here, with the other values

if TYPE_CHECKING:
    from engines.bots.player import Coach, Think

Json = Any
"""Any JSON value."""

AGREEMENTS = ("resign", "draw", "end")
"""Agreements that players may make until the match is over; `legal` does not list them."""

BY_POINTS = "points"
"""The code of an outcome that the scores explain."""


# --- messages -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Term:
    """A value with a name in every language: `Term("colour", "R")` is "red" in English."""

    family: str
    value: str | int

    @property
    def key(self) -> str:
        """The key of its name in `Engine.words`."""
        return f"{self.family}.{self.value}"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player, counted from 0; shown as the player's name if known, else as "player 1"."""

    number: int


@dataclass(frozen=True, slots=True)
class Named:
    """A name that comes with the match, such as a line of a user's score sheet.

    `key` is for programs; `texts` are (language code, text) pairs.
    """

    key: str
    texts: tuple[tuple[str, str], ...]

    def text(self, language: str) -> str:
        """Return the name in a language, else in English, else in any language."""
        known = dict(self.texts)
        return known.get(language) or known.get(SOURCE) or next(iter(known.values()), self.key)


Fact = int | str | Term | Seat | Named | tuple["Fact", ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A message for people: a code and the facts that its sentence contains."""

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reason(Message):
    """Why a choice is refused, and the notation of the nearest legal choice, if any."""

    instead: str | None = None


# --- errors ---------------------------------------------------------------------------------


class Refused(EngineError):
    """The rules refuse a request; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"{reason.code} {dict(reason.facts)}")
        self.reason = reason


class BadNotation(Refused, ValueError):
    """A text that is not the notation of any choice of this game."""


class IllegalChoice(Refused, ValueError):
    """A readable choice that the rules forbid in this state."""


class BadStart(Refused, ValueError):
    """A game cannot start with these options, seats or given values."""


class BadPosition(Refused, ValueError):
    """A position that cannot be read."""


class TooManyNodes(Refused, OverflowError):
    """A perft count exceeded its limit."""

    def __init__(self, limit: int) -> None:
        super().__init__(Reason("TOO_MANY_NODES", {"limit": limit}))


# --- small values ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Option:
    """An option that is chosen before a game starts.

    The first value is the default. `explain` is the code of a one-line description in the game's
    words; the words name each value as `option.<name>.<value>` (`true` and `false` for booleans).
    `only` is another option and the value that it must have for this one to matter.
    """

    name: str
    values: tuple[str | bool, ...]
    explain: str
    only: tuple[str, str | bool] | None = None

    @property
    def default(self) -> str | bool:
        """The value used if none is chosen."""
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Turn:
    """Who chooses now: a seat, or with `seat` None the whole table, which answers `asks`.

    A seat can be asked a question as well, if it accepts more answers than `legal` lists.
    """

    seat: int | None
    asks: str | None = None
    turn_of: int | None = None
    """The seat whose turn this choice belongs to, if another seat chooses during that turn."""

    @property
    def owner(self) -> int | None:
        """The seat whose turn it is, even if another seat chooses; None if the table is asked."""
        return self.seat if self.turn_of is None else self.turn_of


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. A draw lists all tied seats in `winners`."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    why: Message

    @property
    def winner(self) -> int | None:
        """The only winner, or None."""
        return self.winners[0] if len(self.winners) == 1 else None


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a score sheet: the points (None while hidden) and the rule that gives them."""

    points: int | None
    rule: Message


class ChoicePart(NamedTuple):
    """One part of a choice as it is entered with the knob, such as the source square."""

    name: str
    value: Fact


@dataclass(frozen=True, slots=True)
class Step:
    """One physical action on the table: move `count` of `item` from `source` to `target`.

    Items and places are codes for programs; `say` is the sentence for people. Carried out in order,
    the steps turn the one table into the other.
    """

    item: str
    source: str
    target: str
    say: Message
    count: int = 1


# --- the engine -----------------------------------------------------------------------------

S = TypeVar("S")
C = TypeVar("C")
S_contra = TypeVar("S_contra", contravariant=True)
C_contra = TypeVar("C_contra", contravariant=True)


class Explain(Protocol[S_contra, C_contra]):
    """The type of `Engine.explain`."""

    def __call__(
        self, state: S_contra, choice: C_contra, seat: int | None = None, /
    ) -> Reason | None:
        """Return the first failing check of the rules page, or None if the choice is legal.

        `seat` is the seat that wants to play; default: the seat on turn.
        """
        ...


class View(Protocol[S_contra]):
    """The type of `Engine.view`."""

    def __call__(self, state: S_contra, seat: int | None = None, /) -> dict[str, Json]:
        """Return the public table as JSON; with `seat`, also what is hidden from the others."""
        ...


def nothing(_: object, __: object) -> tuple[Message, ...]:
    """Return no messages: the default of `Engine.grounds`."""
    return ()


class Beginning(NamedTuple):
    """A ready-made start with `given` values, and the numbers of seats it is for."""

    name: str
    seats: tuple[int, int]
    given: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with exactly one winning first move."""

    turns: int
    """The number of turns the seat on turn needs to win against the best defence."""
    first: str
    """The only first choice that forces the win."""
    position: Json
    """The position in the game's own format, with default options and first player 0."""

    @property
    def plies(self) -> int:
        """The number of moves of both sides to the end."""
        return 2 * self.turns - 1


def unchanged(state: S) -> S:
    """Return the state itself: the default of `Engine.public`, for games without hidden things."""
    return state


def never(_: object) -> None:
    """Return None: the default of `Engine.dealer` and `Engine.repetition`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine(Generic[S, C]):
    """The rules of one game. Fields without a default are required."""

    # --- attributes ---
    name: str
    version: int
    """Version of the rules, written into records; raised by a change that breaks old records."""
    seats: tuple[int, int]
    options: tuple[Option, ...] = ()
    given: tuple[str, ...] = ()
    """The keys of `Start.given` that the game accepts."""
    beginnings: Callable[[], Sequence[Beginning]] = tuple
    """Return examples of `given` values; tests and benches try each of them."""
    words: Mapping[str, str]
    """English sentences by message code and term key, marked for translation."""
    bad_notation: str = "BAD_NOTATION"
    """The refusal code for unreadable notation."""
    rulebook: Mapping[str, str] = field(default_factory=dict)
    """The id of the rulebook statement behind each refusal code.

    `words` has the readable name of a statement under `rule.<id>`.
    """
    refuses_seats: bool = False
    """Whether `explain` and `agree` refuse seats out of range themselves, with their own code."""
    anybody: bool = False
    """Whether a seat that is not on turn may choose; the record then names the seat that did."""
    open_questions: tuple[str, ...] = ()
    """Questions (`Turn.asks`) that accept more answers than `legal` lists."""

    # --- play ---
    setup: Callable[[Start], S]
    """Return the first state; raise BadStart."""
    turn: Callable[[S], Turn | None]
    """Return who chooses now, or None when the game is over."""
    legal: Callable[[S], Sequence[C]]
    """Return the legal choices, in a stable and natural order."""
    explain: Explain[S, C]
    apply: Callable[[S, C], S]
    """Return the state after a legal choice. The choice is not checked again."""
    agree: Callable[[S, str, int], S]
    """Return the state after `resign` (by a seat), `draw` or `end`; not called when the game is
    over.

    Raise IllegalChoice if the seat cannot resign because it has left already.
    """
    dealer: Callable[[S], C | None] = never
    """Return the dealer's next answer, or None if the dealer has none to give."""
    repetition: Callable[[S], object | None] = never
    """Return the key by which positions count as repeated, or None for one that never counts."""

    # --- notation and words ---
    read: Callable[[str], C]
    """Return the choice for a notation; raise BadNotation."""
    write: Callable[[C], str]
    """Return the notation of a choice."""
    parts: Callable[[C], tuple[ChoicePart, ...]]
    """Return the parts that are entered with the knob, in order, to make this choice."""
    describe: Callable[[S, C], Message]
    """Return the description of a choice."""
    report: Callable[[S, C, int | None], Message] | None = None
    """Return the description of a choice made by a seat (None: the table); default: `describe`."""
    grounds: Callable[[S, C], tuple[Message, ...]] = nothing
    """Return why a legal choice is legal or forced: the rule that allows it."""
    events: Callable[[S, C | None, S], tuple[Message, ...]]
    """Return what happened (captured, swept, completed ...); the choice is None for an agreement.
    """

    # --- points ---
    scores: Callable[[S], tuple[int | None, ...]]
    """Return the score of each seat, None where it is hidden."""
    score_sheet: Callable[[S], tuple[tuple[ScoreLine, ...], ...]]
    """Return the score lines of each seat; their points add up to its score."""
    outcome: Callable[[S], Outcome | None]
    """Return how the game ended, or None while it is running."""

    # --- the table ---
    view: View[S]
    public: Callable[[S], S] = unchanged
    """Return the state without what nobody may see; its public view is the same."""
    steps: Callable[[S | None, S], tuple[Step, ...]]
    """Return the physical steps from one table to another; from None, the steps to set it up."""
    position: Callable[[S], Json]
    """Return the whole state as JSON, except for agreements."""
    from_position: Callable[[Json, Start], S]
    """Return the state of a position; raise BadPosition, or BadStart for the seats."""
    check: Callable[[S], tuple[Reason, ...]]
    """Return the broken invariants of a state that was typed in."""

    # --- optional ---
    perft: Callable[[S, int, int], int] | None = None
    """Return the number of choice sequences of a length; raise TooManyNodes above the limit."""
    think: Callable[[], Think] | None = None
    """Import and return the game's bot."""
    coach: Callable[[], Coach] | None = None
    """Import and return the function that explains the bot's choice in words."""
    puzzles: Callable[[], Sequence[Puzzle]] | None = None
    """Import and return puzzles, easier ones first."""
    learned: Callable[[S], tuple[str, ...]] | None = None
    """Return facts about this table's own copy of the game that were found out during play."""

    def rule_behind(self, reason: Message) -> Term | None:
        """Return the rulebook statement behind a refusal, or None.

        The value of the term is the id of the statement; its name is in `words`.
        """
        rule = self.rulebook.get(reason.code)
        return None if rule is None else Term("rule", rule)


def judge(engine: Engine[S, C], state: S, text: str, seat: int | None = None) -> C | Reason:
    """Return the choice that a text means, or the first reason against it."""
    if engine.turn(state) is None:
        return Reason("GAME_OVER")
    try:
        choice = engine.read(text)
    except BadNotation as error:
        return error.reason
    return engine.explain(state, choice, seat) or choice
