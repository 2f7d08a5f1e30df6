"""The menu of an evening, and its lists: standings, who plays where, what was entered, exports."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from firmware_py.core.language import N_, N_context, labelled
from firmware_py.evening.evening import ALL, TABLES, BadEvening, Evening
from firmware_py.evening.export import NoReport, results_csv, standings_csv, trf
from firmware_py.evening.standings import LEAST_GAMES, decimal, is_available, ratings, standings
from firmware_py.evening.words import SITS_OUT, log_lines, why_standing
from firmware_py.games.titles import game_name
from firmware_py.history.match_text import day
from firmware_py.screens.evening.tables import TableList, choose_rounds, who_enters, who_is_here
from firmware_py.screens.evening.television import TelevisionCode, refresh
from firmware_py.screens.history.share import save_file
from firmware_py.storage.files import write_new
from firmware_py.ui.lists import DetailList, Menu, MenuRow, TextScreen, ask_twice, ask_yes, opens
from firmware_py.ui.navigation import STAY, GoHome, Next, Pop, Push, Returned
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item


class EveningMenu(Menu):
    """What can be done in an evening, and with one that has ended."""

    def __init__(self, services: Services, number: int) -> None:
        self.number = number
        services.evenings.collect()
        super().__init__(services, self._headed, self._make)

    @property
    def evening(self) -> Evening:
        """The evening as it stands."""
        return self.services.evenings.evening(self.number)

    def returned(self, answer: Returned) -> Next:
        """Take the results of games that have ended meanwhile."""
        del answer
        if self.services.evenings.collect():
            refresh(self.services)
        return STAY

    def _headed(self) -> str:
        return _title(self.services, self.evening)

    def _make(self) -> list[MenuRow]:
        evening = self.evening
        rows = self._round_rows(evening) if not evening.is_over else []
        if evening.rounds:
            rows += self._look_rows(evening)
        rows += self._more_rows(evening) if not evening.is_over else self._ended_rows()
        return rows

    def _row(
        self, label: str, act: Callable[[], Next], hint: str, value: str = "", *, on: bool = True
    ) -> MenuRow:
        say = self.services.say
        return MenuRow(Item(say(label), value, on), act, say(hint), key=label)

    def _round_rows(self, evening: Evening) -> list[MenuRow]:
        say, rows = self.services.say, []
        missing = evening.missing()
        if evening.rounds:
            tables = evening.rounds[-1].tables
            rows.append(
                MenuRow(
                    Item(
                        say(N_context("evening", "Round {number}"), number=len(evening.rounds)),
                        f"{len(tables) - len(missing)}/{len(tables)}",
                    ),
                    lambda: Push(TableList(self.services, self.number, len(evening.rounds) - 1)),
                    say(N_("Who plays whom. Press a table to play or to enter its result.")),
                    key="round",
                )
            )
        if missing:
            places = ", ".join(map(str, missing[:12]))
            next_hint = say(N_("Results are missing. Tables: {places}."), places=places)
        else:
            next_hint = say(N_("The box says who plays whom."))
        number = say(N_("{number} of {count}"), number=len(evening.rounds) + 1,
                     count=evening.total_rounds)  # fmt: skip
        is_last = len(evening.rounds) >= evening.total_rounds
        item = Item(say(N_("Next round")), "" if is_last else number, not missing)
        begin = MenuRow(item, self._next_round, next_hint, key="next")
        end = self._row(
            N_("End the evening"), self._ask_end, N_("The standings stay. It can go on later.")
        )
        finished = is_last and not missing
        return [*rows, end, begin] if finished else [*rows, begin]

    def _look_rows(self, evening: Evening) -> list[MenuRow]:
        return [
            self._row(
                N_("Standings"),
                lambda: Push(Standings(self.services, self.number)),
                N_("Points, and why: press a name."),
            ),
            self._row(
                N_("Tables by name"),
                lambda: Push(by_name(self.services, evening)),
                N_("Where everyone plays, in the order of names."),
            ),
            self._row(
                N_("All rounds"),
                lambda: Push(all_rounds(self.services, self.number)),
                N_("Look at earlier rounds, and correct their results."),
                str(len(evening.rounds)),
            ),
            self._row(
                N_("Television"),
                opens(TelevisionCode, self.services, self.number),
                N_("A page in large letters, for any browser in the network."),
            ),
            self._row(
                N_("Export"),
                lambda: Push(exports(self.services, self.number)),
                N_("Files with results and standings, for other programs."),
            ),
            self._row(
                N_("What was entered"),
                lambda: Push(entries(self.services, evening)),
                N_("Every result and every correction, and who entered it."),
            ),
        ]

    def _more_rows(self, evening: Evening) -> list[MenuRow]:
        rows = [
            self._row(
                N_("Who is here"),
                self._players,
                N_(
                    "Players who come late play from the next round on. "
                    "Players who leave play no more."
                ),
                str(len(evening.present)),
            )
        ]
        if evening.plan.format != ALL:
            rows.append(
                self._row(
                    N_context("evening", "Rounds"),
                    self._rounds,
                    N_("How many rounds the evening has."),
                    str(evening.total_rounds),
                )
            )
        is_fresh = evening.rounds and not any(t.results for t in evening.rounds[-1].tables)
        if is_fresh:
            rows.append(
                self._row(
                    N_("Cancel the round"),
                    self._cancel,
                    N_("Possible while it has no result. Then the box makes a new one."),
                )
            )
        rows += self._rating_row()
        if len(evening.rounds) < evening.total_rounds or evening.missing():
            rows.append(
                self._row(
                    N_("End the evening"),
                    self._ask_end,
                    N_("The standings stay. It can go on later."),
                )
            )
        return rows

    def _ended_rows(self) -> list[MenuRow]:
        return [
            *self._rating_row(),
            self._row(N_("Go on"), self._go_on, N_("The evening was ended too early: it goes on.")),
            self._row(
                N_("Delete"),
                self._delete,
                N_(
                    "The evening will be deleted. Its games stay in the history. "
                    "You will be asked twice."
                ),
            ),
        ]

    def _rating_row(self) -> list[MenuRow]:
        if not self.services.settings["ratings"]:
            return []
        hint = N_("How strong everyone plays, from all evenings.")
        return [self._row(N_("Ratings"), lambda: Push(rating_list(self.services)), hint)]

    # --- what the rows do ---

    def _add(self, *lines: dict[str, object]) -> None:
        self.services.evenings.add(self.evening, *lines)
        refresh(self.services)

    def _next_round(self) -> Next:
        services, evening = self.services, self.evening
        if evening.plan.format == ALL and evening.everybody_met():
            text = services.say(N_("Everyone has played everyone. End the evening, please."))
            return Push(TextScreen(services, services.say(N_("Next round")), text))
        made = evening.propose()
        if not made.tables:
            text = services.say(N_("Too few players are here for a round."))
            return Push(TextScreen(services, services.say(N_("Next round")), text))
        games = evening.plan.games
        number = len(evening.rounds)
        tables = [list(table) for table in made.tables]
        game = games[number % len(games)]
        self._add({"do": "round", "game": game, "tables": tables, "out": list(made.out)})
        self.index = 0
        return Push(TableList(services, self.number, number))

    def _players(self) -> Next:
        def change(name: str, *, is_here: bool) -> None:
            self._add({"do": "here" if is_here else "gone", "name": name})

        return Push(who_is_here(self.services, lambda: self.evening.present, change))

    def _rounds(self) -> Next:
        evening = self.evening

        def take(rounds: int) -> None:
            self._add({"do": "rounds", "rounds": rounds})

        least = max(len(evening.rounds), 1)
        return Push(choose_rounds(self.services, evening.total_rounds, least, take))

    def _cancel(self) -> Next:
        def cancel(who: str) -> Next:
            self._add({"do": "unpair", "by": who})
            return Pop()

        return Push(who_enters(self.services, self.evening.present, cancel))

    def _ask_end(self) -> Next:
        def end() -> Next:
            self._add({"do": "end"})
            return Pop()

        return Push(ask_yes(self.services, self.services.say(N_("End the evening?")), end))

    def _go_on(self) -> Next:
        if self.number != next(iter(self.services.evenings.numbers()), None):
            text = self.services.say(N_("Only the newest evening can go on."))
            return Push(TextScreen(self.services, self.services.say(N_("Evening")), text))
        self._add({"do": "again"})
        return STAY

    def _delete(self) -> Next:
        def really() -> Next:
            self.services.evenings.delete(self.number)
            self.services.toast = self.services.say(N_("Deleted"))
            return GoHome()

        return Push(ask_twice(self.services, self.services.say(N_("Delete this evening?")), really))


def _title(services: Services, evening: Evening) -> str:
    return services.say(N_("Evening {day}"), day=day(services, evening.began_at))


class Standings(DetailList):
    """Everybody with their points; a press says where they come from."""

    def __init__(self, services: Services, number: int) -> None:
        evening = services.evenings.evening(number)
        found = standings(evening)
        say = services.say

        def rows() -> list[MenuRow]:
            return [
                MenuRow(
                    Item(f"{each.rank}  {each.name}", decimal(each.points)),
                    partial(self._why, each.name),
                    "",
                    (labelled(say, say(N_("Buchholz")), decimal(each.strength)),),
                    each.name,
                )
                for each in found
            ]

        self._evening = evening
        title = say(N_("Standings"))
        super().__init__(services, lambda: title, rows, empty=N_("Nobody is here."))

    def _why(self, name: str) -> Next:
        text = why_standing(self._evening, name, self.services.say)
        return Push(TextScreen(self.services, name, text))

    def explained(self, row: MenuRow) -> Next:
        """Say where the points come from."""
        return self._why(row.key)


def by_name(services: Services, evening: Evening) -> Menu:
    """Return where everybody plays in the last round, by name."""
    say = services.say
    last = evening.rounds[-1]
    found = {name: ("–", say(SITS_OUT, name=name)) for name in last.out}
    for at, table in enumerate(last.tables, 1):
        for name in table.names:
            others = ", ".join(other for other in table.names if other != name)
            found[name] = (say(N_("table {number}"), number=at), others)
    rows = [
        MenuRow(
            Item(name, found[name][0]),
            partial(_show, services, name, found[name][1]),
            "",
            (found[name][1],),
            name,
        )
        for name in sorted(found, key=str.casefold)
    ]
    title = say(N_context("evening", "Round {number}"), number=len(evening.rounds))
    return DetailList(services, lambda: title, lambda: rows, empty=N_("Nobody is here."))


def _show(services: Services, title: str, text: str) -> Next:
    return Push(TextScreen(services, title, text))


def all_rounds(services: Services, number: int) -> Menu:
    """Return the list of the rounds."""
    evening = services.evenings.evening(number)
    rows = [
        MenuRow(
            Item(
                services.say(N_context("evening", "Round {number}"), number=at + 1),
                game_name(services, each.game),
                may_cut=True,
            ),
            opens(TableList, services, number, at),
        )
        for at, each in enumerate(evening.rounds)
    ]
    title = services.say(N_("All rounds"))
    return Menu(services, lambda: title, lambda: rows, len(rows) - 1)


def entries(services: Services, evening: Evening) -> Menu:
    """Return the record of the evening, newest first."""
    title = services.say(N_("What was entered"))
    found = log_lines(evening, services.say)
    rows = [
        MenuRow(
            Item(str(len(found) - place)),
            partial(_show, services, title, "\n".join(filter(None, (text, by)))),
            "",
            (text, by) if by else (text,),
        )
        for place, (text, by) in enumerate(found)
    ]
    return DetailList(
        services, lambda: title, lambda: rows, empty=N_("Nothing was entered."), head_lines=2
    )


def exports(services: Services, number: int) -> Menu:
    """Return the files that can be written."""
    evening = services.evenings.evening(number)
    name = f"evening-{number}"
    title = _title(services, evening)

    def save(ending: str, make: Callable[[], str]) -> Next:
        def write(folder: Path) -> Path:
            return write_new(folder, f"{name}-{ending}", make().encode())

        return save_file(services, write)

    titles = {game: game_name(services, game) for game in evening.plan.games}
    why_not = ""
    if evening.plan.format == TABLES:
        try:
            trf(evening, title)
        except NoReport as error:
            why_not = services.say(str(error))
    rows = [
        MenuRow(
            Item(services.say(N_("Results (CSV)"))),
            partial(save, "results.csv", lambda: results_csv(evening, titles)),
            services.say(N_("A line for each player in each game, for a spreadsheet.")),
        ),
        MenuRow(
            Item(services.say(N_("Standings (CSV)"))),
            partial(save, "standings.csv", lambda: standings_csv(evening)),
            services.say(N_("A line for each player, for a spreadsheet.")),
        ),
        MenuRow(
            Item("TRF16", enabled=not why_not),
            partial(save, "trf.txt", lambda: trf(evening, title)),
            why_not or services.say(N_("FIDE's file for tournaments of two-player games.")),
        ),
    ]
    return Menu(services, lambda: services.say(N_("Export")), lambda: rows)


def rating_list(services: Services) -> Menu:
    """Return the ratings, or why there are none."""
    say = services.say
    if not is_available():
        empty = N_("Ratings need the program openskill. The page docs/evening.md says how.")
        return DetailList(services, lambda: say(N_("Ratings")), list, empty=empty)
    found = ratings(reversed(services.evenings.readable()))
    text = say(N_("The value is very probably within this range. Nobody has one before "
                  "{count} games."), count=LEAST_GAMES)  # fmt: skip
    rows = [
        MenuRow(
            Item(each.name, f"{each.value:.0f} ± {each.range:.0f}"),
            partial(_show, services, each.name, text),
            text,
            (labelled(say, say(N_("Games played")), each.games),),
            each.name,
        )
        for each in found
    ]
    return DetailList(
        services, lambda: say(N_("Ratings")), lambda: rows, empty=N_("Nobody has ten games yet.")
    )


def earlier_evenings(services: Services) -> Menu:
    """Return the list of all evenings."""

    def rows() -> list[MenuRow]:
        made = []
        for number in services.evenings.numbers():
            try:
                evening = services.evenings.evening(number)
            except BadEvening as error:
                item = Item(services.say(N_("damaged")), enabled=False)
                made.append(MenuRow(item, lambda: STAY, str(error), key=str(number)))
                continue
            games = ", ".join(game_name(services, game) for game in evening.plan.games)
            made.append(
                MenuRow(
                    Item(games, day(services, evening.began_at)),
                    opens(EveningMenu, services, number),
                    "",
                    (", ".join(evening.here),),
                    str(number),
                )
            )
        return made

    title = services.say(N_("Earlier evenings"))
    return DetailList(services, lambda: title, rows, empty=N_("There is none yet."))
