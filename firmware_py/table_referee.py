"""The referee protocol on the serial port: a program plays on the match that is on the table.

Its moves go the way of all moves, stored before they are answered; a new match asks the table if
one is running; and what people do with the knob is told as `{"event": "played", ...}` lines.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from engines.base import Message
from engines.match import Match
from engines.record import Line
from engines.referee import BadRequest, Session
from firmware_py.desk import Desk
from firmware_py.language import N_
from firmware_py.screens.base import STAY, Input, Next, Pop, Push, Sit
from firmware_py.screens.lists import Ask
from firmware_py.sitting import Sitting, sit_with
from hardware.events import Control, Pressed

FULL = "full"
"""Mandala's dealer knows the hands: good for programs, not for a display on the table."""

Send = Callable[[bytes], object]


class Question(Ask):
    """Asks the table; whichever way it is left, the program gets one answer."""

    def __init__(self, desk: Desk, yes: Callable[[], Next], refuse: Callable[[], None]) -> None:
        self._agree = yes
        self._refuse = refuse
        self._is_open = True
        text = desk.say(N_("A program wants a new match. Pause this one?"))
        answers = [(desk.say(N_("No")), self._no), (desk.say(N_("Yes")), self._yes)]
        super().__init__(desk, text, answers)

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


class TableReferee(Session):
    """A session whose match is the one on the box."""

    node_limit = 20_000
    """Counting ahead holds up the box: only so far."""

    def __init__(self, desk: Desk, send: Send) -> None:
        super().__init__(desk.draw_seed)
        self.desk = desk
        self._send = send
        self._followed: Sitting | None = None
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
        sitting = self.desk.sitting
        if sitting is not self._followed:
            self._followed = sitting
            if sitting is not None and self._tell not in sitting.listeners:
                sitting.listeners.append(self._tell)
        self.match = None if sitting is None else sitting.match

    def _respond(self, line: bytes) -> Next:
        self._speaking, self._changed = True, False
        try:
            self._send(self.answer(line) + b"\n")
        finally:
            self._speaking = False
        return Sit() if self._changed else STAY

    # --- a new match while one is running ---

    def _asks_the_table(self, line: bytes) -> bool:
        sitting = self.desk.sitting
        if sitting is None or sitting.is_over:
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

        return Question(self.desk, yes, lambda: self._refuse(line))

    def _refuse(self, line: bytes) -> None:
        """Tell the program that the table plays on."""
        error = {"code": "BAD_REQUEST", "text": self.desk.say(N_("The table plays on."))}
        answer: dict[str, Any] = {"ok": False, "error": error}
        request = json.loads(line)
        if "id" in request:
            answer["id"] = request["id"]
        self._send(json.dumps(answer).encode() + b"\n")

    # --- what is done to the match ---

    def begin(self, match: Match[Any, Any]) -> None:
        """Pause the old match and sit down to the new one."""
        if match.start.options.get("table") == FULL:
            # The knob walks through a hand, and everybody looks at the display.
            raise BadRequest("BAD_OPTION", option="table", value=FULL, values=("public",))
        if self.desk.sitting is not None:
            self.desk.sitting.leave()
        match.names = tuple(
            self.desk.say(N_("Player {number}"), number=seat + 1)
            for seat in range(match.start.seats)
        )
        self.desk.sitting = sit_with(self.desk.keeper, match, self.desk.timing(), self.desk.time)
        self._changed = True
        self.follow()

    def do(self, match: Match[Any, Any], text: str, seat: int | None) -> tuple[Message, ...]:
        """Play, keep, and only then answer."""
        events = self._sitting(match).play(text, seat)
        self._changed = True
        return events

    def undo(self, match: Match[Any, Any]) -> None:
        """Take back, and keep that."""
        self._sitting(match).undo()
        self._changed = True

    def redo(self, match: Match[Any, Any]) -> None:
        """Play again, and keep that."""
        self._sitting(match).redo()
        self._changed = True

    def _sitting(self, match: Match[Any, Any]) -> Sitting:
        if self.desk.sitting is None or self.desk.sitting.match is not match:
            raise BadRequest("NO_MATCH")
        return self.desk.sitting

    def _tell(self, lines: tuple[Line, ...]) -> None:
        """Tell the program what people did."""
        if self._speaking or self.desk.sitting is not self._followed:
            return
        for line in lines:
            event = {"event": "played", "who": line.who, "move": line.text}
            self._send(json.dumps(event, ensure_ascii=False).encode() + b"\n")
