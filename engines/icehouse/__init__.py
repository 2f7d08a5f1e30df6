"""Icehouse Mandala by Kory Heath: pawns walk a spiral of pyramids and collect groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.chance import Chance
from engines.contract import (
    BadStart,
    ChoicePart,
    Engine,
    IllegalChoice,
    Json,
    Message,
    Option,
    Outcome,
    Reason,
    ScoreLine,
    Start,
    Step,
    Turn,
)
from engines.icehouse import events, notation, position, refusals, rules, scoring, steps
from engines.icehouse import state as states
from engines.icehouse.state import COPIES, GROUPS, LAY, LAYS, OVER, PLAY, TAKES, Choice, State
from engines.icehouse.words import WORDS

__all__ = ["GAME", "Choice", "Icehouse", "State"]

TABLE_COST = 200
"""Looking at a table takes as long as counting so many moves: lines that end early cost as well."""


class Icehouse:
    """The rules, as every game offers them."""

    name = "icehouse"
    version = 1
    seats: tuple[int, int] = (2, 5)
    options: tuple[Option, ...] = (Option("path", ("dealt", "entered"), "option.path"),)
    words: Mapping[str, str] = WORDS
    bad_notation = "BAD_ACTION"

    def setup(self, start: Start) -> State:
        """Icehouse 2.2: a path told, dealt from the seed, or still to be laid."""
        if not 2 <= start.seats <= 5:
            raise BadStart(Reason("BAD_PLAYER_COUNT", {"seats": start.seats}))
        path: tuple[str, ...] = ()
        if "path" in start.given:
            told = start.given["path"]
            path = tuple(told) if isinstance(told, list | tuple) else ()
            if broken := refusals.refuse_path(path):
                raise BadStart(broken)
        elif start.options.get("path") != "entered":
            path = Chance(start.seed, "path").shuffle(GROUPS * COPIES)
        if not 0 <= start.first < start.seats:
            facts = {"first": start.first + 1, "seats": start.seats}
            raise BadStart(Reason("BAD_FIRST_PLAYER", facts))
        return states.begin(path, start.seats, start.first)

    def turn(self, state: State) -> Turn | None:
        """Say who chooses: the table while it lays the path, then a seat."""
        if state.phase == OVER:
            return None
        return Turn(None, "lay") if state.phase == LAY else Turn(state.turn)

    def dealer(self, state: State) -> Choice | None:  # noqa: ARG002 - the contract
        """Nothing is dealt after the set-up."""
        return None

    def legal(self, state: State) -> Sequence[Choice]:
        """List the pyramids ahead, the nearest first; or the pyramids not laid yet."""
        if state.phase == PLAY:
            return [TAKES[space] for space in states.ahead(state, state.turn)]
        if state.phase == LAY:
            return [LAYS[group] for group in GROUPS if state.path.count(group) < COPIES]
        return []

    def explain(self, state: State, choice: Choice, seat: int | None = None) -> Reason | None:
        """Return the first failing check, or None."""
        return refusals.refuse(state, choice, seat)

    def apply(self, state: State, choice: Choice) -> State:
        """Return the table after a legal choice and all that follows from it."""
        return rules.follow(state, choice)

    def agree(self, state: State, agreement: str, seat: int) -> State:
        """Let a seat leave, or end the game for all; raise IllegalChoice for a wrong seat."""
        if reason := refusals.refuse_agreement(state, agreement, seat):
            raise IllegalChoice(reason)
        return rules.leave(state, seat) if agreement == "resign" else rules.agree(state, agreement)

    def read(self, text: str) -> Choice:
        """Turn notation into a choice; raise BadNotation."""
        return notation.read(text)

    def write(self, choice: Choice) -> str:
        """Turn a choice into notation."""
        return notation.write(choice)

    def parts(self, choice: Choice) -> tuple[ChoicePart, ...]:
        """Return what the knob picks."""
        return events.split(choice)

    def describe(self, state: State, choice: Choice) -> Message:
        """Say a choice in words."""
        return events.describe(state, choice)

    def events(self, before: State, choice: Choice | None, after: State) -> tuple[Message, ...]:
        """Say what happened."""
        return events.tell(before, choice, after)

    def scores(self, state: State) -> tuple[int | None, ...]:
        """Return the points; nothing is hidden."""
        return states.points(state)

    def score_sheet(self, state: State) -> tuple[tuple[ScoreLine, ...], ...]:
        """Return every finished group that a seat had a part in."""
        return scoring.list_points(state)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended."""
        return scoring.conclude(state)

    def view(
        self,
        state: State,
        seat: int | None = None,  # noqa: ARG002 - the contract; nothing is secret here
    ) -> dict[str, Json]:
        """Return the table as JSON; there are no secrets. `left` is there once somebody left."""
        view: dict[str, Json] = {
            "phase": state.phase,
            "turn": None if state.phase == OVER else state.turn,
            "pawns": list(state.pawns),
            "points": list(states.points(state)),
            "path": list(state.path),
            "held": [list(held) for held in state.held],
            "eye": list(state.eye),
            "scored": {group.group: list(group.points) for group in state.scored},
        }
        if state.left:
            view["left"] = list(state.left)
        outcome = scoring.conclude(state)
        if outcome is not None:
            view["ranking"] = list(scoring.rank(state))
            view["winner"] = outcome.winner
            view["scores"] = list(outcome.scores)
        return view

    def steps(self, before: State | None, after: State) -> tuple[Step, ...]:
        """Return the hands' work from one table to another."""
        return steps.work(before, after)

    def position(self, state: State) -> Json:
        """Return the whole table as JSON."""
        return position.write(state)

    def from_position(self, value: Json, start: Start) -> State:
        """Return the table that JSON describes; raise BadPosition."""
        return position.read(value, start)

    def check(self, state: State) -> tuple[Reason, ...]:
        """Return the broken invariants."""
        return position.check(state)

    def repetition(self, state: State) -> object | None:  # noqa: ARG002 - the contract
        """Nothing repeats: every move takes a pyramid off the path."""
        return None

    def perft(self, state: State, depth: int, limit: int) -> int | None:
        """Count the sequences of exactly `depth` choices; None if there are too many."""
        nodes = cost = 0
        waiting = [(state, depth)]
        while waiting:
            place, left = waiting.pop()
            choices = self.legal(place)
            if left > 1:
                waiting += [(self.apply(place, choice), left - 1) for choice in choices]
                cost += TABLE_COST * len(choices)
            else:
                nodes += len(choices) if left else 1
            if nodes + cost > limit:
                return None
        return nodes


GAME: Engine[State, Choice] = Icehouse()
