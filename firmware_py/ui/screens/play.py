"""The table: whose turn, what binds them, and the knob walking through what is legal."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from engines.contract import Message
from firmware_py.app.services import Services
from firmware_py.games import face_of
from firmware_py.games.face import Face
from firmware_py.games.scene import Scene, SeatClock
from firmware_py.games.telling import Page, set_pages
from firmware_py.language import N_
from firmware_py.play.clock import clock_text
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.navigation import (
    STAY,
    Answer,
    GoToMatch,
    Input,
    Next,
    PlayChecked,
    PlayedAgreement,
    Pop,
    Push,
    Returned,
    Screen,
)
from firmware_py.ui.picker import Picker
from firmware_py.ui.screens.hands_work import HandsWork
from firmware_py.ui.screens.lists import ask_yes
from firmware_py.ui.screens.undo import UndoPreview
from firmware_py.ui.screens.why import Why
from hardware.events import Control, Held, Pressed, Turned

_REACH = 200
"""How many choices of an option a face can point out."""
BOUNCE_S = 0.25
"""A second press so soon after a choice is the same finger."""
SLIP_S = 6.0
"""So long after a press its choice can be taken back without asking anybody."""


class Play(Screen):
    """The screen of a match under way."""

    def __init__(self, services: Services) -> None:
        assert services.table is not None
        self.services = services
        self.table = services.table
        self.face: Face = face_of(self.table.match.engine.name)
        self.work: HandsWork | None = None
        """What hands must do now, after the last choice."""
        self.is_saved = False
        """The last choice that was made here is on disk."""
        self._played_s: float | None = None
        """When the last choice was made here; None: it is not the last thing that happened."""
        self._asked = ""
        """The choice that waits for a yes."""
        self._begin()

    @property
    def may_sleep(self) -> bool:
        """Never in the middle of an entry."""
        return not self.picker.has_begun

    # --- drawing ---

    def scene(self) -> Scene:
        """Return what the face needs to draw this moment."""
        match = self.table.match
        picker = self.picker
        scene = Scene(
            state=match.state,
            voice=self.services.voice(match.engine, self.table.names),
            say=self.services.say,
            title=self._who(),
            corner=self._unsaved(),
            is_saved=self.is_saved,
            clocks=self._clocks(),
            picked=picker.picked,
            options=picker.options,
            index=picker.index,
            complete=picker.complete,
            reachable=picker.reach(_REACH),
            large=self.services.settings["text"] == "large",
            last=None if match.last is None else match.last.text,
            before=match.before_last,
        )
        if self.work is None:
            return replace(scene, told=self._asked_of_hands(scene))
        return replace(scene, told=self.work.page(self.services, scene))

    def _asked_of_hands(self, scene: Scene) -> Page | None:
        """Return what hands do before the table can answer, where nothing was played yet."""
        hands = self.face.hands
        pages = set_pages(hands.asked(scene), hands.place(scene), large=scene.large)
        return pages[0] if pages else None

    def draw(self, canvas: Canvas) -> None:
        """Draw the table; all of it is the face's."""
        self.face.draw(canvas, self.scene())

    def _who(self) -> str:
        turn = self.table.match.turn
        if turn is None:
            return self.services.say(N_("Over"))
        return self.services.say(N_("Table")) if turn.seat is None else self.table.names[turn.seat]

    def _unsaved(self) -> str:
        count = self.services.queue.unsaved
        return self.services.say(N_("NOT SAVED {count}"), count=count) if count else ""

    def _clocks(self) -> tuple[SeatClock, ...]:
        """Return what every seat's clock shows; nothing without a clock."""
        clock, now = self.table.clock, self.services.time()
        turn = self.table.match.turn
        clocks = []
        for seat, (name, shown) in enumerate(
            zip(self.table.names, clock.shown_all(now), strict=True)
        ):
            if shown is None:
                return ()
            is_running = turn is not None and turn.seat == seat
            is_entering = is_running and clock.is_entering(now)
            free = f"{math.ceil(clock.entry_left_s(now))}" if is_entering else ""
            clocks.append(
                SeatClock(name, clock_text(shown), is_running, clock.paused, shown < 0, free)
            )
        return tuple(clocks)

    def deadline_s(self, now_s: float) -> float | None:
        """Draw again when the clock's seconds change, or a page of the hands' work turns."""
        times = [self.table.clock.next_change_s(now_s)]
        if self.work is not None:
            times.append(self.work.turns_s(self.services, self.scene()))
        return min((each for each in times if each is not None), default=None)

    # --- events ---

    def handle(self, event: Input) -> Next:
        """Take an input."""
        self.table.clock.touched(self.services.time())
        match event:
            case Turned(steps):
                self.picker.turn(steps, coarse=event.pressed)
            case Held():
                return self._hold(event)
            case Pressed(Control.KNOB):
                return self._press()
            case Pressed(Control.BACK):
                self._back()
            case Pressed(Control.WHY):
                return Push(Why(self.services, self.scene(), self.picker))
            case Pressed(Control.UNDO):
                return self._show_undo()
        return STAY

    def returned(self, answer: Returned) -> Next:
        """Look at the table again: the screen above may have changed it, or asks for something."""
        match answer:
            case Answer.TAKE_BACK:
                return self._take_back()
            case Answer.TABLE_AGREES:
                return self._take_back(agreed=True)
            case Answer.REDO:
                return self._play_again()
            case Answer.PLAY:
                return self._play(self._asked)
            case PlayChecked(text):
                return self._play(text)
            case _:
                pass
        before = self._state
        if self.table.match.state is not before:
            self._forget()
            self._begin()
            if isinstance(answer, PlayedAgreement) and not self.table.is_over:
                self._tell(before, answer.events, who=None, says_all=True)
        return self._look()

    def _press(self) -> Next:
        """Pick what is under the cursor, and play a choice that is whole."""
        if self._played_s is not None and self.services.time() - self._played_s < BOUNCE_S:
            return STAY
        scene = self.scene()
        text = self.picker.press()
        if text is None:
            self._played_s = None
            return STAY
        question = self.face.asks_first(scene, text)
        if question is None:
            return self._play(text)
        self._asked = text
        self.picker.back()
        return Push(ask_yes(self.services, question, lambda: Pop(Answer.PLAY)))

    def _play(self, text: str) -> Next:
        match = self.table.match
        before, turn = match.state, match.turn
        events = self.table.play(text)
        self._begin()
        self._forget()
        if not self.table.is_over:
            self._tell(before, events, who=None if turn is None else turn.seat)
        self.is_saved = self.table.saved
        self._played_s = self.services.time()
        opened = None if self.table.is_over else self.face.opened_by(self.services, text)
        return self._look() if opened is None else Push(opened)

    def _play_again(self) -> Next:
        """Redo: hands do everything again that they had put back."""
        before = self.table.match.state
        self.table.redo()
        self._begin()
        self._forget()
        self._tell(before, (), who=None, says_all=True)
        return self._look()

    def _tell(
        self, before: Any, events: tuple[Message, ...], *, who: int | None, says_all: bool = False
    ) -> None:
        """Note what hands must do."""
        after = self.table.match.state
        self.work = HandsWork(before, after, events, who, self.services.time(), says_all=says_all)

    def _forget(self) -> None:
        """Let go of what belonged to the choice before."""
        self.work = None
        self._played_s = None

    def _look(self) -> Next:
        """Go on to the result when the match is over."""
        return GoToMatch() if self.table.is_over else STAY

    def _back(self) -> None:
        if self.picker.back():
            return
        if self.work is None or not self.work.turn(self.services, self.scene()):
            self.services.toast = self.services.say(N_("Hold BACK for Home"))

    def _hold(self, event: Held) -> Next:
        if event.control is Control.KNOB:
            from firmware_py.ui.screens.match_menu import MatchMenu  # slow to import, seldom opened

            return Push(MatchMenu(self.services))
        if event.control is Control.UNDO:
            return self._take_back()
        if event.control is Control.WHY:
            self._hint()
        return STAY

    def _hint(self) -> None:
        """Say what there is instead of a hint: no game has somebody to ask yet."""
        says = (
            N_("No hint for this game") if self.services.settings["hints"] else N_("Hints are off")
        )
        self.services.toast = self.services.say(says)

    # --- taking back ---

    def _show_undo(self) -> Next:
        if not self.table.match.can_undo:
            self.services.toast = self.services.say(N_("Nothing to take back"))
            return STAY
        return Push(UndoPreview(self.services))

    @property
    def _is_slip(self) -> bool:
        """Say whether the last choice was made a moment ago, and nothing entered since."""
        if self._played_s is None or self.picker.has_begun:
            return False
        return self.services.time() - self._played_s <= SLIP_S

    def _take_back(self, *, agreed: bool = False) -> Next:
        """Undo: freely within a turn or right after a slip, else only if the table agrees."""
        match = self.table.match
        if not match.can_undo:
            self.services.toast = self.services.say(N_("Nothing to take back"))
            return STAY
        if match.is_turn_start and not (agreed or self._is_slip):
            text = self.services.say(N_("Back into the turn before: does everyone agree?"))
            return Push(ask_yes(self.services, text, lambda: Pop(Answer.TABLE_AGREES)))
        self.take_back()
        return STAY

    def take_back(self) -> None:
        """Take the last choice back, and say how to put the table back."""
        before = self.table.match.state
        self.table.undo()
        self._begin()
        self._forget()
        self._tell(before, (), who=None, says_all=True)
        self.is_saved = self.table.saved

    def _begin(self) -> None:
        """Offer what is legal now."""
        state = self._state = self.table.match.state
        if self.table.is_over:
            self.picker = Picker(self.face.tree(state))
            return
        self.picker = Picker(
            self.face.tree(state), lambda picked, options: self.face.start(state, picked, options)
        )
