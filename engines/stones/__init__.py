"""Mandala Stones for 2 to 4 players, with the main board tracked or only the players' towers.

Besides the modules that every game has: `board` (the main board), `spaces` (the mandala board,
which the box learns) and `turns` (how turns, rounds and the game end).
"""

from __future__ import annotations

from engines.bots.player import Coach, Think
from engines.engine import Engine, Option
from engines.stones import events, explanations, notation, position, refusals, rules, scoring, steps
from engines.stones.choices import Choice
from engines.stones.setup import setup
from engines.stones.state import PLAYERS, State, public
from engines.stones.view import view
from engines.stones.words import COACH, RULEBOOK, WORDS

__all__ = ["GAME", "Choice", "State"]


def _player() -> Think:
    # Imported on demand, because most sessions do not use the bot.
    from engines.stones.bot.player import think

    return think


def _coach() -> Coach:
    from engines.stones.bot.coach import coach  # only a player needs it

    return coach


GAME: Engine[State, Choice] = Engine(
    name="stones",
    version=1,
    seats=PLAYERS,
    options=(Option("tracking", ("towers", "board"), "option.tracking"),),
    given=("mandala", "artists", "tops", "deal"),
    words={**WORDS, **COACH},
    rulebook=RULEBOOK,
    open_questions=("objective",),
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
    report=events.report,
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
    learned=lambda state: state.mandala,
)
