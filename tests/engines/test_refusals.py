"""Every refusal code, reached over the referee: its sentence, its facts and a way out.

Icehouse has its own file for this; here are Mana, Mandala and Stones.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from engines import catalog
from engines.engine import Reason
from engines.languages import LANGUAGES
from engines.referee import RefereeSession
from engines.wording import Voice, translator

Case = tuple[str, dict[str, Any], list[str], str, int | None]


def mana(code: str, text: str, position: str, seat: int | None = None, **options: Any) -> Case:
    """Return a case of Mana: a position and the text that is refused there."""
    return code, {"game": "mana", "options": options, "position": position}, [], text, seat


def lay(code: str, text: str, *moves: str, **options: Any) -> Case:
    """Return a case in Mana's set-up."""
    return code, {"game": "mana", "options": options}, list(moves), text, None


BASIC = "wWwwww/....../....../....../....../bBbbbb b 0 00 -"
CORNER = "W...../....../....../....../b...../Bb.... b 3 10 -"
OPEN = "W...../....../....../....../....../B..b.. b 2@d4 10 -"
MANA = [
    lay("GAME_OVER", "b1-b3", "draw"),
    mana("BAD_NOTATION", "b1_b3", BASIC),
    mana("NOT_YOUR_TURN", "b1-b3", BASIC, seat=1),
    mana("MUST_PASS", "b1-b3", CORNER),
    mana("CANNOT_PASS", "pass", BASIC),
    mana("NOT_YOUR_PIECE", "b6-b4", BASIC),
    mana("WRONG_KIND", "d1-d2", "W...../....../....../....../....../Bb.b.. b 3 00 -"),
    mana("SAME_SQUARE", "b1-b1", BASIC),
    mana("WRONG_DISTANCE", "b1-b2", BASIC),
    mana("PATH_BLOCKED", "b1-d1", BASIC),
    mana("OWN_PIECE_THERE", "c1-a1", "W...../....../....../....../....../B.b... b 0 00 -"),
    mana("NO_RONIN_CAPTURED", "*c3", BASIC),
    mana("DROP_NOT_ALLOWED", "*c3", "W...../....../....../....../....../B..b.. b 3 10 -"),
    mana("SQUARE_TAKEN", "*a6", OPEN),
    mana(
        "DROP_WRONG_KIND",
        "*a5",
        "Ww..../....../....../....../....../B..b.. b 2@b6 10 -",
        edition="2005",
    ),
    mana("BIRD_WRONG_KIND", "d1-d2@a3", OPEN, ask_bird=True),
    mana("BIRD_SQUARE_TAKEN", "d1-d2@a1", OPEN, ask_bird=True),
    mana("BIRD_MUST_FLY", "*b1@d4", OPEN, ask_bird=True, bird_must_fly=True),
    lay("DAIMIO_NOT_ON_DOUBLE", "=a1"),
    lay("NOT_YOUR_ROWS", "=b6"),
    lay("BAD_PIECE_COUNT", "=b1:a1,c1", advanced=True),
]

OPENING = ["F1=YG", "F2=RR"]
COMPLETE = [*OPENING, "A1R", "A1O", "A1P", "B1K1"]


def cards(code: str, text: str, moves: list[str], seat: int | None = None) -> Case:
    """Return a case of Mandala at the public table."""
    return code, {"game": "mandala", "first": 0}, moves, text, seat


