"""What every game offers, and the small values that pass between a game and the world.

A game is one `Engine`: a table of facts, and of functions on its states and choices, which are
frozen values. Nothing here knows a clock, a random source, a file or a pixel.

    Start --setup--> State --legal--> choices --apply--> State ... --outcome--> Outcome

Words are not made here either: a refusal, an event or a step is a `Message`, a code with the
facts behind it, and `wording` turns it into a sentence of the table's language.
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
"""Whatever JSON can hold."""

AGREEMENTS = ("resign", "draw", "end")
"""Texts that people may agree on whenever a match is not over; never listed by `legal`."""

BY_POINTS = "points"
"""The code of an outcome that the scores alone explain."""


# --- words to be ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Term:
    """A value that has a name in every language: `Term("colour", "R")` reads "red"."""

    family: str
    value: str | int

    @property
    def key(self) -> str:
        """Where the game's words hold the name."""
        return f"{self.family}.{self.value}"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player, from 0; read as the player's name where one is known, else "player 1"."""

    number: int


@dataclass(frozen=True, slots=True)
class Named:
    """A name that the table brought with it, such as a line of its own score sheet.

    `key` is for programs; the texts go by the code of their language.
    """

    key: str
    texts: tuple[tuple[str, str], ...]

    def text(self, language: str) -> str:
        """Return the name in a language, else in English, else in whatever there is."""
        known = dict(self.texts)
        return known.get(language) or known.get(SOURCE) or next(iter(known.values()), self.key)


Fact = int | str | Term | Seat | Named | tuple["Fact", ...]


@dataclass(frozen=True, slots=True)
class Message:
    """Something to be said: a code and the facts its sentence names."""

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reason(Message):
    """Why a choice is refused, and the text of the nearest choice that would be accepted."""

    instead: str | None = None


# --- errors ---------------------------------------------------------------------------------


class Refused(EngineError):
    """A request that the rules refuse, with the reason."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"{reason.code} {dict(reason.facts)}")
        self.reason = reason


class BadNotation(Refused, ValueError):
    """A text that is no choice of this game (unreadable, not forbidden)."""


class IllegalChoice(Refused, ValueError):
    """A readable choice that the rules forbid here."""


class BadStart(Refused, ValueError):
    """A game cannot begin like that."""


class BadPosition(Refused, ValueError):
    """A position that cannot be read."""


class TooManyNodes(Refused, OverflowError):
    """A count of moves ahead that passed its limit."""

    def __init__(self, limit: int) -> None:
        super().__init__(Reason("TOO_MANY_NODES", {"limit": limit}))


# --- small values ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made before the game: the new-game screen and the command line come from it.

    The first value is the default. `explain` is the code of one line in the game's words;
    each value has a name there under `option.<name>.<value>` (true and false as words).
    `only` names another option and the value without which this one means nothing.
    """

    name: str
    values: tuple[str | bool, ...]
    explain: str
    only: tuple[str, str | bool] | None = None

    @property
    def default(self) -> str | bool:
        """The value that holds when nothing was said."""
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Turn:
    """Who chooses now: a seat, or the table, which answers a question named `asks`.

    A seat may be asked a question as well, where it has more answers than `legal` lists.
    """

    seat: int | None
    asks: str | None = None
    turn_of: int | None = None
    """Whose turn the choice is a part of, where a turn has parts that others choose in."""

    @property
    def owner(self) -> int | None:
        """The seat whose turn it is, whoever chooses now; None: a question tells nothing of it."""
        return self.seat if self.turn_of is None else self.turn_of


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. A draw has no single winner and lists all seats."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    why: Message

    @property
    def winner(self) -> int | None:
        """The one winner, if there is one."""
        return self.winners[0] if len(self.winners) == 1 else None


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a score sheet: points and the rule they came from (None: still hidden)."""

    points: int | None
    rule: Message


@dataclass(frozen=True, slots=True)
class ChoicePart:
    """One thing the knob picks on the way to a choice; `value` is what is shown."""

    name: str
    value: Fact


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that hands do on the table: move `count` of `item` between two places.

    Items and places are plain codes that a test, or a picture, can follow; `say` is the
    sentence for people. Applied in order, the steps lead from one table to the other.
    """

    item: str
    source: str
    target: str
    say: Message
    count: int = 1


# --- the contract ---------------------------------------------------------------------------

S = TypeVar("S")
C = TypeVar("C")
S_contra = TypeVar("S_contra", contravariant=True)
C_contra = TypeVar("C_contra", contravariant=True)


class Explain(Protocol[S_contra, C_contra]):
    """Says why not."""

    def __call__(
        self, state: S_contra, choice: C_contra, seat: int | None = None, /
    ) -> Reason | None:
        """Return the first failing check of the rules page; None if the choice is legal.

        `seat` is who claims to play; without it, whoever is on turn.
        """
        ...


class View(Protocol[S_contra]):
    """Shows the table."""

    def __call__(self, state: S_contra, seat: int | None = None, /) -> dict[str, Json]:
        """Return the public table as JSON, or with the secrets of one seat."""
        ...


def nothing(_: object, __: object) -> tuple[Message, ...]:
    """Stand for grounds in a game that gives none."""
    return ()


class Beginning(NamedTuple):
    """A way to begin with things that the table tells: its name, how many can sit, `given`."""

    name: str
    seats: tuple[int, int]
    given: Mapping[str, Json]


class Puzzle(Protocol):
    """A position with one winning way."""

    @property
    def turns(self) -> int:
        """So many turns of the seat on turn it takes, if the others hold out."""
        ...

    @property
    def first(self) -> str:
        """The only first choice that forces it."""
        ...

    @property
    def position(self) -> Json:
        """The position, as the game writes it, with its usual options; the first seat began."""
        ...


