"""The worked examples of Mandala, each under its own number.

A row gives a table, an action and what must come of it. Piles are letters, `f0` is [field of
seat 0, field of seat 1] of mandala 0, what is empty is left out; mandalas count from 0 here.
"""

from __future__ import annotations

import re
from itertools import count
from typing import Any

import pytest

from engines.engine import Start
from engines.mandala import GAME
from engines.mandala.state import State
from engines.rng import Chance

COLOUR_RULE = "m=YYP/RR; f0=[RO,GG]; hand=ROYGPKK/RRROOO; deck=RRRRRR"
RED_HAND = "m=YY/YY; hand=RRR/Y; deck=GGGGG"
ONE_CARD = "last; m=YY/YY; hand=R/Y; deck=-"
CLAIM = (
    "claim k=0 turn=0 actor=1; m=YYYPK/RR; f0=[RO,GG]; hand=RR/OO; cup=GG/RK; river=-/P; deck=OKRRR"
)
LAST_CLAIM = (
    "claim k=0 turn=0 actor=1; m=K/RR; f0=[RO,GG]; hand=RR/OO; cup=GG/RK; river=Y/P; deck={}"
)

PLAYED = {
    "M06": (
        COLOUR_RULE,
        "p0: A 0 K",
        "claim k=0 turn=0 actor=1; m=YYPK/RR; f0=[RO,GG]; hand=RRROYGPK/RRROOO; deck=RRRR",
    ),
    "M07": (
        COLOUR_RULE,
        "p0: B 0 K 2",
        "claim k=0 turn=0 actor=0; m=YYP/RR; f0=[ROKK,GG]; hand=ROYGP/RRROOO; deck=RRRRRR",
    ),
    "M08": (
        "turn=1; m=YYP/RR; f0=[RROO,GGG]; hand=RRRRRR/YYPPKK; deck=RRRRRR",
        "p1: A 0 K",
        "claim k=0 turn=1 actor=0; m=YYPK/RR; f0=[RROO,GGG]; hand=RRRRRR/RRRYYPPK; deck=RRR",
    ),
    "M09": (
        "m=YY/YY; hand=YYYYYYYY/R; deck=GGGGG",
        "p0: A 0 Y",
        "turn=1; m=YYY/YY; hand=YYYYYYYG/R; deck=GGGG",
    ),
    "M10": (
        "m=YY/YY; hand=YYYYYYY/R; deck=GGGGG",
        "p0: A 0 Y",
        "turn=1; m=YYY/YY; hand=YYYYYYGG/R; deck=GGG",
    ),
    "M11": (
        "m=YY/YY; hand=YYYYYY/R; deck=GGGGG",
        "p0: A 0 Y",
        "turn=1; m=YYY/YY; hand=YYYYYGGG/R; deck=GG",
    ),
    "M12": (
        "m=YY/YY; hand=Y/R; deck=GGGGG",
        "p0: A 0 Y",
        "turn=1; m=YYY/YY; hand=GGG/R; deck=GG",
    ),
    "M14": (RED_HAND, "p0: B 0 R 2", "turn=1; m=YY/YY; f0=[RR,-]; hand=R/Y; deck=GGGGG"),
    "M29": (
        CLAIM,
        "p1: T Y",
        (
            "claim k=0 turn=0 actor=0; m=PK/RR; f0=[RO,GG]; hand=RR/OO; cup=GG/RYYK; river=-/PY; "
            "deck=OKRRR"
        ),
    ),
    "M30": (
        CLAIM,
        "p1: T P",
        (
            "claim k=0 turn=0 actor=0; m=YYYK/RR; f0=[RO,GG]; hand=RR/OO; cup=GG/RPK; river=-/P; "
            "deck=OKRRR"
        ),
    ),
    "M31": (
        CLAIM,
        "p1: T K",
        (
            "claim k=0 turn=0 actor=0; m=YYYP/RR; f0=[RO,GG]; hand=RR/OO; cup=GG/RK; river=-/PK; "
            "deck=OKRRR"
        ),
    ),
    "M32": (
        LAST_CLAIM.format("OKRRR; disc=P"),
        "p1: T K",
        "turn=1; m=OK/RR; hand=RR/OO; cup=GG/RK; river=Y/PK; deck=RRR; disc=ROGGP",
    ),
    "M33": (
        "claim k=0 turn=0 actor=1; m=YYP/RR; f0=[ROGK,-]; hand=RR/OO; river=-/O; deck=KKKKK",
        "p1: T Y",
        "claim k=0 turn=0 actor=0; m=P/RR; f0=[ROGK,-]; hand=RR/OO; river=-/O; deck=KKKKK; disc=YY",
    ),
    "M34": (
        "m=ROYGP/RR; hand=KKKK/OO; deck=GPRYYYY",
        "p0: A 0 K",
        "turn=1; m=YY/RR; hand=RGPKKK/OO; deck=YY; disc=ROYGPK",
    ),
    "M35": (
        "m=RR/YY; f0=[OYG,P]; hand=KK/OO; deck=GGGGG",
        "p0: B 0 K 1",
        "claim k=0 turn=0 actor=0; m=RR/YY; f0=[OYGK,P]; hand=K/OO; deck=GGGGG",
    ),
    "M36": (
        (
            "claim k=0 turn=1 actor=0; m=YGKK/RR; f0=[RRO,P]; hand=RR/OO; cup=R/G; river=ROYGP/Y; "
            "deck=YYYYY"
        ),
        "p0: T K",
        (
            "claim k=0 turn=1 actor=1; m=YG/RR; f0=[RRO,P]; hand=RR/OO; cup=RK/G; river=ROYGPK/Y; "
            "deck=YYYYY"
        ),
    ),
    "M37": (
        (
            "claim k=0 turn=1 actor=1; m=YG/RR; f0=[RRO,P]; hand=RR/OO; cup=RK/G; river=ROYGPK/Y; "
            "deck=YYYYY"
        ),
        "p1: T Y",
        (
            "claim k=0 turn=1 actor=0; m=G/RR; f0=[RRO,P]; hand=RR/OO; cup=RK/YG; river=ROYGPK/Y; "
            "deck=YYYYY"
        ),
    ),
    "M38": (
        (
            "claim k=0 turn=1 actor=0; m=G/RR; f0=[RRO,P]; hand=RR/OO; cup=RK/YG; river=ROYGPK/Y; "
            "deck=YYYYY"
        ),
        "p0: T G",
        (
            "over k=None turn=1 actor=1; m=-/RR; hand=RR/OO; cup=RGK/YG; river=ROYGPK/Y; "
            "deck=YYYYY; disc=RROP"
        ),
    ),
    "M39": (
        "m=YY/YY; hand=YYYYY/R; deck=K; disc=GGP",
        "p0: A 0 Y (shuffle GPG)",
        "turn=1; last; m=YYY/YY; hand=YYYYGPK/R; deck=G",
    ),
    "M40": (
        "m=YY/YY; hand=YYY/R; deck=KKK; disc=GG",
        "p0: A 0 Y (shuffle GG)",
        "turn=1; last; m=YYY/YY; hand=YYKKK/R; deck=GG",
    ),
    "M41": (
        "m=YY/YY; hand=YYY/R; deck=K",
        "p0: A 0 Y",
        "turn=1; last; m=YYY/YY; hand=YYK/R; deck=-",
    ),
    "M42": (
        "m=ROY/YY; f0=[G,P]; hand=YYK/RR; deck=GG; disc=P",
        "p0: A 0 K (shuffle P)",
        "claim k=0 turn=0 actor=1; last; m=ROYK/YY; f0=[G,P]; hand=YYGGP/RR; deck=-",
    ),
    "M43": (
        "claim k=0 turn=0 actor=1; last; m=K/YY; f0=[G,P]; hand=YYGGP/RR; river=R/O; deck=-",
        "p1: T K",
        "over k=None turn=0 actor=0; last; m=-/YY; hand=YYGGP/RR; river=R/OK; deck=-; disc=GP",
    ),
    "M44": (
        LAST_CLAIM.format("O; disc=P"),
        "p1: T K (shuffle GPROG)",
        "turn=1; last; m=OG/RR; hand=RR/OO; cup=GG/RK; river=Y/PK; deck=PROG",
    ),
    "M45": (
        LAST_CLAIM.format("OO"),
        "p1: T K (shuffle RGGO)",
        "turn=1; last; m=OO/RR; hand=RR/OO; cup=GG/RK; river=Y/PK; deck=RGGO",
    ),
    "M46": (
        "last; " + LAST_CLAIM.format("OKRRR; disc=P"),
        "p1: T K",
        (
            "over k=None turn=0 actor=0; last; m=-/RR; hand=RR/OO; cup=GG/RK; river=Y/PK; "
            "deck=OKRRR; disc=ROGGP"
        ),
    ),
    "M47": (
        "last; m=YY/YY; hand=RRK/Y; deck=-",
        "p0: C R 2 (shuffle RR)",
        "turn=1; last; m=YY/YY; hand=RRK/Y; deck=-",
    ),
    "M48": (
        "m=YY/YY; hand=RRK/Y; deck=Y",
        "p0: C R 2 (shuffle RR)",
        "turn=1; last; m=YY/YY; hand=RYK/Y; deck=R",
    ),
    "M49": (
        "m=YY/YY; hand=RRROOOKK/Y; deck=GGGGG",
        "p0: C R 3",
        "turn=1; m=YY/YY; hand=OOOGGGKK/Y; deck=GG; disc=RRR",
    ),
    "M50": (
        "m=GG/YY; f1=[-,G]; hand=GK/Y; deck=RR",
        "p0: C G 1",
        "turn=1; m=GG/YY; f1=[-,G]; hand=RK/Y; deck=R; disc=G",
    ),
}

