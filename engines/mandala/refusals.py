"""Reasons for refusals: the checks of Mandala 1.4 in order, with the nearest legal choice."""

from __future__ import annotations

from collections.abc import Mapping

from engines.engine import Fact, Reason, Seat, Term
from engines.mandala.cards import COLOURS, INDEX, Heap, colour_term, heap, letters, mandala_term
from engines.mandala.choices import Action, Build, Choice, Claim, Cup, Discard, Flip, Grow
from engines.mandala.notation import write
from engines.mandala.rules import dealer, legal, may_empty_hand, starting_cards
from engines.mandala.state import (
    CUP_START,
    State,
    acting_hand,
    asked,
    may_turn_up,
    turned_up,
    unseen,
)


def explain(state: State, choice: Choice, seat: int | None = None) -> Reason | None:
    """Return the first failing check; None if the choice is legal."""
    refusal = _refuse(state, choice, seat)
    if refusal is None and dealer(state) not in (None, choice):
        refusal = pending(state)
    if refusal is None:
        return None
    code, facts = refusal
    instead = None
    # An answer of the table has no nearest alternative, and a seat not on turn has no choice.
    if state.phase in ("play", "claim") and seat in (None, state.actor):
        instead = nearest(legal(state), choice)
    return Reason(code, facts, instead)


Refusal = tuple[str, Mapping[str, Fact]]


def nearest(choices: list[Choice], refused: Choice) -> str | None:
    """Return the choice most similar to the refused one: colour, action, mandala, count."""
    if isinstance(refused, Flip | Cup) or not choices:
        return None

    def likeness(choice: Choice) -> tuple[int, int]:
        same = (
            4 * (_colour(choice) == _colour(refused))
            + 2 * (type(choice) is type(refused))
            + (_mandala(choice) == _mandala(refused))
        )
        return same, -abs(_count(choice) - _count(refused))

    return write(max(choices, key=likeness))


def _colour(choice: Choice) -> str:
    return choice.colour if isinstance(choice, Action | Claim) else ""


def _mandala(choice: Choice) -> int | None:
    return choice.mandala if isinstance(choice, Build | Grow) else None


def _count(choice: Choice) -> int:
    return choice.count if isinstance(choice, Grow | Discard) else 1


def pending(state: State) -> Refusal:
    """Return the refusal that names the open question."""
    number = asked(state)
    flip = state.phase == "flip"
    about: Fact = mandala_term(number) if flip else Seat(number)
    question = Term("question", state.phase)
    return "ANSWER_PENDING", {"question": question, "about": about}


def _refuse(state: State, choice: Choice, seat: int | None) -> Refusal | None:
    actor = Seat(state.actor)
    if state.phase == "over":
        return "GAME_OVER", {}
    if state.phase in ("flip", "cups"):
        return _refuse_answer(state, choice)
    if isinstance(choice, Flip | Cup):
        return "NOTHING_ASKED", {"turn": actor}
    if state.phase == "play" and isinstance(choice, Claim):
        return "NOTHING_TO_CLAIM", {"turn": actor}
    if state.claim is not None and not isinstance(choice, Claim):
        return "CLAIM_PENDING", {"mandala": mandala_term(state.claim), "turn": actor}
    if seat not in (None, state.actor):
        assert seat is not None
        return "NOT_YOUR_TURN", {"turn": actor, "seat": Seat(seat)}
    if isinstance(choice, Build | Grow) and choice.mandala not in (0, 1):
        return "BAD_MANDALA", {"mandala": choice.mandala + 1}
    if choice.colour not in INDEX:
        return _bad_colour(choice.colour)
    if isinstance(choice, Claim):
        return _refuse_claim(state, choice)
    if _count(choice) < 1:
        return "BAD_COUNT", {"count": _count(choice), "expected": Term("expected", "any")}
    return _refuse_cards(state, choice) or _refuse_place(state, choice)


def _bad_colour(letter: str) -> Refusal:
    return "BAD_COLOUR", {"colour": letter, "colours": tuple(COLOURS)}


