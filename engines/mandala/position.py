"""Reads and writes the whole state as JSON, and checks one that was typed in.

The keys are those of the view, and those below. Only `phase`, `turn`, `deck`, `hands` and
`mountains` are required; the others default to empty.

    final       bool: the mandala being destroyed is the last one
    cups_told   the starting cards of each cup, entered after the end, else null
    laid        by seat, how many cards of each colour it ever played from the hand
    resigned    seat or null        drawn   bool: a draw was agreed

At a full table `deck` is a row of letters (the top card first), `hands` are letters, and there
are `cups` (the starting cards of each cup) and `shuffles` (how often so far). Its seed and the
options come from the start of the match.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines import shape
from engines.engine import Fact, Json, Reason, Seat, Start
from engines.json_reader import JsonReader, check_start
from engines.mandala.cards import (
    ALL_CARDS,
    COLOURS,
    EMPTY,
    PER_COLOUR,
    colour_term,
    heap,
    letters,
    mandala_term,
)
from engines.mandala.state import (
    CUP_START,
    HAND_LIMIT,
    PHASES,
    PLAYERS,
    RIVER_SLOTS,
    Dealt,
    State,
    is_complete,
    unseen,
)

NEEDED = ("phase", "turn", "deck", "hands", "mountains")
MANY = 10**9
"""More than any count of a real match."""

_CARDS = shape.Shape(lambda at: heap(at.letters(COLOURS, ALL_CARDS)), letters)
_RIVER = shape.Shape(lambda at: "".join(at.letters(COLOURS, RIVER_SLOTS)))
_PAIR = shape.listed(_CARDS, 2)
_SEAT = shape.nullable(shape.whole(0, 1))
OPEN: shape.Shapes = {
    "phase": shape.one_of(PHASES),
    "turn": shape.whole(0, 1),
    "actor": _SEAT,
    "claim": _SEAT,
    "last": shape.flag(),
    "deck": shape.whole(0, MANY),
    "discard": _CARDS,
    "mountains": _PAIR,
    "fields": shape.listed(_PAIR, 2),
    "rivers": shape.listed(_RIVER, 2),
    "hands": shape.listed(shape.whole(0, MANY), 2),
    "cups_known": _PAIR,
}
"""The public table (Mandala 1.9), which the view also shows."""
_SHAPES: shape.Shapes = {
    **OPEN,
    "final": shape.flag(),
    "cups_told": shape.listed(shape.nullable(_CARDS), 2),
    "laid": shape.listed(shape.listed(shape.whole(0, MANY), len(COLOURS)), 2),
    "resigned": _SEAT,
    "drawn": shape.flag(),
}
_FIRST = (
    "turn", "fields", "phase", "actor", "deck", "hands", "mountains", "rivers", "cups_known",
    "discard",
)  # fmt: skip
"""Fields that are read first, so that their errors are reported first."""
_DEALT: shape.Shapes = {
    "deck": shape.Shape(lambda at: "".join(at.letters(COLOURS, ALL_CARDS))),
    "hands": _PAIR,
    "cups": _PAIR,
    "shuffles": shape.whole(0, MANY),
}
"""The fields of a full table that differ or exist only there."""


def write(state: State) -> dict[str, Json]:
    """Return the whole state as JSON."""
    value = shape.write_fields(state, _SHAPES)
    return value if state.dealt is None else value | shape.write_fields(state.dealt, _DEALT)


# --- reading --------------------------------------------------------------------------------


def read(value: Json, start: Start) -> State:
    """Return the state of a position; raise BadPosition or BadStart."""
    check_start(start, PLAYERS)
    shapes = dict(_SHAPES)
    dealt = None
    if start.options.get("table") == "full":
        at = JsonReader(value).object(NEEDED, {*_SHAPES, *_DEALT})
        dealt = Dealt(**shape.read_fields(at, _DEALT), seed=start.seed)
        del shapes["deck"], shapes["hands"]
    else:
        at = JsonReader(value).object(NEEDED, _SHAPES)
    fields = shape.read_fields(at, shapes, [name for name in _FIRST if name in shapes])
    if dealt is not None:
        fields |= {"deck": len(dealt.deck), "hands": tuple(sum(hand) for hand in dealt.hands)}
    if fields.get("actor") is None:
        fields["actor"] = fields["turn"]
    strict_next = start.options.get("strict_next") is True
    state = State(**fields, strict_next=strict_next, dealt=dealt)
    _refuse_contradictions(state, {"claim": JsonReader(None, "claim"), **at})
    return state


def _refuse_contradictions(state: State, at: dict[str, JsonReader]) -> None:
    """Raise BadPosition for fields that contradict each other."""
    phase = state.phase
    if phase != "claim" and state.actor != state.turn:
        at["actor"].refuse("actor")
    if phase == "claim" and (state.claim is None or state.mountains[state.claim] == EMPTY):
        at["claim"].refuse("claim")
    if phase in ("play", "cups", "over") and state.claim is not None:
        at["claim"].refuse("null")
    if phase != "claim" and state.final:
        at["final"].refuse("final")
    if phase == "flip":
        empty = [k for k in (0, 1) if state.mountains[k] == EMPTY]
        if not empty or (state.claim is not None and state.claim not in empty):
            at["mountains"].refuse("empty")
    told = [each is not None for each in state.cups_told]
    if (any(told) and phase not in ("cups", "over")) or (all(told) and phase == "cups"):
        at["cups_told"].refuse("untold")
    if phase != "over" and (state.resigned is not None or state.drawn):
        at["phase"].refuse("over")


# --- checking -------------------------------------------------------------------------------


def check(state: State) -> tuple[Reason, ...]:
    """Return the broken invariants of Mandala 1.3."""
    secrets = () if state.dealt is None else _check_secrets(state, state.dealt)
    return (*_check_table(state), *secrets)


def _check_table(state: State) -> Iterator[Reason]:
    yield from _check_counts(state)
    for seat, hand in enumerate(state.hands):
        if not 1 <= hand <= HAND_LIMIT:
            yield Reason("CHECK_HAND", {"seat": Seat(seat), "count": hand, "limit": HAND_LIMIT})
    for seat, river in enumerate(state.rivers):
        for colour in COLOURS:
            if river.count(colour) > 1:
                whose: dict[str, Fact] = {"seat": Seat(seat), "colour": colour_term(colour)}
                yield Reason("CHECK_RIVER", whose)
    for mandala in (0, 1):
        yield from _check_mandala(state, mandala)
    if state.deck == 0 and not state.last:
        yield Reason("CHECK_LAST")
    for seat, told in enumerate(state.cups_told):
        if told is not None and sum(told) != CUP_START:
            yield _bad_start_cup(seat, sum(told))


def _check_counts(state: State) -> Iterator[Reason]:
    hidden = unseen(state)
    for colour, left in zip(COLOURS, hidden, strict=True):
        if left < 0:
            yield _bad_colour(colour, PER_COLOUR - left)
    untold = CUP_START * state.cups_told.count(None)
    count = ALL_CARDS - sum(hidden) + state.deck + sum(state.hands) + untold
    if count != ALL_CARDS:
        yield Reason("CHECK_CARDS", {"count": count, "all": ALL_CARDS})


def _check_mandala(state: State, mandala: int) -> Iterator[Reason]:
    areas = (state.mountains[mandala], *state.fields[mandala])
    for colour, counts in zip(COLOURS, zip(*areas, strict=True), strict=True):
        if sum(count > 0 for count in counts) > 1:
            facts = {"colour": colour_term(colour), "mandala": mandala_term(mandala)}
            yield Reason("CHECK_COLOUR_RULE", facts)
    if state.phase == "play" and is_complete(state, mandala):
        yield Reason("CHECK_COMPLETE", {"mandala": mandala_term(mandala)})
    if state.phase in ("play", "claim") and state.mountains[mandala] == EMPTY:
        yield Reason("CHECK_MOUNTAIN", {"mandala": mandala_term(mandala)})


def _check_secrets(state: State, dealt: Dealt) -> Iterator[Reason]:
    for seat, cup in enumerate(dealt.cups):
        if sum(cup) != CUP_START:
            yield _bad_start_cup(seat, sum(cup))
        if state.cups_told[seat] not in (None, cup):
            yield Reason("CHECK_TOLD", {"seat": Seat(seat)})
    hidden = zip(unseen(state), *dealt.hands, *_untold(state, dealt), heap(dealt.deck), strict=True)
    for colour, (left, *held) in zip(COLOURS, hidden, strict=True):
        if left != sum(held) and left >= 0:
            yield _bad_colour(colour, PER_COLOUR - left + sum(held))


def _untold(state: State, dealt: Dealt) -> Iterator[tuple[int, ...]]:
    """Yield the starting cards that are still hidden; entered ones count as seen."""
    for cup, told in zip(dealt.cups, state.cups_told, strict=True):
        yield cup if told is None else EMPTY


def _bad_start_cup(seat: int, count: int) -> Reason:
    return Reason("CHECK_CUP", {"seat": Seat(seat), "count": count, "all": CUP_START})


def _bad_colour(colour: str, count: int) -> Reason:
    facts: dict[str, Fact] = {"colour": colour_term(colour), "count": count, "all": PER_COLOUR}
    return Reason("CHECK_COLOUR", facts)
