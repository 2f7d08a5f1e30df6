"""The whole state as JSON, back from it, and what is wrong with one that was typed in.

The keys are those of the view, and those below. Only `phase`, `turn`, `deck`, `hands` and
`mountains` must be there; what is missing is empty.

    final       bool: the mandala being destroyed is the last one
    cups_told   the starting cards of each cup, told after the end, else null
    laid        by seat, how many cards of each colour it ever laid from the hand
    resigned    seat or null        drawn   bool: a draw was agreed

At a full table `deck` is a row of letters (the top card first), `hands` are letters, and there
are `cups` (the starting cards of each cup) and `shuffles` (how often so far). Its seed and the
options come from the start of the match.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from engines.engine import Fact, Json, Reason, Seat, Start
from engines.json_reader import Reader, check_start
from engines.mandala.cards import (
    ALL_CARDS,
    COLOURS,
    EMPTY,
    PER_COLOUR,
    Heap,
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
    Heaps,
    State,
    is_complete,
    unseen,
)
from engines.mandala.view import lying_open

NEEDED = ("phase", "turn", "deck", "hands", "mountains")
MISSING: dict[str, Json] = {
    "actor": None,
    "claim": None,
    "last": False,
    "final": False,
    "discard": "",
    "fields": [["", ""], ["", ""]],
    "rivers": ["", ""],
    "cups_known": ["", ""],
    "cups_told": [None, None],
    "laid": [list(EMPTY), list(EMPTY)],
    "resigned": None,
    "drawn": False,
}
"""What a key that is not there means."""
SECRET: dict[str, Json] = {"cups": ["", ""], "shuffles": 0}
"""The same at a full table only."""

T = TypeVar("T")

MANY = 10**9
"""No count of a real match comes near it."""


def write(state: State) -> dict[str, Json]:
    """Return the whole state as JSON."""
    value: dict[str, Json] = {
        **lying_open(state),
        "final": state.final,
        "cups_told": [None if told is None else letters(told) for told in state.cups_told],
        "laid": [list(each) for each in state.laid],
        "resigned": state.resigned,
        "drawn": state.drawn,
    }
    if (dealt := state.dealt) is not None:
        value |= {
            "deck": dealt.deck,
            "hands": [letters(each) for each in dealt.hands],
            "cups": [letters(each) for each in dealt.cups],
            "shuffles": dealt.shuffles,
        }
    return value


# --- reading --------------------------------------------------------------------------------


def read(value: Json, start: Start) -> State:
    """Return the state that a position describes; raise BadPosition, BadStart."""
    check_start(start, PLAYERS)
    is_full = start.options.get("table") == "full"
    missing = MISSING | SECRET if is_full else MISSING
    at = {key: Reader(each, key) for key, each in missing.items()}
    at |= Reader(value).object(NEEDED, missing)
    dealt = _dealt(at, start.seed) if is_full else None
    turn = at["turn"].whole(0, 1)
    fields = [_heaps(each) for each in at["fields"].items(2)]
    state = State(
        phase=at["phase"].one_of(PHASES),
        turn=turn,
        actor=turn if at["actor"].value is None else at["actor"].whole(0, 1),
        deck=at["deck"].whole(0, MANY) if dealt is None else len(dealt.deck),
        hands=_pair([each.whole(0, MANY) for each in at["hands"].items(2)])
        if dealt is None
        else _pair([sum(hand) for hand in dealt.hands]),
        mountains=_heaps(at["mountains"]),
        fields=_pair(fields),
        rivers=_pair(["".join(_row(each, RIVER_SLOTS)) for each in at["rivers"].items(2)]),
        cups_known=_heaps(at["cups_known"]),
        discard=heap(_row(at["discard"])),
        claim=_seat(at["claim"]),
        last=at["last"].flag(),
        final=at["final"].flag(),
        cups_told=_pair(
            [None if each.value is None else heap(_row(each)) for each in at["cups_told"].items(2)]
        ),
        laid=_pair([_laid(each) for each in at["laid"].items(2)]),
        resigned=_seat(at["resigned"]),
        drawn=at["drawn"].flag(),
        strict_next=start.options.get("strict_next") is True,
        dealt=dealt,
    )
    _refuse_contradictions(state, at)
    return state


def _dealt(at: dict[str, Reader], seed: int) -> Dealt:
    return Dealt(
        deck="".join(_row(at["deck"])),
        hands=_heaps(at["hands"]),
        cups=_heaps(at["cups"]),
        shuffles=at["shuffles"].whole(0, MANY),
        seed=seed,
    )


def _pair(two: list[T]) -> tuple[T, T]:
    one, other = two
    return one, other


def _seat(at: Reader) -> int | None:
    return None if at.value is None else at.whole(0, 1)


def _row(at: Reader, longest: int = ALL_CARDS) -> tuple[str, ...]:
    return at.letters(COLOURS, longest)


def _heaps(at: Reader) -> Heaps:
    return _pair([heap(_row(each)) for each in at.items(2)])


def _laid(at: Reader) -> Heap:
    return tuple(each.whole(0, MANY) for each in at.items(len(COLOURS)))


def _refuse_contradictions(state: State, at: dict[str, Reader]) -> None:
    """Refuse parts that contradict each other: no rule could go on from there."""
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
    """Yield the starting cards that are still hidden: told ones count as seen."""
    for cup, told in zip(dealt.cups, state.cups_told, strict=True):
        yield cup if told is None else EMPTY


def _bad_start_cup(seat: int, count: int) -> Reason:
    return Reason("CHECK_CUP", {"seat": Seat(seat), "count": count, "all": CUP_START})


def _bad_colour(colour: str, count: int) -> Reason:
    facts: dict[str, Fact] = {"colour": colour_term(colour), "count": count, "all": PER_COLOUR}
    return Reason("CHECK_COLOUR", facts)