MANDALA = [
    cards("GAME_OVER", "CR1", ["draw"]),
    cards("BAD_ACTION", "A1", OPENING),
    cards("ANSWER_PENDING", "A1R", []),
    cards("NOTHING_ASKED", "F1=RG", OPENING),
    cards("BAD_COUNT", "F1=R", []),
    cards("BAD_COUNT", "CR0", OPENING),
    cards("UNSEEN_EXCEEDED", "CK1", [*OPENING, "CK6", "CK6", "CK6"]),
    cards("NOTHING_TO_CLAIM", "TY", OPENING),
    cards("CLAIM_PENDING", "A2R", COMPLETE),
    cards("NOT_YOUR_TURN", "TY", COMPLETE, seat=0),
    cards("NOT_YOUR_TURN", "CR1", OPENING, seat=1),
    cards("BAD_MANDALA", "A3R", OPENING),
    cards("BAD_COLOUR", "A1X", OPENING),
    cards("COLOUR_NOT_IN_MOUNTAIN", "TK", COMPLETE),
    cards("HAND_TOO_SMALL", "CO7", OPENING),
    cards("COLOUR_IN_OWN_FIELD", "A1R", [*OPENING, "B1R1", "CO1"]),
    cards("COLOUR_IN_OPP_FIELD", "A1R", [*OPENING, "B1R1"]),
    cards("COLOUR_IN_MOUNTAIN", "B1Y1", OPENING),
    cards("MUST_KEEP_ONE", "B1R6", OPENING),
    cards("CUP_MISMATCH", "H1=R", ["end"]),
]

SPACES = ["0"] * 9
FULL = ["PP@1", "PR@1", "PR@2", "PR@2", "PR@3", "PR@3", "PR@4", "PR@4", "PR@5", "PR@5"]
ARTISTS = {"a2": "o", "b1": "x", "b3": "x", "c2": "o"}


def towers(code: str, text: str, *moves: str, seat: int | None = None, known: Any = None) -> Case:
    """Return a case of Stones in towers tracking."""
    new = {"game": "stones", "first": 0, "mandala": SPACES if known is None else known}
    return code, new, list(moves), text, seat


def board(code: str, text: str, *moves: str, top: str = "Ro") -> Case:
    """Return a case of Stones in board tracking; stack 1 shows `top`, the others Bx."""
    new = {
        "game": "stones",
        "first": 0,
        "options": {"tracking": "board"},
        "mandala": SPACES,
        "artists": ARTISTS,
        "tops": [top, *["Bx"] * 23],
    }
    return code, new, list(moves), text, None


STONES = [
    towers("GAME_OVER", "PR@1", "N", "O0", "O0"),
    towers("BAD_NOTATION", "R9=Bx"),
    towers("NOT_YOUR_TURN", "PR@1", seat=1),
    towers("ANSWER_PENDING", "PR@2", "PR@1", "PR@1", "T1", known=[]),
    towers("NOTHING_ASKED", "=0"),
    towers("NO_EMPTY_SPACE", "PR@1", *FULL),
    towers("PICK_WAIVED", "PR@2", "PR@1", "PR@1", "N"),
    towers("SPACE_TAKEN", "PR@1", "PR@1", "PR@1"),
    towers("BAD_SPACE", "PR@6"),
    towers("BAD_COUNT", "PRRRRR@1"),
    towers("COLOUR_EXHAUSTED", "PR@4", *[f"PRRRR@{n}" for n in (1, 1, 2, 2, 3, 3)]),
    board("NO_ARTIST_THERE", "Pa1-b2:9@1"),
    board("CIRCLE_TAKEN", "Pa2-b1:9@1"),
    board("SAME_CIRCLE", "Pa2-a2:9@1"),
    board("NOTHING_ALLOWED", "Pa2-a1:1@1", top="Rx"),
    board("FIRST_NOT_ALLOWED", "Pa2-a1:8@1"),
    towers("COLOUR_NOT_ON_TWO_TOPS", "SR"),
    towers("NO_TOWER", "T1"),
    ("BAD_BOARD_ANSWER", {"game": "stones", "mandala": ["end", "0"]}, [], "", None),
]

CASES = [*MANA, *MANDALA, *STONES]


