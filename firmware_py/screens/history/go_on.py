"""*Go on from here*: practice from a moment of a match, with the choices that led there."""

from __future__ import annotations

from typing import Any

from engines.match import Match
from firmware_py.games.titles import bot_name
from firmware_py.match.clock import Timing
from firmware_py.match.game_info import info_of
from firmware_py.match.scene import Stop, stops_of
from firmware_py.match.table_match import store_new_match
from firmware_py.screens.new_game.new_game import NEW_BOT, draft
from firmware_py.ui.navigation import GoToMatch, Next
from firmware_py.ui.services import Services


def may_go_on(match: Match[Any, Any], stop: Stop) -> bool:
    """Return whether the box can play on from a moment: it knows all that is hidden there."""
    practice = info_of(match.engine.name).practice
    if practice is None or match.engine.turn(stop.state) is None:
        return False
    options = match.start.options
    return all(options.get(name) == value for name, value in practice.options.items())


def go_on(services: Services, match: Match[Any, Any], index: int) -> Next:
    """Begin practice at a stop of a match: who was on turn there plays against the box.

    The match that is on the table is paused.
    """
    stops = stops_of(match)
    turn = match.engine.turn(stops[index].state)
    assert turn is not None
    person = turn.owner or 0
    usual = draft(services, match.engine.name, practice=True)
    level = max(usual.bots.values(), default=NEW_BOT)
    names: list[str] = []
    for seat, name in enumerate(match.names):
        others = (*names, match.names[person])
        names.append(name if seat == person else bot_name(services, level, others))
    levels = [0 if seat == person else level for seat in range(match.start.seats)]
    made = Match(match.engine, match.start, names, match.position, levels, practice=True)
    for stop in stops[1 : index + 1]:
        assert stop.line is not None
        made.follow(stop.line)
    if services.table is not None:
        services.table.leave()
    services.table = store_new_match(services.queue, made, Timing("none"), services.time)
    return GoToMatch()
