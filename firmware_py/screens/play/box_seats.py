"""Play where the box has seats: it thinks, plays, and waits for the hands that move for it.

its turn --> thinking --> played --> at a table: told to hands, a press says done
                |                    in practice: told beside the board, play goes on;
                |                    what ends the match is told with the result
                a press: it plays the best so far
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from engines.bots.player import Thought
from engines.engine import AGREEMENTS, Message
from firmware_py.core.language import N_
from firmware_py.match.game_info import facts_of
from firmware_py.match.opponent import Opponent
from firmware_py.match.scene import AnyScene
from firmware_py.match.table_match import played_by_box
from firmware_py.screens.play.box_moves import Moved, News
from firmware_py.screens.play.hands_work import HandsWork
from firmware_py.ui.lists import Reader
from firmware_py.ui.navigation import IGNORED, STAY, Input, Next, Push, Screen
from firmware_py.ui.services import Services
from hardware.events import Control, Held, Pressed

Messages = tuple[Message, ...]
BOUNCE_S = 0.25
"""A second press so soon after a choice is the same finger."""


class BoxSeats(Screen):
    """The half of Play that is about seats of the box, and about hands that the box keeps."""

    def __init__(self, services: Services) -> None:
        assert services.table is not None
        self.services = services
        self.table = services.table
        self.opponent = Opponent(services.thinker, self.table)
        self.work: HandsWork | None = None
        """What hands must do now, after the last choice."""
        self.waits = False
        """Hands carry out what the box played; a press says that it is done."""
        self.is_saved = False
        """The last choice that was made here is on disk."""
        self._was_paused = False
        """The clock stood already when hands began to move for the box."""
        self._looking: int | None = None
        """The seat that looks at its hand, where several people share the screen."""
        self._played_s: float | None = None
        """When the last choice was made here; None: it is not the last thing that happened."""

    @abstractmethod
    def scene(self) -> AnyScene:
        """Return what the face needs to draw this moment."""

    @abstractmethod
    def _who(self) -> str:
        """Return who is asked, or who has moved."""

    @abstractmethod
    def _begin(self) -> None:
        """Offer what is legal now."""

    @abstractmethod
    def _look(self) -> Next:
        """Go on."""

    @abstractmethod
    def _put_right(self, before: Any, via: tuple[Any, ...]) -> None:
        """Look at the table after something was taken back or done again, and tell the hands."""

    @abstractmethod
    def _forget(self) -> None:
        """Let go of what belonged to the choice before."""

    @property
    def _is_bounce(self) -> bool:
        """Say whether a press comes from the finger that made the last choice."""
        return self._played_s is not None and self.services.time() - self._played_s < BOUNCE_S

    def _tell(
        self,
        before: Any,
        events: tuple[Message, ...],
        *,
        who: int | None,
        says_all: bool = False,
        via: tuple[Any, ...] = (),
    ) -> None:
        """Note what hands must do."""
        after, now_s = self.table.match.state, self.services.time()
        self.work = HandsWork(before, after, events, who, now_s, says_all=says_all, via=via)

    # --- hands that the box keeps ---

    @property
    def _hides_hands(self) -> bool:
        """Say whether the box keeps hands that not everybody at the screen may see."""
        match = self.table.match
        practice = facts_of(match.engine.name).practice
        return match.practice and practice is not None and practice.has_hands

    @property
    def has_secrets(self) -> bool:
        """Say whether what may be chosen, or is shown, tells of a hand."""
        return self._hides_hands and not self.table.is_over

    @property
    def is_covered(self) -> bool:
        """Say whether nothing may be shown before the others look away."""
        return self._is_covered

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
    def whose(self) -> int:
        """The seat whose things somebody means who says "mine"."""
        seats = range(self.table.match.start.seats)
        if self.opponent.people == 1:
            return next(seat for seat in seats if not self.opponent.plays(seat))
        turn = self.table.match.turn
        return turn.owner if turn is not None and turn.owner is not None else 0

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
        else:
            return IGNORED
        return STAY

    @property
    def _is_for_box(self) -> bool:
        """Say whether people have nothing to choose: the box thinks, or hands move for it."""
        return self.waits or self.opponent.is_on_turn

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
        if match.practice:
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

    def _choose_by_hand(self) -> Next:
        """Let people choose for the box: on the table lies more than it knows."""
        match = self.table.match
        if self.waits and match.last is not None and played_by_box(match)(match.last):
            before = match.state
            self.table.undo()
            self._put_right(before, ())
        self.opponent.stand_aside()
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
