"""The screens that most others are based on: a list, a question, a text to read.

A list asks for its rows whenever it needs them, because names, languages and matches change.
Thousands of rows are made one by one (`LazyRows`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, overload
from zlib import crc32

from engines.unicode import valid_text
from firmware_py.core.language import N_, labelled
from firmware_py.ui.canvas import WIDTH, Canvas, ellipsis, wrap
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.navigation import (
    IGNORED,
    STAY,
    Input,
    Next,
    Pop,
    Push,
    Replace,
    Returned,
    Screen,
    ScreenAnswer,
    ScreenWords,
    TapRow,
)
from firmware_py.ui.paging import FastTurning, moved
from firmware_py.ui.services import Services
from firmware_py.ui.widgets import (
    BODY,
    Item,
    Rect,
    TextStyle,
    headline,
    menu,
    narrowed,
    paragraph,
    question,
    top_bar,
)
from hardware.events import Control, Held, Pressed, Turned

_APART = 3
"""Rows of pixels between a list and the words about it."""
_LINE = 9
"""Height of a small line of text."""
_ROOM = WIDTH - 4
"""Width of a small line of text."""
_CHOOSE = N_("Turn to a row and press to choose it. BACK takes you one step back.")


class MenuRow(NamedTuple):
    """A row of a list: what it shows, what it does, and one line about it for WHY.

    Of a row that cannot be chosen the line says why.
    """

    item: Item
    act: Callable[[], Next]
    hint: str = ""
    details: tuple[str, ...] = ()
    """More lines, which a `DetailList` shows."""
    key: str = ""
    """Identifies the row where several may have the same label."""

    @property
    def name(self) -> str:
        """The name that identifies the row."""
        return self.key or self.item.label

    @property
    def spoken(self) -> str:
        """The whole row, for screen readers."""
        return " ".join(word for word in (self.item.label, self.item.value, *self.details) if word)


def menu_row(
    services: Services,
    label: str,
    act: Callable[[], Next],
    hint: str,
    value: str = "",
    *,
    key: str = "",
) -> MenuRow:
    """Return a row whose label and hint are marked texts."""
    return MenuRow(Item(services.say(label), value), act, services.say(hint), key=key)


class LazyRows(Sequence[MenuRow]):
    """A number of rows, each made when it is needed."""

    def __init__(self, count: int, make: Callable[[int], MenuRow]) -> None:
        self._places = range(count)
        self._make = make

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, place: int) -> MenuRow: ...
    @overload
    def __getitem__(self, place: slice) -> list[MenuRow]: ...
    def __getitem__(self, place: int | slice) -> MenuRow | list[MenuRow]:
        if isinstance(place, slice):
            return [self._make(each) for each in self._places[place]]
        return self._make(self._places[place])


def row_code(place: int, name: str) -> str:
    """Return the code of a row for taps; it includes the name, because rows come and go."""
    return f"row:{place}:{crc32(valid_text(name).encode()):x}"


def opens(make: Callable[..., Screen], *arguments: object) -> Callable[[], Next]:
    """Return a function that makes a screen and opens it."""
    return lambda: Push(make(*arguments))


class Menu(Screen):
    """A list to choose from."""

    def __init__(
        self,
        services: Services,
        title: Callable[[], str],
        rows: Callable[[], Sequence[MenuRow]],
        index: int = 0,
        *,
        closes: bool = True,
        may_cut: bool = False,
    ) -> None:
        self.services = services
        self.index = index
        self._title = title
        self._rows = rows
        self._closes = closes
        self._may_cut = may_cut
        self._turning = FastTurning(services)
        self._seen = (0, "")
        """The number of rows when last seen, and the name of the chosen one."""

    def _found(self) -> Sequence[MenuRow]:
        """Return the rows, with the bar on the same row: others may come and go above it."""
        rows = self._rows()
        count, name = self._seen
        if count and count != len(rows):
            places = [place for place in self.places(len(rows)) if rows[place].name == name]
            self.index = min(places, key=lambda place: abs(place - self.index), default=self.index)
        self.index = moved(self.index, 0, len(rows))
        self._seen = (len(rows), rows[self.index].name if rows else "")
        return rows

    def places(self, count: int) -> range:
        """Return the rows that a web page shows."""
        return range(count)

    def draw(self, canvas: Canvas) -> None:
        """Draw the title and the rows."""
        rows = self._found()
        top_bar(canvas, self._title(), may_cut=self._may_cut)
        menu(canvas, [row.item for row in rows], self.index, style=self.services.style)
        if rows and rows[self.index].hint:
            self._explain(canvas, len(rows), rows[self.index].hint)

    def _explain(self, canvas: Canvas, count: int, hint: str) -> None:
        """Write the hint of a row where a short list leaves room; else WHY shows it."""
        style = self.services.style
        font = style.font("hint")
        lines = wrap(hint, font, BODY.w)
        height = len(lines) * font_of(font).height
        free = BODY.h - count * (font_of(style.font("body")).height + 1)
        if height + _APART <= free:
            top = BODY.y + BODY.h - height
            paragraph(canvas, hint, Rect(BODY.x, top, BODY.w, height), font=font)

    def words(self) -> ScreenWords:
        """Return the title; the rows are there to be tapped."""
        return ScreenWords(self._title())

    def handle(self, event: Input) -> Next:
        """Move the bar, choose, explain or close."""
        rows = self._found()
        if not rows:
            return self.emptied(event)
        match event:
            case Turned():
                self.index = moved(self.index, self._turning.steps(event, len(rows)), len(rows))
            case Pressed(Control.KNOB):
                row = rows[self.index]
                if row.item.enabled:
                    return row.act()
                self.services.toast = row.hint
            case Pressed(Control.WHY):
                return self.explained(rows[self.index])
            case Pressed(Control.BACK) if self._closes:
                return Pop()
            case _:
                return IGNORED
        return STAY

    def emptied(self, event: Input) -> Next:
        """Handle an input while there are no rows."""
        del event
        return Pop()

    def explained(self, row: MenuRow) -> Next:
        """Open the hint of a row."""
        about = row.hint or self.services.say(_CHOOSE)
        return Push(TextScreen(self.services, row.item.label, about))

    def rows(self) -> tuple[TapRow, ...]:
        """Return the rows as a web page shows them."""
        found = self._found()
        return tuple(self._tap_row(place, found[place]) for place in self.places(len(found)))

    def _tap_row(self, place: int, row: MenuRow) -> TapRow:
        return TapRow(
            row_code(place, row.name),
            row.item.label,
            " ".join(word for word in (row.item.value, *row.details) if word),
            place == self.index,
            row.item.enabled,
            "" if row.details else row.hint,
            row.key,
        )

    def tapped(self, code: str) -> Next:
        """Turn to the row that was tapped and choose it."""
        rows = self._found()
        for place in self.places(len(rows)):
            if row_code(place, rows[place].name) == code:
                self.index = place
                return self.handle(Pressed(Control.KNOB))
        return STAY


class OnceMenu(Menu):
    """A list that closes when a screen above it has changed something."""

    def returned(self, answer: Returned) -> Next:
        """Close after a change."""
        return Pop() if answer is ScreenAnswer.CHANGED else STAY


class AnswerMenu(Menu):
    """A list that closes when a screen above it returns an answer, and passes the answer on."""

    def returned(self, answer: Returned) -> Next:
        """Pass the answer on."""
        return STAY if answer is None else Pop(answer)


class DetailList(Menu):
    """A list of small rows; the chosen one is lit and larger, and shows more lines."""

    def __init__(
        self,
        services: Services,
        title: Callable[[], str],
        rows: Callable[[], Sequence[MenuRow]],
        index: int = 0,
        *,
        empty: str,
        head_lines: int = 1,
    ) -> None:
        super().__init__(services, title, rows, index)
        self._empty = empty
        self._head_lines = head_lines
        """The most lines for the first of the details."""

    def draw(self, canvas: Canvas) -> None:
        """Draw as many rows as fit around the chosen one."""
        rows = self._found()
        if not rows:
            top_bar(canvas, self._title())
            headline(canvas, self.services.say(self._empty))
            return
        top_bar(canvas, self._title(), self.number(len(rows)))
        style = self.services.style
        body = font_of(style.font("body")).height
        chosen = rows[self.index]
        lines = detail_lines(chosen.details, (BODY.h - 2 - _LINE - body) // _LINE, self._head_lines)
        height = _LINE + body + _LINE * max(len(lines) - 1, 0)
        shown = 1 + max((BODY.h - height - 4) // _LINE, 0)
        first = moved(self.index, -1 if shown > 1 else 0, len(rows) + 1 - shown)
        y = BODY.y + 1
        for place in range(first, min(first + shown, len(rows))):
            if place == self.index:
                _draw_open(canvas, chosen, lines, y + 1, height, style)
                y += height + 2
            else:
                self._draw_closed(canvas, rows[place], y)
                y += _LINE

    def number(self, count: int) -> str:
        """Return the number of the chosen row, for the top bar."""
        return f"{self.index + 1}/{count}"

    def _draw_closed(self, canvas: Canvas, row: MenuRow, y: int) -> None:
        """Draw a row in one line, with its details if it has no value."""
        label, said = row.item.label, row.spoken
        if row.details and not row.item.value:
            whole = labelled(self.services.say, label, " ".join(row.details))
            label = said = ellipsis(whole, "small", _ROOM)
        _draw_heading(canvas, label, row.item.value, y, said)

    def words(self) -> ScreenWords:
        """Return the title, and the text for an empty list."""
        empty = "" if self._found() else self.services.say(self._empty)
        return ScreenWords(self._title(), empty)

    def emptied(self, event: Input) -> Next:
        """Close at a press."""
        return Pop() if isinstance(event, Pressed) and event.control in _CLOSES else IGNORED

    def explained(self, row: MenuRow) -> Next:
        """Show all of the details."""
        return Push(TextScreen(self.services, row.item.label, row.hint or "\n".join(row.details)))


_CLOSES = (Control.BACK, Control.KNOB)


def detail_lines(details: Sequence[str], room: int, head_lines: int = 1) -> list[str]:
    """Break the details that are too wide, as long as there is room for more lines.

    The first is written larger if it fits, so it is broken only where it may take several lines.
    """
    if not details:
        return []
    head, *others = details
    lines = [head] if head_lines == 1 else _joined(wrap(head, "small", _ROOM), head_lines)
    for at, line in enumerate(others):
        spare = room - (len(lines) - 1) - (len(others) - at)
        first, *more = wrap(line, "small", _ROOM)
        lines += [line] if not more or spare < 1 else [first, *_joined(more, spare)]
    return lines


def _joined(lines: Sequence[str], most: int) -> list[str]:
    """Return lines, joining those beyond the room into one, which is cut when it is drawn."""
    return list(lines) if len(lines) <= most else [*lines[: most - 1], " ".join(lines[most - 1 :])]


def _draw_heading(
    canvas: Canvas, left: str, right: str, y: int, said: str, *, on: bool = True
) -> None:
    canvas.text(2, y, left, "small", on=on, say=said)
    if right:
        canvas.text(WIDTH - 2, y, right, "small", align="right", on=on, say="")


def _draw_open(
    canvas: Canvas, row: MenuRow, lines: Sequence[str], y: int, height: int, style: TextStyle
) -> None:
    largest = style.font("body")
    body = font_of(largest).height
    canvas.fill(0, y, WIDTH, height)
    if not lines:
        top = y + (height - body) // 2
        canvas.text(2, top, row.item.label, largest, on=False, say=f"> {row.item.label}")
        return
    said = row._replace(details=tuple(lines)).spoken
    _draw_heading(canvas, row.item.label, row.item.value, y, f"> {said}", on=False)
    head, *others = lines
    font = narrowed(head, _ROOM, largest)
    top = y + _LINE - 1 + (body - font_of(font).height) // 2
    canvas.text(2, top, head, font, width=_ROOM, on=False, may_cut=True, say="")
    for number, line in enumerate(others):
        top = y + _LINE - 1 + body + number * _LINE
        canvas.text(2, top, line, "small", width=_ROOM, on=False, may_cut=True, say="")


class Ask(Menu):
    """A question with a few answers; the cursor starts on the first, which is the safe one."""

    may_sleep = False

    def __init__(
        self, services: Services, text: str, answers: Sequence[tuple[str, Callable[[], Next]]]
    ) -> None:
        rows = [MenuRow(Item(answer), act) for answer, act in answers]
        super().__init__(services, lambda: "", lambda: rows)
        self._text = text

    def draw(self, canvas: Canvas) -> None:
        """Draw the question above its answers."""
        answers = [row.item.label for row in self._found()]
        question(canvas, self._text, answers, self.index, style=self.services.style)

    def words(self) -> ScreenWords:
        """Return the question; its answers are there to be tapped."""
        return ScreenWords(text=self._text)

    def explained(self, row: MenuRow) -> Next:
        """Show how to answer."""
        del row
        self.services.toast = self.services.say(N_("Press to answer. BACK: not now"))
        return STAY


def ask_yes(services: Services, text: str, yes: Callable[[], Next]) -> Ask:
    """Return a question that only a deliberate Yes answers."""
    return Ask(services, text, [(services.say(N_("No")), Pop), (services.say(N_("Yes")), yes)])


def ask_twice(services: Services, text: str, yes: Callable[[], Next]) -> Ask:
    """Return a question before something is lost, followed by a second one."""
    again = services.say(N_("Are you sure? This cannot be undone."))
    return ask_yes(services, text, lambda: Replace(ask_yes(services, again, yes)))


class TextScreen(Screen):
    """A text to read; the knob scrolls, a press or BACK closes."""

    may_sleep = False

    def __init__(self, services: Services, title: str, text: str) -> None:
        self.services = services
        self.scroll = 0
        self._title = title
        self._text = text
        self._last = 0

    def draw(self, canvas: Canvas) -> None:
        """Draw the title and as many lines as fit."""
        top_bar(canvas, self._title, may_cut=True)
        font = self.services.style.font("body")
        self._last = paragraph(canvas, self._text, BODY, font=font, scroll=self.scroll)

    def words(self) -> ScreenWords:
        """Return the whole text, which fits on a web page."""
        return ScreenWords(self._title, self._text)

    def handle(self, event: Input) -> Next:
        """Scroll or close."""
        match event:
            case Turned(steps):
                self.scroll = moved(self.scroll, steps, self._last + 1)
            case Held():
                return IGNORED
            case Pressed():
                return Pop()
        return STAY
