"""The referee protocol on the serial port: a program plays on the match that is on the table.

Its moves go the way of all moves, stored before they are answered; a new match asks the table if
one is running; and what people do with the knob is told as `{"event": "played", ...}` lines.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from engines.contract import Message
from engines.match import Match
from engines.record import RecordLine
from engines.referee import BadRequest, Session
from firmware_py.app.services import Services
from firmware_py.games import facts_of
from firmware_py.language import N_
from firmware_py.play.table_match import TableMatch, store_new_match
from firmware_py.ui.navigation import STAY, GoToMatch, Input, Next, Pop, Push
from firmware_py.ui.screens.lists import Ask
from hardware.events import Control, Pressed

Send = Callable[[bytes], object]


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


class SerialReferee(Session):
    """A session whose match is the one on the box."""

    node_limit = 300
    """Whoever presses a button waits for the request being answered: none may take long."""
    bot_s_at_most = 0.02

    def __init__(self, services: Services, send: Send) -> None:
        super().__init__(services.draw_seed)
        self.services = services
        self._send = send
        self._followed: TableMatch | None = None
        self._speaking = False
        self._changed = False

    def hear(self, line: bytes) -> Next:
        """Answer a line; return what the box shows next."""
        self.follow()
        if self._asks_the_table(line):
            return Push(self._question(line))
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
        finally:
            self._speaking = False
        return GoToMatch() if self._changed else STAY

    # --- a new match while one is running ---

    def _asks_the_table(self, line: bytes) -> bool:
        table = self.services.table
        if table is None or table.is_over:
            return False
        try:
            request = json.loads(line)
        except (ValueError, RecursionError):  # the session will say what is wrong with it
            return False
        return isinstance(request, dict) and request.get("cmd") == "new"

    def _question(self, line: bytes) -> Question:
        def yes() -> Next:
            answered = self._respond(line)
            return answered if self._changed else Pop()

        return Question(self.services, yes, lambda: self._refuse(line))

    def _refuse(self, line: bytes) -> None:
        """Tell the program that the table plays on."""
        error = {"code": "BAD_REQUEST", "text": self.services.say(N_("The table plays on."))}
        answer: dict[str, Any] = {"ok": False, "error": error}
        request = json.loads(line)
        if "id" in request:
            answer["id"] = request["id"]
        self._send(json.dumps(answer).encode() + b"\n")

    # --- what is done to the match ---

    def begin(self, match: Match[Any, Any]) -> None:
        """Pause the old match and sit down to the new one."""
        self._refuse_hidden(match)
        if self.services.table is not None:
            self.services.table.leave()
        match.names = tuple(
            self.services.say(N_("Player {number}"), number=seat + 1)
            for seat in range(match.start.seats)
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
            event = {"event": "played", "who": line.who, "move": line.text}
            self._send(json.dumps(event, ensure_ascii=False).encode() + b"\n")
