"""The table: whose turn, what binds them, and the knob walking through what is legal."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from engines.engine import Message
from firmware_py.core.language import N_
from firmware_py.games import face_of
from firmware_py.games.game_ui import Face, Parts
from firmware_py.match.clock import clock_text
from firmware_py.match.picker import Picker
from firmware_py.match.scene import AnyScene, SeatClock, entry_of
from firmware_py.match.table_match import can_take_back, played_by_box, take_back
from firmware_py.match.taps import (
    AskedNumber,
    asked_number,
    dial_typed,
    find,
    keeping,
    played_by,
    read_typed,
)
from firmware_py.screens.play import box_seats
from firmware_py.screens.play.box_moves import BAR, Moved, draw_done, draw_thinking, last_news
from firmware_py.screens.play.box_seats import BoxSeats
from firmware_py.screens.play.hands_work import last_work
from firmware_py.screens.play.privacy_screen import draw_curtain
from firmware_py.screens.play.undo import UndoPreview
from firmware_py.screens.play.why import Why
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.lists import ask_yes
from firmware_py.ui.navigation import (
    IGNORED,
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
    TapThrough,
    TypeThrough,
)
from firmware_py.ui.paged_text import Page, set_pages
from firmware_py.ui.services import Services
from hardware.events import Control, Held, Pressed, Turned

Messages = tuple[Message, ...]
SLIP_S = 6.0
"""So long after a press its choice can be taken back without asking anybody."""


class Play(BoxSeats):
    """The screen of a match under way."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.face: Face = face_of(self.table.match.engine.name)
        practice = self.table.match.practice
        self.work = last_news(services) if practice else last_work(services)
        self._asked = ""
        """The choice that waits for a yes."""
        self._proposed: Parts = ()
        """The whole choice that a tap has shown: the next tap on it plays it."""
        self._proposed_s = 0.0
        self._not_typed = ""
        """Why the number that was typed last could not be entered."""
        self._danger: tuple[Any, str | None] | None = None
        """What could be lost, for the state it was found in."""
        self._begin()
        self._recall()
        self._go_on()

    @property
    def may_sleep(self) -> bool:
        """Never in the middle of an entry, or while the box thinks or waits for hands."""
        return not (self.picker.has_begun or self.opponent.is_thinking or self.waits)

    # --- drawing ---

    def scene(self) -> AnyScene:
        """Return what the face needs to draw this moment."""
        return self.services.scene_once(self, self._make_scene)

    def _make_scene(self) -> AnyScene:
        is_for_box = self._is_for_box
        scene = replace(
            self.services.scene(self.table.match),
            title=self._who(),
            corner=self._unsaved(),
            is_saved=self.is_saved,
            clocks=self._clocks(),
            eyes=self._eyes,
            may_choose=not (self.table.is_over or self._is_covered or is_for_box),
            numbers=None if is_for_box else self.picker.numbers,
            **({"foot": BAR} if is_for_box else entry_of(self.picker)),
        )
        if self.work is None:
            return replace(scene, told=self._asked_of_hands(scene))
        return replace(scene, told=self.work.page(self.services, scene))

    def _asked_of_hands(self, scene: AnyScene) -> Page | None:
        """Return what hands do before the table can answer, where nothing was played yet."""
        hands = self.face.hands
        pages = set_pages(hands.asked(scene), hands.place(scene), large=scene.large)
        return pages[0] if pages else None

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, which is the face's; below it what the box does in a seat of its own."""
        if self._is_covered:
            draw_curtain(canvas, self.services, self._who())
            return
        scene = self.scene()
        self.face.draw(canvas, scene)
        if not self._is_for_box:
            self._warn(canvas)
            return
        beside = self.face.hands.place(scene)
        if self.waits:
            draw_done(canvas, self.services, beside)
        else:
            part, failed = self.opponent.part, self.opponent.has_failed
            draw_thinking(canvas, self.services, beside, part, failed=failed)

    def draw_for_strangers(self, canvas: Canvas) -> bool:
        """Where the box keeps hands, draw the bare table: every answer and reason tells of one."""
        if not self.has_secrets:
            return False
        self.face.draw(canvas, replace(self.scene().resting(), eyes=None))
        return True

    def _warn(self, canvas: Canvas) -> None:
        """Draw the danger sign, for those who want it; it covers nothing."""
        state = self.table.match.state
        if not self.services.settings["danger"]:
            return
        if self._danger is None or self._danger[0] is not state:
            self._danger = (state, self.face.danger(state))
        words = self._danger[1]
        if words is not None:
            from firmware_py.ui.widgets import DANGER, corner_note  # seldom needed

            corner_note(canvas, DANGER, self.services.say(words))

    def _who(self) -> str:
        turn = self.table.match.turn
        if self.waits and self.work is not None and self.work.who is not None:
            return self.table.names[self.work.who]
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
        if self._is_covered:
            return self._uncover(event)
        self.table.clock.touched(self.services.time())
        self._proposed, self._not_typed = (), ""
        match event:
            case Turned() if self._is_for_box:
                self._turn_page()
            case Turned(steps):
                self.picker.turn(steps, coarse=event.pressed)
            case Held():
                return self._hold(event)
            case Pressed(Control.KNOB):
                return self._press_for_box() if self._is_for_box else self._press()
            case Pressed(Control.WHY) if self._is_for_box:
                return self._explain_box()
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
            case Answer.CHOOSE:
                return self._choose_by_hand()
            case Answer.PLAY:
                return self._play(self._asked)
            case PlayChecked(text):
                return self._play(text)
            case TapThrough(code):
                return self.tapped(code)
            case TypeThrough(text, enters):
                return self.type_number(text, enters=enters)
            case _:
                pass
        before = self._state
        if self.table.match.state is not before:
            self._end_wait()
            self._forget()
            self._begin()
            if isinstance(answer, PlayedAgreement) and not self.table.is_over:
                self._tell(before, answer.events, who=None, says_all=True)
        return self._look()

    # --- taps ---

    def tapped(self, code: str) -> Next:
        """Do what the knob would: pick a part, show a whole choice, or say why not.

        What is tapped again is played, asked for in the same way as by a press.
        """
        if self._is_covered or self._is_for_box:
            return STAY
        self._not_typed = ""
        now_s = self.services.time()
        self.table.clock.touched(now_s)
        since_s = max(self._proposed_s, self._played_s or 0.0)
        if self.table.is_over or now_s - since_s < box_seats.BOUNCE_S:
            return STAY
        text = played_by(code)
        if text is not None:
            is_shown = bool(self.picker.complete) and self.picker.reachable == [text]
            return self._press() if is_shown else STAY
        root = self.face.tree(self._state)
        parts = find(root, self.picker.picked, self.picker.highlighted, code)
        if parts is None:
            return self._say_why_not(code)
        self._played_s = None
        if parts == self.picker.picked:
            return STAY  # it is chosen: what was dialled for it stands
        return self._pick(keeping(root, self.picker.picked, parts))

    def _pick(self, parts: Parts) -> Next:
        """Go where a tap leads; a choice that would be whole is shown first."""
        proposed, self._proposed = self._proposed, ()
        if not self.picker.go(parts):
            return STAY
        whole = self.picker.complete
        if not whole:
            self.picker.press()
            return STAY
        if whole == proposed:
            return self._press()
        self._proposed, self._proposed_s = whole, self.services.time()
        return STAY

    def _say_why_not(self, code: str) -> Next:
        """Say at once why what was tapped cannot be chosen."""
        from firmware_py.screens.play.check_move import verdict_on  # only where somebody taps

        verdict = verdict_on(self.services, self.table.match, self.scene(), code)
        if verdict is None:
            self.services.toast = self.services.say(N_("That is not asked now"))
            return STAY
        verdict.asked = self.asked_number()
        return Push(verdict)

    # --- numbers that are typed ---

    def asked_number(self) -> AskedNumber | None:
        """Return the number that the knob dials now."""
        if self.table.is_over or self._is_covered or self._is_for_box:
            return None
        return asked_number(self.picker, len(self.table.match.lines), self._not_typed)

    def type_number(self, text: str, *, enters: bool) -> Next:
        """Dial what is typed; enter it as a press does, or say why it cannot be."""
        self._not_typed = ""
        asked, typed = self.asked_number(), read_typed(text)
        if asked is None or asked.code != typed.code:
            if enters:
                self.services.toast = self.services.say(N_("That is not asked now"))
            return STAY
        self.table.clock.touched(self.services.time())
        self._proposed = ()
        if dial_typed(self.table.match, self.picker, typed):
            return self._settle_part() if enters else STAY
        if not enters:
            return STAY
        from firmware_py.screens.play.check_move import refuse_typed  # only where somebody types

        refused = refuse_typed(self.services, self.scene(), self.picker, asked, typed)
        if not isinstance(refused, str):
            return Push(refused)
        self._not_typed = self.services.toast = refused
        return STAY

    def table_scene(self) -> AnyScene:
        """Return the table for a picture, with the choice under way."""
        return self.scene().public()

    def _press(self) -> Next:
        """Pick what is under the cursor, and play a choice that is whole."""
        return STAY if self._is_bounce else self._settle_part()

    def _settle_part(self) -> Next:
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
        if match.practice:
            self._tell_news(Moved(before, None, events))
        elif not self.table.is_over:
            self._tell(before, events, who=None if turn is None else turn.seat)
        self.is_saved = self.table.saved
        self._played_s = self.services.time()
        opened = None if self.table.is_over else self.face.opened_by(self.services, text)
        return self._look() if opened is None else Push(opened)

    def _play_again(self) -> Next:
        """Redo: hands do everything again that they had put back."""
        before = self.table.match.state
        via = []
        self.table.redo()
        while self.opponent.is_on_turn and self.table.match.can_redo:
            via.append(self.table.match.state)
            self.table.redo()
        self._put_right(before, tuple(via))
        return self._look()

    def _put_right(self, before: Any, via: tuple[Any, ...]) -> None:
        """Look at the table after something was taken back or done again, and tell the hands."""
        self._begin()
        self._end_wait()
        self._forget()
        if not self.table.match.practice:
            self._tell(before, (), who=None, says_all=True, via=via)

    def _forget(self) -> None:
        """Let go of what belonged to the choice before."""
        self.work = None
        self._played_s = None

    def _look(self) -> Next:
        """Go on: to what the box plays, and to the result when the match is over."""
        self._go_on()
        return GoToMatch() if self.table.is_over and not self.waits else STAY

    def _back(self) -> None:
        if self.picker.back():
            return
        if self.work is None or not self.work.turn(self.services, self.scene()):
            self.services.toast = self.services.say(N_("Hold BACK for Home"))

    def _hold(self, event: Held) -> Next:
        if event.control is Control.KNOB:
            from firmware_py.screens.play.match_menu import (
                MatchMenu,  # slow to import, seldom opened
            )

            return Push(MatchMenu(self.services))
        if event.control is Control.UNDO:
            return self._take_back()
        if event.control is Control.WHY:
            return self._hint()
        return IGNORED

    def _hint(self) -> Next:
        """Think of a hint, or say why there is none."""
        from firmware_py.screens.play.hint import Hint, why_no_hint  # seldom needed

        says = N_("Nobody has to choose now") if self._is_for_box else why_no_hint(self.services)
        if says is None:
            return Push(Hint(self.services))
        self.services.toast = self.services.say(says)
        return STAY

    # --- taking back ---

    def _show_undo(self) -> Next:
        if not self._can_take_back:
            self.services.toast = self.services.say(N_("Nothing to take back"))
            return STAY
        return Push(UndoPreview(self.services))

    @property
    def _can_take_back(self) -> bool:
        return can_take_back(self.table.match)

    @property
    def _is_slip(self) -> bool:
        """Say whether the last choice was made a moment ago, and nothing entered since."""
        if self._played_s is None or self.picker.has_begun:
            return False
        return self.services.time() - self._played_s <= SLIP_S

    def _take_back(self, *, agreed: bool = False) -> Next:
        """Undo: freely within a turn or right after a slip, else only if the table agrees."""
        match = self.table.match
        if not self._can_take_back:
            self.services.toast = self.services.say(N_("Nothing to take back"))
            return STAY
        is_alone = self.opponent.people == 1
        if match.is_turn_start and not (agreed or self._is_slip or is_alone):
            text = self.services.say(N_("Back into the turn before: does everyone agree?"))
            return Push(ask_yes(self.services, text, lambda: Pop(Answer.TABLE_AGREES)))
        self.take_back()
        return STAY

    def take_back(self) -> None:
        """Take the last choice back, and say how to put the table back."""
        tables = [moment.state for moment in self.table.match.moments]
        before = self.table.match.state
        taken = take_back(self.table, played_by_box(self.table.match))
        via = tables[len(self.table.match.moments) : -1][::-1] if taken[1:] else []
        self._put_right(before, tuple(via))
        self.is_saved = self.table.saved
        self._go_on()

    def _begin(self) -> None:
        """Offer what is legal now."""
        self._proposed, self._not_typed = (), ""
        state = self._state = self.table.match.state
        if self.table.is_over:
            self.picker = Picker(self.face.tree(state))
            return
        self.picker = Picker(
            self.face.tree(state), lambda picked, options: self.face.start(state, picked, options)
        )
