"""The full table: a dealer holds the deck and both hands around the public table.

The rules stay in `rules`, which says how many cards a choice draws and whether the discard pile
was shuffled; here real cards follow. A shuffle depends on the seed and on how many shuffles
came before, so a choice that is taken back and repeated meets the same cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engines.chance import Chance
from engines.contract import BadStart, Json, Reason
from engines.mandala.cards import COLOURS, EMPTY, PER_COLOUR, Heap, add, heap, letters, plus, swap
from engines.mandala.choices import Build, Choice, Cup, Discard, Flip, Grow
from engines.mandala.rules import Draw, draw, resolve
from engines.mandala.state import (
    CUP_START,
    HAND_START,
    MOUNTAIN_START,
    Heaps,
    Table,
    asked,
    turned_up,
)

PACK = "".join(letter * PER_COLOUR for letter in COLOURS)


@dataclass(frozen=True, slots=True)
class Dealt:
    """A public table and the secrets behind it."""

    table: Table
    deck: str
    """The colours of the deck, the top card first."""
    hands: Heaps
    cups: Heaps
    """The starting cards of the cups."""
    shuffles: int
    """How often the discard pile was shuffled so far."""
    seed: int


def deal(table: Table, seed: int, given: Mapping[str, Json]) -> Dealt:
    """Deal a pack around an opening table, in the order of M2."""
    pack = "".join(Chance(seed, "deal").shuffle(PACK))
    if "deck" in given:
        pack = _read_pack(given["deck"])
    mountains, rest = pack[: 2 * MOUNTAIN_START], pack[2 * MOUNTAIN_START :]
    dealt: list[Heap] = []
    for size in (HAND_START, HAND_START, CUP_START, CUP_START):
        dealt.append(heap(rest[:size]))
        rest = rest[size:]
    return Dealt(
        table=table,
        deck=mountains + rest,
        hands=(dealt[0], dealt[1]),
        cups=(dealt[2], dealt[3]),
        shuffles=0,
        seed=seed,
    )


def _read_pack(value: Json) -> str:
    if isinstance(value, str) and sorted(value) == sorted(PACK):
        return value
    raise BadStart(refuse_deck())


def refuse_deck() -> Reason:
    """Return the reason against a deck that was given beforehand."""
    return Reason("BAD_DECK", {"cards": len(PACK), "each": PER_COLOUR, "colours": tuple(COLOURS)})


def answer(state: Dealt) -> Choice | None:
    """Return what the dealer tells where the public table asks."""
    table = state.table
    if table.phase == "flip":
        turned, _ = _take(state, draw(table.deck, table.discard, turned_up(table)))
        return Flip(asked(table), letters(heap(turned)))
    if table.phase == "cups":
        seat = asked(table)
        return Cup(seat, letters(state.cups[seat]))
    return None


def carry_out(state: Dealt, choice: Choice) -> Dealt:
    """Carry out a choice that is known to be legal, with real cards."""
    result = resolve(state.table, choice)
    me, hands, deck, shuffles = state.table.actor, state.hands, state.deck, state.shuffles
    if isinstance(choice, Build | Grow | Discard):
        count = 1 if isinstance(choice, Build) else choice.count
        hands = swap(hands, me, add(hands[me], choice.colour, -count))
    if result.draw is not None:
        taken, deck = _take(state, result.draw)
        shuffles += result.draw.shuffled != EMPTY
        if not isinstance(choice, Flip):
            hands = swap(hands, me, plus(hands[me], heap(taken)))
    return replace(state, table=result.table, deck=deck, hands=hands, shuffles=shuffles)


def _take(state: Dealt, drawn: Draw) -> tuple[str, str]:
    """Return the cards drawn and the deck that is left."""
    cards = state.deck
    if drawn.shuffled != EMPTY:
        chance = Chance(state.seed, f"shuffle {state.shuffles + 1}")
        cards += "".join(chance.shuffle(letters(drawn.shuffled)))
    return cards[: drawn.taken], cards[drawn.taken :]


def reveal(state: Dealt) -> Dealt:
    """Turn up the starting cards of both cups."""
    return replace(state, table=replace(state.table, cups_told=state.cups))


def secrets(state: Dealt, seat: int) -> dict[str, str]:
    """Return what only this seat may look at: its hand and its cup."""
    cup = plus(state.table.cups_known[seat], state.cups[seat])
    return {"hand": letters(state.hands[seat]), "cup": letters(cup)}
