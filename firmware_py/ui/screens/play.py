"""The table: whose turn, what binds them, and the knob walking through what is legal."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from engines.bots.player import Thought
from engines.contract import AGREEMENTS, Message
from firmware_py.app.services import Services
from firmware_py.games import face_of, facts_of
from firmware_py.games.face import Face, Parts
from firmware_py.games.picture import PublicScene
from firmware_py.games.scene import Scene, SeatClock
from firmware_py.games.telling import Page, set_pages
from firmware_py.language import N_
from firmware_py.play.clock import clock_text
from firmware_py.play.opponent import Opponent
from firmware_py.play.taking_back import can_take_back, played_by_box, take_back
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
    TapThrough,
)
from firmware_py.ui.picker import Picker
from firmware_py.ui.screens.box_moves import BAR, Moved, News, draw_done, draw_thinking
from firmware_py.ui.screens.curtain import draw_curtain
from firmware_py.ui.screens.hands_work import HandsWork, last_work
from firmware_py.ui.screens.lists import Reader, ask_yes
from firmware_py.ui.screens.table_scene import table_scene
from firmware_py.ui.screens.undo import UndoPreview
from firmware_py.ui.screens.why import Why
from firmware_py.ui.taps import choice_at, find, first_leaf, keeping, played_by
from hardware.events import Control, Held, Pressed, Turned

Messages = tuple[Message, ...]
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
        has_hands = not self.table.match.practice
        self.work: HandsWork | None = last_work(services) if has_hands else None
        """What hands must do now, after the last choice."""
        self.is_saved = False
        """The last choice that was made here is on disk."""
        self._played_s: float | None = None
        """When the last choice was made here; None: it is not the last thing that happened."""
        self._asked = ""
        """The choice that waits for a yes."""
        self.opponent = Opponent(services.thinker, self.table)
        self.waits = False
        """Hands carry out what the box played; a press says that it is done."""
        self._looking: int | None = None
        """The seat that looks at its hand, where several people share the screen."""
        self._proposed: Parts = ()
        """The whole choice that a tap has shown: the next tap on it plays it."""
        self._proposed_s = 0.0
        self._begin()
        self._recall()
        self._go_on()

    @property
    def may_sleep(self) -> bool:
        """Never in the middle of an entry, or while the box thinks or waits for hands."""
        return not (self.picker.has_begun or self.opponent.is_thinking or self.waits)

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
            large=self.services.settings["text"] == "large",
            last=None if match.last is None else match.last.text,
            before=match.before_last,
            eyes=self._eyes,
            foot=BAR if self._is_for_box else 0,
        )
        if not self._is_for_box:
            scene = replace(
                scene,
                picked=picker.picked,
                options=picker.options,
                index=picker.index,
                complete=picker.complete,
                reachable=picker.reach(_REACH),
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
        """Draw the table, which is the face's; below it what the box does in a seat of its own."""
        if self._is_covered:
            draw_curtain(canvas, self.services, self._who())
            return
        scene = self.scene()
        self.face.draw(canvas, scene)
        if not self._is_for_box:
            return
        beside = self.face.hands.place(scene)
        if self.waits:
            draw_done(canvas, self.services, beside)
        else:
            part, failed = self.opponent.part, self.opponent.has_failed
            draw_thinking(canvas, self.services, beside, part, failed=failed)

    # --- hands that the box keeps ---

    @property
    def _hides_hands(self) -> bool:
        """Say whether the box keeps hands that not everybody at the screen may see."""
        match = self.table.match
        practice = facts_of(match.engine.name).practice
        return match.practice and practice is not None and practice.has_hands

    @property
    def _eyes(self) -> int | None:
        """The seat whose hand is shown: of one person always, of several whoever is on turn."""
        if not self._hides_hands or self._is_covered:
            return None
        if self.opponent.people == 1:
            seats = range(self.table.match.start.seats)
            return next(seat for seat in seats if not self.opponent.plays(seat))
        return self._looking

    @property
    def _is_covered(self) -> bool:
        """Say whether the others have to look away before anything is shown."""
        turn = self.table.match.turn
        if not self._hides_hands or self.opponent.people == 1 or turn is None:
            return False
        is_person = turn.seat is not None and not self.opponent.plays(turn.seat)
        return is_person and turn.seat != self._looking

    def _uncover(self, event: Input) -> Next:
        """Show the hand to whoever is on turn, once the others look away."""
        if event == Held(Control.KNOB, 1.0, event.source):
            turn = self.table.match.turn
            self._looking = None if turn is None else turn.seat
        elif isinstance(event, Pressed):
            says = N_("The others look away; then hold the knob.")
            self.services.toast = self.services.say(says)
        return STAY

    @property
    def _is_for_box(self) -> bool:
        """Say whether people have nothing to choose: the box thinks, or hands move for it."""
        return self.waits or self.opponent.is_on_turn

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
        self._proposed = ()
        match event:
            case Turned() if self._is_for_box:
                self._turn_page()
            case Turned(steps):
                self.picker.turn(steps)
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
            case Answer.PLAY:
                return self._play(self._asked)
            case PlayChecked(text):
                return self._play(text)
            case TapThrough(code):
                return self.tapped(code)
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

    @property
    def _is_bounce(self) -> bool:
        """Say whether a press comes from the finger that made the last choice."""
        return self._played_s is not None and self.services.time() - self._played_s < BOUNCE_S

    # --- taps ---

    def tapped(self, code: str) -> Next:
        """Do what the knob would: pick a part, show a whole choice, or say why not.

        What is tapped again is played, asked for in the same way as by a press.
        """
        if self._is_covered or self._is_for_box:
            return STAY
        now_s = self.services.time()
        self.table.clock.touched(now_s)
        since_s = max(self._proposed_s, self._played_s or 0.0)
        if self.table.is_over or now_s - since_s < BOUNCE_S:
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
        from firmware_py.ui.screens.check_move import Verdict  # only where somebody taps

        tries = self.face.attempts(self._state)
        parts = find(tries, self.picker.picked, self.picker.highlighted, code)
        if parts is None:
            self.services.toast = self.services.say(N_("That is not asked now"))
            return STAY
        parts = first_leaf(tries, parts)
        text = choice_at(tries, parts)
        reason = self.table.match.why_not(text)
        scene = replace(
            self.scene(), picked=parts, options=(), index=0, complete=(), told=None, refused=reason
        )
        return Push(Verdict(self.services, scene, text, reason))

    def table_scene(self) -> PublicScene:
        """Return the table for a picture, with the choice under way."""
        is_open = not (self.table.is_over or self._is_covered or self._is_for_box)
        return table_scene(self.services, self.table.match, self.scene(), may_choose=is_open)

    def _press(self) -> Next:
        """Pick what is under the cursor, and play a choice that is whole."""
        if self._is_bounce:
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
        if match.practice:
            self._tell_news(Moved(before, None, events))
        elif not self.table.is_over:
            self._tell(before, events, who=None if turn is None else turn.seat)
        self.is_saved = self.table.saved
        self._played_s = self.services.time()
        return self._look()

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

    def _tell(
        self, before: Any, events: tuple[Message, ...], *, who: int | None, says_all: bool = False
    ) -> None:
        """Note what hands must do."""
        after = self.table.match.state
        self.work = HandsWork(before, after, events, who, self.services.time(), says_all=says_all)

    def _put_right(self, before: Any, via: tuple[Any, ...]) -> None:
        """Look at the table after something was taken back or done again, and tell the hands."""
        self._begin()
        self._end_wait()
        self._forget()
        if not self.table.match.practice:
            self._tell(before, (), who=None, says_all=True)
            assert self.work is not None
            self.work.via = via

    def _forget(self) -> None:
        """Let go of what belonged to the choice before."""
        self.work = None
        self._played_s = None

    def _look(self) -> Next:
        """Go on: to what the box plays, and to the result when the match is over."""
        self._go_on()
        return GoToMatch() if self.table.is_over and not self.waits else STAY

    # --- the box in a seat of its own ---

    def told(self) -> Next:
        """Play what the box has thought of."""
        return self._look()

    def dropped(self) -> None:
        """Let nobody think for a screen that is gone."""
        self.opponent.stop()
        self._end_wait()

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
        match = self.table.match
        practice = facts_of(match.engine.name).practice
        if not match.practice or practice is None:
            return
        while match.turn is not None and match.turn.seat is None:
            answer = practice.answer(match.state)
            if answer is None:
                return
            self.table.play(answer)
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
        if match.practice and not self.table.is_over:
            self._tell_news(Moved(before, line, events), more=True)
        else:
            self._wait_for_hands(before, events, seat, thought.assumes)
        self._played_s = self.services.time()

    def _wait_for_hands(
        self, before: Any, events: tuple[Message, ...], seat: int | None, assumes: Messages = ()
    ) -> None:
        """Say what hands do for the box; meanwhile nobody's clock runs."""
        self._tell(before, (*events, *assumes), who=seat, says_all=True)
        self.waits = True
        self._was_paused = self.table.clock.paused
        self.table.clock.pause(self.services.time())

    def _end_wait(self) -> None:
        if self.waits:
            self.waits = False
            if not self._was_paused:
                self.table.clock.resume(self.services.time())

    def _recall(self) -> None:
        """Say again what hands do for the box, where it was the last to play."""
        match = self.table.match
        line, before = match.last, match.before_last
        if line is None or before is None or match.practice or line.text in AGREEMENTS:
            return
        if played_by_box(match)(line):
            self._wait_for_hands(before, (), int(line.who))

    def _press_for_box(self) -> Next:
        """Say that hands have done it, or that the box has thought long enough."""
        if self._is_bounce:
            return STAY
        if not self.waits:
            self.opponent.hurry()
            return STAY
        self._end_wait()
        self._forget()
        return self._look()

    def _turn_page(self) -> None:
        if self.work is not None:
            self.work.turn(self.services, self.scene())

    def _explain_box(self) -> Next:
        """Tell all that hands do for the box; or that it thinks, and how to cut that short."""
        title = self._who()
        if self.waits and self.work is not None:
            return Push(Reader(self.services, title, "\n".join(self.work.sentences(self.services))))
        about = N_("The box thinks about its move. Press: it plays the best it has found.")
        return Push(Reader(self.services, title, self.services.say(about)))

    def _tell_news(self, moved: Moved, *, more: bool = False) -> None:
        """Tell in practice what happened, without any hands' work."""
        if not (more and isinstance(self.work, News)):
            state = self.table.match.state
            self.work = News(state, state, (), None, self.services.time())
        assert isinstance(self.work, News)
        self.work.moves.append(moved)
        self.work.since_s, self.work.turned = self.services.time(), 0

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
        self._proposed = ()
        state = self._state = self.table.match.state
        if self.table.is_over:
            self.picker = Picker(self.face.tree(state))
            return
        self.picker = Picker(
            self.face.tree(state), lambda picked, options: self.face.start(state, picked, options)
        )
