"""The public table: all open cards, and the number of hidden ones.

    phase   flip --F--> play --A, B that complete--> claim --last T--> flip | cups --H--> over
                          ^------------------------------------------ F ---'

At the opening `flip` is asked twice, with `claim` None; after a destruction `claim` still names
the mandala whose mountain is refilled.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.mandala.cards import EMPTY, PER_COLOUR, Heap, heap

PLAYERS = (2, 2)
HAND_LIMIT = 8
DRAWN_BY_BUILDING = 3
MOUNTAIN_START = 2
HAND_START = 6
CUP_START = 2
RIVER_SLOTS = 6
OPENING_DECK = 92
"""108 cards minus two hands of 6 and two cups of 2; includes the four mountain cards."""

PHASES = ("flip", "play", "claim", "cups", "over")

Heaps = tuple[Heap, Heap]


@dataclass(frozen=True, slots=True)
class Dealt:
    """The hidden cards of a full table."""

    deck: str
    """The colours of the deck, the top card first."""
    hands: Heaps
    seed: int
    cups: Heaps = (EMPTY, EMPTY)
    """The starting cards of the cups."""
    shuffles: int = 0
    """How often the discard pile was shuffled."""


@dataclass(frozen=True, slots=True)
class State:
    """A public state of the game (Mandala 1.3, public mode)."""

    phase: str
    turn: int
    actor: int
    deck: int
    hands: tuple[int, int]
    mountains: Heaps = (EMPTY, EMPTY)
    fields: tuple[Heaps, Heaps] = ((EMPTY, EMPTY), (EMPTY, EMPTY))
    """By mandala, then by seat."""
    rivers: tuple[str, str] = ("", "")
    cups_known: Heaps = (EMPTY, EMPTY)
    """What each seat claimed into the cup, without its starting cards."""
    discard: Heap = EMPTY
    claim: int | None = None
    last: bool = False
    """Whether the deck was exhausted, so that the end is near."""
    final: bool = False
    """Whether the mandala being destroyed is the last one, whatever the rivers contain."""
    cups_told: tuple[Heap | None, Heap | None] = (None, None)
    """The starting cup cards, entered after the end."""
    laid: Heaps = (EMPTY, EMPTY)
    """All cards each seat ever played from the hand, so that undo returns them to the right
    hand.
    """
    resigned: int | None = None
    drawn: bool = False
    """Whether the seats agreed on a draw."""
    strict_next: bool = False
    """House rule: a mandala completed while the deck runs out is not yet the last one."""
    dealt: Dealt | None = None
    """The hidden cards of a full table; None at a public table."""


def public(state: State) -> State:
    """Return a state without its hidden cards."""
    return state if state.dealt is None else replace(state, dealt=None)


def acting_hand(state: State) -> Heap | None:
    """Return the hand of the seat that acts, if known."""
    return None if state.dealt is None else state.dealt.hands[state.actor]


def asked(state: State) -> int:
    """Return what the open question is about: a mandala (flip) or a seat (cups)."""
    if state.phase == "cups":
        return 0 if state.cups_told[0] is None else 1
    if state.claim is not None:
        return state.claim
    return 0 if state.mountains[0] == EMPTY else 1


def turned_up(state: State) -> int:
    """Return how many cards a flip turns up: two, unless there are fewer."""
    return min(MOUNTAIN_START, state.deck + sum(state.discard))


def is_complete(state: State, mandala: int) -> bool:
    """Return whether all six colours are in a mandala (Mandala 1.5)."""
    mountain = state.mountains[mandala]
    field0, field1 = state.fields[mandala]
    return all(a or b or c for a, b, c in zip(mountain, field0, field1, strict=True))


def unseen(state: State) -> Heap:
    """Return how many cards of each colour are hidden: in hands, deck and starting cups."""
    (field00, field01), (field10, field11) = state.fields
    rivers = heap(state.rivers[0] + state.rivers[1])
    cup0, cup1 = state.cups_told
    return tuple(
        [
            PER_COLOUR - sum(seen)
            for seen in zip(
                *state.mountains,
                field00,
                field01,
                field10,
                field11,
                rivers,
                *state.cups_known,
                state.discard,
                cup0 or EMPTY,
                cup1 or EMPTY,
                strict=True,
            )
        ]
    )


def may_turn_up(state: State) -> Heap:
    """Return what a flip may show: the unseen cards, and the discard pile if needed."""
    hidden = unseen(state)
    if state.deck >= MOUNTAIN_START:
        return hidden
    return tuple([a + b for a, b in zip(hidden, state.discard, strict=True)])


def may_hold(state: State) -> Heap:
    """Return how many cards of each colour the acting seat has, or could have if hidden."""
    if (held := acting_hand(state)) is not None:
        return held
    hand = state.hands[state.actor]
    return tuple([min(hand, max(count, 0)) for count in unseen(state)])
