"""How the knob enters a choice of Mandala.

    colour ----> place ----> count          an action; a mountain takes one card, so no count
    claim                                   a colour of the destroyed mountain
    card ------> card                       the cards turned up, in any order

The colours come first, because they leave few places. These form a ring, with the places that ask
for a count next to where the cursor starts, so that all actions cost about the same:

    field 1 -> discard -> mountain 2
       ^                      |
    field 2 <--- mountain 1 <-'

The cursor starts on the player's last choice, if it can be made again, so that it takes presses
only; else at the likeliest colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from operator import attrgetter

from engines.engine import ChoicePart, Term
from engines.mandala import GAME
from engines.mandala.cards import COLOURS, INDEX, colour_term, mandala_term
from engines.mandala.choices import Build, Choice, Claim, Cup, Discard, Flip, Grow
from engines.mandala.notation import write
from engines.mandala.state import (
    CUP_START,
    HAND_LIMIT,
    State,
    asked,
    may_turn_up,
    public,
    turned_up,
    unseen,
)
from firmware_py.match.picker import ChoiceNode, grow

MOUNTAINS = tuple(
    ChoicePart("place", (mandala_term(mandala), Term("place", "mountain"))) for mandala in (0, 1)
)
FIELDS = tuple(
    ChoicePart("place", (mandala_term(mandala), Term("place", "field"))) for mandala in (0, 1)
)
DISCARD = ChoicePart("place", Term("place", "discard"))
CLAIM = ChoicePart("place", Term("action", "T"))
"""Used only for attempts, because during a destruction the colours are offered directly."""

RING = (FIELDS[0], DISCARD, MOUNTAINS[1], MOUNTAINS[0], FIELDS[1])

Path = tuple[str, tuple[ChoicePart, ...]]


# --- legal choices --------------------------------------------------------------------------


def tree(state: State) -> ChoiceNode:
    """Return the legal choices as the knob enters them."""
    ways = [way for choice in GAME.legal(state) for way in _ways(choice)]
    return grow(way.path for way in sorted(ways, key=attrgetter("rank")))


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to enter a choice, and its sort key: colour, place, count."""

    rank: tuple[int, ...]
    path: Path


@cache
def _ways(choice: Choice) -> tuple[_Way, ...]:
    """Return the ways to enter a choice; cached, because there are few choices."""
    return tuple(_Way(tuple(map(_part_rank, path[1])), path) for path in _paths(choice))


def _paths(choice: Choice) -> Iterator[Path]:
    """Yield the ways to enter a choice: two for cards of two colours, which nobody sorts."""
    text = write(choice)
    match choice:
        case Build(mandala, colour):
            yield text, (_colour(colour), MOUNTAINS[mandala])
        case Grow(mandala, colour, count):
            yield text, (_colour(colour), FIELDS[mandala], ChoicePart("count", count))
        case Discard(colour, count):
            yield text, (_colour(colour), DISCARD, ChoicePart("count", count))
        case Claim(colour):
            yield text, (_claim(colour),)
        case Flip(_, cards) | Cup(_, cards):
            for row in sorted({cards, cards[::-1]}):
                yield text, tuple(_card(card) for card in row)


def _part_rank(part: ChoicePart) -> int:
    match part:
        case ChoicePart("place", _):
            return RING.index(part)
        case ChoicePart("count", int(count)):
            return count
        case _:
            return INDEX[letter_of(part)]


def _colour(letter: str) -> ChoicePart:
    return ChoicePart("colour", colour_term(letter))


def _claim(letter: str) -> ChoicePart:
    return ChoicePart("claim", colour_term(letter))


def _card(letter: str) -> ChoicePart:
    return ChoicePart("card", colour_term(letter))


def letter_of(part: ChoicePart) -> str:
    """Return the colour of a part."""
    assert isinstance(part.value, Term)
    return str(part.value.value)


# --- where the cursor starts ----------------------------------------------------------------


def start(state: State, options: tuple[ChoicePart, ...]) -> int:
    """Return the index of the likeliest option, judged by what everybody can see."""
    if not options or options[0].name in ("place", "count"):
        return 0
    table = public(state)
    weights = _weights(table)
    return max(range(len(options)), key=lambda at: weights[INDEX[letter_of(options[at])]])


def _weights(table: State) -> tuple[int, ...]:
    """Return a weight for each colour: the pile to claim, or the number of unseen cards."""
    match table.phase:
        case "claim":
            assert table.claim is not None
            return table.mountains[table.claim]
        case "flip":
            return may_turn_up(table)
        case _:
            return unseen(table)


def forced(state: State) -> str | None:
    """Return the claim of the last colour, which nobody needs to be asked for."""
    claims = GAME.legal(state) if state.phase == "claim" else ()
    return write(claims[0]) if len(claims) == 1 else None


# --- moves to try ---------------------------------------------------------------------------


def attempts(state: State) -> ChoiceNode:
    """Return every move that a person could try, legal or not."""
    table = public(state)
    actions, claims = tuple(_actions()), tuple(_claims(table))
    others = (*claims, *actions) if table.phase == "claim" else (*actions, *claims)
    return grow([*_answers(table), *others])


def _answers(table: State) -> Iterator[Path]:
    """Yield every answer, if the table is asked for cards."""
    if table.phase not in ("flip", "cups"):
        return
    about = asked(table)
    count = turned_up(table) if table.phase == "flip" else CUP_START
    for cards in product(COLOURS, repeat=count):
        told = "".join(sorted(cards, key=COLOURS.index))
        choice = Flip(about, told) if table.phase == "flip" else Cup(about, told)
        yield write(choice), tuple(_card(card) for card in cards)


def _claims(table: State) -> Iterator[Path]:
    """Yield every claim: directly by its colour during a destruction, else below CLAIM."""
    for colour in COLOURS:
        way = (_claim(colour),) if table.phase == "claim" else (CLAIM, _claim(colour))
        yield write(Claim(colour)), way


def _actions() -> Iterator[Path]:
    for letter, place in product(COLOURS, RING):
        if place in MOUNTAINS:
            yield write(Build(MOUNTAINS.index(place), letter)), (_colour(letter), place)
            continue
        for count in range(1, HAND_LIMIT + 1):
            lays = (
                Discard(letter, count)
                if place == DISCARD
                else Grow(FIELDS.index(place), letter, count)
            )
            yield write(lays), (_colour(letter), place, ChoicePart("count", count))
