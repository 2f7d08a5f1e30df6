"""The round of an evening that another box of the club runs: play its tables on this box."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engines import catalog
from firmware_py.core.language import N_, N_context
from firmware_py.evening.club_evening import ClubEvening
from firmware_py.evening.words import SITS_OUT, table_text
from firmware_py.games.draft import Draft, drafts_of
from firmware_py.screens.new_game.new_game import NewGame
from firmware_py.screens.new_game.set_up import resume
from firmware_py.ui.lists import DetailList, MenuRow
from firmware_py.ui.navigation import STAY, Next, Push
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item


def club_rows(services: Services) -> Iterator[MenuRow]:
    """Yield a row of Home for each round of the club in which this box has something to play."""
    club = services.club
    for each in () if club is None else club.evenings:
        tables = [place for place in range(len(each.tables)) if _open_game(each, place) is not None]
        own = club.table_number - 1 if club is not None else -1
        has_table = 0 <= own < len(each.tables)
        is_other = club is not None and each.box != club.box
        if is_other and each.game in catalog.GAMES and (own in tables if has_table else tables):
            number = services.say(N_("table {number}"), number=own + 1) if has_table else ""
            about = N_("The club says who plays whom. Press a table to play it on this box.")
            hint = table_text(each.tables[own], services.say) if has_table else services.say(about)
            yield MenuRow(
                Item(_title(services, each), number),
                lambda each=each, own=own: Push(ClubRound(services, each.id, max(own, 0))),  # type: ignore[misc]
                hint,
                key=f"club {each.id}",
            )


class ClubRound(DetailList):
    """The tables of a round, with the cursor on the one of this box; a press plays a table."""

    def __init__(self, services: Services, id_: int, own: int) -> None:
        self._id = id_
        super().__init__(
            services, self._headed, self._make, own, empty=N_("This round is over."), head_lines=2
        )

    def _find(self) -> ClubEvening | None:
        club = self.services.club
        return next((each for each in club.evenings if each.id == self._id), None) if club else None

    def _headed(self) -> str:
        found = self._find()
        return "" if found is None else _title(self.services, found)

    def _make(self) -> list[MenuRow]:
        say, found = self.services.say, self._find()
        if found is None:
            return []
        rows = [
            MenuRow(
                Item(str(place + 1), enabled=_open_game(found, place) is not None),
                partial(self._play, place),
                "",
                (table_text(table, say),),
                str(place),
            )
            for place, table in enumerate(found.tables)
        ]
        out = [
            MenuRow(Item("–"), lambda: STAY, "", (say(SITS_OUT, name=name),), f"out {name}")
            for name in found.out
        ]
        return rows + out

    def _play(self, place: int) -> Next:
        services, found = self.services, self._find()
        game = None if found is None else _open_game(found, place)
        if found is None or game is None:
            return STAY
        where = (found.id, found.round, place, game)
        for match, begun_for in services.evenings.paired().items():
            running = services.evenings.open_match(match) if tuple(begun_for) == where else None
            if running is not None:
                return resume(services, running)
        names = list(found.tables[place].turns(game))
        plan = Draft(found.game, names, 0, dict(found.options), evening=where)
        drafts_of(services)[plan.key] = plan
        return Push(NewGame(services, plan))


def _title(services: Services, found: ClubEvening) -> str:
    return services.say(N_context("evening", "Round {number}"), number=found.round + 1)


def _open_game(found: ClubEvening, place: int) -> int | None:
    """Return the first game of a table without a result; None if all have one."""
    done = {*found.tables[place].results, *(e.game for e in found.played if e.table == place)}
    return next((game for game in range(found.games) if game not in done), None)
