"""The table: whose turn, the constraint, and the knob walking through the legal choices.

Where the box has seats, it thinks, plays, and waits for the hands that move for it:

    its turn --> thinking --> played --> at a table: shown to hands, a press says that it is done
                    |                    in practice: shown next to the board, play goes on;
                    |                    the move that ends the match is shown with the result
                    a press: it plays the best move so far
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines.bots.player import Thought
from engines.engine import Message
from firmware_py.core.language import N_
from firmware_py.match.scene import AnyScene
from firmware_py.match.seats import HiddenHands, Opponent, answer_for_table
from firmware_py.match.table_match import can_take_back, played_by_box, take_back
from firmware_py.match.taps import AskedNumber, asked_number, dial_typed, read_typed
from firmware_py.screens.play.corrections import UndoPreview, played_by_itself
from firmware_py.screens.play.entry import NOT_NOW, ChoiceEntry, EntryScreen, Handover, TapResult
from firmware_py.screens.play.hint import Hint, why_no_hint
from firmware_py.screens.play.instructions import (
    BAR,
    LOOK_AWAY,
    HandsWork,
    Instructions,
    PlayedMove,
    draw_curtain,
    draw_done,
    draw_on_phone,
    draw_thinking,
)
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.lists import ask_yes
from firmware_py.ui.navigation import (
    IGNORED,
    STAY,
    Advised,
    GoToMatch,
    Input,
    Next,
    PlayChecked,
    PlayedAgreement,
    Pop,
    Push,
    Returned,
    ScreenAnswer,
    TypeThrough,
)
from firmware_py.ui.paging import Page, set_pages
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import DANGER, corner_note
from hardware.events import Control, Held, Pressed, Turned

BOUNCE_S = 0.25
"""A second press within this time after a choice is the same finger."""
SLIP_S = 6.0
"""Within this time after a press its choice can be taken back without asking anybody."""


class Play(EntryScreen):
    """The screen of a match under way."""

    def __init__(self, services: Services) -> None:
        self.table = services.current_table
        super().__init__(services, ChoiceEntry(services, self.table.match))
        self.ui = self.entry.ui
        self.opponent = Opponent(services.thinker, self.table)
        self.hands = HiddenHands(self.table, self.opponent, services.phone_seats)
        self.instructions = Instructions(services)
        self.is_saved = False
        """The last choice that was made here is on disk."""
        self.handover = Handover()
        self._played_s: float | None = None
        """The time of the last choice made here, until something else happens."""
        self._asked = ""
        """The choice that waits for a yes."""
        self._not_typed = ""
        """Why the number that was typed last could not be entered."""
        self._danger: tuple[Any, str | None] | None = None
        """A state, and what could be lost in it."""
        self.instructions.recall()
        self._go_on()

    @property
    def work(self) -> HandsWork | None:
        """The work for hands after the last choice."""
        return self.instructions.work

    @property
    def waits(self) -> bool:
        """Return whether hands carry out what the box played; a press says that it is done."""
        return self.instructions.waits

    @property
    def is_covered(self) -> bool:
        """Return whether nothing may be shown before the others look away."""
        return self.hands.is_covered

    @property
    def has_secrets(self) -> bool:
        """Return whether the choices, or what is shown, reveal a hand."""
        return self.hands.are_kept and not self.table.is_over

    @property
    def whose(self) -> int:
        """The seat meant by "mine"."""
        return self.hands.whose

    @property
    def _is_for_box(self) -> bool:
        """Return whether people have nothing to choose here.

        The box thinks, or hands move for it, or the seat on turn is on a phone.
        """
        return self.waits or self.opponent.is_on_turn or self.hands.is_on_phone

    @property
    def _is_bounce(self) -> bool:
        """Return whether a press comes from the finger that made the last choice."""
        return self._played_s is not None and self.services.time() - self._played_s < BOUNCE_S

    @property
    def may_sleep(self) -> bool:
        """Never in the middle of an entry, or while the box thinks or waits for hands."""
        return super().may_sleep and not (self.opponent.is_thinking or self.waits)

    # --- drawing ---

    def scene(self) -> AnyScene:
        """Return the scene, made once for each picture."""
        return self.services.scene_once(self, self._make_scene)

    def _make_scene(self) -> AnyScene:
        is_for_box = self._is_for_box
        scene = self.services.scene(
            self.table.match,
            title=self._who(),
            corner=self._unsaved(),
            is_saved=self.is_saved,
            clocks=self.table.seat_clocks(self.services.time()),
            eyes=self.hands.eyes,
            hand=self.ui.hand(self.table.match.state, self.hands.eyes),
            may_choose=not (self.table.is_over or self.is_covered or is_for_box),
            wait=self.handover.left(self.services.time()),
            shows_done=self.handover.shows_done(self.services.time()),
            **({"foot": BAR} if is_for_box else self.entry.fields()),
        )
        work = self.work
        page = self._asked_of_hands(scene) if work is None else work.page(self.services, scene)
        return scene if page is None else replace(scene, told=page)

    def _asked_of_hands(self, scene: AnyScene) -> Page | None:
        """Return what hands do before the table can answer, where nothing was played yet."""
        hands = self.ui.hands
        pages = set_pages(hands.asked(scene), hands.place(scene), large=scene.large)
        return pages[0] if pages else None

    def draw(self, canvas: Canvas) -> None:
        """Draw the table and, in place of an answer, what the box does in its seat."""
        if self.is_covered:
            draw_curtain(canvas, self.services, self._who())
            return
        scene = self.scene()
        self.ui.draw(canvas, scene)
        if not self._is_for_box:
            self._warn(canvas)
            return
        place = self.ui.hands.place(scene)
        if self.waits:
            draw_done(canvas, self.services, place, scene.wait)
        elif self.hands.is_on_phone:
            draw_on_phone(canvas, self.services, place)
        else:
            part, failed = self.opponent.part, self.opponent.has_failed
            draw_thinking(canvas, self.services, place, part, failed=failed)

    def draw_for_viewers(self, canvas: Canvas) -> bool:
        """Draw the bare table where the box keeps hands: every answer and reason reveals one."""
        if not self.has_secrets:
            return False
        self.ui.draw(canvas, replace(self.scene().resting(), eyes=None))
        return True

    def _warn(self, canvas: Canvas) -> None:
        """Draw the danger sign if it is switched on; it covers nothing."""
        state = self.table.match.state
        if not self.services.settings["danger"]:
            return
        if self._danger is None or self._danger[0] is not state:
            self._danger = (state, self.ui.danger(state))
        words = self._danger[1]
        if words is not None:
            corner_note(canvas, DANGER, self.services.say(words))

    def _who(self) -> str:
        turn = self.table.match.turn
        if self.waits and self.work is not None and self.work.who is not None:
            return self.table.names[self.work.who]
        if turn is None:
            return self.services.say(N_("Over"))
        return (
            self.services.say(N_("Everyone")) if turn.seat is None else self.table.names[turn.seat]
        )

    def _unsaved(self) -> str:
        count = self.services.queue.unsaved
        return self.services.say(N_("NOT SAVED {count}"), count=count) if count else ""

    def deadline_s(self, now_s: float) -> float | None:
        """Return when the clock, the wait of a hand-over or the hands' work changes."""
        times = [self.table.clock.next_change_s(now_s), self.handover.next_change_s(now_s)]
        if self.work is not None:
            times.append(self.work.turns_s(self.services, self.scene()))
        return min((each for each in times if each is not None), default=None)

    # --- events ---

    def handle(self, event: Input) -> Next:
        """Act on an input."""
        if self.is_covered:
            return self._uncover(event)
        self.table.clock.touched(self.services.time())
        self.entry.shown, self._not_typed = (), ""
        if self._is_early(event):
            return STAY
        match event:
            case Held():
                return self._hold(event)
            case Pressed(Control.UNDO):
                return self._show_undo()
            case Turned() if self._is_for_box:
                if self.work is not None:
                    self.work.turn(self.services, self.scene())
                return STAY
            case Pressed(Control.KNOB) if self._is_for_box:
                return self._press_for_box()
            case Pressed(Control.WHY) if self._is_for_box:
                return self._explain_for_box()
            case _:
                return super().handle(event)

    def _is_early(self, event: Input) -> bool:
        """Return whether a press comes from the finger that ended the turn before."""
        match event:
            case Turned():
                self.handover.touch(self.services.time())
            case Pressed(Control.KNOB):
                return self.handover.touch(self.services.time())
        return False

    def returned(self, answer: Returned) -> Next:
        """Act on what the screen above asks for; it may have changed the match."""
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
            case TypeThrough(text, enters):
                return self.type_number(text, enters=enters)
            case Advised(text) if self.entry.is_current:
                self.entry.advise(text)
                return STAY
            case None | PlayedAgreement() | ScreenAnswer() | Advised():
                self._look_for_changes(answer)
                return self._look()
        return super().returned(answer)

    def _look_for_changes(self, answer: Returned) -> None:
        before = self.entry.state
        if self.table.match.state is before:
            return
        self.instructions.end_wait()
        self._forget()
        self._begin()
        if isinstance(answer, PlayedAgreement) and not self.table.is_over:
            self.instructions.show(before, answer.events, who=None, says_all=True)

    def _uncover(self, event: Input) -> Next:
        """Show the hand of the seat on turn, once the others look away."""
        if event == Held(Control.KNOB, 1.0, event.source):
            self.hands.uncover()
        elif isinstance(event, Pressed):
            self.services.toast = self.services.say(LOOK_AWAY)
        else:
            return IGNORED
        return STAY

    def _hold(self, event: Held) -> Next:
        if event.control is Control.KNOB:
            from firmware_py.screens.play.match_menu import MatchMenu  # opens most screens

            return Push(MatchMenu(self.services))
        if event.control is Control.UNDO:
            return self._take_back()
        return self._hint() if event.control is Control.WHY else IGNORED

    def _hint(self) -> Next:
        reason = N_("Nobody has to choose now") if self._is_for_box else why_no_hint(self.services)
        if reason is None:
            return Push(Hint(self.services))
        self.services.toast = self.services.say(reason)
        return STAY

    def leave(self) -> Next:
        """Turn the page of the hands' work, or say how to go Home."""
        if self.work is None or not self.work.turn(self.services, self.scene()):
            self.services.toast = self.services.say(N_("Hold BACK for Home"))
        return STAY

    # --- taps ---

    def tapped(self, code: str) -> Next:
        """Move the cursor to what was tapped; a second tap acts as a press."""
        if self.is_covered or self._is_for_box:
            return STAY
        self._not_typed = ""
        self.table.clock.touched(self.services.time())
        if self.table.is_over:
            return STAY
        match self.entry.tap(code):
            case TapResult.PRESS:
                return self._settle_aimed()
            case TapResult.NOT_OFFERED:
                return self.refuse_tap(code)
            case TapResult.SHOWN | TapResult.PICKED:
                self._played_s = None
            case TapResult.NOTHING:
                pass
        return STAY

    # --- numbers that are typed ---

    def asked_number(self) -> AskedNumber | None:
        """Return the number that the knob dials now."""
        if self.table.is_over or self.is_covered or self._is_for_box or not self.entry.is_current:
            return None
        return asked_number(self.picker, len(self.table.match.lines), self._not_typed)

    def type_number(self, text: str, *, enters: bool) -> Next:
        """Dial what is typed; enter it as a press does, or show why it cannot be entered."""
        self._not_typed = self.services.toast = ""
        asked, typed = self.asked_number(), read_typed(text)
        if asked is None or asked.code != typed.code:
            if enters:
                self.services.toast = self.services.say(NOT_NOW)
            return STAY
        self.table.clock.touched(self.services.time())
        self.entry.shown = ()
        if dial_typed(self.table.match, self.picker, typed):
            return self._settle_aimed() if enters else STAY
        if not enters:
            return STAY
        refused = self.entry.judge_typed(self.scene(), asked, typed)
        if not isinstance(refused, str):
            return Push(refused)
        self._not_typed = self.services.toast = refused
        return STAY

    # --- playing ---

    def press(self) -> Next:
        """Pick what is under the cursor, and play a complete choice."""
        return STAY if self._is_bounce else self._settle_part()

    def _settle_part(self) -> Next:
        picked = len(self.picker.picked)
        text = self.picker.press()
        if text is not None:
            return self.take(text)
        self._played_s = None
        if len(self.picker.picked) > picked + 1:
            self.handover.skip(self.services.time())
        return STAY

    def _settle_aimed(self) -> Next:
        """Settle a part that was tapped or typed: no finger on the knob may still be on its way."""
        step = self._settle_part()
        self.handover.end()
        return step

    def take(self, text: str) -> Next:
        """Play a complete choice; ask first if it would end the match at once."""
        asks = self.ui.asks_first
        question = None if asks is None else asks(self.services.scene(self.table.match), text)
        if question is None:
            return self._play(text)
        self._asked = text
        self.picker.back()
        return Push(ask_yes(self.services, question, lambda: Pop(ScreenAnswer.PLAY)))

    def _play(self, text: str) -> Next:
        match = self.table.match
        before, turn = match.state, match.turn
        events = self.table.play(text)
        via, more = self._play_forced()
        events = (*events, *more)
        self._begin()
        self._forget()
        if match.practice:
            is_told = self.opponent.people > 1 and turn is not None and turn.seat is not None
            line = match.last if is_told else None
            self.instructions.show_news(PlayedMove(before, line, events))
        elif not self.table.is_over:
            who = None if turn is None or via else turn.seat
            self.instructions.show(before, events, who=who, via=via)
        self.is_saved = self.table.saved
        self._played_s = self.services.time()
        self._hand_over(None if turn is None else turn.seat)
        opened = None if self.table.is_over else self.ui.opened_by(self.services, text)
        return self._look() if opened is None else Push(opened)

    def _play_forced(self) -> tuple[tuple[Any, ...], tuple[Message, ...]]:
        """Play choices that nobody needs to be asked for; return the tables before, the events."""
        via: tuple[Any, ...] = ()
        events: tuple[Message, ...] = ()
        while (text := self.ui.forced(self.table.match.state)) is not None:
            via = (*via, self.table.match.state)
            events = (*events, *self.table.play(text))
        return via, events

    def _hand_over(self, seat: int | None) -> None:
        """Take no press for a moment if somebody else than a seat (None: the table) chooses now."""
        now_s, turn = self.services.time(), self.table.match.turn
        if turn is not None and turn.seat != seat:
            self.handover.begin(now_s)
        if self.picker.picked:
            self.handover.skip(now_s)

    def _play_again(self) -> Next:
        """Redo: hands repeat everything that they had put back."""
        before = self.table.match.state
        via = []
        self.table.redo()
        while self._goes_on_alone and self.table.match.can_redo:
            via.append(self.table.match.state)
            self.table.redo()
        self._put_right(before, tuple(via))
        return self._look()

    @property
    def _goes_on_alone(self) -> bool:
        """Return whether no person is asked for the next choice."""
        return self.opponent.is_on_turn or self.ui.forced(self.table.match.state) is not None

    def _put_right(self, before: Any, via: tuple[Any, ...]) -> None:
        """Offer the choices after an undo or redo, and show its work to the hands."""
        self._begin()
        self.instructions.end_wait()
        self._forget()
        if not self.table.match.practice:
            self.instructions.show(before, (), who=None, says_all=True, via=via)

    def _begin(self) -> None:
        self._not_typed = ""
        self.entry.begin()

    def _forget(self) -> None:
        self.instructions.work = None
        self._played_s = None

    def _look(self) -> Next:
        """Let the box play, and show the result when the match is over."""
        self._go_on()
        return GoToMatch() if self.table.is_over and not self.waits else STAY

    # --- taking back ---

    def _show_undo(self) -> Next:
        return Push(UndoPreview(self.services)) if self._can_take_back() else STAY

    def _can_take_back(self) -> bool:
        """Return whether there is a choice to take back; say so if there is none."""
        is_possible = can_take_back(self.table.match)
        if not is_possible:
            self.services.toast = self.services.say(N_("Nothing to undo"))
        return is_possible

    @property
    def _is_slip(self) -> bool:
        """Return whether the last choice was made a moment ago, and nothing entered since."""
        if self._played_s is None or self.picker.has_begun:
            return False
        return self.services.time() - self._played_s <= SLIP_S

    def _take_back(self, *, agreed: bool = False) -> Next:
        """Undo: freely within a turn or right after a slip, else only if the table agrees."""
        if not self._can_take_back():
            return STAY
        is_alone = self.opponent.people == 1
        if self.table.match.is_turn_start and not (agreed or self._is_slip or is_alone):
            text = self.services.say(N_("Undo into the previous turn: does everyone agree?"))
            return Push(ask_yes(self.services, text, lambda: Pop(ScreenAnswer.TABLE_AGREES)))
        self.take_back()
        return STAY

    def take_back(self) -> None:
        """Take the last choice back, and show how to put the table back."""
        tables = [moment.state for moment in self.table.match.moments]
        before = self.table.match.state
        taken = take_back(self.table, played_by_itself(self.table.match))
        via = tables[len(self.table.match.moments) : -1][::-1] if taken[1:] else []
        self._put_right(before, tuple(via))
        self.is_saved = self.table.saved
        self._go_on()

    # --- the box in a seat of its own ---

    def thought_arrived(self) -> Next:
        """Play the move that the box has thought of."""
        return self._look()

    def dropped(self) -> None:
        """Stop thinking, and let the clock run."""
        self.opponent.stop()
        self.instructions.end_wait()

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
        """Play a thought; at a table hands carry it out before anything else happens."""
        match = self.table.match
        assert match.turn is not None
        before, seat = match.state, match.turn.seat
        events = self.table.play(thought.move)
        line = match.last
        assert line is not None
        events = (*events, *self._play_forced()[1])
        self._begin()
        self.is_saved = self.table.saved
        if match.practice:
            self.instructions.show_news(PlayedMove(before, line, events), more=True)
        else:
            self.instructions.wait_for_hands(before, (*events, *thought.assumes), seat)
        self._played_s = self.services.time()

    def _explain_for_box(self) -> Next:
        if self.hands.is_on_phone and not self.waits:
            return self._point_to_phone()
        return Push(self.instructions.explained(self._who()))

    def _point_to_phone(self) -> Next:
        says = N_("{name} chooses on a phone. The menu brings this hand back to the box.")
        self.services.toast = self.services.say(says, name=self._who())
        return STAY

    def play_from_phone(self, text: str) -> Next:
        """Play the choice of a phone that holds the seat on turn."""
        return self._play(text)

    def take_back_from_phone(self) -> Next:
        """Undo as a hold of UNDO does."""
        return self._take_back()

    def _press_for_box(self) -> Next:
        """Note that hands are done, or that the box has thought long enough."""
        if self._is_bounce:
            return STAY
        if self.hands.is_on_phone and not self.waits:
            return self._point_to_phone()
        if not self.waits:
            self.opponent.hurry()
            return STAY
        self.instructions.end_wait()
        self._forget()
        self.handover.begin(self.services.time())
        return self._look()

    def _choose_by_hand(self) -> Next:
        """Let people choose for the box, where its move cannot be made on the table."""
        match = self.table.match
        if self.waits and match.last is not None and played_by_box(match)(match.last):
            before = match.state
            self.table.undo()
            self._put_right(before, ())
        self.opponent.stand_aside()
        return self._look()
