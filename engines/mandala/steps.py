"""Physical steps between two tables.

    place               holds                           item
    mountain.<k>        cards of mandala k, from 0      R O Y G P K
    field.<k>.<seat>    the field of a seat             R O Y G P K
    river.<seat>.<i>    one card, slot i from 1 to 6    R O Y G P K
    cup.<seat>          face down; claimed colours are  R O Y G P K, the starting cards `card`
                        known
    discard             face up, in no order            R O Y G P K, `card`: the whole pile
    hand.<seat>, deck   hidden, only counted            either
    box                 the pack of 108 cards           `card`

One choice, or its undo, gives the steps in their physical order. Any other change is derived from
the public cards of both tables and from what each hand played in between (`State.laid`). The
matching is specific to this game: cards pass through places of which only a count is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engines.engine import Fact, Message, Seat, Step, Term
from engines.mandala.cards import (
    ALL_CARDS,
    COLOURS,
    EMPTY,
    INDEX,
    DrawnCards,
    Heap,
    add,
    colour_term,
    heap,
    minus,
)
from engines.mandala.choices import Build, Choice, Claim, Discard, Flip, Grow
from engines.mandala.rules import legal, resolve
from engines.mandala.state import CUP_START, State, public
from engines.mandala.words import WORDS

CARD = "card"
HIDDEN = ("hand.0", "hand.1", "deck")


@dataclass(frozen=True, slots=True)
class _CardMove:
    """Cards that move: a step without its sentence."""

    item: str
    source: str
    target: str
    count: int
    says: str = ""
    """The code of its sentence, if the places do not determine it."""


def steps(before: State | None, after: State) -> tuple[Step, ...]:
    """Return the steps from one table to another; from the box if there was none."""
    after = public(after)
    before = None if before is None else public(before)
    if before is None:
        moves = list(_set_up(after))
    elif (choice := _link(before, after)) is not None:
        moves = list(_play(before, choice))
    elif (choice := _link(after, before)) is not None:
        drawn = resolve(after, choice).draw
        moves = _reverse(list(_play(after, choice)), EMPTY if drawn is None else drawn.shuffled)
    else:
        moves = list(_jump(before, after))
    return tuple(
        Step(move.item, move.source, move.target, _say(move), move.count)
        for move in moves
        if move.count
    )


def _link(before: State, after: State) -> Choice | None:
    """Return the choice that leads from one table to the other, or None."""
    if before.phase == "cups":
        return None
    laid = minus(after.laid[before.actor], before.laid[before.actor])
    for choice in legal(before):
        if _lays(choice) == laid and resolve(before, choice).state == after:
            return choice
    return None


def _lays(choice: Choice) -> Heap:
    """Return the cards that leave the hand with a choice."""
    match choice:
        case Build(_, colour):
            return add(EMPTY, colour, 1)
        case Grow(_, colour, count) | Discard(colour, count):
            return add(EMPTY, colour, count)
        case _:
            return EMPTY


# --- one choice -----------------------------------------------------------------------------


def _play(before: State, choice: Choice) -> Iterator[_CardMove]:
    """Yield the physical steps of one choice, in order."""
    result = resolve(before, choice)
    hand = f"hand.{before.actor}"
    mandala: int | None = None
    match choice:
        case Build(mandala, colour):
            yield _CardMove(colour, hand, f"mountain.{mandala}", 1)
        case Grow(mandala, colour, count):
            yield _CardMove(colour, hand, f"field.{mandala}.{before.actor}", count)
        case Discard(colour, count):
            yield _CardMove(colour, hand, "discard", count)
        case Claim(colour):
            mandala = before.claim
            yield from _take_claim(before, colour)
        case Flip():
            yield from _turn_up(before, choice)
    if result.draw is not None and not isinstance(choice, Flip):
        yield from _draw(hand, before.deck, result.draw)
    if mandala is not None and result.state.phase in ("flip", "cups"):
        yield from _clear(before, choice, mandala)


def _draw(hand: str, deck: int, drawn: DrawnCards) -> Iterator[_CardMove]:
    """Yield a draw: the old deck first, then the discard pile shuffled under it."""
    early = min(deck, drawn.taken)
    yield _CardMove(CARD, "deck", hand, early)
    yield _CardMove(CARD, "discard", "deck", sum(drawn.shuffled))
    yield _CardMove(CARD, "deck", hand, drawn.taken - early)


def _turn_up(before: State, choice: Flip) -> Iterator[_CardMove]:
    """Yield the cards turned up, and the shuffle if the old deck has none left."""
    drawn = resolve(before, choice).draw
    assert drawn is not None
    mountain = f"mountain.{choice.mandala}"
    early = choice.cards[: before.deck]
    # The next card can only be turned up after the shuffle, so it has happened already.
    says = "step.shuffle_refill" if len(early) < len(choice.cards) else ""
    yield from _heap_moves(heap(early), "deck", mountain)
    yield _CardMove(CARD, "discard", "deck", sum(drawn.shuffled), says)
    yield from _heap_moves(heap(choice.cards[len(early) :]), "deck", mountain)


def _take_claim(before: State, colour: str) -> Iterator[_CardMove]:
    assert before.claim is not None
    me, river = before.actor, before.rivers[before.actor]
    mountain = f"mountain.{before.claim}"
    count = before.mountains[before.claim][INDEX[colour]]
    if before.fields[before.claim][me] == EMPTY:
        yield _CardMove(colour, mountain, "discard", count, "step.lost")
    elif colour in river:
        yield _CardMove(colour, mountain, f"cup.{me}", count)
    else:
        yield _CardMove(colour, mountain, f"river.{me}.{len(river) + 1}", 1)
        yield _CardMove(colour, mountain, f"cup.{me}", count - 1)


def _clear(before: State, choice: Choice, mandala: int) -> Iterator[_CardMove]:
    """Yield a destroyed mandala going to the discard pile."""
    if isinstance(choice, Build):
        mountain = add(before.mountains[mandala], choice.colour, 1)
        yield from _heap_moves(mountain, f"mountain.{mandala}", "discard", "step.clear_mountain")
    for seat in (0, 1):
        field = f"field.{mandala}.{seat}"
        yield from _heap_moves(before.fields[mandala][seat], field, "discard", "step.clear_field")


def _heap_moves(cards: Heap, source: str, target: str, says: str = "") -> Iterator[_CardMove]:
    for colour, count in zip(COLOURS, cards, strict=True):
        yield _CardMove(colour, source, target, count, says)


def _reverse(moves: list[_CardMove], pile: Heap) -> list[_CardMove]:
    """Return the moves back; a shuffled pile is searched for in the deck, colour by colour."""
    back: list[_CardMove] = []
    for move in reversed(moves):
        if move.count and (move.source, move.target) == ("discard", "deck"):
            back += _heap_moves(pile, "deck", "discard")
        else:
            undone = _CardMove(move.item, move.target, move.source, move.count)
            back.append(replace(undone, says=BACK.get(_kinds(undone), "")))
    return back


# --- other changes --------------------------------------------------------------------------


def _set_up(after: State) -> Iterator[_CardMove]:
    """Yield a table from the box: the pack, the starting cups, then all public cards."""
    yield _CardMove(CARD, "box", "deck", ALL_CARDS)
    for seat in (0, 1):
        yield _CardMove(CARD, "deck", f"cup.{seat}", CUP_START)
    nothing = State("flip", 0, 0, ALL_CARDS - 2 * CUP_START, (0, 0), laid=after.laid)
    yield from _jump(nothing, after)


def _jump(before: State, after: State) -> Iterator[_CardMove]:
    """Yield moves between public places, then those through hands and deck."""
    open_moves: list[_CardMove] = []
    hidden_moves: list[_CardMove] = []
    river_moves: list[_CardMove] = []
    for move in _flows(before, after):
        if move.target.startswith("river") and move.source.startswith("river"):
            # Slots may be exchanged, so all are emptied before one is filled.
            open_moves.append(replace(move, target="discard"))
            river_moves.append(replace(move, source="discard"))
        elif move.target.startswith("river"):
            river_moves.append(move)
        elif move.source in HIDDEN:
            hidden_moves.append(move)
        else:
            open_moves.append(move)
    # A river is cleared from its end and filled from its beginning.
    open_moves.sort(key=lambda move: _row(move.source), reverse=True)
    river_moves.sort(key=lambda move: _row(move.target))
    yield from open_moves
    yield from _through_hands(before, after, open_moves, hidden_moves)
    yield from river_moves


def _row(place: str) -> str:
    """Return a sort key that is empty except for river slots."""
    return place if place.startswith("river") else ""


def _through_hands(
    before: State, after: State, done: list[_CardMove], moves: list[_CardMove]
) -> Iterator[_CardMove]:
    """Yield moves out of hands and deck, as far as each has the cards at that time."""
    holds = dict(zip(HIDDEN, (*before.hands, before.deck), strict=True))
    for move in done:
        if move.target in holds:
            holds[move.target] += move.count
    pending = [*_draws(before, after), *moves]
    while pending:
        left: list[_CardMove] = []
        for move in pending:
            now = min(move.count, holds[move.source])
            holds[move.source] -= now
            if move.target in holds:
                holds[move.target] += now
            yield replace(move, count=now)
            if now < move.count:
                left.append(replace(move, count=move.count - now))
        assert left != pending, "cards that nobody holds"
        pending = left


def _draws(before: State, after: State) -> Iterator[_CardMove]:
    """Yield the cards between deck and hands that were never shown: returned, then drawn."""
    for seat in (0, 1):
        laid = sum(after.laid[seat]) - sum(before.laid[seat])
        drawn = after.hands[seat] - before.hands[seat] + laid
        if drawn < 0:
            yield _CardMove(CARD, f"hand.{seat}", "deck", -drawn)
        elif drawn:
            yield _CardMove(CARD, "deck", f"hand.{seat}", drawn)


def _flows(before: State, after: State) -> Iterator[_CardMove]:
    """Yield, colour by colour, where public cards come from and where they go."""
    old, new = _open_places(before), _open_places(after)
    for at, colour in enumerate(COLOURS):
        gives: dict[str, int] = {}
        takes: dict[str, int] = {}
        changes = {
            place: new.get(place, EMPTY)[at] - old.get(place, EMPTY)[at]
            for place in sorted({*old, *new})
        }
        for seat in (0, 1):
            changes[f"hand.{seat}"] = before.laid[seat][at] - after.laid[seat][at]
        changes["deck"] = -sum(changes.values())
        for place, change in changes.items():
            if change > 0:
                takes[place] = change
            elif change < 0:
                gives[place] = -change
        yield from _match(colour, gives, takes)


def _match(colour: str, gives: dict[str, int], takes: dict[str, int]) -> Iterator[_CardMove]:
    """Yield moves from places that give to places that take; a field is fed by its owner."""
    for target, wanted in takes.items():
        missing = wanted
        owner = f"hand.{target[-1]}" if target.startswith("field") else ""
        first = [owner] if owner in gives else []
        for source in (*first, *gives):
            count = min(missing, gives[source])
            if count:
                gives[source] -= count
                missing -= count
                yield _CardMove(colour, source, target, count)


def _open_places(state: State) -> dict[str, Heap]:
    """Return the public cards of each place."""
    places = {"discard": state.discard}
    for each in (0, 1):
        places[f"mountain.{each}"] = state.mountains[each]
        places[f"cup.{each}"] = state.cups_known[each]
        for seat in (0, 1):
            places[f"field.{each}.{seat}"] = state.fields[each][seat]
        for slot, colour in enumerate(state.rivers[each], 1):
            places[f"river.{each}.{slot}"] = add(EMPTY, colour, 1)
    return places


# --- sentences ------------------------------------------------------------------------------

SAYINGS = {
    ("box", "deck"): "step.pack",
    ("deck", "hand"): "step.draw",
    ("hand", "deck"): "step.return",
    ("deck", "cup"): "step.cup",
    ("discard", "deck"): "step.shuffle",
    ("hand", "mountain"): "step.lay",
    ("hand", "field"): "step.lay",
    ("hand", "discard"): "step.lay",
    ("mountain", "hand"): "step.take_back",
    ("field", "hand"): "step.take_back",
    ("discard", "hand"): "step.take_back",
    ("deck", "mountain"): "step.turn_up",
    ("mountain", "river"): "step.to_river",
    ("mountain", "cup"): "step.to_cup",
}
"""The default sentence between two kinds of places."""
BACK = {
    ("mountain", "hand"): "step.back_in_hand",
    ("field", "hand"): "step.back_in_hand",
    ("discard", "hand"): "step.back_in_hand",
    ("hand", "deck"): "step.undraw",
    ("river", "mountain"): "step.off_river",
    ("cup", "mountain"): "step.out_of_cup",
    ("discard", "field"): "step.restore_field",
}
"""The sentences for undoing one choice: its player is known, because it is that player's turn."""


