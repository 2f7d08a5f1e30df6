"""The box's own Wi-Fi for phones; joining and leaving the networks around."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from firmware_py.core.language import N_
from firmware_py.screens.history.share import break_address
from firmware_py.system.wifi import CLOSE, ERRORS, SCAN, Network, Wifi, WifiState, forget, join
from firmware_py.ui.background_job import Work
from firmware_py.ui.canvas import WIDTH, Canvas, FontName, text_width, wrap
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.lists import Ask, Menu, MenuRow, TextScreen, ask_yes, menu_row
from firmware_py.ui.name_entry import DONE, ERASE, draw_hints, draw_wheel
from firmware_py.ui.navigation import IGNORED, STAY, Input, Next, Pop, Push, Replace, Screen
from firmware_py.ui.paging import FastTurning, moved
from firmware_py.ui.qr import SIDE, draw_code, make_code
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Item, headline, narrowed, top_bar
from hardware.events import Control, Held, Pressed, Turned

TITLE = N_("Wi-Fi")


def tell_error(services: Services, error: str) -> TextScreen:
    """Return the message of an error."""
    return TextScreen(
        services, services.say(TITLE), services.say(ERRORS.get(error, ERRORS["failed"]))
    )


SHORTEST, LONGEST = 8, 63
SPACE = "·"
"""The sign shown for a space; no password has it."""
PARTS = (
    ("abc", "abcdefghijklmnopqrstuvwxyz"),
    ("123", "0123456789"),
    ("ABC", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    ("#?!", "-_.,:;!?@#$%&*+=/\\|()[]{}<>'\"`^~ "),
)
"""The signs of passwords in the order of the wheel; UNDO goes to the next part."""
WHEEL = DONE + ERASE + "".join(signs for _, signs in PARTS)
_STARTS = tuple(WHEEL.index(signs[0]) for _, signs in PARTS)
_TITLE = N_("Join a network")
_ABOUT = N_(
    "Turn to a character and press to write it. UNDO switches to digits, capitals and symbols. "
    "A dot in the middle is a space. The tick, or holding the knob, ends it. The arrow, or "
    "BACK, erases."
)


class Around:
    """The networks around when they were searched; the box may have joined or left one since."""

    def __init__(self, services: Services, wifi: Wifi, networks: tuple[Network, ...]) -> None:
        self.services = services
        self.wifi = wifi
        self.networks = networks

    def note_use(self, ssid: str) -> None:
        """Note the network that the box is in; empty for none."""
        self.networks = tuple(each._replace(is_used=each.ssid == ssid) for each in self.networks)


def look_around(services: Services, wifi: Wifi) -> Screen:
    """Search, then return the list of networks."""

    def then(state: WifiState) -> Screen:
        if state.error:
            return tell_error(services, state.error)
        return _networks(Around(services, wifi, state.networks))

    return Work(services, services.say(_TITLE), lambda: wifi.ask(SCAN), then)


def _networks(around: Around) -> Menu:
    services = around.services

    def rows() -> list[MenuRow]:
        made = [_network_row(around, network) for network in around.networks]
        return made or [MenuRow(Item(services.say(N_("No network found"))), Pop)]

    return Menu(services, lambda: services.say(_TITLE), rows)


def _network_row(around: Around, network: Network) -> MenuRow:
    hint = N_("It has no password: anyone nearby can listen.")
    if not network.can_join:
        hint = N_("This network also needs a user name; the box cannot join it.")
    elif network.is_used:
        hint = N_("Connected. Press to disconnect.")
    elif network.needs_password:
        hint = N_("It has a password.")
    value = DONE if network.is_used else f"{network.signal} %"
    item = Item(shown(network.name), value, enabled=network.can_join, may_cut=True)
    return MenuRow(item, partial(_choose, around, network), around.services.say(hint))


def shown(name: str) -> str:
    """Return a name, with "?" for signs that the font does not have."""
    font = font_of("small")
    return "".join(sign if font.has(sign) else "?" for sign in name)


def _choose(around: Around, network: Network) -> Next:
    if network.is_used:
        return Push(_ask_to_leave(around, network))
    if network.needs_password:
        return Push(_entry(around, network, ""))
    return Push(_try(around, network, ""))


def _ask_to_leave(around: Around, network: Network) -> Screen:
    """Ask before the box leaves its network, because pages there lose the connection."""
    services, say = around.services, around.services.say
    name = shown(network.name)

    def then(state: WifiState) -> Screen:
        if state.error:
            return tell_error(services, state.error)
        around.note_use("")
        return TextScreen(services, say(TITLE), say(N_("The box has left {name}."), name=name))

    def leave() -> Next:
        wish = forget(network.ssid)
        return Replace(Work(services, say(TITLE), lambda: around.wifi.ask(wish), then))

    return ask_yes(services, say(N_("Leave {name} and forget it?"), name=name), leave)


def _entry(around: Around, network: Network, password: str) -> Screen:
    return CharacterEntry(
        around.services, password, lambda entered: Replace(_try(around, network, entered))
    )


def _try(around: Around, network: Network, password: str) -> Screen:
    """Join a network and show the result; a wrong password can be changed."""
    services, say = around.services, around.services.say

    def change() -> Next:
        return Replace(_entry(around, network, password))

    def then(state: WifiState) -> Screen:
        if state.error == "wrong-password":
            answers = [(say(N_("Yes")), change), (say(N_("No")), Pop)]
            return Ask(services, say(N_("The password is wrong. Change it?")), answers)
        if state.error:
            return tell_error(services, state.error)
        around.note_use(network.ssid)
        text = say(N_("Connected to {name}."), name=shown(network.name))
        address = services.web_address()
        return TextScreen(services, say(_TITLE), text if address is None else f"{text}\n{address}")

    wish = join(network.ssid, password)
    return Work(services, say(_TITLE), lambda: around.wifi.ask(wish), then)


class CharacterEntry(Screen):
    """A wheel of signs: turn and press; UNDO goes on to another part of it."""

    may_sleep = False

    def __init__(
        self,
        services: Services,
        password: str,
        done: Callable[[str], Next],
        title: str = "",
        shortest: int = SHORTEST,
    ) -> None:
        self.services = services
        self._title = title or services.say(N_("Password"))
        self._shortest = shortest
        self.password = password
        self.index = 0 if password else _STARTS[0]
        self._done = done
        self._turning = FastTurning(services)

    @property
    def _next_part(self) -> int:
        """The part of the wheel that UNDO goes to."""
        passed = sum(start <= self.index for start in _STARTS)
        return passed % len(PARTS)

    def draw(self, canvas: Canvas) -> None:
        """Draw the end of the password, and the wheel below it."""
        say = self.services.say
        name, _ = PARTS[self._next_part]
        top_bar(canvas, self._title, say(N_("UNDO: {signs}"), signs=name))
        text = self.password.replace(" ", SPACE) + "_"
        font = narrowed(text, WIDTH, "large")
        while text_width(text, font) > WIDTH:
            text = "…" + text.lstrip("…")[1:]
        canvas.text(0, BODY.y + 3, text, font, width=WIDTH, align="centre")
        canvas.secret(0, BODY.y, WIDTH, BODY.h)
        draw_wheel(canvas, lambda step: self._sign(step).replace(" ", SPACE))
        draw_hints(canvas, say(N_("BACK: erase")), say(N_("hold: done")))

    def _sign(self, step: int) -> str:
        return WHEEL[(self.index + step) % len(WHEEL)]

    def handle(self, event: Input) -> Next:
        """Turn the wheel, take a sign, erase or end."""
        match event:
            case Turned():
                steps = self._turning.steps(event, len(WHEEL))
                self.index = (self.index + steps) % len(WHEEL)
            case Pressed(Control.KNOB):
                return self._take(self._sign(0))
            case Pressed(Control.UNDO):
                self.index = _STARTS[self._next_part]
            case Pressed(Control.BACK):
                if not self.password:
                    return Pop()
                self.password = self.password[:-1]
            case Pressed(Control.WHY):
                say = self.services.say
                return Push(TextScreen(self.services, self._title, say(_ABOUT)))
            case Held(Control.KNOB):
                return self._end()
            case _:
                return IGNORED
        return STAY

    def _take(self, sign: str) -> Next:
        if sign == DONE:
            return self._end()
        if sign == ERASE:
            self.password = self.password[:-1]
        elif len(self.password) < LONGEST:
            self.password += sign
        return STAY

    def _end(self) -> Next:
        if len(self.password) < self._shortest:
            words = N_("At least {count} characters")
            self.services.toast = self.services.say(words, count=self._shortest)
            return STAY
        return self._done(self.password)


NO_RADIO = ERRORS["no-radio"]
LOOK_S = 1.0
"""So often the codes look whether a phone has come."""
_X, _W = SIDE + 4, WIDTH - SIDE - 4
"""The place right of a QR code."""
_NO_PAGE = N_(
    "The phone is connected, but only this box may open the page: see `host` in tablemate.toml."
)


def wifi_menu(services: Services, wifi: Wifi) -> Menu:
    """Return what can be done now."""

    def rows() -> list[MenuRow]:
        own = wifi.state.own
        made = []
        if own is None:
            made.append(
                menu_row(
                    services,
                    N_("Open a Wi-Fi"),
                    partial(_open, services, wifi),
                    N_(
                        "For phones, without any other network. The box leaves the network it "
                        "is in."
                    ),
                )
            )
        else:
            phones = str(own.phones) if own.phones else ""
            made += [
                menu_row(
                    services,
                    N_("Show the codes"),
                    lambda: Push(Codes(services, wifi)),
                    N_("To connect a phone and open the page on it."),
                    phones,
                ),
                menu_row(
                    services,
                    N_("Close the Wi-Fi"),
                    partial(_close, services, wifi),
                    N_(
                        "It closes by itself after an hour without a phone, and when you shut down."
                    ),
                ),
            ]
        made.append(
            menu_row(
                services,
                N_("Join a network"),
                partial(_join, services, wifi),
                N_("The networks nearby. You enter the password with the knob."),
            )
        )
        return made

    return Menu(services, lambda: services.say(TITLE), rows)


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
    """Two QR codes for phones: one joins the box's own Wi-Fi, the other opens its page."""

    def __init__(self, services: Services, wifi: Wifi) -> None:
        self.services = services
        self._wifi = wifi
        self._page: int | None = None
        """The code that somebody turned to, or None."""

    @property
    def page(self) -> int:
        """The code that is shown: the second without a turn, once a phone has joined."""
        if self._page is not None:
            return self._page
        own = self._wifi.state.own
        return 1 if own is not None and own.phones else 0

    def deadline_s(self, now_s: float) -> float | None:
        """Look for phones."""
        return now_s + LOOK_S

    def draw(self, canvas: Canvas) -> None:
        """Draw the code at the left, and the same as text at the right."""
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
        assert code is not None  # both have a fixed length
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
        """Write what the code is for; return the row below it."""
        size = font_of("medium").height
        said = self.services.say(text)
        font: FontName = "medium" if text_width(said, "medium") <= _W else "small"
        y = 1
        for line in wrap(said, font, _W):
            canvas.text(_X, y, line, font, width=_W)
            y += size
        return y + 3

    def handle(self, event: Input) -> Next:
        """Turn or press for the other code; BACK or a press on the second closes."""
        match event:
            case Turned(steps):
                self._page = moved(self.page, steps, 2)
            case Pressed(Control.KNOB) if self.page == 0 and self._wifi.state.own is not None:
                self._page = 1
            case Pressed(Control.WHY):
                say = self.services.say
                about = N_(
                    "The first code connects a phone to the box's Wi-Fi. The second one opens "
                    "the page. Turn to see the other code. The phone may say that there is no "
                    "Internet: stay in this Wi-Fi."
                )
                return Push(TextScreen(self.services, say(TITLE), say(about)))
            case Held():
                return IGNORED
            case Pressed():
                return Pop()
        return STAY
