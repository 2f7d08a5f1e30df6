"""The score sheet: a row for each seat, and behind it every point with its rule."""

from __future__ import annotations

from typing import Any

from engines.match import Match
from firmware_py.core.language import N_
from firmware_py.ui.lists import Menu, MenuRow, TextScreen, opens
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item


def score_menu(services: Services, past: Match[Any, Any] | None = None) -> Menu:
    """Return the score sheet: a row for each seat, and behind it every point with its rule.

    Without a past match it is that of the match on the table.
    """
    match = past or services.current_table.match
    names = match.names

    def rows() -> list[MenuRow]:
        scores = match.engine.scores(match.state)
        return [
            MenuRow(
                Item(name, "?" if score is None else str(score), may_cut=True),
                opens(_sheet, services, match, seat),
            )
            for seat, (name, score) in enumerate(zip(names, scores, strict=True))
        ]

    return Menu(services, lambda: services.say(N_("Score sheet")), rows)


def _sheet(services: Services, match: Match[Any, Any], seat: int) -> TextScreen:
    return TextScreen(services, match.names[seat], sheet_text(services, match, seat))


def sheet_text(services: Services, match: Match[Any, Any], seat: int) -> str:
    """Return every contribution of a seat, a line each."""
    entries = match.engine.score_sheet(match.state)[seat]
    if not entries:
        return services.say(N_("No points."))
    voice = services.voice(match.engine, match.names)
    return "\n".join(
        f"{'?' if entry.points is None else f'{entry.points:+}'}: {voice.say(entry.rule)}"
        for entry in entries
    )
