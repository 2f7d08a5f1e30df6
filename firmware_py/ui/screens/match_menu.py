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
from firmware_py.ui.navigation import STAY, GoHome, Input, Next, Plain, Pop, Push
from firmware_py.ui.screens.lists import Menu, MenuRow, ask_yes, opens
from firmware_py.ui.screens.play import Agreed
from firmware_py.ui.screens.why import PAGE, pages_of
from firmware_py.ui.widgets import BODY, Item, fitting, paragraph, scroll_mark, top_bar
from hardware.events import Pressed, Turned


class Aid(Plain):
    """The player aid, opened at the page that fits the moment."""

    may_sleep = False

    def __init__(self, services: Services) -> None:
        assert services.table is not None
        self.services = services
        match = services.table.match
        face = face_of(match.engine.name)
        self.pages: list[AidPage] = []
        for number, page in enumerate(face.aid):
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
        top_bar(canvas, page.title, f"{self.page + 1}/{len(self.pages)}")
        scroll_mark(canvas, BODY, self.page, 1, len(self.pages))
        if page.draw is not None:
            page.draw(canvas, self._scene())
            return
        paragraph(canvas, page.text, PAGE, font=fitting(page.text, PAGE, "medium"))

    def _scene(self) -> Scene:
        assert self.services.table is not None
        match = self.services.table.match
        voice = self.services.voice(match.engine, match.names)
        return Scene(state=match.state, voice=voice, say=self.services.say)

    def handle(self, event: Input) -> Next:
        """Turn the pages, or close."""
        match event:
            case Turned(steps):
                self.page = min(max(self.page + steps, 0), len(self.pages) - 1)
            case Pressed():
                return Pop()
            case _:
                pass
        return STAY


class _Agreements(Menu):
    """Closes, and lets the menu below close, once something was agreed on."""

    def returned(self, result: object) -> Next:
        """Pass on what happened."""
        return STAY if result is None else Pop(result)


class MatchMenu(Menu):
    """What can be done with the match on the table."""

    def __init__(self, services: Services) -> None:
        super().__init__(services, lambda: services.say(N_("Match")), self._make)

    def returned(self, result: object) -> Next:
        """Close when a row has done its work."""
        return Pop(result) if result is not None else STAY

    def _make(self) -> list[MenuRow]:
        services = self.services
        assert services.table is not None
        table = services.table
        rows = [
            MenuRow(Item(services.say(N_("Player aid"))), opens(Aid, services)),
            MenuRow(
                Item(services.say(N_("Check a move"))),
                self._check,
                services.say(N_("Enter any move, as the hands made it: is it legal, and why not?")),
            ),
            MenuRow(Item(services.say(N_("Score sheet"))), self._scores),
            MenuRow(
                Item(services.say(N_("Compare the table"))),
                self._compare,
                services.say(N_("Turn through the table, part by part. Press where it differs.")),
            ),
        ]
        if table.clock.timing.kind != "none":
            label = N_("Clock: go on") if table.clock.paused else N_("Clock: pause")
            rows.append(MenuRow(Item(services.say(label)), self._pause))
        if table.match.can_redo:
            about = services.say(N_("Play again what was undone"))
            rows.append(MenuRow(Item(services.say(N_("Redo"))), self._redo, about))
        rows += [
            MenuRow(Item(services.say(N_("Agree on something"))), lambda: Push(self._agreements())),
            MenuRow(Item(services.say(N_("Settings"))), self._settings),
            MenuRow(Item(services.say(N_("Home"))), GoHome, services.say(N_("The match is kept."))),
        ]
        return rows

    def _check(self) -> Next:
        from firmware_py.ui.screens.check_move import CheckMove

        return Push(CheckMove(self.services))

    def _scores(self) -> Next:
        from firmware_py.ui.screens.result import score_menu

        return Push(score_menu(self.services))

    def _compare(self) -> Next:
        from firmware_py.ui.screens.compare import Compare

        return Push(Compare(self.services))

    def _settings(self) -> Next:
        from firmware_py.ui.screens.settings import settings_menu

        return Push(settings_menu(self.services))

    def _pause(self) -> Next:
        assert self.services.table is not None
        clock = self.services.table.clock
        if clock.paused:
            clock.resume(self.services.time())
        else:
            clock.pause(self.services.time())
        return STAY

    def _redo(self) -> Next:
        return Pop("redo")

    def _agreements(self) -> Menu:
        services = self.services
        assert services.table is not None
        names = services.table.names
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

        return _Agreements(services, lambda: services.say(N_("Agree on something")), rows)

    def _can_leave(self, seat: int) -> bool:
        """Say whether a seat is still in the game."""
        assert self.services.table is not None
        try:
            self.services.table.match.fork().play("resign", seat)
        except Refused:
            return False
        return True

    def _ask(self, what: str, agreement: str, seat: int) -> Next:
        """Ask the table before an agreement is played."""

        def agreed() -> Next:
            assert self.services.table is not None
            try:
                events = self.services.table.play(agreement, seat)
                return Pop(Agreed(events if agreement == "resign" else ()))
            except Refused as refused:
                from firmware_py.ui.screens.why import refusal_text

                self.services.toast = refusal_text(self.services, refused.reason)
            return Pop("refused")

        question = self.services.say(N_("Does everyone agree?"))
        return Push(ask_yes(self.services, f"{what}\n{question}", agreed))
