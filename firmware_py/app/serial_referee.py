"""The referee protocol on the serial port: a program plays on the match that is on the table.

Its moves go the way of all moves, stored before they are answered; a new match that is in order
asks the table if one is running, once a minute at most; and what people do with the knob is told as
`{"event": "played", ...}` lines.
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
from firmware_py.match.engine_process.messages import Job, Reply
from firmware_py.match.game_info import facts_of
from firmware_py.match.table_match import TableMatch, store_new_match
from firmware_py.ui.lists import Ask
from firmware_py.ui.navigation import STAY, GoToMatch, Input, Next, Pop, Push
from firmware_py.ui.services import Services
from hardware.events import Control, Pressed

Send = Callable[[bytes], object]
PLAYS_ON = N_("The table plays on.")
ASK_EVERY_S = 60.0
"""A question covers the picture: the table is not asked more often."""


class Question(Ask):
    """Asks the table; whichever way it is left, the program gets one answer."""

    def __init__(
        self, services: Services, yes: Callable[[], Next], refuse: Callable[[], None]
    ) -> None:
        self._agree = yes
        self._refuse = refuse
        self._is_open = True
        text = services.say(N_("A program wants a new match. Pause this one?"))
        answers = [(services.say(N_("No")), self._no), (services.say(N_("Yes")), self._yes)]
        super().__init__(services, text, answers)

    def handle(self, event: Input) -> Next:
        """Take BACK for No."""
        return self._no() if event == Pressed(Control.BACK, event.source) else super().handle(event)

    def dropped(self) -> None:
        """Refuse if nobody answered: the table went elsewhere."""
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
    """A request that is answered when the player has thought about it."""

    def __init__(self, job: Job) -> None:
        super().__init__("later")
        self.job = job


class _AsksTable(Exception):
    """A new match is in order, and the table has to agree to it."""


class SerialReferee(RefereeSession):
    """A session whose match is the one on the box."""

    node_limit = 300
    """Whoever presses a button waits for the request being answered: none may take long."""
    bot_s_at_most = 10.0
    thoughts_at_most = 4
    """So many requests may wait for a thought."""

    def __init__(self, services: Services, send: Send) -> None:
        super().__init__(services.draw_seed)
        self.services = services
        self._send = send
        self._followed: TableMatch | None = None
        self._speaking = False
        self._changed = False
        self._ready: Reply | None = None
        """What the player thought about the request that is being answered."""
        self._thoughts = 0
        self._asked_s: float | None = None
        """When the table was last asked about a new match."""
        self._is_agreed = False

    def hear(self, line: bytes) -> Next:
        """Answer a line; return what the box shows next."""
        self.follow()
        if self._was_just_asked and self._wants_new(line):
            self._refuse(line, PLAYS_ON)
            return STAY
        return self._respond(line)

    def follow(self) -> None:
        """Listen to the match on the table, whichever it is now."""
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

    # --- a request that needs thought ---

    def think(
        self, match: Match[Any, Any], seat: int, level: int, budget: Budget, seed: int
    ) -> Thought:
        """Return the thought if it is there; else put the request off until it is."""
        if self._ready is not None and self._ready.thought is not None:
            return self._ready.thought
        if self._thoughts >= self.thoughts_at_most:
            raise BadRequest("STILL_THINKING", count=self._thoughts)
        name, seconds = match.engine.name, budget.seconds
        view = seat_view(match, seat)
        # Whoever sits at the table is answered first.
        raise _Later(Job(name, view, level, seconds, seed, coached=True, background=True))

    def coach(self, match: Match[Any, Any], seat: int, thought: Thought) -> tuple[Message, ...]:
        """Return the reasons that came with the thought."""
        del match, seat, thought
        return () if self._ready is None else self._ready.words

    def _wonder(self, line: bytes, job: Job) -> None:
        """Answer a line when the player has thought about it; at once, if the match goes on."""

        table = self.services.table

        def then(reply: Reply) -> None:
            self._thoughts -= 1
            if reply.thought is None or self.services.table is not table:
                says = N_("The box could not think.") if reply.why_not else N_("The match went on.")
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

    def _question(self, line: bytes) -> Question:
        def yes() -> Next:
            self._is_agreed = True
            try:
                answered = self._respond(line)
            finally:
                self._is_agreed = False
            return answered if self._changed else Pop()

        return Question(self.services, yes, lambda: self._refuse(line, PLAYS_ON))

    def _refuse(self, line: bytes, says: str) -> None:
        """Tell the program why its request comes to nothing."""
        error = {"code": "BAD_REQUEST", "text": self.services.say(says)}
        answer: dict[str, Any] = {"ok": False, "error": error}
        request = read_json(line)
        if "id" in request:
            answer["id"] = request["id"]
        self._send(json.dumps(answer).encode() + b"\n")

    # --- what is done to the match ---

    def begin(self, match: Match[Any, Any]) -> None:
        """Pause the old match and sit down to the new one, if the table agrees."""
        self._refuse_hidden(match)
        if self._is_playing and not self._is_agreed:
            raise _AsksTable  # whatever could be wrong with the request has been looked at
        if self.services.table is not None:
            self.services.table.leave()
        match.names = tuple(
            numbered_player(self.services, seat + 1) for seat in range(match.start.seats)
        )
        self.services.table = store_new_match(
            self.services.queue, match, self.services.timing(), self.services.time
        )
        self._changed = True
        self.follow()

    def _refuse_hidden(self, match: Match[Any, Any]) -> None:
        """Refuse what only a program should see: everybody looks at the display."""
        hidden = facts_of(match.engine.name).hidden_options
        for option in match.engine.options:
            value = match.start.options[option.name]
            if option.name in hidden and value != option.default:
                raise BadRequest(
                    "BAD_OPTION", option=option.name, value=value, values=(option.default,)
                )

    def do(self, match: Match[Any, Any], text: str, seat: int | None) -> tuple[Message, ...]:
        """Play, store, and only then answer."""
        events = self._table(match).play(text, seat)
        self._changed = True
        return events

    def undo(self, match: Match[Any, Any]) -> None:
        """Take back, and store that."""
        self._table(match).undo()
        self._changed = True

    def redo(self, match: Match[Any, Any]) -> None:
        """Play again, and store that."""
        self._table(match).redo()
        self._changed = True

    def _table(self, match: Match[Any, Any]) -> TableMatch:
        if self.services.table is None or self.services.table.match is not match:
            raise BadRequest("NO_MATCH")
        return self.services.table

    def _tell(self, lines: tuple[RecordLine, ...]) -> None:
        """Tell the program what people did."""
        if self._speaking or self.services.table is not self._followed:
            return
        for line in lines:
            if line.text.startswith(NOTE):
                continue
            event = {"event": "played", "who": line.who, "move": line.text}
            self._send(json.dumps(event, ensure_ascii=False).encode() + b"\n")
