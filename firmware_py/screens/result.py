"""How it ended: the winner, the scores, every point with its rule, and what to do next."""

from __future__ import annotations

from typing import Any

from engines.base import Message
from engines.match import Match
from firmware_py.canvas import WIDTH, Canvas
from firmware_py.desk import Desk
from firmware_py.language import N_
from firmware_py.screens.base import STAY, GoHome, Input, Next, Plain, Pop, Push, Replace, Screen
from firmware_py.screens.lists import Menu, Reader, Row, ask_yes, opens
from firmware_py.widgets import BODY, Area, Item, fitting, headline, paragraph, top_bar
from hardware.events import Control, Held, Pressed, Turned

_WORDS = Area(0, BODY.y + 17, WIDTH, BODY.h - 17)


class Result(Plain):
    """The end of a match."""

    may_sleep = False

    def __init__(self, desk: Desk) -> None:
        assert desk.sitting is not None
        self.desk = desk
        self.sitting = desk.sitting
        self.scroll = 0
        self._last = 0
        self._ties = _ties(self.sitting.match)

    def draw(self, canvas: Canvas) -> None:
        """Draw who won, why, and the scores."""
        from firmware_py.export import WITHOUT_POINTS

        match = self.sitting.match
        outcome = match.engine.outcome(match.state)
        assert outcome is not None
        names = self.sitting.names
        if outcome.winner is not None:
            title = self.desk.say(N_("{name} wins"), name=names[outcome.winner])
        elif len(outcome.winners) < len(names):
            title = self.desk.say(N_("A shared win"))
        else:
            title = self.desk.say(N_("A draw"))
        unsaved = self.desk.keeper.unsaved
        right = self.desk.say(N_("NOT SAVED {count}"), count=unsaved) if unsaved else ""
        top_bar(canvas, self.desk.say(N_("Result")), right)
        headline(canvas, title, Area(0, BODY.y + 1, WIDTH, 16))
        text = "\n".join(self.desk.tell(said) for said in (outcome.why, *self._ties))
        if match.engine.name not in WITHOUT_POINTS:
            scores = zip(names, outcome.scores, strict=True)
            text = "  ".join(f"{name} {score}" for name, score in scores) + f"\n{text}"
        font = fitting(text, _WORDS, "medium")
        self._last = paragraph(canvas, text, _WORDS, font=font, scroll=self.scroll, align="centre")

    def handle(self, event: Input) -> Next:
        """Press for what comes next; UNDO goes back into the match."""
        match event:
            case Turned(steps):
                self.scroll = min(max(self.scroll + steps, 0), self._last)
            case Pressed(Control.KNOB):
                return Push(self._next())
            case Pressed(Control.WHY):
                return Push(score_menu(self.desk))
            case Pressed(Control.BACK):
                return GoHome()
            case Pressed(Control.UNDO):
                from firmware_py.screens.undo import UndoPreview

                return Push(UndoPreview(self.desk))
            case Held(Control.UNDO):
                return self._ask_table()
            case _:
                pass
        return STAY

    def returned(self, result: Any) -> Next:
        """Go back into the match if an undo was asked for and the table agrees."""
        if result == "undo":
            return self._ask_table()
        if result == "agreed" or not self.sitting.is_over:
            return self._take_back()
        return STAY

    def _ask_table(self) -> Next:
        text = self.desk.say(N_("Back into the turn before: does everyone agree?"))
        return Push(ask_yes(self.desk, text, lambda: Pop("agreed")))

    def _take_back(self) -> Next:
        from firmware_py.screens.play import Play

        play = Play(self.desk)
        if self.sitting.is_over:
            play.take_back()
        return Replace(play)

    def _next(self) -> Menu:
        desk = self.desk

        def again() -> Next:
            from firmware_py.screens.new_game import play_again

            return play_again(desk, self.sitting)

        rows = [
            Row(Item(desk.say(N_("Score sheet"))), lambda: Push(score_menu(desk))),
            Row(Item(desk.say(N_("Play again"))), again),
            Row(Item(desk.say(N_("Home"))), GoHome),
        ]
        return Menu(desk, lambda: desk.say(N_("And now?")), lambda: rows)


def show_table(desk: Desk) -> Screen:
    """Return the screen of the match on the table: play, or the result when it is over."""
    from firmware_py.screens.play import Play

    assert desk.sitting is not None
    return Result(desk) if desk.sitting.is_over else Play(desk)


def score_menu(desk: Desk, past: Match[Any, Any] | None = None) -> Menu:
    """Return the score sheet: a row for each seat, and behind it every point with its rule.

    Without a past match it is that of the match on the table.
    """
    match = past
    if match is None:
        assert desk.sitting is not None
        match = desk.sitting.match
    names = match.names

    def rows() -> list[Row]:
        scores = match.engine.scores(match.state)
        return [
            Row(
                Item(name, "?" if score is None else str(score), may_cut=True),
                opens(_sheet, desk, match, seat),
            )
            for seat, (name, score) in enumerate(zip(names, scores, strict=True))
        ]

    return Menu(desk, lambda: desk.say(N_("Score sheet")), rows)


def _ties(match: Match[Any, Any]) -> list[Message]:
    """Return what the last choice told about level points, where the outcome does not."""
    if not match.can_undo:
        return []
    before = match.fork()
    before.undo()
    events = match.engine.events(before.state, None, match.state)
    return [event for event in events if event.code == "tie"]


def _sheet(desk: Desk, match: Match[Any, Any], seat: int) -> Reader:
    return Reader(desk, match.names[seat], sheet_text(desk, match, seat))


def sheet_text(desk: Desk, match: Match[Any, Any], seat: int) -> str:
    """Return every contribution of a seat, a line each."""
    entries = match.engine.score_sheet(match.state)[seat]
    if not entries:
        return desk.say(N_("No points."))
    voice = desk.voice(match.engine, match.names)
    return "\n".join(
        f"{'?' if entry.points is None else f'{entry.points:+}'}: {voice.say(entry.rule)}"
        for entry in entries
    )
