"""What may be chosen and what it does: the rules, written once for both kinds of table.

`resolve` works on the public table and says which cards were drawn only as a count; the full
table reads that count and moves the cards it holds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.mandala.cards import COLOURS, EMPTY, Heap, add, heap, minus, plus, swap
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
from engines.mandala.state import (
    CUP_START,
    DRAWN_BY_BUILDING,
    HAND_LIMIT,
    RIVER_SLOTS,
    Heaps,
    Table,
    asked,
    is_complete,
    may_hold,
    may_turn_up,
    turned_up,
    unseen,
)


@dataclass(frozen=True, slots=True)
class Draw:
    """What drawing did to deck and discard pile.

    A discard pile is shuffled under an empty deck only, and at most once in a draw, so the
    cards drawn are the first `taken` of the old deck followed by the `shuffled` pile.
    """

    taken: int
    deck: int
    discard: Heap
    exhausted: bool
    shuffled: Heap = EMPTY


def draw(deck: int, discard: Heap, wanted: int) -> Draw:
    """Draw card by card (Mandala 1.4, M6)."""
    taken = 0
    exhausted = False
    shuffled = EMPTY
    while taken < wanted:
        if deck == 0:
            if discard == EMPTY:
                break
            deck, shuffled, discard = sum(discard), discard, EMPTY
        deck -= 1
        taken += 1
        if deck == 0:
            exhausted = True
            if discard != EMPTY:
                deck, shuffled, discard = sum(discard), discard, EMPTY
    return Draw(taken, deck, discard, exhausted, shuffled)


# --- what may be chosen ---------------------------------------------------------------------


def legal(table: Table, held: Heap | None = None) -> list[Choice]:
    """List the choices; `held` is the acting hand where it is known."""
    match table.phase:
        case "play":
            return _actions(table, may_hold(table) if held is None else held)
        case "claim":
            assert table.claim is not None
            mountain = table.mountains[table.claim]
            return [claim for claim, count in zip(CLAIMS, mountain, strict=True) if count]
        case "flip":
            fitting = _fitting(turned_up(table), may_turn_up(table))
            return [Flip(asked(table), cards) for cards in fitting]
        case "cups":
            return [Cup(asked(table), cards) for cards in _fitting(CUP_START, unseen(table))]
        case _:
            return []


def _actions(table: Table, held: Heap) -> list[Choice]:
    """List A, B and C: by mandala, colour and count."""
    me = table.actor
    size = table.hands[me]
    choices: list[Choice] = []
    if may_empty_hand(table, size - 1):
        for mandala, (field0, field1) in enumerate(table.fields):
            for at, build in enumerate(BUILDS[mandala]):
                if held[at] and not field0[at] and not field1[at]:
                    choices.append(build)
    if size > 1:
        for mandala, fields in enumerate(table.fields):
            mountain, theirs = table.mountains[mandala], fields[1 - me]
            for at, grows in enumerate(GROWS[mandala]):
                if not mountain[at] and not theirs[at]:
                    choices += grows[: min(held[at], size - 1)]
    for at, discards in enumerate(DISCARDS):
        choices += discards[: held[at]]
    return choices


def may_empty_hand(table: Table, left: int) -> bool:
    """Say whether building may leave so many cards: none only if one can be drawn (M9)."""
    return left > 0 or table.deck > 0 or table.discard != EMPTY


def _fitting(count: int, hidden: Heap) -> list[str]:
    """List the colours that so many cards can have, given what is hidden."""
    return [
        cards
        for cards in ANSWERS[count]
        if all(
            cards.count(letter) <= max(have, 0)
            for letter, have in zip(COLOURS, hidden, strict=True)
        )
    ]


# --- what a choice does ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Resolved:
    """The table after a choice, and what was drawn on the way."""

    table: Table
    draw: Draw | None = None


def resolve(table: Table, choice: Choice) -> Resolved:
    """Carry out a choice that is known to be legal."""
    match choice:
        case Build():
            return _build(table, choice)
        case Grow():
            return Resolved(_grow(table, choice))
        case Discard():
            return _discard(table, choice)
        case Claim():
            return Resolved(_claim(table, choice.colour))
        case Flip():
            return _flip(table, choice)
        case Cup():
            return Resolved(_tell_cup(table, choice))


def _build(table: Table, choice: Build) -> Resolved:
    """Action A: lay a card, draw up to three, then check the mandala."""
    mandala, me = choice.mandala, table.actor
    mountain = add(table.mountains[mandala], choice.colour, 1)
    left = table.hands[me] - 1
    drawn = draw(table.deck, table.discard, min(DRAWN_BY_BUILDING, HAND_LIMIT - left))
    after = replace(
        table,
        mountains=swap(table.mountains, mandala, mountain),
        hands=_with_hand(table, left + drawn.taken),
        deck=drawn.deck,
        discard=drawn.discard,
        last=table.last or drawn.exhausted,
        laid=_with_laid(table, choice.colour, 1),
    )
    return Resolved(_check_complete(after, mandala, table.last), drawn)


def _grow(table: Table, choice: Grow) -> Table:
    """Action B: lay cards in the own field, then check the mandala."""
    mandala, me = choice.mandala, table.actor
    fields = table.fields[mandala]
    grown = swap(fields, me, add(fields[me], choice.colour, choice.count))
    after = replace(
        table,
        fields=_with_fields(table, mandala, grown),
        hands=_with_hand(table, table.hands[me] - choice.count),
        laid=_with_laid(table, choice.colour, choice.count),
    )
    return _check_complete(after, mandala, table.last)


def _discard(table: Table, choice: Discard) -> Resolved:
    """Action C: lay cards on the discard pile, draw as many (M15: the pile includes them)."""
    left = table.hands[table.actor] - choice.count
    drawn = draw(table.deck, add(table.discard, choice.colour, choice.count), choice.count)
    after = replace(
        table,
        hands=_with_hand(table, left + drawn.taken),
        deck=drawn.deck,
        discard=drawn.discard,
        last=table.last or drawn.exhausted,
        laid=_with_laid(table, choice.colour, choice.count),
        turn=1 - table.turn,
        actor=1 - table.turn,
    )
    return Resolved(after, drawn)


def _check_complete(table: Table, mandala: int, was_last: bool) -> Table:
    """End the turn, or begin the destruction of a complete mandala (Mandala 1.5, M7, M8)."""
    if not is_complete(table, mandala):
        return replace(table, turn=1 - table.turn, actor=1 - table.turn)
    final = was_last if table.strict_next else table.last
    mine, theirs = (sum(table.fields[mandala][seat]) for seat in (table.turn, 1 - table.turn))
    if mine == theirs == 0:
        cleared = replace(
            table,
            mountains=swap(table.mountains, mandala, EMPTY),
            discard=plus(table.discard, table.mountains[mandala]),
        )
        return _finish(cleared, mandala, final)
    first = table.turn if mine > theirs else 1 - table.turn
    return replace(table, phase="claim", claim=mandala, actor=first, final=final)


def _claim(table: Table, colour: str) -> Table:
    """Take all cards of a colour from the mountain (Mandala 1.5, 2)."""
    mandala, me = table.claim, table.actor
    assert mandala is not None
    mountain = table.mountains[mandala]
    count = mountain[COLOURS.index(colour)]
    rest = add(mountain, colour, -count)
    rivers, cups, discard = table.rivers, table.cups_known, table.discard
    if table.fields[mandala][me] == EMPTY:
        discard = add(discard, colour, count)
    elif colour in rivers[me]:
        cups = swap(cups, me, add(cups[me], colour, count))
    else:
        longer = rivers[me] + colour
        rivers = (longer, rivers[1]) if me == 0 else (rivers[0], longer)
        cups = swap(cups, me, add(cups[me], colour, count - 1))
    after = replace(
        table,
        mountains=swap(table.mountains, mandala, rest),
        rivers=rivers,
        cups_known=cups,
        discard=discard,
        actor=1 - me,
    )
    return after if rest != EMPTY else _finish(after, mandala, table.final)


def _finish(table: Table, mandala: int, final: bool) -> Table:
    """Clear the fields of a destroyed mandala; the game ends or the mountain is refilled."""
    field0, field1 = table.fields[mandala]
    over = final or any(len(river) == RIVER_SLOTS for river in table.rivers)
    return replace(
        table,
        phase="cups" if over else "flip",
        claim=None if over else mandala,
        final=False,
        actor=table.turn,
        fields=_with_fields(table, mandala, (EMPTY, EMPTY)),
        discard=plus(table.discard, plus(field0, field1)),
    )


def _flip(table: Table, choice: Flip) -> Resolved:
    """Turn cards up on a mountain; after a destruction the completer's opponent is next (M10)."""
    drawn = draw(table.deck, table.discard, len(choice.cards))
    mountains = swap(table.mountains, choice.mandala, heap(choice.cards))
    opening = table.claim is None
    turn = table.turn if opening else 1 - table.turn
    after = replace(
        table,
        phase="flip" if EMPTY in mountains else "play",
        claim=None,
        mountains=mountains,
        deck=drawn.deck,
        discard=drawn.discard,
        last=table.last or drawn.exhausted,
        turn=turn,
        actor=turn,
    )
    return Resolved(after, drawn)