def _refuse_answer(state: State, choice: Choice) -> Refusal | None:
    """Return why an answer of the table (F, H) is refused, or None."""
    about = asked(state)
    if state.phase == "flip" and isinstance(choice, Flip) and choice.mandala == about:
        if foreign := _foreign(choice.cards):
            return _bad_colour(foreign)
        needed = turned_up(state)
        if len(choice.cards) != needed:
            expected = Term("expected", needed)
            return "BAD_COUNT", {"count": len(choice.cards), "expected": expected}
        return _refuse_hidden(heap(choice.cards), may_turn_up(state))
    if state.phase == "cups" and isinstance(choice, Cup) and choice.seat == about:
        if foreign := _foreign(choice.cards):
            return _bad_colour(foreign)
        start = starting_cards(state, choice)
        if min(start) < 0 or sum(start) != CUP_START:
            claimed = letters(state.cups_known[about]) or Term("cards", "none")
            return (
                "CUP_MISMATCH",
                {"seat": Seat(about), "told": choice.cards, "claimed": claimed},
            )
        return _refuse_hidden(start, unseen(state))
    return pending(state)


def _foreign(cards: str) -> str:
    """Return the first letter that is not a colour."""
    return next((letter for letter in cards if letter not in INDEX), "")


def _refuse_hidden(cards: Heap, hidden: Heap) -> Refusal | None:
    """Return the refusal of a 19th card of a colour, or None."""
    for colour, count, left in zip(COLOURS, cards, hidden, strict=True):
        if count > max(left, 0):
            return _unseen_exceeded(colour, count, left)
    return None


def _unseen_exceeded(colour: str, count: int, left: int) -> Refusal:
    facts: dict[str, Fact] = {"colour": colour_term(colour), "count": count, "left": max(left, 0)}
    return "UNSEEN_EXCEEDED", facts


def _refuse_claim(state: State, choice: Claim) -> Refusal | None:
    assert state.claim is not None
    mountain = state.mountains[state.claim]
    if mountain[INDEX[choice.colour]]:
        return None
    there = tuple(colour_term(letter) for letter in COLOURS if mountain[INDEX[letter]])
    return (
        "COLOUR_NOT_IN_MOUNTAIN",
        {
            "colour": colour_term(choice.colour),
            "mandala": mandala_term(state.claim),
            "colours": there,
        },
    )


def _refuse_cards(state: State, choice: Action) -> Refusal | None:
    """Return why the hand cannot contain the cards, or None."""
    count, at = _count(choice), INDEX[choice.colour]
    colour = colour_term(choice.colour)
    if (held := acting_hand(state)) is not None:
        if count <= held[at]:
            return None
        return "NOT_IN_HAND", {"colour": colour, "count": count, "held": held[at]}
    hand = state.hands[state.actor]
    if count > hand:
        return "HAND_TOO_SMALL", {"count": count, "hand": hand}
    left = unseen(state)[at]
    return _unseen_exceeded(choice.colour, count, left) if count > left else None


def _refuse_place(state: State, choice: Action) -> Refusal | None:
    """Return why the colour rule or the rule to keep a card forbids a choice, or None."""
    if isinstance(choice, Discard):
        return None
    me, at = state.actor, INDEX[choice.colour]
    mine, theirs = state.fields[choice.mandala][me], state.fields[choice.mandala][1 - me]
    where: dict[str, Fact] = {
        "colour": colour_term(choice.colour),
        "mandala": mandala_term(choice.mandala),
    }
    if isinstance(choice, Build) and mine[at]:
        return "COLOUR_IN_OWN_FIELD", where
    if isinstance(choice, Grow) and state.mountains[choice.mandala][at]:
        return "COLOUR_IN_MOUNTAIN", where
    if theirs[at]:
        return "COLOUR_IN_OPP_FIELD", {**where, "opponent": Seat(1 - me)}
    hand = state.hands[me]
    left = hand - _count(choice)
    if left < 1 if isinstance(choice, Grow) else not may_empty_hand(state, left):
        return "MUST_KEEP_ONE", {"count": _count(choice), "hand": hand}
    return None
