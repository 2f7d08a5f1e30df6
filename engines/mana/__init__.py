"""Mana, by Claude Leroy: two armies on 36 squares, and a bird that says which piece must move.

Besides the modules that every game has: `board` (squares, kinds, routes), `fast_state` (the rules
as bit masks), `perft`, `bot` and `puzzles`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.engine import Engine, Option
from engines.mana import events, explanations, notation, position, refusals, rules, scoring, steps
from engines.mana.choices import Choice
from engines.mana.perft import perft
from engines.mana.setup import setup
from engines.mana.state import SEATS, State
from engines.mana.view import view
from engines.mana.words import COACH, RULEBOOK, WORDS

if TYPE_CHECKING:
    from engines.bots.player import Coach, Think
    from engines.engine import Puzzle

__all__ = ["GAME", "Choice", "State"]

_BIRD, _2005 = ("edition", "bird"), ("edition", "2005")


def _player() -> Think:
    from engines.mana.bot import think  # a table without a player does not load it

    return think


def _coach() -> Coach:
    from engines.mana.bot.coach import coach  # only a player needs it

    return coach


def _puzzles() -> tuple[Puzzle, ...]:
    from engines.mana.puzzles import puzzles  # three hundred lines that play does not need

    return puzzles()


GAME: Engine[State, Choice] = Engine(
    name="mana",
    version=1,
    seats=SEATS,
    options=(
        Option("edition", ("bird", "2005"), "option.edition"),
        Option("advanced", (False, True), "option.advanced", _BIRD),
        Option("ask_bird", (False, True), "option.ask_bird", _BIRD),
        Option("bird_must_fly", (False, True), "option.bird_must_fly", _BIRD),
        Option("bird_blocks", (False, True), "option.bird_blocks", _BIRD),
        Option("blocked", ("pass", "free"), "option.blocked", _BIRD),
        Option("drop_anywhere", (False, True), "option.drop_anywhere", _2005),
    ),
    words={**WORDS, **COACH},
    rulebook=RULEBOOK,
    setup=setup,
    turn=rules.turn,
    legal=rules.legal,
    explain=refusals.explain,
    apply=rules.apply,
    agree=rules.agree,
    repetition=rules.repetition,
    read=notation.read,
    write=notation.write,
    parts=notation.parts,
    describe=events.describe,
    report=events.report,
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
    puzzles=_puzzles,
)
