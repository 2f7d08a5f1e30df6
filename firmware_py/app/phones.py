"""Phones that hold a seat: each has screens of its own, above the table as that seat sees it.

    a page with a seat --tap, key, question--> its own screens --a whole choice--> the table
                                                    |
                                                 BigTable --parts--> that page alone

Imported when the first page takes a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engines.unicode import read_json
from firmware_py.app.page_state import BigTable, Parts
from firmware_py.core.language import N_
from firmware_py.screens.play.play import Play
from firmware_py.screens.play.seat_play import SeatPlay
from firmware_py.ui.lists import Menu
from firmware_py.ui.navigation import GoToMatch, Next, Pop, Push, PushAll, Replace, Screen
from firmware_py.ui.services import Services

OWN_REQUESTS = frozenset({"write", "dial", "enter", "lift", "question", "redo"})
"""Requests about the screen on top; for a page with a seat, about its own."""


class Phone:
    """The screens of one seat, and its note."""

    def __init__(self, services: Services, seat: SeatPlay) -> None:
        self.stack: list[Screen] = [seat]
        self.note = ""
        self.table = BigTable(services)

    @property
    def top(self) -> Screen:
        """The screen that the phone shows."""
        return self.stack[-1]

    @property
    def seat(self) -> SeatPlay:
        """The table as the seat sees it."""
        lowest = self.stack[0]
        assert isinstance(lowest, SeatPlay)
        return lowest

    @property
    def has_menu(self) -> bool:
        """Return whether its menu is open, which no move changes."""
        return len(self.stack) > 1 and isinstance(self.stack[1], Menu)

    def parts(self) -> Parts:
        """Return what its page shows; close a screen that cannot be drawn."""
        try:
            return self.table.parts(self.stack, note=self.note)[0]
        except Exception:
            self.close()
            raise

    def follow(self, step: Next) -> None:
        """Open or close screens of this phone; nothing leads below the table."""
        match step:
            case Push(screen):
                self.stack.append(screen)
            case PushAll(screens):
                self.stack += screens
            case Replace(screen) if len(self.stack) > 1:
                self.stack[-1] = screen
            case Pop(answer) if len(self.stack) > 1:
                self.stack.pop()
                self.follow(self.top.returned(answer))
            case _:
                pass

    def close(self) -> None:
        """Discard the screens above the table."""
        while len(self.stack) > 1:
            self.stack.pop().dropped()


class Phones:
    """All phones that hold a seat of the match on the table, by the page they came from."""

    def __init__(
        self,
        services: Services,
        screens: Callable[[], Sequence[Screen]],
        follow: Callable[[Next], None],
        tell: Callable[[str, int | None], None],
    ) -> None:
        self._services = services
        self._screens = screens
        self._follow = follow
        self._tell = tell
        """Tells the panel of a page which seat it has."""
        self._sources: dict[str, int] = {}
        self._phones: dict[int, Phone] = {}

    def serve(self, source: str, text: str) -> dict[str, Any]:
        """Take a seat, give it back, or find the one that a claim holds; return which it is."""
        services, table = self._services, self._services.table
        seats = services.phone_seats
        claim, wanted = _read(text)
        own = seats.seat_of(table, claim)
        says = ""
        if wanted == "" and own is not None and table is not None:
            seats.give_back(table, own)
            own = None
        elif isinstance(wanted, int) and table is not None:
            if seats.take(table, wanted, claim):
                own = wanted
            elif own is None:
                says = services.say(N_("This hand is on another phone already."))
        self._seat(source, own)
        return {"seat": own, "says": says}

    def of(self, source: str) -> Phone | None:
        """Return the phone that a page is, while it holds its seat."""
        self._look()
        seat = self._sources.get(source)
        return None if seat is None else self._phones.get(seat)

    def parts(self) -> Mapping[int, Parts]:
        """Return what the page of each seat shows."""
        self._look()
        return {seat: phone.parts() for seat, phone in self._phones.items()}

    def thought_arrived(self) -> None:
        """Pass a thought to the screens that may wait for one."""
        for phone in self._phones.values():
            phone.follow(phone.top.thought_arrived())

    def _seat(self, source: str, seat: int | None) -> None:
        self._sources.pop(source, None)
        if seat is not None:
            for other in [each for each, its in self._sources.items() if its == seat]:
                del self._sources[other]  # a page that was left, or another one of this phone
                self._tell(other, None)
            self._sources[source] = seat
        self._look()
        self._tell(source, seat)

    def _look(self) -> None:
        """Drop the seats that no claim holds any more, and the screens of an earlier position."""
        table = self._services.table
        held = self._services.phone_seats.holders(table)
        for source, seat in list(self._sources.items()):
            if seat not in held:
                del self._sources[source]
                self._tell(source, None)
        for seat, phone in list(self._phones.items()):
            if seat not in held or phone.seat.table is not table:
                phone.close()
                del self._phones[seat]
            elif not phone.seat.is_current:
                phone.note = ""
                phone.seat.follow()
                if not phone.has_menu:
                    phone.close()
        for seat in set(self._sources.values()) - self._phones.keys():
            made = SeatPlay(self._services, seat, self._play_screen, self._play, self._undo)
            self._phones[seat] = Phone(self._services, made)

    def _play_screen(self) -> Play | None:
        return next((each for each in reversed(self._screens()) if isinstance(each, Play)), None)

    def _play(self, text: str) -> None:
        """Play the choice of a phone; whatever covers the table on the box is closed."""
        if not isinstance(self._screens()[-1], Play):
            self._follow(GoToMatch())
        top = self._screens()[-1]
        if isinstance(top, Play):
            self._follow(top.play_from_phone(text))

    def _undo(self) -> None:
        """Take back as the box does; it may ask whether everyone agrees."""
        if not isinstance(self._screens()[-1], Play):
            self._follow(GoToMatch())
        top = self._screens()[-1]
        if isinstance(top, Play):
            self._follow(top.take_back_from_phone())


def _read(text: str) -> tuple[str, int | str | None]:
    """Return the claim of a page, and the seat it wants; "" to give its seat back."""
    try:
        match read_json(text):
            case {"claim": str(claim), "seat": int() | "" as wanted}:
                return claim, wanted
            case {"claim": str(claim)}:
                return claim, None
    except (ValueError, RecursionError):
        pass
    return "", None
