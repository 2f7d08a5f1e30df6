"""Who plays the seats of a match: people here, people on phones, and the box. Also decides
whose hand the display may show.

A thought is about one position. When the match changes, the thinker cancels the question, and a
thought that has arrived but was not played yet is dropped here.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from engines.bots.player import Thought
from engines.bots.seat_view import seat_view
from firmware_py.match.engine_process import Job, Reply
from firmware_py.match.engine_process.client import Thinker
from firmware_py.match.game_info import info_of
from firmware_py.match.scene import hides_hands, keeps_hands
from firmware_py.match.table_match import TableMatch
from firmware_py.storage.settings import Settings

_MEMORY = "phone_seats"
CLAIM_AT_LEAST = 16
"""In characters; a shorter claim could be guessed."""


class PhoneSeats:
    """The seats that phones hold; empty for a match whose hands are not kept by the box.

    A claim is a random text that a page keeps. The box stores only its digest, with the number of
    the match, so a phone has its seat again after a reload and after a restart of the box.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def holders(self, table: TableMatch | None) -> Mapping[int, str]:
        """Return the digest of the claim on each seat that a phone holds."""
        kept = self._settings.recall(_MEMORY, None)
        if kept is None or table is None or not hides_hands(table.match):
            return {}
        match kept:
            case [int(number), dict(held)] if number == table.number:
                seats = range(table.match.start.seats)
                return {seat: str(held[str(seat)]) for seat in seats if str(seat) in held}
        return {}

    def free(self, table: TableMatch | None) -> tuple[int, ...]:
        """Return the seats that a phone could take."""
        if table is None or not hides_hands(table.match):
            return ()
        header, held = table.match.header, self.holders(table)
        seats = range(table.match.start.seats)
        return tuple(seat for seat in seats if not header.level_of(seat) and seat not in held)

    def seat_of(self, table: TableMatch | None, claim: str) -> int | None:
        """Return the seat that a claim holds, or None."""
        digest = _digest(claim)
        held = self.holders(table)
        return next((seat for seat, holder in held.items() if holder == digest), None)

    def take(self, table: TableMatch | None, seat: int, claim: str) -> bool:
        """Give a free seat to a claim, which holds one seat at most; return whether it has it."""
        if table is None or len(claim) < CLAIM_AT_LEAST:
            return False
        own = self.seat_of(table, claim)
        if own is None and seat in self.free(table):
            self._keep(table, {**self.holders(table), seat: _digest(claim)})
            return True
        return own == seat

    def give_back(self, table: TableMatch, seat: int) -> None:
        """Let the box show the hand of a seat again."""
        held = dict(self.holders(table))
        if held.pop(seat, None) is not None:
            self._keep(table, held)

    def _keep(self, table: TableMatch, held: Mapping[int, str]) -> None:
        kept = {str(seat): digest for seat, digest in held.items()}
        self._settings.remember(_MEMORY, [table.number, kept])


def _digest(claim: str) -> str:
    return sha256(claim.encode(errors="replace")).hexdigest()[:32]


