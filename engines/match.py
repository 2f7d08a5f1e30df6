"""A match: a game being played, with everything that can be taken back.

    play --> moments: [state, who, text] ...      undo pops them, redo puts them back
         \\-> lines: the record, which only grows

A dealer's answers follow a choice by themselves and are taken back with it.
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
    """Nothing was played yet, or everything is taken back already."""


class NothingToRedo(EngineError, LookupError):
    """Nothing was taken back since the last choice."""


@dataclass(frozen=True, slots=True)
class Moment(Generic[S]):
    """A state and what led to it."""

    state: S
    line: RecordLine


class Match(Generic[S, C]):
    """One match of one game. Every state it went through is kept, so undo costs nothing.

    `start` comes from `catalog.begin`; with a `position` the match begins there. Raise BadStart
    or BadPosition. Examples: docs/engines.md.
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
        """Whose turn it was when somebody asked last, and the state then: screens ask often."""
        self._seen: Counter[object] = Counter()
        self._count(self._first, 1)
        self._deal()

    # --- looking ---

    @property
    def state(self) -> S:
        """The table as it is now."""
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
        """What stands, in order, without what was taken back."""
        return tuple(self._moments)

    @property
    def last(self) -> RecordLine | None:
        """The last line of a person that stands."""
        lines = (moment.line for moment in reversed(self._moments))
        return next((line for line in lines if line.who != DEALER), None)

    @property
    def before_last(self) -> S | None:
        """The state in which that line was played; None if there is none."""
        for place in range(len(self._moments) - 1, -1, -1):
            if self._moments[place].line.who != DEALER:
                return self._moments[place - 1].state if place else self._first
        return None

    @property
    def first(self) -> S:
        """The state before anything was played."""
        return self._first

    @property
    def can_undo(self) -> bool:
        """Say whether there is something to take back."""
        return any(moment.line.who != DEALER for moment in self._moments)

    @property
    def can_redo(self) -> bool:
        """Say whether something was taken back and not replaced."""
        return bool(self._undone)

    @property
    def is_turn_start(self) -> bool:
        """Say whether the turn on hand has just begun: taking back now reaches the one before."""
        turn = self.turn
        if turn is None or turn.seat is None:
            return False
        return not self._was_mended_in(turn)

    def _was_mended_in(self, turn: Turn) -> bool:
        """Say whether the last that people did was to mend the table within a turn."""
        at = len(self._moments) - 1
        while at >= 0 and self._moments[at].line.who == DEALER:
            at -= 1
        if at < 0 or not self._moments[at].line.text.startswith(EDIT):
            return False
        before = self._moments[at - 1].state if at else self._first
        return self.engine.turn(before) == turn

    def why_not(self, text: str, seat: int | None = None) -> Reason | None:
        """Return the first reason against a choice; None if it would be accepted."""
        verdict = self._judge(text, seat)
        return verdict if isinstance(verdict, Reason) else None

    # --- acting ---

    def play(self, text: str, seat: int | None = None) -> tuple[Message, ...]:
        """Play a choice, an answer or an agreement; raise IllegalChoice and change nothing."""
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
        """Put the table as it really stands; raise BadPosition or IllegalChoice."""
        state = self.engine.from_position(position, self.start)
        if broken := self.engine.check(state):
            raise IllegalChoice(broken[0])
        self._undone.clear()
        self._add(Moment(state, RecordLine(TABLE, EDIT + json.dumps(position, sort_keys=True))))
        self._deal()

    def note(self, remark: str) -> None:
        """Write a remark into the record; the table stays as it is."""
        self.lines.append(RecordLine(TABLE, NOTE + remark))

    def undo(self) -> tuple[RecordLine, ...]:
        """Take back the last person's choice and the dealer's answers after it."""
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
        """Play again what was taken back last."""
        if not self._undone:
            raise NothingToRedo("nothing to redo")
        group = self._undone.pop()
        for moment in group:
            self._moments.append(moment)
            self._count(moment.state, 1)
        self.lines.append(RecordLine(TABLE, REDO))
        return tuple(moment.line for moment in group)

    def fork(self) -> Match[S, C]:
        """Return an independent match at the same moment, to try things out."""
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
        """How this match began."""
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
        """Return the record as text."""
        return write(Record(self.header, tuple(self.lines)))

    def follow(self, line: RecordLine) -> None:
        """Do what a person's line of a record says; raise Refused, NothingToUndo, NothingToRedo."""
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

    # --- inside ---

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
        """Let the example beside an unreadable text be one of this moment."""
        is_unread = reason.code == self.engine.bad_notation and reason.instead is None
        if not is_unread or "example" not in reason.facts:
            return reason
        example = self.engine.write(self.engine.legal(self.state)[0])
        return Reason(reason.code, {**reason.facts, "example": example})

    def _by(self, seat: int | None) -> int | None:
        """Return who acts: the seat named, else the seat on turn, else nobody in particular."""
        turn = self.turn
        assert turn is not None
        return turn.seat if seat is None else seat

    def _result(self, text: str, choice: C | None, seat: int | None) -> tuple[str, S]:
        """Return who is written down, and the state after."""
        if choice is not None:
            by = self._by(seat if self.engine.anybody else None)
            state = self.engine.apply(self.state, choice)
        else:
            by = self._by(seat)
            state = self.engine.agree(self.state, text, by or 0)
        return TABLE if by is None else str(by), state

    def _deal(self) -> list[Message]:
        """Let the dealer answer as long as the dealer is asked."""
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
    """Play a record again from its text; raise BadRecord."""
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
    """Return a match as its header says; raise EngineError."""
    return Match(
        engine, header.start, header.names, header.position, header.levels, header.practice
    )


def follow(match: Match[Any, Any], lines: Iterable[RecordLine]) -> None:
    """Let a fresh match go through the lines of a record."""
    for done, line in enumerate(lines):
        if line.who != DEALER:
            if done != len(match.lines):
                raise BadRecord(f"the dealer's answers before {line.text!r} are missing")
            match.follow(line)
        elif done >= len(match.lines) or match.lines[done] != line:
            raise BadRecord(f"the dealer dealt otherwise than {line.text!r}")
