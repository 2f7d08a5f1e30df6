"""The table: whose turn, what binds them, and the knob walking through what is legal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.contract import Message
from firmware_py.app.services import Services
from firmware_py.games import face_of
from firmware_py.games.face import Face, Hands
from firmware_py.games.scene import Scene
from firmware_py.language import N_
from firmware_py.play.clock import clock_text
from firmware_py.ui.canvas import Bitmap, Canvas
from firmware_py.ui.navigation import (
    STAY,
    Answer,
    GoToMatch,
    Input,
    Next,
    PlayedAgreement,
    Pop,
    Push,
    Returned,
    Screen,
)
from firmware_py.ui.picker import Picker
from firmware_py.ui.screens.card import Card
from firmware_py.ui.screens.lists import ask_yes
from firmware_py.ui.screens.undo import UndoPreview
from firmware_py.ui.screens.why import Why
from firmware_py.ui.widgets import MARK_FLAG, MARK_PAUSE, TICK, top_bar
from hardware.events import Control, Held, Pressed, Turned

_REACH = 200
"""How many choices of an option a face can point out."""

_PAGES_BESIDE = 3
"""More pages than this are turned sooner when they have the whole screen."""


class Play(Screen):
    """The screen of a match under way."""

    def __init__(self, services: Services) -> None:
        assert services.table is not None
        self.services = services
        self.table = services.table
        self.face: Face = face_of(self.table.match.engine.name)
        self.work: Card | None = None
        """What hands must do now, after the last choice."""
        self.is_saved = False
        """The last choice is on disk, and nothing was touched since."""
        self._tell_again: Callable[[], Card | None] = lambda: None
        """Makes the card anew: the language may have changed."""
        self._begin()

    @property
    def may_sleep(self) -> bool:
        """Never in the middle of an entry, nor while hands are told what to do."""
        return self.work is None and not self.picker.has_begun

    # --- drawing ---

    def scene(self) -> Scene:
        """Return what the face needs to draw this moment."""
        match = self.table.match
        picker = self.picker
        return Scene(
            state=match.state,
            voice=self.services.voice(match.engine, self.table.names),
            say=self.services.say,
            picked=picker.picked,
            options=picker.options,
            index=picker.index,
            reachable=picker.reach(_REACH),
            large=self.services.settings["text"] == "large",
            last=None if match.last is None else match.last.text,
            quiet=self.work is not None,
        )

    def draw(self, canvas: Canvas) -> None:
        """Draw the top bar, the table, and whatever lies over it."""
        scene = self.scene()
        marks = (TICK,) * self.is_saved if self.work is None else self.work.marks
        top_bar(
            canvas,
            self._who(),
            self.face.binding(scene),
            marks,
            corner=self._clock(),
            corner_marks=self._clock_marks(),
            may_cut=True,
        )
        if self.work is None or not self.work.is_whole:
            self.face.draw(canvas, scene)
        if self.work is not None:
            self.work.draw(canvas)

    def _who(self) -> str:
        turn = self.table.match.turn
        if turn is None:
            return self.services.say(N_("Over"))
        return self.services.say(N_("Table")) if turn.seat is None else self.table.names[turn.seat]

    def _clock(self) -> str:
        unsaved = self.services.queue.unsaved
        if unsaved:
            return self.services.say(N_("NOT SAVED {count}"), count=unsaved)
        shown = self._shown_s()
        return "" if shown is None else clock_text(shown)

    def _shown_s(self) -> float | None:
        """Return what the clock of the player on turn shows."""
        turn = self.table.match.turn
        if turn is None or turn.seat is None:
            return None
        return self.table.clock.shown_s(turn.seat, self.services.time())

    def _clock_marks(self) -> tuple[Bitmap, ...]:
        """Return the marks of the clock: it stands, or its time is up."""
        shown = self._shown_s()
        if shown is None:
            return ()
        return (MARK_PAUSE,) * self.table.clock.paused + (MARK_FLAG,) * (shown < 0)

    def deadline_s(self, now_s: float) -> float | None:
        """Draw again when the clock's seconds change."""
        return self.table.clock.next_change_s(now_s)

    # --- events ---

    def handle(self, event: Input) -> Next:
        """Take an input."""
        self.table.clock.touched(self.services.time())
        self.is_saved = False
        match event:
            case Turned(steps):
                self._turn(steps)
            case Held():
                return self._hold(event)
            case Pressed(Control.KNOB):
                return self._press()
            case Pressed(Control.BACK):
                self._back()
            case Pressed(Control.WHY):
                return self._why()
            case Pressed(Control.UNDO):
                return self._show_undo()
        return STAY

    def returned(self, answer: Returned) -> Next:
        """Look at the table again: the screen above may have changed it, or asks for an undo."""
        if answer is Answer.TAKE_BACK:
            return self._take_back()
        if answer is Answer.TABLE_AGREES:
            return self._take_back(agreed=True)
        if answer is Answer.REDO:
            return self._play_again()
        before = self._state
        if self.table.match.state is not before:
            self.work = None
            self._begin()
            if isinstance(answer, PlayedAgreement) and not self.table.is_over:
                self._tell(before, answer.events, says_all=True)
        elif self.work is not None:
            self.work = self._tell_again()
        return self._look()

    def _turn(self, steps: int) -> None:
        """Turn the pages of a card; move the cursor only where people see it."""
        work = self.work
        self.work = None if work is None else work.turn_page(steps)
        if self.work is None and (work is None or not work.is_whole):
            self.picker.turn(steps)

    def _press(self) -> Next:
        if self.work is not None:
            self.work = self.work.turn_page()
            return STAY
        text = self.picker.press()
        return STAY if text is None else self._play(text)

    def _play(self, text: str) -> Next:
        match = self.table.match
        before, turn = match.state, match.turn
        events = self.table.play(text)
        self._begin()
        goes_on = turn == match.turn and turn is not None and turn.asks in self.face.series
        has_card = not goes_on and not self.table.is_over
        self._tell(before, events if has_card else None)
        self.is_saved = self.table.saved
        return self._look()

    def _play_again(self) -> Next:
        """Redo: hands do everything again that they had put back."""
        before = self.table.match.state
        self.table.redo()
        self._begin()
        self._tell(before, (), says_all=True)
        return self._look()

    def _tell(
        self, before: Any, events: tuple[Message, ...] | None, *, says_all: bool = False
    ) -> None:
        """Put a card on the screen with what hands must do; without events there is none."""
        if events is None:
            self.work = None
            return
        told = events
        self._tell_again = lambda: self._card(before, told, says_all=says_all)
        self.work = self._tell_again()

    def _card(
        self, before: Any, events: tuple[Message, ...], *, says_all: bool = False
    ) -> Card | None:
        """Return the card for the hands: beside the table, or over it if it is long or large."""
        lines = self._hands(before, events, says_all=says_all)
        if not lines:
            return None
        beside = Card(lines, self.table.saved, place=self.face.hands.place)
        is_large = self.services.settings["text"] == "large"
        turn = self.table.match.turn
        # A question may take the place where the card stands in play.
        is_asked = says_all and turn is not None and turn.seat is None
        if is_large or is_asked or len(beside.pages()) > _PAGES_BESIDE:
            return Card(lines, self.table.saved, large=is_large)
        return beside

    def _hands(
        self, before: Any, events: tuple[Message, ...], *, says_all: bool = False
    ) -> tuple[str, ...]:
        """Return the hands' work for the last choice, and what people should know of it."""
        match = self.table.match
        hands = self.face.hands
        work = [step.say for step in match.engine.steps(before, match.state)]
        if not says_all:
            work = [say for say in work if say.code not in hands.known]
        news = [event for event in events if event.code not in hands.echoes]
        return tuple(self._say(message, hands) for message in (*work, *news))

    def _say(self, message: Message, hands: Hands) -> str:
        """Say a message in few words where the face has them."""
        voice = self.services.voice(self.table.match.engine, self.table.names)
        short = hands.terse.get(message.code)
        if short is None:
            return voice.say(message)
        facts = {name: hands.name(voice, fact) for name, fact in message.facts.items()}
        return self.services.say(short, **facts)

    def _look(self) -> Next:
        """Go on to the result when the match is over."""
        return GoToMatch() if self.table.is_over else STAY

    def _back(self) -> None:
        if self.work is not None:
            self.work = None
        elif not self.picker.back():
            self.services.toast = self.services.say(N_("Hold BACK for Home"))

    def _why(self) -> Next:
        return Push(Why(self.services, self.scene(), self.picker))

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

    def _show_undo(self) -> Next:
        if not self.table.match.can_undo:
            self.services.toast = self.services.say(N_("Nothing to take back"))
            return STAY
        return Push(UndoPreview(self.services))

    def _take_back(self, *, agreed: bool = False) -> Next:
        """Undo: freely within a turn, across a finished turn only if the table agrees."""
        match = self.table.match
        if not match.can_undo:
            self.services.toast = self.services.say(N_("Nothing to take back"))
            return STAY
        if match.is_turn_start and not agreed:
            text = self.services.say(N_("Back into the turn before: does everyone agree?"))
            return Push(ask_yes(self.services, text, lambda: Pop(Answer.TABLE_AGREES)))
        self.take_back()
        return STAY

    def take_back(self) -> None:
        """Take the last choice back, and say how to put the table back."""
        before = self.table.match.state
        self.table.undo()
        self._begin()
        self._tell(before, (), says_all=True)

    def _begin(self) -> None:
        """Offer what is legal now."""
        state = self._state = self.table.match.state
        if self.table.is_over:
            self.picker = Picker(self.face.tree(state))
            return
        self.picker = Picker(
            self.face.tree(state), lambda picked, options: self.face.start(state, picked, options)
        )
