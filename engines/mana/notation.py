"""The notation of choices (rules page, section 7).

^90                              the board turned (2005)
=c1   =c1:a1,b2,d1,e1,f2         a setup: the daimio, and for free setups the ronins
b1-d1   b1-d1@e4   b1-d1@--      a move, with the bird's square if it has to be chosen
*c3   *c3@a5                     a ronin returns
pass                             the turn is lost
"""

from __future__ import annotations

import re

from engines.engine import BadNotation, ChoicePart, Fact, Reason, Term
from engines.json_reader import shown
from engines.mana.board import NAMES, SQUARES
from engines.mana.choices import (
    DROPS,
    MOVES,
    OFF_BOARD,
    ORIENTS,
    PASS,
    Choice,
    Drop,
    Move,
    Orient,
    Pass,
    Place,
    drop_flights,
    flights,
)

BIRDS = (*NAMES, "--")
"""The notation of the bird's squares; the last is next to the board."""

_ORIENTS = {f"^{choice.degrees}": choice for choice in ORIENTS}
_PLACE = re.compile(r"=([a-f][1-6])(?::([a-f][1-6](?:,[a-f][1-6])*))?")
_MOVE = re.compile(r"([a-f][1-6])-([a-f][1-6])(?:@([a-f][1-6]|--))?")
_DROP = re.compile(r"\*([a-f][1-6])(?:@([a-f][1-6]|--))?")
_EXAMPLE = "b1-b3"


def read(text: str) -> Choice:
    """Return the choice of a notation; raise BadNotation."""
    if text == "pass":
        return PASS
    if text in _ORIENTS:
        return _ORIENTS[text]
    if found := _MOVE.fullmatch(text):
        start, end = SQUARES[found[1]], SQUARES[found[2]]
        bird = _bird(found[3])
        return MOVES[start][end] if bird is None else flights(start, end)[bird]
    if found := _DROP.fullmatch(text):
        square, bird = SQUARES[found[1]], _bird(found[2])
        return DROPS[square] if bird is None else drop_flights(square)[bird]
    if found := _PLACE.fullmatch(text):
        ronins = sorted(SQUARES[name] for name in found[2].split(",")) if found[2] else ()
        return Place(SQUARES[found[1]], tuple(ronins))
    raise BadNotation(Reason("BAD_NOTATION", {"text": shown(text), "example": _EXAMPLE}))


def _bird(name: str | None) -> int | None:
    if name is None:
        return None
    return OFF_BOARD if name == "--" else SQUARES[name]


def write(choice: Choice) -> str:
    """Return the notation of a choice."""
    match choice:
        case Move(start, end, bird):
            return f"{NAMES[start]}-{NAMES[end]}{_at(bird)}"
        case Drop(square, bird):
            return f"*{NAMES[square]}{_at(bird)}"
        case Pass():
            return "pass"
        case Place(daimio, ronins):
            listed = ",".join(NAMES[square] for square in ronins)
            return f"={NAMES[daimio]}:{listed}" if listed else f"={NAMES[daimio]}"
        case Orient(degrees):
            return f"^{degrees}"


def _at(bird: int | None) -> str:
    return "" if bird is None else f"@{BIRDS[bird]}"


def parts(choice: Choice) -> tuple[ChoicePart, ...]:
    """Return the parts for the knob: a piece (or another action), its target, and the bird's
    square.

    A free setup is entered piece by piece: the daimio's square, then the ronins.
    """
    match choice:
        case Move(start, end, bird):
            return (
                ChoicePart("piece", NAMES[start]),
                ChoicePart("destination", NAMES[end]),
                *_bird_part(bird),
            )
        case Drop(square, bird):
            back = ChoicePart("piece", Term("action", "drop"))
            return (back, ChoicePart("destination", NAMES[square]), *_bird_part(bird))
        case Pass():
            return (ChoicePart("piece", Term("action", "pass")),)
        case Place(daimio, ronins):
            placed = tuple(ChoicePart("ronin", NAMES[square]) for square in ronins)
            return (ChoicePart("daimio", NAMES[daimio]), *placed)
        case Orient(degrees):
            return (ChoicePart("orientation", degrees),)


def _bird_part(bird: int | None) -> tuple[ChoicePart, ...]:
    return () if bird is None else (ChoicePart("bird", bird_fact(bird)),)


def bird_fact(bird: int) -> Fact:
    """Return the bird's square as text for people."""
    return Term("bird", "beside") if bird == OFF_BOARD else NAMES[bird]