REFUSED = {
    "M02": (COLOUR_RULE, "p0: A 0 G", "COLOUR_IN_OPP_FIELD"),
    "M03": (COLOUR_RULE, "p0: B 0 G 1", "COLOUR_IN_OPP_FIELD"),
    "M04": (COLOUR_RULE, "p0: A 0 O", "COLOUR_IN_OWN_FIELD"),
    "M05": (COLOUR_RULE, "p0: B 0 Y 1", "COLOUR_IN_MOUNTAIN"),
    "M13": (RED_HAND, "p0: B 0 R 3", "MUST_KEEP_ONE"),
    "M16": ("m=YY/YY; hand=R/Y; deck=GGGG", "p0: B 0 R 1", "MUST_KEEP_ONE"),
    "M17": (ONE_CARD, "p0: A 0 R", "MUST_KEEP_ONE"),
    "M19": (RED_HAND, "p0: B 0 R 4", "NOT_IN_HAND"),
    "M20": (RED_HAND, "p0: C R 0", "BAD_COUNT"),
    "M21": (RED_HAND, "p0: C X 1", "BAD_COLOUR"),
    "M22": (RED_HAND, "p0: A 2 R", "BAD_MANDALA"),
    "M23": (RED_HAND, "p1: A 0 Y", "NOT_YOUR_TURN"),
    "M24": (RED_HAND, "p0: T Y", "NOTHING_TO_CLAIM"),
    "M25": (
        "over k=None turn=0 actor=0; m=-/-; hand=R/Y; deck=-",
        "p0: C R 1",
        "GAME_OVER",
    ),
    "M26": (CLAIM, "p1: A 1 O", "CLAIM_PENDING"),
    "M27": (CLAIM, "p0: T Y", "NOT_YOUR_TURN"),
    "M28": (CLAIM, "p1: T G", "COLOUR_NOT_IN_MOUNTAIN"),
}

