"""The referee protocol: one JSON object per line in, one per line out. See docs/referee.md.

`RefereeSession.answer` takes the bytes of a line and returns the bytes of the answer; the caller
does the input and output. An invalid line gets an error as its answer and changes nothing.

>>> session = RefereeSession(draw_seed=lambda: 7)
>>> answer = json.loads(session.answer(b'{"cmd": "new", "game": "mana", "first": 0}'))
>>> answer["ok"], answer["turn"]
(True, {'seat': 0})
>>> json.loads(session.answer(b'{"cmd": "play", "move": "b6-b5"}'))["ok"]
False
>>> json.loads(session.answer(b"hello"))["error"]["code"]
'BAD_REQUEST'
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from engines import catalog
from engines.bots.player import LEVELS, Budget, Thought
from engines.bots.seat_view import seat_view
from engines.engine import BadPosition, Engine, Json, Message, Reason, Refused, Seat, Turn
from engines.json_reader import refuse_seat
from engines.languages import LANGUAGES
from engines.match import Match, NothingToRedo, NothingToUndo
from engines.record import SEED_LIMIT
from engines.wording import REQUEST_WORDS, Voice, plain, translator

LINE_LIMIT = 64 * 1024
NESTING_LIMIT = 64
"""Deeper than any valid request, and well within Python's recursion limit."""
NODE_LIMIT = 20_000_000
DEPTH_LIMIT = 100

Answer = dict[str, Json]


