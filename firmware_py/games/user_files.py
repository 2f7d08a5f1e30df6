"""User files: texts that people write for a game in a browser, such as score-pad templates.

A game that has some names them in its game info (`user_files`).

    all_user_files(data, language)            the files of every game that has some
    user_files_of(game, data, language)        the files of one game; raise NoUserFile

Everything here runs in worker threads, several at once, and uses only files.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple, Protocol

from engines import catalog
from firmware_py.core.language import labelled, translator
from firmware_py.match.game_info import info_of


class NoUserFile(LookupError):
    """Raised for a missing file; the message is in the language of the request."""


class UserFile(NamedTuple):
    """An entry in a list of user files."""

    name: str
    title: str
    about: str
    """A short description; if the file cannot be used, the reason."""
    is_own: bool
    """People at this table wrote it, so it can be changed and removed."""


class Checked(NamedTuple):
    """The result of checking a text."""

    is_fine: bool
    says: str
    line: int = 0
    """The line of the fault, from 1; 0: unknown."""
    name: str = ""
    """The name under which it was saved; empty: it was not saved."""
    preview: str = ""
    """A picture of what a valid text makes, as SVG."""


class FormField(NamedTuple):
    """A field of the form that a page offers for such texts, which are TOML."""

    table: str
    """The table of its key; empty: none; "[name]": each table of that list."""
    key: str
    kind: str
    """`text`, `number`, `first` or `second` of a list of two numbers, or `choice`."""
    label: str
    values: tuple[tuple[str, str], ...] = ()
    """What can be chosen, each with its name; the first is meant where the key is missing."""


class UserFiles(Protocol):
    """The user files of one game at one table."""

    title: str
    hint: str
    bytes_at_most: int

    def form(self) -> tuple[FormField, ...]:
        """Return the fields of a form for the usual keys."""
        ...

    def list(self) -> list[UserFile]:
        """Return the table's own files and the built-in ones."""
        ...

    def read(self, name: str, *, is_own: bool) -> str:
        """Return the text of a file; raise NoUserFile."""
        ...

    def check(self, text: str) -> Checked:
        """Return whether a text is valid, and if not, where and why."""
        ...

    def save(self, text: str, name: str) -> Checked:
        """Save a valid text under `name`, or under a new name if it is empty; raise FileTrouble."""
        ...

    def remove(self, name: str) -> None:
        """Remove one of the table's own files; raise NoUserFile."""
        ...


def user_files_of(game: str, data: Path, language: str) -> UserFiles:
    """Return the user files of a game; raise NoUserFile."""
    opened = info_of(game).user_files if game in catalog.GAMES else None
    if opened is None:
        raise NoUserFile(game)
    return opened(data, language)


def all_user_files(data: Path, language: str) -> list[dict[str, Any]]:
    """Return the user files of every game that has some, as JSON."""
    say = translator(language)
    found = []
    for game in catalog.GAMES:
        info = info_of(game)
        if info.user_files is not None:
            files = info.user_files(data, language)
            found.append(
                {
                    "game": game,
                    "title": labelled(say, say(info.title), files.title),
                    "hint": files.hint,
                    "papers": [each._asdict() for each in files.list()],
                    "form": [each._asdict() for each in files.form()],
                }
            )
    return found
