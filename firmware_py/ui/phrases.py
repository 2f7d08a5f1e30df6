"""Texts one after the other; long ones in pages that end where a reader takes a breath."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

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


def pages(text: str, fits: Callable[[str], bool]) -> list[str]:
    """Return a text in pieces that fit, each as long as it can be."""
    return [text] if fits(text) else _broken(text, fits, _BREATHS)


def _broken(
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
        *full, page = [piece] if fits(piece) else _broken(piece, fits, breaths[1:])
        done += full
    return [*done, page] if page else done
