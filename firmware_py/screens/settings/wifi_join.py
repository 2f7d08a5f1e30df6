"""Joining a Wi-Fi network: those around, a password entered with the knob; and leaving one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from firmware_py.core.language import N_
from firmware_py.system.wifi import ERRORS, SCAN, Network, Wifi, WifiState, forget, join
from firmware_py.ui.background_job import Work
from firmware_py.ui.canvas import WIDTH, Canvas, text_width
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.lists import Ask, Menu, MenuRow, TextScreen, ask_yes
from firmware_py.ui.name_entry import DONE, ERASE, draw_hints, draw_wheel
from firmware_py.ui.navigation import IGNORED, STAY, Input, Next, Pop, Push, Replace, Screen
from firmware_py.ui.paging import FastTurning
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Item, narrowed, top_bar
from hardware.events import Control, Held, Pressed, Turned

TITLE = N_("Wi-Fi")


def tell_error(services: Services, error: str) -> TextScreen:
    """Return what went wrong, in words."""
    return TextScreen(
        services, services.say(TITLE), services.say(ERRORS.get(error, ERRORS["failed"]))
    )


SHORTEST, LONGEST = 8, 63
SPACE = "·"
"""How a space is shown; no password has this sign."""
PARTS = (
    ("abc", "abcdefghijklmnopqrstuvwxyz"),
    ("123", "0123456789"),
    ("ABC", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    ("#?!", "-_.,:;!?@#$%&*+=/\\|()[]{}<>'\"`^~ "),
)
"""Every sign that a password may have, in the order of the wheel; UNDO goes to the next part."""
WHEEL = DONE + ERASE + "".join(signs for _, signs in PARTS)
_STARTS = tuple(WHEEL.index(signs[0]) for _, signs in PARTS)
_TITLE = N_("Join a network")
_ABOUT = N_(
    "Turn to a sign and press to write it. UNDO goes on to digits, capitals and other signs; a dot "
    "in the middle is a space. The tick, or holding the knob, ends it; the arrow, or BACK, erases."
)


class Around:
    """The networks around, as they were found; the box may have joined or left one since."""

    def __init__(self, services: Services, wifi: Wifi, networks: tuple[Network, ...]) -> None:
        self.services = services
        self.wifi = wifi
        self.networks = networks

    def note_use(self, ssid: str) -> None:
        """Note in which network the box is now; an empty name: in none."""
        self.networks = tuple(each._replace(is_used=each.ssid == ssid) for each in self.networks)


def look_around(services: Services, wifi: Wifi) -> Screen:
    """Return the networks around, once they are known."""

    def then(state: WifiState) -> Screen:
        if state.error:
            return tell_error(services, state.error)
        return _networks(Around(services, wifi, state.networks))

    return Work(services, services.say(_TITLE), lambda: wifi.ask(SCAN), then)


def _networks(around: Around) -> Menu:
    services = around.services

    def rows() -> list[MenuRow]:
        made = [_row(around, network) for network in around.networks]
        return made or [MenuRow(Item(services.say(N_("No network found"))), Pop)]

    return Menu(services, lambda: services.say(_TITLE), rows)


def _row(around: Around, network: Network) -> MenuRow:
    hint = N_("It is open: everybody may listen.")
    if not network.can_join:
        hint = N_("It wants more than a password, which a box does not have.")
    elif network.is_used:
        hint = N_("The box is in it. Press to leave it.")
    elif network.needs_password:
        hint = N_("It has a password.")
    value = DONE if network.is_used else f"{network.signal} %"
    item = Item(shown(network.name), value, enabled=network.can_join, may_cut=True)
    return MenuRow(item, partial(_choose, around, network), around.services.say(hint))


def shown(name: str) -> str:
    """Return a name with the signs that the display has."""
    font = font_of("small")
    return "".join(sign if font.has(sign) else "?" for sign in name)


def _choose(around: Around, network: Network) -> Next:
    if network.is_used:
        return Push(_ask_to_leave(around, network))
    if network.needs_password:
        return Push(_entry(around, network, ""))
    return Push(_try(around, network, ""))


def _ask_to_leave(around: Around, network: Network) -> Screen:
    """Ask before the box leaves the network that it is in: who reads along there loses the page."""
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

    return ask_yes(services, say(N_("Leave {name}, and forget it?"), name=name), leave)


def _entry(around: Around, network: Network, password: str) -> Screen:
    return PasswordEntry(
        around.services, password, lambda entered: Replace(_try(around, network, entered))
    )


def _try(around: Around, network: Network, password: str) -> Screen:
    """Join a network, and tell what came of it; a password that is wrong can be changed."""
    services, say = around.services, around.services.say

    def change() -> Next:
        return Replace(_entry(around, network, password))

    def then(state: WifiState) -> Screen:
        if state.error == "wrong-password":
            answers = [(say(N_("Yes")), change), (say(N_("No")), Pop)]
            return Ask(services, say(N_("The password is not right. Change it?")), answers)
        if state.error:
            return tell_error(services, state.error)
        around.note_use(network.ssid)
        text = say(N_("The box is in {name} now."), name=shown(network.name))
        address = services.web_address()
        return TextScreen(services, say(_TITLE), text if address is None else f"{text}\n{address}")

    wish = join(network.ssid, password)
    return Work(services, say(_TITLE), lambda: around.wifi.ask(wish), then)


class PasswordEntry(Screen):
    """A wheel of signs: turn and press; UNDO goes on to another part of it."""

    may_sleep = False

    def __init__(self, services: Services, password: str, done: Callable[[str], Next]) -> None:
        self.services = services
        self.password = password
        self.index = 0 if password else _STARTS[0]
        self._done = done
        self._turning = FastTurning(services)

    @property
    def _next_part(self) -> int:
        """The part of the wheel that UNDO goes on to."""
        passed = sum(start <= self.index for start in _STARTS)
        return passed % len(PARTS)

    def draw(self, canvas: Canvas) -> None:
        """Draw the password so far, or its end, and the wheel below it."""
        say = self.services.say
        name, _ = PARTS[self._next_part]
        top_bar(canvas, say(N_("Password")), say(N_("UNDO: {signs}"), signs=name))
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
                return Push(TextScreen(self.services, say(N_("Password")), say(_ABOUT)))
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
        if len(self.password) < SHORTEST:
            words = N_("A password has {count} signs at least")
            self.services.toast = self.services.say(words, count=SHORTEST)
            return STAY
        return self._done(self.password)
