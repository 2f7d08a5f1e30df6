"""Icehouse Mandala by Kory Heath: pawns walk a spiral of pyramids and collect groups."""

from __future__ import annotations

from engines.bots.player import Coach, Think
from engines.engine import Engine, Option
from engines.icehouse import (
    events,
    explanations,
    notation,
    position,
    refusals,
    rules,
    scoring,
    steps,
)
from engines.icehouse.choices import Choice
from engines.icehouse.perft import perft
from engines.icehouse.setup import setup
from engines.icehouse.state import PLAYERS, State
from engines.icehouse.view import view
from engines.icehouse.words import COACH, RULEBOOK, WORDS

__all__ = ["GAME", "Choice", "State"]


def _player() -> Think:
    # Imported on demand, because most sessions do not use the bot.
    from engines.icehouse.bot.player import think

    return think


def _coach() -> Coach:
    from engines.icehouse.bot.coach import coach  # only a player needs it

    return coach


GAME: Engine[State, Choice] = Engine(
    name="icehouse",
    version=1,
    seats=PLAYERS,
    options=(Option("path", ("dealt", "entered"), "option.path"),),
    given=("path",),
    words={**WORDS, **COACH},
    rulebook=RULEBOOK,
    bad_notation="BAD_ACTION",
    refuses_seats=True,
    setup=setup,
    turn=rules.turn,
    legal=rules.legal,
    explain=refusals.explain,
    apply=rules.apply,
    agree=rules.agree,
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
    steps=steps.steps,
    position=position.write,
    from_position=position.read,
    check=position.check,
    perft=perft,
    think=_player,
    coach=_coach,
)
