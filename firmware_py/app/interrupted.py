"""A start goes on where the table was left: in the game that was on it, on the same turn.

The box notes which game is on the table when one comes or goes. After going Home a start is at
Home; after a power cut, a kill, an update or a switch-off in the middle of a game it is there again
without a press. The clock of the player on turn waits: nobody may be there yet.
"""

from __future__ import annotations

import logging

from firmware_py.app.loop import App
from firmware_py.core.language import N_
from firmware_py.ui.navigation import GoToMatch, PushAll
from firmware_py.ui.services import Services

MEMORY = "on_table"
"""The row of the settings, which no backup brings to another box: the number of the game, and how
many starts have tried to open it since it was last seen."""
PRACTICE_S = 7 * 86_400
TRIES_AT_MOST = 2
"""A game that cannot be shown must not stop every start."""


class TableNote:
    """Keeps the number of the game on the table."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._noted: object = app.services.settings.recall_own(MEMORY)

    def update(self) -> None:
        """Write which game is on the table, if that is another one now."""
        table = self._app.services.table
        note = None if table is None or table.is_over else [table.number, 0]
        if note != self._noted:
            self._noted = note
            self._app.services.settings.remember_own(MEMORY, note)
            forget_practice(self._app.services)


def forget_practice(services: Services) -> None:
    """Delete the paused practice that nobody went on with for a week, where dates are known."""
    now, table = services.queue.store.date(), services.table
    for stored in services.queue.open_matches() if now is not None else ():
        is_here = table is not None and table.number == stored.id
        if now is None or stored.last_at is None or is_here or not stored.header.is_exercise:
            continue
        if now - stored.last_at > PRACTICE_S:
            services.queue.delete(stored.id)


def go_on(app: App) -> None:
    """Open the game that was on the table when the box ended, if it was not at Home."""
    _open(app)
    forget_practice(app.services)


def _open(app: App) -> None:
    services = app.services
    match services.settings.recall_own(MEMORY):
        case [int(number), int(tries)] if tries < TRIES_AT_MOST:
            pass
        case _:
            return
    if services.queue.report is not None:
        return  # something to read first
    from firmware_py.screens.new_game.set_up import resume  # loads the game

    found = next((each for each in services.queue.open_matches() if each.id == number), None)
    if found is None:
        return
    services.settings.remember_own(MEMORY, [number, tries + 1])
    try:
        step = resume(services, found)
        if not isinstance(step, GoToMatch | PushAll):
            return
        app.follow(step)
        table = services.current_table
        if table.clock.timing.kind != "none" and not table.clock.paused:
            table.clock.pause(services.time())
            services.toast = services.say(N_("The clock is paused."))
        app.paint()
    except Exception:  # the game waits at Home, as any other
        logging.exception("the game on the table cannot be shown")
