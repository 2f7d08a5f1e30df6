"""Reasons for refusals: the checks of the rules page, in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engines.engine import Fact, Reason, Seat, Term
from engines.scorepad import rules
from engines.scorepad.choices import (
    COIN,
    DICE,
    DICE_LIMIT,
    FIRST,
    SECONDS_LIMIT,
    SIDES_LIMIT,
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
from engines.scorepad.course import Course
from engines.scorepad.dealer import dealer
from engines.scorepad.notation import write
from engines.scorepad.points import limits, tricks_free
from engines.scorepad.state import (
    State,
    active,
    free_lines,
    is_filled,
    is_running,
    members,
    missing,
    now,
    present,
    seated,
)
from engines.scorepad.template_values import ENTRY_LIMIT, NONE, ONCE, Line


@dataclass(frozen=True, slots=True)
class Failure:
    """A failed check, and a choice that may be accepted instead."""

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
    instead: Choice | None = None


TRIES = 4
"""How often a suggested choice is adjusted until it is accepted."""


def explain(state: State, choice: Choice, seat: int | None = None) -> Reason | None:
    """Return the first check that fails; `seat` is ignored, as anybody may enter anything."""
    del seat
    no = refuse(state, choice)
    if no is None:
        return None
    instead = no.instead
    for _ in range(TRIES):
        if instead is None:
            break
        again = refuse(state, instead)
        if again is None:
            return Reason(no.code, no.facts, write(instead))
        instead = again.instead
    return Reason(no.code, no.facts)


def refuse(state: State, choice: Choice) -> Failure | None:
    """Return the first check that fails."""
    if state.ended:
        return Failure("GAME_OVER")
    if state.asked is not None or isinstance(choice, Answer):
        return _refuse_answer(state, choice)
    match choice:
        case Enter():
            return _refuse_enter(state, choice)
        case Correct():
            return _refuse_correct(state, choice)
        case Add():
            return _refuse_add(state, choice)
        case CorrectEntry():
            return _refuse_correct_entry(state, choice)
        case Skip() | Leave() | Join() | GiveMarker():
            return _refuse_about(state, choice)
        case Draw():
            return _refuse_draw(state, choice)
        case Countdown(seconds):
            return _within("BAD_TIMER", seconds, 1, SECONDS_LIMIT)
        case Next():
            return Failure("NO_TURNS") if not _can_pass(state) else None


def _can_pass(state: State) -> bool:
    return is_running(state) and state.template.turns != NONE


def _refuse_answer(state: State, choice: Choice) -> Failure | None:
    """Refuse an answer other than the one drawn."""
    if state.asked is None:
        return Failure("NOTHING_ASKED", {}, _some_draw(choice))
    answer = dealer(state)
    if choice == answer or answer is None:
        return None
    return Failure("ANSWER_PENDING", {"question": Term("action", state.asked.kind)}, answer)


def _some_draw(choice: Choice) -> Draw:
    return Draw(COIN if isinstance(choice, Answer) and choice.kind == COIN else FIRST)


# --- who, which line, which round -----------------------------------------------------------


def _refuse_player(state: State, seat: int, *, absent: bool = False) -> Failure | None:
    """Refuse a player who does not exist, or who is away unless `absent` is allowed."""
    if not 0 <= seat < len(state.sides):
        return Failure("NO_PLAYER", {"player": seat + 1, "seats": len(state.sides)})
    if not absent and state.sides[seat] not in seated(state):
        return Failure("NOT_AT_TABLE", {"seat": Seat(seat)}, Join(seat))
    if not absent and state.sides[seat] in state.fallen:
        return Failure("IS_OUT", {"seat": Seat(seat)})
    return None


def _refuse_line(state: State, choice: Enter | Correct | Add) -> Failure | None:
    lines = state.template.lines
    if choice.line and state.template.line(choice.line) is None:
        instead = replace(choice, line=lines[0].id if len(lines) > 1 else "")
        return Failure("NO_LINE", {"line": choice.line, "lines": _names(lines)}, instead)
    if not choice.line and len(lines) > 1:
        instead = replace(choice, line=_likely_line(state, choice).id)
        return Failure("LINE_NEEDED", {"lines": _names(lines)}, instead)
    return None


def _names(lines: tuple[Line, ...]) -> tuple[Fact, ...]:
    return tuple(line.id for line in lines)


def _likely_line(state: State, choice: Enter | Correct | Add) -> Line:
    """Return the line that a side would fill next."""
    side = state.sides[choice.seat]
    waiting = [line for each, line in missing(state, len(state.rounds)) if each == side]
    return state.template.lines[waiting[0] if waiting else 0]


def _refuse_round(state: State, choice: Enter | Correct) -> Failure | None:
    if choice.round is not None and choice.round > len(state.rounds):
        facts: dict[str, Fact] = {"round": choice.round, "last": len(state.rounds)}
        return Failure("NO_ROUND", facts, replace(choice, round=None))
    return None


def _other_sheet(state: State, choice: Choice, instead: Choice) -> Failure:
    """Refuse what is entered on another kind of sheet."""
    code = "NO_CELLS" if is_running(state) else "NO_RUNNING"
    return Failure(code, {"text": write(choice)}, instead)


# --- cells ----------------------------------------------------------------------------------


def _refuse_enter(state: State, choice: Enter) -> Failure | None:
    if is_running(state):
        return _other_sheet(state, choice, Add(choice.seat, choice.line, choice.points))
    return (
        _refuse_player(state, choice.seat, absent=choice.round is not None)
        or _refuse_line(state, choice)
        or _refuse_round(state, choice)
        or _refuse_filled(state, choice)
        or _refuse_out(state, choice)
        or _refuse_value(state, choice, choice.points)
        or _refuse_tricks(state, choice)
        or _refuse_passing(state, choice)
    )


def _refuse_correct(state: State, choice: Correct) -> Failure | None:
    if is_running(state):
        return _other_sheet(state, choice, CorrectEntry(max(len(state.log), 1), choice.points))
    return (
        _refuse_player(state, choice.seat, absent=True)
        or _refuse_line(state, choice)
        or _refuse_round(state, choice)
        or _refuse_missing(state, choice)
        or _refuse_value(state, choice, choice.points)
        or _refuse_tricks(state, choice)
        or _refuse_passing(state, choice)
    )


def _cell(state: State, choice: Enter | Correct) -> int | None:
    row = state.rounds[(choice.round or len(state.rounds)) - 1]
    return row.cells[state.sides[choice.seat]][rules.place_of(state, choice.line)]


def _refuse_filled(state: State, choice: Enter) -> Failure | None:
    """Refuse a filled cell, which must be corrected instead, or a line that is filled once."""
    side = state.sides[choice.seat]
    number = choice.round or len(state.rounds)
    held = _cell(state, choice)
    is_needed = rules.place_of(state, choice.line) in state.template.needed
    if held is None and (state.template.sheet != ONCE or not is_needed):
        return None
    facts: dict[str, Fact] = {"seat": Seat(choice.seat), "round": number}
    if held is not None:
        correction = Correct(choice.seat, choice.line, number, choice.points)
        return Failure("CELL_TAKEN", {**facts, "points": held}, correction)
    if is_filled(state, state.rounds[number - 1].cells[side]):
        return Failure("ROUND_TAKEN", facts)
    line, free = rules.place_of(state, choice.line), free_lines(state, side)
    if line in free:
        return None
    used: dict[str, Fact] = {"seat": Seat(choice.seat), "line": state.template.lines[line].named}
    other = replace(choice, line=state.template.lines[free[0]].id)
    return Failure("LINE_USED", used, other)


def _refuse_missing(state: State, choice: Correct) -> Failure | None:
    """Refuse to correct an empty cell."""
    if _cell(state, choice) is not None:
        return None
    facts: dict[str, Fact] = {
        "seat": Seat(choice.seat),
        "round": choice.round or len(state.rounds),
    }
    if choice.points is None:
        return Failure("CELL_MISSING", facts)
    enter = Enter(choice.seat, choice.line, choice.round, choice.points)
    return Failure("CELL_MISSING", facts, enter)


def _refuse_out(state: State, choice: Enter) -> Failure | None:
    number = choice.round or len(state.rounds)
    if state.sides[choice.seat] not in state.rounds[number - 1].out:
        return None
    return Failure("SITS_OUT", {"seat": Seat(choice.seat), "round": number})


# --- values ---------------------------------------------------------------------------------


def _within(code: str, value: int, low: int, high: int) -> Failure | None:
    if low <= value <= high:
        return None
    return Failure(code, {"value": value, "low": low, "high": high})


def _refuse_value(
    state: State, choice: Enter | Correct | Add | CorrectEntry, points: int | None
) -> Failure | None:
    if points is None:
        return None
    number = choice.round if isinstance(choice, Enter | Correct) and choice.round else 0
    line = _line_of(state, choice)
    facts: dict[str, Fact]
    side = None if isinstance(choice, CorrectEntry) else state.sides[choice.seat]
    low, high = limits(state, line, number or len(state.rounds), side)
    if low <= points <= high and points in line.gaps:
        around = (*range(points, low - 1, -1), *range(points, high + 1))
        near = [value for value in around if value not in line.gaps]
        facts = {"line": line.named, "value": points}
        return Failure("IMPOSSIBLE", facts, replace(choice, points=near[0]) if near else None)
    if line.values and points not in line.values:
        nearest = min(line.values, key=lambda value: abs(value - points))
        facts = {"line": line.named, "value": points, "values": line.values}
        return Failure("NOT_A_VALUE", facts, replace(choice, points=nearest))
    if low <= points <= high:
        return None
    facts = {"line": line.named, "value": points, "low": low, "high": high}
    nearest = min(max(points, low), high)
    return Failure("BAD_VALUE", facts, replace(choice, points=nearest))


def _line_of(state: State, choice: Enter | Correct | Add | CorrectEntry) -> Line:
    if isinstance(choice, CorrectEntry):
        return state.template.lines[state.log[choice.number - 1].line]
    return state.template.lines[rules.place_of(state, choice.line)]


def _refuse_tricks(state: State, choice: Enter | Correct) -> Failure | None:
    """Refuse more tricks than nobody has yet, and a last entry that leaves some.

    Corrections of closed rounds are not held to this, as they come one by one.
    """
    number = choice.round or len(state.rounds)
    bids = state.template.bids
    free, gaps = tricks_free(state, number)
    points = choice.points
    if bids is None or free is None or points is None or _line_of(state, choice).id != bids.made:
        return None
    if isinstance(choice, Correct):
        if number < len(state.rounds):
            return None
        free += _cell(state, choice) or 0
    if points <= free and (gaps != 1 or isinstance(choice, Correct) or points == free):
        return None
    facts: dict[str, Fact] = {"value": points, "left": max(free, 0), "round": number}
    return Failure("TRICKS_SUM", facts, replace(choice, points=free) if free >= 0 else None)


Change = Enter | Correct | Add | CorrectEntry


def _refuse_passing(state: State, choice: Change) -> Failure | None:
    """Refuse an entry that leads past the target, or to a score that cannot be; it counts 0."""
    end, sign = state.template.end, state.template.sign
    if not end.is_strict or choice.points is None:
        return None
    found = _leading_to(state, choice)
    if found is None:
        return None
    target, after = found
    if end.exact and sign * after > sign * target:
        code = "PAST_TARGET"
    elif after in end.not_left and choice.points:
        code = "NOT_LEFT"
    elif after == target and choice.points in end.not_last:
        code = "NOT_LAST"
    else:
        return None
    seat = (
        members(state, state.log[choice.number - 1].side)[0]
        if isinstance(choice, CorrectEntry)
        else choice.seat
    )
    facts: dict[str, Fact] = {
        "seat": Seat(seat),
        "value": choice.points,
    }
    facts |= {"PAST_TARGET": {"target": target}, "NOT_LEFT": {"left": after}}.get(code, {})
    return Failure(code, facts, replace(choice, points=0))


def _leading_to(state: State, choice: Change) -> tuple[int, int] | None:
    """Return the target and the score that an entry leads to; None in a game already won."""
    if not state.template.levels:
        target = state.template.end.target
        return None if target is None else (target, rules.preview(state, choice)[1])
    if isinstance(choice, CorrectEntry) or (
        isinstance(choice, Enter | Correct) and choice.round not in (None, len(state.rounds))
    ):
        return None
    run, side = Course(state), state.sides[choice.seat]
    held = _cell(state, choice) if isinstance(choice, Correct) else None
    worth = _line_of(state, choice).worth
    by = worth(choice.points or 0) - (0 if held is None else worth(held))
    return run.target(), run.points[side] + state.template.sign * by


# --- a running score ------------------------------------------------------------------------


def _refuse_add(state: State, choice: Add) -> Failure | None:
    if not is_running(state):
        return _other_sheet(state, choice, Enter(choice.seat, choice.line, None, choice.points))
    return (
        _refuse_player(state, choice.seat)
        or _refuse_line(state, choice)
        or (
            Failure("SHEET_FULL", {"limit": ENTRY_LIMIT}) if len(state.log) >= ENTRY_LIMIT else None
        )
        or _refuse_value(state, choice, choice.points)
        or _refuse_passing(state, choice)
    )


def _refuse_correct_entry(state: State, choice: CorrectEntry) -> Failure | None:
    if not is_running(state):
        return Failure("NO_RUNNING", {"text": write(choice)})
    if choice.number > len(state.log):
        facts: dict[str, Fact] = {"number": choice.number, "last": len(state.log)}
        other = replace(choice, number=len(state.log)) if state.log else None
        return Failure("NO_ENTRY", facts, None if other is None else other)
    return _refuse_value(state, choice, choice.points) or _refuse_passing(state, choice)


# --- people and chance ----------------------------------------------------------------------


def _refuse_about(state: State, choice: Skip | Leave | Join | GiveMarker) -> Failure | None:
    if wrong := _refuse_player(state, choice.seat, absent=True):
        return wrong
    seat, is_away = choice.seat, choice.seat in state.away
    if isinstance(choice, Join):
        return None if is_away else Failure("IS_AT_TABLE", {"seat": Seat(seat)})
    if is_away:
        return Failure("NOT_AT_TABLE", {"seat": Seat(seat)}, Join(seat))
    if isinstance(choice, Leave) and len(present(state)) == 1:
        return Failure("LAST_PLAYER", {"seat": Seat(seat)})
    if isinstance(choice, Skip | GiveMarker) and state.sides[seat] in state.fallen:
        return Failure("IS_OUT", {"seat": Seat(seat)})
    return _refuse_skip(state, state.sides[seat], seat) if isinstance(choice, Skip) else None


def _refuse_skip(state: State, side: int, seat: int) -> Failure | None:
    if is_running(state) and state.template.turns == NONE:
        return Failure("NO_TURNS")
    row = now(state)
    facts: dict[str, Fact] = {"seat": Seat(seat), "round": len(state.rounds)}
    if rules.has_entered(state, side):
        return Failure("HAS_PLAYED", facts)
    if side in (state.done if is_running(state) else row.out):
        return Failure("SITS_OUT", facts)
    if not is_running(state) and set(active(state)) - set(row.out) == {side}:
        return Failure("SKIPS_ALL", {"seat": Seat(seat)})
    return None


def _refuse_draw(state: State, choice: Draw) -> Failure | None:
    if choice.kind in (COIN, FIRST):
        return None
    if choice.kind == DICE:
        count, sides = choice.sizes
        return _within("BAD_DICE", count, 1, DICE_LIMIT) or _within(
            "BAD_DIE", sides, 2, SIDES_LIMIT
        )
    if len(state.sides) < 3:
        return Failure("TOO_FEW_FOR_TEAMS", {"seats": len(state.sides)})
    has_begun = any(rules.has_played(state, side) for side in range(len(state.base)))
    if has_begun or len(state.rounds) > 1:
        return Failure("SHEET_BEGUN")
    return _within("BAD_TEAMS", choice.sizes[0], 2, len(state.sides) - 1)