LISTED = {
    "M01": (
        COLOUR_RULE,
        (
            "A 0 Y, A 0 P, A 0 K, B 0 R 1, B 0 O 1, B 0 K 1, B 0 K 2, A 1 R, A 1 O, A 1 Y, A 1 G, "
            "A 1 P, A 1 K, B 1 O 1, B 1 Y 1, B 1 G 1, B 1 P 1, B 1 K 1, B 1 K 2, C R 1, C O 1, "
            "C Y 1, C G 1, C P 1, C K 1, C K 2"
        ),
    ),
    "M15": ("m=YY/YY; hand=R/Y; deck=GGGG", "A 0 R, A 1 R, C R 1"),
    "M18": (ONE_CARD, "C R 1"),
}

SCORED = {
    "M51": ("ROYGPK", "RRRROOOOOYYYYYYPPPK", [4, 10, 18, 0, 15, 6], 0),
    "M52": ("RO", "OO", [0, 4], 0),
    "M53": ("RO", "RGGGKK", [1, 0], 5),
    "M54": ("", "RGK", [], 3),
}

RESULTS = {
    "M55": (["RO", "OR"], ["RR", "R"], (2, 2), 1, "fewest_cup_cards"),
    "M56": (["RO", "OR"], ["RRR", "R"], (3, 2), 0, "points"),
    "M57": (["R", "O"], ["RRG", "OOK"], (2, 2), None, "draw"),
}


