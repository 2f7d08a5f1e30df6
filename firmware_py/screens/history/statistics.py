"""Statistics: a page for each player and game, and for each game on its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from firmware_py.core.language import N_, labelled
from firmware_py.history.archive import EndedMatches
from firmware_py.history.statistics import GameStatistics, Statistics, Tally, reckon
from firmware_py.ui.canvas import WIDTH, Canvas
from firmware_py.ui.lists import Menu, MenuRow, opens
from firmware_py.ui.paging import PagedScreen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import BODY, Item, Rect, headline, narrowed, top_bar

LINE = 9
FACTS = 3


@dataclass(frozen=True, slots=True)
class StatisticsSheet:
    """A page: its title, the main result, and facts with their values."""

    title: str
    main: str
    facts: tuple[tuple[str, str], ...]


def statistics(services: Services) -> Menu:
    """Return the choice between players and games; the statistics are computed once."""
    found = reckon(EndedMatches(services.queue.store.connection).results())
    nothing = services.say(N_("No game is finished yet."))
    rows = [
        MenuRow(
            Item(services.say(N_("Players")), str(len(found.people)), enabled=bool(found.people)),
            opens(_players, services, found),
            "" if found.people else nothing,
        ),
        MenuRow(
            Item(services.say(N_("Games")), str(len(found.games)), enabled=bool(found.games)),
            opens(_games, services, found),
            "" if found.games else nothing,
        ),
    ]
    return Menu(services, lambda: services.say(N_("Statistics")), lambda: rows)


def _players(services: Services, found: Statistics) -> Menu:
    rows = [
        MenuRow(
            Item(name, f"{found.people[name].total.won}/{found.people[name].total.played}",
                 may_cut=True),
            opens(_player, services, found, name),
            services.say(N_("won / played")),
        )
        for name in found.names()
    ]  # fmt: skip
    return Menu(services, lambda: services.say(N_("Players")), lambda: rows)


def _player(services: Services, found: Statistics, name: str) -> StatisticsSheets:
    person = found.people[name]
    sheets = [_tally(services, services.say(N_("all games")), person.total)]
    for game, tally in sorted(person.games.items(), key=lambda each: -each[1].played):
        sheets.append(_tally(services, _title(services, found, game), tally))
    return StatisticsSheets(services, name, sheets)


def _title(services: Services, found: Statistics, key: str) -> str:
    return found.kinds[key].title(services.settings["language"], services.say)


def _tally(services: Services, title: str, tally: Tally) -> StatisticsSheet:
    if tally.best is not None and tally.average is not None:
        facts = [
            (services.say(N_("Best score")), str(tally.best)),
            (services.say(N_("Average score")), _decimal(services, tally.average)),
        ]
    else:
        facts = [
            (services.say(N_("Wins")), f"{tally.percent} %"),
            (services.say(N_("Draws")), str(tally.drawn)),
        ]
    streak = services.say(N_("{now}, longest {most}"), now=tally.streak, most=tally.longest)
    facts.append((services.say(N_("In a row")), streak))
    main = services.say(N_("Won {won} of {played}"), won=tally.won, played=tally.played)
    return StatisticsSheet(title, main, tuple(facts))


def _games(services: Services, found: Statistics) -> StatisticsSheets:
    sheets = [
        _field(services, _title(services, found, game), field)
        for game, field in sorted(found.games.items(), key=lambda each: -each[1].played)
    ]
    return StatisticsSheets(services, "", sheets)


def _field(services: Services, title: str, field: GameStatistics) -> StatisticsSheet:
    facts = []
    if field.wins:
        name, wins = field.wins.most_common(1)[0]
        facts.append((services.say(N_("Most wins")), labelled(services.say, name, wins)))
    if field.best is not None:
        facts.append(
            (services.say(N_("Best score")), labelled(services.say, field.best_by, field.best))
        )
    if field.average is not None:
        facts.append((services.say(N_("Winners' average")), _decimal(services, field.average)))
    return StatisticsSheet(
        title, services.say(N_("Played: {count}"), count=field.played), tuple(facts)
    )


def _decimal(services: Services, value: float) -> str:
    """Return a number with one decimal place, with the decimal sign of the language."""
    whole, _, tenth = f"{value:.1f}".partition(".")
    return services.say(N_("{whole}.{tenth}"), whole=whole, tenth=tenth)


class StatisticsSheets(PagedScreen[StatisticsSheet]):
    """Pages of facts; the knob turns them."""

    may_sleep = True

    def __init__(self, services: Services, name: str, sheets: Sequence[StatisticsSheet]) -> None:
        self.services = services
        self._name = name
        self.pages = sheets

    def draw(self, canvas: Canvas) -> None:
        """Draw the main result large, and the facts below it."""
        sheet = self.pages[self.page]
        top_bar(canvas, self._name or sheet.title, self.page_number, may_cut=True)
        width = WIDTH - (5 if self.page_count > 1 else 0)
        y = BODY.y + 1
        if self._name:
            canvas.text(0, y, sheet.title, "small", width=width, align="centre", may_cut=True)
        headline(canvas, sheet.main, Rect(0, y + (8 if self._name else 3), width, 16))
        top = BODY.y + BODY.h - LINE * FACTS
        for row, (label, value) in enumerate(sheet.facts):
            said = labelled(self.services.say, label, value)
            _fact(canvas, label, value, Rect(0, top + row * LINE, width, LINE), said)
        if self.page_count > 1:
            self.draw_page_mark(canvas)


def _fact(canvas: Canvas, label: str, value: str, area: Rect, said: str) -> None:
    taken = canvas.text(area.x, area.y, label, "small", say=said)
    room = area.w - taken - 6
    canvas.text(
        area.x + taken + 6, area.y, value, narrowed(value, room, "small"),
        width=room, align="right", may_cut=True, say="",
    )  # fmt: skip
