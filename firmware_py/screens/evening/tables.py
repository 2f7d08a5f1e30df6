"""The tables of a round: who plays whom, why, play it on the box, enter or correct the result. And
what is chosen before a round: who is here, how many rounds, who corrects.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from firmware_py.core.language import N_, N_context
from firmware_py.evening.evening import MOST_PLAYERS, Evening, Table
from firmware_py.evening.words import SITS_OUT, table_text, why_out, why_table
from firmware_py.games.draft import Draft, drafts_of
from firmware_py.screens.evening.television import refresh
from firmware_py.screens.new_game.new_game import NewGame
from firmware_py.screens.new_game.set_up import resume
from firmware_py.screens.settings.settings import keep_name
from firmware_py.ui.lists import DetailList, Menu, MenuRow, TextScreen
from firmware_py.ui.name_entry import NameEntry
from firmware_py.ui.navigation import STAY, Next, Pop, Push, Replace, Returned, ScreenAnswer
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item


class TableList(DetailList):
    """The tables of a round; WHY says why these players meet."""

    def __init__(self, services: Services, number: int, at: int) -> None:
        self.evening_number = number
        self.at = at
        title = services.say(N_context("evening", "Round {number}"), number=at + 1)
        first = next(iter(self._open(services.evenings.evening(number))), 0)
        super().__init__(
            services, lambda: title, self._make, first, empty=N_("Nobody is here."), head_lines=2
        )

    def _open(self, evening: Evening) -> list[int]:
        tables = evening.rounds[self.at].tables
        return [place for place, table in enumerate(tables) if not evening.is_done(table)]

    def _make(self) -> list[MenuRow]:
        say = self.services.say
        evening = self.services.evenings.evening(self.evening_number)
        if self.at >= len(evening.rounds):  # it was cancelled
            return []
        each = evening.rounds[self.at]
        rows = [
            MenuRow(
                Item(str(place + 1)),
                partial(self._open_table, place),
                "",
                (table_text(table, say),),
                str(place),
            )
            for place, table in enumerate(each.tables)
        ]
        rows += [
            MenuRow(Item("–"), partial(self._why_out, name), "", (say(SITS_OUT, name=name),),
                    f"out {name}")
            for name in each.out
        ]  # fmt: skip
        return rows

    def _open_table(self, place: int) -> Next:
        return Push(TableMenu(self.services, self.evening_number, self.at, place))

    def _why_out(self, name: str) -> Next:
        evening = self.services.evenings.evening(self.evening_number)
        text = why_out(evening, self.at, name, self.services.say)
        return Push(TextScreen(self.services, name, text))

    def explained(self, row: MenuRow) -> Next:
        """Say why these players meet."""
        if row.key.startswith("out "):
            return self._why_out(row.key.removeprefix("out "))
        return _why(self.services, self.evening_number, self.at, int(row.key))


def _why(services: Services, number: int, at: int, place: int) -> Next:
    text = why_table(services.evenings.evening(number), at, place, services.say)
    title = services.say(N_("Table {number}"), number=place + 1)
    return Push(TextScreen(services, title, text))


class TableMenu(Menu):
    """What can be done at a table."""

    def __init__(self, services: Services, number: int, at: int, place: int) -> None:
        self.number = number
        self.at = at
        self.place = place
        title = services.say(N_("Table {number}"), number=place + 1)
        super().__init__(services, lambda: title, self._make)

    @property
    def evening(self) -> Evening:
        """The evening as it stands."""
        return self.services.evenings.evening(self.number)

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.evening.rounds[self.at].tables[self.place]

    def returned(self, answer: Returned) -> Next:
        """Take the results of games that have ended meanwhile."""
        del answer
        if self.services.evenings.collect():
            refresh(self.services)
        return STAY

    def _make(self) -> list[MenuRow]:
        say, evening, table = self.services.say, self.evening, self.table
        rows = []
        for game in range(evening.games_each):
            rows += self._game_rows(evening, table, game)
        about = say(N_("Points, who has met whom, and whose turn it is to be first."))
        rows.append(MenuRow(Item(say(N_("Why these players"))), self._why_these, about))
        return rows

    def _why_these(self) -> Next:
        return _why(self.services, self.number, self.at, self.place)

    def _game_rows(self, evening: Evening, table: Table, game: int) -> list[MenuRow]:
        say = self.services.say
        which = f" {game + 1}" if evening.games_each > 1 else ""
        rows = []
        if game not in table.results and not evening.is_over:
            running = self.services.evenings.open_match(table.matches.get(game, 0))
            label = N_("Play on this box") if running is None else N_("Go on with the game")
            about = N_("The names are filled in, and the end enters the result.")
            rows.append(
                MenuRow(
                    Item(say(label) + which),
                    partial(self._play, game),
                    say(about),
                    key=f"play {game}",
                )
            )
        label = N_("Correct the result") if game in table.results else N_("Enter the result")
        about = N_("For a game that was played without this box.")
        if game in table.results:
            about = N_("The box notes who corrected it.")
        rows.append(
            MenuRow(Item(say(label) + which), partial(self._enter, game), say(about),
                    key=f"enter {game}")
        )  # fmt: skip
        return rows

    def _play(self, game: int) -> Next:
        services, evening, table = self.services, self.evening, self.table
        running = services.evenings.open_match(table.matches.get(game, 0))
        if running is not None:
            return resume(services, running)
        name = evening.rounds[self.at].game
        plan = Draft(
            name,
            list(table.turns(game)),
            0,
            dict(evening.plan.options.get(name, {})),
            evening=(self.number, self.at, self.place, game),
        )
        plan.clock = services.timing(plan.key)
        drafts_of(services)[plan.key] = plan
        return Push(NewGame(services, plan))

    def _enter(self, game: int) -> Next:
        table = self.table

        def enter(who: str, ranks: tuple[int, ...]) -> Next:
            line = {"do": "result", "round": self.at, "table": self.place, "game": game,
                    "ranks": list(ranks), "by": who}  # fmt: skip
            self.services.evenings.add(self.evening, line)
            refresh(self.services)
            return Pop()

        def ask(who: str) -> Next:
            entry = ResultEntry if len(table.names) > 2 else PairResult
            return Replace(entry(self.services, table.names, partial(enter, who)))

        if game in table.results:
            return Push(who_enters(self.services, self.evening.present, ask))
        answer = ask("")
        return Push(answer.screen) if isinstance(answer, Replace) else answer


Entered = Callable[[tuple[int, ...]], Next]


class PairResult(Menu):
    """The result of two players: one row for each possibility."""

    def __init__(self, services: Services, names: tuple[str, ...], entered: Entered) -> None:
        say = services.say
        one, other = names
        rows = [
            MenuRow(Item(say(N_("{name} wins"), name=one), may_cut=True), lambda: entered((1, 2))),
            MenuRow(
                Item(say(N_("{name} wins"), name=other), may_cut=True), lambda: entered((2, 1))
            ),
            MenuRow(Item(say(N_("Draw"))), lambda: entered((1, 1))),
            MenuRow(
                Item(say(N_("Not played"))),
                lambda: entered(()),
                say(N_("No points for anyone, and they may meet again.")),
            ),
        ]
        super().__init__(services, lambda: say(N_("Result")), lambda: rows)


class ResultEntry(Menu):
    """The ranks of three or four players: a press counts a player's rank up."""

    def __init__(self, services: Services, names: tuple[str, ...], entered: Entered) -> None:
        self._names = names
        self._ranks = [0] * len(names)
        self._entered = entered
        title = services.say(N_("Ranks"))
        super().__init__(services, lambda: title, self._make)

    def _make(self) -> list[MenuRow]:
        say = self.services.say
        made = [
            MenuRow(
                Item(name, f"{rank}." if rank else "–", may_cut=True),
                partial(self._count, at),
                say(N_("Press for the rank. Two players with the same rank share the points.")),
                key=name,
            )
            for at, (name, rank) in enumerate(zip(self._names, self._ranks, strict=True))
        ]
        is_whole = all(self._ranks)
        about = N_("Save the result.") if is_whole else N_("Everyone needs a rank first.")
        made.append(
            MenuRow(Item(say(N_("Save")), enabled=is_whole), self._save, say(about), key="save")
        )
        made.append(
            MenuRow(
                Item(say(N_("Not played"))),
                lambda: self._entered(()),
                say(N_("No points for anyone, and they may meet again.")),
                key="none",
            )
        )
        return made

    def _count(self, at: int) -> Next:
        self._ranks[at] = self._ranks[at] % len(self._names) + 1
        return STAY

    def _save(self) -> Next:
        # 1, 1, 2 was meant as 1, 1, 3: only the order counts.
        ranks = self._ranks
        return self._entered(tuple(1 + sum(other < own for other in ranks) for own in ranks))