class BadRequest(Refused):
    """A request that cannot be carried out, for a reason of the protocol rather than of a game."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(Reason(code, facts))


CODES = {
    "UNKNOWN_OPTION": "BAD_OPTION",
    "NOTHING_TO_REDO": "NOTHING_TO_UNDO",
    "NO_PERFT": "NOT_AVAILABLE",
    "NO_HINT": "NOT_AVAILABLE",
    "NO_BOT": "NOT_AVAILABLE",
    "TABLE_ANSWERS": "NOT_AVAILABLE",
    "TOO_MANY_NODES": "NOT_AVAILABLE",
    "WHO_RESIGNS": "BAD_REQUEST",
    **dict.fromkeys(REQUEST_WORDS, "BAD_REQUEST"),
}
"""Protocol codes of reasons that share one; every other reason has its own code."""


class RefereeSession:
    """A conversation about one match.

    `draw_seed` returns a new seed for each match and each bot that the request does not give one
    for.
    """

    node_limit = NODE_LIMIT
    """The largest perft count in nodes: some seconds on a desktop; callers that share a thread
    lower it.
    """
    bot_s_at_most = 60.0
    """The longest thinking time of a bot, in seconds; longer requests are cut to it."""

    def __init__(self, draw_seed: Callable[[], int]) -> None:
        self.match: Match[Any, Any] | None = None
        self.language = "en"
        self._engine: Engine[Any, Any] | None = None
        self._draw_seed = draw_seed
        self._commands: Mapping[str, Callable[[Answer], Answer]] = {
            "games": self._games,
            "new": self._new,
            "legal": self._legal,
            "play": self._play,
            "why": self._why,
            "undo": self._undo,
            "redo": self._redo,
            "view": self._view,
            "scores": self._scores,
            "record": self._record,
            "position": self._position,
            "perft": self._perft,
            "bot": self._bot,
            "hint": self._hint,
            "lang": self._lang,
        }

    def answer(self, line: bytes) -> bytes:
        """Return the answer to one line, both without their newline. Never raises for bad input."""
        answer: Answer = {}
        try:
            request = _parse(line)
            if "id" in request:
                answer["id"] = request["id"]
            answer.update(ok=True, **self._carry_out(request))
        except BadPosition as refused:
            answer.update(ok=False, error={**self._error(refused.reason), "code": "BAD_REQUEST"})
        except Refused as refused:
            answer.update(ok=False, error=self._error(refused.reason))
        except NothingToUndo:
            answer.update(ok=False, error=self._error(Reason("NOTHING_TO_UNDO")))
        except NothingToRedo:
            answer.update(ok=False, error=self._error(Reason("NOTHING_TO_REDO")))
        # A lone surrogate in a request is returned as the escape sequence that it arrived as.
        return json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace")

    def _carry_out(self, request: Answer) -> Answer:
        name = request.get("cmd")
        if not isinstance(name, str) or name not in self._commands:
            raise BadRequest(
                "UNKNOWN_COMMAND",
                command=catalog.json_text(name),
                known=tuple(self._commands),
            )
        self._engine = None if self.match is None else self.match.engine
        return self._commands[name](request)

    # --- actions on the match; the firmware overrides them ---

    def begin(self, match: Match[Any, Any]) -> None:
        """Replace the match by a new one."""
        self.match = match

    def do(self, match: Match[Any, Any], text: str, seat: int | None) -> tuple[Message, ...]:
        """Play a choice and return what happened."""
        return match.play(text, seat)

    def undo(self, match: Match[Any, Any]) -> None:
        """Undo the last choice."""
        match.undo()

    def redo(self, match: Match[Any, Any]) -> None:
        """Redo what was undone last."""
        match.redo()

    # --- commands ---

    def _games(self, _: Answer) -> Answer:
        return {"games": {name: self._game(catalog.load(name)) for name in catalog.GAMES}}

    def _game(self, engine: Engine[Any, Any]) -> Answer:
        voice = self._voice(engine)
        return {
            "seats": list(engine.seats),
            "options": {
                option.name: {
                    "values": list(option.values),
                    "default": option.default,
                    "text": voice.say(Message(option.explain)),
                }
                for option in engine.options
            },
        }

    def _new(self, request: Answer) -> Answer:
        name = request.get("game")
        if not isinstance(name, str) or name not in catalog.GAMES:
            raise BadRequest(
                "UNKNOWN_GAME", game=catalog.json_text(name), known=tuple(catalog.GAMES)
            )
        engine = catalog.load(name)
        self._engine = engine
        given = {key: request[key] for key in request.keys() - _NEW_KEYS}
        for key in sorted(given):
            if key not in engine.given:
                raise BadRequest("UNKNOWN_KEY", key=key[:40], game=name)
        options = request.get("options", {})
        if not isinstance(options, dict):
            raise BadRequest("NOT_AN_OBJECT", key="options", value=catalog.json_text(options))
        seed = _number(request, "seed", self._draw_seed())
        if not 0 <= seed < SEED_LIMIT:
            raise BadRequest("BAD_SEED", value=catalog.json_text(seed), limit=SEED_LIMIT - 1)
        seats = _number(request, "seats", engine.seats[0])
        first = None if request.get("first") is None else _number(request, "first", 0)
        start = catalog.begin(
            engine, seats=seats, seed=seed, first=first, options=options, given=given
        )
        match = Match(engine, start, position=request.get("position"))
        self.begin(match)
        return self._state(match)

    def _legal(self, _: Answer) -> Answer:
        match = self._running()
        moves = [match.engine.write(choice) for choice in match.engine.legal(match.state)]
        return {"moves": moves, **self._turn(match)}

    def _play(self, request: Answer) -> Answer:
        match = self._running()
        before = match.state
        events = self.do(match, _text(request, "move"), self._seat(request, match))
        voice = self._voice(match.engine)
        shown = {"events": [_event(voice, event) for event in events]}
        return {**self._state(match), **shown, **self._steps(match, before)}

    def _why(self, request: Answer) -> Answer:
        match = self._running()
        reason = match.why_not(_text(request, "move"), self._seat(request, match))
        if reason is None:
            return {"legal": True}
        return {"legal": False, **self._error(reason)}

    def _undo(self, _: Answer) -> Answer:
        match = self._running()
        before = match.state
        self.undo(match)
        return {**self._state(match), **self._steps(match, before)}

    def _redo(self, _: Answer) -> Answer:
        match = self._running()
        before = match.state
        self.redo(match)
        return {**self._state(match), **self._steps(match, before)}

    def _view(self, request: Answer) -> Answer:
        match = self._running()
        return self._state(match, self._seat(request, match, must_exist=True))

    def _scores(self, _: Answer) -> Answer:
        match = self._running()
        voice = self._voice(match.engine)
        sheet = [
            [{"points": entry.points, "text": voice.say(entry.rule)} for entry in seat]
            for seat in match.engine.score_sheet(match.state)
        ]
        return {"scores": list(match.engine.scores(match.state)), "sheet": sheet}

    def _record(self, _: Answer) -> Answer:
        return {"record": self._running().record()}

    def _position(self, _: Answer) -> Answer:
        match = self._running()
        return {"position": match.engine.position(match.state)}

    def _perft(self, request: Answer) -> Answer:
        match = self._running()
        depth = _number(request, "depth", None)
        if not 0 <= depth <= DEPTH_LIMIT:
            raise BadRequest("BAD_DEPTH", value=catalog.json_text(depth), low=0, high=DEPTH_LIMIT)
        if match.engine.perft is None:
            raise BadRequest("NO_PERFT", game=match.engine.name)
        return {"nodes": match.engine.perft(match.state, depth, self.node_limit)}

    def _bot(self, request: Answer) -> Answer:
        level = _number(request, "level", LEVELS[-1])
        if level not in LEVELS:
            raise BadRequest(
                "BAD_LEVEL", value=catalog.json_text(level), low=LEVELS[0], high=LEVELS[-1]
            )
        match = self._running()
        return self._answer_of(match, self._thought(match, request, level, without="NO_BOT"))

    def _hint(self, request: Answer) -> Answer:
        """Return the best bot's move, described in words with its reasons."""
        match = self._running()
        thought = self._thought(match, request, LEVELS[-1], without="NO_HINT")
        engine, voice = match.engine, self._voice(match.engine)
        said = voice.say(engine.describe(match.state, engine.read(thought.move)))
        answer = {**self._answer_of(match, thought), "text": said}
        if engine.coach is not None:
            seat = self._on_turn(match, None)
            reasons = self.coach(match, seat, thought)
            answer["why"] = [voice.say(reason) for reason in reasons]
        return answer

    def _thought(
        self, match: Match[Any, Any], request: Answer, level: int, *, without: str
    ) -> Thought:
        """Return the bot's choice, thought out from the view of the seat on turn."""
        if match.engine.think is None:
            raise BadRequest(without, game=match.engine.name)
        seat = self._on_turn(match, self._seat(request, match, must_exist=True))
        budget = Budget(seconds=min(_seconds(request), self.bot_s_at_most))
        seed = _number(request, "seed", self._draw_seed())
        return self.think(match, seat, level, budget, seed)

    def think(
        self, match: Match[Any, Any], seat: int, level: int, budget: Budget, seed: int
    ) -> Thought:
        """Let the bot think, and wait for it. The firmware overrides this."""
        assert match.engine.think is not None
        return match.engine.think()(seat_view(match, seat), level, budget, seed, lambda: False)

    def coach(self, match: Match[Any, Any], seat: int, thought: Thought) -> tuple[Message, ...]:
        """Return the reasons for a bot's choice."""
        assert match.engine.coach is not None
        return match.engine.coach()(seat_view(match, seat), thought)

    def _answer_of(self, match: Match[Any, Any], thought: Thought) -> Answer:
        answer: Answer = {
            "move": thought.move,
            "value": round(thought.value, 3),
            "line": list(thought.line),
        }
        if thought.wins_in is not None:
            answer["wins_in"] = thought.wins_in
        if thought.assumes:
            answer["assumes"] = [self._voice(match.engine).say(each) for each in thought.assumes]
        return answer

    @staticmethod
    def _on_turn(match: Match[Any, Any], seat: int | None) -> int:
        """Return the seat on turn; raise Refused if there is none, or if it is not `seat`."""
        turn = match.turn
        if turn is None:
            raise Refused(Reason("GAME_OVER"))
        if turn.seat is None:
            raise BadRequest("TABLE_ANSWERS", question=turn.asks or "")
        if seat not in (None, turn.seat):
            raise Refused(
                Reason("NOT_YOUR_TURN", {"turn": Seat(turn.seat), "seat": Seat(seat or 0)})
            )
        return turn.seat

    def _lang(self, request: Answer) -> Answer:
        language = request.get("lang")
        if language not in LANGUAGES:
            raise BadRequest(
                "UNKNOWN_LANGUAGE", language=catalog.json_text(language), known=LANGUAGES
            )
        self.language = language
        return {"lang": language}

    # --- parts of answers ---

    def _running(self) -> Match[Any, Any]:
        if self.match is None:
            raise BadRequest("NO_MATCH")
        return self.match

    @staticmethod
    def _seat(request: Answer, match: Match[Any, Any], *, must_exist: bool = False) -> int | None:
        """Return the seat of a request; raise Refused if it is out of range."""
        if request.get("seat") is None:
            return None
        seat = _number(request, "seat", 0)
        wrong = refuse_seat("BAD_SEAT", seat, match.start.seats)
        if wrong is not None and (must_exist or not match.engine.refuses_seats):
            raise Refused(wrong)
        return seat

    def _state(self, match: Match[Any, Any], seat: int | None = None) -> Answer:
        return {"view": match.engine.view(match.state, seat), **self._turn(match)}

    def _steps(self, match: Match[Any, Any], before: Any) -> Answer:
        """Return the physical steps from the state before to the current one."""
        voice = self._voice(match.engine)
        return {
            "steps": [
                {
                    "item": step.item,
                    "source": step.source,
                    "target": step.target,
                    "count": step.count,
                    "text": voice.say(step.say),
                }
                for step in match.engine.steps(before, match.state)
            ]
        }

    def _turn(self, match: Match[Any, Any]) -> Answer:
        turn = match.turn
        answer: Answer = {"turn": _turn(turn)}
        outcome = match.engine.outcome(match.state) if turn is None else None
        if outcome is not None:
            answer["outcome"] = {
                "winner": outcome.winner,
                "winners": list(outcome.winners),
                "scores": list(outcome.scores),
                "by": outcome.why.code,
                "why": self._voice(match.engine).say(outcome.why),
            }
        return answer

    def _error(self, reason: Reason) -> Answer:
        engine = self._engine
        voice = Voice({} if engine is None else engine.words, translator(self.language))
        error: Answer = {"code": CODES.get(reason.code, reason.code), "text": voice.say(reason)}
        rule = None if engine is None else engine.rule_behind(reason)
        if rule is not None:
            error["rule"] = rule.value
        if reason.instead is not None:
            match = self._running()
            described = match.engine.describe(match.state, match.engine.read(reason.instead))
            error.update(text=voice.refuse(reason, described), instead=reason.instead)
        if reason.facts:
            error["facts"] = {name: plain(value) for name, value in reason.facts.items()}
        return error

    def _voice(self, engine: Engine[Any, Any]) -> Voice:
        return Voice(engine.words, translator(self.language))