def unchanged(state: S) -> S:
    """Return a state as it is: the public one of a game in which nothing is hidden."""
    return state


def never(_: object) -> None:
    """Stand for a dealer in a game without one, and for a game in which nothing repeats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine(Generic[S, C]):
    """The rules of one game. What has no default, every game has to bring."""

    # --- facts ---
    name: str
    version: int
    """Of the rules, as the record names it; a change that breaks old records raises it."""
    seats: tuple[int, int]
    options: tuple[Option, ...] = ()
    given: tuple[str, ...] = ()
    """What the table may tell before the game: the keys of `Start.given`."""
    beginnings: Callable[[], Sequence[Beginning]] = tuple
    """Return ready things to tell before the game; whoever tries all games tries each."""
    words: Mapping[str, str]
    """Message codes and term keys to English sentences, marked for translation."""
    bad_notation: str = "BAD_NOTATION"
    """The refusal code of an unreadable text on this game's rules page."""
    rulebook: Mapping[str, str] = field(default_factory=dict)
    """Refusal codes to the rulebook statement each rests on, by its id.

    `words` has the name of the statement as people read it, under `rule.<id>`.
    """
    refuses_seats: bool = False
    """`explain` and `agree` refuse a seat that is none, with a code of this game's rules page."""
    anybody: bool = False
    """A seat that is not on turn may choose too: the record names the seat that did."""
    open_questions: tuple[str, ...] = ()
    """Questions (`Turn.asks`) that take more answers than the useful ones that `legal` lists."""

    # --- play ---
    setup: Callable[[Start], S]
    """Return the first state; raise BadStart."""
    turn: Callable[[S], Turn | None]
    """Say who chooses what now; None when the game is over."""
    legal: Callable[[S], Sequence[C]]
    """List the choices, in a stable order that a person expects."""
    explain: Explain[S, C]
    apply: Callable[[S, C], S]
    """Return the state after a choice that is known to be legal."""
    agree: Callable[[S, str, int], S]
    """Return the state after `resign` (by a seat), `draw` or `end`; the game is not over.

    Raise IllegalChoice where the seat cannot resign (it has left already).
    """
    dealer: Callable[[S], C | None] = never
    """Return the answer the dealer gives now, if the dealer is the one to answer."""
    repetition: Callable[[S], object | None] = never
    """Return what must be equal for a position to count as repeated; None: never counts."""

    # --- words ---
    read: Callable[[str], C]
    """Turn notation into a choice; raise BadNotation."""
    write: Callable[[C], str]
    """Turn a choice into notation."""
    parts: Callable[[C], tuple[ChoicePart, ...]]
    """Return what the knob picks, in order, to arrive at this choice."""
    describe: Callable[[S, C], Message]
    """Say a choice in words."""
    report: Callable[[S, C, int | None], Message] | None = None
    """Say a choice that was made, by which seat (None: the table); None: as `describe` says it."""
    grounds: Callable[[S, C], tuple[Message, ...]] = nothing
    """Say why a legal choice is legal, or forced: the rule that lets it pass."""
    events: Callable[[S, C | None, S], tuple[Message, ...]]
    """Say what happened (captured, swept, completed ...); the choice is None for an agreement."""

    # --- points ---
    scores: Callable[[S], tuple[int | None, ...]]
    """Return the score of each seat; None where it is hidden."""
    score_sheet: Callable[[S], tuple[tuple[ScoreLine, ...], ...]]
    """Return every contribution of every seat; the points of a seat add up to its score."""
    outcome: Callable[[S], Outcome | None]
    """Return how the game ended, or None while it goes on."""

    # --- the table ---
    view: View[S]
    public: Callable[[S], S] = unchanged
    """Return the state without what is hidden from everybody; its public view is the same."""
    steps: Callable[[S | None, S], tuple[Step, ...]]
    """Return the hands' work from one table to another; from None: out of the box."""
    position: Callable[[S], Json]
    """Return the whole state as JSON; only what was agreed on may be missing from it."""
    from_position: Callable[[Json, Start], S]
    """Return the state a position describes; raise BadPosition, or BadStart for the seats."""
    check: Callable[[S], tuple[Reason, ...]]
    """Return the broken invariants of a state that was typed in."""

    # --- what not every game has ---
    perft: Callable[[S, int, int], int] | None = None
    """Count the sequences of so many choices; raise TooManyNodes beyond a limit."""
    think: Callable[[], Think] | None = None
    """Load the game's player, which is not needed before somebody wants it, and return it."""
    coach: Callable[[], Coach] | None = None
    """Load and return what says a thought of the player in words."""
    puzzles: Callable[[], Sequence[Puzzle]] | None = None
    """Load positions with one winning way, easier ones first."""
    learned: Callable[[S], tuple[str, ...]] | None = None
    """Return what the game learned about this table's copy of it."""

    def rule_behind(self, reason: Message) -> Term | None:
        """Return the rulebook statement that a refusal rests on; None: it rests on none.

        The value of the term is the id of the statement, its name what people call it.
        """
        rule = self.rulebook.get(reason.code)
        return None if rule is None else Term("rule", rule)


def judge(engine: Engine[S, C], state: S, text: str, seat: int | None = None) -> C | Reason:
    """Return the choice a text means, or the first reason against it, from the text on."""
    if engine.turn(state) is None:
        return Reason("GAME_OVER")
    try:
        choice = engine.read(text)
    except BadNotation as error:
        return error.reason
    return engine.explain(state, choice, seat) or choice