def starting_cards(table: Table, choice: Cup) -> Heap:
    """Return the starting cards a told cup means: two letters, or the whole cup (1.9)."""
    told = heap(choice.cards)
    if len(choice.cards) == CUP_START:
        return told
    return minus(told, table.cups_known[choice.seat])


def _tell_cup(table: Table, choice: Cup) -> Table:
    cards = starting_cards(table, choice)
    told = (cards, table.cups_told[1]) if choice.seat == 0 else (table.cups_told[0], cards)
    return replace(table, cups_told=told, phase="cups" if None in told else "over")


def agree(table: Table, agreement: str, seat: int) -> Table:
    """Return the table after an agreement; `end` asks for the cups first (M18)."""
    closed = replace(table, phase="over", claim=None, final=False, actor=table.turn)
    match agreement:
        case "resign":
            return replace(closed, resigned=seat)
        case "draw":
            return replace(closed, drawn=True)
        case _:
            return closed if table.phase == "cups" else replace(closed, phase="cups")


def _with_hand(table: Table, size: int) -> tuple[int, int]:
    return (size, table.hands[1]) if table.actor == 0 else (table.hands[0], size)


def _with_laid(table: Table, colour: str, count: int) -> Heaps:
    return swap(table.laid, table.actor, add(table.laid[table.actor], colour, count))


def _with_fields(table: Table, mandala: int, pair: Heaps) -> tuple[Heaps, Heaps]:
    return (pair, table.fields[1]) if mandala == 0 else (table.fields[0], pair)
