"""The menu of a match: the player aid first, then what one rarely needs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engines.engine import Refused
from firmware_py.core.language import N_
from firmware_py.games import face_of
from firmware_py.games.game_ui import AidPage
from firmware_py.games.legend import SIGNS
from firmware_py.history.match_text import say_leaving
from firmware_py.match.game_info import facts_of
from firmware_py.match.scene import AnyScene
from firmware_py.match.table_match import played_by_box
from firmware_py.screens.history.replay import MoveList
from firmware_py.screens.play.check_move import CheckMove
from firmware_py.screens.play.clock_menu import clock_menu, pause_row
from firmware_py.screens.play.table_editor import Compare
from firmware_py.screens.play.why import PAGE, pages_of, refusal_sentence
from firmware_py.screens.settings.pairing import open_request
from firmware_py.screens.settings.settings import settings_menu
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.lists import AnswerMenu, Menu, MenuRow, ask_yes, opens
from firmware_py.ui.navigation import (
    GoHome,
    Next,
    PlayedAgreement,
    Pop,
    Push,
    ScreenAnswer,
    ScreenWords,
)
from firmware_py.ui.paging import PagedScreen
from firmware_py.ui.score_sheet import score_menu
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Item, fitting, paragraph, top_bar


class Aid(PagedScreen[AidPage]):
    """The player aid, opened at the page that fits the moment."""

    def __init__(self, services: Services) -> None:
        self.services = services
        match = services.current_table.match
        face = face_of(match.engine.name)
        self.pages: list[AidPage] = []
        for number, page in enumerate(face.aid(match.state)):
            if number == face.aid_page(match.state):
                self.page = len(self.pages)
            self.pages += self._said(page)
        self.pages += self._said(SIGNS)

    def _said(self, page: AidPage) -> list[AidPage]:
        """Return a page in the table's language, or several if people want large text."""
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
        """Return the page; what is drawn is left to the display."""
        page = self.pages[self.page]
        if page.draw is not None:
            return None
        return ScreenWords(f"{page.title} {self.page_number}", page.text)

    def _scene(self) -> AnyScene:
        return self.services.scene(self.services.current_table.match)


class MatchMenu(AnswerMenu):
    """What can be done with the match on the table."""

    def __init__(self, services: Services) -> None:
        super().__init__(services, lambda: services.say(N_("Match")), self._make)
        self._page_asks = services.page_asks  # now: no row moves under somebody's hand

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
            *self._checks(),
            *self._scores(),
            *self._compares(),
            self._row(
                N_("Moves"),
                opens(MoveList, services),
                N_("What was played so far; a press shows the table after it."),
            ),
        ]
        if table.clock.timing.kind != "none":
            rows.append(pause_row(services))
        if not table.match.practice:
            rows.append(
                self._row(
                    N_("Clock"),
                    opens(clock_menu, services),
                    N_("Switch the clock of this match on, change it or switch it off."),
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
            self._row(N_("Home"), GoHome, N_("The match is kept.")),
        ]
        return rows

    def _row(self, label: str, act: Callable[[], Next], about: str) -> MenuRow:
        return MenuRow(Item(self.services.say(label)), act, self.services.say(about))

    def _box_choices(self) -> list[MenuRow]:
        """Return the row for choosing in the place of the box, which does not see the table."""
        match = self.services.current_table.match
        turn, last = match.turn, match.last
        on_turn = turn is not None and turn.seat is not None and match.header.level_of(turn.seat)
        is_told = last is not None and played_by_box(match)(last)
        if match.practice or not (on_turn or is_told):
            return []
        seat = turn.seat if on_turn and turn is not None else int(last.who) if last else 0
        label = self.services.say(N_("Choose for {name}"), name=match.names[seat or 0])
        about = self.services.say(N_("Where its move cannot be made on the table: enter another."))
        return [MenuRow(Item(label, may_cut=True), lambda: Pop(ScreenAnswer.CHOOSE), about)]

    def _checks(self) -> list[MenuRow]:
        """Return the row for trying a move; of the box's own hand it would tell too much."""
        match = self.services.current_table.match
        turn = match.turn
        if turn is not None and turn.seat is not None and match.header.level_of(turn.seat):
            return []
        about = N_("Enter any move, as the hands made it: is it legal, and why not?")
        return [self._row(N_("Check a move"), opens(CheckMove, self.services), about)]

    def _compares(self) -> list[MenuRow]:
        """Return the row for comparing, where there is a table to compare with."""
        if self.services.current_table.match.practice:
            return []
        about = N_("Turn through the table, part by part. Press where it differs.")
        return [self._row(N_("Compare the table"), opens(Compare, self.services), about)]

    def _scores(self) -> list[MenuRow]:
        """Return the row of the points, where a game has some."""
        if not facts_of(self.services.current_table.match.engine.name).has_points:
            return []
        about = N_("Every point, with its rule.")
        return [self._row(N_("Score sheet"), opens(score_menu, self.services), about)]

    def _endings(self) -> list[MenuRow]:
        """Return the ways to end a match before its end; of three or more, one may leave it."""
        services = self.services
        match = services.current_table.match
        leave = (
            (N_("Leave"), N_("Somebody leaves, and the others play on."))
            if len(match.names) > 2
            else (N_("Resign"), N_("Somebody gives up, and the other one wins."))
        )
        rows = [
            self._row(leave[0], lambda: Push(self.leaving()), leave[1]),
            self._row(
                N_("Draw"), partial(self._ask_all, "draw"), N_("Nobody wins, if everyone agrees.")
            ),
        ]
        if facts_of(match.engine.name).has_points:
            about = N_("The match ends now and is scored as it stands, if everyone agrees.")
            rows.append(self._row(N_("End and score"), partial(self._ask_all, "end"), about))
        return rows

    def leaving(self) -> Menu:
        """Return who can resign, or leave: whoever is on turn comes first."""
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
        title = N_("Leave") if len(names) > 2 else N_("Resign")
        return AnswerMenu(services, lambda: services.say(title), lambda: rows)

    def _can_leave(self, seat: int) -> bool:
        """Say whether a seat is still in the game."""
        try:
            self.services.current_table.match.fork().play("resign", seat)
        except Refused:
            return False
        return True

    def _ask_all(self, agreement: str) -> Next:
        """Ask everybody before the match ends by agreement."""
        what = N_("A draw: does everyone agree?")
        if agreement == "end":
            what = N_("End and score: does everyone agree?")
        return self._ask(self.services.say(what), agreement, 0)

    def _ask(self, question: str, agreement: str, seat: int) -> Next:
        """Ask before an agreement is played."""

        def agreed() -> Next:
            try:
                events = self.services.current_table.play(agreement, seat)
                return Pop(PlayedAgreement(events if agreement == "resign" else ()))
            except Refused as refused:
                self.services.toast = refusal_sentence(self.services, refused.reason)
            return Pop(ScreenAnswer.REFUSED)

        return Push(ask_yes(self.services, question, agreed))
