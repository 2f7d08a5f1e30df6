"""What may be chosen now, in sentences: what is asked, then the choices in words.

Each game says it in its own room (`<game>/words.py`), for those who ask instead of looking:

    Choose a piece to move: a1, b3, c2. Or bring a captured ronin back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from engines.engine import ChoicePart
from firmware_py.core.language import N_
from firmware_py.match.scene import AnyScene

NAMED_AT_MOST = 40
"""How many choices are named in an answer: nobody keeps more of them in mind."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that is asked: a sentence, marked for translation, and the choices it names."""

    asks: str
    """With a place for {choices}, if it names some, and for the facts."""
    choices: tuple[str, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)


def tell_offers(say: Callable[..., str], offers: Iterable[Offer]) -> str:
    """Return the sentences one after the other; what is too much is counted."""
    room = NAMED_AT_MOST
    told = []
    for offer in offers:
        named = list(offer.choices[:room])
        room -= len(named)
        if len(named) < len(offer.choices):
            named.append(say(N_("and {count} more"), count=len(offer.choices) - len(named)))
        told.append(say(offer.asks, choices=", ".join(named), **offer.facts))
    return " ".join(told)


def by_kind(
    scene: AnyScene, asks: Mapping[str, Offer], name: Callable[[ChoicePart], str]
) -> tuple[Offer, ...]:
    """Return the options with the sentence of their kind, in the order in which kinds appear."""
    kinds = dict.fromkeys(part.name for part in scene.options)
    found = []
    for kind in kinds:
        named = tuple(name(part) for part in scene.options if part.name == kind)
        asked = asks.get(kind, PLAIN)
        found.append(Offer(asked.asks, named, asked.facts))
    return tuple(found)


PLAIN = Offer(N_("Choose: {choices}."))


def plain_offers(scene: AnyScene) -> tuple[Offer, ...]:
    """Return the options as the game's own words name them."""
    return by_kind(scene, {}, lambda part: scene.voice.fact(part.value)) if scene.options else ()
