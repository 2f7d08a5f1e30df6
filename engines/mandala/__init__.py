"""Mandala by Trevor Benjamin and Brett J. Gilbert: two mandalas of sand, built and destroyed.

A state is the public table; at a full table it also has the hidden cards (`dealt`). Besides the
modules that every game has: `cards` (colours, heaps, drawing), `choices` and `dealer` (the full
table).
"""

from __future__ import annotations

from engines.bots.player import Coach, Think
from engines.engine import Engine, Option
from engines.mandala import (
    events,
    explanations,
    notation,
    position,
    refusals,
    rules,
    scoring,
    steps,
)
from engines.mandala.choices import Choice
from engines.mandala.setup import setup
from engines.mandala.state import PLAYERS, State, public
from engines.mandala.view import view
from engines.mandala.words import COACH, RULEBOOK, WORDS

__all__ = ["GAME", "Choice", "State"]


def _player() -> Think:
    # Imported on demand, because most sessions do not use the bot.
    from engines.mandala.bot.player import think

    return think


def _coach() -> Coach:
    from engines.mandala.bot.coach import coach  # only a player needs it

    return coach


GAME: Engine[State, Choice] = Engine(
    name="mandala",
    version=1,
    seats=PLAYERS,
    options=(
        Option("table", ("public", "full"), "option.table"),
        Option("strict_next", (False, True), "option.strict_next"),
    ),
    given=("deck",),
    words={**WORDS, **COACH},
    rulebook=RULEBOOK,
    bad_notation="BAD_ACTION",
    open_questions=("cups",),
    setup=setup,
    turn=rules.turn,
    legal=rules.legal,
    explain=refusals.explain,
    apply=rules.apply,
    agree=rules.agree,
    dealer=rules.dealer,
    read=notation.read,
    write=notation.write,
    parts=notation.parts,
    describe=events.describe,
    report=explanations.report,
    grounds=explanations.grounds,
    events=events.events,
    scores=scoring.scores,
    score_sheet=scoring.score_sheet,
    outcome=scoring.outcome,
    view=view,
    public=public,
    steps=steps.steps,
    position=position.write,
    from_position=position.read,
    check=position.check,
    think=_player,
    coach=_coach,
)
