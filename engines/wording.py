"""Turn messages into sentences, with the translator passed in.

A game declares its sentences in English, marked with `N_`, under the codes of its messages:

    words = {"WRONG_KIND": N_("The bird demands a {demand}; {square} is a {kind}."), ...}

Whole sentences with named places, never joined fragments: other languages order and bend words
in their own way. A term (a colour, a piece) has its own entry, `colour.R`.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from engines.base import Fact, Json, Message, Reason, Seat, Term

if TYPE_CHECKING:
    from engines.base import Engine

LANGUAGES = ("en", "fr", "it")

Translate = Callable[[str], str]


def N_(text: str) -> str:  # noqa: N802 - gettext's own name for "translate later"
    """Mark a text for the catalogs and return it as it is."""
    return text


WORDS: Mapping[str, str] = {
    "player": N_("player {number}"),
    "instead": N_("Possible instead: {move}."),
    "NOT_YOUR_TURN": N_("It is the turn of {turn}, not of {seat}."),
    "GAME_OVER": N_("The game is over; nothing more can be played. It can still be undone."),
}
"""Sentences that belong to no single game; a game's own words come first."""


@cache
def translator(language: str) -> Translate:
    """Return the function that translates this package's sentences."""
    if language == "en":
        return gettext.NullTranslations().gettext
    folder = Path(__file__).parent / "text"
    return gettext.translation("engines", folder, languages=[language]).gettext


class Voice:
    """Says the messages of one game in one language, with the players' names if known."""

    def __init__(
        self,
        words: Mapping[str, str],
        translate: Translate,
        names: Sequence[str] | None = None,
    ) -> None:
        self._words = {**WORDS, **words}
        self._translate = translate
        self._names = names

    def fact(self, value: Fact) -> str:
        """Return one fact as people read it."""
        match value:
            case Term():
                return self._translate(self._words[value.key])
            case Seat(number):
                if self._names is not None:
                    return self._names[number]
                return self._translate(self._words["player"]).format(number=number + 1)
            case tuple():
                return ", ".join(self.fact(each) for each in value)
            case _:
                return str(value)

    def say(self, message: Message) -> str:
        """Return the sentence of a message."""
        places = {name: self.fact(value) for name, value in message.facts.items()}
        sentence = self._translate(self._words[message.code]).format(**places)
        return sentence[:1].upper() + sentence[1:]

    def refuse(self, reason: Reason, instead: Message | None = None) -> str:
        """Return the sentence of a refusal and, where there is one, what is possible instead.

        `instead` is the description of the choice that the reason names.
        """
        said = self.say(reason)
        if reason.instead is None:
            return said
        move = reason.instead if instead is None else f"{self.say(instead)} ({reason.instead})"
        return f"{said} {self._translate(self._words['instead']).format(move=move)}"


def plain(value: Fact) -> Json:
    """Return a fact as JSON, for programs: terms and seats by their value."""
    match value:
        case Term():
            return value.value
        case Seat(number):
            return number
        case tuple():
            return [plain(each) for each in value]
        case _:
            return value


def voice(engine: Engine[object, object], language: str) -> Voice:
    """Return the voice of a game in a language."""
    return Voice(engine.words, translator(language))
