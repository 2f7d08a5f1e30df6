"""The table: whose turn, what binds them, and the knob walking through what is legal.

Where the box has seats, it thinks, plays, and waits for the hands that move for it:

    its turn --> thinking --> played --> at a table: told to hands, a press tells that it is done
                    |                    in practice: told next to the board, play goes on;
                    |                    what ends the match is told with the result
                    a press: it plays the best so far
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines.bots.player import Thought
from engines.engine import Message
from firmware_py.core.language import N_
from firmware_py.games.game_ui import Face
from firmware_py.match.opponent import Opponent, answer_for_table
from firmware_py.match.picker import Picker
from firmware_py.match.scene import AnyScene, entry_of
from firmware_py.match.table_match import can_take_back, played_by_box, take_back
from firmware_py.match.taps import (
    AskedNumber,
    asked_number,
    dial_typed,
    read_typed,
)
from firmware_py.screens.play.box_moves import BAR, Moved, Told, draw_done, draw_thinking
from firmware_py.screens.play.entry import ChoiceEntry, TapResult, refuse_typed, verdict_on
from firmware_py.screens.play.hands_work import HandsWork
from firmware_py.screens.play.hidden_hands import LOOK_AWAY, HiddenHands, draw_curtain
from firmware_py.screens.play.undo import UndoPreview
from firmware_py.screens.play.why import Why
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.lists import ask_yes
from firmware_py.ui.navigation import (
    IGNORED,
    STAY,
    GoToMatch,
    Input,
    Next,
    PlayChecked,
    PlayedAgreement,
    Pop,
    Push,
    Returned,
    Screen,
    ScreenAnswer,
    TapThrough,
    TypeThrough,
)
from firmware_py.ui.paged_text import Page, set_pages
from firmware_py.ui.services import Services
from hardware.events import Control, Held, Pressed, Turned

Messages = tuple[Message, ...]
BOUNCE_S = 0.25
"""A second press within this time after a choice is the same finger."""
SLIP_S = 6.0
"""For this time after a press its choice can be taken back without asking anybody."""


class Play(Screen):
    """The screen of a match under way."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.table = services.current_table
        self.entry = ChoiceEntry(services, self.table.match)
        self.opponent = Opponent(services.thinker, self.table)
        self.hands = HiddenHands(self.table, self.opponent)
        self.told_now = Told(services)
        self.is_saved = False
        """The last choice that was made here is on disk."""
        self._played_s: float | None = None
        """When the last choice was made here; None: it is not the last thing that happened."""
        self._asked = ""
        """The choice that waits for a yes."""
        self._shown_s = 0.0
        """When a tap has shown a whole choice."""
        self._not_typed = ""
        """Why the number that was typed last could not be entered."""
        self._danger: tuple[Any, str | None] | None = None
        """What could be lost, for the state it was found in."""
        self.told_now.recall()
        self._go_on()

    @property
    def face(self) -> Face:
        """The game in the application."""
        return self.entry.face

    @property
    def picker(self) -> Picker:
        """The cursor on what is legal."""
        return self.entry.picker

    @property
    def work(self) -> HandsWork | None:
        """What hands must do now, after the last choice."""
        return self.told_now.work

    @property
    def waits(self) -> bool:
        """Return whether hands carry out what the box played; a press tells that it is done."""
        return self.told_now.waits

    @property
    def is_covered(self) -> bool:
        """Return whether nothing may be shown before the others look away."""
        return self.hands.is_covered

    @property
    def has_secrets(self) -> bool:
        """Return whether what may be chosen, or is shown, tells of a hand."""
        return self.hands.are_kept and not self.table.is_over

    @property
    def _is_for_box(self) -> bool:
        """Return whether people have nothing to choose: the box thinks, or hands move for it."""
        return self.waits or self.opponent.is_on_turn

    @property
    def _is_bounce(self) -> bool:
        """Return whether a press comes from the finger that made the last choice."""
        return self._played_s is not None and self.services.time() - self._played_s < BOUNCE_S

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
            clocks=self.table.seat_clocks(self.services.time()),
            eyes=self.hands.eyes,
            may_choose=not (self.table.is_over or self.is_covered or is_for_box),
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
        if self.is_covered:
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

    def deadline_s(self, now_s: float) -> float | None:
        """Draw again when the clock's seconds change, or a page of the hands' work turns."""
        times = [self.table.clock.next_change_s(now_s)]
        if self.work is not None:
            times.append(self.work.turns_s(self.services, self.scene()))
        return min((each for each in times if each is not None), default=None)

    # --- events ---

    def handle(self, event: Input) -> Next:
        """Take an input."""
        if self.is_covered:
            return self._uncover(event)
        self.table.clock.touched(self.services.time())
        self.entry.shown, self._not_typed = (), ""
        match event:
            case Turned() if self._is_for_box:
                if self.work is not None:
                    self.work.turn(self.services, self.scene())
            case Turned(steps):
                self.picker.turn(steps, coarse=event.pressed)
            case Held():
                return self._hold(event)
            case Pressed(Control.KNOB):
                return self._press_for_box() if self._is_for_box else self._press()
            case Pressed(Control.WHY) if self._is_for_box:
                return Push(self.told_now.explained(self._who()))
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
            case ScreenAnswer.TAKE_BACK:
                return self._take_back()
            case ScreenAnswer.TABLE_AGREES:
                return self._take_back(agreed=True)
            case ScreenAnswer.REDO:
                return self._play_again()
            case ScreenAnswer.CHOOSE:
                return self._choose_by_hand()
            case ScreenAnswer.PLAY:
                return self._play(self._asked)
            case PlayChecked(text):
                return self._play(text)
            case TapThrough(code):
                return self.tapped(code)
            case TypeThrough(text, enters):
                return self.type_number(text, enters=enters)
            case _:
                pass
        before = self.entry.state
        if self.table.match.state is not before:
            self.told_now.end_wait()
            self._forget()
            self._begin()
            if isinstance(answer, PlayedAgreement) and not self.table.is_over:
                self.told_now.tell(before, answer.events, who=None, says_all=True)
        return self._look()

    def _uncover(self, event: Input) -> Next:
        """Show the hand to whoever is on turn, once the others look away."""
        if event == Held(Control.KNOB, 1.0, event.source):
            self.hands.uncover()
        elif isinstance(event, Pressed):
            self.services.toast = self.services.say(LOOK_AWAY)
        else:
            return IGNORED
        return STAY

    # --- taps ---

    def tapped(self, code: str) -> Next:
        """Do what the knob would: pick a part, show a whole choice, or say why not.

        What is tapped again is played, asked for in the same way as by a press.
        """
        if self.is_covered or self._is_for_box:
            return STAY
        self._not_typed = ""
        now_s = self.services.time()
        self.table.clock.touched(now_s)
        since_s = max(self._shown_s, self._played_s or 0.0)
        if self.table.is_over or now_s - since_s < BOUNCE_S:
            return STAY
        match self.entry.tap(code):
            case TapResult.PRESS:
                return self._press()
            case TapResult.NOT_OFFERED:
                return self._say_why_not(code)
            case TapResult.SHOWN:
                self._shown_s, self._played_s = now_s, None
            case TapResult.PICKED:
                self._played_s = None
            case TapResult.NOTHING:
                pass
        return STAY

    def _say_why_not(self, code: str) -> Next:
        """Say at once why what was tapped cannot be chosen."""

        verdict = verdict_on(self.services, self.table.match, self.scene(), code)
        if verdict is None:
            self.services.toast = self.services.say(N_("That is not asked now"))
            return STAY
        verdict.asked = self.asked_number()
        return Push(verdict)

    # --- numbers that are typed ---

    def asked_number(self) -> AskedNumber | None:
        """Return the number that the knob dials now."""
        if self.table.is_over or self.is_covered or self._is_for_box:
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
        self.entry.shown = ()
        if dial_typed(self.table.match, self.picker, typed):
            return self._settle_part() if enters else STAY
        if not enters:
            return STAY

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
        return Push(ask_yes(self.services, question, lambda: Pop(ScreenAnswer.PLAY)))

    def _play(self, text: str) -> Next:
        match = self.table.match
        before, turn = match.state, match.turn
        events = self.table.play(text)
        self._begin()
        self._forget()
        if match.practice:
            self.told_now.tell_news(Moved(before, None, events))
        elif not self.table.is_over:
            self.told_now.tell(before, events, who=None if turn is None else turn.seat)
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
        self.told_now.end_wait()
        self._forget()
        if not self.table.match.practice:
            self.told_now.tell(before, (), who=None, says_all=True, via=via)

    def _forget(self) -> None:
        """Let go of what belonged to the choice before."""
        self.told_now.work = None
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
            return Push(ask_yes(self.services, text, lambda: Pop(ScreenAnswer.TABLE_AGREES)))
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
        self._not_typed = ""
        self.entry.begin()

    # --- the box in a seat of its own ---

    def told(self) -> Next:
        """Play what the box has thought of."""
        return self._look()

    def dropped(self) -> None:
        """Let nobody think for a screen that is gone."""
        self.opponent.stop()
        self.told_now.end_wait()

    def _go_on(self) -> None:
        """Answer for the table in practice, play for the box, and let it think."""
        self._answer_for_table()
        if self.waits:
            return  # one thing after the other
        thought = self.opponent.take()
        if thought is not None:
            self._play_for_box(thought)
            self._answer_for_table()
        if not (self.waits or self.table.is_over):
            self.opponent.look()

    def _answer_for_table(self) -> None:
        """Answer in practice what nobody can look up on a table."""
        while answer_for_table(self.table):
            self._begin()

    def _play_for_box(self, thought: Thought) -> None:
        """Play a thought; at a table hands carry it out, before anything else happens."""
        match = self.table.match
        assert match.turn is not None
        before, seat = match.state, match.turn.seat
        events = self.table.play(thought.move)
        line = match.last
        assert line is not None
        self._begin()
        self.is_saved = self.table.saved
        if match.practice:
            self.told_now.tell_news(Moved(before, line, events), more=True)
        else:
            self.told_now.wait_for_hands(before, (*events, *thought.assumes), seat)
        self._played_s = self.services.time()

    def _press_for_box(self) -> Next:
        """Say that hands have done it, or that the box has thought long enough."""
        if self._is_bounce:
            return STAY
        if not self.waits:
            self.opponent.hurry()
            return STAY
        self.told_now.end_wait()
        self._forget()
        return self._look()

    def _choose_by_hand(self) -> Next:
        """Let people choose for the box: on the table lies more than it knows."""
        match = self.table.match
        if self.waits and match.last is not None and played_by_box(match)(match.last):
            before = match.state
            self.table.undo()
            self._put_right(before, ())
        self.opponent.stand_aside()
        return self._look()
