"""Legal choices and their consequences, for both kinds of table.

`resolve` works on the public table and returns drawn cards only as a count; the dealer of a full
table then moves the real cards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.engine import Turn
from engines.mandala.cards import (
    COLOURS,
    EMPTY,
    DrawnCards,
    Heap,
    add,
    draw,
    heap,
    minus,
    plus,
    swap,
)
from engines.mandala.choices import (
    ANSWERS,
    BUILDS,
    CLAIMS,
    DISCARDS,
    GROWS,
    Build,
    Choice,
    Claim,
    Cup,
    Discard,
    Flip,
    Grow,
)
from engines.mandala.dealer import answer, follow
from engines.mandala.state import (
    CUP_START,
    DRAWN_BY_BUILDING,
    HAND_LIMIT,
    RIVER_SLOTS,
    Heaps,
    State,
    asked,
    is_complete,
    may_hold,
    may_turn_up,
    turned_up,
    unseen,
)

# --- choices --------------------------------------------------------------------------------


def turn(state: State) -> Turn | None:
    """Return who chooses: a seat, the table that enters cards, or None."""
    if state.phase == "over":
        return None
    if state.phase in ("flip", "cups"):
        return Turn(None, state.phase)
    # Both seats claim in the turn of the one that completed the mandala.
    return Turn(state.actor, turn_of=state.turn if state.phase == "claim" else None)


def dealer(state: State) -> Choice | None:
    """Return the dealer's answer at a full table, or None."""
    return None if state.dealt is None else answer(state, state.dealt)


def legal(state: State) -> list[Choice]:
    """Return the choices: actions A, B, C by mandala, colour, count; claims; answers."""
    if (dealt := dealer(state)) is not None:
        return [dealt]
    match state.phase:
        case "play":
            return _actions(state, may_hold(state))
        case "claim":
            assert state.claim is not None
            mountain = state.mountains[state.claim]
            return [claim for claim, count in zip(CLAIMS, mountain, strict=True) if count]
        case "flip":
            fitting = _fitting(turned_up(state), may_turn_up(state))
            return [Flip(asked(state), cards) for cards in fitting]
        case "cups":
            return [Cup(asked(state), cards) for cards in _fitting(CUP_START, unseen(state))]
        case _:
            return []


def _actions(state: State, held: Heap) -> list[Choice]:
    """Return A, B and C, by mandala, colour and count."""
    me = state.actor
    size = state.hands[me]
    choices: list[Choice] = []
    if may_empty_hand(state, size - 1):
        for mandala, (field0, field1) in enumerate(state.fields):
            for at, build in enumerate(BUILDS[mandala]):
                if held[at] and not field0[at] and not field1[at]:
                    choices.append(build)
    if size > 1:
        for mandala, fields in enumerate(state.fields):
            mountain, theirs = state.mountains[mandala], fields[1 - me]
            for at, grows in enumerate(GROWS[mandala]):
                if not mountain[at] and not theirs[at]:
                    choices += grows[: min(held[at], size - 1)]
    for at, discards in enumerate(DISCARDS):
        choices += discards[: held[at]]
    return choices


def may_empty_hand(state: State, left: int) -> bool:
    """Return whether building may leave this many cards: none only if one can be drawn (M9)."""
    return left > 0 or state.deck > 0 or state.discard != EMPTY


def _fitting(count: int, hidden: Heap) -> list[str]:
    """Return the possible colours of a number of cards, given the hidden cards."""
    return [
        cards
        for cards in ANSWERS[count]
        if all(
            cards.count(letter) <= max(have, 0)
            for letter, have in zip(COLOURS, hidden, strict=True)
        )
    ]


# --- consequences ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Resolved:
    """The table after a choice, and what was drawn."""

    state: State
    draw: DrawnCards | None = None


def apply(state: State, choice: Choice) -> State:
    """Return the state after a legal choice, including the real cards of a full table."""
    result = resolve(state, choice)
    if state.dealt is None:
        return result.state
    return replace(result.state, dealt=follow(state, state.dealt, choice, result.draw))


def resolve(state: State, choice: Choice) -> Resolved:
    """Return the public table after a legal choice, and the draw."""
    match choice:
        case Build():
            return _build(state, choice)
        case Grow():
            return Resolved(_grow(state, choice))
        case Discard():
            return _discard(state, choice)
        case Claim():
            return Resolved(_claim(state, choice.colour))
        case Flip():
            return _flip(state, choice)
        case Cup():
            return Resolved(_tell_cup(state, choice))


def _build(state: State, choice: Build) -> Resolved:
    """Action A: play a card, draw up to three, then check the mandala."""
    mandala, me = choice.mandala, state.actor
    mountain = add(state.mountains[mandala], choice.colour, 1)
    left = state.hands[me] - 1
    drawn = draw(state.deck, state.discard, min(DRAWN_BY_BUILDING, HAND_LIMIT - left))
    after = replace(
        state,
        mountains=swap(state.mountains, mandala, mountain),
        hands=_with_hand(state, left + drawn.taken),
        deck=drawn.deck,
        discard=drawn.discard,
        last=state.last or drawn.exhausted,
        laid=_with_laid(state, choice.colour, 1),
    )
    return Resolved(_check_complete(after, mandala, state.last), drawn)


def _grow(state: State, choice: Grow) -> State:
    """Action B: play cards to the own field, then check the mandala."""
    mandala, me = choice.mandala, state.actor
    fields = state.fields[mandala]
    grown = swap(fields, me, add(fields[me], choice.colour, choice.count))
    after = replace(
        state,
        fields=_with_fields(state, mandala, grown),
        hands=_with_hand(state, state.hands[me] - choice.count),
        laid=_with_laid(state, choice.colour, choice.count),
    )
    return _check_complete(after, mandala, state.last)


