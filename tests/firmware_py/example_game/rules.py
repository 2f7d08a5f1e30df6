"""Nim: two players take one to three sticks in turn; whoever takes the last one wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engines.contract import (
    BadNotation,
    BadPosition,
    BadStart,
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

MOST = 3
HEAPS = {"short": 9, "long": 21}
N_ = str
"""Nothing is translated: the example is not shipped."""

WORDS = {
    "option.heap": N_("How many sticks lie there at the start."),
    "option.heap.short": N_("9 sticks"),
    "option.heap.long": N_("21 sticks"),
    "BAD_ACTION": N_("{text} is no number of sticks; {example} is one."),
    "WRONG_TURN": N_("It is the turn of {turn}, not of {seat}."),
    "WRONG_NUMBER": N_("One takes 1 to {most} sticks, not {count}."),
    "TOO_FEW_LEFT": N_("There are only {left} sticks left, not {count}."),
    "BAD_COUNT": N_("There cannot be {left} sticks."),
    "BAD_PLAYER_COUNT": N_("Nim is for two players, not {seats}."),
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


class Nim:
    """The rules, as every game offers them."""

    name = "nim"
    version = 1
    seats: tuple[int, int] = (2, 2)
    options: tuple[Option, ...] = (Option("heap", tuple(HEAPS), "option.heap"),)
    words: Mapping[str, str] = WORDS
    bad_notation = "BAD_ACTION"

    def setup(self, start: Start) -> State:
        if start.seats != 2:
            raise BadStart(Reason("BAD_PLAYER_COUNT", {"seats": start.seats}))
        return State(HEAPS[str(start.options.get("heap", "short"))], start.first)

    def turn(self, state: State) -> Turn | None:
        return None if state.ended or not state.left else Turn(state.turn)

    def dealer(self, state: State) -> int | None:
        return None

    def legal(self, state: State) -> Sequence[int]:
        return range(1, min(state.left, MOST) + 1) if self.turn(state) else ()

    def explain(self, state: State, choice: int, seat: int | None = None) -> Reason | None:
        if seat not in (None, state.turn):
            return Reason("WRONG_TURN", {"turn": Seat(state.turn), "seat": Seat(seat or 0)})
        if not 1 <= choice <= MOST:
            return Reason("WRONG_NUMBER", {"most": MOST, "count": choice}, instead="1")
        if choice > state.left:
            return Reason("TOO_FEW_LEFT", {"left": state.left, "count": choice}, instead="1")
        return None

    def apply(self, state: State, choice: int) -> State:
        return State(state.left - choice, 1 - state.turn)

    def agree(self, state: State, agreement: str, seat: int) -> State:
        return replace(state, ended=f"{agreement} {seat}")

    def read(self, text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) == 1):
            raise BadNotation(Reason("BAD_ACTION", {"text": text, "example": "1"}))
        return int(text)

    def write(self, choice: int) -> str:
        return str(choice)

    def parts(self, choice: int) -> tuple[ChoicePart, ...]:
        return (ChoicePart("count", choice),)

    def describe(self, state: State, choice: int) -> Message:
        return Message("take", {"count": choice})

    def events(self, before: State, choice: int | None, after: State) -> tuple[Message, ...]:
        if choice is None:
            return ()
        facts = {"seat": Seat(before.turn), "count": choice, "left": after.left}
        return (Message("took", facts),)

    def scores(self, state: State) -> tuple[int | None, ...]:
        outcome = self.outcome(state)
        return (0, 0) if outcome is None else outcome.scores

    def score_sheet(self, state: State) -> tuple[tuple[ScoreLine, ...], ...]:
        won = ScoreLine(1, Message("rule.win"))
        return tuple((won,) if points else () for points in self.scores(state))

    def outcome(self, state: State) -> Outcome | None:
        if self.turn(state) is not None:
            return None
        if not state.ended:
            winner = 1 - state.turn
            return _won_by(winner, Message("last", {"seat": Seat(winner)}))
        agreement, seat = state.ended.split()
        if agreement == "resign":
            return _won_by(1 - int(seat), Message("resign", {"seat": Seat(int(seat))}))
        return Outcome((0, 1), (0, 0), Message(agreement))

    def view(self, state: State, seat: int | None = None) -> dict[str, Json]:
        return {"left": state.left, "turn": state.turn}

    def steps(self, before: State | None, after: State) -> tuple[Step, ...]:
        more = after.left - (before.left if before else 0)
        code = "step.lay" if before is None else "step.back" if more > 0 else "step.take"
        if not more:
            return ()
        places = ("box", "heap") if more > 0 else ("heap", "box")
        return (Step("stick", *places, Message(code, {"count": abs(more)}), abs(more)),)

    def position(self, state: State) -> Json:
        return {"left": state.left, "turn": state.turn, "ended": state.ended}

    def from_position(self, value: Json, start: Start) -> State:
        try:
            return State(int(value["left"]), int(value["turn"]), str(value["ended"]))
        except (KeyError, TypeError, ValueError) as error:
            raise BadPosition(Reason("BAD_POSITION", {"problem": str(error)})) from error

    def check(self, state: State) -> tuple[Reason, ...]:
        if 0 <= state.left <= max(HEAPS.values()):
            return ()
        return (Reason("BAD_COUNT", {"left": state.left}),)

    def repetition(self, state: State) -> object | None:
        return None


def _won_by(seat: int, why: Message) -> Outcome:
    return Outcome((seat,), (1 - seat, seat), why)


GAME: Engine[State, int] = Nim()
