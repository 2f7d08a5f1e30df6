"""Mana: two whole games, followed by hand on the board of the rules."""

from __future__ import annotations

from typing import Any

from engines.engine import Start
from engines.mana import GAME
from engines.match import Match, replay


def played(
    options: dict[str, Any], first: int, rows: list[tuple[int, str, str]]
) -> Match[Any, Any]:
    """Play a game row by row: seat, choice, and the position after it."""
    match = Match(GAME, Start(options, 2, first, 0))
    for seat, text, position in rows:
        match.play(text, seat)
        assert GAME.position(match.state) == position, text
    return match


def test_bird_game_won_by_a_ronin() -> None:
    """Black's daimio walks out and is taken by a ronin that no kind binds."""
    match = played(
        {},
        0,
        [
            (0, "=c1", "....../....../....../....../....../bbBbbb w 0 00 -"),
            (1, "=c6", "wwWwww/....../....../....../....../bbBbbb b 0 00 -"),
            # c1 is a double: two steps up, over c2, to c3, a triple.
            (0, "c1-c3", "wwWwww/....../....../..B.../....../bb.bbb w 3 00 -"),
            # d6 is White's only triple: down to d4 and aside to c4, a single.
            (1, "d6-c4", "wwW.ww/....../..w.../..B.../....../bb.bbb b 1 00 -"),
            # d1 is Black's only single: one step to d2, a triple.
            (0, "d1-d2", "wwW.ww/....../..w.../..B.../...b../bb..bb w 3 00 -"),
            # White has left d6 and stands on no triple: any piece may move. c4 takes the daimio.
            (1, "c4-c3", "wwW.ww/....../....../..w.../...b../bb..bb b 0 00 -"),
        ],
    )
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert (outcome.winner, outcome.scores, outcome.why.code) == (1, (0, 1), "daimio")
    assert replay(match.record(), GAME).state == match.state


def test_2005_game_on_a_turned_board_with_a_ronin_that_comes_back() -> None:
    """Turned by 90 degrees: ranks 1, 2, 3 read 221322, 313131, 132213; rank 5 reads 231312."""
    match = played(
        {"edition": "2005"},
        1,
        [
            (1, "^90", "....../....../....../....../....../...... b 0 00 - ^90"),
            (
                1,
                "=c2:a2,b1,d2,e2,f2",
                "....../....../....../....../b.Bbbb/.b.... w 0 00 - ^90",
            ),
            (
                0,
                "=d5:a5,b5,c5,e5,f6",
                ".....w/wwwWw./....../....../b.Bbbb/.b.... b 0 00 - ^90",
            ),
            # f2 is a single: one step to f3, a triple.
            (1, "f2-f3", ".....w/wwwWw./....../.....b/b.Bbb./.b.... w 3@f3 00 - ^90"),
            # White's triples are b5 and d5: the daimio takes three steps down and a ronin on d2.
            (0, "d5-d2", ".....w/www.w./....../.....b/b.BWb./.b.... b 1@d2 10 - ^90"),
            # d2 is a single, and Black stands on none: the ronin comes back on one, a3.
            (1, "*a3", ".....w/www.w./....../b....b/b.BWb./.b.... w 1@a3 00 - ^90"),
            # d2 is a single: one step aside, and Black's daimio is taken.
            (0, "d2-c2", ".....w/www.w./....../b....b/b.W.b./.b.... b 3@c2 00 - ^90"),
        ],
    )
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert (outcome.winner, outcome.scores, outcome.why.code) == (0, (1, 0), "daimio")
    assert [len(entries) for entries in GAME.score_sheet(match.state)] == [1, 0]
    assert replay(match.record(), GAME).state == match.state