_NEW_KEYS = {"cmd", "id", "game", "seats", "options", "seed", "first", "position"}


def _parse(line: bytes) -> Answer:
    """Return the JSON object in a line; raise BadRequest."""
    if len(line) > LINE_LIMIT:
        raise BadRequest("LINE_TOO_LONG", limit=LINE_LIMIT)
    if not line.strip():
        raise BadRequest("EMPTY_LINE")
    try:
        request = json.loads(
            line.decode("utf-8"), parse_constant=_refuse_constant, parse_float=_finite
        )
    except UnicodeDecodeError as error:
        raise BadRequest("NOT_UTF8", place=error.start) from error
    except RecursionError as error:
        raise BadRequest("TOO_DEEP", limit=NESTING_LIMIT) from error
    except ValueError as error:
        raise BadRequest("NOT_JSON", problem=str(error)[:80]) from error
    if not _is_flat(request):
        raise BadRequest("TOO_DEEP", limit=NESTING_LIMIT)
    if not isinstance(request, dict):
        raise BadRequest("NO_OBJECT", value=catalog.json_text(request))
    return request


def _refuse_constant(name: str) -> NoReturn:
    """Refuse NaN and Infinity, which Python reads but JSON does not have."""
    raise ValueError(f"{name} is not a JSON value")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits[:40]} is too large a number")
    return number


