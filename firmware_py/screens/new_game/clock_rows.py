"""The clock of a game: its kind, and the numbers that this kind needs.

A new game has these rows on its sheet, a match in its menu. Each game keeps its own clock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from firmware_py.core.language import N_
from firmware_py.match.clock import NEW, Timing
from firmware_py.ui.lists import Menu, MenuRow
from firmware_py.ui.navigation import Next, Pop, Push
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item


class _Number(NamedTuple):
    """A number of a clock: its field in `Timing`, title, hint, and the values by size."""

    field: str
    title: str
    hint: str
    values: tuple[int, ...]
    unit_s: int = 1
    """Minutes are shown without a unit, because the title has it; seconds with one."""


_ADDED = (0, 3, 5, 10, 15, 20, 30, 60)
_MINUTES = (1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120)
_MINUTES_OF_TURN = _Number("limit_s", N_("Minutes"), N_("For each turn."), _MINUTES, 60)
_MINUTES_OF_GAME = _MINUTES_OF_TURN._replace(hint=N_("For the whole game."))
_MINUTES_OF_ALL = _MINUTES_OF_TURN._replace(hint=N_("For the whole game, everyone together."))
_GAIN = _Number(
    "added_s", N_("Seconds added"), N_("Seconds you get after each of your turns."), _ADDED
)
_BACK = _Number(
    "added_s", N_("Seconds back"), N_("At most this many seconds come back after a turn."), _ADDED
)
_DELAY = _Number(
    "added_s", N_("Delay"), N_("In each turn your clock waits this many seconds."), _ADDED
)
_WARN = _Number(
    "warn_s", N_("Warning"), N_("A sound and a note when this much time is left."),
    (0, 10, 20, 30, 60, 120, 300),
)  # fmt: skip
_ENTRY = _Number(
    "entry_s",
    N_("Entry time"),
    N_("Each turn you get this many free seconds to enter your move."),
    (0, 5, 10, 20, 30),
)
_END = (_WARN, _ENTRY)
CLOCKS: dict[str, tuple[str, str, tuple[_Number, ...]]] = {
    "none": (N_("off"), N_("No clock is running."), ()),
    "up": (N_("counting up"), N_("Shows how long each player has thought."), (_ENTRY,)),
    "turn": (N_("per turn"), N_("Each turn has the whole time again."), (_MINUTES_OF_TURN, *_END)),
    "fischer": (
        N_("Fischer"),
        N_("Time for the whole game. You get some seconds after each of your turns."),
        (_MINUTES_OF_GAME, _GAIN, *_END),
    ),
    "bronstein": (
        N_("Bronstein"),
        N_("Time for the whole game. After a turn you get back what it took, up to a limit."),
        (_MINUTES_OF_GAME, _BACK, *_END),
    ),
    "delay": (
        N_("with delay"),
        N_("Time for the whole game. In each turn the clock first waits for some seconds."),
        (_MINUTES_OF_GAME, _DELAY, *_END),
    ),
    "sand": (
        N_("sand timer"),
        N_("The time you use goes to the other players."),
        (_MINUTES_OF_GAME, *_END),
    ),
    "table": (
        N_("one for everyone"),
        N_("One clock for the whole table: it runs in everybody's turns."),
        (_MINUTES_OF_ALL, *_END),
    ),
}
"""Name, sentence and numbers of each kind of clock."""
_GIFTS = (10, 30, 60, 120, 300)
Put = Callable[[Timing], None]


def clock_rows(
    services: Services, names: Sequence[str], timing: Callable[[], Timing], put: Put
) -> list[MenuRow]:
    """Return the row of the kind of clock, and below it those of the numbers that it needs."""
    now, say = timing(), services.say
    title, about, numbers = CLOCKS[now.kind]

    def choose_kind() -> Next:
        rows = [
            MenuRow(Item(say(name)), partial(_take, put, _of_kind(now, kind)), say(sentence))
            for kind, (name, sentence, _) in CLOCKS.items()
        ]
        return Push(_list(services, N_("Clock"), rows, list(CLOCKS).index(now.kind)))

    rows = [MenuRow(Item(say(N_("Clock")), say(title)), choose_kind, say(about))]
    for number in numbers:
        rows.append(_number_row(services, number, now, put))
        if number.field == "limit_s" and now.kind != "table" and len(names) > 1:
            each = say(N_("different") if _differs(now, len(names)) else N_("the same"))
            hint = say(N_("Some players can have more time than others."))
            opened = partial(_each_player, services, names, timing, put)
            rows.append(MenuRow(Item(say(N_("Each player")), each), opened, hint))
    return rows


def gift_row(
    services: Services, names: Sequence[str], give: Callable[[int, float], None]
) -> MenuRow:
    """Return the row that gives a player more time."""
    say = services.say
    about = say(N_("Adds seconds to the time of one player."))

    def seconds(seat: int) -> Next:
        rows = [
            MenuRow(Item(_seconds(services, each)), partial(given, seat, each), about)
            for each in _GIFTS
        ]
        return Push(Menu(services, lambda: names[seat], lambda: rows, may_cut=True))

    def given(seat: int, each: int) -> Next:
        give(seat, float(each))
        services.toast = say(N_("{seconds} more"), seconds=_seconds(services, each))
        return Pop()

    def players() -> Next:
        rows = [MenuRow(Item(name, may_cut=True), partial(seconds, at), about)
                for at, name in enumerate(names)]  # fmt: skip
        return Push(_list(services, N_("Give time"), rows))

    return MenuRow(Item(say(N_("Give time"))), players, about)


def _of_kind(timing: Timing, kind: str) -> Timing:
    """Return a timing of another kind with the same numbers; without any, those of a new one."""
    return replace(timing if timing.limit_s else replace(NEW, entry_s=timing.entry_s), kind=kind)


def _take(put: Put, timing: Timing) -> Next:
    put(timing)
    return Pop()


def _list(services: Services, title: str, rows: list[MenuRow], index: int = 0) -> Menu:
    return Menu(services, lambda: services.say(title), lambda: rows, index)


def _seconds(services: Services, seconds: int) -> str:
    """Return seconds as people read them in a list: 30 s, 2 min."""
    if seconds < 60 or seconds % 60:
        return f"{seconds} s"
    return services.say(N_("{minutes} min"), minutes=seconds // 60)


def _value(services: Services, number: _Number, value: float) -> str:
    if number.unit_s > 1:
        return f"{value / number.unit_s:g}"
    return services.say(N_("off")) if number is _WARN and not value else f"{value:g} s"


def _values(services: Services, number: _Number, now: float, take: Callable[[float], Next]) -> Menu:
    """Return the list of the values of a number, with the cursor on the current one."""
    offered = [float(each * number.unit_s) for each in number.values]
    rows = [
        MenuRow(Item(_value(services, number, each)), partial(take, each),
                services.say(number.hint))
        for each in offered
    ]  # fmt: skip
    nearest = min(range(len(offered)), key=lambda at: abs(offered[at] - now))
    return _list(services, number.title, rows, nearest)


def _number_row(services: Services, number: _Number, timing: Timing, put: Put) -> MenuRow:
    now: float = getattr(timing, number.field)

    def take(value: float) -> Next:
        changed: dict[str, Any] = {number.field: value}
        if number.field == "limit_s":
            changed["limits_s"] = ()
        return _take(put, replace(timing, **changed))

    item = Item(services.say(number.title), _value(services, number, now))
    opened = lambda: Push(_values(services, number, now, take))  # noqa: E731 - one line
    return MenuRow(item, opened, services.say(number.hint))


def _differs(timing: Timing, seats: int) -> bool:
    return any(timing.limit_of(seat) != timing.limit_s for seat in range(seats))


def _each_player(
    services: Services, names: Sequence[str], timing: Callable[[], Timing], put: Put
) -> Next:
    """Open the list of players with the minutes of each."""

    def rows() -> list[MenuRow]:
        number = _MINUTES_OF_TURN._replace(hint=CLOCKS[timing().kind][2][0].hint)
        return [
            MenuRow(
                Item(name, _value(services, number, timing().limit_of(seat)), may_cut=True),
                lambda seat=seat: Push(  # type: ignore[misc]  # bound to this row
                    _values(services, number, timing().limit_of(seat), partial(take, seat))
                ),
                services.say(number.hint),
            )
            for seat, name in enumerate(names)
        ]

    def take(seat: int, value: float) -> Next:
        now = timing()
        limits = [now.limit_of(each) for each in range(len(names))]
        limits[seat] = value
        return _take(put, replace(now, limits_s=tuple(limits)))

    return Push(Menu(services, lambda: services.say(N_("Minutes")), rows))
