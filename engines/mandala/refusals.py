"""Why a choice is refused: the checks of Mandala 1.4 in their order, and what is possible."""

from __future__ import annotations

from collections.abc import Mapping

from engines.contract import Fact, Reason, Seat, Term
from engines.mandala.cards import COLOURS, INDEX, Heap, colour_term, heap, letters, mandala_term
from engines.mandala.choices import Action, Build, Choice, Claim, Cup, Discard, Flip, Grow, write
from engines.mandala.rules import legal, may_empty_hand, starting_cards
from engines.mandala.state import CUP_START, Table, asked, may_turn_up, turned_up, unseen


def explain(
    table: Table, choice: Choice, seat: int | None = None, held: Heap | None = None
) -> Reason | None:
    """Return the first failing check; `held` is the acting hand where it is known."""
    refusal = _refuse(table, choice, seat, held)
    if refusal is None:
        return None
    code, facts = refusal
    instead = None
    # What the table tells has no nearest truth, and a seat not on turn no choice at all.
    if table.phase in ("play", "claim") and seat in (None, table.actor):
        instead = nearest(legal(table, held), choice)
    return Reason(code, facts, instead)


Refusal = tuple[str, Mapping[str, Fact]]


def nearest(choices: list[Choice], refused: Choice) -> str | None:
    """Return the choice most like the refused one: same colour, action, mandala, count."""
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


def pending(table: Table) -> Refusal:
    """Return the refusal that names the open question."""
    number = asked(table)
    flip = table.phase == "flip"
    about: Fact = mandala_term(number) if flip else Seat(number)
    example = write(Flip(number, "RG") if flip else Cup(number, "RG"))
    question = Term("question", table.phase)
    return "ANSWER_PENDING", {"question": question, "about": about, "example": example}


def _refuse(table: Table, choice: Choice, seat: int | None, held: Heap | None) -> Refusal | None:
    actor = Seat(table.actor)
    if table.phase == "over":
        return "GAME_OVER", {}
    if table.phase in ("flip", "cups"):
        return _refuse_answer(table, choice)
    if isinstance(choice, Flip | Cup):
        return "NOTHING_ASKED", {"turn": actor}
    if table.phase == "play" and isinstance(choice, Claim):
        return "NOTHING_TO_CLAIM", {"turn": actor}
    if table.claim is not None and not isinstance(choice, Claim):
        return "CLAIM_PENDING", {"mandala": mandala_term(table.claim), "turn": actor}
    if seat not in (None, table.actor):
        assert seat is not None
        return "NOT_YOUR_TURN", {"turn": actor, "seat": Seat(seat)}
    if isinstance(choice, Build | Grow) and choice.mandala not in (0, 1):
        return "BAD_MANDALA", {"mandala": choice.mandala + 1}
    if choice.colour not in INDEX:
        return _bad_colour(choice.colour)
    if isinstance(choice, Claim):
        return _refuse_claim(table, choice)
    if _count(choice) < 1:
        return "BAD_COUNT", {"count": _count(choice), "expected": Term("expected", "any")}
    return _refuse_cards(table, choice, held) or _refuse_place(table, choice)


def _bad_colour(letter: str) -> Refusal:
    return "BAD_COLOUR", {"colour": letter, "colours": tuple(COLOURS)}


def _refuse_answer(table: Table, choice: Choice) -> Refusal | None:
    """Check what the table told (F, H)."""
    about = asked(table)
    if table.phase == "flip" and isinstance(choice, Flip) and choice.mandala == about:
        if foreign := _foreign(choice.cards):
            return _bad_colour(foreign)
        needed = turned_up(table)
        if len(choice.cards) != needed:
            expected = Term("expected", needed)
            return "BAD_COUNT", {"count": len(choice.cards), "expected": expected}
        return _refuse_hidden(heap(choice.cards), may_turn_up(table))
    if table.phase == "cups" and isinstance(choice, Cup) and choice.seat == about:
        if foreign := _foreign(choice.cards):
            return _bad_colour(foreign)
        start = starting_cards(table, choice)
        if min(start) < 0 or sum(start) != CUP_START:
            claimed = letters(table.cups_known[about]) or Term("cards", "none")
            return (
                "CUP_MISMATCH",
                {"seat": Seat(about), "told": choice.cards, "claimed": claimed},
            )
        return _refuse_hidden(start, unseen(table))
    return pending(table)


def _foreign(cards: str) -> str:
    """Return the first letter that is no colour."""
    return next((letter for letter in cards if letter not in INDEX), "")


def _refuse_hidden(cards: Heap, hidden: Heap) -> Refusal | None:
    """Refuse a 19th card of a colour."""
    for colour, count, left in zip(COLOURS, cards, hidden, strict=True):
        if count > max(left, 0):
            return _unseen_exceeded(colour, count, left)
    return None


def _unseen_exceeded(colour: str, count: int, left: int) -> Refusal:
    facts: dict[str, Fact] = {"colour": colour_term(colour), "count": count, "left": max(left, 0)}
    return "UNSEEN_EXCEEDED", facts


def _refuse_claim(table: Table, choice: Claim) -> Refusal | None:
    assert table.claim is not None
    mountain = table.mountains[table.claim]
    if mountain[INDEX[choice.colour]]:
        return None
    there = tuple(colour_term(letter) for letter in COLOURS if mountain[INDEX[letter]])
    return (
        "COLOUR_NOT_IN_MOUNTAIN",
        {
            "colour": colour_term(choice.colour),
            "mandala": mandala_term(table.claim),
            "colours": there,
        },
    )


def _refuse_cards(table: Table, choice: Action, held: Heap | None) -> Refusal | None:
    """Check that the hand holds the cards, or could hold them."""
    count, at = _count(choice), INDEX[choice.colour]
    colour = colour_term(choice.colour)
    if held is not None:
        if count <= held[at]:
            return None
        return "NOT_IN_HAND", {"colour": colour, "count": count, "held": held[at]}
    hand = table.hands[table.actor]
    if count > hand:
        return "HAND_TOO_SMALL", {"count": count, "hand": hand}
    left = unseen(table)[at]
    return _unseen_exceeded(choice.colour, count, left) if count > left else None


def _refuse_place(table: Table, choice: Action) -> Refusal | None:
    """Check the colour rule and that a card stays in hand."""
    if isinstance(choice, Discard):
        return None
    me, at = table.actor, INDEX[choice.colour]
    mine, theirs = table.fields[choice.mandala][me], table.fields[choice.mandala][1 - me]
    where: dict[str, Fact] = {
        "colour": colour_term(choice.colour),
        "mandala": mandala_term(choice.mandala),
    }
    if isinstance(choice, Build) and mine[at]:
        return "COLOUR_IN_OWN_FIELD", where
    if isinstance(choice, Grow) and table.mountains[choice.mandala][at]:
        return "COLOUR_IN_MOUNTAIN", where
    if theirs[at]:
        return "COLOUR_IN_OPP_FIELD", {**where, "opponent": Seat(1 - me)}
    hand = table.hands[me]
    left = hand - _count(choice)
    if left < 1 if isinstance(choice, Grow) else not may_empty_hand(table, left):
        return "MUST_KEEP_ONE", {"count": _count(choice), "hand": hand}
    return None
