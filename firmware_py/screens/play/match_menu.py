"""The menu of a match: the player aid first, then what is needed rarely."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engines.engine import Refused
from firmware_py.core.language import N_
from firmware_py.games import ui_of
from firmware_py.games.game_ui import AidPage
from firmware_py.games.legend import SIGNS
from firmware_py.history.match_text import say_leaving
from firmware_py.match.clock import DOWN
from firmware_py.match.game_info import info_of
from firmware_py.match.scene import AnyScene
from firmware_py.match.table_match import played_by_box
from firmware_py.screens.history.replay import MoveList, score_menu
from firmware_py.screens.new_game.clock_rows import clock_rows, gift_row
from firmware_py.screens.play.corrections import Compare
from firmware_py.screens.play.entry import CheckMove
from firmware_py.screens.play.why import PAGE, pages_of, refusal_sentence
from firmware_py.screens.settings.pairing import open_request
from firmware_py.screens.settings.settings import settings_menu
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.lists import AnswerMenu, Menu, MenuRow, ask_yes, opens
from firmware_py.ui.navigation import (
    STAY,
    GoHome,
    Next,
    PlayedAgreement,
    Pop,
    Push,
    Screen,
    ScreenAnswer,
    ScreenWords,
    TapThrough,
)
from firmware_py.ui.paging import PagedScreen
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item, fitting, paragraph, top_bar


class Aid(PagedScreen[AidPage]):
    """The player aid, opened at the page that fits the state."""

    def __init__(self, services: Services) -> None:
        self.services = services
        match = services.current_table.match
        ui = ui_of(match.engine.name)
        self.pages: list[AidPage] = []
        for number, page in enumerate(ui.aid(match.state)):
            if number == ui.aid_page(match.state):
                self.page = len(self.pages)
            self.pages += self._said(page)
        self.pages += self._said(SIGNS)

    def _said(self, page: AidPage) -> list[AidPage]:
        """Return a page in the table's language, or several with large text."""
        title = self.services.say(page.title)
        if page.draw is not None:
            return [AidPage(title, draw=page.draw)]
        return [
            AidPage(title, text) for text in pages_of(self.services, self.services.say(page.text))
        ]

    def draw(self, canvas: Canvas) -> None:
        """Draw one page."""
        page = self.pages[self.page]
        top_bar(canvas, page.title, self.page_number)
        self.draw_page_mark(canvas)
        if page.draw is not None:
            page.draw(canvas, self._scene())
            return
        paragraph(canvas, page.text, PAGE, font=fitting(page.text, PAGE, "medium"))

    def words(self) -> ScreenWords | None:
        """Return the page; None for one that is drawn."""
        page = self.pages[self.page]
        if page.draw is not None:
            return None
        return ScreenWords(f"{page.title} {self.page_number}", page.text)

    def _scene(self) -> AnyScene:
        return self.services.scene(self.services.current_table.match)


