"""Turns messages into sentences of a language.

A game declares its sentences in English, marked with `N_`, under the codes of its messages:

    words = {"SPACE_TAKEN": N_("Space {space} is taken; free are: {free}."), ...}

Each entry is a whole sentence with named places, never a joined fragment, because word order and
inflection differ between languages. A term (a colour, a piece) has its own entry, `colour.R`.
Numbers with nouns are marked with `N_plural`, words with two translations with `N_context`; a term
may have forms by case (`engines.translation`).

A step or an event may also have a short sentence, `<code>.short`, for people who see the table;
there {who} is the player. `<code>.nobody.short` is for a choice without a player, and
`<code>.all.short` for steps that differ in one fact only.

>>> from engines.engine import Message, Seat, Term
>>> words = {"takes": "{who} takes {colour}.", "colour.R": "red"}
>>> voice = Voice(words, translator("en"), names=["Ada", "Ben"])
>>> voice.say(Message("takes", {"who": Seat(0), "colour": Term("colour", "R")}))
'Ada takes red.'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engines.engine import Fact, Json, Message, Named, Reason, Seat, Term
from engines.translation import N_, N_plural, Translator, Word, capitalized, open_catalog

if TYPE_CHECKING:
    from engines.engine import Engine

WORDS: Mapping[str, str] = {
    "player": N_("player {number}"),
    # Translators: Write the code of your own language. It chooses among names that templates bring.
    "language": N_("en"),
    "instead": N_("Possible instead: {move}."),
    "repetition": N_("This position has come up {times} times. Both players may agree on a draw."),
    "repetition.short": N_("Position {times} times: a draw may be agreed"),
    # A match
    "GAME_OVER": N_("The game is over. You can still undo, or start a new game."),
    "NOT_YOUR_TURN": N_("It is the turn of {turn}, not of {seat}."),
    "WHO_RESIGNS": N_("Say which seat resigns."),
    "BAD_POSITION": N_(
        "The position cannot be read: at {place} it has {value}. Possible: {expected}."
    ),
    "expected.object": N_("a JSON object"),
    "expected.needed": N_("this key, which is missing"),
    "expected.no_key": N_("only keys that a position has"),
    "expected.list": N_("a list of the right length"),
    "expected.number": N_("a whole number"),
    "expected.rising": N_("different numbers in rising order"),
    "expected.flag": N_("true or false"),
    "expected.letters": N_("a text made of these"),
    "expected.fitting": N_("what fits the rest of the position"),
    # A request
    "BAD_OPTION": N_("The option {option} cannot be {value}. It takes: {values}."),
    "UNKNOWN_OPTION": N_("There is no option {option}. There are: {known}."),
    "NO_MATCH": N_("No game is running. Start one with the command new."),
    "NOTHING_TO_UNDO": N_("There is nothing to undo."),
    "NOTHING_TO_REDO": N_("There is nothing to redo."),
    "NO_PERFT": N_("{game} has chance or hidden things, so moves cannot be counted ahead."),
    "NO_HINT": N_("There are no hints for {game}."),
    "NO_BOT": N_("There is no player for {game}."),
    "TABLE_ANSWERS": N_("First answer this question: {question}."),
    "TOO_MANY_NODES": N_("There are more than {limit} positions. Ask for a smaller depth."),
}
"""Sentences shared by all games; a game's own words take precedence."""

