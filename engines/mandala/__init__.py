"""Mandala by Trevor Benjamin and Brett J. Gilbert: two mandalas of sand, built and destroyed.

`Table` is what lies open; `rules` and `refusals` know the game on it. `Dealt` is a table with a
dealer who holds the deck and the hands. The engine passes each state to the right one.
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
from engines.mandala import choices, dealer, position, refusals, rules, scoring
from engines.mandala.check import check
from engines.mandala.choices import Choice
from engines.mandala.dealer import Dealt
from engines.mandala.events import describe, events
from engines.mandala.state import Table, open_table, view
from engines.mandala.steps import steps
from engines.mandala.words import WORDS

__all__ = ["GAME", "Choice", "Dealt", "Mandala", "State", "Table"]

State = Table | Dealt


def _public(state: State) -> Table:
    return state.table if isinstance(state, Dealt) else state


def _acting_hand(state: State) -> tuple[int, ...] | None:
    return state.hands[state.table.actor] if isinstance(state, Dealt) else None


class Mandala:
    """The rules, as every game offers them."""

    name = "mandala"
    version = 1
    seats = (2, 2)
    options = (
        Option("table", ("public", "full"), "option.table"),
        Option("strict_next", (False, True), "option.strict_next"),
    )
    words: Mapping[str, str] = WORDS
    bad_notation = "BAD_ACTION"

    def setup(self, start: Start) -> State:
        """Return the table before the mountain cards are turned up (Mandala 1.2)."""
        table = open_table(start.first, start.options.get("strict_next") is True)
        if start.options.get("table") == "full":
            return dealer.deal(table, start.seed, start.given)
        if "deck" in start.given:
            raise BadStart(dealer.refuse_deck())
        return table

    def turn(self, state: State) -> Turn | None:
        """Say who chooses: a seat, the table that tells cards, or nobody."""
        table = _public(state)
        if table.phase == "over":
            return None
        return Turn(None, table.phase) if table.phase in ("flip", "cups") else Turn(table.actor)

    def dealer(self, state: State) -> Choice | None:
        """Return what the dealer of a full table tells."""
        return dealer.answer(state) if isinstance(state, Dealt) else None

    def legal(self, state: State) -> Sequence[Choice]:
        """List the choices: actions A, B, C by mandala, colour, count; claims; answers."""
        told = self.dealer(state)
        return [told] if told is not None else rules.legal(_public(state), _acting_hand(state))

    def explain(self, state: State, choice: Choice, seat: int | None = None) -> Reason | None:
        """Return the first failing check, or None."""
        table = _public(state)
        reason = refusals.explain(table, choice, seat, _acting_hand(state))
        if reason is None and self.dealer(state) not in (None, choice):
            return Reason(*refusals.pending(table))
        return reason

    def apply(self, state: State, choice: Choice) -> State:
        """Return the state after a legal choice."""
        if isinstance(state, Dealt):
            return dealer.carry_out(state, choice)
        return rules.resolve(state, choice).table

    def agree(self, state: State, agreement: str, seat: int) -> State:
        """Return the state after resignation, a draw, or the agreement to end and score."""
        if isinstance(state, Table):
            return rules.agree(state, agreement, seat)
        after = replace(state, table=rules.agree(state.table, agreement, seat))
        return dealer.reveal(after) if after.table.phase == "over" else after

    def read(self, text: str) -> Choice:
        """Turn notation into a choice."""
        return choices.read(text)

    def write(self, choice: Choice) -> str:
        """Turn a choice into notation."""
        return choices.write(choice)

    def parts(self, choice: Choice) -> tuple[ChoicePart, ...]:
        """Return the knob's way: action, mandala, colour, count; or the cards told."""
        return choices.parts(choice)

    def describe(self, state: State, choice: Choice) -> Message:  # noqa: ARG002 - the contract
        """Say a choice in words."""
        return describe(choice)

    def events(self, before: State, choice: Choice | None, after: State) -> tuple[Message, ...]:
        """Say what happened at the open table."""
        return events(_public(before), choice, _public(after))

    def scores(self, state: State) -> tuple[int | None, ...]:
        """Return the points; hidden before the end, as the cups are."""
        return scoring.scores(_public(state))

    def score_sheet(self, state: State) -> tuple[tuple[ScoreLine, ...], ...]:
        """Return a line for each river slot of each seat."""
        return scoring.score_sheet(_public(state))

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended."""
        return scoring.outcome(_public(state))

    def view(self, state: State, seat: int | None = None) -> dict[str, Json]:
        """Return the public table; at a full table with the hand and cup of one seat."""
        shown: dict[str, Json] = view(_public(state))
        if (result := self.outcome(state)) is not None:
            shown |= {
                "scores": list(result.scores),
                "winner": result.winner,
                "by": result.why.code,
            }
        if isinstance(state, Dealt) and seat is not None:
            shown |= dealer.secrets(state, seat)
        return shown

    def steps(self, before: State | None, after: State) -> tuple[Step, ...]:
        """Return the hands' work from one table to another."""
        return steps(None if before is None else _public(before), _public(after))

    def position(self, state: State) -> Json:
        """Return the whole state as JSON, secrets included."""
        return position.write_position(state)

    def from_position(self, value: Json, start: Start) -> State:
        """Return the state a position describes."""
        return position.read_position(value, start)

    def check(self, state: State) -> tuple[Reason, ...]:
        """Return the broken invariants."""
        return check(state)

    def repetition(self, state: State) -> object | None:  # noqa: ARG002 - the contract
        """Return nothing: no rule counts positions."""
        return None


GAME = Mandala()