def _say(move: _CardMove) -> Message:
    """Return the sentence of a move with its facts."""
    kinds = _kinds(move)
    other = "step.find" if kinds[0] == "deck" else "step.move"
    code = move.says or SAYINGS.get(kinds, other)
    sentence = WORDS[code]
    facts = _facts(move, names_owner=code not in ("step.find", "step.move"))
    return Message(code, {name: facts[name] for name in facts if f"{{{name}}}" in sentence})


def _kinds(move: _CardMove) -> tuple[str, str]:
    return move.source.split(".")[0], move.target.split(".")[0]


def _facts(move: _CardMove, *, names_owner: bool) -> dict[str, Fact]:
    owners = [place for place in (move.source, move.target) if place in HIDDEN[:2]]
    owners += [p for p in (move.target, move.source) if p.startswith(("cup", "river", "field"))]
    facts: dict[str, Fact] = {"count": move.count}
    if move.item != CARD:
        facts["colour"] = colour_term(move.item)
    owner = None
    if owners:
        kind, *numbers = owners[0].split(".")
        owner = int(numbers[1] if kind == "field" else numbers[0])
        facts["seat"] = Seat(owner)
        if kind == "river":
            facts["slot"] = int(numbers[1])
    known = owner if names_owner else None
    return {**facts, "source": _name(move.source, known), "target": _name(move.target, known)}


def _name(place: str, owner: int | None) -> Fact:
    """Return the name of a place, with its owner unless that is mentioned already."""
    kind, *numbers = place.split(".")
    match kind, [int(number) for number in numbers]:
        case "mountain", [mandala]:
            return Term("mountain", mandala)
        case "field", [mandala, seat]:
            field = Term("field", mandala)
            return field if seat == owner else (Seat(seat), field)
        case "river", [seat, slot]:
            return (Seat(seat), Term("slot", slot))
        case _, [seat]:
            return (Seat(seat), Term("place", kind))
        case _:
            return Term("place", kind)
