"""Finds the turning points of a match that has ended, stores them, and describes them.

    1. from the last position to the first     the expected result and the best choice of each
    2. the choices that seem to cost most      the value of the best and of the played choice

The first pass is quick, but includes luck: drawn cards, hidden hands. The second pass compares two
choices by what the seat knew, with more time; a choice that still costs much is a turning point.
Views of positions are made when needed, because making all at once would block the box after a long
match.

A lost file can be calculated again, so files are written without a sync. A file that is missing,
damaged or about other moves of the match is ignored.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engines.bots.evaluation_words import said_of
from engines.bots.player import Thought
from engines.bots.seat_view import seat_view
from engines.engine import AGREEMENTS, Engine, Fact, Json, Message, Seat, Term
from engines.match import Match
from engines.record import DEALER, EDIT
from engines.unicode import read_json
from engines.wording import Voice
from firmware_py.core.files import atomic_write
from firmware_py.core.language import N_
from firmware_py.match.engine_process import Job, Reply
from firmware_py.match.engine_process.client import Thinker
from firmware_py.match.game_info import info_of

FOLDER = "turning-points"
_LARGEST = 20_000


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A choice that cost much, and a better one."""

    place: int
    """The number of the choice, from 1, as in a replay."""
    seat: int
    played: str
    better: str
    before: float
    """The expected result of the better choice, from -1 to 1."""
    after: float
    """The expected result of the played choice."""
    words: tuple[Message, ...] = ()
    """Why it would have been better, if the game has a coach."""

    @property
    def lost(self) -> float:
        """The loss of the choice."""
        return self.before - self.after


Course = dict[int, float]
"""The expected result of the first seat, from -1 to 1, by the number of moves before."""


def key_of(match: Match[Any, Any]) -> str:
    """Return a key that differs for every state of a match."""
    return sha256(match.record().encode()).hexdigest()[:16]


class TurningPointFiles:
    """One small file for each reviewed match."""

    def __init__(self, store_folder: Path) -> None:
        self._folder = store_folder / FOLDER

    def read(self, number: int, key: str) -> tuple[TurningPoint, ...] | None:
        """Return what was found in a match; None: it was not reviewed."""
        try:
            kept = read_json(self._path(number).read_bytes()[:_LARGEST])
            if kept["key"] != key:
                return None
            return tuple(_point(each) for each in kept["points"])
        except (OSError, ValueError, TypeError, LookupError, RecursionError):
            return None

    def numbers(self) -> list[int]:
        """Return the numbers of the reviewed matches, newest first."""
        with suppress(OSError):
            names = [path.stem for path in self._folder.glob("*.json")]
            return sorted((int(name) for name in names if name.isdecimal()), reverse=True)
        return []

    def points(self, number: int) -> tuple[TurningPoint, ...]:
        """Return what was found in a match, even if the match has changed since."""
        try:
            kept = read_json(self._path(number).read_bytes()[:_LARGEST])
            return tuple(_point(each) for each in kept["points"])
        except (OSError, ValueError, TypeError, LookupError, RecursionError):
            return ()

    def course(self, number: int, key: str) -> Course:
        """Return the expected result of the first seat, move by move; empty if it is not known."""
        try:
            kept = read_json(self._path(number).read_bytes()[:_LARGEST])
            found = {int(at): min(max(float(value), -1.0), 1.0) for at, value in kept["course"]}
        except (OSError, ValueError, TypeError, LookupError, RecursionError):
            return {}
        return found if kept["key"] == key else {}

    def write(
        self,
        number: int,
        key: str,
        points: tuple[TurningPoint, ...],
        course: Mapping[int, float] = MappingProxyType({}),
    ) -> None:
        """Store what was found; errors are ignored, because it can be calculated again."""
        values = [[place, round(value, 2)] for place, value in course.items()]
        plain = [_plain(point) for point in points]
        text = json.dumps({"key": key, "points": plain, "course": values})
        path = self._path(number)
        with suppress(OSError):
            self._folder.mkdir(exist_ok=True)
            atomic_write(path, text.encode(), durable=False)

    def forget(self, number: int) -> None:
        """Delete the file of a match that is deleted."""
        with suppress(OSError):
            self._path(number).unlink()

    def _path(self, number: int) -> Path:
        return self._folder / f"{number}.json"


def _plain(point: TurningPoint) -> Json:
    values = (point.place, point.seat, point.played, point.better, point.before, point.after)
    words = [[each.code, {k: _tagged(f) for k, f in each.facts.items()}] for each in point.words]
    return [*values, words]


def _point(value: Json) -> TurningPoint:
    place, seat, played, better, before, after, words = value
    reasons = tuple(
        Message(str(code), {str(name): _fact(fact) for name, fact in facts.items()})
        for code, facts in words
    )
    return TurningPoint(
        int(place), int(seat), str(played), str(better), float(before), float(after), reasons
    )