REQUEST_WORDS: Mapping[str, str] = {
    "LINE_TOO_LONG": N_("The line is longer than the {limit} bytes allowed."),
    "EMPTY_LINE": N_("The line is empty. Send one JSON object on each line."),
    "NOT_UTF8": N_("The line is not UTF-8 text (byte {place})."),
    "NOT_JSON": N_("The line is not JSON: {problem}."),
    "TOO_DEEP": N_("Lists and objects may be nested at most {limit} deep."),
    "NO_OBJECT": N_("A request must be a JSON object with a cmd, not {value}."),
    "UNKNOWN_COMMAND": N_("There is no command {command}. There are: {known}."),
    "UNKNOWN_GAME": N_("There is no game {game}. There are: {known}."),
    "UNKNOWN_KEY": N_("A new game of {game} takes no {key}."),
    "UNKNOWN_LANGUAGE": N_("There is no language {language}. There are: {known}."),
    "NOT_AN_OBJECT": N_("{key} must be a JSON object, not {value}."),
    "NOT_A_NUMBER": N_("{key} must be a whole number, not {value}."),
    "NOT_A_TEXT": N_("{key} must be a text, not {value}."),
    "BAD_SEED": N_("The seed must be a number from 0 to {limit}, not {value}."),
    "BAD_LEVEL": N_("The level must be a number from {low} to {high}, not {value}."),
    "BAD_SECONDS": N_("seconds must be a number above 0, not {value}."),
    "STILL_THINKING": N_plural(
        "The box is still thinking about {count} request. Wait for an answer.",
        "The box is still thinking about {count} requests. Wait for an answer.",
    ),
    "BAD_SEATS": N_("This game is for {low} to {high} players, not {value}."),
    "BAD_SEATS_EXACT": N_("This game is for {high} players, not {value}."),
    "BAD_FIRST": N_("The first player must be a seat from {low} to {high}, not {value}."),
    "BAD_SEAT": N_("A seat is a number from {low} to {high}, not {value}."),
    "BAD_DEPTH": N_("The depth must be a number from {low} to {high}, not {value}."),
}
"""Refusals of requests to the referee, for any game."""


@cache
def translator(language: str) -> Translator:
    """Return the function that translates the sentences of this package."""
    return open_catalog("engines", Path(__file__).parent / "text", language)


class Voice:
    """Makes sentences of messages, for one game in one language.

    `words` is `Engine.words`; `names` are the players' names, if known.
    """

    def __init__(
        self,
        words: Mapping[str, str],
        translate: Translator,
        names: Sequence[str] | None = None,
    ) -> None:
        self._words = {**WORDS, **REQUEST_WORDS, **words}
        self.translate = translate
        """Translates an English sentence of the game."""
        self._names = names

    def fact(self, value: Fact) -> str:
        """Return a fact as text for people."""
        match value:
            case Term():
                return self.translate(self._words[value.key])
            case Seat(number):
                if self._names is not None:
                    return self._names[number]
                return self.translate(self._words["player"], number=number + 1)
            case Named():
                language = self.translate(WORDS["language"])
                text = value.text(language)
                if language not in dict(value.texts) and text in self._words.values():
                    return self.translate(text)  # a name of the game itself
                return text
            case tuple():
                return Word.join(map(self.fact, value))
            case _:
                return str(value)

    def short(self, code: str) -> str | None:
        """Return the short English sentence of a code, to be translated, or None."""
        return self._words.get(f"{code}.short")

    def say(self, message: Message) -> str:
        """Return the sentence of a message."""
        return capitalized(self.phrase(message))

    def phrase(self, message: Message) -> str:
        """Return a message as part of a sentence, without a capital letter."""
        facts = message.facts.items()
        places = {name: v if isinstance(v, int) else self.fact(v) for name, v in facts}
        return self.translate(self._words[message.code], **places)

    def refuse(
        self, reason: Reason, instead: Message | None = None, *, notation: bool = True
    ) -> str:
        """Return the sentence of a refusal and the legal choice that it suggests, if any.

        `instead` is the description of that choice; with `notation` its notation is added in
        brackets.
        """
        said = self.say(reason)
        if reason.instead is None:
            return said
        move = reason.instead if instead is None else self.phrase(instead)
        if instead is not None and notation:
            move = f"{move} ({reason.instead})"
        return f"{said} {self.translate(self._words['instead'], move=move)}"


def plain(value: Fact) -> Json:
    """Return a fact as JSON for programs: terms and seats by their value."""
    match value:
        case Term():
            return value.value
        case Seat(number):
            return number
        case Named(key):
            return key
        case tuple():
            return [plain(each) for each in value]
        case _:
            return value


def voice(engine: Engine[Any, Any], language: str) -> Voice:
    """Return the Voice of a game in a language."""
    return Voice(engine.words, translator(language))
