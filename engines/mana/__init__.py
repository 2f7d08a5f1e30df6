"""Mana, by Claude Leroy: two armies on 36 squares, and a bird that says which piece must move.

board     squares, kinds, ways           notation  texts of choices
choices   what can be chosen             position  texts of positions, and their faults
state     options and state              refusals  why not
rules     what is legal, what follows    telling   events, endings    hands  steps
fast      the same rules in bit masks    nodes     perft
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.contract import (
    BadStart,
    ChoicePart,
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
from engines.mana import events, notation, refusals, rules, steps
from engines.mana import position as positions
from engines.mana.board import to_rows
from engines.mana.choices import Choice
from engines.mana.perft import NODE_LIMIT, TooManyNodes, perft
from engines.mana.state import ORIENT, OVER, PLAY, SETUP, State, rules_of
from engines.mana.words import WORDS

__all__ = ["GAME", "MANA", "Mana", "TooManyNodes", "perft"]

_BIRD, _2005 = ("edition", "bird"), ("edition", "2005")


class Mana:
    """The rules of Mana, as the contract of engines asks for them."""

    name = "mana"
    version = 1
    seats = (2, 2)
    options = (
        Option("edition", ("bird", "2005"), "option.edition"),
        Option("advanced", (False, True), "option.advanced", _BIRD),
        Option("ask_bird", (False, True), "option.ask_bird", _BIRD),
        Option("bird_must_fly", (False, True), "option.bird_must_fly", _BIRD),
        Option("bird_blocks", (False, True), "option.bird_blocks", _BIRD),
        Option("blocked", ("pass", "free"), "option.blocked", _BIRD),
        Option("drop_anywhere", (False, True), "option.drop_anywhere", _2005),
    )
    words: Mapping[str, str] = WORDS
    bad_notation = "BAD_NOTATION"

    def setup(self, start: Start) -> State:
        """Return the first state: the board to be turned (2005), or Black to set up."""
        if start.seats != 2 or start.first not in (0, 1):
            raise BadStart(Reason("BAD_START", {"seats": start.seats, "first": start.first}))
        chosen = rules_of(start.options)
        return State(chosen, start.first, ORIENT if chosen.is_2005 else SETUP)

    def turn(self, state: State) -> Turn | None:
        """Say which seat chooses."""
        return None if state.phase == OVER else Turn(state.seat_of(state.side))

    def dealer(self, state: State) -> Choice | None:  # noqa: ARG002 - the contract's signature
        """Mana leaves nothing to chance."""
        return None

    def legal(self, state: State) -> Sequence[Choice]:
        """List the choices."""
        return rules.legal(state)

    def explain(self, state: State, choice: Choice, seat: int | None = None) -> Reason | None:
        """Return the first failing check."""
        return refusals.explain(state, choice, seat)

    def apply(self, state: State, choice: Choice) -> State:
        """Return the state after a legal choice."""
        return rules.apply(state, choice)

    def agree(self, state: State, agreement: str, seat: int) -> State:
        """Return the state after a resignation or a draw; `end` is a draw too."""
        if agreement == "resign":
            return replace(state, phase=OVER, winner=1 - seat, by="resignation")
        return replace(state, phase=OVER, by="agreed")

    def read(self, text: str) -> Choice:
        """Turn notation into a choice; raise BadNotation."""
        return notation.read(text)

    def write(self, choice: Choice) -> str:
        """Turn a choice into notation."""
        return notation.write(choice)

    def parts(self, choice: Choice) -> tuple[ChoicePart, ...]:
        """Return what the knob picks."""
        return events.parts(choice)

    def describe(self, state: State, choice: Choice) -> Message:
        """Say a choice in words."""
        return events.describe(state, choice)

    def events(self, before: State, choice: Choice | None, after: State) -> tuple[Message, ...]:
        """Say what happened."""
        return events.events(before, choice, after)

    def scores(self, state: State) -> tuple[int, int]:
        """Return 1 for the winner."""
        return events.scores(state)

    def score_sheet(self, state: State) -> tuple[tuple[ScoreLine, ...], ...]:
        """Return where the winner's point comes from."""
        return events.score_sheet(state)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended."""
        return events.outcome(state)

    def view(self, state: State, seat: int | None = None) -> dict[str, Json]:  # noqa: ARG002 - no secrets
        """Return the table as JSON; `captured` is black's, then white's, as in a position."""
        shown: dict[str, Json] = {
            "phase": state.phase,
            "turn": None if state.phase == OVER else state.seat_of(state.side),
            "edition": state.rules.edition,
            "orientation": state.orientation,
            "board": to_rows(state.board),
            "kind": state.kind,
            "mana": None if state.mana is None else notation.BIRDS[state.mana],
            "captured": list(state.captured),
            "free": state.free,
        }
        if state.phase == OVER:
            shown.update(winner=state.winner, by=state.by, scores=list(self.scores(state)))
        return shown

    def steps(self, before: State | None, after: State) -> tuple[Step, ...]:
        """Return the hands' work from one table to another."""
        return steps.steps(before, after)

    def position(self, state: State) -> str:
        """Return the text of a position."""
        return positions.position(state)

    def from_position(self, value: Json, start: Start) -> State:
        """Return the state that a text describes; raise BadPosition."""
        return positions.from_position(value, start)

    def check(self, state: State) -> tuple[Reason, ...]:
        """Return what is wrong with a position."""
        return positions.check(state)

    def repetition(self, state: State) -> object | None:
        """Mana 6: board, side, kind, free turn and captured ronins make a position."""
        if state.phase != PLAY:
            return None
        return (state.board, state.side, state.kind, state.free, state.captured)

    def perft(self, state: State, depth: int, limit: int = NODE_LIMIT) -> int:
        """Count the sequences of exactly `depth` choices; raise TooManyNodes."""
        return perft(state, depth, limit)


MANA = Mana()
GAME = MANA