def _tagged(fact: Fact) -> Json:
    """Return a fact as JSON that includes its type."""
    match fact:
        case Term(family, value):
            return {"term": [family, value]}
        case Seat(number):
            return {"seat": number}
        case tuple():
            return [_tagged(each) for each in fact]
        case int() | str():
            return fact
    raise TypeError(f"no fact of a coach: {fact!r}")


def _fact(value: Json) -> Fact:
    match value:
        case {"term": [str(family), int() | str() as of]}:
            return Term(family, of)
        case {"seat": int(number)}:
            return Seat(number)
        case [*parts]:
            return tuple(_fact(each) for each in parts)
        case int() | str():
            return value
    raise ValueError(f"no fact: {value!r}")


# --- sentences ---

_STANDINGS = (
    (0.75, N_("winning")),
    (0.2, N_("ahead")),
    (-0.2, N_("even")),
    (-0.75, N_("behind")),
    (-2.0, N_("losing")),
)
"""The words for expected results, the best first."""

Say = Callable[..., str]
"""The application's words: say("text", place=value)."""


def better_words(
    say: Say, voice: Voice, engine: Engine[Any, Any], before: Any, point: TurningPoint
) -> list[str]:
    """Return the better choice, the reason if the game has a coach, and the loss, as sentences."""
    move = voice.phrase(engine.describe(before, engine.read(point.better)))
    return [
        say(N_("Better: {move}."), move=move),
        *(voice.say(said_of(engine.words, each, point.seat)) for each in point.words),
        say(
            N_("Before: {before}. Then: {after}."),
            before=_standing(say, point.before),
            after=_standing(say, point.after),
        ),
    ]


def _standing(say: Say, value: float) -> str:
    return say(next(words for least, words in _STANDINGS if value >= least))


MOST = 3
"""The most turning points of a match."""
LEAST = 0.2
"""The least loss of a turning point; two thoughts about one position differ by less."""
SUSPECTS = 8
"""The most choices that are examined in the second pass."""
EFFORT = 4.0
"""How much more time a position gets in the second pass than in the first."""


@dataclass(frozen=True, slots=True)
class _Position:
    """A position in which a seat chose."""

    place: int
    seat: int
    played: str | None
    """None: a resignation or an agreement."""


@dataclass(frozen=True, slots=True)
class _Suspect:
    """A choice that cost much in the first pass."""

    at: _Position
    view: Json
    cost: float


@dataclass(frozen=True, slots=True)
class Question:
    """The next question to the engine process."""

    view: Json
    move: str | None = None
    """The choice to be judged; None: the best choice is wanted."""
    effort: float = 1.0


class Review:
    """The review of one match: ask `question`, pass the answer to `take`, until it is None."""

    def __init__(self, match: Match[Any, Any]) -> None:
        self._match = match.fork()
        outcome = match.engine.outcome(match.state)
        self._is_duel = match.start.seats == 2
        self._expected: dict[int, float] = {}
        """The expected result of each seat at the following position."""
        if outcome is not None:
            for seat in range(match.start.seats):
                is_winner = seat in outcome.winners
                is_shared = len(outcome.winners) > 1
                self._expected[seat] = (0.0 if is_shared else 1.0) if is_winner else -1.0
        self.count = self._left = len(_choices(match))
        self.course: Course = {}
        if self._is_duel and self._expected:
            self.course[self.count] = self._expected[0]
        self._suspects: list[_Suspect] = []
        """The choices that cost most so far, the most first."""
        self._best: tuple[Thought, tuple[Message, ...]] | None = None
        """The best choice in the position of the first suspect, once known."""
        self._found: list[TurningPoint] = []
        self._at: _Position | None = None
        self._view: Json = None
        self._step_back()

    @property
    def part(self) -> float:
        """The finished part of the review, from 0 to 1."""
        if self.question is None:
            return 1.0
        return 0.9 * (1.0 - self._left / max(self.count, 1))

    @property
    def question(self) -> Question | None:
        """The next question; None: the review is finished."""
        if self._at is not None:
            return Question(self._view)
        if not self._suspects or len(self._found) == MOST:
            return None
        suspect = self._suspects[0]
        move = None if self._best is None else suspect.at.played
        return Question(suspect.view, move, EFFORT)

    @property
    def points(self) -> tuple[TurningPoint, ...]:
        """The turning points so far, in the order of the match."""
        return tuple(sorted(self._found, key=lambda point: point.place))

    def take(self, thought: Thought | None, words: tuple[Message, ...] = ()) -> None:
        """Process the answer to `question`; None: there is no answer."""
        if self._at is None:
            self._compare(thought, words)
            return
        at = self._at
        if thought is not None:
            after = self._expected.get(at.seat)
            if after is not None and at.played is not None and thought.move != at.played:
                self._suspect(_Suspect(at, self._view, thought.value - after))
            self._expected[at.seat] = thought.value
            if self._is_duel:
                self._expected[1 - at.seat] = -thought.value
                self.course[at.place - 1] = self._expected[0]
        self._step_back()

    def _suspect(self, suspect: _Suspect) -> None:
        if suspect.cost >= LEAST:
            self._suspects = sorted([*self._suspects, suspect], key=lambda each: -each.cost)
            del self._suspects[SUSPECTS:]

    def _compare(self, thought: Thought | None, words: tuple[Message, ...]) -> None:
        """Compare the best choice with the one that was played."""
        suspect = self._suspects[0]
        if self._best is None and thought is not None and thought.move != suspect.at.played:
            self._best = (thought, words)
            return
        if self._best is not None and thought is not None:
            best, why = self._best
            at = suspect.at
            point = TurningPoint(
                at.place, at.seat, at.played or "", best.move, best.value, thought.value, why[:1]
            )
            if point.lost >= LEAST:
                self._found.append(point)
        self._best = None
        del self._suspects[0]

    def _step_back(self) -> None:
        """Go back to the previous position in which a seat chose."""
        self._at = None
        while self._match.can_undo:
            line = self._match.last
            assert line is not None
            self._match.undo()
            self._left -= 1
            turn = self._match.turn
            if turn is None or turn.seat is None or turn.asks is not None:
                continue
            if not line.text.startswith(EDIT):
                played = None if line.text in AGREEMENTS else line.text
                self._at = _Position(self._left + 1, turn.seat, played)
                self._view = seat_view(self._match, turn.seat)
                return


