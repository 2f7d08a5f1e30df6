"""The moves of the match on the table, in words; each can be looked at."""

from __future__ import annotations

from functools import partial

from firmware_py.app.services import Services
from firmware_py.language import N_
from firmware_py.ui.navigation import Next, Pop, Push, Screen
from firmware_py.ui.screens.lists import Menu, MenuRow
from firmware_py.ui.screens.past import say_line, who_played
from firmware_py.ui.screens.replay import Replay, stops_of
from firmware_py.ui.widgets import Item


def move_list(services: Services) -> Screen:
    """Return what was played so far and stands, the last move under the bar."""
    match = services.current_table.match.fork()  # a program may play on meanwhile

    def show(number: int) -> Next:
        replay = Replay(services, match)
        replay.index = number
        return Push(replay)

    rows = []
    for number, stop in enumerate(stops_of(match)):
        if stop.line is not None:
            said = say_line(services, match, stop.line, stop.before)
            text = services.say(
                N_("{number} {name}: {move}"),
                number=number,
                name=who_played(services, match, stop.line),
                move=said,
            )
            rows.append(MenuRow(Item(text, may_cut=True), partial(show, number), text))
    if not rows:
        rows = [MenuRow(Item(services.say(N_("Nothing was played yet"))), Pop)]
    return Menu(services, lambda: services.say(N_("Moves")), lambda: rows, len(rows) - 1)
