"""Two short games of Mandala, followed by hand with real cards."""

from __future__ import annotations

from engines.engine import Start
from engines.mandala import GAME
from engines.mandala.choices import Choice
from engines.mandala.state import State
from engines.match import Match


def play(first: int, *moves: str) -> Match[State, Choice]:
    """Play a public game and return it."""
    match = Match(GAME, Start({"table": "public", "strict_next": False}, 2, first, 1))
    for move in moves:
        match.play(move)
    return match


def test_game_of_a_full_river() -> None:
    """Seat 0 takes three colours from each mandala; seat 1 has no field and loses its claims."""
    match = play(0, "F1=RO", "F2=RO")
    for seat, move, hands, deck in [
        (0, "A1Y", [8, 6], 85),
        (1, "A1G", [8, 8], 82),
        (0, "A1P", [8, 8], 81),
        (1, "A2Y", [8, 8], 80),
        (0, "B1K1", [7, 8], 80),
        (0, "TR", [7, 8], 80),
        (1, "TO", [7, 8], 80),
        (0, "TY", [7, 8], 80),
        (1, "TG", [7, 8], 80),
        (0, "TP", [7, 8], 80),
        (None, "F1=RR", [7, 8], 78),
        (1, "A2G", [7, 8], 77),
        (0, "A2K", [8, 8], 75),
        (1, "CP1", [8, 8], 74),
        (0, "B2P2", [6, 8], 74),
        (0, "TO", [6, 8], 74),
        (1, "TR", [6, 8], 74),
        (0, "TG", [6, 8], 74),
        (1, "TY", [6, 8], 74),
        (0, "TK", [6, 8], 74),
    ]:
        assert match.turn.seat == seat
        match.play(move, seat)
        view = GAME.view(match.state)
        assert (view["hands"], view["deck"]) == (hands, deck)
    match.play("H1=KG")
    match.play("H2=RR")
    assert GAME.view(match.state) == {
        "phase": "over",
        "turn": 0,
        "actor": 0,
        "claim": None,
        "last": False,
        "deck": 74,
        "discard": "ROYGPPPK",
        "mountains": ["RR", ""],
        "fields": [["", ""], ["", ""]],
        "rivers": ["RYPOGK", ""],
        "hands": [6, 8],
        "cups_known": ["", ""],
        "scores": [11, 0],
        "winner": 0,
        "by": "points",
    }


EXHAUSTED = "CR6 CO6 CY6 CG6 CP6 CK6 CR6 CO6 CY6 CG6 CP6 CK6 CY6 CG6 CP4"


def test_game_of_an_exhausted_deck() -> None:
    """88 cards are discarded, the pile is shuffled, and the next mandala is the last."""
    match = play(1, "F1=RR", "F2=OO", *EXHAUSTED.split()[:-1])
    assert (match.state.deck, match.state.last, sum(match.state.discard)) == (4, False, 84)
    match.play("CP4", 1)
    assert (match.state.deck, match.state.last, sum(match.state.discard)) == (88, True, 0)
    for seat, move in [(0, "B1O2"), (1, "B1Y1"), (0, "B1G1"), (1, "B1P2"), (0, "A1K")]:
        match.play(move, seat)
    assert (match.state.deck, match.state.hands) == (85, (5, 3))
    match.play("TR", 1)
    match.play("TK", 0)
    view = GAME.view(match.state)
    assert (view["phase"], view["discard"], view["mountains"]) == ("cups", "OOYGPP", ["", "OO"])
    assert (view["rivers"], view["cups_known"]) == (["K", "R"], ["", "R"])
    match.play("H1=OK")
    match.play("H2=OO")
    view = GAME.view(match.state)
    assert (view["scores"], view["winner"], view["by"]) == ([1, 1], 0, "fewest_cup_cards")