def _choices(match: Match[Any, Any]) -> list[object]:
    return [moment for moment in match.moments if moment.line.who != DEALER]


LEVEL = 5
TOTAL_S = 30.0
"""The processor time for the review of a match, on a desktop."""
MOST_S = 0.4
"""The most processor time for one position."""
LIMIT_S = 300.0
"""The time after which the review ends, even if other questions interrupted it."""


class Analyst:
    """Reviews matches in the engine process, one at a time."""

    def __init__(self, thinker: Thinker, store_folder: Path, time: Callable[[], float]) -> None:
        self._thinker = thinker
        self._files = TurningPointFiles(store_folder)
        self._time = time
        self._number = 0
        self._key = ""
        self._game = ""
        self._review: Review | None = None
        self._token: int | None = None
        self._ends_s = 0.0
        self._seconds = 0.0

    def can_review(self, match: Match[Any, Any]) -> bool:
        """Return whether a match can be reviewed: with a bot, and a record of what seats knew."""
        return match.engine.think is not None and info_of(match.engine.name).reviews(match)

    def begin(self, number: int, match: Match[Any, Any]) -> None:
        """Review a match that has ended, unless it was reviewed or is being reviewed."""
        key = key_of(match)
        if not self.can_review(match) or self._is_at(number, key):
            return
        if self._files.read(number, key) is not None:
            return
        self.stop()
        self._number, self._key, self._game = number, key, match.engine.name
        self._review = Review(match)
        self._ends_s = self._time() + LIMIT_S
        self._seconds = min(MOST_S, TOTAL_S / max(self._review.count, 1))
        self._ask()

    def found(self, number: int, match: Match[Any, Any]) -> tuple[TurningPoint, ...] | None:
        """Return the turning points of a match as far as they are known, or None."""
        key = key_of(match)
        if self._is_at(number, key):
            assert self._review is not None
            return self._review.points
        return self._files.read(number, key)

    def course(self, number: int, match: Match[Any, Any]) -> Course:
        """Return the expected results, move by move, as far as known."""
        key = key_of(match)
        if self._is_at(number, key):
            assert self._review is not None
            return dict(self._review.course)
        return self._files.course(number, key)

    def part(self, number: int) -> float | None:
        """Return the reviewed part of a match, from 0 to 1; None if it is not being reviewed."""
        at_it = self._review is not None and self._number == number
        return self._review.part if at_it and self._review is not None else None

    def forget(self, number: int) -> None:
        """Forget the review of a match that is deleted or continued."""
        if self._number == number:
            self.stop()
        self._files.forget(number)

    def stop(self) -> None:
        """Stop; an unfinished review starts again when it is requested."""
        if self._token is not None:
            self._thinker.cancel(self._token)
        self._token, self._review = None, None

    # --- internals ---

    def _is_at(self, number: int, key: str) -> bool:
        return self._review is not None and (self._number, self._key) == (number, key)

    def _ask(self) -> None:
        review = self._review
        assert review is not None
        question = review.question
        if question is None or self._time() >= self._ends_s:
            self._files.write(self._number, self._key, review.points, review.course)
            self._token, self._review = None, None
            return
        seconds = self._seconds * question.effort
        job = Job(
            self._game, question.view, LEVEL, seconds, move=question.move,
            coached=question.move is None, background=True,
        )  # fmt: skip
        self._token = self._thinker.ask(job, self._hear)

    def _hear(self, reply: Reply) -> None:
        self._token = None
        if self._review is None or reply.why_not:
            self._review = None  # started again when it is requested
            return
        self._review.take(reply.thought, reply.words)
        self._ask()
