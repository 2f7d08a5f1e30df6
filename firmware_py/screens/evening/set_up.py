"""Before an evening: who is here, which games, in which form, how many rounds."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from functools import partial

from engines import catalog
from firmware_py.core.language import N_, N_context
from firmware_py.evening.evening import (
    ALL,
    FORMATS,
    MOST_FOR_ALL,
    MOST_PLAYERS,
    SWISS,
    TABLES,
    Plan,
    rounds_for,
)
from firmware_py.games.titles import game_name
from firmware_py.match.game_info import info_of
from firmware_py.screens.evening.evening import EveningMenu, earlier_evenings
from firmware_py.screens.evening.tables import choose_rounds, who_is_here
from firmware_py.ui.lists import Menu, MenuRow, opens
from firmware_py.ui.navigation import STAY, Next, Pop, Push, Replace, Screen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item

MEMORY = "evening"
"""The key under which the box remembers what is being set up."""
LEAST_PLAYERS = 3
FORMAT_NAMES = {
    SWISS: N_("Swiss"),
    TABLES: N_("tables of 3-4"),
    ALL: N_("all play all"),
}
_FORMAT_HINTS = {
    SWISS: N_("Two at a table. Players with similar points meet, and nobody meets twice."),
    TABLES: N_("Three or four at a table, for points by rank: 5, 3, 2, 1."),
    ALL: N_("Two at a table. Everyone plays everyone; for up to eight players."),
}
_WHY_NOT = {
    SWISS: N_("For games of two players."),
    TABLES: N_("For games of three and four players."),
    ALL: N_("For games of two players, with three to eight who play."),
}


@dataclass
class EveningDraft:
    """An evening before it begins; None where the box proposes something."""

    here: list[str] = field(default_factory=list)
    games: list[str] = field(default_factory=list)
    format: str | None = None
    rounds: int | None = None
    twice: bool | None = None
    unfair: list[str] = field(default_factory=list)
    """Games that are played without their `fair_options`."""

    def possible(self, format_: str) -> bool:
        """Return whether the games and the players allow a form."""
        seats = [catalog.load(game).seats for game in self.games]
        if format_ == TABLES:
            return bool(seats) and all(low <= 3 and high >= 4 for low, high in seats)
        is_for_two = bool(seats) and all(low <= 2 <= high for low, high in seats)
        return is_for_two and (format_ == SWISS or len(self.here) <= MOST_FOR_ALL)

    @property
    def form(self) -> str:
        """The chosen form, or the one that the box proposes."""
        proposed = [TABLES, ALL, SWISS] if len(self.here) < 6 else [TABLES, SWISS, ALL]
        wanted = [self.format, *proposed] if self.format is not None else proposed
        return next((each for each in wanted if self.possible(each)), SWISS)

    @property
    def plays_twice(self) -> bool:
        """Whether each pair plays twice: as chosen, else where the first player can always win."""
        if self.form == TABLES:
            return False
        return bool(self.unfair) if self.twice is None else self.twice

    def plan(self) -> Plan:
        """Return how the evening is played."""
        options = {
            game: dict(info_of(game).fair_options)
            for game in self.games
            if game not in self.unfair and info_of(game).fair_options
        }
        proposed = rounds_for(self.form, len(self.here))
        rounds = proposed if self.rounds is None or self.form == ALL else self.rounds
        return Plan(tuple(self.games), self.form, rounds, self.plays_twice, options)


def draft_of(services: Services) -> EveningDraft:
    """Return what was being set up; anything that does not fit is left out."""
    match services.settings.recall(MEMORY, None):
        case {"here": [*here], "games": [*games], "format": str() | None as format_,
              "rounds": int() | None as rounds, "twice": bool() | None as twice,
              "unfair": [*unfair]}:  # fmt: skip
            return EveningDraft(
                [name for name in here if isinstance(name, str)][:MOST_PLAYERS],
                [game for game in games if game in catalog.GAMES],
                format_ if format_ in FORMATS else None,
                rounds if rounds is not None and 0 < rounds <= MOST_PLAYERS else None,
                twice,
                [game for game in unfair if game in catalog.GAMES],
            )
    return EveningDraft()


def open_evening(services: Services) -> Screen:
    """Return the evening that goes on, or the set-up of a new one."""
    running = services.evenings.running()
    return SetUp(services) if running is None else EveningMenu(services, running.number)


class SetUp(Menu):
    """The sheet of an evening: Begin is the first row, the others can be changed."""

    def __init__(self, services: Services) -> None:
        self.draft = draft_of(services)
        title = services.say(N_("Evening"))
        super().__init__(services, lambda: title, self._make)

    def _keep(self) -> Next:
        self.services.settings.remember(MEMORY, asdict(self.draft))
        return STAY

    def _make(self) -> list[MenuRow]:
        say, draft = self.services.say, self.draft
        why_not = ""
        if len(draft.here) < LEAST_PLAYERS:
            why_not = say(N_("Three players at least: choose who is here."))
        elif not draft.games:
            why_not = say(N_("Choose a game first."))
        elif not draft.possible(draft.form):
            why_not = say(N_("These games cannot be played in one evening: choose others."))
        begins = say(N_("Begin with all of this; the box says who plays whom."))
        rows = [
            MenuRow(Item(say(N_("Begin")), enabled=not why_not), self._begin, why_not or begins),
            MenuRow(
                Item(say(N_("Who is here")), str(len(draft.here))),
                self._choose_players,
                say(N_("Choose the players. More may come later, and some may leave.")),
            ),
            MenuRow(
                Item(say(N_("Games")), self._games(), may_cut=True),
                lambda: Push(self._game_menu()),
                say(N_("One game, or several that take turns from round to round.")),
            ),
        ]
        if draft.games:
            rows += self._form_rows()
        if self.services.evenings.numbers():
            rows.append(
                MenuRow(
                    Item(say(N_("Earlier evenings"))),
                    opens(earlier_evenings, self.services),
                    say(N_("Standings, results and export of evenings that have ended.")),
                )
            )
        return rows

    def _games(self) -> str:
        names = [game_name(self.services, game) for game in self.draft.games]
        return names[0] if len(names) == 1 else str(len(names))

    def _form_rows(self) -> list[MenuRow]:
        say, draft = self.services.say, self.draft
        plan = draft.plan()
        rows = [
            MenuRow(
                Item(say(N_("Form")), say(FORMAT_NAMES[plan.format])),
                lambda: Push(self._forms()),
                say(_FORMAT_HINTS[plan.format]),
            )
        ]
        if plan.format != ALL:
            rows.append(
                MenuRow(
                    Item(say(N_context("evening", "Rounds")), str(plan.rounds)),
                    lambda: Push(self._rounds()),
                    say(N_("The box proposes enough to find a winner.")),
                )
            )
        for game in draft.games:
            rows += [self._fair_row(game, option) for option in info_of(game).fair_options]
        if plan.format != TABLES:
            once = N_("twice") if plan.twice else N_("once")
            rows.append(
                MenuRow(
                    Item(say(N_("Each pair plays")), say(once)),
                    self._change_twice,
                    say(N_("Twice: each of the two is first player once. Press to change.")),
                )
            )
        return rows

    def _fair_row(self, game: str, option: str) -> MenuRow:
        say, info = self.services.say, info_of(game)
        is_fair = game not in self.draft.unfair

        def change() -> Next:
            self.draft.unfair = [each for each in self.draft.unfair if each != game]
            if is_fair:
                self.draft.unfair.append(game)
            return self._keep()

        advice = info.advice({})
        item = Item(say(info.option_names[option]), say(N_("yes") if is_fair else N_("no")))
        return MenuRow(item, change, "" if advice is None else say(advice.text))

    def _change_twice(self) -> Next:
        self.draft.twice = not self.draft.plays_twice
        return self._keep()

    def _choose_players(self) -> Next:
        def change(name: str, *, is_here: bool) -> None:
            self.draft.here = [each for each in self.draft.here if each != name]
            if is_here:
                self.draft.here.append(name)
            self._keep()

        return Push(who_is_here(self.services, lambda: self.draft.here, change))

    def _game_menu(self) -> Menu:
        services = self.services

        def change(game: str) -> Next:
            if game in self.draft.games:
                self.draft.games.remove(game)
            else:
                self.draft.games.append(game)
            return self._keep()

        def rows() -> list[MenuRow]:
            mark = services.say(N_("yes"))
            return [
                MenuRow(
                    Item(game_name(services, game), mark if game in self.draft.games else ""),
                    partial(change, game),
                    services.say(N_("Press to play this game or leave it out.")),
                    key=game,
                )
                for game in catalog.GAMES
            ]

        return Menu(services, lambda: services.say(N_("Games")), rows)

    def _forms(self) -> Menu:
        services = self.services

        def take(format_: str) -> Next:
            self.draft.format = format_
            self.draft.rounds = None
            self._keep()
            return Pop()

        def rows() -> list[MenuRow]:
            return [
                MenuRow(
                    Item(services.say(FORMAT_NAMES[each]), enabled=self.draft.possible(each)),
                    partial(take, each),
                    services.say((_FORMAT_HINTS if self.draft.possible(each) else _WHY_NOT)[each]),
                )
                for each in FORMATS
            ]

        index = FORMATS.index(self.draft.form)
        return Menu(services, lambda: services.say(N_("Form")), rows, index)

    def _rounds(self) -> Menu:
        def take(rounds: int) -> None:
            self.draft.rounds = rounds
            self._keep()

        return choose_rounds(self.services, self.draft.plan().rounds, 1, take)

    def _begin(self) -> Next:
        services, draft = self.services, self.draft
        plan = draft.plan()
        evening = services.evenings.begin(plan, draft.here, services.draw_seed())
        services.settings.remember(MEMORY, asdict(EveningDraft(here=[], games=draft.games)))
        return Replace(EveningMenu(services, evening.number))
