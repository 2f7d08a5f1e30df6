"""Texts in pages, and turning pages and long lists with the knob: the ends are ends."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Generic, TypeVar

from firmware_py.ui.canvas import FontName, text_width, wrap
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.navigation import IGNORED, STAY, Input, Next, Pop, Screen
from firmware_py.ui.widgets import BODY, Rect, scroll_mark
from hardware.controls.gestures import Acceleration
from hardware.events import Held, Pressed, Turned

if TYPE_CHECKING:
    from firmware_py.ui.canvas import Canvas
    from firmware_py.ui.services import Services


LONG_LIST = 12
P = TypeVar("P")


def moved(place: int, steps: int, count: int) -> int:
    """Return the place a number of steps further on, within the number of places."""
    return max(min(place + steps, count - 1), 0)


class FastTurning:
    """Moves further at a quick spin of the knob in a long list, if that setting is on."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._acceleration = Acceleration()

    def steps(self, event: Turned, count: int) -> int:
        """Return how far a turn of the knob goes in a list with a number of rows."""
        if count < LONG_LIST or not self._services.settings["acceleration"]:
            return event.steps
        at_s = event.at_s or self._services.time()
        return event.steps * self._acceleration.factor(event.steps, at_s)


class PagedScreen(Screen, Generic[P]):
    """A screen of several pages: the knob turns them, a press closes it."""

    may_sleep = False
    pages: Sequence[P]
    page = 0

    @property
    def page_count(self) -> int:
        """The number of pages."""
        return len(self.pages)

    @property
    def page_number(self) -> str:
        """The number of the page, for the top bar."""
        return f"{self.page + 1}/{self.page_count}"

    @property
    def is_last_page(self) -> bool:
        """Return whether this is the last page."""
        return self.page + 1 >= self.page_count

    def turn_pages(self, steps: int) -> None:
        """Show another page."""
        self.page = moved(self.page, steps, self.page_count)

    def draw_page_mark(self, canvas: Canvas) -> None:
        """Draw the position of the page at the right edge."""
        scroll_mark(canvas, BODY, self.page, 1, self.page_count)

    def handle(self, event: Input) -> Next:
        """Turn the pages, or close."""
        match event:
            case Turned(steps):
                self.turn_pages(steps)
                return STAY
            case Pressed():
                return Pop()
            case Held():
                return IGNORED


_BREATHS = (("\n", "\n"), (r"(?<=[.!?]) ", " "), (r"(?<=[;,]) ", " "), (" ", " "))
"""Where a page may end, best first: after a line, a sentence, a phrase, a word.

Each with what stands there if the page goes on.
"""


_ENDS = (".", "!", "?", "…")


def sentences(texts: Iterable[str]) -> str:
    """Return texts joined as sentences, with a full stop after each but the last."""
    said = [each for each in texts if each]
    ended = [each if each.endswith(_ENDS) else f"{each}." for each in said[:-1]]
    return " ".join((*ended, *said[-1:]))


def split_text(text: str, fits: Callable[[str], bool]) -> list[str]:
    """Return a text in pieces that fit, each as long as it can be."""
    return [text] if fits(text) else _split_at(text, fits, _BREATHS)


def _split_at(
    text: str, fits: Callable[[str], bool], breaths: tuple[tuple[str, str], ...]
) -> list[str]:
    if not breaths:
        return [text]
    done: list[str] = []
    page = ""
    breath, between = breaths[0]
    for piece in re.split(breath, text):
        longer = f"{page}{between}{piece}" if page else piece
        if fits(longer):
            page = longer
            continue
        if page:
            done.append(page)
        *full, page = [piece] if fits(piece) else _split_at(piece, fits, breaths[1:])
        done += full
    return [*done, page] if page else done


MARK = 6
"""Columns that the mark of further pages takes from each row."""


@dataclass(frozen=True, slots=True)
class Page:
    """The rows of a page, their font, and the number and count of pages."""

    rows: tuple[str, ...]
    font: FontName
    number: int = 0
    count: int = 1
    is_old: bool = False
    """It was shown long enough: what it covers may be shown instead."""


@lru_cache(maxsize=8)
def set_pages(
    sentences: tuple[str, ...], place: Rect, *, large: bool = False, grows: bool = True
) -> tuple[Page, ...]:
    """Return sentences in pages that fit a place, in medium letters if one page is enough.

    With `large` they are medium on any number of pages; without `grows` always small, which leaves
    more of the table visible.
    """
    if not sentences:
        return ()
    sizes: tuple[tuple[FontName, int], ...] = (
        ("medium", len(sentences) if large else int(grows)),
        ("small", len(sentences)),
    )
    for font, most in sizes:
        pages = _packed(sentences, place, font)
        if pages is not None and len(pages) <= most:
            return _numbered(pages, font)
    return _numbered(_broken(sentences, place), "small")


def rows_of(place: Rect, font: FontName) -> int:
    """Return how many rows fit, the last one with room for its descenders."""
    line = font_of(font).line("Hp")
    return (place.h - (line.bottom - line.top)) // font_of(font).height + 1


def _packed(
    sentences: tuple[str, ...], place: Rect, font: FontName
) -> list[tuple[str, ...]] | None:
    """Return whole sentences, as many to a page as fit; None if one alone is too long."""
    room = rows_of(place, font)
    alone = _set(" ".join(sentences), place.w, font)
    if alone is not None and len(alone) <= room:
        return [alone]
    pages: list[tuple[str, ...]] = []
    for sentence in sentences:
        rows = _set(sentence, place.w - MARK, font)
        if rows is None or len(rows) > room:
            return None
        if pages and len(pages[-1]) + len(rows) <= room:
            pages[-1] += rows
        else:
            pages.append(rows)
    return pages


def _set(text: str, width: int, font: FontName) -> tuple[str, ...] | None:
    """Return the rows of a text; None if a word is wider than a row."""
    if any(text_width(word, font) > width for word in text.split()):
        return None
    return tuple(wrap(text, font, width))


def _broken(sentences: tuple[str, ...], place: Rect) -> list[tuple[str, ...]]:
    """Return pages broken between phrases, for a sentence that is too long for a page."""
    room = max(rows_of(place, "small"), 1)

    def rows(text: str) -> tuple[str, ...]:
        return tuple(wrap(text, "small", place.w - MARK))

    def fits(text: str) -> bool:
        return len(rows(text)) <= room

    return [rows(page) for each in sentences for page in split_text(each, fits)]


def _numbered(pages: list[tuple[str, ...]], font: FontName) -> tuple[Page, ...]:
    return tuple(Page(rows, font, number, len(pages)) for number, rows in enumerate(pages))
