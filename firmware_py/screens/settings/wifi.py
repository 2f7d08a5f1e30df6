"""Wi-Fi: a network of the box's own for phones, with the codes to get in; or joining another."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from firmware_py.core.language import N_
from firmware_py.screens.history.share import break_address
from firmware_py.screens.settings.wifi_join import TITLE, look_around, tell_error
from firmware_py.system.wifi import CLOSE, ERRORS, Wifi, WifiState
from firmware_py.ui.background_job import Work
from firmware_py.ui.canvas import WIDTH, Canvas, FontName, text_width, wrap
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.lists import Menu, MenuRow, TextScreen
from firmware_py.ui.navigation import IGNORED, STAY, Input, Next, Pop, Push, Screen
from firmware_py.ui.paging import moved
from firmware_py.ui.qr import SIDE, draw_code, make_code
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item, headline, top_bar
from hardware.events import Control, Held, Pressed, Turned

NO_RADIO = ERRORS["no-radio"]
LOOK_S = 1.0
"""So often the codes look whether a phone has come."""
_X, _W = SIDE + 4, WIDTH - SIDE - 4
"""Beside a code."""
_NO_PAGE = N_("The phone is in, but the page is only for this box: see `host` in tablemate.toml.")


def wifi_menu(services: Services, wifi: Wifi) -> Menu:
    """Return what can be done now."""

    def rows() -> list[MenuRow]:
        own = wifi.state.own
        made = []
        if own is None:
            made.append(
                _row(
                    services,
                    N_("Open a Wi-Fi"),
                    partial(_open, services, wifi),
                    N_("For phones, without any other network. The box leaves the one it is in."),
                )
            )
        else:
            phones = str(own.phones) if own.phones else ""
            made += [
                _row(
                    services,
                    N_("Show the codes"),
                    lambda: Push(Codes(services, wifi)),
                    N_("To join with a phone, and to open the page there."),
                    phones,
                ),
                _row(
                    services,
                    N_("Close the Wi-Fi"),
                    partial(_close, services, wifi),
                    N_("It closes by itself after an hour without a phone, and at shut down."),
                ),
            ]
        made.append(
            _row(
                services,
                N_("Join a network"),
                partial(_join, services, wifi),
                N_("The networks around; a password is entered with the knob."),
            )
        )
        return made

    return Menu(services, lambda: services.say(TITLE), rows)


def _row(
    services: Services, label: str, act: Callable[[], Next], about: str, value: str = ""
) -> MenuRow:
    return MenuRow(Item(services.say(label), value), act, services.say(about))


def _open(services: Services, wifi: Wifi) -> Next:
    def then(state: WifiState) -> Screen:
        return Codes(services, wifi) if state.own else tell_error(services, state.error)

    return Push(Work(services, services.say(TITLE), lambda: wifi.ask(wifi.open_wish()), then))


def _close(services: Services, wifi: Wifi) -> Next:
    def then(state: WifiState) -> Screen:
        if state.error:
            return tell_error(services, state.error)
        return TextScreen(services, services.say(TITLE), services.say(N_("The Wi-Fi is closed.")))

    return Push(Work(services, services.say(TITLE), lambda: wifi.ask(CLOSE), then))


def _join(services: Services, wifi: Wifi) -> Next:
    return Push(look_around(services, wifi))


class Codes(Screen):
    """Two codes: how a phone gets into the box's own Wi-Fi, and where its page is then."""

    def __init__(self, services: Services, wifi: Wifi) -> None:
        self.services = services
        self._wifi = wifi
        self._page: int | None = None
        """The page that somebody turned to; None: the one that is needed."""

    @property
    def page(self) -> int:
        """Which code is shown: the second by itself, once a phone is in."""
        if self._page is not None:
            return self._page
        own = self._wifi.state.own
        return 1 if own is not None and own.phones else 0

    def deadline_s(self, now_s: float) -> float | None:
        """Look for phones."""
        return now_s + LOOK_S

    def draw(self, canvas: Canvas) -> None:
        """Draw the code at the left, and beside it the same in letters."""
        state = self._wifi.state
        if state.own is None:
            top_bar(canvas, self.services.say(TITLE))
            closed = ERRORS.get(state.error, N_("The Wi-Fi is closed."))
            headline(canvas, self.services.say(closed))
        elif self.page:
            self._draw_page(canvas)
        else:
            self._draw_network(canvas)

    def _draw_network(self, canvas: Canvas) -> None:
        name, password = self._wifi.identity
        code = make_code(f"WIFI:T:WPA;S:{name};P:{password};;")
        assert code is not None  # both have the length that we gave them
        say = self.services.say
        draw_code(canvas, code, say(N_("QR code of the Wi-Fi {name}"), name=name))
        canvas.secret(0, 0, SIDE, SIDE)
        y = self._hint(canvas, N_("1. Join:"))
        first, dash, last = name.partition("-")
        for line in (first + dash, last):
            canvas.text(_X, y, line, "small", width=_W)
            y += 9
        y += 2
        canvas.secret(_X, y, _W, 24)
        half = len(password) // 2
        for part in (password[:half], password[half:]):
            canvas.text(_X, y, part, "medium", width=_W)
            y += 12

    def _draw_page(self, canvas: Canvas) -> None:
        say = self.services.say
        address = self.services.web_address()
        if address is None:
            top_bar(canvas, say(TITLE))
            headline(canvas, say(_NO_PAGE), largest="medium")
            return
        code = make_code(address.upper())
        y = self._hint(canvas, N_("2. Open:")) if code else 0
        lines = break_address(address.partition("//")[2].rstrip("/"), _W if code else WIDTH)
        for line in lines:
            canvas.text(_X if code else 0, y, line, "small")
            y += 9
        if code:
            draw_code(canvas, code, say(N_("QR code of {address}"), address=address))

    def _hint(self, canvas: Canvas, text: str) -> int:
        """Write what the code is for; return where there is room below it."""
        size = font_of("medium").height
        said = self.services.say(text)
        font: FontName = "medium" if text_width(said, "medium") <= _W else "small"
        y = 1
        for line in wrap(said, font, _W):
            canvas.text(_X, y, line, font, width=_W)
            y += size
        return y + 3

    def handle(self, event: Input) -> Next:
        """Turn or press for the other code; the last press, and BACK, close."""
        match event:
            case Turned(steps):
                self._page = moved(self.page, steps, 2)
            case Pressed(Control.KNOB) if self.page == 0 and self._wifi.state.own is not None:
                self._page = 1
            case Pressed(Control.WHY):
                say = self.services.say
                about = N_(
                    "The first code takes a phone into the box's own Wi-Fi, the second opens the "
                    "page there. Turn for the other one. The phone may say that there is no "
                    "Internet: stay in this Wi-Fi."
                )
                return Push(TextScreen(self.services, say(TITLE), say(about)))
            case Held():
                return IGNORED
            case Pressed():
                return Pop()
        return STAY
