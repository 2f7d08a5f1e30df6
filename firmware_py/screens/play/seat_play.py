"""The table as one seat sees it: what a phone shows that holds the seat.

The box and the other pages see what everybody may see; the hand, what can be chosen and why
something cannot are on this screen, and on those that it opens above itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from firmware_py.core.language import N_
from firmware_py.match.picker import ChoiceNode
from firmware_py.match.scene import AnyScene
from firmware_py.screens.play.entry import NOT_NOW, ChoiceEntry, EntryScreen
from firmware_py.screens.play.hint import Hint, why_no_hint
from firmware_py.screens.play.match_menu import Aid
from firmware_py.ui.lists import Menu, MenuRow, opens
from firmware_py.ui.navigation import (
    IGNORED,
    STAY,
    Advised,
    GoHome,
    Input,
    Next,
    Pop,
    Push,
    Returned,
)
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item
from hardware.events import Control, Held, Pressed, Turned

if TYPE_CHECKING:
    from firmware_py.screens.play.instructions import HandsWork
    from firmware_py.screens.play.play import Play

NOT_YOUR_TURN = N_("It is {name}'s turn.")


class SeatPlay(EntryScreen):
    """The screen of one seat; `play` plays its choice on the table."""

    is_covered = False
    waits = False
    has_secrets = False
    """Nobody else sees this screen."""

    def __init__(
        self,
        services: Services,
        seat: int,
        table_play: Callable[[], Play | None],
        play: Callable[[str], None],
        undo: Callable[[], None],
    ) -> None:
        self.seat = seat
        self.table = services.current_table
        super().__init__(services, ChoiceEntry(services, self.table.match))
        self.ui = self.entry.ui
        self._table_play = table_play
        self._play, self._undo = play, undo
        self.follow()

    @property
    def is_current(self) -> bool:
        """Return whether the choices are of the position on the table."""
        return self.entry.is_current

    def follow(self) -> None:
        """Offer the choices of the position on the table, if they are this seat's."""
        self.entry.begin()
        if not self.is_on_turn:
            self.entry.offer(ChoiceNode())

    @property
    def is_on_turn(self) -> bool:
        """Return whether this seat has to choose now."""
        turn = self.table.match.turn
        return turn is not None and turn.seat == self.seat

    @property
    def whose(self) -> int:
        """The seat meant by "mine"."""
        return self.seat

    @property
    def work(self) -> HandsWork | None:
        """What happened last, as the box shows it."""
        shown = self._table_play()
        return None if shown is None else shown.work

    @property
    def is_saved(self) -> bool:
        """Whether the last choice is on disk."""
        shown = self._table_play()
        return shown is not None and shown.is_saved

    def scene(self) -> AnyScene:
        """Return the scene, made once for each picture."""
        return self.services.scene_once(self, self._make_scene)

    def _make_scene(self) -> AnyScene:
        match = self.table.match
        turn = match.turn
        owner = None if turn is None else turn.owner
        scene = self.services.scene(
            match,
            title="" if owner is None else self.table.names[owner],
            clocks=self.table.seat_clocks(self.services.time()),
            eyes=self.seat,
            hand=self.ui.hand(match.state, self.seat),
            may_choose=self.is_on_turn,
            **(self.entry.fields() if self.is_on_turn else {}),
        )
        return replace(scene, faces=self.seat)

    def handle(self, event: Input) -> Next:
        """Act on a key of the phone; taking back and the menu are this seat's own."""
        self.table.clock.touched(self.services.time())
        match event:
            case Held(Control.KNOB) | Held(Control.BACK):
                return Push(self._menu())
            case Held(Control.WHY):
                return self._hint()
            case Held(Control.UNDO) | Pressed(Control.UNDO):
                return self._take_back()
            case Held():
                return IGNORED
            case Pressed(Control.WHY | Control.KNOB) | Turned() if not self.is_on_turn:
                return self._wait()
        return super().handle(event)

    def tapped(self, code: str) -> Next:
        """Choose on the table, if this seat is on turn."""
        self.table.clock.touched(self.services.time())
        return super().tapped(code) if self.is_on_turn else self._wait()

    def returned(self, answer: Returned) -> Next:
        """Put the cursor on the choice of a hint; else as in every entry."""
        if isinstance(answer, Advised):
            if self.is_on_turn and self.is_current:
                self.entry.advise(answer.choice)
            return STAY
        return super().returned(answer)

    def leave(self) -> Next:
        """Stay: the table is the lowest screen of a phone."""
        return STAY

    def take(self, text: str) -> Next:
        """Play a complete choice."""
        self._play(text)
        return STAY

    def _wait(self) -> Next:
        turn = self.table.match.turn
        if turn is None or turn.owner is None:
            self.services.toast = self.services.say(NOT_NOW)
        else:
            name = self.table.names[turn.owner]
            self.services.toast = self.services.say(NOT_YOUR_TURN, name=name)
        return STAY

    def _hint(self) -> Next:
        reason = why_no_hint(self.services)
        if reason is not None or not self.is_on_turn:
            if reason is None:
                return self._wait()
            self.services.toast = self.services.say(reason)
            return STAY
        return Push(Hint(self.services))

    def _take_back(self) -> Next:
        before = self.table.match.state
        self._undo()
        if self.table.match.state is before and not self.services.toast:
            says = N_("The box asks whether everyone agrees.")
            self.services.toast = self.services.say(says)
        return STAY

    def _menu(self) -> Menu:
        services, name = self.services, self.table.names[self.seat]

        def give_back() -> Next:
            services.phone_seats.give_back(self.table, self.seat)
            return GoHome()

        rows = [
            MenuRow(
                Item(services.say(N_("Player aid"))),
                opens(Aid, services),
                services.say(N_("The rules in short.")),
            ),
            MenuRow(
                Item(services.say(N_("Give this hand back"))),
                give_back,
                services.say(N_("The box shows it again when it is your turn.")),
            ),
            MenuRow(Item(services.say(N_("Back to the table"))), partial(Pop, None)),
        ]
        return Menu(services, lambda: name, lambda: rows)
