"""The clock of the match on the table: switched on, changed or off in the middle of it.

When somebody's time is up, all of the screen says so, over whatever was being entered.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from firmware_py.core.language import N_
from firmware_py.match.clock import Timing
from firmware_py.screens.new_game.new_game import CLOCK_ROWS
from firmware_py.screens.settings.settings import said_value
from firmware_py.storage.settings import BY_KEY, Setting
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas, ellipsis
from firmware_py.ui.lists import Menu, MenuRow
from firmware_py.ui.navigation import STAY, Next, Pop, Push
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item, Rect, headline

SEEN_S = 1.0
"""So long it stays for somebody who is turning the knob."""
_ROOM = Rect(4, 0, WIDTH - 8, 20)


class TimeUp:
    """Says whose time is up, and that the game goes on."""

    def __init__(self, services: Services, seat: int) -> None:
        self.seat = seat
        self._services = services
        self._since_s = services.time()

    def was_seen(self, now_s: float) -> bool:
        """Say whether it has stood long enough to be read."""
        return now_s >= self._since_s + SEEN_S

    def draw(self, canvas: Canvas) -> None:
        """Draw it in a frame, the largest words first."""
        say = self._services.say
        canvas.box(0, 0, WIDTH, HEIGHT)
        canvas.box(1, 1, WIDTH - 2, HEIGHT - 2)
        name = self._services.current_table.names[self.seat]
        headline(canvas, say(N_("Time is up")), _ROOM._replace(y=4))
        headline(canvas, ellipsis(name, "large", _ROOM.w), _ROOM._replace(y=23, h=18))
        headline(canvas, say(N_("Press to play on")), _ROOM._replace(y=43, h=16), largest="medium")


def clock_menu(services: Services) -> Menu:
    """Return what can be set of the clock on the table."""

    def rows() -> list[MenuRow]:
        timing = services.current_table.clock.timing
        return [_setting_row(services, key) for key in CLOCK_ROWS[timing.kind]]

    return Menu(services, lambda: services.say(N_("Clock")), rows)


def pause_row(services: Services) -> MenuRow:
    """Return the row that stops the clock on the table, or lets it go on."""
    clock = services.current_table.clock

    def turn() -> Next:
        if clock.paused:
            clock.resume(services.time())
        else:
            clock.pause(services.time())
        return STAY

    label = N_("Clock: go on") if clock.paused else N_("Clock: pause")
    about = N_("Nobody's time runs while the clock stands, and nothing is added.")
    return MenuRow(Item(services.say(label)), turn, services.say(about))


def _setting_row(services: Services, key: str) -> MenuRow:
    setting = BY_KEY[key]
    value = said_value(services, setting, _value(services.current_table.clock.timing, key))
    item = Item(services.say(setting.title), value)
    return MenuRow(item, lambda: Push(_choose(services, setting)), services.say(setting.hint))


def _choose(services: Services, setting: Setting) -> Menu:
    """Return the values of one row, the one in force under the bar."""
    table = services.current_table

    def take(value: Any) -> Next:
        table.set_timing(_changed(table.clock.timing, setting.key, value))
        return Pop()

    offered = [value for value, _ in setting.offered]
    rows = [
        MenuRow(Item(said_value(services, setting, value)), partial(take, value),
                services.say(setting.hint))
        for value in offered
    ]  # fmt: skip
    now = _value(table.clock.timing, setting.key)
    index = offered.index(now) if now in offered else 0
    return Menu(services, lambda: services.say(setting.title), lambda: rows, index)


def _value(timing: Timing, key: str) -> Any:
    """Return what a row shows of the way time is kept, as the settings write it."""
    return {
        "clock": timing.kind,
        "clock_minutes": round(timing.limit_s / 60),
        "clock_added": round(timing.added_s),
        "clock_entry": round(timing.entry_s),
    }[key]


def _changed(timing: Timing, key: str, value: Any) -> Timing:
    """Return the way time is kept with one row set otherwise."""
    match key:
        case "clock":
            return replace(timing, kind=value)
        case "clock_minutes":
            return replace(timing, limit_s=60.0 * value)
        case "clock_added":
            return replace(timing, added_s=float(value))
    return replace(timing, entry_s=float(value))