def _discard(state: State, choice: Discard) -> Resolved:
    """Action C: discard cards and draw the same number (M15: the pile includes them)."""
    left = state.hands[state.actor] - choice.count
    drawn = draw(state.deck, add(state.discard, choice.colour, choice.count), choice.count)
    after = replace(
        state,
        hands=_with_hand(state, left + drawn.taken),
        deck=drawn.deck,
        discard=drawn.discard,
        last=state.last or drawn.exhausted,
        laid=_with_laid(state, choice.colour, choice.count),
        turn=1 - state.turn,
        actor=1 - state.turn,
    )
    return Resolved(after, drawn)


def _check_complete(state: State, mandala: int, was_last: bool) -> State:
    """End the turn, or start the destruction of a complete mandala (Mandala 1.5, M7, M8)."""
    if not is_complete(state, mandala):
        return replace(state, turn=1 - state.turn, actor=1 - state.turn)
    final = was_last if state.strict_next else state.last
    mine, theirs = (sum(state.fields[mandala][seat]) for seat in (state.turn, 1 - state.turn))
    if mine == theirs == 0:
        cleared = replace(
            state,
            mountains=swap(state.mountains, mandala, EMPTY),
            discard=plus(state.discard, state.mountains[mandala]),
        )
        return _finish(cleared, mandala, final)
    first = state.turn if mine > theirs else 1 - state.turn
    return replace(state, phase="claim", claim=mandala, actor=first, final=final)


def _claim(state: State, colour: str) -> State:
    """Take all cards of a colour from the mountain (Mandala 1.5, 2)."""
    mandala, me = state.claim, state.actor
    assert mandala is not None
    mountain = state.mountains[mandala]
    count = mountain[COLOURS.index(colour)]
    rest = add(mountain, colour, -count)
    rivers, cups, discard = state.rivers, state.cups_known, state.discard
    if state.fields[mandala][me] == EMPTY:
        discard = add(discard, colour, count)
    elif colour in rivers[me]:
        cups = swap(cups, me, add(cups[me], colour, count))
    else:
        longer = rivers[me] + colour
        rivers = (longer, rivers[1]) if me == 0 else (rivers[0], longer)
        cups = swap(cups, me, add(cups[me], colour, count - 1))
    after = replace(
        state,
        mountains=swap(state.mountains, mandala, rest),
        rivers=rivers,
        cups_known=cups,
        discard=discard,
        actor=1 - me,
    )
    return after if rest != EMPTY else _finish(after, mandala, state.final)


def _finish(state: State, mandala: int, final: bool) -> State:
    """Clear the fields of a destroyed mandala; the game ends or the mountain is refilled."""
    field0, field1 = state.fields[mandala]
    over = final or any(len(river) == RIVER_SLOTS for river in state.rivers)
    return replace(
        state,
        phase="cups" if over else "flip",
        claim=None if over else mandala,
        final=False,
        actor=state.turn,
        fields=_with_fields(state, mandala, (EMPTY, EMPTY)),
        discard=plus(state.discard, plus(field0, field1)),
    )


def _flip(state: State, choice: Flip) -> Resolved:
    """Turn up cards on a mountain; after a destruction the completer's opponent is next (M10)."""
    drawn = draw(state.deck, state.discard, len(choice.cards))
    mountains = swap(state.mountains, choice.mandala, heap(choice.cards))
    opening = state.claim is None
    turn = state.turn if opening else 1 - state.turn
    after = replace(
        state,
        phase="flip" if EMPTY in mountains else "play",
        claim=None,
        mountains=mountains,
        deck=drawn.deck,
        discard=drawn.discard,
        last=state.last or drawn.exhausted,
        turn=turn,
        actor=turn,
    )
    return Resolved(after, drawn)


def starting_cards(state: State, choice: Cup) -> Heap:
    """Return the starting cards of an entered cup: two letters, or the whole cup (1.9)."""
    entered = heap(choice.cards)
    if len(choice.cards) == CUP_START:
        return entered
    return minus(entered, state.cups_known[choice.seat])


def _tell_cup(state: State, choice: Cup) -> State:
    cards = starting_cards(state, choice)
    entered = (cards, state.cups_told[1]) if choice.seat == 0 else (state.cups_told[0], cards)
    return replace(state, cups_told=entered, phase="cups" if None in entered else "over")


def agree(state: State, agreement: str, seat: int) -> State:
    """Return the state after an agreement; `end` asks for the cups first (M18)."""
    closed = replace(state, phase="over", claim=None, final=False, actor=state.turn)
    if agreement == "end" and state.phase != "cups":
        return replace(closed, phase="cups")
    if state.dealt is not None:
        closed = replace(closed, cups_told=state.dealt.cups)
    if agreement == "end":
        return closed
    return replace(closed, resigned=seat) if agreement == "resign" else replace(closed, drawn=True)


def _with_hand(state: State, size: int) -> tuple[int, int]:
    return (size, state.hands[1]) if state.actor == 0 else (state.hands[0], size)


def _with_laid(state: State, colour: str, count: int) -> Heaps:
    return swap(state.laid, state.actor, add(state.laid[state.actor], colour, count))


def _with_fields(state: State, mandala: int, pair: Heaps) -> tuple[Heaps, Heaps]:
    return (pair, state.fields[1]) if mandala == 0 else (state.fields[0], pair)