def parse(row: str) -> dict[str, Any]:
    """Return a row's table as a position of the full table."""
    position: dict[str, Any] = {
        "phase": "play",
        "turn": 0,
        "fields": [["", ""], ["", ""]],
        "cups": ["", ""],
        "rivers": ["", ""],
        "discard": "",
        "last": False,
    }
    names = {"hand": "hands", "cup": "cups", "river": "rivers", "disc": "discard", "m": "mountains"}
    for part in row.replace("-", "").split("; "):
        key, _, value = part.partition("=")
        if part == "last":
            position["last"] = True
        elif part.startswith(("claim", "over")):
            position["phase"] = part.split()[0]
            for name, number in re.findall(r"(\w+)=(\d)", part):
                position["claim" if name == "k" else name] = int(number)
        elif key in ("f0", "f1"):
            position["fields"][int(key[1])] = value.strip("[]").split(",")
        elif key == "turn":
            position["turn"] = int(value)
        else:
            position[names.get(key, key)] = value.split("/") if "/" in value else value
    if position["phase"] == "claim":
        position["final"] = position["last"]
    return position


def text(action: str) -> str:
    """Return a row's action in notation, where mandalas are counted from 1."""
    return re.sub(r"^([AB]) (\d)", lambda m: f"{m[1]}{int(m[2]) + 1}", action).replace(" ", "")


def table(row: str, shuffle: str = "") -> State:
    """Return a row's table, with a seed that shuffles as the row says."""
    pile = sorted(shuffle, key="ROYGPK".index)
    seed = next(
        seed for seed in count() if "".join(Chance(seed, "shuffle 1").shuffle(pile)) == shuffle
    )
    return GAME.from_position(parse(row), Start({"table": "full"}, 2, 0, seed))


def seen(state: State) -> dict[str, Any]:
    """Return all a row can say about a table; rows call the game over before cups are entered."""
    view = GAME.view(state)
    secrets = [GAME.view(state, seat) for seat in (0, 1)]
    return {
        "phase": "over" if view["phase"] == "cups" else view["phase"],
        **{key: view[key] for key in ("turn", "actor", "claim", "last", "discard", "fields")},
        **{key: view[key] for key in ("mountains", "rivers")},
        "hands": [each["hand"] for each in secrets],
        "cups": [each["cup"] for each in secrets],
        "deck": GAME.position(state)["deck"],
    }


@pytest.mark.parametrize("row", PLAYED)
def test_action(row: str) -> None:
    """An action leads to the table of the row."""
    given, action, expected = PLAYED[row]
    seat, move, shuffle = re.fullmatch(r"p(\d): ([^(]*?)(?: \(shuffle (\w+)\))?", action).groups()
    state = table(given, shuffle or "")
    choice = GAME.read(text(move))
    assert GAME.explain(state, choice, int(seat)) is None
    assert choice in GAME.legal(state)
    state = GAME.apply(state, choice)
    while state.phase == "flip":
        answer = GAME.dealer(state)
        assert answer is not None
        state = GAME.apply(state, answer)
    assert seen(state) == seen(table(expected))


