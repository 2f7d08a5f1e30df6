"""Papers: texts that people write for a game at a browser, such as sheets of their own.

A game that has some tells so in its facts (`papers`); this room knows none of them.

    all_papers(data, language)            every game that has papers, and which
    shelf_of(game, data, language)        those of one game; raise NoPaper

Everything here is called beside the event loop, several at once, and touches files alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple, Protocol

from engines import catalog
from firmware_py.core.language import labelled, translator
from firmware_py.match.game_info import facts_of


class NoPaper(LookupError):
    """There is no such paper; the message says it, in the language that was asked for."""


class Paper(NamedTuple):
    """One paper in a list."""

    name: str
    title: str
    about: str
    """In a few words; of one that cannot be used, why."""
    is_own: bool
    """The table wrote it: it can be changed and removed."""


class Checked(NamedTuple):
    """What a look at a text gave."""

    is_fine: bool
    says: str
    line: int = 0
    """Where the fault is, from 1; 0: nowhere."""
    name: str = ""
    """Under which it is kept now; empty: it is not."""


class Papers(Protocol):
    """The papers of one game at one table."""

    title: str
    hint: str
    bytes_at_most: int

    def list(self) -> list[Paper]:
        """Return the table's own and those that came with the box."""
        ...

    def read(self, name: str, *, is_own: bool) -> str:
        """Return the text of one; raise NoPaper."""
        ...

    def check(self, text: str) -> Checked:
        """Return whether a text can be used, and if not, where and why."""
        ...

    def save(self, text: str, name: str) -> Checked:
        """Keep a text that can be used: in the place of one, or as a new one where none is named.

        Raise FileTrouble.
        """
        ...

    def remove(self, name: str) -> None:
        """Forget one of the table's own; raise NoPaper."""
        ...


def shelf_of(game: str, data: Path, language: str) -> Papers:
    """Return the papers of a game; raise NoPaper."""
    opened = facts_of(game).papers if game in catalog.GAMES else None
    if opened is None:
        raise NoPaper(game)
    return opened(data, language)


def all_papers(data: Path, language: str) -> list[dict[str, Any]]:
    """Return the papers of every game that has some, ready for JSON."""
    say = translator(language)
    found = []
    for game in catalog.GAMES:
        facts = facts_of(game)
        if facts.papers is not None:
            shelf = facts.papers(data, language)
            found.append(
                {
                    "game": game,
                    "title": labelled(
                        lambda text, **facts: say(text).format(**facts),
                        say(facts.title),
                        shelf.title,
                    ),
                    "hint": shelf.hint,
                    "papers": [each._asdict() for each in shelf.list()],
                }
            )
    return found
