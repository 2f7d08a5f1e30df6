"""The referee protocol on the serial port: a program plays in the match on the table.

Its moves are stored before they are answered, as all moves. If it begins a new match while one is
running, the box asks the people at the table, at most once a minute. Moves that people make are
sent as `{"event": "played", ...}` lines.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from engines.bots.player import Budget, Thought
from engines.bots.seat_view import seat_view
from engines.engine import Message
from engines.match import Match
from engines.record import NOTE, RecordLine
from engines.referee import BadRequest, RefereeSession
from engines.unicode import read_json
from firmware_py.core.language import N_
from firmware_py.games.titles import numbered_player
from firmware_py.match.engine_process import Job, Reply
from firmware_py.match.game_info import info_of
from firmware_py.match.table_match import TableMatch, store_new_match
from firmware_py.ui.lists import Ask
from firmware_py.ui.navigation import STAY, GoToMatch, Input, Next, Pop, Push
from firmware_py.ui.services import Services
from hardware.events import Control, Pressed

Send = Callable[[bytes], object]
PLAYS_ON = N_("People at the table are still playing.")
ASK_EVERY_S = 60.0
"""The shortest time between two questions, because a question covers the picture."""


class PauseQuestion(Ask):
    """Asks whether to pause the match; however it is closed, the program gets one answer."""

    def __init__(
        self, services: Services, yes: Callable[[], Next], refuse: Callable[[], None]
    ) -> None:
        self._agree = yes
        self._refuse = refuse
        self._is_open = True
        text = services.say(N_("A program wants to start a new game. Pause this one?"))
        answers = [(services.say(N_("No")), self._no), (services.say(N_("Yes")), self._yes)]
        super().__init__(services, text, answers)

    def handle(self, event: Input) -> Next:
        """Treat BACK as No."""
        return self._no() if event == Pressed(Control.BACK, event.source) else super().handle(event)

    def dropped(self) -> None:
        """Refuse if nobody answered."""
        if self._is_open:
            self._is_open = False
            self._refuse()

    def _no(self) -> Next:
        self.dropped()
        return Pop()

    def _yes(self) -> Next:
        self._is_open = False
        return self._agree()


class _Later(Exception):
    """A request that is answered when the engine process has replied."""

    def __init__(self, job: Job) -> None:
        super().__init__("later")
        self.job = job


class _AsksTable(Exception):
    """A valid request for a new match, to which the people at the table have to agree."""


class SerialReferee(RefereeSession):
    """A session whose match is the one on the box."""

    node_limit = 300
    """Keeps requests short, because they block the event loop."""
    bot_s_at_most = 10.0
    thoughts_at_most = 4
    """The number of requests that may wait for the engine process."""

    def __init__(self, services: Services, send: Send) -> None:
        super().__init__(services.draw_seed)
        self.services = services
        self._send = send
        self._followed: TableMatch | None = None
        self._speaking = False
        self._changed = False
        self._ready: Reply | None = None
        """The engine's reply to the request that is being answered."""
        self._thoughts = 0
        self._asked_s: float | None = None
        """When the last question about a new match was shown."""
        self._is_agreed = False

    def hear(self, line: bytes) -> Next:
        """Answer a line; return what the box shows next."""
        self.follow()
        if self._was_just_asked and self._wants_new(line):
            self._refuse(line, PLAYS_ON)
            return STAY
        return self._respond(line)

    def follow(self) -> None:
        """Follow the match that is on the table now."""
        table = self.services.table
        if table is not self._followed:
            self._followed = table
            if table is not None and self._tell not in table.listeners:
                table.listeners.append(self._tell)
        self.match = None if table is None else table.match

    def _respond(self, line: bytes) -> Next:
        self._speaking, self._changed = True, False
        try:
            self._send(self.answer(line) + b"\n")
        except _Later as later:
            self._wonder(line, later.job)
        except _AsksTable:
            self._asked_s = self.services.time()
            return Push(self._question(line))
        finally:
            self._speaking = False
        return GoToMatch() if self._changed else STAY

    # --- requests that need the engine process ---

    def think(
        self, match: Match[Any, Any], seat: int, level: int, budget: Budget, seed: int
    ) -> Thought:
        """Return the thought if the reply is there; raise _Later otherwise."""
        if self._ready is not None and self._ready.thought is not None:
            return self._ready.thought
        if self._thoughts >= self.thoughts_at_most:
            raise BadRequest("STILL_THINKING", count=self._thoughts)
        name, seconds = match.engine.name, budget.seconds
        view = seat_view(match, seat)
        # In the background: people at the table are answered first.
        raise _Later(Job(name, view, level, seconds, seed, coached=True, background=True))

    def coach(self, match: Match[Any, Any], seat: int, thought: Thought) -> tuple[Message, ...]:
        """Return the reasons of the thought."""
        del match, seat, thought
        return () if self._ready is None else self._ready.words

    def _wonder(self, line: bytes, job: Job) -> None:
        """Answer a line when the engine process has replied, or refuse it if the match went on."""
        table = self.services.table

        def then(reply: Reply) -> None:
            self._thoughts -= 1
            if reply.thought is None or self.services.table is not table:
                says = (
                    N_("The box could not think.") if reply.why_not else N_("The game has gone on.")
                )
                self._refuse(line, says)
                return
            self._ready = reply
            try:
                self._respond(line)
            finally:
                self._ready = None

        self._thoughts += 1
        self.services.thinker.ask(job, then, table)

    # --- a new match while one is running ---

    @property
    def _is_playing(self) -> bool:
        table = self.services.table
        return table is not None and not table.is_over

    @property
    def _was_just_asked(self) -> bool:
        since_s = self._asked_s
        return (
            self._is_playing
            and since_s is not None
            and self.services.time() < since_s + ASK_EVERY_S
        )

    def _wants_new(self, line: bytes) -> bool:
        try:
            request = read_json(line)
        except (ValueError, RecursionError):  # the session will say what is wrong with it
            return False
        return isinstance(request, dict) and request.get("cmd") == "new"

    def _question(self, line: bytes) -> PauseQuestion:
        def yes() -> Next:
            self._is_agreed = True
            try:
                answered = self._respond(line)
            finally:
                self._is_agreed = False
            return answered if self._changed else Pop()

        return PauseQuestion(self.services, yes, lambda: self._refuse(line, PLAYS_ON))

    def _refuse(self, line: bytes, says: str) -> None:
        """Send the program the reason why its request fails."""
        error = {"code": "BAD_REQUEST", "text": self.services.say(says)}
        answer: dict[str, Any] = {"ok": False, "error": error}
        request = read_json(line)
        if "id" in request:
            answer["id"] = request["id"]
        self._send(json.dumps(answer).encode() + b"\n")

    # --- what is done to the match ---

    def begin(self, match: Match[Any, Any]) -> None:
        """Pause the old match and begin the new one, if the people at the table agree."""
        self._refuse_hidden(match)
        if self._is_playing and not self._is_agreed:
            raise _AsksTable  # the request was checked before
        if self.services.table is not None:
            self.services.table.leave()
        match.names = tuple(
            numbered_player(self.services, seat + 1) for seat in range(match.start.seats)
        )
        self.services.table = store_new_match(
            self.services.queue, match, self.services.timing(match.engine.name), self.services.time
        )
        self._changed = True
        self.follow()

    def _refuse_hidden(self, match: Match[Any, Any]) -> None:
        """Refuse options that hide things from people, because everybody sees the display."""
        hidden = info_of(match.engine.name).hidden_options
        for option in match.engine.options:
            value = match.start.options[option.name]
            if option.name in hidden and value != option.default:
                raise BadRequest(
                    "BAD_OPTION", option=option.name, value=value, values=(option.default,)
                )

    def do(self, match: Match[Any, Any], text: str, seat: int | None) -> tuple[Message, ...]:
        """Play and store the move."""
        events = self._table(match).play(text, seat)
        self._changed = True
        return events

    def undo(self, match: Match[Any, Any]) -> None:
        """Undo and store that."""
        self._table(match).undo()
        self._changed = True

    def redo(self, match: Match[Any, Any]) -> None:
        """Redo and store that."""
        self._table(match).redo()
        self._changed = True

    def _table(self, match: Match[Any, Any]) -> TableMatch:
        if self.services.table is None or self.services.table.match is not match:
            raise BadRequest("NO_MATCH")
        return self.services.table

    def _tell(self, lines: tuple[RecordLine, ...]) -> None:
        """Send the program the moves of people."""
        if self._speaking or self.services.table is not self._followed:
            return
        for line in lines:
            if line.text.startswith(NOTE):
                continue
            event = {"event": "played", "who": line.who, "move": line.text}
            self._send(json.dumps(event, ensure_ascii=False).encode() + b"\n")
