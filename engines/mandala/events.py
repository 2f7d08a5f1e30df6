"""What happened, and descriptions of choices."""

from __future__ import annotations

from collections.abc import Iterator

from engines.engine import Fact, Message, Seat
from engines.mandala.cards import EMPTY, INDEX, DrawnCards, colour_term, mandala_term
from engines.mandala.choices import Build, Choice, Claim, Cup, Discard, Flip, Grow
from engines.mandala.rules import resolve
from engines.mandala.scoring import outcome
from engines.mandala.state import RIVER_SLOTS, State


def events(before: State, choice: Choice | None, after: State) -> tuple[Message, ...]:
    """Return what a choice, or an agreement (None), did; drawn cards are only counted."""
    happened = list(_agreed(after) if choice is None else _chosen(before, choice, after))
    result = outcome(after)
    if result is not None:
        happened.append(result.why)
    return tuple(happened)


def _agreed(after: State) -> Iterator[Message]:
    if after.resigned is None and not after.drawn:
        yield Message("agreed_end")


def _chosen(before: State, choice: Choice, after: State) -> Iterator[Message]:
    me = Seat(before.actor)
    match choice:
        case Flip(mandala, cards):
            yield Message("turned_up", {"mandala": mandala_term(mandala), "cards": _names(cards)})
        case Build(mandala, colour):
            place = {"colour": colour_term(colour), "mandala": mandala_term(mandala)}
            yield Message("built", {"seat": me, **place})
        case Grow(mandala, colour, count):
            place = {"colour": colour_term(colour), "mandala": mandala_term(mandala)}
            yield Message("grown", {"seat": me, "count": count, **place})
        case Discard(colour, count):
            facts: dict[str, Fact] = {"seat": me, "count": count, "colour": colour_term(colour)}
            yield Message("discarded", facts)
        case Claim(colour):
            yield from _claimed(before, colour)
        case Cup(seat, cards):
            yield Message("cup_told", {"seat": Seat(seat), "cards": _names(cards)})
    drawn = resolve(before, choice).draw
    if drawn is not None:
        yield from _drawn(before, choice, drawn)
    if isinstance(choice, Build | Grow | Claim):
        yield from _destruction(before, choice, after)


def _claimed(before: State, colour: str) -> Iterator[Message]:
    """Return where the cards of a claimed colour go."""
    assert before.claim is not None
    me, river = before.actor, before.rivers[before.actor]
    count = before.mountains[before.claim][INDEX[colour]]
    facts: dict[str, Fact] = {"seat": Seat(me), "colour": colour_term(colour)}
    if before.fields[before.claim][me] == EMPTY:
        yield Message("claimed_lost", {**facts, "count": count})
        return
    if colour not in river:
        count -= 1
        yield Message("claimed_river", {**facts, "slot": len(river) + 1})
    if count:
        yield Message("claimed_cup", {**facts, "count": count})
    if colour not in river and len(river) + 1 == RIVER_SLOTS:
        yield Message("river_full", {"seat": Seat(me)})


def _drawn(before: State, choice: Choice, drawn: DrawnCards) -> Iterator[Message]:
    if not isinstance(choice, Flip):
        yield Message("drew", {"seat": Seat(before.actor), "count": drawn.taken})
    if drawn.shuffled != EMPTY:
        yield Message("reshuffled", {"count": sum(drawn.shuffled)})
    if drawn.exhausted and not before.last:
        yield Message("deck_exhausted")


def _destruction(before: State, choice: Build | Grow | Claim, after: State) -> Iterator[Message]:
    """Return that a mandala was completed, destroyed, or both."""
    mandala = before.claim if isinstance(choice, Claim) else choice.mandala
    assert mandala is not None
    facts: dict[str, Fact] = {"mandala": mandala_term(mandala)}
    if after.phase == "claim":
        if before.phase != "claim":
            yield Message("completed", {**facts, "first": Seat(after.actor)})
        return
    if after.phase in ("flip", "cups"):
        if before.phase != "claim":
            yield Message("mountain_lost", facts)
        yield Message("destroyed", facts)
    if after.phase == "flip" and after.deck == 0 and after.discard != EMPTY:
        yield Message("shuffle_first")
    if after.phase == "cups":
        yield Message("play_ended")


def _names(cards: str) -> tuple[Fact, ...]:
    return tuple(colour_term(card) for card in cards)


def describe(_: State, choice: Choice) -> Message:
    """Return the description of a choice."""
    match choice:
        case Flip(mandala, cards):
            facts: dict[str, Fact] = {"mandala": mandala_term(mandala), "cards": _names(cards)}
            return Message("describe.F", facts)
        case Build(mandala, colour):
            facts = {"mandala": mandala_term(mandala), "colour": colour_term(colour)}
            return Message("describe.A", facts)
        case Grow(mandala, colour, count):
            facts = {"mandala": mandala_term(mandala), "colour": colour_term(colour)}
            return Message("describe.B", {**facts, "count": count})
        case Discard(colour, count):
            return Message("describe.C", {"colour": colour_term(colour), "count": count})
        case Claim(colour):
            return Message("describe.T", {"colour": colour_term(colour)})
        case Cup(seat, cards):
            return Message("describe.H", {"seat": Seat(seat), "cards": _names(cards)})