def _is_flat(value: Json) -> bool:
    """Return whether the nesting stays within NESTING_LIMIT."""
    level = [value]
    for _ in range(NESTING_LIMIT):
        inner: list[Json] = []
        for each in level:
            if isinstance(each, dict):
                inner += each.values()
            elif isinstance(each, list):
                inner += each
        if not inner:
            return True
        level = inner
    return False


def _number(request: Answer, key: str, default: int | None) -> int:
    value = request.get(key, default)
    if value is None and key in request:
        value = default
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadRequest("NOT_A_NUMBER", key=key, value=catalog.json_text(value))
    return value


def _seconds(request: Answer) -> float:
    """Return the thinking time; default one second."""
    value = request.get("seconds", 1)
    if not isinstance(value, int | float) or isinstance(value, bool) or value <= 0:
        raise BadRequest("BAD_SECONDS", value=catalog.json_text(value))
    return float(value)


def _text(request: Answer, key: str) -> str:
    value = request.get(key)
    if not isinstance(value, str):
        raise BadRequest("NOT_A_TEXT", key=key, value=catalog.json_text(value))
    return value


def _turn(turn: Turn | None) -> Answer | None:
    if turn is None:
        return None
    return {"table": turn.asks} if turn.seat is None else {"seat": turn.seat}


def _event(voice: Voice, event: Message) -> Answer:
    facts = {name: plain(value) for name, value in event.facts.items()}
    return {"kind": event.code, "text": voice.say(event), **facts}
