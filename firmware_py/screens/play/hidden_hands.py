"""Hands that the box keeps: who may see one, and the curtain where several share the screen."""

from __future__ import annotations

from firmware_py.core.language import N_
from firmware_py.match.game_info import facts_of
from firmware_py.match.opponent import Opponent
from firmware_py.match.table_match import TableMatch
from firmware_py.ui.canvas import WIDTH, Canvas, ellipsis
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Rect, headline, top_bar

_UPPER = Rect(0, BODY.y + 2, WIDTH, 18)
_LOWER = Rect(0, BODY.y + 22, WIDTH, BODY.h - 22)
LOOK_AWAY = N_("The others look away; then hold the knob.")


class HiddenHands:
    """Whose hand is shown at a table; in most games there are none to hide."""

    def __init__(self, table: TableMatch, opponent: Opponent) -> None:
        self._table = table
        self._opponent = opponent
        self._looking: int | None = None
        """The seat that looks at its hand, where several people share the screen."""

    @property
    def are_kept(self) -> bool:
        """Return whether the box keeps hands that not everybody at the screen may see."""
        match = self._table.match
        practice = facts_of(match.engine.name).practice
        return match.practice and practice is not None and practice.has_hands

    @property
    def is_covered(self) -> bool:
        """Return whether the others have to look away before anything is shown."""
        turn = self._table.match.turn
        if not self.are_kept or self._opponent.people == 1 or turn is None:
            return False
        is_person = turn.seat is not None and not self._opponent.plays(turn.seat)
        return is_person and turn.seat != self._looking

    def uncover(self) -> None:
        """Show the hand of the seat on turn: the others look away."""
        turn = self._table.match.turn
        self._looking = None if turn is None else turn.seat

    @property
    def eyes(self) -> int | None:
        """The seat whose hand is shown: of one person always, of several the one on turn."""
        if not self.are_kept or self.is_covered:
            return None
        return self._only_person if self._opponent.people == 1 else self._looking

    @property
    def whose(self) -> int:
        """The seat whose things somebody means who says "mine"."""
        if self._opponent.people == 1:
            return self._only_person
        turn = self._table.match.turn
        return turn.owner if turn is not None and turn.owner is not None else 0

    @property
    def _only_person(self) -> int:
        seats = range(self._table.match.start.seats)
        return next(seat for seat in seats if not self._opponent.plays(seat))


def draw_curtain(canvas: Canvas, services: Services, name: str) -> None:
    """Draw who is on turn, and that the others look away."""
    top_bar(canvas, services.say(N_("Practice")))
    headline(canvas, ellipsis(name, "large", WIDTH), _UPPER)
    headline(canvas, services.say(LOOK_AWAY), _LOWER)
