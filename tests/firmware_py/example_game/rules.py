"""Nim: two players take one to three sticks in turn; the player who takes the last one wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engines.engine import (
    BadNotation,
    ChoicePart,
    Engine,
    Json,
    Message,
    Option,
    Outcome,
    Reason,
    ScoreLine,
    Seat,
    Start,
    Step,
    Turn,
)
from engines.json_reader import JsonReader, check_start

MOST = 3
SEATS = (2, 2)
HEAPS = {"short": 9, "long": 21}
N_ = str
"""Nothing is translated: the example is not shipped."""

WORDS = {
    "option.heap": N_("How many sticks lie there at the start."),
    "option.heap.short": N_("9 sticks"),
    "option.heap.long": N_("21 sticks"),
    "BAD_ACTION": N_("{text} is not a number of sticks; {example} is one."),
    "WRONG_TURN": N_("It is the turn of {turn}, not of {seat}."),
    "WRONG_NUMBER": N_("One takes 1 to {most} sticks, not {count}."),
    "TOO_FEW_LEFT": N_("There are only {left} sticks left, not {count}."),
    "BAD_COUNT": N_("There cannot be {left} sticks."),
    "take": N_("take {count}"),
    "took": N_("{seat} took {count}: {left} left."),
    "step.lay": N_("Lay {count} sticks on the table."),
    "step.take": N_("Take {count} away."),
    "step.back": N_("Put {count} back."),
    "last": N_("{seat} took the last stick."),
    "resign": N_("{seat} resigned."),
    "draw": N_("Agreed on a draw."),
    "end": N_("Agreed to end."),
    "rule.win": N_("The game is won."),
}


@dataclass(frozen=True, slots=True)
class State:
    """How many sticks are left, and who takes next; `ended` is an agreement, by whom."""

    left: int
    turn: int
    ended: str = ""


def setup(start: Start) -> State:
    check_start(start, SEATS)
    return State(HEAPS[str(start.options["heap"])], start.first)


def turn(state: State) -> Turn | None:
    return None if state.ended or not state.left else Turn(state.turn)


def legal(state: State) -> Sequence[int]:
    return range(1, min(state.left, MOST) + 1) if turn(state) else ()


def explain(state: State, choice: int, seat: int | None = None) -> Reason | None:
    if seat not in (None, state.turn):
        return Reason("WRONG_TURN", {"turn": Seat(state.turn), "seat": Seat(seat or 0)})
    if not 1 <= choice <= MOST:
        return Reason("WRONG_NUMBER", {"most": MOST, "count": choice}, instead="1")
    if choice > state.left:
        return Reason("TOO_FEW_LEFT", {"left": state.left, "count": choice}, instead="1")
    return None


def apply(state: State, choice: int) -> State:
    return State(state.left - choice, 1 - state.turn)


def agree(state: State, agreement: str, seat: int) -> State:
    return replace(state, ended=f"{agreement} {seat}")


def read(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) == 1):
        raise BadNotation(Reason("BAD_ACTION", {"text": text, "example": "1"}))
    return int(text)


def parts(choice: int) -> tuple[ChoicePart, ...]:
    return (ChoicePart("count", choice),)


def describe(_state: State, choice: int) -> Message:
    return Message("take", {"count": choice})


def events(before: State, choice: int | None, after: State) -> tuple[Message, ...]:
    if choice is None:
        return ()
    return (Message("took", {"seat": Seat(before.turn), "count": choice, "left": after.left}),)


def scores(state: State) -> tuple[int | None, ...]:
    ended = outcome(state)
    return (0, 0) if ended is None else ended.scores


def score_sheet(state: State) -> tuple[tuple[ScoreLine, ...], ...]:
    won = ScoreLine(1, Message("rule.win"))
    return tuple((won,) if points else () for points in scores(state))


def outcome(state: State) -> Outcome | None:
    if turn(state) is not None:
        return None
    if not state.ended:
        winner = 1 - state.turn
        return _won_by(winner, Message("last", {"seat": Seat(winner)}))
    agreement, seat = state.ended.split()
    if agreement == "resign":
        return _won_by(1 - int(seat), Message("resign", {"seat": Seat(int(seat))}))
    return Outcome((0, 1), (0, 0), Message(agreement))


def _won_by(seat: int, why: Message) -> Outcome:
    return Outcome((seat,), (1 - seat, seat), why)


def view(state: State, _seat: int | None = None) -> dict[str, Json]:
    return {"left": state.left, "turn": state.turn}


def steps(before: State | None, after: State) -> tuple[Step, ...]:
    more = after.left - (before.left if before else 0)
    code = "step.lay" if before is None else "step.back" if more > 0 else "step.take"
    if not more:
        return ()
    places = ("box", "heap") if more > 0 else ("heap", "box")
    return (Step("stick", *places, Message(code, {"count": abs(more)}), abs(more)),)


def position(state: State) -> Json:
    return {"left": state.left, "turn": state.turn}


def from_position(value: Json, start: Start) -> State:
    check_start(start, SEATS)
    fields = JsonReader(value).object(("left", "turn"))
    return State(fields["left"].whole(), fields["turn"].whole(high=1))


def check(state: State) -> tuple[Reason, ...]:
    if state.left <= max(HEAPS.values()):
        return ()
    return (Reason("BAD_COUNT", {"left": state.left}),)


GAME: Engine[State, int] = Engine(
    name="nim",
    version=1,
    seats=SEATS,
    options=(Option("heap", tuple(HEAPS), "option.heap"),),
    words=WORDS,
    bad_notation="BAD_ACTION",
    setup=setup,
    turn=turn,
    legal=legal,
    explain=explain,
    apply=apply,
    agree=agree,
    read=read,
    write=str,
    parts=parts,
    describe=describe,
    events=events,
    scores=scores,
    score_sheet=score_sheet,
    outcome=outcome,
    view=view,
    steps=steps,
    position=position,
    from_position=from_position,
    check=check,
)
