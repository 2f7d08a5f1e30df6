"""The box in seats of a match: whose they are, and the move that is thought about for one.

A thought belongs to the moment it was asked at. The thinker drops it when the match goes on; what
arrived and was not taken yet is dropped here.
"""

from __future__ import annotations

from engines.bots.player import Thought
from engines.bots.seat_view import seat_view
from firmware_py.match.engine_process.client import Thinker
from firmware_py.match.engine_process.messages import Job, Reply
from firmware_py.match.game_info import facts_of
from firmware_py.match.table_match import TableMatch


class Opponent:
    """Plays for the seats that no person has."""

    def __init__(self, thinker: Thinker, table: TableMatch) -> None:
        self._thinker = thinker
        self._table = table
        self._token: int | None = None
        self._reply: Reply | None = None
        self._asked_at = -1
        """How many lines the record had when it was asked."""
        self._aside = -1
        """How many choices stood when people took the next one over."""
        self.has_failed = False
        """Thinking came to nothing; a press tries again."""

    def plays(self, seat: int | None) -> bool:
        """Say whether a seat is the box's."""
        return seat is not None and self._table.match.header.level_of(seat) > 0

    @property
    def people(self) -> int:
        """How many people play."""
        match = self._table.match
        return sum(not self.plays(seat) for seat in range(match.start.seats))

    @property
    def is_on_turn(self) -> bool:
        """Say whether the box has to choose now."""
        match = self._table.match
        turn = match.turn
        is_its = turn is not None and self.plays(turn.seat)
        return is_its and len(match.moments) != self._aside

    @property
    def is_thinking(self) -> bool:
        """Say whether a move is being thought about; asks no rule, so it can be asked any time."""
        return self._token is not None

    @property
    def part(self) -> float:
        """How much of its time the box has used."""
        return 0.0 if self._token is None else self._thinker.part(self._token)

    def look(self) -> None:
        """Think, if it is the box's turn and it does not think about it already."""
        lines = len(self._table.match.lines)
        if not self.is_on_turn:
            self.stop()
        elif lines != self._asked_at:
            self.stop()
            self._asked_at = lines
            self._token = self._thinker.ask(self._job(), self._take, self._table)

    def take(self) -> Thought | None:
        """Return the thought about this moment, if it is there, once."""
        reply, self._reply = self._reply, None
        if reply is None or len(self._table.match.lines) != self._asked_at:
            return None
        thought = reply.thought
        if thought is not None and self._table.match.why_not(thought.move) is not None:
            thought = None  # a player that breaks a rule is as good as none
        self.has_failed = thought is None
        return thought

    def stand_aside(self) -> None:
        """Let people make the choice that is due."""
        self._aside = len(self._table.match.moments)
        self.stop()

    def hurry(self) -> None:
        """Play now, the best that was found; after a failure, think again."""
        if self.has_failed:
            self.stop()
            self.look()
        elif self._token is not None:
            self._thinker.hurry(self._token)

    def stop(self) -> None:
        """Think no longer."""
        if self._token is not None:
            self._thinker.cancel(self._token)
        self._token, self._reply, self._asked_at = None, None, -1
        self.has_failed = False

    def _job(self) -> Job:
        match = self._table.match
        turn = match.turn
        assert turn is not None
        assert turn.seat is not None
        return Job(
            match.engine.name,
            seat_view(match, turn.seat),
            match.header.level_of(turn.seat),
            self._thinker.seconds,
            seed=match.start.seed + len(match.lines),
        )

    def _take(self, reply: Reply) -> None:
        """Keep what was thought until the screen can play it."""
        self._token = None
        if reply.thought is not None or reply.why_not:
            self._reply = reply


def answer_for_table(table: TableMatch) -> bool:
    """Answer in practice a question that nobody can look up; return whether one was answered."""
    match = table.match
    practice = facts_of(match.engine.name).practice
    if not match.practice or practice is None or match.turn is None or match.turn.seat is not None:
        return False
    answer = practice.answer(match.state)
    if answer is None:
        return False
    table.play(answer)
    return True
