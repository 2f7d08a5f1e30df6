"""Texts in pages: sentences for the hands in their own place, long ones broken after a phrase."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from firmware_py.ui.canvas import FontName, text_width, wrap
from firmware_py.ui.fonts import font as font_of
from firmware_py.ui.widgets import Rect

_BREATHS = (("\n", "\n"), (r"(?<=[.!?]) ", " "), (r"(?<=[;,]) ", " "), (" ", " "))
"""Where a page may end, the best place first: after a line, a sentence, a phrase, a word.

Each with what stands there if the page goes on.
"""


_ENDS = (".", "!", "?", "…")


def sentences(texts: Iterable[str]) -> str:
    """Return texts one after the other, each ended once; the last ends as it does."""
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
    """The rows of a page, their font, and which of how many pages it is."""

    rows: tuple[str, ...]
    font: FontName
    number: int = 0
    count: int = 1
    is_old: bool = False
    """It was shown long enough: where it covers something else, it may give way."""


@lru_cache(maxsize=8)
def set_pages(
    sentences: tuple[str, ...], place: Rect, *, large: bool = False, grows: bool = True
) -> tuple[Page, ...]:
    """Return sentences in pages that fit a place, in the larger letters if one page is enough.

    Who wants large text gets the larger letters on as many pages as it takes. Words that do not
    grow leave as much of the table to be seen as they can.
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
    """Return whole sentences, as many to a page as fit; None where one alone is too long."""
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
    """Return the rows of a text; None where a word is wider than a row."""
    if any(text_width(word, font) > width for word in text.split()):
        return None
    return tuple(wrap(text, font, width))


def _broken(sentences: tuple[str, ...], place: Rect) -> list[tuple[str, ...]]:
    """Return pages all the same, broken between phrases: nothing may be left unsaid."""
    room = max(rows_of(place, "small"), 1)

    def rows(text: str) -> tuple[str, ...]:
        return tuple(wrap(text, "small", place.w - MARK))

    def fits(text: str) -> bool:
        return len(rows(text)) <= room

    return [rows(page) for each in sentences for page in split_text(each, fits)]


def _numbered(pages: list[tuple[str, ...]], font: FontName) -> tuple[Page, ...]:
    return tuple(Page(rows, font, number, len(pages)) for number, rows in enumerate(pages))
