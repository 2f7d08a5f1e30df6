"""Takes a stored match up again."""

from __future__ import annotations

from engines.errors import EngineError
from firmware_py.core.language import N_
from firmware_py.games.titles import name_players
from firmware_py.match.table_match import resume_match
from firmware_py.screens.new_game.set_up import Laying
from firmware_py.storage.store import StoredMatch, StoreError
from firmware_py.ui.lists import TextScreen
from firmware_py.ui.navigation import GoToMatch, Next, Push, PushAll
from firmware_py.ui.services import Services


def resume(services: Services, stored: StoredMatch, *, lay: bool = False) -> Next:
    """Resume a stored match, after its set-up if asked; show why if it is impossible."""
    try:
        services.table = resume_match(services.queue, stored.id, services.timing(), services.time)
    except (EngineError, StoreError) as error:
        text = services.say(N_("This game cannot be continued: {why}"), why=str(error))
        return Push(TextScreen(services, services.say(N_("Game")), text))
    name_players(services)
    newest = max((each.id for each in services.queue.open_matches()), default=0)
    services.settings.remember("table", (stored.id, newest))
    match = services.table.match
    is_laid = services.table.is_over or match.can_undo or match.practice
    if lay or not is_laid:
        return PushAll(Laying(services, again=lay).where_it_was())
    return GoToMatch()