def talk(session: RefereeSession, **request: Any) -> dict[str, Any]:
    """Send a request and return the answer."""
    answer: dict[str, Any] = json.loads(session.answer(json.dumps(request).encode()))
    return answer


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("code", "new", "moves", "text", "seat"),
    CASES,
    ids=[f"{new['game']}-{code}-{text}" for code, new, _, text, _ in CASES],
)
def test_a_code_is_reached_and_said(
    code: str, new: dict[str, Any], moves: list[str], text: str, seat: int | None, language: str
) -> None:
    """The code, a sentence that names every fact, and an alternative that is accepted."""
    session = RefereeSession(draw_seed=lambda: 1)
    talk(session, cmd="lang", lang=language)
    begun = talk(session, cmd="new", **{"first": 0, **new})
    if not text:
        assert begun["error"]["code"] == code
        assert begun["error"]["text"]
        return
    assert begun["ok"], begun
    for move in moves:
        assert talk(session, cmd="play", move=move)["ok"], move
    before = talk(session, cmd="record")
    error = talk(session, cmd="play", move=text, seat=seat)["error"]
    assert error["code"] == code
    assert talk(session, cmd="record") == before
    assert session.match is not None
    reason = session.match.why_not(text, seat)
    assert isinstance(reason, Reason)
    voice = Voice(catalog.load(new["game"]).words, translator(language))
    for value in reason.facts.values():
        assert voice.fact(value).casefold() in error["text"].casefold()
    if reason.instead is not None:
        assert reason.instead in error["text"]
        assert talk(session, cmd="play", move=reason.instead, seat=seat)["ok"]


def test_a_card_that_is_not_in_the_hand() -> None:
    """NOT_IN_HAND exists at the full table only."""
    session = RefereeSession(draw_seed=lambda: 1)
    talk(session, cmd="new", game="mandala", first=0, options={"table": "full"}, seed=1)
    hand = talk(session, cmd="view", seat=0)["view"]["hand"]
    missing = next(c for c in "ROYGPK" if hand.count(c) < 2)
    error = talk(session, cmd="play", move=f"C{missing}2")["error"]
    assert error["code"] == "NOT_IN_HAND"
    assert talk(session, cmd="play", move=error["instead"])["ok"]


def test_no_code_is_left_out() -> None:
    """Every code of the rules has a case here, or a test of its own."""
    reached = {code for code, *_ in CASES} | {"NOT_IN_HAND"}
    listed = {
        "GAME_OVER", "BAD_NOTATION", "MUST_PASS", "CANNOT_PASS", "NOT_YOUR_PIECE", "WRONG_KIND",
        "SAME_SQUARE", "WRONG_DISTANCE", "PATH_BLOCKED", "OWN_PIECE_THERE", "NO_RONIN_CAPTURED",
        "DROP_NOT_ALLOWED", "SQUARE_TAKEN", "DROP_WRONG_KIND", "BIRD_WRONG_KIND",
        "BIRD_SQUARE_TAKEN", "BIRD_MUST_FLY", "DAIMIO_NOT_ON_DOUBLE", "NOT_YOUR_ROWS",
        "BAD_PIECE_COUNT", "BAD_ACTION", "ANSWER_PENDING", "NOTHING_ASKED", "BAD_COUNT",
        "UNSEEN_EXCEEDED", "NOTHING_TO_CLAIM", "CLAIM_PENDING", "NOT_YOUR_TURN", "BAD_MANDALA",
        "BAD_COLOUR", "COLOUR_NOT_IN_MOUNTAIN", "NOT_IN_HAND", "HAND_TOO_SMALL",
        "COLOUR_IN_OWN_FIELD", "COLOUR_IN_OPP_FIELD", "COLOUR_IN_MOUNTAIN", "MUST_KEEP_ONE",
        "CUP_MISMATCH", "NO_EMPTY_SPACE", "PICK_WAIVED", "SPACE_TAKEN", "BAD_SPACE",
        "COLOUR_EXHAUSTED", "NO_ARTIST_THERE", "CIRCLE_TAKEN", "SAME_CIRCLE", "NOTHING_ALLOWED",
        "FIRST_NOT_ALLOWED", "COLOUR_NOT_ON_TWO_TOPS", "NO_TOWER", "BAD_BOARD_ANSWER"
    }  # fmt: skip
    assert listed == reached
