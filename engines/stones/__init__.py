"""Mandala Stones: 2 to 4 players, with the main board tracked or only the players' towers."""

from __future__ import annotations

from collections.abc import Sequence

from engines.contract import (
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
from engines.stones import (
    check,
    choices,
    events,
    notation,
    position,
    refusals,
    rules,
    scoring,
    spaces,
    steps,
    view,
)
from engines.stones import setup as beginning
from engines.stones.state import Choice, State
from engines.stones.words import WORDS


class Stones:
    """The rules of Mandala Stones."""

    name = "stones"
    version = 1
    seats = (2, 4)
    options = (Option("tracking", ("towers", "board"), "option.tracking"),)
    words = WORDS
    bad_notation = "BAD_NOTATION"

    def setup(self, start: Start) -> State:
        """Return the first state; raise BadStart."""
        return beginning.setup(start)

    def turn(self, state: State) -> Turn | None:
        """Say who chooses what now; None when the game is over."""
        if state.phase == "over":
            return None
        asks = state.asks
        return Turn(state.turn) if asks is None else Turn(None, asks)

    def dealer(self, state: State) -> Choice | None:
        """Return the dealer's answer where the deal is known in advance."""
        return choices.dealer(state)

    def legal(self, state: State) -> Sequence[Choice]:
        """List the choices: picks, colours, tops, then "nothing to pick"."""
        return choices.legal(state)

    def explain(self, state: State, choice: Choice, seat: int | None = None) -> Reason | None:
        """Return the first failing check; None if the choice is legal."""
        return refusals.explain(state, choice, seat)

    def apply(self, state: State, choice: Choice) -> State:
        """Return the state after a choice that is known to be legal."""
        return rules.apply(state, choice)

    def agree(self, state: State, agreement: str, seat: int) -> State:
        """Return the state after `resign` (by `seat`), `draw` or `end`; raise IllegalChoice."""
        return rules.agree(state, agreement, seat)

    def read(self, text: str) -> Choice:
        """Turn notation into a choice; raise BadNotation."""
        return notation.read(text)

    def write(self, choice: Choice) -> str:
        """Turn a choice into notation."""
        return notation.write(choice)

    def parts(self, choice: Choice) -> tuple[ChoicePart, ...]:
        """Return what the knob picks, in order."""
        return events.parts(choice)

    def describe(self, state: State, choice: Choice) -> Message:
        """Say a choice in words."""
        return events.describe(state, choice)

    def events(self, before: State, choice: Choice | None, after: State) -> tuple[Message, ...]:
        """Say what happened."""
        return events.events(before, choice, after)

    def scores(self, state: State) -> tuple[int | None, ...]:
        """Return the points of each seat."""
        return state.vp

    def score_sheet(self, state: State) -> tuple[tuple[ScoreLine, ...], ...]:
        """Return every gain of every seat with its rule."""
        return scoring.score_sheet(state)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        return events.outcome(state)

    def view(self, state: State, seat: int | None = None) -> dict[str, Json]:  # noqa: ARG002 - nothing is secret
        """Return the public table; no seat has secrets that the device knows."""
        return view.view(state)

    def steps(self, before: State | None, after: State) -> tuple[Step, ...]:
        """Return the hands' work from one table to another; before None: from the box."""
        return steps.steps(before, after)

    def position(self, state: State) -> Json:
        """Return the whole state as JSON."""
        return position.position(state)

    def from_position(self, value: Json, start: Start) -> State:
        """Return the state a position describes; raise BadPosition."""
        return position.from_position(value, start)

    def check(self, state: State) -> tuple[Reason, ...]:
        """Return the broken invariants of a state that was typed in."""
        return check.check(state)

    def repetition(self, state: State) -> object | None:  # noqa: ARG002 - never repeats
        """Return None: stones only ever leave the board."""
        return None

    # --- beyond the contract: the learned board, set-up texts, the track ---

    def learned(self, state: State) -> tuple[str, ...]:
        """Return the mandala board as far as it is known, for the table's profile."""
        return state.mandala

    def read_mandala(self, value: Json) -> tuple[str, ...]:
        """Return the spaces of a list such as ["0", "1", "h2", "end"]; raise BadStart."""
        return spaces.read_mandala(value)

    def warnings(self, printed: Sequence[str]) -> tuple[Message, ...]:
        """Return what is strange about a mandala board, though it may be so."""
        return spaces.warnings(tuple(printed))

    def question(self, state: State) -> Message | None:
        """Return the open question with what it is about."""
        return events.question(state)

    def read_artist(self, text: str) -> tuple[str, str]:
        """Return circle and pattern of a set-up text such as `Aa2=o`; raise BadNotation."""
        return notation.read_artist(text)

    def read_top(self, text: str) -> tuple[int, str]:
        """Return stack and stone of a set-up text such as `R1=Bx`; raise BadNotation."""
        return notation.read_top(text)

    def track(self, points: int) -> tuple[int, int]:
        """Return the +50 markers and the place on the track that show these points."""
        return scoring.track(points)


GAME = Stones()
