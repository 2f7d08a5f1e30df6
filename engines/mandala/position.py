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

import json
from typing import NoReturn

from engines.contract import BadPosition, Fact, Json, Reason, Start, Term
from engines.mandala.cards import ALL_CARDS, COLOURS, EMPTY, INDEX, Heap, heap, letters
from engines.mandala.dealer import Dealt
from engines.mandala.state import PHASES, RIVER_SLOTS, Heaps, Table, view

NEEDED = ("phase", "turn", "deck", "hands", "mountains")
FLAGS = ("last", "final", "drawn")
SEATS = ("actor", "claim", "resigned")
CARDS = ("discard", "fields", "rivers", "cups_known", "cups_told", "laid")
SECRET = ("cups", "shuffles")

MANY = 10**9
"""No count of a real match comes near it."""


def write_position(state: Table | Dealt) -> dict[str, Json]:
    """Return the whole state as JSON."""
    table = state.table if isinstance(state, Dealt) else state
    value: dict[str, Json] = {
        **view(table),
        "final": table.final,
        "cups_told": [None if told is None else letters(told) for told in table.cups_told],
        "laid": [list(each) for each in table.laid],
        "resigned": table.resigned,
        "drawn": table.drawn,
    }
    if isinstance(state, Dealt):
        value |= {
            "deck": state.deck,
            "hands": [letters(each) for each in state.hands],
            "cups": [letters(each) for each in state.cups],
            "shuffles": state.shuffles,
        }
    return value


def read_position(value: Json, start: Start) -> Table | Dealt:
    """Return the state that a position describes; raise BadPosition at the first defect."""
    full = start.options.get("table") == "full"
    if not isinstance(value, dict):
        _refuse("position", value, "object")
    known = {*NEEDED, *FLAGS, *SEATS, *CARDS, *(SECRET if full else ())}
    for key in value:
        if key not in known:
            _refuse("position", key, "keys")
    for key in NEEDED:
        if key not in value:
            _refuse("position", key, "needed")
    reader = _Reader(value)
    strict_next = start.options.get("strict_next") is True
    if not full:
        deck, hands = reader.count("deck"), reader.counts("hands")
        return _fit(reader.table(deck, hands, strict_next))
    cards, held = reader.row("deck"), reader.heaps("hands")
    table = _fit(reader.table(len(cards), (sum(held[0]), sum(held[1])), strict_next))
    return Dealt(table, cards, held, reader.heaps("cups"), reader.count("shuffles"), start.seed)


