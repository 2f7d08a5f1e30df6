"""What menus, lists and exports know of a game: Home shows it, so it has to load quickly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

    from engines.engine import Engine
    from engines.wording import Voice
    from firmware_py.games.papers import Papers
    from firmware_py.ui.navigation import Screen
    from firmware_py.ui.services import Services


class OwnSetting(NamedTuple):
    """A row that a game adds to the settings; texts are marked for translation."""

    title: str
    hint: str
    open: Callable[[Services], Screen]


class Played(NamedTuple):
    """A game that the table brought itself, where one of ours only keeps its score."""

    titles: Mapping[str, str]
    """By the codes of languages."""
    bgg: int = 0
    """Its number at BoardGameGeek; 0: unknown."""
    lowest_wins: bool = False

    def title(self, language: str) -> str:
        """Return the title in a language, else in any."""
        return self.titles.get(language) or next(iter(self.titles.values()), "")


def _nothing_else(_given: Mapping[str, Any]) -> Played | None:
    """Return that the game is what its title says."""
    return None


def _no_answer(_state: Any) -> str | None:
    """Answer nothing: whatever could be asked is dealt."""
    return None


def _nothing_given(_services: Services) -> Mapping[str, Any]:
    """Give nothing beforehand."""
    return {}


class Practice(NamedTuple):
    """How a game is played without material, with players of the box; loads nothing by itself."""

    options: Mapping[str, str | bool] = MappingProxyType({})
    """What is settled, so that the box deals everything and nobody is asked."""
    given: Callable[[Services], Mapping[str, Any]] = _nothing_given
    """What the table would tell before the game."""
    answer: Callable[[Any], str | None] = _no_answer
    """What the box answers where a real table would be asked."""
    has_hands: bool = False
    """Seats hold what others must not see: at a real table no player of the box can sit."""


def _as_given(words: Mapping[str, str], _recall: Callable[[str, Any], Any]) -> Mapping[str, str]:
    """Return the words as they are."""
    return words


class Facts(NamedTuple):
    """A game in words; all of them marked for translation."""

    title: str
    has_points: bool = True
    """False where a match is won or lost: its 1 and 0 are no points."""
    option_names: Mapping[str, str] = MappingProxyType({})
    """How the sheet of a new game calls each option of the rules."""
    hidden_options: frozenset[str] = frozenset()
    """Options that keep their default on a display which everybody sees."""
    puzzle_sides: tuple[str, ...] = ()
    """What the seats are called in the puzzles of the rules; empty: there are none."""
    settings: tuple[OwnSetting, ...] = ()
    reviews: Callable[[Any], bool] = lambda _: True
    """Say whether the record of a match holds what each seat knew: only then can its choices be
    judged afterwards."""
    words: Callable[[Mapping[str, str], Callable[[str, Any], Any]], Mapping[str, str]] = _as_given
    """Fits the words of the rules to this table's copy: given what the box can recall."""
    played: Callable[[Mapping[str, Any]], Played | None] = _nothing_else
    """What was really played, from what the table told beforehand (`Start.given`)."""
    practice: Practice | None = None
    """None: the box brings no player for this game."""
    papers: Callable[[Path, str], Papers] | None = None
    """Opens the texts that people write for it at a browser: of a data directory, in a language."""
    advice: Callable[[Mapping[str, Any]], str | None] = lambda _: None
    """What people should know before they begin with these options; marked for translation."""


def facts_of(game: str) -> Facts:
    """Return the facts of a game; of one that this Tablemate does not know, its name."""
    if not game.isidentifier():
        return Facts(title=game)
    name = f"firmware_py.games.{game}"
    try:
        package = import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return Facts(title=game)
    return getattr(package, "FACTS", Facts(title=game))


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

    words = facts_of(engine.name).words(engine.words, recall)
    return Voice(words, translator(language), names or None)
