"""What the box did in its seats, and that it thinks: shown over the table of any game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engines.engine import Message
from engines.record import RecordLine
from firmware_py.core.language import N_, labelled
from firmware_py.games import face_of
from firmware_py.games.play_widgets import KEY, draw_key
from firmware_py.match.stops import Stop, report_text
from firmware_py.match.table_match import played_by_box
from firmware_py.screens.play.hands_work import HandsWork
from firmware_py.ui.canvas import HEIGHT, WIDTH, Canvas
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import Rect, narrowed, progress

BAR = 15
"""Rows at the lower edge for what the box does."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A choice that was made: what the table looked like, and what came of it."""

    before: Any
    line: RecordLine | None
    """None: whoever sees it has made it."""
    events: tuple[Message, ...]


@dataclass(slots=True)
class News(HandsWork):
    """What happened since somebody's last choice, where no hands are needed: in practice."""

    moves: list[Moved] = field(default_factory=list)

    def sentences(self, services: Services) -> tuple[str, ...]:
        """Return what others played, and what there is to know of it."""
        table = services.current_table
        hands = face_of(table.match.engine.name).hands
        voice = services.voice(table.match.engine, table.names)
        unsaid = hands.echoes | hands.only_hands
        said: list[str] = []
        for moved in self.moves:
            if moved.line is not None:
                said.append(played_text(services, moved.before, moved.line))
            news = [each for each in moved.events if each.code not in unsaid]
            said += [self._say(services, voice, each) for each in news]
        return tuple(dict.fromkeys(said))


def last_news(services: Services) -> News | None:
    """Return what the box played after somebody's last choice, to be told again after a pause."""
    match = services.current_table.match
    again = match.fork()
    played: list[RecordLine] = []
    while again.last is not None and played_by_box(again)(again.last):
        played.append(again.last)
        again.undo()
    if not played:
        return None
    news = News(match.state, match.state, (), None, services.time())
    for line in reversed(played):
        before = again.state
        news.moves.append(Moved(before, line, tuple(again.play(line.text, int(line.who)))))
    return news


def played_text(services: Services, before: Any, line: RecordLine) -> str:
    """Say who played what."""
    table = services.current_table
    voice = services.voice(table.match.engine, table.names)
    hands = face_of(table.match.engine.name).hands
    said = hands.brief(services.scene(table.match, Stop(before)), before, line.text)
    if said is None:
        said = report_text(voice, table.match.engine, before, line)
    name = table.names[int(line.who)]
    if said.startswith(name):
        return said
    return labelled(services.say, name, said)


def draw_thinking(
    canvas: Canvas, services: Services, beside: Rect, part: float, *, failed: bool
) -> None:
    """Draw that the box thinks and how far it is, or that it could not; `beside` the table."""
    place = _clear(canvas, beside)
    if failed:
        text = services.say(N_("Try again?"))
        font = narrowed(text, place.w, "medium")
        canvas.text(place.x, place.y + 1, text, font, width=place.w, say=f"> {text}")
        return
    text = services.say(N_("thinking"))
    canvas.text(place.x, place.y + 1, text, "small", width=place.w)
    progress(canvas, part, Rect(place.x, place.y + 10, place.w, 5))


def draw_done(canvas: Canvas, services: Services, beside: Rect) -> None:
    """Draw that a press says that hands have done it."""
    place = _clear(canvas, beside)
    text = services.say(N_("Done"))
    draw_key(canvas, Rect(place.x, place.y + 4, KEY, 9), plays=True)
    x = place.x + KEY + 3
    canvas.text(x, place.y + 2, text, "medium", width=place.w - KEY - 3, say=f"> {text}")


def _clear(canvas: Canvas, beside: Rect) -> Rect:
    """Make room at the lower edge, where the words stand and not the table."""
    place = Rect(beside.x, HEIGHT - BAR, min(beside.w, WIDTH - beside.x), BAR)
    canvas.cover(place.x, place.y - 1, place.w, place.h + 1)
    return place
