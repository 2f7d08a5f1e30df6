"""The notation of choices.

2=15   2.bid=3   2@4=15           fill a cell: player, line, round
!2=12   !2.bid@4=1   !2@4=?       correct a cell; ? empties it
2+5   2-3   2.farms+9             add to a running score
!#12=7   !#12=?                   correct the twelfth entry; ? strikes it out
next   skip 2   leave 2   join 2   marker 2   timer 90
dice 3d6   coin   first   teams 2                    draws, with their results:
dice=4,2,6   coin=1   first=3   teams=1,2,1
"""

from __future__ import annotations

import re

from engines.engine import BadNotation, ChoicePart, Reason, Seat, Term
from engines.json_reader import shown
from engines.scorepad.choices import (
    COIN,
    DICE,
    FIRST,
    TEAMS,
    Add,
    Answer,
    Choice,
    Correct,
    CorrectEntry,
    Countdown,
    Draw,
    Enter,
    GiveMarker,
    Join,
    Leave,
    Next,
    Skip,
)

EXAMPLES = ("2=15", "2+5", "!2@4=12", "next")

_WHERE = r"([1-9][0-9]?)(?:\.([a-z][a-z0-9_]{0,15}))?"
_AT = r"(?:@([1-9][0-9]{0,3}))?"
_WHOLE = r"(0|-?[1-9][0-9]{0,8})"
_ENTER = re.compile(f"{_WHERE}{_AT}={_WHOLE}", re.ASCII)
_CORRECT = re.compile(rf"!{_WHERE}{_AT}=(?:{_WHOLE}|\?)", re.ASCII)
_ADD = re.compile(rf"{_WHERE}(\+0|[+-][1-9][0-9]{{0,8}})", re.ASCII)
_CORRECT_ENTRY = re.compile(rf"!#([1-9][0-9]{{0,4}})=(?:{_WHOLE}|\?)", re.ASCII)
_ABOUT = re.compile("(skip|leave|join|marker) ([1-9][0-9]?)", re.ASCII)
_TIMER = re.compile("timer (0|[1-9][0-9]{0,8})", re.ASCII)
_DICE = re.compile("dice ([1-9][0-9]{0,8})d([1-9][0-9]{0,8})", re.ASCII)
_TEAMS = re.compile("teams ([1-9][0-9]{0,8})", re.ASCII)
_ANSWER = re.compile("(dice|coin|first|teams)=([0-9]{1,4}(?:,[0-9]{1,4}){0,19})", re.ASCII)

_ABOUT_SEAT: dict[str, type[Skip | Leave | Join | GiveMarker]] = {
    "skip": Skip,
    "leave": Leave,
    "join": Join,
    "marker": GiveMarker,
}


def read(text: str) -> Choice:
    """Return the choice of a notation; raise BadNotation."""
    if text == "next":
        return Next()
    if text in (COIN, FIRST):
        return Draw(text)
    if found := _ENTER.fullmatch(text):
        return Enter(_seat(found[1]), found[2] or "", _round(found[3]), int(found[4]))
    if found := _ADD.fullmatch(text):
        return Add(_seat(found[1]), found[2] or "", int(found[3]))
    if found := _CORRECT.fullmatch(text):
        return Correct(_seat(found[1]), found[2] or "", _round(found[3]), _points(found[4]))
    if found := _CORRECT_ENTRY.fullmatch(text):
        return CorrectEntry(int(found[1]), _points(found[2]))
    if found := _ABOUT.fullmatch(text):
        return _ABOUT_SEAT[found[1]](_seat(found[2]))
    if found := _TIMER.fullmatch(text):
        return Countdown(int(found[1]))
    if found := _DICE.fullmatch(text):
        return Draw(DICE, (int(found[1]), int(found[2])))
    if found := _TEAMS.fullmatch(text):
        return Draw(TEAMS, (int(found[1]),))
    if (found := _ANSWER.fullmatch(text)) and _is_plain(found[2]):
        return Answer(found[1], tuple(int(each) for each in found[2].split(",")))
    raise BadNotation(Reason("BAD_ENTRY", {"text": shown(text), "example": EXAMPLES}))


def _is_plain(numbers: str) -> bool:
    return all(each == str(int(each)) for each in numbers.split(","))


def _seat(digits: str) -> int:
    return int(digits) - 1


def _round(digits: str | None) -> int | None:
    return None if digits is None else int(digits)


def _points(digits: str | None) -> int | None:
    return None if digits is None else int(digits)


def write(choice: Choice) -> str:
    """Return the notation of a choice."""
    match choice:
        case Enter(seat, line, number, points):
            return f"{_where(seat, line, number)}={points}"
        case Correct(seat, line, number, points):
            return f"!{_where(seat, line, number)}={_known(points)}"
        case Add(seat, line, points):
            return f"{_where(seat, line, None)}{points:+d}"
        case CorrectEntry(number, points):
            return f"!#{number}={_known(points)}"
        case Skip(seat) | Leave(seat) | Join(seat) | GiveMarker(seat):
            return f"{_word(choice)} {seat + 1}"
        case Countdown(seconds):
            return f"timer {seconds}"
        case Draw(kind, sizes):
            return f"{kind} {'d'.join(str(size) for size in sizes)}".strip()
        case Answer(kind, values):
            return f"{kind}={','.join(str(value) for value in values)}"
        case _:
            return "next"


def _where(seat: int, line: str, number: int | None) -> str:
    at = "" if number is None else f"@{number}"
    return f"{seat + 1}{'.' if line else ''}{line}{at}"


def _known(points: int | None) -> str:
    return "?" if points is None else str(points)


def _word(choice: Skip | Leave | Join | GiveMarker) -> str:
    return next(word for word, kind in _ABOUT_SEAT.items() if isinstance(choice, kind))


def parts(choice: Choice) -> tuple[ChoicePart, ...]:
    """Return the parts for the knob: who, which line, the value; other choices by their action."""
    match choice:
        case Enter(seat, line, number, points) | Correct(seat, line, number, points):
            about = _action("correct") if isinstance(choice, Correct) else ()
            at = () if number is None else (ChoicePart("round", number),)
            return (*about, ChoicePart("player", Seat(seat)), *at, *_line(line), _value(points))
        case Add(seat, line, points):
            return (ChoicePart("player", Seat(seat)), *_line(line), _value(points))
        case CorrectEntry(number, points):
            return (*_action("correct"), ChoicePart("entry", number), _value(points))
        case Skip(seat) | Leave(seat) | Join(seat) | GiveMarker(seat):
            return (*_action(_word(choice)), ChoicePart("player", Seat(seat)))
        case Countdown(seconds):
            return (*_action("timer"), ChoicePart("seconds", seconds))
        case Draw(kind, sizes):
            return (*_action(kind), *(ChoicePart("size", size) for size in sizes))
        case Answer(kind, values):
            return (*_action(kind), ChoicePart("values", tuple(values)))
        case _:
            return _action("next")


def _action(name: str) -> tuple[ChoicePart, ...]:
    return (ChoicePart("action", Term("action", name)),)


def _line(line: str) -> tuple[ChoicePart, ...]:
    return (ChoicePart("line", line),) if line else ()


def _value(points: int | None) -> ChoicePart:
    return ChoicePart("points", Term("cell", "missing") if points is None else points)
