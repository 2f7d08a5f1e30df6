"""Pairing at the box: the code for a page that asks, the QR code for one to be scanned.

These screens never open by themselves. Also the list of paired pages, to remove them.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

from firmware_py.core.language import N_
from firmware_py.system.pairing import PairedPage, Pairing, PairingRequest, Stage
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, wrap
from firmware_py.ui.lists import Menu, MenuRow, ask_yes
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
_ASK_THERE = N_("Open the page and press “Pair this page”.")
_OVER = {
    Stage.PAIRED: N_("The page is paired."),
    Stage.REFUSED: N_("The page was refused."),
    Stage.ENDED: N_("The request has expired."),
}


def open_request(services: Services) -> Next:
    """Open the request of the page that asks."""
    assert services.pairing is not None  # a page asks
    return Push(PairingScreen(services, services.pairing))


class PairingScreen(Screen):
    """Shows the code while the request lasts; closing it changes nothing."""

    def __init__(self, services: Services, pairing: Pairing) -> None:
        self.services = services
        self.index = 0
        self._pairing = pairing
        pairing.show()

    @property
    def may_sleep(self) -> bool:
        """Not while somebody reads the code."""
        return self._pairing.code is None

    def draw(self, canvas: Canvas) -> None:
        """Draw the code above the answers, or the result."""
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
            for text in (N_("Close"), N_("Refuse"), N_("Block requests"))
        ]
        menu(canvas, items, self.index, _ROWS, self.services.style)

    def handle(self, event: Input) -> Next:
        """Choose an answer; after the end, any press closes."""
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
    """Start a period in which pages are paired without waits."""
    pairing.open_window()
    return Push(PairNow(services, pairing))


class PairNow(Screen):
    """Shows the QR code that pairs a phone, and opens the requests; closing ends the period."""

    def __init__(self, services: Services, pairing: Pairing) -> None:
        self.services = services
        self._pairing = pairing

    @property
    def may_sleep(self) -> bool:
        """Not while somebody scans the code."""
        return self._pairing.window is None

    def draw(self, canvas: Canvas) -> None:
        """Draw the code at the left and what to do at the right, or the result."""
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
        place = Rect(SIDE + 3, 0, WIDTH - SIDE - 3, HEIGHT)
        lines = wrap(self.services.say(N_("Scan to pair a phone.")), "small", place.w)
        asked = wrap(asks, "small", place.w)
        for row, line in enumerate(lines):
            canvas.text(place.x, 1 + row * _LINE, line, "small", width=place.w)
        for row, line in enumerate(asked):
            y = HEIGHT - (len(asked) - row) * _LINE
            canvas.text(place.x, y, line, "small", width=place.w)

    def handle(self, event: Input) -> Next:
        """Open the list of requests, or close; after the end, any press closes."""
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
        """End the period."""
        self._pairing.close_window()


def _requests(services: Services, pairing: Pairing) -> Menu:
    def open_one(request: PairingRequest) -> Next:
        pairing.choose(request.number)
        return open_request(services)

    def rows() -> list[MenuRow]:
        asking = [
            MenuRow(Item(each.address, may_cut=True), partial(open_one, each))
            for each in pairing.requests
        ]
        nobody = Item(services.say(N_("No page is asking")), enabled=False)
        hint = services.say(N_("On the page, press “Pair this page”."))
        return asking or [MenuRow(nobody, lambda: STAY, hint)]

    return Menu(services, lambda: services.say(N_("Pages that ask")), rows)


class PairedPages(Menu):
    """The list of paired pages, and the settings of all of them."""

    is_private = True


def paired_pages(services: Services) -> PairedPages:
    """Return the list of paired pages."""

    def rows() -> list[MenuRow]:
        pairing = services.pairing
        if pairing is None:
            return [MenuRow(Item(services.say(N_("There is no web page"))), Pop)]
        pages = pairing.pages()
        made = [_now_row(services, pairing)]
        made += [_page_row(services, pairing, page) for page in pages]
        if len(pages) > 1:
            made.append(_all_row(services, pairing))
        made.append(_quiet_row(services, pairing))
        return made

    return PairedPages(services, lambda: services.say(N_("Paired pages")), rows)


def _now_row(services: Services, pairing: Pairing) -> MenuRow:
    about = services.say(N_("Shows a code to scan, and the pages that ask to pair."))
    title = services.say(N_("Pair a page now"))
    return MenuRow(Item(title), lambda: pair_now(services, pairing), about)


def _page_row(services: Services, pairing: Pairing, page: PairedPage) -> MenuRow:
    day = f"{datetime.fromtimestamp(page.since, UTC).astimezone():%Y-%m-%d}"
    about = services.say(N_("Paired on {day}. Press to unpair it."), day=day)
    question = services.say(N_("Unpair {page}? It can ask again."), page=page.label)

    def forget() -> Next:
        pairing.forget(page.key)
        return Pop()

    return MenuRow(
        Item(page.label, may_cut=True), lambda: Push(ask_yes(services, question, forget)), about
    )


def _all_row(services: Services, pairing: Pairing) -> MenuRow:
    def forget() -> Next:
        pairing.forget_all()
        return Pop()

    question = services.say(N_("Unpair all pages? They can ask again."))
    return MenuRow(
        Item(services.say(N_("Unpair all"))), lambda: Push(ask_yes(services, question, forget))
    )


def _quiet_row(services: Services, pairing: Pairing) -> MenuRow:
    value = services.say(N_("off") if pairing.wants_none else N_("on"))
    about = services.say(N_("Pages may ask to pair, until the next start."))
    return MenuRow(
        Item(services.say(N_("Requests")), value), partial(_switch, services, pairing), about
    )


def _switch(services: Services, pairing: Pairing) -> Next:
    del services
    pairing.take_requests(wanted=pairing.wants_none)
    return STAY
