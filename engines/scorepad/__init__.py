"""A score pad for any game: a sheet, turns, chance and time, described by a template.

A state is a sheet with its template. Besides the modules that every game has: `template` and its
parts (`template_values`, `template_parts`, `template_lines`, `template_writer`, `shipped`),
`points` (the value of cells), `order` (turn order), `dealer` (chance) and `legal`.
"""

from __future__ import annotations

from engines.engine import Engine
from engines.scorepad import events, notation, position, refusals, rules, scoring
from engines.scorepad.choices import Choice
from engines.scorepad.dealer import dealer
from engines.scorepad.legal import legal
from engines.scorepad.setup import setup
from engines.scorepad.shipped import beginnings
from engines.scorepad.state import State, public
from engines.scorepad.steps import steps
from engines.scorepad.template_values import SEATS
from engines.scorepad.view import view
from engines.scorepad.words import RULEBOOK, WORDS

__all__ = ["GAME", "Choice", "State"]

GAME: Engine[State, Choice] = Engine(
    name="scorepad",
    version=1,
    seats=SEATS,
    given=("template", "teams", "late"),
    beginnings=beginnings,
    words=WORDS,
    bad_notation="BAD_ENTRY",
    rulebook=RULEBOOK,
    anybody=True,
    open_questions=(rules.POINTS,),
    setup=setup,
    turn=rules.turn,
    legal=legal,
    explain=refusals.explain,
    apply=rules.apply,
    agree=rules.agree,
    dealer=dealer,
    read=notation.read,
    write=notation.write,
    parts=notation.parts,
    describe=events.describe,
    events=events.events,
    scores=scoring.scores,
    score_sheet=scoring.score_sheet,
    outcome=scoring.outcome,
    view=view,
    public=public,
    steps=steps,
    position=position.write,
    from_position=position.read,
    check=position.check,
)