class Opponent:
    """Plays the seats of the box, with the engine process."""

    def __init__(self, thinker: Thinker, table: TableMatch) -> None:
        self._thinker = thinker
        self._table = table
        header, seats = table.match.header, range(table.match.start.seats)
        self._seats = frozenset(seat for seat in seats if header.level_of(seat))
        """The seats of the box."""
        self._token: int | None = None
        self._reply: Reply | None = None
        self._asked_at = -1
        """The length of the record when the question was asked."""
        self._aside = -1
        """The number of moments when people took over the current choice."""
        self.has_failed = False
        """Whether thinking failed; a press tries again."""

    def plays(self, seat: int | None) -> bool:
        """Return whether the box plays a seat."""
        return seat in self._seats

    @property
    def people(self) -> int:
        """The number of people who play."""
        return self._table.match.start.seats - len(self._seats)

    @property
    def is_on_turn(self) -> bool:
        """Return whether the box has to choose now."""
        match = self._table.match
        turn = match.turn
        is_its = turn is not None and self.plays(turn.seat)
        return is_its and len(match.moments) != self._aside

    @property
    def is_thinking(self) -> bool:
        """Return whether the box is thinking. Does not call the rules, so it never raises."""
        return self._token is not None

    @property
    def part(self) -> float:
        """The part of its time that the box has used, from 0 to 1."""
        return 0.0 if self._token is None else self._thinker.part(self._token)

    def look(self) -> None:
        """Start to think if it is the box's turn and no question is open."""
        lines = len(self._table.match.lines)
        if not self.is_on_turn:
            self.stop()
        elif lines != self._asked_at:
            self.stop()
            self._asked_at = lines
            self._token = self._thinker.ask(self._job(), self._take, self._table)

    def take(self) -> Thought | None:
        """Return the thought about this position and forget it; None if there is none yet."""
        reply, self._reply = self._reply, None
        if reply is None or len(self._table.match.lines) != self._asked_at:
            return None
        thought = reply.thought
        if thought is not None and self._table.match.why_not(thought.move) is not None:
            thought = None  # an illegal choice is a failure of the bot
        self.has_failed = thought is None
        return thought

    def stand_aside(self) -> None:
        """Let people make the box's current choice."""
        self._aside = len(self._table.match.moments)
        self.stop()

    def hurry(self) -> None:
        """Ask for the best move so far; after a failure, think again."""
        if self.has_failed:
            self.stop()
            self.look()
        elif self._token is not None:
            self._thinker.hurry(self._token)

    def stop(self) -> None:
        """Stop thinking."""
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
        """Store the thought until the screen plays it."""
        self._token = None
        if reply.thought is not None or reply.why_not:
            self._reply = reply


class HiddenHands:
    """Which hand is shown, in games with hidden hands."""

    def __init__(self, table: TableMatch, opponent: Opponent, phones: PhoneSeats) -> None:
        self._table = table
        self._opponent = opponent
        self._phones = phones
        self._looking: int | None = None
        """The seat whose hand was uncovered, if several people share the screen."""

    @property
    def are_kept(self) -> bool:
        """Return whether the box keeps hands that must stay hidden from others."""
        return keeps_hands(self._table.match)

    @property
    def is_on_phone(self) -> bool:
        """Return whether the seat on turn is played from a phone."""
        turn = self._table.match.turn
        if not self.are_kept or turn is None:
            return False  # only hands that the box keeps are shown on phones
        return turn.seat in self._phones.holders(self._table)

    @property
    def is_covered(self) -> bool:
        """Return whether the others must look away before the table is shown."""
        turn = self._table.match.turn
        if not self.are_kept or self._opponent.people == 1 or turn is None or self.is_on_phone:
            return False
        is_person = turn.seat is not None and not self._opponent.plays(turn.seat)
        return is_person and turn.seat != self._looking

    def uncover(self) -> None:
        """Show the hand of the seat on turn, while the others look away."""
        turn = self._table.match.turn
        self._looking = None if turn is None else turn.seat

    @property
    def eyes(self) -> int | None:
        """The seat whose hand is shown: a single person's always, else that of the seat on turn."""
        if not self.are_kept or self.is_covered:
            return None
        eyes = self._only_person if self._opponent.people == 1 else self._looking
        return None if eyes in self._phones.holders(self._table) else eyes

    @property
    def whose(self) -> int:
        """The seat that "my pieces" refers to."""
        if self._opponent.people == 1:
            return self._only_person
        turn = self._table.match.turn
        return turn.owner if turn is not None and turn.owner is not None else 0

    @property
    def _only_person(self) -> int:
        seats = range(self._table.match.start.seats)
        return next(seat for seat in seats if not self._opponent.plays(seat))


def answer_for_table(table: TableMatch) -> bool:
    """In practice, answer a question to the table; return whether there was one."""
    match = table.match
    practice = info_of(match.engine.name).practice
    if not match.practice or practice is None or match.turn is None or match.turn.seat is not None:
        return False
    answer = practice.answer(match.state)
    if answer is None:
        return False
    table.play(answer)
    return True