class MatchMenu(AnswerMenu):
    """The menu of the match on the table."""

    def __init__(self, services: Services) -> None:
        super().__init__(services, lambda: services.say(N_("Game")), self._make)
        self._page_asks = (
            services.page_asks
        )  # fixed, so that no row moves while somebody is choosing

    def _make(self) -> list[MenuRow]:
        services = self.services
        table = services.current_table
        rows: list[MenuRow] = []
        if self._page_asks:
            about = N_("Somebody wants to use the box from a browser.")
            rows.append(
                self._row(N_("A page asks to pair"), partial(open_request, services), about)
            )
        rows += [
            self._row(N_("Player aid"), opens(Aid, services), N_("The rules in short.")),
            *self._box_choices(),
            *self._on_phones(),
            *self._checks(),
            *self._scores(),
            *self._compares(),
            self._row(
                N_("Moves"),
                opens(MoveList, services),
                N_("What was played so far. Press: see the table after a move."),
            ),
        ]
        if table.clock.timing.kind != "none":
            rows.append(pause_row(services))
        if not table.match.practice:
            rows.append(
                self._row(
                    N_("Clock"),
                    opens(clock_menu, services),
                    N_("Switch the clock of this game on, change it or switch it off."),
                )
            )
        if table.match.can_redo:
            about = N_("Play again what was undone")
            rows.append(self._row(N_("Redo"), lambda: Pop(ScreenAnswer.REDO), about))
        rows += self._endings()
        rows += [
            self._row(
                N_("Settings"),
                opens(settings_menu, services),
                N_("Language, text size, sounds and more."),
            ),
            self._row(N_("Home"), GoHome, N_("The game is saved.")),
        ]
        return rows

    def _row(self, label: str, act: Callable[[], Next], about: str) -> MenuRow:
        return MenuRow(Item(self.services.say(label)), act, self.services.say(about))

    def _box_choices(self) -> list[MenuRow]:
        """Return the row for choosing instead of the box, which does not see the table."""
        match = self.services.current_table.match
        turn, last = match.turn, match.last
        on_turn = turn is not None and turn.seat is not None and match.header.level_of(turn.seat)
        is_last = last is not None and played_by_box(match)(last)
        if match.practice or not (on_turn or is_last):
            return []
        seat = turn.seat if on_turn and turn is not None else int(last.who) if last else 0
        label = self.services.say(N_("Choose for {name}"), name=match.names[seat or 0])
        about = self.services.say(N_("If its move cannot be made on the table: enter another."))
        return [MenuRow(Item(label, may_cut=True), lambda: Pop(ScreenAnswer.CHOOSE), about)]

    def _checks(self) -> list[MenuRow]:
        """Return the row for checking a move; not for the box, whose hand it would reveal."""
        match = self.services.current_table.match
        turn = match.turn
        if turn is not None and turn.seat is not None and match.header.level_of(turn.seat):
            return []
        if self._on_phones():
            return []
        about = N_("Enter a move to see if it is legal, and if not, why.")
        return [self._row(N_("Check a move"), opens(CheckMove, self.services), about)]

    def _on_phones(self) -> list[MenuRow]:
        """Return a row for each seat whose hand is on a phone."""
        services = self.services
        table = services.current_table
        about = services.say(N_("Its phone is lost or away: the hand is shown here again."))

        def bring(seat: int) -> Next:
            services.phone_seats.give_back(table, seat)
            return Pop()

        return [
            MenuRow(
                Item(services.say(N_("{name} plays here"), name=table.names[seat]), may_cut=True),
                partial(bring, seat),
                about,
            )
            for seat in services.phone_seats.holders(table)
        ]

    def _compares(self) -> list[MenuRow]:
        """Return the row for comparing, unless there is no physical table."""
        if self.services.current_table.match.practice:
            return []
        about = N_("Turn through the table, part by part. Press where it differs.")
        return [self._row(N_("Check the table"), opens(Compare, self.services), about)]

    def _scores(self) -> list[MenuRow]:
        match = self.services.current_table.match
        if not info_of(match.engine.name).has_points:
            return []
        ui = ui_of(match.engine.name)
        points: Callable[[], Screen] = partial(score_menu, self.services, match)
        about, act = N_("Every point, with its rule."), lambda: Push(points())
        if (sheet := ui.score_sheet) is not None:
            about = N_("A press on a cell corrects it. WHY: every point.")
            act = lambda: Push(sheet(self.services, points))  # noqa: E731 - one of two
        rows = [self._row(N_("Score sheet"), act, about)]
        if code := ui.correct(match.state):
            about = N_("Change a number that was entered wrongly.")
            rows.append(self._row(N_("Correct"), lambda: Pop(TapThrough(code)), about))
        return rows

    def _endings(self) -> list[MenuRow]:
        """Return the rows that end a match early; one of three or more players may leave."""
        services = self.services
        match = services.current_table.match
        leave = (
            (N_("Leave the game"), N_("Somebody leaves, and the others play on."))
            if len(match.names) > 2
            else (N_("Resign"), N_("Somebody gives up, and the other one wins."))
        )
        rows = [
            self._row(leave[0], lambda: Push(self.leaving()), leave[1]),
            self._row(
                N_("Draw"), partial(self._ask_all, "draw"), N_("Nobody wins, if everyone agrees.")
            ),
        ]
        if info_of(match.engine.name).has_points:
            about = N_("If everyone agrees, the game ends now and the points so far count.")
            rows.append(self._row(N_("End and score"), partial(self._ask_all, "end"), about))
        return rows

    def leaving(self) -> Menu:
        """Return the list of players who can resign or leave, the one on turn first."""
        services = self.services
        match = services.current_table.match
        names, turn = services.current_table.names, match.turn
        people = [seat for seat in range(len(names)) if not match.header.level_of(seat)]
        here = [seat for seat in people if self._can_leave(seat)]
        if turn is not None:
            here.sort(key=lambda seat: seat != turn.seat)
        said = [say_leaving(services, names, seat) for seat in here]
        rows = [
            MenuRow(
                Item(text, may_cut=True),
                partial(self._ask, services.say(N_("{what}?"), what=text), "resign", seat),
                services.say(N_("The others are not asked.")),
            )
            for text, seat in zip(said, here, strict=True)
        ]
        title = N_("Leave the game") if len(names) > 2 else N_("Resign")
        return AnswerMenu(services, lambda: services.say(title), lambda: rows)

    def _can_leave(self, seat: int) -> bool:
        try:
            self.services.current_table.match.fork().play("resign", seat)
        except Refused:
            return False
        return True

    def _ask_all(self, agreement: str) -> Next:
        what = N_("A draw: does everyone agree?")
        if agreement == "end":
            what = N_("End and score: does everyone agree?")
        return self._ask(self.services.say(what), agreement, 0)

    def _ask(self, question: str, agreement: str, seat: int) -> Next:
        def agreed() -> Next:
            try:
                events = self.services.current_table.play(agreement, seat)
                return Pop(PlayedAgreement(events if agreement == "resign" else ()))
            except Refused as refused:
                self.services.toast = refusal_sentence(
                    self.services, self.services.current_table.match, refused.reason
                )
            return Pop(ScreenAnswer.REFUSED)

        return Push(ask_yes(self.services, question, agreed))


def clock_menu(services: Services) -> Menu:
    """Return the rows of the match's clock."""
    table = services.current_table

    def rows() -> list[MenuRow]:
        made = clock_rows(services, table.names, lambda: table.clock.timing, table.set_timing)
        if table.clock.timing.kind in DOWN:
            made.append(gift_row(services, table.names, table.give))
        return made

    return Menu(services, lambda: services.say(N_("Clock")), rows)


def pause_row(services: Services) -> MenuRow:
    """Return the row that pauses or resumes the clock."""
    clock = services.current_table.clock

    def turn() -> Next:
        if clock.paused:
            clock.resume(services.time())
        else:
            clock.pause(services.time())
        return STAY

    label = N_("Clock: go on") if clock.paused else N_("Clock: pause")
    about = N_("Nobody's time runs while the clock stands, and nothing is added.")
    return MenuRow(Item(services.say(label)), turn, services.say(about))
