"""Mana: why a legal choice is legal, or forced; and a choice as a report."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines.engine import Start
from engines.languages import LANGUAGES
from engines.mana import GAME
from engines.mana.board import EMPTY, SQUARES, way
from engines.mana.state import State
from engines.wording import Voice, translator

OLD = {"edition": "2005"}
WAYS: list[dict[str, Any]] = [{}, OLD, {"ask_bird": True, "advanced": True}, {"blocked": "free"}]
BASIC = "wWwwww/....../....../....../....../bBbbbb b 0 00 -"
OBEYS = "W...../....../....../....../....../Bb.b.. b 3@a5 00 -"
CORNER = "W...../....../....../....../b...../Bb.... b 3 10 -"
LONE = "W...../....../....../....../....../B..b.. b 2@d4 10 -"
TAKES = "W...../....../....../.wb.../....../...B.. b 0 00 -"
WINS = "w...../....../....../.Wb.../....../...B.. b 0 00 -"
JAM = "Bbw.../bw..../w....W/....../....../...... b 1 00 -"

ANY = "This is the first move of the game: you may move any piece. "
TAKEN = "There it captures white {}"
NONE_BACK = "None of your pieces is on a double square, so you may put a captured ronin back. "


def at(position: str, **options: Any) -> State:
    """Return the state of a position."""
    return GAME.from_position(position, Start(options, 2, 0, 0))


def why(state: State, text: str) -> str:
    """Return the grounds of a choice as people read them."""
    voice = Voice(GAME.words, translator("en"), ("Anna", "Ben"))
    return " ".join(voice.say(each) for each in GAME.grounds(state, GAME.read(text)))


@pytest.mark.parametrize(
    ("position", "options", "text", "said"),
    [
        (BASIC, {}, "d1-d2", f"{ANY}From d1 it goes exactly 1 step: d2."),
        (
            OBEYS,
            {},
            "a1-a4",
            (
                "You must move from a triple square, like the bird's. This piece is on one: a1. "
                "From a1 it goes exactly 3 steps: a2, a3, a4."
            ),
        ),
        (
            OBEYS.replace("@a5", ""),
            OLD,
            "a1-a4",
            (
                "You must move from a triple square, like the piece with the Mana. "
                "This piece is on one: a1. "
                "From a1 it goes exactly 3 steps: a2, a3, a4."
            ),
        ),
        (
            CORNER,
            {},
            "pass",
            "All your pieces on triple squares are blocked (a1). You lose your turn.",
        ),
        (
            CORNER,
            {"blocked": "free"},
            "b1-b3",
            (
                "All your pieces on triple squares are blocked (a1). You may move any piece. "
                "From b1 it goes exactly 2 steps: b2, b3."
            ),
        ),
        (LONE, {}, "*b1", f"{NONE_BACK}It may come back on any empty square."),
        (
            LONE,
            {"ask_bird": True},
            "*b1@d3",
            (
                f"{NONE_BACK}It may come back on any empty square. "
                "The bird goes to a free double square, because the move ended on one (b1): "
                "d3 is free and double."
            ),
        ),
        (
            LONE.replace("@d4", ""),
            OLD,
            "*b1",
            (
                f"{NONE_BACK}It comes back on an empty double square, as the rules of 2005 ask: "
                "b1 is one."
            ),
        ),
        (
            LONE.replace(" -", " free"),
            {},
            "d1-d2",
            "Ben lost the turn, so any piece may now move. From d1 it goes exactly 1 step: d2.",
        ),
        (
            TAKES,
            {},
            "c3-b3",
            f"{ANY}From c3 it goes exactly 3 steps: c2, b2, b3. {TAKEN.format('ronin')}.",
        ),
        (
            WINS,
            {},
            "c3-b3",
            f"{ANY}From c3 it goes exactly 3 steps: c2, b2, b3. {TAKEN.format('daimio')} and wins.",
        ),
        (
            JAM,
            {},
            "pass",
            "All your pieces on single squares are blocked (a6). You lose your turn.",
        ),
        (
            JAM,
            {"blocked": "free"},
            "pass",
            "None of your pieces can move, and no ronin can come back. You lose your turn.",
        ),
    ],
)
def test_reason_comes_first(position: str, options: dict[str, Any], text: str, said: str) -> None:
    """Why this piece may move, why a pass is forced; then the steps, one by one."""
    assert why(at(position, **options), text) == said


@pytest.mark.parametrize("options", WAYS, ids=str)
def test_every_choice_has_grounds_and_a_report(options: dict[str, Any]) -> None:
    """In every language, with every fact named; at most three sentences of 110 letters."""
    voices = [Voice(GAME.words, translator(language), ("Anna", "Ben")) for language in LANGUAGES]
    for seed in range(4):
        chance = Random(seed)
        state = GAME.setup(Start(options, 2, seed % 2, 0))
        while GAME.turn(state) is not None:
            choice = chance.choice(GAME.legal(state))
            grounds = GAME.grounds(state, choice)
            assert 1 <= len(grounds) <= 3
            assert GAME.report is not None
            for message in (*grounds, GAME.report(state, choice, 0)):
                for voice in voices:
                    said = voice.say(message)
                    assert len(said) <= 120, said
                    for fact in message.facts.values():
                        assert voice.fact(fact).casefold() in said.casefold(), said
            state = GAME.apply(state, choice)


def test_report_is_no_order() -> None:
    """It says afterwards what went where, in the words of the edition."""
    voice = Voice(GAME.words, translator("en"))
    state = at(BASIC, edition="2005")
    assert GAME.report is not None
    said = voice.say(GAME.report(state, GAME.read("b1-b3"), 0))
    assert said == "Moved from b1 to b3: red damyo."


def test_way_turns_as_little_as_it_can() -> None:
    """Of several ways the straightest; around a piece if need be; none if all are blocked."""
    names = {square: name for name, square in SQUARES.items()}

    def squares(board: str, start: str, end: str, steps: int) -> list[str] | None:
        found = way(board, SQUARES[start], SQUARES[end], steps)
        return None if found is None else [names[square] for square in found]

    assert squares(EMPTY, "c3", "c6", 3) == ["c3", "c4", "c5", "c6"]
    blocked = list(EMPTY)
    blocked[SQUARES["b1"]] = "w"
    assert squares("".join(blocked), "a1", "b2", 2) == ["a1", "a2", "b2"]
    blocked[SQUARES["a2"]] = "w"
    assert squares("".join(blocked), "a1", "b2", 2) is None