def choose_rounds(services: Services, rounds: int, least: int, take: Callable[[int], None]) -> Menu:
    """Return the choice of the number of rounds."""

    def choose(number: int) -> Next:
        take(number)
        return Pop()

    numbers = range(least, max(12, rounds) + 1)
    rows = [MenuRow(Item(str(number)), partial(choose, number)) for number in numbers]
    title = services.say(N_context("evening", "Rounds"))
    return Menu(services, lambda: title, lambda: rows, max(rounds - least, 0))


def who_is_here(
    services: Services, here: Callable[[], Collection[str]], change: Callable[..., None]
) -> Menu:
    """Return the list of all players, in which each press says that somebody is here, or not."""

    def turn_round(name: str) -> Next:
        if name not in here() and len(here()) >= MOST_PLAYERS:
            services.toast = services.say(N_("The evening is full."))
            return STAY
        change(name, is_here=name not in here())
        return STAY

    def entered(name: str) -> Next:
        kept = keep_name(services, name)
        if kept not in here():
            turn_round(kept)
        return Pop(ScreenAnswer.CHANGED)

    def rows() -> list[MenuRow]:
        now = here()
        names = services.queue.store.players()
        names += [name for name in now if name not in names]
        mark = services.say(N_("here"))
        made = [
            MenuRow(
                Item(name, mark if name in now else "", may_cut=True),
                partial(turn_round, name),
                services.say(N_("Press when this player comes or leaves.")),
                key=name,
            )
            for name in names
        ]
        made.append(
            MenuRow(
                Item(services.say(N_("New name"))),
                lambda: Push(NameEntry(services, "", names, entered)),
                services.say(N_("Write a name, letter by letter. The box saves it.")),
            )
        )
        return made

    return Menu(services, lambda: services.say(N_("Who is here")), rows)


def who_enters(services: Services, names: Collection[str], then: Callable[[str], Next]) -> Menu:
    """Return the question who corrects something, which the record of the evening keeps."""
    others = services.say(N_("someone else"))
    rows = [MenuRow(Item(name, may_cut=True), partial(then, name)) for name in names]
    rows.append(MenuRow(Item(others), partial(then, others)))
    return Menu(services, lambda: services.say(N_("Who corrects it?")), lambda: rows)
