"""The dealer of a full table, with the deck and both hands.

The rules stay in `rules`, which returns how many cards a choice draws and whether the discard pile
was shuffled; the dealer moves the real cards. A shuffle depends on the seed and the number of
shuffles before, so a choice that is undone and repeated draws the same cards.
"""

from __future__ import annotations

from dataclasses import replace

from engines.engine import BadStart, Json, Reason, Start
from engines.mandala.cards import (
    COLOURS,
    EMPTY,
    PER_COLOUR,
    DrawnCards,
    Heap,
    add,
    draw,
    heap,
    letters,
    plus,
    swap,
)
from engines.mandala.choices import Build, Choice, Cup, Discard, Flip, Grow
from engines.mandala.state import (
    CUP_START,
    HAND_START,
    MOUNTAIN_START,
    Dealt,
    State,
    asked,
    turned_up,
)
from engines.rng import Chance

PACK = "".join(letter * PER_COLOUR for letter in COLOURS)


def deal(start: Start) -> Dealt:
    """Return the dealt pack, in the order of M2; raise BadStart."""
    pack = "".join(Chance(start.seed, "deal").shuffle(PACK))
    if "deck" in start.given:
        pack = _read_pack(start.given["deck"])
    mountains, rest = pack[: 2 * MOUNTAIN_START], pack[2 * MOUNTAIN_START :]
    dealt: list[Heap] = []
    for size in (HAND_START, HAND_START, CUP_START, CUP_START):
        dealt.append(heap(rest[:size]))
        rest = rest[size:]
    return Dealt(
        deck=mountains + rest,
        hands=(dealt[0], dealt[1]),
        cups=(dealt[2], dealt[3]),
        shuffles=0,
        seed=start.seed,
    )


def _read_pack(value: Json) -> str:
    if isinstance(value, str) and sorted(value) == sorted(PACK):
        return value
    raise BadStart(refuse_deck())


def refuse_deck() -> Reason:
    """Return the reason against a given deck."""
    return Reason("BAD_DECK", {"cards": len(PACK), "each": PER_COLOUR, "colours": tuple(COLOURS)})


def answer(state: State, dealt: Dealt) -> Choice | None:
    """Return the dealer's answer if the table is asked, else None."""
    if state.phase == "flip":
        turned, _ = _take(dealt, draw(state.deck, state.discard, turned_up(state)))
        return Flip(asked(state), letters(heap(turned)))
    if state.phase == "cups":
        seat = asked(state)
        return Cup(seat, letters(dealt.cups[seat]))
    return None


def follow(before: State, dealt: Dealt, choice: Choice, drawn: DrawnCards | None) -> Dealt:
    """Return the hidden cards after a choice."""
    me, hands, deck, shuffles = before.actor, dealt.hands, dealt.deck, dealt.shuffles
    if isinstance(choice, Build | Grow | Discard):
        count = 1 if isinstance(choice, Build) else choice.count
        hands = swap(hands, me, add(hands[me], choice.colour, -count))
    if drawn is not None:
        taken, deck = _take(dealt, drawn)
        shuffles += drawn.shuffled != EMPTY
        if not isinstance(choice, Flip):
            hands = swap(hands, me, plus(hands[me], heap(taken)))
    return replace(dealt, deck=deck, hands=hands, shuffles=shuffles)


def _take(dealt: Dealt, drawn: DrawnCards) -> tuple[str, str]:
    """Return the cards drawn and the remaining deck."""
    cards = dealt.deck
    if drawn.shuffled != EMPTY:
        chance = Chance(dealt.seed, f"shuffle {dealt.shuffles + 1}")
        cards += "".join(chance.shuffle(letters(drawn.shuffled)))
    return cards[: drawn.taken], cards[drawn.taken :]
