"""Why a legal choice is legal or forced, and reports of choices made.

The reason comes first, then the consequences.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.engine import Fact, Message, Seat, Term
from engines.mandala.cards import EMPTY, INDEX, colour_term, mandala_term
from engines.mandala.choices import Build, Choice, Claim, Cup, Discard, Flip, Grow
from engines.mandala.rules import legal, may_empty_hand, resolve
from engines.mandala.state import State, is_complete, public


def grounds(state: State, choice: Choice) -> tuple[Message, ...]:
    """Return the rule that allows a choice, or why there is no other."""
    return tuple(_grounds(public(state), choice))


def report(state: State, choice: Choice, _seat: int | None) -> Message:
    """Return the report of a choice and who made it."""
    seat = Seat(state.actor)
    match choice:
        case Build(mandala, colour):
            place = Term("mountain", mandala)
            return Message(
                "report.A", {"seat": seat, "place": place, "colour": colour_term(colour)}
            )
        case Grow(mandala, colour, count):
            place = Term("field", mandala)
            return Message("report.B", {**_cards(seat, colour, count), "place": place})
        case Discard(colour, count):
            return Message("report.C", _cards(seat, colour, count))
        case Claim(colour):
            assert state.claim is not None
            count = state.mountains[state.claim][INDEX[colour]]
            return Message("report.T", _cards(seat, colour, count))
        case Flip(mandala, cards):
            place = Term("mountain", mandala)
            return Message("report.F", {"place": place, "cards": _colours(cards)})
        case Cup(owner, cards):
            return Message("report.H", {"seat": Seat(owner), "cards": _colours(cards)})


def _cards(seat: Seat, colour: str, count: int) -> dict[str, Fact]:
    return {"seat": seat, "count": count, "colour": colour_term(colour)}


def _colours(cards: str) -> Fact:
    return tuple(colour_term(card) for card in cards)


def _grounds(state: State, choice: Choice) -> Iterator[Message]:
    match choice:
        case Build(mandala, colour):
            yield Message("grounds.A", _place(mandala, colour))
            drawn = resolve(state, choice).draw
            assert drawn is not None
            yield Message("grounds.draw", {"count": drawn.taken})
            yield from _sixth(state, choice)
        case Grow(mandala, colour):
            yield Message("grounds.B", _place(mandala, colour))
            yield Message("grounds.keep")
            yield from _sixth(state, choice)
        case Discard():
            yield Message("grounds.C" if _may_lay(state) else "grounds.C_only")
        case Claim(colour):
            yield from _claim(state, colour)
        case Flip(mandala, cards):
            code = "grounds.F" if len(cards) > 1 else "grounds.F_one"
            yield Message(code, {"mandala": mandala_term(mandala)})
        case Cup(seat):
            yield Message("grounds.H", {"seat": Seat(seat)})


def _place(mandala: int, colour: str) -> dict[str, Fact]:
    return {"colour": colour_term(colour), "mandala": mandala_term(mandala)}


def _sixth(state: State, choice: Build | Grow) -> Iterator[Message]:
    """Return that a card completes a mandala, if so."""
    if resolve(state, choice).state.phase != "play":
        yield Message("grounds.sixth", {"mandala": mandala_term(choice.mandala)})


def _may_lay(state: State) -> bool:
    """Return whether anything besides discarding may be possible."""
    if may_empty_hand(state, state.hands[state.actor] - 1):
        return True
    return any(not isinstance(choice, Discard) for choice in legal(state))


def _claim(state: State, colour: str) -> Iterator[Message]:
    assert state.claim is not None
    me, mandala = state.actor, state.claim
    mountain, fields = state.mountains[mandala], state.fields[mandala]
    who: dict[str, Fact] = {"seat": Seat(me)}
    if sum(count > 0 for count in mountain) == 1:
        yield Message("grounds.T_last", {"colour": colour_term(colour)})
    elif not is_complete(state, mandala):
        yield Message("grounds.T_turns", who)
    elif sum(fields[me]) > sum(fields[1 - me]):
        counts: dict[str, Fact] = {"count": sum(fields[me]), "other": sum(fields[1 - me])}
        yield Message("grounds.T_more", {**who, **counts})
    else:
        yield Message("grounds.T_tie", who)
    if fields[me] == EMPTY:
        yield Message("grounds.T_lost")
    elif colour in state.rivers[me]:
        yield Message("grounds.T_cup")
    else:
        yield Message("grounds.T_river", {"slot": len(state.rivers[me]) + 1})
