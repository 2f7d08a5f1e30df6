"""The menu of a match: the player aid first, then what one rarely needs."""

from __future__ import annotations

from functools import partial

from engines.base import Refused
from firmware_py.canvas import Canvas
from firmware_py.desk import Desk
from firmware_py.faces import face_of
from firmware_py.faces.base import AidPage, Scene
from firmware_py.language import N_
from firmware_py.screens.base import STAY, GoHome, Input, Next, Plain, Pop, Push
from firmware_py.screens.lists import Menu, Row, ask_yes, opens
from firmware_py.screens.play import Agreed
from firmware_py.screens.why import PAGE, pages_of
from firmware_py.widgets import BODY, Item, fitting, paragraph, scroll_mark, top_bar
from hardware.events import Pressed, Turned


class Aid(Plain):
    """The player aid, opened at the page that fits the moment."""

    may_sleep = False

    def __init__(self, desk: Desk) -> None:
        assert desk.sitting is not None
        self.desk = desk
        match = desk.sitting.match
        face = face_of(match.engine.name)
        self.pages: list[AidPage] = []
        for number, page in enumerate(face.aid):
            if number == face.aid_page(match.state):
                self.page = len(self.pages)
            self.pages += self._said(page)

    def _said(self, page: AidPage) -> list[AidPage]:
        """Return a page in the table's language, or several if people want large text."""
        title = self.desk.say(page.title)
        if page.draw is not None:
            return [AidPage(title, draw=page.draw)]
        return [AidPage(title, text) for text in pages_of(self.desk, self.desk.say(page.text))]

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
        assert self.desk.sitting is not None
        match = self.desk.sitting.match
        voice = self.desk.voice(match.engine, match.names)
        return Scene(state=match.state, voice=voice, say=self.desk.say)

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

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, lambda: desk.say(N_("Match")), self._make)

    def returned(self, result: object) -> Next:
        """Close when a row has done its work."""
        return Pop(result) if result is not None else STAY

    def _make(self) -> list[Row]:
        desk = self.desk
        assert desk.sitting is not None
        sitting = desk.sitting
        rows = [
            Row(Item(desk.say(N_("Player aid"))), opens(Aid, desk)),
            Row(
                Item(desk.say(N_("Check a move"))),
                self._check,
                desk.say(N_("Enter any move, as the hands made it: is it legal, and why not?")),
            ),
            Row(Item(desk.say(N_("Score sheet"))), self._scores),
            Row(
                Item(desk.say(N_("Compare the table"))),
                self._compare,
                desk.say(N_("Turn through the table, part by part. Press where it differs.")),
            ),
        ]
        if sitting.clock.timing.kind != "none":
            label = N_("Clock: go on") if sitting.clock.paused else N_("Clock: pause")
            rows.append(Row(Item(desk.say(label)), self._pause))
        if sitting.match.can_redo:
            about = desk.say(N_("Play again what was undone"))
            rows.append(Row(Item(desk.say(N_("Redo"))), self._redo, about))
        rows += [
            Row(Item(desk.say(N_("Agree on something"))), lambda: Push(self._agreements())),
            Row(Item(desk.say(N_("Settings"))), self._settings),
            Row(Item(desk.say(N_("Home"))), GoHome, desk.say(N_("The match is kept."))),
        ]
        return rows

    def _check(self) -> Next:
        from firmware_py.screens.check_move import CheckMove

        return Push(CheckMove(self.desk))

    def _scores(self) -> Next:
        from firmware_py.screens.result import score_menu

        return Push(score_menu(self.desk))

    def _compare(self) -> Next:
        from firmware_py.screens.compare import Compare

        return Push(Compare(self.desk))

    def _settings(self) -> Next:
        from firmware_py.screens.settings import settings_menu

        return Push(settings_menu(self.desk))

    def _pause(self) -> Next:
        assert self.desk.sitting is not None
        clock = self.desk.sitting.clock
        if clock.paused:
            clock.resume(self.desk.time())
        else:
            clock.pause(self.desk.time())
        return STAY

    def _redo(self) -> Next:
        return Pop("redo")

    def _agreements(self) -> Menu:
        desk = self.desk
        assert desk.sitting is not None
        names = desk.sitting.names
        here = [seat for seat in range(len(names)) if self._can_leave(seat)]
        leave = N_("{name} leaves") if len(names) > 2 else N_("{name} resigns")

        def rows() -> list[Row]:
            said = [
                *((desk.say(leave, name=names[seat]), "resign", seat) for seat in here),
                (desk.say(N_("A draw")), "draw", 0),
                (desk.say(N_("End and score")), "end", 0),
            ]
            return [
                Row(Item(what, may_cut=True), partial(self._ask, what, agreement, seat))
                for what, agreement, seat in said
            ]

        return _Agreements(desk, lambda: desk.say(N_("Agree on something")), rows)

    def _can_leave(self, seat: int) -> bool:
        """Say whether a seat is still in the game."""
        assert self.desk.sitting is not None
        try:
            self.desk.sitting.match.fork().play("resign", seat)
        except Refused:
            return False
        return True

    def _ask(self, what: str, agreement: str, seat: int) -> Next:
        """Ask the table before an agreement is played."""

        def agreed() -> Next:
            assert self.desk.sitting is not None
            try:
                events = self.desk.sitting.play(agreement, seat)
                return Pop(Agreed(events if agreement == "resign" else ()))
            except Refused as refused:
                from firmware_py.screens.why import refusal_text

                self.desk.toast = refusal_text(self.desk, refused.reason)
            return Pop("refused")

        question = self.desk.say(N_("Does everyone agree?"))
        return Push(ask_yes(self.desk, f"{what}\n{question}", agreed))