@pytest.mark.parametrize("row", REFUSED)
def test_refusal(row: str) -> None:
    """An action is refused with the code of the row."""
    given, action, code = REFUSED[row]
    seat, _, move = action.partition(": ")
    state = table(given)
    choice = GAME.read(text(move))
    assert GAME.explain(state, choice, int(seat[1])).code == code
    assert choice not in GAME.legal(state) or code == "NOT_YOUR_TURN"


@pytest.mark.parametrize("row", LISTED)
def test_legal(row: str) -> None:
    """The legal actions are those of the row."""
    given, moves = LISTED[row]
    legal = [GAME.write(choice) for choice in GAME.legal(table(given))]
    assert sorted(legal) == sorted(text(move) for move in moves.split(", "))


def over(rivers: Any, cups: Any) -> State:
    """Return a finished public game with these rivers and whole cups."""
    position = {
        "phase": "over",
        "turn": 0,
        "deck": 0,
        "hands": [1, 1],
        "mountains": ["", ""],
        "rivers": rivers,
        "cups_known": cups,
        "cups_told": ["", ""],
    }
    return GAME.from_position(position, Start({}, 2, 0, 0))


@pytest.mark.parametrize("row", SCORED)
def test_score(row: str) -> None:
    """A river and a cup give the points of the row, slot by slot."""
    river, cup, slots, unmatched = SCORED[row]
    state = over([river, ""], [cup, ""])
    *lines, rest = GAME.score_sheet(state)[0]
    assert [line.points for line in lines] == slots
    assert (rest.points, rest.rule.facts["count"]) == (0, unmatched)
    assert GAME.scores(state)[0] == sum(slots)


@pytest.mark.parametrize("row", RESULTS)
def test_result(row: str) -> None:
    """Two rivers and cups give the winner of the row, for the reason of the row."""
    rivers, cups, scores, winner, by = RESULTS[row]
    state = over(rivers, cups)
    assert GAME.outcome(state).scores == scores
    assert (GAME.view(state)["winner"], GAME.view(state)["by"]) == (winner, by)


# --- the public table -----------------------------------------------------------------------


def public(**parts: Any) -> State:
    """Return a public table in play."""
    position = {
        "phase": "play",
        "turn": 0,
        "deck": 40,
        "hands": [3, 3],
        "mountains": ["YY", "YY"],
        **parts,
    }
    return GAME.from_position(position, Start({}, 2, 0, 0))


def code(state: State, move: str) -> str | None:
    """Return the code of a refusal, or None."""
    reason = GAME.explain(state, GAME.read(move))
    return None if reason is None else reason.code


def test_p1() -> None:
    """P1: growing with the whole hand is refused."""
    assert code(public(), "B1R3") == "MUST_KEEP_ONE"


def test_p2() -> None:
    """P2: more cards than the hand holds are refused."""
    assert code(public(), "CR4") == "HAND_TOO_SMALL"


def test_p3() -> None:
    """P3: with seventeen red cards in sight one more may come, two may not."""
    state = public(
        mountains=["YY", "RRRR"],
        fields=[["RRR", ""], ["", ""]],
        rivers=["R", "RO"],
        cups_known=["RRRR", "R"],
        discard="RRR",
    )
    assert code(state, "B1R2") == "UNSEEN_EXCEEDED"
    assert code(state, "B1R1") is None


def test_p4() -> None:
    """P4: building with eight cards in hand draws one."""
    state = public(hands=[8, 6])
    after = GAME.apply(state, GAME.read("A1Y"))
    assert (after.hands, after.deck) == ((8, 6), 39)


def test_p5() -> None:
    """P5: a whole cup with three unknown cards does not fit."""
    state = public(phase="cups", cups_known=["RG", ""])
    assert code(state, "H1=RGOOO") == "CUP_MISMATCH"


def test_p6() -> None:
    """P6: after a reshuffle the old discards count as unseen again."""
    state = public(deck=1, discard="R" * 17)
    assert code(state, "CR2") == "UNSEEN_EXCEEDED"
    after = GAME.apply(state, GAME.read("CR1"))
    assert after.discard == (0,) * 6
    assert code(after, "CR2") is None
