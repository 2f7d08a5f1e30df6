"""Descriptions of choices, and of what happened after them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engines.engine import Fact, Message, Named, Seat, Term
from engines.scorepad import rules
from engines.scorepad.choices import (
    COIN,
    DICE,
    FIRST,
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
    Skip,
)
from engines.scorepad.course import Course, totals
from engines.scorepad.scoring import leaders
from engines.scorepad.state import (
    DRAW,
    END,
    LAST_ROUND,
    ONE_LEFT,
    RESIGNATION,
    TARGET,
    Round,
    State,
    active,
    is_running,
    members,
    now,
    player_of,
)
from engines.scorepad.template_values import NONE


def describe(state: State, choice: Choice) -> Message:
    """Return the description of a choice."""
    match choice:
        case Enter(seat, line, number, points) | Correct(seat, line, number, points):
            facts: dict[str, Fact] = {
                "seat": Seat(seat),
                "line": _line(state, line),
                "round": number or len(state.rounds),
                "points": _cell(points),
            }
            return Message(
                "describe.correct" if isinstance(choice, Correct) else "describe.enter", facts
            )
        case Add(seat, line, points):
            facts = {"seat": Seat(seat), "line": _line(state, line), "points": f"{points:+d}"}
            return Message("describe.add", facts)
        case CorrectEntry(number, points):
            return Message("describe.correct_entry", {"number": number, "points": _cell(points)})
        case Skip(seat) | Leave(seat) | Join(seat) | GiveMarker(seat):
            return Message(f"describe.{type(choice).__name__.lower()}", {"seat": Seat(seat)})
        case Countdown(seconds):
            return Message("describe.timer", {"seconds": seconds})
        case Draw(kind, sizes):
            return Message(f"describe.{kind}", _sizes(kind, sizes))
        case Answer(kind, values):
            return _tell_drawn(kind, values)
        case _:
            return Message("describe.next")


def _line(state: State, line: str) -> Named:
    return state.template.lines[rules.place_of(state, line)].named


def _cell(points: int | None) -> Fact:
    return Term("cell", "missing") if points is None else points


def _sizes(kind: str, sizes: tuple[int, ...]) -> dict[str, Fact]:
    if kind == DICE:
        return {"dice": "d".join(str(size) for size in sizes)}
    return {"count": sizes[0]} if sizes else {}


def _tell_drawn(kind: str, values: tuple[int, ...]) -> Message:
    if kind == DICE:
        return Message("rolled", {"values": values, "sum": sum(values)})
    if kind == COIN:
        return Message("tossed", {"side": Term("coin", values[0])})
    if kind == FIRST:
        return Message("drawn_first", {"seat": Seat(values[0] - 1)})
    return Message("drawn_teams", {"teams": values})


# --- what happened --------------------------------------------------------------------------


def events(before: State, choice: Choice | None, after: State) -> tuple[Message, ...]:
    """Return what happened between two sheets, in order."""
    return (
        *(_tell_choice(before, choice, after) if choice is not None else ()),
        *_tell_people(before, after),
        *_tell_games(before, after),
        *_tell_round(before, after),
        *_tell_leader(before, after),
        *_tell_order(before, after),
        *_tell_end(before, after),
    )


def _tell_choice(before: State, choice: Choice, after: State) -> Iterator[Message]:
    match choice:
        case Enter(seat, line, number, points):
            facts = _sum(before, after, before.sides[seat])
            yield Message("entered", {**facts, "line": _line(before, line), "points": points,
                                      "round": number or len(before.rounds)})  # fmt: skip
        case Add(seat, line, points):
            facts = _sum(before, after, before.sides[seat])
            yield Message("added", {**facts, "line": _line(before, line), "points": f"{points:+d}"})
        case Correct(seat, line, number, points):
            number = number or len(before.rounds)
            side = before.sides[seat]
            was = before.rounds[number - 1].cells[side][rules.place_of(before, line)]
            facts = {**_sum(before, after, side), "line": _line(before, line), "round": number}
            yield Message("corrected", {**facts, "was": _cell(was), "points": _cell(points)})
        case CorrectEntry(number, points):
            entry = before.log[number - 1]
            facts = {**_sum(before, after, entry.side), "number": number}
            yield Message("corrected_entry", {**facts, "was": _cell(entry.points),
                                           "points": _cell(points)})  # fmt: skip
        case Skip(seat):
            yield Message("skipped", {"seat": Seat(seat), "round": len(before.rounds)})
        case Countdown(seconds):
            yield Message("timer", {"seconds": seconds})
        case Answer(kind, values):
            yield _tell_drawn(kind, values)
        case _:
            return


def _sum(before: State, after: State, side: int) -> dict[str, Fact]:
    """Return the members of a side, and its new total."""
    seats = tuple(Seat(seat) for seat in members(before, side))
    return {"seat": seats, "total": totals(after)[side]}


def _tell_people(before: State, after: State) -> Iterator[Message]:
    gone = sorted(set(after.away) - set(before.away))
    come = sorted(set(before.away) - set(after.away))
    yield from (Message("left", {"seat": Seat(seat)}) for seat in gone)
    for seat in come:
        facts: dict[str, Fact] = {"seat": Seat(seat), "total": totals(after)[after.sides[seat]]}
        yield Message("joined", facts)


def _tell_games(before: State, after: State) -> Iterator[Message]:
    """Tell who is out of the game, and which games within the game were won."""
    for side in sorted(set(after.fallen) - set(before.fallen)):
        yield Message("fallen", {"seat": tuple(Seat(seat) for seat in members(after, side))})
    if not after.template.levels or before.sides != after.sides:
        return
    old, new = Course(before), Course(after)
    if new.games <= old.games:
        return
    for level, held, won in zip(after.template.levels, old.wins, new.wins, strict=True):
        gained = [side for side, count in enumerate(won) if count > held[side]]
        ended = any(held) and not any(won)  # counted in the next level, where it is announced
        for side in gained:
            facts: dict[str, Fact] = {"level": Named("level", level.name),
                                      "seat": tuple(Seat(s) for s in members(after, side)),
                                      "count": won[side]}  # fmt: skip
            yield Message("game_won", facts)
        if not gained and not ended:
            return


def _tell_round(before: State, after: State) -> Iterator[Message]:
    number = len(before.rounds)
    if len(after.rounds) > number or (after.ended in (TARGET, LAST_ROUND) and _is_last(after)):
        yield Message("round_complete", {"round": number})


def _is_last(after: State) -> bool:
    """Return whether a game ended with its round, not in the middle of one."""
    return rules.is_complete(after)


def _tell_leader(before: State, after: State) -> Iterator[Message]:
    if before.sides != after.sides or len(active(after)) < 2:
        return
    if before.template is after.template and _scored(before) == _scored(after):
        return
    front = leaders(_counted(after))
    if front != leaders(_counted(before)) and len(front) == 1:
        seats = tuple(Seat(seat) for seat in members(after, front[0]))
        yield Message("leads", {"seat": seats, "total": totals(after)[front[0]]})


def _scored(state: State) -> tuple[object, ...]:
    """Return what decides who leads, apart from the template."""
    return _counted_rounds(state), state.log, state.away, state.base


def _counted(state: State) -> State:
    """Return the state without an incomplete round, in which nobody leads."""
    return replace(state, rounds=_counted_rounds(state))


def _counted_rounds(state: State) -> tuple[Round, ...]:
    return state.rounds if state.ended or is_running(state) else state.rounds[:-1]


def _tell_order(before: State, after: State) -> Iterator[Message]:
    if after.ended:
        return
    if after.marker != before.marker:
        kind = after.template.order.marker
        code = "begins" if kind == NONE else f"marker.{kind}"
        yield Message(code, {"seat": Seat(after.marker)})
    old, new = now(before).order, now(after).order
    is_new = before.sides != after.sides or old != new
    if is_new and after.template.turns != NONE and len(active(after)) > 1:
        seats = tuple(Seat(player_of(after, side)) for side in new if side in active(after))
        yield Message("order", {"seats": seats})


def _tell_end(before: State, after: State) -> Iterator[Message]:
    if not after.ended or before.ended:
        return
    if after.ended == TARGET:
        yield Message("target_reached", {"target": after.template.goal})
    elif after.ended == LAST_ROUND:
        yield Message("last_round", {"round": len(after.rounds)})
    elif after.ended in (DRAW, END):
        yield Message(f"agreed.{after.ended}")
    elif after.ended == RESIGNATION:
        yield Message("all_gave_up")
    elif after.ended == ONE_LEFT:
        yield Message("one_left")
