"""Pairing at the box: the code for a page that asks, and the QR code for one that is scanned.

Opened by people, never by itself.
"""

from __future__ import annotations

from functools import partial

from firmware_py.core.language import N_
from firmware_py.system.pairing import Pairing, Request, Stage
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, wrap
from firmware_py.ui.lists import Menu, MenuRow
from firmware_py.ui.navigation import IGNORED, STAY, Input, Next, Pop, Push, Screen
from firmware_py.ui.paging import moved
from firmware_py.ui.qr import SIDE, draw_code, make_code
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Item, Rect, headline, menu, paragraph, top_bar
from hardware.events import Control, Held, Pressed, Turned

_CODE = Rect(BODY.x, BODY.y + 1, BODY.w, 22)
_ROWS = Rect(BODY.x, _CODE.y + _CODE.h + 3, BODY.w, 26)
_LINE = 9
_PAIR_NOW = N_("Pair a page now")
_ASK_THERE = N_("Open the page and press Pair this page there.")
_OVER = {
    Stage.PAIRED: N_("The page is paired."),
    Stage.REFUSED: N_("The page was refused."),
    Stage.ENDED: N_("The request has ended."),
}


def open_request(services: Services) -> Next:
    """Open the request of the page that asks."""
    assert services.pairing is not None  # somebody asked it
    return Push(PairingScreen(services, services.pairing))


class PairingScreen(Screen):
    """Shows the code for as long as the request lasts; leaving changes nothing."""

    def __init__(self, services: Services, pairing: Pairing) -> None:
        self.services = services
        self.index = 0
        self._pairing = pairing
        pairing.show()

    @property
    def may_sleep(self) -> bool:
        """Stay lit while somebody reads the code."""
        return self._pairing.code is None

    def draw(self, canvas: Canvas) -> None:
        """Draw the code above the answers, or how it ended."""
        code = self._pairing.code
        top_bar(canvas, self.services.say(N_("Code for the page")))
        if code is None:
            request = self._pairing.request
            stage = Stage.ENDED if request is None else request.stage
            headline(canvas, self.services.say(_OVER.get(stage, _OVER[Stage.ENDED])))
            return
        half = len(code) // 2
        headline(canvas, f"{code[:half]} {code[half:]}", _CODE, largest="digits")
        canvas.secret(*_CODE)
        items = [
            Item(self.services.say(text))
            for text in (N_("Close"), N_("Refuse"), N_("No more requests"))
        ]
        menu(canvas, items, self.index, _ROWS, self.services.style)

    def handle(self, event: Input) -> Next:
        """Choose an answer; when it is over, any press closes."""
        match event:
            case Turned(steps):
                self.index = moved(self.index, steps, 3)
            case Pressed(Control.BACK):
                return Pop()
            case Pressed(Control.KNOB):
                if self.index:
                    self._pairing.refuse(no_more=self.index == 2)
                return Pop()
            case Held() | Pressed():
                return IGNORED
        return STAY


def pair_now(services: Services, pairing: Pairing) -> Next:
    """Open a window in which pages are paired without waits."""
    pairing.open_window()
    return Push(PairNow(services, pairing))


class PairNow(Screen):
    """The QR code that pairs a phone, and the way to the requests; closing it ends the window."""

    def __init__(self, services: Services, pairing: Pairing) -> None:
        self.services = services
        self._pairing = pairing

    @property
    def may_sleep(self) -> bool:
        """Stay lit while somebody scans it."""
        return self._pairing.window is None

    def draw(self, canvas: Canvas) -> None:
        """Draw the code on the left and what to do on the right, or how it ended."""
        window = self._pairing.window
        if window is None or window.is_used:
            top_bar(canvas, self.services.say(_PAIR_NOW))
            says = N_("The time is up.") if window is None else _OVER[Stage.PAIRED]
            headline(canvas, self.services.say(says))
            return
        address = self.services.web_address()
        modules = None if address is None else make_code(f"{address.rstrip('/')}/#{window.secret}")
        count = len(self._pairing.requests)
        asks = self.services.say(N_("Press for requests: {count}"), count=count)
        if modules is None:
            top_bar(canvas, self.services.say(_PAIR_NOW))
            paragraph(canvas, f"{self.services.say(_ASK_THERE)} {asks}", BODY)
            return
        draw_code(canvas, modules, self.services.say(N_("QR code of {address}"), address=address))
        canvas.secret(0, 0, SIDE, SIDE)
        beside = Rect(SIDE + 3, 0, WIDTH - SIDE - 3, HEIGHT)
        lines = wrap(self.services.say(N_("Scan to pair a phone.")), "small", beside.w)
        asked = wrap(asks, "small", beside.w)
        for row, line in enumerate(lines):
            canvas.text(beside.x, 1 + row * _LINE, line, "small", width=beside.w)
        for row, line in enumerate(asked):
            y = HEIGHT - (len(asked) - row) * _LINE
            canvas.text(beside.x, y, line, "small", width=beside.w)

    def handle(self, event: Input) -> Next:
        """Open the list of requests, or close; when it is over, any press closes."""
        window = self._pairing.window
        match event:
            case Pressed(Control.KNOB) if window is not None and not window.is_used:
                return Push(_requests(self.services, self._pairing))
            case Pressed(Control.BACK | Control.KNOB):
                self._pairing.close_window()
                return Pop()
            case Turned() | Held() | Pressed():
                return IGNORED

    def dropped(self) -> None:
        """End the window."""
        self._pairing.close_window()


def _requests(services: Services, pairing: Pairing) -> Menu:
    """Return the pages that ask, by their addresses."""

    def open_one(request: Request) -> Next:
        pairing.choose(request.number)
        return open_request(services)

    def rows() -> list[MenuRow]:
        asking = [
            MenuRow(Item(each.address, may_cut=True), partial(open_one, each))
            for each in pairing.requests
        ]
        nobody = Item(services.say(N_("No page asks now")), enabled=False)
        hint = services.say(N_("Press Pair this page on the page."))
        return asking or [MenuRow(nobody, lambda: STAY, hint)]

    return Menu(services, lambda: services.say(N_("Pages that ask")), rows)