class _Reader:
    """Takes the parts of a position, one by one."""

    def __init__(self, value: dict[str, Json]) -> None:
        self._value = value

    def table(self, deck: int, hands: tuple[int, int], strict_next: bool) -> Table:
        """Return the public table."""
        turn = self.seat("turn")
        actor = self.seat_or_none("actor")
        fields = self._pair("fields", ["", ""])
        last = self.flag("last")
        return Table(
            phase=self.phase(),
            turn=turn,
            actor=turn if actor is None else actor,
            deck=deck,
            hands=hands,
            mountains=self.heaps("mountains"),
            fields=(_read_heaps("fields", fields[0]), _read_heaps("fields", fields[1])),
            rivers=self.rivers(),
            cups_known=self.heaps("cups_known"),
            discard=heap(self.row("discard")),
            claim=self.seat_or_none("claim"),
            last=last,
            final=self.flag("final"),
            cups_told=self.told(),
            laid=self.laid(),
            resigned=self.seat_or_none("resigned"),
            drawn=self.flag("drawn"),
            strict_next=strict_next,
        )

    def phase(self) -> str:
        phase = self._value["phase"]
        if not isinstance(phase, str) or phase not in PHASES:
            _refuse("phase", phase, "phase")
        return phase

    def flag(self, key: str) -> bool:
        flag = self._value.get(key, False)
        if not isinstance(flag, bool):
            _refuse(key, flag, "flag")
        return flag

    def seat(self, key: str) -> int:
        seat = self._value[key]
        if type(seat) is not int or seat not in (0, 1):
            _refuse(key, seat, "seat")
        return seat

    def seat_or_none(self, key: str) -> int | None:
        return None if self._value.get(key) is None else self.seat(key)

    def count(self, key: str) -> int:
        return _read_count(key, self._value.get(key, 0))

    def counts(self, key: str) -> tuple[int, int]:
        one, other = self._pair(key, 0)
        return _read_count(key, one), _read_count(key, other)

    def row(self, key: str) -> str:
        return _read_row(key, self._value.get(key, ""))

    def heaps(self, key: str) -> Heaps:
        return _read_heaps(key, self._pair(key, ""))

    def rivers(self) -> tuple[str, str]:
        one, other = (_read_row("rivers", each) for each in self._pair("rivers", ""))
        for river in (one, other):
            if len(river) > RIVER_SLOTS:
                _refuse("rivers", river, "river")
        return one, other

    def told(self) -> tuple[Heap | None, Heap | None]:
        one, other = (
            None if each is None else heap(_read_row("cups_told", each))
            for each in self._pair("cups_told", None)
        )
        return one, other

    def laid(self) -> Heaps:
        one, other = (_read_laid(each) for each in self._pair("laid", list(EMPTY)))
        return one, other

    def _pair(self, key: str, missing: Json) -> list[Json]:
        pair = self._value.get(key, [missing, missing])
        if not isinstance(pair, list) or len(pair) != 2:
            _refuse(key, pair, "pair")
        return pair


def _read_count(key: str, value: Json) -> int:
    if type(value) is not int or not 0 <= value <= MANY:
        _refuse(key, value, "count")
    return value


def _read_row(key: str, value: Json) -> str:
    fits = isinstance(value, str) and len(value) <= ALL_CARDS
    if not fits or any(letter not in INDEX for letter in value):
        _refuse(key, value, "letters")
    return str(value)


def _read_heaps(key: str, value: Json) -> Heaps:
    if not isinstance(value, list) or len(value) != 2:
        _refuse(key, value, "pair")
    return heap(_read_row(key, value[0])), heap(_read_row(key, value[1]))


def _read_laid(value: Json) -> Heap:
    if not isinstance(value, list) or len(value) != len(COLOURS):
        _refuse("laid", value, "six")
    return tuple(_read_count("laid", each) for each in value)


def _fit(table: Table) -> Table:
    """Refuse parts that contradict each other: no rule could go on from there."""
    phase = table.phase
    if phase != "claim" and table.actor != table.turn:
        _refuse("actor", table.actor, "actor")
    if phase == "claim" and (table.claim is None or table.mountains[table.claim] == EMPTY):
        _refuse("claim", table.claim, "claim")
    if phase in ("play", "cups", "over") and table.claim is not None:
        _refuse("claim", table.claim, "null")
    if phase != "claim" and table.final:
        _refuse("final", table.final, "final")
    if phase == "flip":
        empty = [k for k in (0, 1) if table.mountains[k] == EMPTY]
        if not empty or (table.claim is not None and table.claim not in empty):
            _refuse("mountains", [letters(each) for each in table.mountains], "empty")
    told = [each is not None for each in table.cups_told]
    if (any(told) and phase not in ("cups", "over")) or (all(told) and phase == "cups"):
        _refuse("cups_told", [bool(each) for each in told], "untold")
    if phase != "over" and (table.resigned is not None or table.drawn):
        _refuse("phase", phase, "over")
    return table


def _refuse(place: str, found: Json, expected: str) -> NoReturn:
    shown = json.dumps(found, default=str)[:40]
    facts: dict[str, Fact] = {
        "place": place,
        "found": shown,
        "expected": Term("expected", expected),
    }
    raise BadPosition(Reason("BAD_POSITION", facts))
