"""Vocabulary of an entry: how the parts of a choice are asked for and named.

A game has a table of them by the name of the part (`VOCABULARY`), used by the buttons next to a
picture and by sentences for screen readers:

    Choose a piece to move: a1, b3, c2. Or score those that are chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from engines.engine import ChoicePart
from firmware_py.core.language import N_
from firmware_py.match.scene import AnyScene

NAMED_AT_MOST = 40
"""Most choices named in one answer; the others are counted."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A question: a sentence, marked for translation, and the choices it names."""

    asks: str
    """With {choices}, if it names some, and the names of the facts."""
    choices: tuple[str, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)


def plain_option(scene: AnyScene, part: ChoicePart) -> str:
    """Return an option in the game's own words."""
    return scene.fact(part.value)


def plain_button(scene: AnyScene, part: ChoicePart) -> str:
    """Return an option in the game's own words, capitalised."""
    said = scene.fact(part.value)
    return said[:1].upper() + said[1:]


_CHOOSE = N_("Choose: {choices}.")


@dataclass(frozen=True, slots=True)
class PartWords:
    """The words for all parts with the same name."""

    question: str | Callable[[AnyScene], Offer] = _CHOOSE
    """The question; parts with the same question are listed in one sentence."""
    option: Callable[[AnyScene, ChoicePart], str] = plain_option
    """Returns a part as a choice in that sentence."""
    button: Callable[[AnyScene, ChoicePart], str] = plain_button
    """Returns the label of a part on a button."""

    def ask(self, scene: AnyScene) -> Offer:
        """Return the question, without choices yet."""
        return Offer(self.question) if isinstance(self.question, str) else self.question(scene)


Vocabulary = Mapping[str, PartWords]

PLAIN = PartWords()


def name_button(vocabulary: Vocabulary, scene: AnyScene, part: ChoicePart) -> str:
    """Return the label of an option on a button."""
    return vocabulary.get(part.name, PLAIN).button(scene, part)


def offers_of(vocabulary: Vocabulary, scene: AnyScene) -> tuple[Offer, ...]:
    """Return the questions that the options answer, in the order of the vocabulary."""
    there = dict.fromkeys(part.name for part in scene.options)
    found: dict[str, Offer] = {}
    known = [name for name in vocabulary if name in there]
    for name in (*known, *(each for each in there if each not in vocabulary)):
        words = vocabulary.get(name, PLAIN)
        asked = words.ask(scene)
        named = [words.option(scene, part) for part in scene.options if part.name == name]
        before = found[asked.asks].choices if asked.asks in found else ()
        choices = (*before, *named) if "{choices}" in asked.asks else ()
        found[asked.asks] = Offer(asked.asks, choices, asked.facts)
    return tuple(found.values())


def tell_offers(say: Callable[..., str], offers: Iterable[Offer]) -> str:
    """Return the sentences joined, counting the choices above NAMED_AT_MOST."""
    room = NAMED_AT_MOST
    told = []
    for offer in offers:
        named = list(offer.choices[:room])
        room -= len(named)
        if len(named) < len(offer.choices):
            named.append(say(N_("and {count} more"), count=len(offer.choices) - len(named)))
        told.append(say(offer.asks, choices=", ".join(named), **offer.facts))
    return " ".join(told)
