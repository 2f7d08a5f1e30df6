"""The menu of a match: the player aid first, then what one rarely needs."""

from __future__ import annotations

from functools import partial

from engines.contract import Refused
from firmware_py.app.services import Services
from firmware_py.games import face_of
from firmware_py.games.face import AidPage
from firmware_py.games.scene import Scene
from firmware_py.language import N_
from firmware_py.ui.canvas import Canvas
from firmware_py.ui.navigation import (
    STAY,
    Answer,
    GoHome,
    Next,
    PlayedAgreement,
    Pop,
    Push,
    Returned,
)
from firmware_py.ui.paging import PagedScreen
from firmware_py.ui.screens.check_move import CheckMove
from firmware_py.ui.screens.compare import Compare
from firmware_py.ui.screens.lists import Menu, MenuRow, ask_yes, opens
from firmware_py.ui.screens.pairing import open_request
from firmware_py.ui.screens.score_sheet import score_menu
from firmware_py.ui.screens.settings import settings_menu
from firmware_py.ui.screens.why import PAGE, pages_of, refusal_text
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

    def _scene(self) -> Scene:
        match = self.services.current_table.match
        voice = self.services.voice(match.engine, match.names)
        return Scene(state=match.state, voice=voice, say=self.services.say)


class _ClosesWithAnswer(Menu):
    """Closes when a screen it opened has done its work, and passes on what happened."""

    def returned(self, answer: Returned) -> Next:
        """Pass on what happened."""
        return STAY if answer is None else Pop(answer)


class MatchMenu(_ClosesWithAnswer):
    """What can be done with the match on the table."""

    def __init__(self, services: Services) -> None:
        super().__init__(services, lambda: services.say(N_("Match")), self._make)
        self._page_asks = services.page_asks  # now: no row moves under somebody's hand

    def _make(self) -> list[MenuRow]:
        services = self.services
        table = services.current_table
        rows = []
        if self._page_asks:
            item = Item(services.say(N_("A page asks to pair")))
            rows.append(MenuRow(item, partial(open_request, services)))
        rows += [
            MenuRow(Item(services.say(N_("Player aid"))), opens(Aid, services)),
            MenuRow(
                Item(services.say(N_("Check a move"))),
                opens(CheckMove, services),
                services.say(N_("Enter any move, as the hands made it: is it legal, and why not?")),
            ),
            MenuRow(Item(services.say(N_("Score sheet"))), opens(score_menu, services)),
            MenuRow(
                Item(services.say(N_("Compare the table"))),
                opens(Compare, services),
                services.say(N_("Turn through the table, part by part. Press where it differs.")),
            ),
        ]
        if table.clock.timing.kind != "none":
            label = N_("Clock: go on") if table.clock.paused else N_("Clock: pause")
            rows.append(MenuRow(Item(services.say(label)), self._pause))
        if table.match.can_redo:
            about = services.say(N_("Play again what was undone"))
            rows.append(MenuRow(Item(services.say(N_("Redo"))), lambda: Pop(Answer.REDO), about))
        rows += [
            MenuRow(Item(services.say(N_("Agree on something"))), lambda: Push(self._agreements())),
            MenuRow(Item(services.say(N_("Settings"))), opens(settings_menu, services)),
            MenuRow(Item(services.say(N_("Home"))), GoHome, services.say(N_("The match is kept."))),
        ]
        return rows

    def _pause(self) -> Next:
        clock = self.services.current_table.clock
        if clock.paused:
            clock.resume(self.services.time())
        else:
            clock.pause(self.services.time())
        return STAY

    def _agreements(self) -> Menu:
        services = self.services
        names = services.current_table.names
        here = [seat for seat in range(len(names)) if self._can_leave(seat)]
        leave = N_("{name} leaves") if len(names) > 2 else N_("{name} resigns")

        def rows() -> list[MenuRow]:
            said = [
                *((services.say(leave, name=names[seat]), "resign", seat) for seat in here),
                (services.say(N_("A draw")), "draw", 0),
                (services.say(N_("End and score")), "end", 0),
            ]
            return [
                MenuRow(Item(what, may_cut=True), partial(self._ask, what, agreement, seat))
                for what, agreement, seat in said
            ]

        return _ClosesWithAnswer(services, lambda: services.say(N_("Agree on something")), rows)

    def _can_leave(self, seat: int) -> bool:
        """Say whether a seat is still in the game."""
        try:
            self.services.current_table.match.fork().play("resign", seat)
        except Refused:
            return False
        return True

    def _ask(self, what: str, agreement: str, seat: int) -> Next:
        """Ask the table before an agreement is played."""

        def agreed() -> Next:
            try:
                events = self.services.current_table.play(agreement, seat)
                return Pop(PlayedAgreement(events if agreement == "resign" else ()))
            except Refused as refused:
                self.services.toast = refusal_text(self.services, refused.reason)
            return Pop(Answer.REFUSED)

        question = self.services.say(N_("Does everyone agree?"))
        return Push(ask_yes(self.services, f"{what}\n{question}", agreed))
