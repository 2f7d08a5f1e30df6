"""A match: one game in progress, with undo, redo and a record.

    play --> moments: [state, who, text] ...      undo pops them, redo puts them back
         \\-> lines: the record, which only grows

The dealer's answers follow a choice automatically and are undone with it.

>>> from engines import catalog
>>> engine = catalog.load("mana")
>>> match = Match(engine, catalog.begin(engine, seats=2, seed=1, first=0), names=["Ada", "Ben"])
>>> for move in ["=b1", "=b6", "b1-b3"]:
...     events = match.play(move)
>>> match.turn.seat
1
>>> match.why_not("b6-b5").code
'WRONG_KIND'
>>> match.undo()
(RecordLine(who='0', text='b1-b3'),)
>>> match.turn.seat
0
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engines.catalog import complete
from engines.engine import (
    AGREEMENTS,
    BadPosition,
    Engine,
    IllegalChoice,
    Json,
    Message,
    Reason,
    Start,
    Turn,
    judge,
)
from engines.errors import EngineError
from engines.json_reader import refuse_seat
from engines.record import (
    DEALER,
    EDIT,
    NOTE,
    REDO,
    TABLE,
    UNDO,
    BadRecord,
    Header,
    Record,
    RecordLine,
    load_json,
    read,
    write,
)

S = TypeVar("S")
C = TypeVar("C")


class NothingToUndo(EngineError, LookupError):
    """There is no choice to undo."""


class NothingToRedo(EngineError, LookupError):
    """Nothing was undone since the last choice."""


@dataclass(frozen=True, slots=True)
class Moment(Generic[S]):
    """A state and the record line that led to it."""

    state: S
    line: RecordLine


class Match(Generic[S, C]):
    """One match of one game. Every state is kept, so undo needs no calculation.

    `start` comes from `catalog.begin`; with a `position` the match begins there. `levels` are the
    levels of the bots by seat (0: a person); `practice` marks a match without physical material.
    Raise BadStart or BadPosition.
    """

    def __init__(
        self,
        engine: Engine[S, C],
        start: Start,
        names: Iterable[str] = (),
        position: Json = None,
        levels: Iterable[int] = (),
        practice: bool = False,
    ) -> None:
        self.engine = engine
        self.start = start._replace(options=complete(engine, start.options))
        self.names = tuple(names)
        self.position = position
        self.levels = tuple(levels)
        self.practice = practice
        self.lines: list[RecordLine] = []
        self._first = (
            engine.setup(self.start)
            if position is None
            else engine.from_position(position, self.start)
        )
        if position is not None and (broken := engine.check(self._first)):
            raise BadPosition(broken[0])
        self._moments: list[Moment[S]] = []
        self._undone: list[tuple[Moment[S], ...]] = []
        self._turn: tuple[S, Turn | None] | None = None
        """The last result of `turn` with its state, because screens ask for it often."""
        self._seen: Counter[object] = Counter()
        self._count(self._first, 1)
        self._deal()

    # --- queries ---

    @property
    def state(self) -> S:
        """The current state."""
        return self._moments[-1].state if self._moments else self._first

    @property
    def turn(self) -> Turn | None:
        """Who chooses now; None when the match is over."""
        state = self.state
        if self._turn is None or self._turn[0] is not state:
            self._turn = (state, self.engine.turn(state))
        return self._turn[1]

    @property
    def moments(self) -> tuple[Moment[S], ...]:
        """The moments of the match in order, without those undone."""
        return tuple(self._moments)

    @property
    def last(self) -> RecordLine | None:
        """The last line in effect that is not the dealer's."""
        lines = (moment.line for moment in reversed(self._moments))
        return next((line for line in lines if line.who != DEALER), None)

    @property
    def before_last(self) -> S | None:
        """The state in which `last` was played, or None."""
        for place in range(len(self._moments) - 1, -1, -1):
            if self._moments[place].line.who != DEALER:
                return self._moments[place - 1].state if place else self._first
        return None

    @property
    def first(self) -> S:
        """The state before the first choice."""
        return self._first

    @property
    def can_undo(self) -> bool:
        """Whether there is something to undo."""
        return any(moment.line.who != DEALER for moment in self._moments)

    @property
    def can_redo(self) -> bool:
        """Whether something was undone and not replaced."""
        return bool(self._undone)

    @property
    def is_turn_start(self) -> bool:
        """Whether the turn has just begun, so that undo reaches the turn before."""
        turn = self.turn
        if turn is None or turn.seat is None:
            return False
        return not self._was_corrected_in(turn)

    def _was_corrected_in(self, turn: Turn) -> bool:
        """Return whether the last action was a correction of the table within this turn."""
        at = len(self._moments) - 1
        while at >= 0 and self._moments[at].line.who == DEALER:
            at -= 1
        if at < 0 or not self._moments[at].line.text.startswith(EDIT):
            return False
        before = self._moments[at - 1].state if at else self._first
        return self.engine.turn(before) == turn

    def why_not(self, text: str, seat: int | None = None) -> Reason | None:
        """Return the first reason against a choice, or None if it is legal.

        `seat` is the seat that wants to play; default: the seat on turn.
        """
        verdict = self._judge(text, seat)
        return verdict if isinstance(verdict, Reason) else None

    # --- actions ---

    def play(self, text: str, seat: int | None = None) -> tuple[Message, ...]:
        """Play a choice, an answer or an agreement, and return what happened.

        `text` is in the game's notation, or "resign", "draw" or "end". Raise IllegalChoice, with
        the reason, and leave the match unchanged.
        """
        verdict = self._judge(text, seat)
        if isinstance(verdict, Reason):
            raise IllegalChoice(verdict)
        who, state = self._result(text, verdict, seat)
        before = self.state
        self._undone.clear()
        self._add(Moment(state, RecordLine(who, text)))
        events = list(self.engine.events(before, verdict, state))
        events += self._deal()
        key = self.engine.repetition(self.state)
        if key is not None and self._seen[key] >= 3:
            events.append(Message("repetition", {"times": self._seen[key]}))
        return tuple(events)

    def edit(self, position: Json) -> None:
        """Set the table to a corrected position; raise BadPosition or IllegalChoice."""
        state = self.engine.from_position(position, self.start)
        if broken := self.engine.check(state):
            raise IllegalChoice(broken[0])
        self._undone.clear()
        self._add(Moment(state, RecordLine(TABLE, EDIT + json.dumps(position, sort_keys=True))))
        self._deal()

    def note(self, remark: str) -> None:
        """Add a remark to the record; the state does not change."""
        self.lines.append(RecordLine(TABLE, NOTE + remark))

    def undo(self) -> tuple[RecordLine, ...]:
        """Undo the last choice of a person and the dealer's answers after it; return their lines.

        Raise NothingToUndo.
        """
        if not self.can_undo:
            raise NothingToUndo("nothing to undo")
        group: list[Moment[S]] = []
        while not group or group[-1].line.who == DEALER:
            group.append(self._moments.pop())
            self._count(group[-1].state, -1)
        group.reverse()
        self._undone.append(tuple(group))
        self.lines.append(RecordLine(TABLE, UNDO))
        return tuple(moment.line for moment in group)

    def redo(self) -> tuple[RecordLine, ...]:
        """Redo what was undone last, and return its lines; raise NothingToRedo."""
        if not self._undone:
            raise NothingToRedo("nothing to redo")
        group = self._undone.pop()
        for moment in group:
            self._moments.append(moment)
            self._count(moment.state, 1)
        self.lines.append(RecordLine(TABLE, REDO))
        return tuple(moment.line for moment in group)

    def fork(self) -> Match[S, C]:
        """Return an independent copy of the match, for trying moves."""
        other: Match[S, C] = Match.__new__(Match)
        other.__dict__.update(self.__dict__)
        other.lines = list(self.lines)
        other._moments = list(self._moments)
        other._undone = list(self._undone)
        other._seen = Counter(self._seen)
        return other

    # --- the record ---

    @property
    def header(self) -> Header:
        """The header of the record."""
        return Header(
            self.engine.name,
            self.engine.version,
            self.start,
            self.position,
            self.names,
            self.levels,
            self.practice,
        )

    def record(self) -> str:
        """Return the record as text, as `replay` reads it."""
        return write(Record(self.header, tuple(self.lines)))

    def follow(self, line: RecordLine) -> None:
        """Carry out a line of a record, except for the dealer's.

        Raise Refused, NothingToUndo or NothingToRedo.
        """
        if line.text == UNDO:
            self.undo()
        elif line.text == REDO:
            self.redo()
        elif line.text.startswith(NOTE):
            self.note(line.text.removeprefix(NOTE))
        elif line.text.startswith(EDIT):
            self.edit(load_json(line.text.removeprefix(EDIT)))
        else:
            self.play(line.text, None if line.who == TABLE else int(line.who))

    # --- internals ---

    def _judge(self, text: str, seat: int | None) -> C | Reason | None:
        """Return the choice, the reason against it, or None for an agreement."""
        wrong = None if seat is None else refuse_seat("BAD_SEAT", seat, self.start.seats)
        if wrong is not None and not self.engine.refuses_seats:
            return wrong
        if text not in AGREEMENTS:
            verdict = judge(self.engine, self.state, text, seat)
            return self._fitting(verdict) if isinstance(verdict, Reason) else verdict
        if self.turn is None:
            return Reason("GAME_OVER")
        by = self._by(seat)
        if by is None and text == "resign":
            return Reason("WHO_RESIGNS")
        try:
            self.engine.agree(self.state, text, by or 0)
        except IllegalChoice as refused:
            return refused.reason
        return None

    def _fitting(self, reason: Reason) -> Reason:
        """Replace the example in a notation error by a choice that is legal now."""
        is_unread = reason.code == self.engine.bad_notation and reason.instead is None
        if not is_unread or "example" not in reason.facts:
            return reason
        example = self.engine.write(self.engine.legal(self.state)[0])
        return Reason(reason.code, {**reason.facts, "example": example})

    def _by(self, seat: int | None) -> int | None:
        """Return the seat that acts: the one named, else the one on turn, else None."""
        turn = self.turn
        assert turn is not None
        return turn.seat if seat is None else seat

    def _result(self, text: str, choice: C | None, seat: int | None) -> tuple[str, S]:
        """Return the author for the record, and the next state."""
        if choice is not None:
            by = self._by(seat if self.engine.anybody else None)
            state = self.engine.apply(self.state, choice)
        else:
            by = self._by(seat)
            state = self.engine.agree(self.state, text, by or 0)
        return TABLE if by is None else str(by), state

    def _deal(self) -> list[Message]:
        """Play the dealer's answers until somebody else has to choose."""
        events: list[Message] = []
        while (choice := self.engine.dealer(self.state)) is not None:
            before = self.state
            state = self.engine.apply(before, choice)
            self._add(Moment(state, RecordLine(DEALER, self.engine.write(choice))))
            events += self.engine.events(before, choice, state)
        return events

    def _add(self, moment: Moment[S]) -> None:
        self._moments.append(moment)
        self.lines.append(moment.line)
        self._count(moment.state, 1)

    def _count(self, state: S, by: int) -> None:
        key = self.engine.repetition(state)
        if key is not None:
            self._seen[key] += by


