"""What every game offers, and the small values that pass between a game and the world.

A game is an object with the methods of `Engine`. Its states and choices are frozen values;
`apply` returns a new state. Nothing here knows a clock, a random source, a file or a pixel.

    Start --setup--> State --legal--> choices --apply--> State ... --outcome--> Outcome

Words are not made here either: a refusal, an event or a step is a `Message`, a code with the
facts behind it, and `wording` turns it into a sentence of the table's language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from engines.errors import EngineError

Json = Any
"""Whatever JSON can hold."""

AGREEMENTS = ("resign", "draw", "end")
"""Texts that people may agree on whenever a match is not over; never listed by `legal`."""


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


Fact = int | str | Term | Seat | tuple["Fact", ...]


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
class Start:
    """Everything that makes a game begin the same way again: the header of a record."""

    options: Mapping[str, str | bool]
    seats: int
    first: int
    seed: int
    given: Mapping[str, Json] = field(default_factory=dict)
    """What the table told beforehand (a path, a printed board, what lies on top)."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Who chooses now: a seat, or the table, which answers a question named `asks`."""

    seat: int | None
    asks: str | None = None


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


class Engine(Protocol, Generic[S, C]):
    """The rules of one game."""

    name: str
    version: int
    """Of the rules, as the record names it; a change that breaks old records raises it."""
    seats: tuple[int, int]
    options: tuple[Option, ...]
    words: Mapping[str, str]
    """Message codes and term keys to English sentences, marked for translation."""
    bad_notation: str
    """The refusal code of an unreadable text on this game's rules page."""

    def setup(self, start: Start) -> S:
        """Return the first state; raise BadStart."""
        ...

    def turn(self, state: S) -> Turn | None:
        """Say who chooses what now; None when the game is over."""
        ...

    def dealer(self, state: S) -> C | None:
        """Return the answer the dealer gives now, if the dealer is the one to answer."""
        ...

    def legal(self, state: S) -> Sequence[C]:
        """List the choices, in a stable order that a person expects."""
        ...

    def explain(self, state: S, choice: C, seat: int | None = None) -> Reason | None:
        """Return the first failing check of the rules page; None if the choice is legal.

        `seat` is who claims to play; without it, whoever is on turn.
        """
        ...

    def apply(self, state: S, choice: C) -> S:
        """Return the state after a choice that is known to be legal."""
        ...

    def agree(self, state: S, agreement: str, seat: int) -> S:
        """Return the state after `resign` (by `seat`), `draw` or `end`; the game is not over.

        Raise IllegalChoice where `seat` cannot resign (it has left already).
        """
        ...

    def read(self, text: str) -> C:
        """Turn notation into a choice; raise BadNotation."""
        ...

    def write(self, choice: C) -> str:
        """Turn a choice into notation."""
        ...

    def parts(self, choice: C) -> tuple[ChoicePart, ...]:
        """Return what the knob picks, in order, to arrive at this choice."""
        ...

    def describe(self, state: S, choice: C) -> Message:
        """Say a choice in words."""
        ...

    def events(self, before: S, choice: C | None, after: S) -> tuple[Message, ...]:
        """Say what happened (captured, swept, completed ...); choice is None for an agreement."""
        ...

    def scores(self, state: S) -> tuple[int | None, ...]:
        """Return the score of each seat; None where it is hidden."""
        ...

    def score_sheet(self, state: S) -> tuple[tuple[ScoreLine, ...], ...]:
        """Return every contribution of every seat; the points of a seat add up to its score."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        ...

    def view(self, state: S, seat: int | None = None) -> dict[str, Json]:
        """Return the public table as JSON, or with the secrets of one seat."""
        ...

    def steps(self, before: S | None, after: S) -> tuple[Step, ...]:
        """Return the hands' work from one table to another; before None: from the box."""
        ...

    def position(self, state: S) -> Json:
        """Return the whole state as JSON."""
        ...

    def from_position(self, value: Json, start: Start) -> S:
        """Return the state a position describes; raise BadPosition if it cannot be read."""
        ...

    def check(self, state: S) -> tuple[Reason, ...]:
        """Return the broken invariants of a state that was typed in."""
        ...

    def repetition(self, state: S) -> object | None:
        """Return what must be equal for a position to count as repeated; None: never counts."""
        ...


def judge(engine: Engine[S, C], state: S, text: str, seat: int | None = None) -> C | Reason:
    """Return the choice a text means, or the first reason against it, from the text on."""
    if engine.turn(state) is None:
        return Reason("GAME_OVER")
    try:
        choice = engine.read(text)
    except BadNotation as error:
        return error.reason
    return engine.explain(state, choice, seat) or choice
