"""The notation of choices. It is exact: no blanks, no leading zeros, case matters."""

from __future__ import annotations

import re

from engines.engine import BadNotation, ChoicePart, Reason, Term
from engines.json_reader import shown
from engines.stones.choices import (
    ArtistPick,
    Choice,
    NothingToPick,
    Objective,
    Pick,
    Printed,
    Reveal,
    ScoreColour,
    ScoreTops,
)

_NUMBER = "(0|[1-9][0-9]{0,8})"
_CIRCLE = "([abc][123])"
_STACK = "([1-9]|1[0-9]|2[0-4])"
_STONE = "([RPBY][ox])"

_PICK = re.compile(f"P([RPBY]*)@{_NUMBER}")
_ARTIST_PICK = re.compile(f"P{_CIRCLE}-{_CIRCLE}:{_STACK}@{_NUMBER}")
_SCORE = re.compile("S([RPBY])")
_TOPS = re.compile("T(?=[0-9])(0?1?2?3?4?5?6?7?8?9?)")
_PRINTED = re.compile("=([012]|h[234]|end)")
_REVEAL = re.compile(f"R{_STACK}={_STONE}")
# Fifteen digits: a number that every JSON reader represents exactly.
_OBJECTIVE = re.compile("O(0|[1-9][0-9]{0,14})")

EXAMPLES = "PRBY@3, Pa2-b2:9@3, SR, T135"


def read(text: str) -> Choice:
    """Return the choice of a notation; raise BadNotation."""
    if found := _PICK.fullmatch(text):
        return Pick(found[1], int(found[2]))
    if found := _ARTIST_PICK.fullmatch(text):
        return ArtistPick(found[1], found[2], int(found[3]), int(found[4]))
    if found := _SCORE.fullmatch(text):
        return ScoreColour(found[1])
    if found := _TOPS.fullmatch(text):
        return ScoreTops(tuple(int(digit) for digit in found[1]))
    if text == "N":
        return NothingToPick()
    if found := _PRINTED.fullmatch(text):
        return Printed(found[1])
    if found := _REVEAL.fullmatch(text):
        return Reveal(int(found[1]), found[2])
    if found := _OBJECTIVE.fullmatch(text):
        return Objective(int(found[1]))
    raise BadNotation(bad_notation(text, EXAMPLES))


def write(choice: Choice) -> str:
    """Return the notation of a choice."""
    match choice:
        case Pick(colours, space):
            return f"P{colours}@{space}"
        case ArtistPick(source, target, first, space):
            return f"P{source}-{target}:{first}@{space}"
        case ScoreColour(colour):
            return f"S{colour}"
        case ScoreTops(spaces):
            return f"T{''.join(map(str, spaces))}"
        case NothingToPick():
            return "N"
        case Printed(shows):
            return f"={shows}"
        case Reveal(stack, stone):
            return f"R{stack}={stone}"
        case Objective(points):
            return f"O{points}"


def bad_notation(text: str, example: str) -> Reason:
    """Return the reason against a text that is not a choice here."""
    return Reason("BAD_NOTATION", {"text": shown(text), "example": example})


def parts(choice: Choice) -> tuple[ChoicePart, ...]:
    """Return the parts for the knob, in order."""
    match choice:
        case Pick(colours, space):
            stones = (ChoicePart("stone", Term("colour", colour)) for colour in colours)
            return (
                _action("pick"),
                ChoicePart("count", len(colours)),
                *stones,
                ChoicePart("space", space),
            )
        case ArtistPick(source, target, first, space):
            return (
                _action("pick"),
                ChoicePart("artist", source),
                ChoicePart("circle", target),
                ChoicePart("first", first),
                ChoicePart("space", space),
            )
        case ScoreColour(colour):
            return _action("colour"), ChoicePart("colour", Term("colour", colour))
        case ScoreTops(spaces):
            return _action("tops"), ChoicePart("spaces", spaces)
        case NothingToPick():
            return (_action("nothing"),)
        case Printed(shows):
            return (ChoicePart("shows", Term("shows", shows)),)
        case Reveal(_, stone):
            return (
                ChoicePart("colour", Term("colour", stone[0])),
                ChoicePart("pattern", Term("pattern", stone[1])),
            )
        case Objective(points):
            return (ChoicePart("points", points),)


def _action(name: str) -> ChoicePart:
    return ChoicePart("action", Term("action", name))