def replay(text: str, engine: Engine[Any, Any]) -> Match[Any, Any]:
    """Return the match of a record's text, played again; raise BadRecord."""
    record = read(text)
    header = record.header
    if (header.game, header.rules) != (engine.name, engine.version):
        raise BadRecord(
            f"a record of {header.game} rules {header.rules}; "
            f"this program plays {engine.name} rules {engine.version}"
        )
    try:
        match = begin(engine, header)
        follow(match, record.lines)
    except EngineError as error:
        raise BadRecord(f"the record does not replay: {error}") from error
    return match


def begin(engine: Engine[S, C], header: Header) -> Match[S, C]:
    """Return a new match from the header of a record; raise EngineError."""
    return Match(
        engine, header.start, header.names, header.position, header.levels, header.practice
    )


def follow(match: Match[Any, Any], lines: Iterable[RecordLine]) -> None:
    """Carry out the lines of a record on a new match; raise BadRecord or EngineError."""
    for done, line in enumerate(lines):
        if line.who != DEALER:
            if done != len(match.lines):
                raise BadRecord(f"the dealer's answers before {line.text!r} are missing")
            match.follow(line)
        elif done >= len(match.lines) or match.lines[done] != line:
            raise BadRecord(f"the dealer dealt otherwise than {line.text!r}")
