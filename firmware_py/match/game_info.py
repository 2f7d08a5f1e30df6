"""The data about a game for menus, lists and exports. Home needs it, so it must load quickly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

    from engines.engine import Engine
    from engines.wording import Voice
    from firmware_py.games.user_files import UserFiles
    from firmware_py.ui.navigation import Screen
    from firmware_py.ui.services import Services


class OwnSetting(NamedTuple):
    """A row that a game adds to the settings; texts are marked for translation."""

    title: str
    hint: str
    open: Callable[[Services], Screen]


class Played(NamedTuple):
    """A game that the box has no rules of, and whose score it keeps."""

    titles: Mapping[str, str]
    """By the codes of languages."""
    bgg: int = 0
    """Its number on BoardGameGeek; 0: unknown."""
    lowest_wins: bool = False

    def title(self, language: str) -> str:
        """Return the title in a language, else in any."""
        return self.titles.get(language) or next(iter(self.titles.values()), "")


def _nothing_else(_given: Mapping[str, Any]) -> Played | None:
    """Return None: the default of `GameInfo.played`."""
    return None


def _no_answer(_state: Any) -> str | None:
    """Return None: the default of `Practice.answer`."""
    return None


def _nothing_given(_services: Services) -> Mapping[str, Any]:
    return {}


class Practice(NamedTuple):
    """How a game is played against the box, without its material. Imports nothing by itself."""

    options: Mapping[str, str | bool] = MappingProxyType({})
    """The options that are fixed, so that the box deals everything."""
    given: Callable[[Services], Mapping[str, Any]] = _nothing_given
    """The `given` values, which players otherwise enter before the game."""
    answer: Callable[[Any], str | None] = _no_answer
    """Returns the answer of the box to a question to the table."""
    has_hands: bool = False
    """Seats have hidden hands, so the box cannot play at a real table."""


def _as_given(words: Mapping[str, str], _recall: Callable[[str, Any], Any]) -> Mapping[str, str]:
    return words


class Advice(NamedTuple):
    """A note about an option, for the sheet of a new game; marked for translation."""

    option: str
    short: str
    text: str


class GameInfo(NamedTuple):
    """The title of a game and the names of its options, all marked for translation."""

    title: str
    has_points: bool = True
    """Whether scores are points; False if a match is only won or lost."""
    option_names: Mapping[str, str] = MappingProxyType({})
    """The name of each option on the sheet of a new game."""
    hidden_options: frozenset[str] = frozenset()
    """Options that are not offered, because everybody sees the display."""
    puzzle_sides: tuple[str, ...] = ()
    """What the seats are called in the puzzles of the rules; empty: there are none."""
    settings: tuple[OwnSetting, ...] = ()
    reviews: Callable[[Any], bool] = lambda _: True
    """Return whether the record of a match holds what each seat knew: only then can its choices be
    judged afterwards."""
    words: Callable[[Mapping[str, str], Callable[[str, Any], Any]], Mapping[str, str]] = _as_given
    """Changes the words for this table's copy of the game, from what the box remembers."""
    played: Callable[[Mapping[str, Any]], Played | None] = _nothing_else
    """Returns the game that was really played, from `Start.given`."""
    practice: Practice | None = None
    """None if the box cannot play this game."""
    user_files: Callable[[Path, str], UserFiles] | None = None
    """Opens the texts that people write for it at a browser: of a data directory, in a language."""
    advice: Callable[[Mapping[str, Any]], Advice | None] = lambda _: None
    """Returns the note about these options, if there is one."""
    fair_options: Mapping[str, str | bool] = MappingProxyType({})
    """Proposed for an evening, because without them the first player can always win; where people
    choose otherwise, each pair plays twice. Empty: there is nothing to propose."""


def info_of(game: str) -> GameInfo:
    """Return the info of a game; for an unknown game, only its name as the title."""
    if not game.isidentifier():
        return GameInfo(title=game)
    name = f"firmware_py.games.{game}"
    try:
        package = import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return GameInfo(title=game)
    return getattr(package, "INFO", GameInfo(title=game))


def ranks_of(info: GameInfo, given: Mapping[str, Any], outcome: Mapping[str, Any]) -> list[int]:
    """Return the rank of each seat: winners first, then by score; equals share a rank."""
    played, winners = info.played(given), outcome["winners"]
    sign = -1 if played and played.lowest_wins else 1
    worth = [
        (seat in winners, 0 if seat in winners else sign * score)
        for seat, score in enumerate(outcome["scores"])
    ]
    return [1 + sum(other > own for other in worth) for own in worth]


def voice_of(
    engine: Engine[Any, Any],
    recall: Callable[[str, Any], Any],
    language: str,
    names: tuple[str, ...] = (),
) -> Voice:
    """Return the voice of a game in a language, with the players' names.

    `recall(key, default)` returns what the box remembers, such as the colours of its pieces.
    """
    from engines.wording import Voice, translator  # slow to import

    words = info_of(engine.name).words(engine.words, recall)
    return Voice(words, translator(language), names or None)
